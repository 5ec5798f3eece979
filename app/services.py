"""The services that live as long as the server: made together, started in one order, stopped in about the reverse."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple

from fastapi import FastAPI
from starlette.datastructures import State

from app.account.service import AccountService
from app.bots.lines import MOST_WAITING
from app.bots.thinkers import Thinkers
from app.decks.service import DeckService
from app.designer.service import DesignService
from app.helpers import replayer
from app.helpers.process import HelperProcess
from app.live.bus import Bus
from app.live.shards import Shards
from app.lobby.feed import LobbyFeed
from app.lobby.own_news import OwnMatchNews
from app.lobby.zones import LobbyFrames
from app.matches.banned import BannedInMatches
from app.matches.computers.bot_answers import BotAnswers
from app.matches.computers.bot_turns import BotTurns
from app.matches.computers.bots import BotPlayers
from app.matches.computers.hints import Hints
from app.matches.history.match_history import MatchHistory
from app.matches.opening.opening import Admission
from app.matches.opponents.challenges import Challenges
from app.matches.opponents.quick import QuickMatch
from app.matches.service import MatchService
from app.matches.sync import Sync
from app.moderation.log import ModerationLog
from app.moderation.staff import StaffService
from app.notices.notices import Notices
from app.ops.cleanup import Limits
from app.ops.counts import SiteCounter
from app.ops.health import Watch
from app.ops.maintenance import Maintenance
from app.ops.status_page import SiteStatus
from app.players.bans import BanList
from app.players.blocks import Blocks
from app.players.invites import InviteService
from app.players.passkeys import PasskeyService
from app.players.preference_service import PreferenceService
from app.players.recovery import RecoveryService
from app.players.service import PlayerService
from app.players.sessions import SessionService
from app.players.socket_guard import SocketGuard
from app.players.tickets import TicketService
from app.players.tokens import TokenService
from app.practice.progress import ProgressService
from app.push.calls import Calls
from app.push.service import PushService
from app.push.vapid import VapidKey
from app.puzzles import service as puzzle_service
from app.puzzles.service import PuzzleService
from app.ratings.ending import note_end
from app.ratings.service import RatingService
from app.replay.analysis.service import Analyses
from app.replay.analysis.store import AnalysisStore
from app.replay.budget import AnalysisBudget
from app.replay.service import ReplayService
from app.settings import Settings
from app.store.database import Database
from app.store.group_commit import Writer
from app.store.migrate import migrate
from app.table import match_log
from app.talk.reports import Reports
from app.talk.service import TalkService
from app.tasks import TaskHealth
from app.web.metrics import Metrics


@asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[None]:
    """Bring the database up, start the writer and the link to other workers; `app.state` gets the services."""
    settings: Settings = app.state.settings
    database = Database(settings.database)
    try:
        await asyncio.to_thread(migrate, database.engine)
        shards, metrics = Shards(settings.worker - 1, settings.workers), app.state.metrics
        health = app.state.task_health = TaskHealth(metrics.count_restart)
        writer, bus = Writer(database, health), Bus(settings.redis_url, shards, health)
        base = ServiceBase(settings, database, writer, bus, shards, metrics, health)
        services = _opened(app.state, base)
        await services.start()
        try:
            yield
        finally:
            await services.stop()
    finally:
        database.close()


class ServiceBase(NamedTuple):
    """What nearly every service rests on."""

    settings: Settings
    database: Database
    writer: Writer
    bus: Bus
    shards: Shards
    metrics: Metrics
    health: TaskHealth


class GuestServices(NamedTuple):
    """The services about guests that others need."""

    players: PlayerService
    preferences: PreferenceService
    invites: InviteService
    blocks: Blocks
    bans: BanList


class ReplayServices(NamedTuple):
    """What is known of matches that were played, and the processes that work on it."""

    analyses: Analyses
    helpers: tuple[HelperProcess, ...]


@dataclass(frozen=True, slots=True)
class RunningServices:
    """The services that work by themselves: started in one order, stopped in about the reverse."""

    writer: Writer
    bus: Bus
    sync: Sync
    guard: SocketGuard
    lobby: LobbyFeed
    notices: Notices
    watch: Watch
    bots: BotPlayers
    calls: Calls
    analyses: Analyses
    answers: BotAnswers
    maintenance: Maintenance
    helpers: tuple[HelperProcess, ...]
    thinkers: Thinkers
    talk: TalkService
    matches: MatchService

    async def start(self) -> None:
        """Start them: first what writes and what hears of other workers."""
        self.writer.start()
        self.bus.start()
        await self.sync.start()
        self.guard.start()
        self.lobby.start()
        await self.notices.start()
        await self.watch.start()
        self.bots.start()
        self.calls.start()
        self.analyses.start()
        self.maintenance.start()

    async def stop(self) -> None:
        """Stop them: last the writer, so that what waits is still written."""
        await self.calls.stop()
        await self.bots.stop()
        await self.answers.stop()
        await self.analyses.stop()
        await asyncio.gather(*(helper.close() for helper in self.helpers), self.thinkers.close())
        await self.maintenance.stop()
        await self.watch.stop()
        await self.notices.stop()
        await self.lobby.stop()
        await self.guard.stop()
        await self.sync.stop()
        await self.bus.stop()
        self.talk.rooms.close()
        self.matches.close()
        await self.writer.stop()


def _opened(state: State, base: ServiceBase) -> RunningServices:
    """Make all services, put those that pages ask for into `state`, and return those that work by themselves."""
    settings, database, writer, bus, _, metrics, health = base
    state.database, state.bus, state.site_counter = database, bus, SiteCounter()
    people = _people(state, base)
    state.watch = watch = Watch(database, writer, bus, settings.min_free_mb, health)
    state.notices = notices = Notices(database, writer, bus, health)
    state.templates.env.globals["notices"] = notices.shown
    thinkers = Thinkers(settings.bot_processes, settings.secret_key, round(MOST_WAITING * settings.rate_limit))
    state.matches = matches = _matches(base, people, watch, thinkers)
    state.talk = talk = TalkService(database, writer, bus, matches, people.blocks, settings.talk)
    state.reports = Reports(database, writer, matches, talk)
    state.accounts = AccountService(database, writer, people.players, matches)
    past = _past(state, base, matches, thinkers)
    state.ratings = RatingService(database, writer, people.preferences, listed=settings.leaderboard)
    state.status = SiteStatus(database, state.site_counter, watch, metrics, thinkers)
    state.hints = Hints(matches, thinkers)
    state.push = push = PushService(database, writer, VapidKey(settings.data_dir), settings.push_services)
    calls = Calls(database, writer, matches, people.preferences, push, health=health)
    turns = BotTurns(database, writer, bus.worker)
    state.bots = bots = BotPlayers(matches, turns, thinkers, settings.bot_pause_seconds, health)
    lobby = _lobby(state, base, people, matches, calls)
    _watch(metrics, writer, matches, thinkers)
    return RunningServices(
        writer=writer,
        bus=bus,
        sync=Sync(database, writer, bus, matches, health, alone=settings.workers == 1 and not settings.redis_url),
        guard=SocketGuard(
            state.open_sockets,
            people.players,
            people.bans,
            lambda: bus.connected,
            BannedInMatches(database, matches).end,
            health,
        ),
        lobby=lobby,
        notices=notices,
        watch=watch,
        bots=bots,
        calls=calls,
        analyses=past.analyses,
        answers=BotAnswers(matches, thinkers),
        maintenance=Maintenance(database, writer, matches, Limits.of(settings), health),
        helpers=past.helpers,
        thinkers=thinkers,
        talk=talk,
        matches=matches,
    )


def _people(state: State, base: ServiceBase) -> GuestServices:
    """Make the services about guests and what is theirs."""
    settings, database, writer, bus, _, _, _ = base
    state.players = players = PlayerService(
        database, writer, settings.secret_key, tell=lambda player_id: bus.publish({"player": player_id})
    )
    bus.on_player = lambda hint: players.heard(str(hint["player"]))
    state.bans = bans = BanList(database, writer, tell=lambda: bus.publish({"bans": True}))
    bus.on_bans = lambda _: bans.changed()
    state.sessions = SessionService(database, writer, players)
    state.tickets = tickets = TicketService(writer)
    state.staff = StaffService(database, writer, tickets)
    state.moderation_log = ModerationLog(database, writer)
    state.recovery = RecoveryService(database, writer)
    state.passkeys = PasskeyService(database, writer, tickets)
    state.tokens = TokenService(database, writer, players)
    state.preferences = preferences = PreferenceService(database, writer)
    state.decks = DeckService(database, writer)
    state.designs = DesignService(database, writer)
    state.progress = ProgressService(database, writer)
    state.invites = invites = InviteService(database, writer, required=settings.invite_only)
    return GuestServices(players, preferences, invites, Blocks(database, writer), bans)


def _matches(base: ServiceBase, people: GuestServices, watch: Watch, thinkers: Thinkers) -> MatchService:
    return MatchService(
        base.database,
        base.writer,
        base.bus,
        base.metrics,
        grace=base.settings.absence_grace_seconds,
        is_banned=people.bans.keeps_out,
        admission=Admission(
            may_open=people.invites.check,
            may_meet=people.blocks.check_between,
            has_room=watch.check_room,
            bot_lines=thinkers.lines,
            shards=base.shards,
        ),
        note_end=note_end,
    )


def _past(state: State, base: ServiceBase, matches: MatchService, thinkers: Thinkers) -> ReplayServices:
    """Make the services of replays, analyses and puzzles, with the processes beside the server."""
    settings, database, writer, bus, _, _, health = base
    budget = AnalysisBudget(settings.secret_key, settings.rate_limit)
    parts = (state.templates.version, settings.dev)
    ours, theirs = (HelperProcess(name, replayer.prepare, parts) for name in ("matches", "records"))
    judge = HelperProcess("puzzles", puzzle_service.prepare)
    state.past = past = MatchHistory(database, ours, match_log.lines)
    found = AnalysisStore(database, writer, bus.worker)
    state.analyses = analyses = Analyses(matches, past, found, thinkers, on=settings.analysis, health=health)
    state.replays = ReplayService(database, writer, matches, past, ours, theirs, budget, analyses)
    state.puzzles = PuzzleService(database, judge)
    return ReplayServices(analyses, (ours, theirs, judge))


def _lobby(state: State, base: ServiceBase, people: GuestServices, matches: MatchService, calls: Calls) -> LobbyFeed:
    """Make the services by which players find each other."""
    state.quick = QuickMatch(matches, base.database)
    state.challenges = Challenges(matches, base.database, people.preferences, people.blocks, calls.challenged)
    state.lobby_frames = LobbyFrames(state.templates)
    state.lobby = lobby = LobbyFeed(matches.lobby, base.bus, base.health)
    matches.live_matches.observers.append(OwnMatchNews(lobby.tell))
    return lobby


def _watch(metrics: Metrics, writer: Writer, matches: MatchService, thinkers: Thinkers) -> None:
    metrics.gauge("clash_matches_in_memory", "Matches held in memory.", lambda: len(matches.live_matches))
    metrics.gauge("clash_matches_bytes", "Memory that they take, about.", lambda: matches.live_matches.size)
    metrics.gauge(
        "clash_matches_watched", "Matches that somebody is connected to.", lambda: len(matches.hub.live_matches)
    )
    metrics.gauge("clash_commit_groups", "Transactions written so far.", lambda: writer.groups)
    metrics.gauge("clash_rows_written", "Pieces of work in those transactions.", lambda: writer.written)
    metrics.gauge("clash_bots_asking", "Bots that think, or wait for it.", lambda: thinkers.asking)
