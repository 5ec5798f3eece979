"""Every service of the site, and what observes what."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from app.base.helper_trouble import HelperTrouble
from app.base.live.bus import Bus
from app.base.live.connection import PAGE_PROTOCOL
from app.base.live.presses import Presses
from app.base.live.shards import Shards
from app.base.live.worker_hints import BansHint, PlayerHint
from app.base.settings import Settings
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.tasks import TaskHealth
from app.base.web.assets import static_files
from app.base.web.house import FOLDER, HouseTexts
from app.base.web.http import loopback_host
from app.base.web.limits import RateLimits
from app.base.web.metrics import Metrics
from app.base.web.page_cache import PageCache
from app.base.web.services import by_class
from app.base.web.templating import Templates
from app.cards.decks.service import DeckService
from app.cards.designer.service import DesignService
from app.cards.gallery.drawing import HELPERS
from app.contests.deals import results as deal_results
from app.contests.deals.rehearsal import DealRehearsals
from app.contests.deals.service import DealService, FinishedDeals
from app.contests.ratings import ending
from app.contests.ratings.service import RatingService
from app.contests.tournaments.drawing.crosstable import CrossTables
from app.contests.tournaments.entering import Entering
from app.contests.tournaments.live.attendance import Attendance
from app.contests.tournaments.live.frames import TournamentFrames
from app.contests.tournaments.live.live_state import LiveStates
from app.contests.tournaments.live.presence import TournamentPresence
from app.contests.tournaments.organizing.service import Organizing
from app.contests.tournaments.reading import TournamentReader
from app.contests.tournaments.running import outcomes, pairing_work
from app.contests.tournaments.running.driver import Driver
from app.contests.tournaments.storage.feed import TournamentFeed
from app.contests.tournaments.storage.sealed import ARE_SEALED, series_in_play, still_sealed
from app.contests.tournaments.storage.writing import TournamentWriter
from app.learning.mistakes.service import MistakeService
from app.learning.practice.progress import ProgressService
from app.learning.puzzles import service as puzzle_service
from app.learning.puzzles.service import PuzzleService
from app.learning.replay.analysis.service import Analyses
from app.learning.replay.analysis.store import AnalysisStore
from app.learning.replay.budget import UploadBudget
from app.learning.replay.service import ReplayService
from app.learning.studies.reading import StudyReader
from app.learning.studies.service import StudyService
from app.matches.bots.queue import MOST_WAITING
from app.matches.bots.thinkers import Thinkers
from app.matches.core.banned import BannedInMatches
from app.matches.core.computers.bot_answers import BotAnswers
from app.matches.core.computers.bot_turns import BotTurns
from app.matches.core.computers.bots import BotPlayers
from app.matches.core.computers.hints import Hints
from app.matches.core.history.match_history import MatchHistory
from app.matches.core.history.public_records import PublicRecords
from app.matches.core.match_row import MatchRow
from app.matches.core.opening.admission import Admission
from app.matches.core.opponents.challenges import Challenges
from app.matches.core.opponents.friends import Friends
from app.matches.core.opponents.friends_here import FriendsHere
from app.matches.core.opponents.own_matches import OwnMatchesCopy
from app.matches.core.opponents.quick import QuickMatch
from app.matches.core.service import MatchService
from app.matches.core.sync import Sync
from app.matches.helpers import replayer
from app.matches.helpers.process import HelperProcess
from app.matches.play import match_log
from app.matches.talk.reports import Reports
from app.matches.talk.service import TalkService
from app.people.moderation.log import ModerationLog
from app.people.moderation.staff import StaffService
from app.people.notices.notices import Notices
from app.people.players.bans.bans import BanList
from app.people.players.bans.blocks import Blocks
from app.people.players.bans.open_sockets import OpenSockets
from app.people.players.bans.socket_guard import SocketGuard
from app.people.players.identity.own_cookies import site_mark
from app.people.players.invites import InviteService
from app.people.players.preference_service import PreferenceService
from app.people.players.preferences import DEFAULTS_OF_PAGES
from app.people.players.programs.repeated_calls import CallStore
from app.people.players.programs.tokens import TokenService
from app.people.players.service import PlayerService
from app.people.players.shown_names import guest_words
from app.people.players.sign_in.passkeys import PasskeyService
from app.people.players.sign_in.provider import Provider
from app.people.players.sign_in.provider_accounts import ProviderAccounts
from app.people.players.sign_in.recovery import RecoveryService
from app.people.players.sign_in.sessions import SessionService
from app.people.players.sign_in.started_sign_ins import StartedSignIns
from app.people.players.sign_in.tickets import TicketService
from app.site.account.service import AccountService
from app.site.admin.login import AdminKey
from app.site.lobby.copies import LobbyCopy
from app.site.lobby.showcase import ShowcaseCopy
from app.site.lobby.zones import LobbyFrames
from app.site.ops.cleanup import Limits
from app.site.ops.counts import SiteCounter
from app.site.ops.health import Watch
from app.site.ops.maintenance import Maintenance
from app.site.ops.status_page import SiteStatus
from app.site.push.notifications import Notifications
from app.site.push.service import PushService
from app.site.push.vapid import site_key
from engine.match import Match


def make_templates(settings: Settings, **names: object) -> Templates:
    """Return the templates of the site, which know `names`, too."""
    return Templates(
        static_files(settings.dev),
        dev=settings.dev,
        helpers={
            **HELPERS,
            **names,
            "guest_words": guest_words,
            "pref_defaults": DEFAULTS_OF_PAGES,
            "loopback_host": loopback_host,
            "page_protocol": PAGE_PROTOCOL,
            "has_leaderboard": settings.leaderboard,
        },
    )


def record_end(connection: sa.Connection, row: MatchRow, match: Match) -> None:
    """Store the results that belong to the end of a match, in its transaction."""
    ending.record_end(connection, row, match)
    outcomes.record_end(connection, row)
    deal_results.record_end(connection, row, match)


class Site:
    """Every service of the site, each made below what it needs."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._found(settings, database)
        self._serve_requests()
        self._know_guests()
        admission = self._admit()
        self._play_matches(admission)
        pairing = self._run_tournaments(admission)
        self._keep_played(pairing)
        self._find_opponents()
        self._serve_hosts()
        self._observe()
        self._add_gauges()
        self.services: Final = by_class(vars(self).values())
        """Each by its class, as `app.base.web.services` finds it for a request."""

    def _found(self, settings: Settings, database: Database) -> None:
        """Make what all others stand on."""
        self.settings = settings
        self.database = database
        self.metrics = Metrics()
        self.health = TaskHealth(self.metrics.count_restart)
        self.writer = Writer(database, self.health)
        self.shards = Shards(settings.worker - 1, settings.workers)
        self.bus = Bus(settings.redis_url, self.shards, self.health)
        writer, bus, health = self.writer, self.bus, self.health
        self.helper_trouble = HelperTrouble()
        self.watch = Watch(database, writer, bus, settings.min_free_mb, health, self.helper_trouble)
        self.notices = Notices(database, writer, bus, health, self.helper_trouble)

    def _serve_requests(self) -> None:
        """Make what any request needs."""
        settings = self.settings
        self.limits = RateLimits(settings.rate_limit, settings.trusted_proxies)
        self.open_sockets = OpenSockets()
        self.presses = Presses()
        self.admin_key = AdminKey(settings)
        self.page_cache = PageCache(dev=settings.dev)
        self.house_texts = HouseTexts(settings.house_texts or settings.data_dir / FOLDER)
        mark = site_mark(settings.secret_key)
        self.templates = make_templates(
            settings, notices=self.notices.shown, house_links=self.house_texts.links, site_mark=mark
        )

    def _know_guests(self) -> None:
        """Make what knows guests and their uploads."""
        settings, database, writer, bus = self.settings, self.database, self.writer, self.bus
        self.players = PlayerService(
            database, writer, settings.secret_key, notify=lambda player_id: bus.publish(PlayerHint(player_id))
        )
        bus.subscribe(PlayerHint, lambda hint: self.players.drop_cached(hint.player))
        self.bans = BanList(database, writer, notify=lambda: bus.publish(BansHint()))
        bus.subscribe(BansHint, lambda _: self.bans.changed())
        self.sessions = SessionService(database, writer, self.players)
        self.tickets = TicketService(writer)
        self.repeated_calls = CallStore(writer)
        self.staff = StaffService(database, writer, self.tickets)
        self.moderation_log = ModerationLog(database, writer)
        self.recovery = RecoveryService(database, writer)
        self.passkeys = PasskeyService(database, writer, self.tickets)
        self.provider = Provider(settings)
        self.provider_accounts = ProviderAccounts(database, writer, self.players, self.provider)
        self.started_sign_ins = StartedSignIns(writer)
        self.tokens = TokenService(database, writer, self.players)
        self.preferences = PreferenceService(database, writer)
        self.decks = DeckService(database, writer)
        self.designs = DesignService(database, writer)
        self.progress = ProgressService(database, writer)
        self.invites = InviteService(database, writer, required=settings.invite_only)
        self.blocks = Blocks(database, writer)

    def _admit(self) -> Admission:
        """Make what says who may open, meet and see."""
        settings = self.settings
        self.thinkers = Thinkers(
            settings.bot_processes, settings.secret_key, round(MOST_WAITING * settings.rate_limit), self.helper_trouble
        )
        self.finished_deals = FinishedDeals(self.database)
        return Admission(
            may_open=self.invites.check,
            may_organize=self.provider_accounts.check_may_organize,
            may_meet=self.blocks.check_between,
            may_see=self.finished_deals.check_may_see,
            has_room=self.watch.check_room,
            bot_queues=self.thinkers.queues,
            shards=self.shards,
        )

    def _play_matches(self, admission: Admission) -> None:
        """Make what matches are played by, and talked about."""
        settings, database, writer = self.settings, self.database, self.writer
        bus, health = self.bus, self.health
        self.matches = MatchService(
            database,
            writer,
            bus,
            self.metrics,
            grace=settings.absence_grace_seconds,
            is_banned=self.bans.keeps_out,
            admission=admission,
            record_end=record_end,
        )
        self.sync = Sync(
            database, writer, bus, self.matches, health, alone=settings.workers == 1 and not settings.redis_url
        )
        self.guard = SocketGuard(
            self.open_sockets,
            self.players,
            self.bans,
            lambda: bus.connected,
            BannedInMatches(database, self.matches).end,
            health,
            self.provider_accounts.strangers if self.provider.required else None,
        )
        self.talk = TalkService(database, writer, bus, self.matches, self.blocks, settings.talk)
        self.reports = Reports(database, writer, self.matches, self.talk)
        self.accounts = AccountService(database, writer, self.players, self.matches, self.bans)
        self.ratings = RatingService(database, writer, self.preferences, listed=settings.leaderboard)

    def _run_tournaments(self, admission: Admission) -> HelperProcess:
        """Make what tournaments are run by; return the process that pairs."""
        database, writer, health = self.database, self.writer, self.health
        pairing = HelperProcess(
            "pairing", pairing_work.prepare, seconds=pairing_work.SECONDS, trouble=self.helper_trouble
        )
        feed = TournamentFeed(database, self.bus, health)
        self.tournaments = TournamentReader(database, self.matches, self.staff, feed, pairing)
        tournament_writer = TournamentWriter(writer, feed)
        self.entering = Entering(self.tournaments, tournament_writer)
        self.organizing = Organizing(self.tournaments, tournament_writer, self.matches, admission)
        self.tournament_frames = TournamentFrames(self.templates)
        self.tournament_presence = TournamentPresence(self.tournaments, self.entering)
        self.tournament_states = LiveStates(database, self.matches, self.tournaments, health)
        self.tournament_driver = Driver(database, writer, self.matches, feed, pairing, health)

        return pairing

    def _keep_played(self, pairing: HelperProcess) -> None:
        """Make what is done with played matches, puzzles and studies, and the processes that work on them."""
        settings, database, writer = self.settings, self.database, self.writer
        bus, health = self.bus, self.health
        self.deals = DealService(database, writer, self.matches, self.finished_deals)
        self.rehearsals = DealRehearsals(self.deals, self.thinkers, is_on=settings.analysis, health=health)
        parts = (self.templates.version, settings.dev)
        ours, uploads = (
            HelperProcess(name, replayer.prepare, parts, trouble=self.helper_trouble) for name in ("matches", "records")
        )
        judge = HelperProcess("puzzles", puzzle_service.prepare, trouble=self.helper_trouble)
        self.helpers = (ours, uploads, judge, pairing)
        self.crosstables = CrossTables(ours)
        self.history = MatchHistory(database, ours, match_log.lines, still_sealed)
        self.public_records = PublicRecords(database, ARE_SEALED, series_in_play)
        self.analyses = Analyses(
            self.matches,
            self.history,
            AnalysisStore(database, writer, bus.worker),
            self.thinkers,
            on=settings.analysis,
            health=health,
        )
        budget = UploadBudget(settings.secret_key, settings.rate_limit)
        self.replays = ReplayService(database, writer, self.matches, self.history, ours, uploads, budget, self.analyses)
        self.puzzles = PuzzleService(database, judge)
        self.studies = StudyService(database, writer, budget)
        self.study_reader = StudyReader(self.studies, self.replays, self.progress, uploads)
        self.mistakes = MistakeService(database, writer, self.matches, self.history, self.analyses, judge)

    def _find_opponents(self) -> None:
        """Make bots, and what finds an opponent or calls a player to the table."""
        settings, database, writer = self.settings, self.database, self.writer
        bus, health = self.bus, self.health
        self.hints = Hints(self.matches, self.thinkers)
        self.push = PushService(database, writer, site_key(settings), settings.push_services, settings.webhooks)
        feed = self.tournaments.feed
        self.notifications = Notifications(
            database, writer, self.matches, self.preferences, self.push, feed, health=health
        )
        turns = BotTurns(database, writer, bus.worker)
        attendance = Attendance(database, self.matches.site_time)
        self.bots = BotPlayers(
            self.matches, turns, self.thinkers, settings.bot_pause_seconds, attendance.is_enough, health
        )
        self.bot_answers = BotAnswers(self.matches, self.thinkers)
        self.quick = QuickMatch(self.matches, database)
        self.challenges = Challenges(
            self.matches, database, self.preferences, self.blocks, self.notifications.challenged
        )
        self.friends = Friends(database, writer, self.matches, self.preferences, self.blocks)
        self.friends_here = FriendsHere(database, writer, bus, health)
        self.lobby = LobbyCopy(self.matches.lobby, bus, health)
        self.showcase = ShowcaseCopy(self.lobby, self.matches, health)
        self.own_matches = OwnMatchesCopy(self.matches, self.challenges, bus, health)
        self.lobby_frames = LobbyFrames(self.templates)

    def _serve_hosts(self) -> None:
        """Make what hosts look at, and what cleans up."""
        settings, database, writer, health = self.settings, self.database, self.writer, self.health
        self.counter = SiteCounter()
        self.status = SiteStatus(database, self.counter, self.watch, self.metrics, self.thinkers)
        self.maintenance = Maintenance(database, writer, self.matches, Limits.of(settings), health)

    def _observe(self) -> None:
        """Hand to each service those that observe it, in the order in which they are called."""
        matches = self.matches
        matches.live_matches.observe(self.talk.rooms)
        if self.settings.analysis:
            matches.live_matches.observe(self.analyses)
        if self.notifications.is_on:
            matches.live_matches.observe(self.notifications)
        matches.live_matches.observe(self.bots, self.bot_answers, self.friends_here.tables)
        matches.on_end.subscribe(self.tournaments.feed.match_ended)
        self.players.on_change.subscribe(self.tournaments.feed.player_changed)
        self.players.on_change.subscribe(lambda _: matches.lobby.on_stale())  # challenges name their players
        matches.lobby.on_stale.subscribe(self.friends_here.on_stale)
        for changed in (self.friends.on_change, self.blocks.on_change, self.preferences.on_friends):
            changed.subscribe(self.friends_here.changed)

        self.preferences.on_face.subscribe(self.players.forget)

    def _add_gauges(self) -> None:
        live, hub, writer = self.matches.live_matches, self.matches.hub, self.writer
        gauge = self.metrics.gauge
        gauge("clash_matches_in_memory", "Matches held in memory.", lambda: len(live))
        gauge("clash_matches_watched", "Matches that somebody is connected to.", lambda: len(hub.live_matches))
        gauge("clash_commit_groups", "Transactions written so far.", lambda: writer.groups)
        gauge("clash_rows_written", "Pieces of work in those transactions.", lambda: writer.written)
        gauge("clash_bots_asking", "Bots that think, or wait for it.", lambda: self.thinkers.asking)
        queues, processes = self.thinkers.queues, self.settings.bot_processes
        gauge("clash_bots_queued", "The same, and those that wait for others of their owner.", lambda: queues.questions)
        gauge("clash_bot_processes", "Processes in which bots think.", lambda: processes)
        watch, bus = self.watch, self.bus
        gauge("clash_ready", "1 if /readyz says ok.", lambda: watch.found.status == "ok")
        gauge("clash_writes_ok", "1 if the last write succeeded.", lambda: watch.found.writes == "ok")
        gauge("clash_disk_ok", "0 if no table can be opened for want of room.", lambda: watch.found.disk != "full")
        if bus.is_used:
            gauge("clash_redis_connected", "1 if other workers' hints arrive.", lambda: bus.connected)
            gauge("clash_lag_seconds", "From this worker through Redis and back.", lambda: bus.echo.seconds)
