"""A match in this process: `LiveMatch`, and what its readers get: `Update`.

A live match knows the newest state and the last few steps. Readers hold a cursor (a step number of this match); what
came after the cursor is one `Update`, built once per viewer kind and shared by everybody with the same cursor, so that
a slow reader costs nothing but its own lag.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, TypeVar, cast

from app.live.server_messages import ClockOut, Encoded, FeatureKeys, MatchState, MatchStep, PresentOut, Status, encoded
from app.matches.features import public_keys
from app.matches.features.clock import DUE, clock_out
from app.matches.live.observer import MatchObserver
from app.matches.opening import start
from app.matches.seat_holder import to_json
from app.matches.storage.match_row import MatchRow
from engine.audience import are_public, events_for
from engine.events import Event
from engine.seat import SEATS, Seat, Viewer
from engine.setup.views import SetupView
from engine.view import View

if TYPE_CHECKING:
    from engine.match import LegalAction, Match

T = TypeVar("T")
ChangeKind = Literal["action", "row", "presence"]

KEPT_CHANGES: Final = 16
KEPT_STATES: Final = 4  # the last changes whose state is kept, too, though every reader has seen it: for who comes back
# About how many bytes of memory a live match takes (measured; docs/decisions/storage.md): itself with its newest state,
# each
# step and event that it remembers, and what has been drawn of it.
BYTES_OF_MATCH: Final = 30_000
BYTES_OF_CHANGE: Final = 600
BYTES_OF_STATE: Final = 6_400
BYTES_OF_EVENT: Final = 400
BYTES_OF_PAGES: Final = 220_000
BYTES_OF_STATES: Final = 30_000


class Reader(Protocol):
    """Somebody who is woken when something has changed; see `app.matches.live.hub.Subscription`."""

    player_id: str | None
    cursor: int
    """The last change that they have got."""

    def wake(self) -> None:
        """Say that there is something new."""


class Presence(NamedTuple):
    """The connections to a match: the two seats, and the number of spectators.

    Fields instead of a `BySeat`: what is drawn is kept by it, and a dict is no key.
    """

    A: bool = False
    B: bool = False
    watchers: int = 0

    def at(self, seat: Seat) -> bool:
        """Return whether the player at this seat is connected."""
        return self.A if seat == "A" else self.B

    def to_json(self) -> PresentOut:
        """Return the form in which the API shows them."""
        return {"A": self.A, "B": self.B, "watchers": self.watchers}


class Change(NamedTuple):
    """One change of a live match: an action (with its events), a change of the match's row, or of who is present.

    `to_act` and `mana` are of the state after it; `match` is that state, forgotten once nobody needs it.
    """

    number: int
    kind: ChangeKind
    seq: int
    match: Match | None
    row: MatchRow
    presence: Presence
    events: list[Event]
    to_act: tuple[Seat, ...] = ()
    mana: int = 0


class Update:
    """The newest state and what happened on the way to it, for any viewer.

    `full` says that the way is unknown: show the state afresh, without animation. Everything a viewer gets comes from
    `Match.view_for` and `Match.events_for`; results are kept, so asking twice, or for many connections, costs once.
    """

    __slots__ = ("_memo", "_site_time", "full", "id", "kinds", "last", "changes")

    def __init__(
        self, last: Change, changes: list[Change], *, full: bool = False, site_time: Callable[[], float] | None = None
    ) -> None:
        self.id = last.row.id
        self.last = last
        self.changes = changes
        self.full = full
        self.kinds: frozenset[ChangeKind] = frozenset(change.kind for change in changes)
        self._memo: dict[Hashable, object] = {}
        self._site_time = site_time  # None: it is told again, and clocks have gone on since

    @property
    def number(self) -> int:
        """The step that a reader has seen after this update."""
        return self.last.number

    @property
    def seq(self) -> int:
        """The number of actions so far."""
        return self.last.seq

    @property
    def match(self) -> Match | None:
        """The engine's match; None while a seat is free. Hidden cards inside: show it to nobody."""
        return self.last.match

    @property
    def row(self) -> MatchRow:
        """The match apart from its cards."""
        return self.last.row

    @property
    def status(self) -> Status:
        """open, setup, playing or over."""
        return self.last.row.status

    @property
    def presence(self) -> Presence:
        """The connections."""
        return self.last.presence

    @property
    def clock(self) -> ClockOut | None:
        """The clocks as they stand now; None without, and where it is told again."""
        return None if self._site_time is None else clock_out(self.last.row, self._site_time())

    @property
    def features(self) -> FeatureKeys:
        """The features' public facts, by the keys of the API."""
        return public_keys(self.last.row, self.last.seq)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now (both while decks are built secretly)."""
        if self.match is None or self.status == "over":
            return ()
        return cast("tuple[Seat, ...]", tuple(self.match.to_act))

    def shared(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return `make()`, called once per key: for what several connections share, such as HTML for one kind of
        viewer."""
        if key not in self._memo:
            self._memo[key] = make()
        return cast("T", self._memo[key])

    def view(self, viewer: Viewer) -> View | SetupView | None:
        """Return what the viewer may see of the cards (R2.5a); None before the match began."""
        match = self.match
        return None if match is None else self.shared(("view", viewer), lambda: match.view_for(viewer))

    def audience(self, viewer: Viewer) -> Viewer:
        """Return the seat whose events this viewer gets.

        None where all get the same, so that they are narrated once.
        """
        public = self.shared("public", lambda: all(are_public(change.events) for change in self.changes))
        return None if public else viewer

    def events(self, viewer: Viewer) -> list[Event]:
        """Return what happened since the reader's last update, as the viewer may know it, in order.

        Empty when `full`.
        """
        audience = self.audience(viewer)
        return self.shared(("events", audience), lambda: self._events(audience))

    def _events(self, viewer: Viewer) -> list[Event]:
        return [
            event
            for change in self.changes
            for event in events_for(change.events, viewer, over=change.row.status == "over")
        ]

    def legal(self, viewer: Viewer) -> Sequence[LegalAction]:
        """Return the viewer's legal actions; empty when it is not theirs to act."""
        match = self.match
        if match is None or viewer not in self.to_act:
            return []
        return self.shared(("legal", viewer), lambda: match.legal_actions(viewer))

    def state(self, viewer: Viewer) -> MatchState:
        """Return the object of `GET /api/matches/{id}` (docs/api.md)."""
        row = self.row
        return {
            "type": "state",
            "id": row.id,
            "seq": self.seq,
            "status": row.status,
            "seat": viewer,
            "view": self.view(viewer),
            "legal": self.legal(viewer),
            "to_act": self.to_act,
            "result": row.result.to_json() if row.result else None,
            "clock": self.clock,
            "mode": row.mode,
            "edition": row.edition,
            "format": row.format,
            "names": {"A": row.names["A"], "B": row.names["B"]},
            "players": {"A": to_json(row.holders["A"]), "B": to_json(row.holders["B"])},
            "decks": start.decks_of(self.match),
            "public": row.public,
            "casual": row.casual,
            "rated": row.rated,
            "seed": row.options["seed"] if row.casual else None,
            "present": self.presence.to_json(),
            **self.features,
        }

    def message(self, viewer: Viewer) -> MatchStep:
        """Return the object of a stream for one change (docs/api.md)."""
        row = self.row
        return {
            "type": "update",
            "seq": self.seq,
            "status": row.status,
            "view": self.view(viewer),
            "events": self.events(viewer),
            "legal": self.legal(viewer),
            "to_act": self.to_act,
            "result": row.result.to_json() if row.result else None,
            "clock": self.clock,
            **self.features,
        }

    def state_json(self, viewer: Viewer) -> Encoded:
        """Return `state` as JSON, made once per kind of viewer; each time anew while a clock runs."""
        if self.last.row.features[DUE.name] is not None:
            return encoded(self.state(viewer))
        return self.shared(("state", viewer), lambda: encoded(self.state(viewer)))

    def answer_json(self, viewer: Viewer) -> Encoded:
        """Return `state` with its events as JSON: the answer to an action."""
        return encoded({**self.state(viewer), "events": self.events(viewer)})

    def message_json(self, viewer: Viewer) -> Encoded:
        """Return `message` as JSON text, made once per kind of viewer."""
        return self.shared(("message", viewer), lambda: encoded(self.message(viewer)))


class LiveMatch:
    """A match held in memory. Only `service` changes it; `lock` is held while an action is on its way to the disk."""

    __slots__ = (
        "_updates", "announced", "due", "elsewhere", "last", "lock", "observers", "readers", "changes",
        "site_time", "trusted",
    )  # fmt: skip

    def __init__(self, row: MatchRow, match: Match | None, seq: int) -> None:
        self.lock = asyncio.Lock()
        self.readers: set[Reader] = set()
        self.announced = Presence()  # what this process last told the others
        self.elsewhere: Presence | None = None  # what the others told; None: they were not asked
        # When awaited players who are away may be found absent, by the steady clock: see features/absence.py.
        self.due: Mapping[Seat, float] = {}
        self.changes: deque[Change] = deque(maxlen=KEPT_CHANGES)
        self.last = Change(0, "row", seq, match, row, Presence(), [], _to_act(match), _mana(match))
        self.trusted = True  # False: a write failed, what is stored must be read again
        self.observers: Sequence[MatchObserver] = ()
        self.site_time: Callable[[], float] | None = None
        self._updates: dict[Hashable, Update] = {}

    @property
    def id(self) -> str:
        """The match's id."""
        return self.last.row.id

    @property
    def row(self) -> MatchRow:
        """The match apart from its cards."""
        return self.last.row

    @property
    def match(self) -> Match | None:
        """The engine's match, hidden cards included; None while a seat is free."""
        return self.last.match

    @property
    def seq(self) -> int:
        """The number of actions so far."""
        return self.last.seq

    # Any: fields of `Change`, each of its own type.
    def add(self, kind: ChangeKind, **changes: Any) -> Change:
        """Take one step (`seq`, `match`, `row`, `presence`, `events`; the rest stays) and wake the readers."""
        last = self.last
        change = last._replace(**{"events": [], **changes, "number": last.number + 1, "kind": kind})
        if change.match is not last.match:
            change = change._replace(to_act=_to_act(change.match), mana=_mana(change.match))
        self.last = change
        self.changes.append(change)
        self._updates.clear()
        seen = change.number
        for reader in self.readers:
            reader.wake()
            seen = min(seen, reader.cursor)
        self._forget_states(seen)
        for observer in self.observers:
            observer.changed(self, change)
        return change

    def _forget_states(self, seen: int) -> None:
        """Keep only the states that some reader has not got, and the last few.

        A state is much larger than what happened on the way to it.
        """
        for place in range(len(self.changes) - KEPT_STATES - 1, -1, -1):
            change = self.changes[place]
            if change.number > seen:
                continue
            if change.match is None:
                return  # and so it is with all before
            self.changes[place] = change._replace(match=None)

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes."""
        if not self.changes and not self._updates:
            return BYTES_OF_MATCH
        events = sum([len(change.events) for change in self.changes])
        drawn = BYTES_OF_PAGES if self.readers else BYTES_OF_STATES
        states = BYTES_OF_STATE * sum([change.match is not None for change in self.changes])
        return BYTES_OF_MATCH + BYTES_OF_CHANGE * len(self.changes) + states + BYTES_OF_EVENT * events + drawn

    @property
    def in_use(self) -> bool:
        """True while somebody looks or plays."""
        return bool(self.readers) or self.lock.locked()

    def rest(self) -> None:
        """Forget how it came to the newest state, and what was drawn of it; not while somebody looks or plays."""
        if not self.in_use:
            self.changes.clear()
            self._updates.clear()

    @property
    def shared(self) -> bool:
        """True if other workers may need to hear of its changes; only with a reader here is it known that none do."""
        return not self.readers or self.elsewhere != Presence()

    def here(self) -> Presence:
        """Return who is connected through this process."""
        held = [self.row.seats_of(reader.player_id) for reader in self.readers]
        a, b = (any(seat in seats for seats in held) for seat in SEATS)
        return Presence(a, b, held.count(()))

    def now(self) -> Update:
        """Return the newest state, without what led to it."""
        return self._keep(-1, lambda: Update(self.last, [], full=True, site_time=self.site_time))

    def after(self, number: int, max_lag: int) -> Update:
        """Return what came after change `number`: one change at a time while at most `max_lag` wait,
        else all in one."""
        wanted = self.last.number - number
        if wanted > len(self.changes):
            return self.now()
        if wanted > max_lag:
            changes = list(self.changes)[-wanted:]
            return self._keep(number, lambda: Update(self.last, changes, site_time=self.site_time))
        change = self.changes[-wanted]
        return self._keep(("one", number), lambda: Update(change, [change], site_time=self.site_time))

    def _keep(self, key: Hashable, make: Callable[[], Update]) -> Update:
        if key not in self._updates:
            self._updates[key] = make()
        return self._updates[key]


def _to_act(match: Match | None) -> tuple[Seat, ...]:
    return () if match is None else tuple(match.to_act)


def _mana(match: Match | None) -> int:
    return match.position.mana if match is not None and match.position is not None else 0
