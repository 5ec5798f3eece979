"""The services that live as long as the server: opened in this order, closed in the reverse."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

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
from app.matches.computers.bot_answers import BotAnswers
from app.matches.computers.bot_turns import BotTurns
from app.matches.computers.bots import BotPlayers
from app.matches.computers.hints import Hints
from app.matches.finding.challenges import Challenges
from app.matches.finding.quick import QuickMatch
from app.matches.match_history import MatchHistory
from app.matches.opening import Admission
from app.matches.service import MatchService
from app.matches.sync import Sync
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
from app.replay.analyses import Analyses
from app.replay.analysis_store import AnalysisStore
from app.replay.budget import AnalysisBudget
from app.replay.service import ReplayService
from app.settings import Settings
from app.store.database import Database
from app.store.group_commit import Writer
from app.store.migrate import migrate
from app.table import match_log
from app.talk.reports import Reports
from app.talk.service import TalkService
from app.web.metrics import Metrics


@asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[None]:
    """Bring the database up, start the writer and the link to other workers; `app.state` gets the services."""
    settings: Settings = app.state.settings
    figures: Metrics = app.state.metrics
    database = Database(settings.database)
    try:
        await asyncio.to_thread(migrate, database.engine)
        writer = Writer(database)
        shards = Shards(settings.worker - 1, settings.workers)
        bus = Bus(settings.redis_url, shards)
        app.state.database = database
        app.state.bus = bus
        app.state.site_counter = SiteCounter()
        app.state.players = players = PlayerService(
            database, writer, settings.secret_key, tell=lambda player_id: bus.publish({"player": player_id})
        )
        bus.on_player = lambda hint: players.heard(str(hint["player"]))
        players.on_change = app.state.open_sockets.look_at
        app.state.bans = BanList(database, writer)
        app.state.sessions = SessionService(database, writer, players)
        app.state.tickets = tickets = TicketService(writer)
        app.state.recovery = RecoveryService(database, writer)
        app.state.passkeys = PasskeyService(database, writer, tickets)
        app.state.tokens = TokenService(database, writer, players)
        app.state.preferences = preferences = PreferenceService(database, writer)
        app.state.decks = DeckService(database, writer)
        app.state.designs = DesignService(database, writer)
        app.state.progress = ProgressService(database, writer)
        app.state.invites = invites = InviteService(database, writer, required=settings.invite_only)
        blocks = Blocks(database, writer)
        app.state.watch = watch = Watch(database, writer, bus, settings.min_free_mb)
        app.state.notices = notices = Notices(database, writer, bus)
        app.state.templates.env.globals["notices"] = notices.shown
        thinkers = Thinkers(settings.bot_processes, round(MOST_WAITING * settings.rate_limit))
        app.state.matches = matches = MatchService(
            database,
            writer,
            bus,
            figures,
            grace=settings.absence_grace_seconds,
            admission=Admission(
                may_open=invites.check,
                may_meet=blocks.check_between,
                has_room=watch.check_room,
                bot_lines=thinkers.lines,
                shards=shards,
            ),
            note_end=note_end,
        )
        app.state.talk = talk = TalkService(database, writer, bus, matches, blocks, settings.talk)
        app.state.reports = Reports(database, writer, matches, talk)
        app.state.accounts = AccountService(database, writer, players, matches)
        budget = AnalysisBudget(settings.secret_key, settings.rate_limit)
        parts = (app.state.templates.version, settings.dev)
        ours, theirs = (HelperProcess(name, replayer.prepare, parts) for name in ("matches", "records"))
        app.state.past = past = MatchHistory(database, ours, match_log.lines)
        found = AnalysisStore(database, writer, bus.worker)
        app.state.analyses = analyses = Analyses(matches, past, found, thinkers, on=settings.analysis)
        app.state.replays = ReplayService(
            database, writer, matches, past, app.state.designs, ours, theirs, budget, analyses
        )
        app.state.ratings = RatingService(database, writer, preferences, listed=settings.leaderboard)
        judge = HelperProcess("puzzles", puzzle_service.prepare)
        app.state.puzzles = PuzzleService(database, judge)
        turns = BotTurns(database, writer, bus.worker)
        app.state.status = SiteStatus(database, app.state.site_counter, watch, figures, thinkers)
        app.state.hints = Hints(matches, thinkers)
        app.state.push = push = PushService(database, writer, VapidKey(settings.data_dir), settings.push_services)
        calls = Calls(database, writer, matches, preferences, push)
        app.state.bots = bots = BotPlayers(matches, turns, thinkers, settings.bot_pause_seconds)
        maintenance = Maintenance(database, writer, matches, Limits.of(settings))
        app.state.quick = QuickMatch(matches, database)
        app.state.challenges = Challenges(matches, database, preferences, calls.challenged)
        app.state.lobby_frames = LobbyFrames(app.state.templates)
        app.state.lobby = lobby = LobbyFeed(matches.lobby, bus)
        matches.live_matches.observers.append(OwnMatchNews(lobby.tell))
        sync = Sync(database, writer, bus, matches)
        _watch(figures, writer, matches)
        figures.gauge("clash_bots_asking", "Bots that think, or wait for it.", lambda: thinkers.asking)
        writer.start()
        bus.start()
        await sync.start()
        lobby.start()
        await notices.start()
        await watch.start()
        bots.start()
        calls.start()
        analyses.start()
        answers = BotAnswers(matches, thinkers)
        maintenance.start()
        try:
            yield
        finally:
            await calls.stop()
            await bots.stop()
            await answers.stop()
            await analyses.stop()
            await asyncio.gather(ours.close(), theirs.close(), judge.close(), thinkers.close())
            await maintenance.stop()
            await watch.stop()
            await notices.stop()
            await lobby.stop()
            await sync.stop()
            await bus.stop()
            talk.rooms.close()
            matches.close()
            await writer.stop()
    finally:
        database.close()


def _watch(figures: Metrics, writer: Writer, matches: MatchService) -> None:
    figures.gauge("clash_matches_in_memory", "Matches held in memory.", lambda: len(matches.live_matches))
    figures.gauge("clash_matches_bytes", "Memory that they take, about.", lambda: matches.live_matches.size)
    figures.gauge(
        "clash_matches_watched", "Matches that somebody is connected to.", lambda: len(matches.hub.live_matches)
    )
    figures.gauge("clash_commit_groups", "Transactions written so far.", lambda: writer.groups)
    figures.gauge("clash_rows_written", "Pieces of work in those transactions.", lambda: writer.written)
