"""Notifies absent players: it has become their turn, a friend has sat down at their table, somebody challenges them,
their board of a tournament is open, or it is over; and an organizer's channel of each round. A notification is stored
with the time at which it is due. The first worker to claim it then sends it, if its reason still holds. See
docs/decisions/push.md."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, NamedTuple

import sqlalchemy as sa
import structlog

from app.base.errors import AppError
from app.base.i18n import use_language
from app.base.live.models import presence
from app.base.seconds import DAY
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.store.upsert import upsert
from app.base.tasks import TaskHealth, TaskSet
from app.contests.tournaments.models import tournaments
from app.contests.tournaments.storage.feed import TournamentFeed
from app.matches.core.features.tournament import TOURNAMENT
from app.matches.core.finding import challenge_rows
from app.matches.core.finding.challenge_rows import Challenge
from app.matches.core.live.live_match import LiveMatch, MatchObserver
from app.matches.core.live.update import Change
from app.matches.core.match_row import MatchRow
from app.matches.core.memory.ongoing import OngoingMatch
from app.matches.core.seat_holder import FREE
from app.matches.core.service import MatchService
from app.people.players.preference_service import PreferenceService
from app.people.players.preferences import Preferences
from app.site.push import rounds
from app.site.push.models import OWN, notifications, subscriptions
from app.site.push.quiet import quiet_until
from app.site.push.service import IS_REACHED, WAY, PushService, id_of, language_of
from app.site.push.target import Target
from app.site.push.words import NotificationKind, PushMessage, challenge_message, message_of
from engine.seat import SEATS, Seat

PAUSE: Final = 4.0  # seconds in which a page may be reloaded, or the player come back in another way
CHECK_SECONDS: Final = (
    30.0  # seconds between two searches for what other workers have left, and for the end of quiet hours
)
RETRY_DELAY: Final = 120.0  # seconds at least until a notification is tried again that failed, or whose worker died
PART_OF_AGE: Final = 0.25  # of its age, if that is more
TOO_OLD: Final = DAY  # seconds; quiet hours do not count
BATCH_SIZE: Final = 50
READERS: Final = 8  # notifications claimed at once

log = structlog.get_logger(__name__)


class Notification(NamedTuple):
    """A due notification and its player; `hook` is empty for the player's browsers. It is about a match or a round."""

    player_id: str
    match_id: str | None
    kind: NotificationKind
    seq: int
    at: float
    hook: str = ""
    about: str = ""
    tournament_id: str | None = None

    @property
    def id(self) -> str:
        """An id that stays equal each time the notification is sent."""
        return id_of(":".join(map(str, (self.player_id, self.hook, self.about, self.kind, self.seq, self.at))))


class Notifications(MatchObserver):
    """Records reasons to notify a player, and sends them when due."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        matches: MatchService,
        preferences: PreferenceService,
        push: PushService,
        feed: TournamentFeed,
        pause: float = PAUSE,
        health: TaskHealth | None = None,
    ) -> None:
        self._database = database
        self._writer = writer
        self._matches = matches
        self._preferences = preferences
        self._push = push
        self._feed = feed
        self._pause = pause
        self._before: dict[str, tuple[MatchRow, tuple[Seat, ...]]] = {}
        self.tasks = TaskSet(health)
        self._readers = asyncio.Semaphore(READERS)
        self._wake = asyncio.Event()
        self.is_on = push.is_on or push.has_hooks
        if self.is_on:
            matches.opening.on_storing.subscribe(self._record_round)
            matches.opening.on_opened.subscribe(lambda _: self._wake_later())
            feed.on_storing.subscribe(partial(rounds.record, pause=pause))

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Send what is due within the block; then another worker does, or the next run."""
        async with self.tasks:
            if self.is_on:
                self.tasks.forever("notifications", self._forever)
            yield

    # -- reasons

    def opened(self, live: LiveMatch) -> None:
        """Remember the state of the match: only changes notify."""
        self._before[live.id] = (live.row, live.last.to_act)

    def closed(self, live: LiveMatch) -> None:
        """Forget it."""
        self._before.pop(live.id, None)

    def changed(self, live: LiveMatch, change: Change) -> None:
        """Store the notifications for this change: to players who are not connected here."""
        row = change.row
        before, to_act = self._before.get(live.id, (row, change.to_act))
        self._before[live.id] = (row, change.to_act)
        if row.hotseat or not row.has_two_guests or row.status == "over":
            return
        if before.status == "open" != row.status:
            seated = (seat for seat in SEATS if before.holders[seat] != FREE)
            called: list[tuple[Seat, NotificationKind]] = [(seat, "seat") for seat in seated]
        else:
            called = [(seat, "turn") for seat in change.to_act if seat not in to_act]
        for seat, kind in called:
            if not change.presence.at(seat):
                for player in row.awaited_at(seat, change.match):
                    self.tasks.run(self._store(Notification(player.id, live.id, kind, change.seq, time.time())))

    def _record_round(self, connection: sa.Connection, row: MatchRow) -> None:
        """Store the notifications of a match that a tournament opens, in its transaction: a worker killed afterwards
        loses none. Any later event notifies again; but a round that is paired again notifies nobody twice."""
        now, guests = time.time(), [guest.id for guest in row.guests]
        values = {
            "match_id": row.id,
            "about": row.id,
            "kind": "round",
            "seq": -1,
            "at": now,
            "due_at": now + self._pause,
        }
        reachable = sa.select(subscriptions.c.player_id, WAY, *map(sa.literal, values.values()))
        reachable = reachable.where(subscriptions.c.player_id.in_(guests), IS_REACHED).distinct()
        tournament_id = TOURNAMENT.of(row)
        if tournament_id is not None and row.rematch_of is None:
            newest = sa.select(tournaments.c.round).where(tournaments.c.id == tournament_id)
            number = connection.execute(newest).scalar_one()
            reachable = reachable.where(~rounds.is_noted(rounds.name_of(tournament_id, number)))
        connection.execute(sa.insert(notifications).from_select(["player_id", "hook", *values], reachable))

    def _wake_later(self) -> None:
        asyncio.get_running_loop().call_later(self._pause, self._wake.set)

    def challenged(self, challenge: Challenge) -> None:
        """Store the notification of a challenge. No action has number -1: any later event notifies again."""
        if self.is_on:
            self.tasks.run(self._store(Notification(challenge.to_id, challenge.row.id, "asked", -1, time.time())))

    async def _store(self, notification: Notification) -> None:
        """Store a notification for a player who can be reached and wants it; once, even if several workers saw the
        reason."""
        ways = await self._push.ways(notification.player_id)
        if not ways:
            return
        due, about = notification.at + self._pause, notification.match_id
        rows = [{**notification._asdict(), "hook": way, "about": about, "due_at": due} for way in ways]
        put = upsert(self._database.engine, notifications, newer="seq").values(rows)
        await self._writer.execute(put)
        asyncio.get_running_loop().call_later(self._pause, self._wake.set)

    # -- sending

    async def _forever(self) -> None:
        while True:
            try:
                await self._begin_what_is_due()
            except AppError:
                log.debug("no_look_for_calls")  # the database is away, which is logged where it happened
            try:
                async with asyncio.timeout(CHECK_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                continue
            self._wake.clear()

    async def run_due(self) -> None:
        """Send everything that is due now, except what another worker has claimed."""
        await asyncio.gather(*await self._begin_what_is_due())

    async def _begin_what_is_due(self) -> list[asyncio.Task[None]]:
        """Begin to send what is due, and do not wait: one guest's slow push service does not hold up the others."""
        begun: list[asyncio.Task[None]] = []
        while some := await self._writer.job(_take_on):
            begun += [self.tasks.run(self._send(notification)) for notification in some]
        return begun

    async def _send(self, notification: Notification) -> None:
        """Send one notification. An unexpected error settles it: it would recur each time, for a day."""
        try:
            await self._try_to_send(notification)
        except AppError:
            raise  # the database is away: it is due again later
        except Exception:
            log.exception("call_failed", kind=notification.kind)
            await self._settle(notification, None)

    async def _try_to_send(self, notification: Notification) -> None:
        async with self._readers:
            chosen = await self._preferences.of(notification.player_id)
            of_channel = notification.hook not in ("", OWN)
            wanted = of_channel or _wants(chosen, notification.kind)
            words = await self._words_of(notification) if wanted else None
            quiet = None if of_channel else quiet_until(chosen, time.time())
            found = await self._push.targets(notification.player_id, notification.hook) if words and not quiet else []
            targets = [target for target in found if not target.is_off]
        if words is None or quiet is not None:
            await self._settle(notification, quiet if words else None)
            return
        if notification.kind == "round" and notification.match_id is not None and targets:
            match_id, player_id, hook = notification.match_id, notification.player_id, notification.hook
            await self._writer.job(lambda connection: rounds.note_match(connection, match_id, player_id, hook))
        if await self._reach(notification, chosen, words, targets) or time.time() - notification.at > TOO_OLD:
            await self._settle(notification, None)

    async def _words_of(self, notification: Notification) -> Callable[[], PushMessage] | None:
        """Return the words of a notification, to be called in the right language; None if its reason no longer
        holds."""
        mine = await self._matches.ongoing_of(notification.player_id)
        waiting = sum(one.awaited for one in mine)
        if notification.tournament_id is not None:
            tournament = (await self._feed.current(notification.tournament_id)).tournament
            return rounds.words_of(tournament, notification.player_id, notification.hook, notification.seq, waiting)
        if notification.kind == "asked":
            received = await self._database.read(partial(challenge_rows.of_player, player_id=notification.player_id))
            known = next(
                (one for one in received if (one.row.id, one.to_id) == (notification.match_id, notification.player_id)),
                None,
            )
            return None if known is None else partial(challenge_message, known, waiting)
        here = next((one for one in mine if one.row.id == notification.match_id), None)
        if here is None or here.seat is None or not await self._holds(notification, here):
            return None
        tournament_id = TOURNAMENT.of(here.row)
        if notification.kind == "round" and tournament_id is not None:
            tournament = (await self._feed.current(tournament_id)).tournament
            return rounds.words_of_match(tournament, here.row, here.seat, waiting)
        return partial(message_of, notification.kind, here.row, here.seat, waiting)

    async def _holds(self, notification: Notification, here: OngoingMatch) -> bool:
        """True if the player is still to be notified: awaited, and connected nowhere."""
        if notification.kind == "turn" and not here.awaited:
            return False
        mine = presence.c.a if here.seat == "A" else presence.c.b
        query = sa.select(sa.exists().where(presence.c.match_id == notification.match_id, mine))
        return not await self._database.read_autocommit(lambda connection: connection.execute(query).scalar_one())

    async def _reach(
        self, notification: Notification, chosen: Preferences, words: Callable[[], PushMessage], targets: list[Target]
    ) -> bool:
        """True if every browser, or hook, that still exists has got it."""
        outcomes = []
        for target in targets:
            with use_language(language_of(target, chosen.language)):
                message = words()
            if target.hook is not None:
                message |= {"id": notification.id, "at": int(notification.at)}
            outcomes.append(self._push.send(notification.player_id, target, message))
        return "later" not in await asyncio.gather(*outcomes)

    async def _settle(self, notification: Notification, due_at: float | None) -> None:
        """Record that a notification has been sent, or when it is due; a newer one is left alone."""
        stored = notifications.c
        same = [stored[name] == getattr(notification, name) for name in ("player_id", "hook", "about")]
        change = sa.update(notifications).where(*same, stored.seq == notification.seq).values(due_at=due_at)
        await self._writer.execute(change)


def _wants(chosen: Preferences, kind: NotificationKind) -> bool:
    wishes = {
        "turn": chosen.notify_turn,
        "seat": chosen.notify_seat,
        "asked": chosen.notify_asked,
        "round": chosen.notify_turn,
        "over": chosen.notify_turn,
    }
    return wishes[kind] == "on"


def _take_on(connection: sa.Connection) -> list[Notification]:
    """Claim a batch of due notifications: no other worker takes them for a while, which grows with their age."""
    now = time.time()
    stored = notifications.c
    key = sa.tuple_(stored.player_id, stored.hook, stored.about)
    due = sa.select(stored.player_id, stored.hook, stored.about).where(stored.due_at <= now).limit(BATCH_SIZE)
    again = sa.case(
        (now - stored.at > RETRY_DELAY / PART_OF_AGE, now + (now - stored.at) * PART_OF_AGE), else_=now + RETRY_DELAY
    )
    taken = sa.update(notifications).where(key.in_(due), stored.due_at <= now).values(due_at=again)
    rows = connection.execute(taken.returning(*(stored[name] for name in Notification._fields)))
    return [Notification(*row) for row in rows]
