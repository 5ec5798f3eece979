"""The services that play matches, talk about them and find opponents."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import sqlalchemy as sa

from app.base.services import Base
from app.matches.bots.queue import MAX_WAITING
from app.matches.bots.thinkers import Thinkers
from app.matches.core.banned import BannedInMatches
from app.matches.core.computers.bot_answers import BotAnswers
from app.matches.core.computers.bot_turns import BotTurns
from app.matches.core.computers.bots import BotPlayers
from app.matches.core.computers.hints import Hints
from app.matches.core.history.match_history import MatchHistory, StillSealed
from app.matches.core.history.public_records import PublicRecords, SeriesInPlay
from app.matches.core.match_row import MatchRow
from app.matches.core.opening.admission import Admission
from app.matches.core.opponents.challenges import Challenges
from app.matches.core.opponents.friends import Friends
from app.matches.core.opponents.friends_here import FriendsHere
from app.matches.core.opponents.own_matches import OwnMatchesCopy
from app.matches.core.opponents.quick import QuickMatch
from app.matches.core.service import MatchService, NoteEnd
from app.matches.core.sync import Sync
from app.matches.helpers import replayer
from app.matches.helpers.process import HelperProcess
from app.matches.play import match_log
from app.matches.talk.reports import Reports
from app.matches.talk.service import TalkService
from app.people.players.bans.socket_guard import SocketGuard
from app.people.players.player import Player
from app.people.services import People


@dataclass(frozen=True, kw_only=True)
class ContestRules:
    """The say of deals, ratings and tournaments about matches, which know none of them: `rules_for` in
    `app.contests.services` hands it in."""

    may_see: Callable[[MatchRow, Player | None], Awaitable[None]]
    """Refuses with AppError a match of a deal that the reader has still to play."""
    record_end: NoteEnd
    """Stores the results that belong to the end of a match, in its transaction."""
    is_attended: Callable[[MatchRow, float], Awaitable[bool]]
    """True if, at this site time, enough people are at the tournament of a match between computers."""
    still_sealed: StillSealed
    are_sealed: sa.ColumnElement[bool]
    series_in_play: SeriesInPlay


@dataclass(frozen=True, kw_only=True)
class Matches:
    """The services of `app.matches`. `replaying` is the process that replays the matches of this site."""

    thinkers: Thinkers
    admission: Admission
    service: MatchService
    sync: Sync
    guard: SocketGuard
    talk: TalkService
    reports: Reports
    replaying: HelperProcess
    history: MatchHistory
    public_records: PublicRecords
    hints: Hints
    bots: BotPlayers
    bot_answers: BotAnswers
    quick: QuickMatch
    challenges: Challenges
    friends: Friends
    friends_here: FriendsHere
    own_matches: OwnMatchesCopy

    @classmethod
    def open(cls, base: Base, people: People, rules: ContestRules) -> Matches:
        """Make the services of the district above `app.people`."""
        settings, database, writer, bus, health = base.settings, base.database, base.writer, base.bus, base.health
        trouble, blocks = base.helper_trouble, people.blocks
        thinkers = Thinkers(
            settings.bot_processes, settings.secret_key, round(MAX_WAITING * settings.rate_limit), trouble
        )
        admission = Admission(
            may_open=people.invites.check,
            may_organize=people.provider_accounts.check_may_organize,
            may_meet=blocks.check_between,
            may_see=rules.may_see,
            has_room=base.watch.check_room,
            bot_queues=thinkers.queues,
            shards=base.shards,
        )
        service = MatchService(
            database,
            writer,
            bus,
            base.metrics,
            grace=settings.absence_grace_seconds,
            is_banned=people.bans.keeps_out,
            admission=admission,
            record_end=rules.record_end,
        )
        alone = settings.workers == 1 and not settings.redis_url
        parts = (base.templates.version, settings.dev)
        replaying = HelperProcess("matches", replayer.prepare, parts, trouble=trouble)
        turns = BotTurns(database, writer, bus.worker)
        talk = TalkService(database, writer, bus, service, blocks, settings.talk)
        challenges = Challenges(service, database, people.preferences, blocks)
        made = cls(
            thinkers=thinkers,
            admission=admission,
            service=service,
            sync=Sync(database, writer, bus, service, health, alone=alone),
            guard=SocketGuard(
                people.open_sockets,
                people.players,
                people.bans,
                lambda: bus.connected,
                BannedInMatches(database, service).end,
                health,
                people.provider_accounts.strangers if people.provider.required else None,
            ),
            talk=talk,
            reports=Reports(database, writer, service, talk),
            replaying=replaying,
            history=MatchHistory(database, replaying, match_log.lines, rules.still_sealed),
            public_records=PublicRecords(database, rules.are_sealed, rules.series_in_play),
            hints=Hints(service, thinkers),
            bots=BotPlayers(
                service,
                turns,
                thinkers,
                settings.bot_pause_seconds,
                lambda row: rules.is_attended(row, service.site_time()),
                health,
            ),
            bot_answers=BotAnswers(service, thinkers),
            quick=QuickMatch(service, database),
            challenges=challenges,
            friends=Friends(database, writer, service, people.preferences, blocks),
            friends_here=FriendsHere(database, writer, bus, health),
            own_matches=OwnMatchesCopy(service, challenges, bus, health),
        )
        made._observe(people)
        made._add_gauges(base)
        return made

    def _observe(self, people: People) -> None:
        """Hand to each service those that observe it, in the order in which they are called."""
        lobby, here = self.service.lobby, self.friends_here
        self.service.live_matches.observe(self.talk.rooms, self.bots, self.bot_answers, here.tables)
        people.players.on_change.subscribe(lambda _: lobby.on_stale())  # challenges name their players
        lobby.on_stale.subscribe(here.on_stale)
        for changed in (self.friends.on_change, people.blocks.on_change, people.preferences.on_friends):
            changed.subscribe(here.changed)

    def _add_gauges(self, base: Base) -> None:
        live, hub, thinkers = self.service.live_matches, self.service.hub, self.thinkers
        gauge, processes = base.metrics.gauge, base.settings.bot_processes
        gauge("clash_matches_in_memory", "Matches held in memory.", lambda: len(live))
        gauge("clash_matches_watched", "Matches that somebody is connected to.", lambda: len(hub.live_matches))
        gauge("clash_bots_asking", "Bots that think, or wait for it.", lambda: thinkers.asking)
        queued = "The same, and those that wait for others of their owner."
        gauge("clash_bots_queued", queued, lambda: thinkers.queues.questions)
        gauge("clash_bot_processes", "Processes in which bots think.", lambda: processes)
