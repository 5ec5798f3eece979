"""`LiveMatch`: a match in the memory of this process.

It knows the newest state and the last few steps. Readers hold a cursor (a step number of this match); what came after
the cursor is one `Update`, built once and shared by everybody with the same cursor, so that a slow reader costs nothing
but its own lag.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import ClassVar, Final, Protocol

from app.matches.core.live.update import NOBODY, Change, ChangeKind, Presence, Update
from app.matches.core.match_row import MatchRow
from engine.events import Event
from engine.match import Match
from engine.seat import SEATS, Seat

MAX_CHANGES: Final = 16
MAX_STATES: Final = (
    4  # the last changes whose state is kept, too, though every reader has seen it: for readers who come back
)


class Reader(Protocol):
    """Somebody who is woken when something has changed; see `app.matches.core.live.hub.Subscription`."""

    player_id: str | None
    cursor: int
    """The last change that they have got."""
    in_front: bool
    """False while they will get nothing but the newest state."""

    def wake(self) -> None:
        """Wake the readers."""


class MatchObserver:
    """Called about every match in memory once `LiveMatches.observe` has it; a call is quick and never waits."""

    follows_moves: ClassVar[bool] = True
    """False where a move means nothing as long as the match's row stays as it is."""

    def opened(self, live: LiveMatch) -> None:
        """A match has come into memory: a new one, or one that somebody requested."""

    def changed(self, live: LiveMatch, change: Change) -> None:
        """A change has been added to a match; with `follows_moves` False it is none that moves cards alone."""

    def on_chat(self, live: LiveMatch, number: int) -> None:
        """The number of the last line of chat (`matches.talk`)."""

    def closed(self, live: LiveMatch) -> None:
        """A match has been forgotten; there are no more calls about it."""


class LiveMatch:
    """A match held in memory; `lock` is held while an action is on its way to the disk.

    It changes by four methods alone: `step`, `set_facts`, `set_presence` and `set_stuck`. Everybody else only reads it.
    """

    __slots__ = (
        "_movers", "_observers", "_site_time", "_updates", "_waiting", "announced", "changes", "due", "elsewhere", "id",
        "is_stale", "last", "lock", "match", "readers", "row", "seq",
    )  # fmt: skip

    def __init__(self, row: MatchRow, match: Match | None, seq: int) -> None:
        self.lock = asyncio.Lock()
        self.id = row.id
        self.row = row  # the match apart from its cards
        self.match = match  # the engine's, hidden cards included; None while a seat is free
        self.seq = seq  # the number of actions so far
        self.last = Change(0, "row", seq, match, row, NOBODY, [], _to_act(match))
        self.changes: deque[Change] = deque(maxlen=MAX_CHANGES)
        self.readers: set[Reader] = set()
        self.announced = NOBODY  # who is connected here, as last published to the other workers
        self.elsewhere: Presence | None = None  # who is connected at other workers; None: they were not asked
        self.due: Mapping[Seat, float] = {}
        self.is_stale = False  # True: a write failed, or another worker was faster; read the stored match again
        self._observers: Sequence[MatchObserver] = ()
        self._movers: Sequence[MatchObserver] = ()  # those of them that follow moves
        self._site_time: Callable[[], float] | None = None
        self._updates: dict[Hashable, Update] = {}
        self._waiting = set[Reader]()  # those who have got what the last step brought them

    # -- held by `LiveMatches`, followed by readers

    def hold(
        self,
        observers: Sequence[MatchObserver],
        movers: Sequence[MatchObserver],
        site_time: Callable[[], float] | None,
    ) -> None:
        """Call these about it from now on, where only cards move `movers` alone; by `site_time` clocks run."""
        self._observers, self._movers, self._site_time = observers, movers, site_time

    def release(self) -> None:
        """Call nobody any more: somebody may still hold a reference."""
        self._observers = self._movers = ()

    def subscribe(self, reader: Reader) -> None:
        """Wake this reader after each step."""
        self.readers.add(reader)

    def unsubscribe(self, reader: Reader) -> None:
        """Wake this reader no more."""
        self.readers.discard(reader)
        self._waiting.discard(reader)

    # -- how it changes

    def step(
        self,
        kind: ChangeKind,
        *,
        seq: int | None = None,
        match: Match | None = None,
        row: MatchRow | None = None,
        presence: Presence | None = None,
        events: Sequence[Event] = (),
    ) -> Change:
        """Take one step (what is not named stays) and wake the readers."""
        last = self.last
        to_act, gained = last.to_act, last.gained
        if match is None:
            match = last.match
        elif match is not last.match:
            to_act, gained = _to_act(match), _gained(events, match, last)
        row, presence = row or last.row, presence or last.presence
        number, seq = last.number + 1, last.seq if seq is None else seq
        change = Change(number, kind, seq, match, row, presence, list(events), to_act, gained)
        self.last, self.row, self.match, self.seq = change, row, match, seq
        self.changes.append(change)
        self._updates.clear()
        self._waiting.clear()
        seen = number
        for reader in self.readers:
            reader.wake()
            if reader.in_front and reader.cursor < seen:
                seen = reader.cursor
        self._forget_states(seen)
        for observer in self._movers if kind == "action" and row is last.row else self._observers:
            observer.changed(self, change)
        return change

    def set_facts(self, *, due: Mapping[Seat, float]) -> None:
        """Set what no row holds: the times from which awaited players who are away may be claimed on."""
        self.due = due
        self._updates.clear()

    def set_presence(self, here: Presence, elsewhere: Presence | None) -> None:
        self.announced, self.elsewhere = here, elsewhere
        there = elsewhere or NOBODY
        watchers = here.watchers + there.watchers
        together = Presence(here.A or there.A, here.B or there.B, watchers, self.last.presence.is_stuck)
        if together != self.last.presence:
            self.step("presence", presence=together)

    def set_stuck(self, *, is_stuck: bool) -> None:
        """Say whether a computer that is to act here cannot think."""
        if is_stuck != self.last.presence.is_stuck:
            self.step("presence", presence=self.last.presence._replace(is_stuck=is_stuck))

    def invalidate(self) -> None:
        """Read what is stored before the next use."""
        self.is_stale = True

    def validate(self) -> None:
        """The stored state is read."""
        self.is_stale = False

    def publish_chat(self, number: int) -> None:
        """Publish the number of the last line of chat to the observers."""
        for observer in self._observers:
            observer.on_chat(self, number)

    # -- memory

    def _forget_states(self, seen: int) -> None:
        """Keep only the states that some reader has not got, and the last few.

        A state is much larger than what happened on the way to it.
        """
        for index in range(len(self.changes) - MAX_STATES - 1, -1, -1):
            change = self.changes[index]
            if change.number > seen:
                continue
            if change.match is None:
                return  # and so it is with all before
            self.changes[index] = change._replace(match=None)

    def reader_waits(self, reader: Reader) -> None:
        """Note that this reader waits for the next step. Once all of them do, forget what was drawn of the last one:
        most of the time a match waits for its players."""
        self._waiting.add(reader)
        if len(self._waiting) >= len(self.readers):
            self._updates.clear()

    @property
    def in_use(self) -> bool:
        """True while somebody watches or plays."""
        return bool(self.readers) or self.lock.locked()

    def rest(self) -> None:
        """Forget the steps to the newest state, and its drawings; not while somebody watches or plays."""
        if not self.in_use:
            self.changes.clear()
            self._updates.clear()

    # -- what others read

    @property
    def shared(self) -> bool:
        """True if other workers may need hints of its changes; only with a reader here is it known that none do."""
        return not self.readers or self.elsewhere != NOBODY

    def here(self) -> Presence:
        """The players connected through this process."""
        held = [self.row.seats_of(reader.player_id) for reader in self.readers]
        a, b = (any(seat in seats for seats in held) for seat in SEATS)
        return Presence(a, b, held.count(()))

    def now(self) -> Update:
        """Return the newest state, without what led to it."""
        return self._update(-1, self.last, [], full=True)

    def after(self, number: int, max_lag: int) -> Update:
        """Return the changes after change `number`: one change at a time while at most `max_lag` wait, and its state is
        not forgotten, else all in one."""
        wanted = self.last.number - number
        if wanted > len(self.changes):
            return self.now()
        change = self.changes[-wanted]
        if wanted > max_lag or (change.match is None and self.match is not None):
            return self._update(number, self.last, list(self.changes)[-wanted:])
        return self._update(("one", number), change, [change])

    def _update(self, key: Hashable, last: Change, changes: list[Change], *, full: bool = False) -> Update:
        update = self._updates.get(key)
        if update is None:
            update = self._updates[key] = Update(last, changes, full=full, site_time=self._site_time, due=self.due)
        return update


def _to_act(match: Match | None) -> tuple[Seat, ...]:
    return () if match is None else tuple(match.to_act)


def _gained(events: Sequence[Event], match: Match | None, last: Change) -> int:
    """Return the mana with which the turn after these events began; as before them, where nothing says otherwise.

    In the first turn of a match that begins with a position that is the mana before the first play.
    """
    for event in reversed(events):
        if event["type"] == "mana":
            return int(event["amount"])
        if event["type"] == "taken_back":
            position = match.position if match is not None else None
            return position.mana if position is not None else 0
    if not last.gained and last.match is not None and last.match.position is not None:
        return last.match.position.mana
    return last.gained
