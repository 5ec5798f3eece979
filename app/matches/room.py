"""A match in this process: `Room`, and what its readers get: `Update`.

A room knows the newest state and the last few steps. Readers hold a cursor (a step number of this room); what came
after the cursor is one `Update`, built once per viewer kind and shared by everybody with the same cursor, so that a
slow reader costs nothing but its own lag.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar, cast

import orjson

from app.matches.models import SEATS, Meta, Seat, Status, Viewer
from engine.events import are_public

if TYPE_CHECKING:
    from app.matches.hub import Subscription
    from engine.match import Match

T = TypeVar("T")
Kind = Literal["action", "meta", "presence"]

KEPT_STEPS: Final = 16
# About how many bytes of memory a room takes (measured; docs/decisions/storage.md): itself with its newest state, each
# step and event that it remembers, and what has been drawn of it.
BYTES_OF_ROOM: Final = 30_000
BYTES_OF_STEP: Final = 7_000
BYTES_OF_EVENT: Final = 400
BYTES_OF_PAGES: Final = 220_000
BYTES_OF_STATES: Final = 30_000


class Presence(NamedTuple):
    """Who is connected: the two seats, and how many spectators."""

    A: bool = False
    B: bool = False
    watchers: int = 0


class Step(NamedTuple):
    """One change of a room: an action (with its events), a change of the match's row, or of who is present."""

    number: int
    kind: Kind
    seq: int
    match: Match | None
    meta: Meta
    presence: Presence
    events: list[dict[str, Any]]


class Update:
    """The newest state and what happened on the way to it, for any viewer.

    `full` says that the way is unknown: show the state afresh, without animation. Everything a viewer gets comes from
    `Match.view_for` and `Match.events_for`; results are kept, so asking twice, or for many connections, costs once.
    """

    __slots__ = ("_memo", "full", "id", "kinds", "last", "steps")

    def __init__(self, last: Step, steps: list[Step], *, full: bool = False) -> None:
        self.id = last.meta.id
        self.last = last
        self.steps = steps
        self.full = full
        self.kinds: frozenset[Kind] = frozenset(step.kind for step in steps)
        self._memo: dict[Hashable, Any] = {}

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
    def meta(self) -> Meta:
        """The match apart from its cards."""
        return self.last.meta

    @property
    def status(self) -> Status:
        """open, setup, playing or over."""
        return self.last.meta.status

    @property
    def presence(self) -> Presence:
        """Who is connected."""
        return self.last.presence

    @property
    def absent(self) -> Viewer:
        """The seat whose player has stayed away, so that the opponent may choose how to go on."""
        return self.last.meta.absent_at(self.last.seq)

    @property
    def takeback(self) -> Viewer:
        """The seat that asks to play its last finished turn again."""
        return self.last.meta.takeback_at(self.last.seq)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now (both while decks are built secretly)."""
        if self.match is None or self.status == "over":
            return ()
        return cast("tuple[Seat, ...]", tuple(self.match.to_act))

    def shared(self, key: Hashable, make: Callable[[], T]) -> T:
        """`make()` once per key: for whatever several connections can share, such as HTML for one viewer kind."""
        if key not in self._memo:
            self._memo[key] = make()
        return cast("T", self._memo[key])

    def view(self, viewer: Viewer) -> dict[str, Any] | None:
        """What the viewer may see of the cards (R2.5a); None before the match began."""
        match = self.match
        return None if match is None else self.shared(("view", viewer), lambda: match.view_for(viewer))

    def ears(self, viewer: Viewer) -> Viewer:
        """Whose events this viewer hears: everybody's (None) where all hear the same, so that they are told once."""
        public = self.shared("public", lambda: all(are_public(step.events) for step in self.steps))
        return None if public else viewer

    def events(self, viewer: Viewer) -> list[dict[str, Any]]:
        """What happened since the reader's last update, as the viewer may know it, in order; empty when `full`."""
        ears = self.ears(viewer)
        return self.shared(("events", ears), lambda: self._events(ears))

    def _events(self, viewer: Viewer) -> list[dict[str, Any]]:
        return [
            event
            for step in self.steps
            if step.events and step.match is not None
            for event in step.match.events_for(step.events, viewer)
        ]

    def legal(self, viewer: Viewer) -> list[dict[str, Any]]:
        """The viewer's legal actions; empty when it is not theirs to act."""
        match = self.match
        if match is None or viewer not in self.to_act:
            return []
        return self.shared(("legal", viewer), lambda: match.legal_actions(viewer))

    def state(self, viewer: Viewer) -> dict[str, Any]:
        """The object of `GET /api/matches/{id}` (api.md)."""
        meta = self.meta
        return {
            "id": meta.id,
            "seq": self.seq,
            "status": meta.status,
            "seat": viewer,
            "view": self.view(viewer),
            "legal": self.legal(viewer),
            "to_act": self.to_act,
            "result": meta.result.to_json() if meta.result else None,
            "clock": None,
            "mode": meta.mode,
            "edition": meta.edition,
            "format": meta.format,
            "names": meta.names,
            "public": meta.public,
            "casual": meta.casual,
            "seed": meta.options["seed"] if meta.casual else None,
            "present": self.presence._asdict(),
            "draw_offer": meta.draw_offer,
            "takeback_offer": self.takeback,
            "absent": self.absent,
            "rematch_offer": meta.rematch_offer,
            "next": meta.next_id,
        }

    def message(self, viewer: Viewer) -> dict[str, Any]:
        """The object of a stream for one change (api.md)."""
        meta = self.meta
        return {
            "seq": self.seq,
            "status": meta.status,
            "view": self.view(viewer),
            "events": self.events(viewer),
            "legal": self.legal(viewer),
            "to_act": self.to_act,
            "result": meta.result.to_json() if meta.result else None,
            "draw_offer": meta.draw_offer,
            "takeback_offer": self.takeback,
            "absent": self.absent,
            "rematch_offer": meta.rematch_offer,
            "next": meta.next_id,
        }

    def state_json(self, viewer: Viewer) -> bytes:
        """`state` as JSON, made once per viewer kind."""
        return self.shared(("state", viewer), lambda: orjson.dumps(self.state(viewer)))

    def answer_json(self, viewer: Viewer) -> bytes:
        """`state` with its events as JSON: the answer to an action."""
        return orjson.dumps({**self.state(viewer), "events": self.events(viewer)})

    def message_json(self, viewer: Viewer) -> str:
        """`message` as JSON text, made once per viewer kind."""
        return self.shared(("message", viewer), lambda: orjson.dumps(self.message(viewer)).decode())


class Room:
    """A match held in memory. Only `service` changes it; `lock` is held while an action is on its way to the disk."""

    __slots__ = (
        "_updates", "announced", "away", "elsewhere", "last", "lock", "on_step", "readers", "steps", "timer", "trusted",
    )  # fmt: skip

    def __init__(self, meta: Meta, match: Match | None, seq: int) -> None:
        self.lock = asyncio.Lock()
        self.readers: set[Subscription] = set()
        self.announced = Presence()  # what this process last told the others
        self.elsewhere = Presence()  # what the others told
        self.steps: deque[Step] = deque(maxlen=KEPT_STEPS)
        self.last = Step(0, "meta", seq, match, meta, Presence(), [])
        self.trusted = True  # False: a write failed, what is stored must be read again
        self.on_step: Callable[[Room], None] = lambda room: None
        self.away: dict[Seat, float] = {}  # see AbsenceService: whose absence is waited for, since when
        self.timer: asyncio.TimerHandle | None = None
        self._updates: dict[Hashable, Update] = {}

    @property
    def id(self) -> str:
        """The match's id."""
        return self.last.meta.id

    @property
    def meta(self) -> Meta:
        """The match apart from its cards."""
        return self.last.meta

    @property
    def match(self) -> Match | None:
        """The engine's match, hidden cards included; None while a seat is free."""
        return self.last.match

    @property
    def seq(self) -> int:
        """The number of actions so far."""
        return self.last.seq

    @property
    def takeback(self) -> Viewer:
        """The seat that asks to play its last finished turn again."""
        return self.meta.takeback_at(self.seq)

    @property
    def absent(self) -> Viewer:
        """The seat whose player has stayed away, so that the opponent may choose how to go on."""
        return self.meta.absent_at(self.seq)

    def add(self, kind: Kind, **changes: Any) -> Step:
        """Take one step (`seq`, `match`, `meta`, `presence`, `events`; the rest stays) and wake the readers."""
        last = self.last
        step = last._replace(**{"events": [], **changes, "number": last.number + 1, "kind": kind})
        self.last = step
        self.steps.append(step)
        self._updates.clear()
        for reader in self.readers:
            reader.wake()
        self.on_step(self)
        return step

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes."""
        if not self.steps and not self._updates:
            return BYTES_OF_ROOM
        events = sum([len(step.events) for step in self.steps])
        drawn = BYTES_OF_PAGES if self.readers else BYTES_OF_STATES
        return BYTES_OF_ROOM + BYTES_OF_STEP * len(self.steps) + BYTES_OF_EVENT * events + drawn

    def rest(self) -> None:
        """Forget how it came to the newest state, and what was drawn of it; not while somebody looks or plays."""
        if not self.readers and not self.lock.locked():
            self.steps.clear()
            self._updates.clear()

    def here(self) -> Presence:
        """Who is connected through this process."""
        held = [self.meta.seats_of(reader.player_id) for reader in self.readers]
        a, b = (any(seat in seats for seats in held) for seat in SEATS)
        return Presence(a, b, held.count(()))

    def now(self) -> Update:
        """The newest state, without what led to it."""
        return self._keep(-1, lambda: Update(self.last, [], full=True))

    def after(self, number: int, patience: int) -> Update:
        """What came after step `number`: one step at a time while at most `patience` wait, else all in one."""
        wanted = self.last.number - number
        if wanted > len(self.steps):
            return self.now()
        if wanted > patience:
            return self._keep(number, lambda: Update(self.last, list(self.steps)[-wanted:]))
        step = self.steps[-wanted]
        return self._keep(("one", number), lambda: Update(step, [step]))

    def _keep(self, key: Hashable, make: Callable[[], Update]) -> Update:
        if key not in self._updates:
            self._updates[key] = make()
        return self._updates[key]
