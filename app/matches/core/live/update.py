"""An `Update` for the readers of a match: one `Change` or several, with the newest state.

It knows nothing of the match's features, of the API (`app.matches.core.match_state`) or of pages
(`app.matches.table.drawing`): those add theirs from outside, and their results are cached here (`shared`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeVar

from app.base.live.server_messages import PresentOut, Status
from app.matches.core.match_row import MatchRow
from app.matches.core.reader_role import ReaderRole, Sides
from engine.audience import are_public, events_for
from engine.events import Event
from engine.match import LegalAction, Match
from engine.seat import Seat, Viewer
from engine.setup.views import MatchView

T = TypeVar("T")
ChangeKind = Literal["action", "row", "presence"]


class Presence(NamedTuple):
    """The connections to a match: the two seats, and the number of spectators; `is_stuck` while a computer that is to
    act cannot think, because no process for it starts.

    Fields instead of a `BySeat`: it is the key of what is drawn, and a dict cannot be one.
    """

    A: bool = False
    B: bool = False
    watchers: int = 0
    is_stuck: bool = False

    def at(self, seat: Seat) -> bool:
        """True if the player at this seat is connected."""
        return self.A if seat == "A" else self.B

    def to_json(self) -> PresentOut:
        """Return the form in which the API shows them."""
        return {"A": self.A, "B": self.B, "watchers": self.watchers}


NOBODY: Final = Presence()


class Change(NamedTuple):
    """One change of a live match: an action (with its events), a change of the match's row, or of who is present.

    `to_act` is of the state after it, and `gained` the mana with which the turn then began, 0 where that is not known;
    `match` is that state, forgotten once nobody needs it.
    """

    number: int
    kind: ChangeKind
    seq: int
    match: Match | None
    row: MatchRow
    presence: Presence
    events: list[Event]
    to_act: tuple[Seat, ...] = ()
    gained: int = 0


class Update:
    """The newest state and the events on the way to it, for any viewer. `full`: the way is unknown, so show the state
    without animation. Everything a viewer gets comes from `Match.view_for` and `Match.events_for`; results are kept, so
    asking twice, or for many connections, costs once.

    `due` says from when on awaited players who are away may be found absent, by the steady clock. `site_time` gives the
    time by which clocks run; None where an earlier change is sent again, and clocks have continued since.
    """

    __slots__ = (
        "_events", "_is_public", "_legal", "_memo", "_views", "changes", "due", "full", "id", "kinds", "last", "match",
        "presence", "row", "seq", "site_time", "to_act",
    )  # fmt: skip

    def __init__(
        self,
        last: Change,
        changes: list[Change],
        *,
        full: bool = False,
        site_time: Callable[[], float] | None = None,
        due: Mapping[Seat, float] | None = None,
    ) -> None:
        self.last = last
        self.id = last.row.id
        self.seq = last.seq  # the number of actions so far
        self.row = last.row  # the match apart from its cards
        self.match = last.match  # the engine's, None while a seat is free. Hidden cards inside: show it to nobody
        self.changes = changes
        self.full = full
        self.presence = last.presence  # the connections
        # The seats that may act now (both while decks are built secretly).
        self.to_act = () if self.match is None or self.row.status == "over" else self.match.to_act
        self.kinds: frozenset[ChangeKind] = frozenset([change.kind for change in changes])
        self.site_time = site_time
        self.due: Mapping[Seat, float] = due or {}
        self._is_public: bool | None = None
        self._views: dict[Viewer | Literal["AB"], MatchView | None] = {}
        self._events: dict[Viewer, list[Event]] = {}
        self._legal: dict[Viewer, Sequence[LegalAction]] = {}
        self._memo: dict[Hashable, object] = {}

    @property
    def number(self) -> int:
        """The step that a reader has seen after this update."""
        return self.last.number

    @property
    def status(self) -> Status:
        """open, setup, playing or over."""
        return self.row.status

    def shared(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return `make()`, called once per key, for all who want the same."""
        if key not in self._memo:
            self._memo[key] = make()
        return self._memo[key]  # type: ignore[return-value] # each key has values of one type

    def view(self, viewer: Viewer) -> MatchView | None:
        """Return the viewer's view of the cards (R2.5a); None before the match began."""
        if self.match is None:
            return None
        if viewer not in self._views:
            self._views[viewer] = self.match.view_for(viewer, sealed=self.row.is_sealed)
        return self._views[viewer]

    def view_of(self, reader: ReaderRole) -> MatchView | None:
        """Return what this reader may see of the cards; a coach sees hands as both sides have agreed."""
        hands: Viewer | Sides = reader.hands or reader.seat
        if hands != "AB":
            return self.view(hands)
        if self.match is None:
            return None
        if hands not in self._views:
            self._views[hands] = self.match.view_for("A", also="B")
        return self._views[hands]

    def legal_of(self, reader: ReaderRole) -> Sequence[LegalAction]:
        """Return what this reader may play; nothing where it is not theirs to act, or a partner's turn."""
        if reader.part is not None and self.match is not None and not reader.is_awaited(self.match):
            return []
        return self.legal(reader.seat)

    def audience(self, viewer: Viewer) -> Viewer:
        """Return the seat whose events this viewer gets.

        None where all get the same, so that they are narrated once.
        """
        if self._is_public is None:
            self._is_public = all(map(are_public, [change.events for change in self.changes]))
        return None if self._is_public else viewer

    def events(self, viewer: Viewer) -> list[Event]:
        """Return the events since the reader's last update, as the viewer may know it, in order.

        Empty when `full`.
        """
        audience = self.audience(viewer)
        if audience not in self._events:
            sealed = self.row.is_sealed
            self._events[audience] = [
                event
                for change in self.changes
                for event in events_for(change.events, audience, over=change.row.status == "over" and not sealed)
            ]
        return self._events[audience]

    def legal(self, viewer: Viewer) -> Sequence[LegalAction]:
        """Return the viewer's legal actions; empty when it is not theirs to act."""
        if self.match is None or viewer not in self.to_act:
            return []
        if viewer not in self._legal:
            self._legal[viewer] = self.match.legal_actions(viewer)
        return self._legal[viewer]
