"""`Feature`: a part of a match outside the rules (a takeback, a claim, a clock), as one unit. A feature declares its
columns in the match's row, its message, its keys of the public state and its actions of the record, and it observes the
matches in memory. It imports neither the service nor the tables: it acts only through `MatchActions`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

from app.base.errors import Code
from app.base.live.client_messages import FeatureIn
from app.matches.core.live.live_match import LiveMatch, MatchObserver
from app.matches.core.live.update import Update
from app.matches.core.match_row import MatchRow
from app.matches.core.schemas import NewMatch
from app.matches.core.seat_holder import SeatChange
from engine.match import Match
from engine.seat import Seat, Viewer

T = TypeVar("T")
Fact = str | int | float | bool | None
OfferAnswer = Literal["offer", "withdraw", "accept", "decline"]
"""Answers to an offer: make one, take your own back, accept or decline the other's."""
REFUSALS: Final = (400, 401, 403, 404, 409, 422, 429)


class Condition(NamedTuple):
    """A condition that the database must meet now: one of these values in this column."""

    column: str
    values: tuple[Fact, ...]


class StoredValue(Generic[T]):
    """A value that a feature keeps in the match's row: a column of `matches`, null until it is set.

    `length` is the most letters of a text, None where it is a `number`. A new one needs a migration.
    """

    def __init__(self, name: str, *, length: int | None = None, number: type[int | float] = int) -> None:
        self.name = name
        self.length = length
        self.number = number

    def of(self, row: MatchRow) -> T | None:
        """Return the value in this row."""
        return row.features[self.name]  # type: ignore[return-value] # read twenty times for each move

    def among(self, *values: Fact) -> Condition:
        """Return the condition that the database holds one of these values."""
        return Condition(self.name, values)


@dataclass(frozen=True, slots=True)
class RowChange:
    """A change of a match's row, made only if the database agrees with all conditions; else AppError(`code`).

    `statuses` are those that the match may have, `newest` the number of actions that must still be the newest, and
    `unconnected` a seat whose player no worker may have connected. `seated`: who takes whose place with it.
    """

    code: Code
    values: Mapping[str, Fact]
    conditions: tuple[Condition, ...] = ()
    statuses: tuple[str, ...] = field(default=(), kw_only=True)
    newest: int | None = field(default=None, kw_only=True)
    unconnected: Viewer = field(default=None, kw_only=True)
    seated: SeatChange | None = field(default=None, kw_only=True)


class NextMatch(NamedTuple):
    """The next match as a feature wants it: options that change, and columns."""

    options: Mapping[str, object]
    columns: Mapping[str, Fact]


class PlayedAction(NamedTuple):
    """An action that is about to be stored: its player, its type, from which state to which, and how many events
    it led to; `now` is the site's time."""

    seat: Seat
    kind: str
    before: Match
    after: Match
    events: int
    now: float

    @property
    def over(self) -> bool:
        """True if the action ends the match."""
        return self.after.outcome is not None


class MatchActions(Protocol):
    """The service as features see it. The caller holds the match's lock."""

    grace: float  # seconds that a player may be away
    is_banned: Callable[[str], bool]  # whether the host keeps a player out, by id

    async def change(self, live: LiveMatch, change: RowChange) -> None:
        """Change the match's row, and publish it to everybody who watches."""

    async def play(self, live: LiveMatch, seat: Seat, action: Mapping[str, object]) -> Update:
        """Play an action that the feature has made sure of."""

    async def open_next(self, live: LiveMatch) -> str:
        """Open another match with the same players, in its series or with seats changed, and return its id."""

    async def live_match(self, match_id: str) -> LiveMatch:
        """Return another match, as it is stored now; AppError(no_such_match)."""

    async def begin(self, live: LiveMatch) -> None:
        """Begin a match that has waited for its players (`gathering.py`); AppError(already_begun)."""

    async def close_ungathered(self) -> None:
        """Close the matches that have waited for their players for too long."""

    def site_time(self) -> float:
        """Return the site's time (`app.base.live.site_clock`) as this worker knows it."""

    async def confirmed_time(self) -> float:
        """Return the site's time as the database has it."""

    async def overdue(self, column: str, before: float) -> list[LiveMatch]:
        """Return matches in play whose `column`, a time of a feature's, is earlier than `before`: the first few."""


class Feature(MatchObserver):
    """One feature. Its docstring is what the API's description says of its call."""

    name: ClassVar[str]
    """The type of its message, and the last part of its path in the API."""
    price: ClassVar[str] = "act"
    """The limit of its messages (a key of `app.base.web.limits.TABLE`)."""
    message: ClassVar[type[FeatureIn] | None] = None
    """The class of its messages: a page's message, and the body of its call where it has more keys than its type. None:
    the feature takes no messages."""
    refusals: ClassVar[tuple[int, ...]] = REFUSALS
    action: ClassVar[str | None] = None
    """The type of the record's actions that only this feature plays; anybody else gets the refusal TYPE_by_offer."""
    stored: ClassVar[tuple[StoredValue[Any], ...]] = ()  # columns of any type
    chosen: ClassVar[tuple[StoredValue[Any], ...]] = ()
    """The columns that the host of a match chooses: tables are alike only where these are."""
    template: ClassVar[str | None] = None
    """Macros: `line` next to the table, `notice` on every stage, `menu`, each with an
    `app.matches.table.scene.Scene`; `questions`, without."""

    def __init__(self, actions: MatchActions) -> None:
        self.actions = actions

    @classmethod
    def keys(cls, row: MatchRow) -> dict[str, Fact]:
        """Return this feature's part of `app.base.live.server_messages.FeatureKeys`."""
        return {}

    @classmethod
    def keys_after(cls, row: MatchRow, seq: int) -> dict[str, Fact]:
        """Return what of that holds after `seq` actions only."""
        return {}

    @classmethod
    def choices(cls, row: MatchRow, viewer: Viewer, both: bool) -> Mapping[str, Fact]:
        """Return the facts that its template needs for this viewer, in addition to `keys`; `both`: they hold both
        seats."""
        return {}

    @classmethod
    def choices_now(cls, match: Match | None, viewer: Viewer, both: bool) -> Mapping[str, Fact]:
        """Return the viewer's choices that change while only cards move."""
        return {}

    @classmethod
    def opened_with(cls, new: NewMatch, seat: Seat) -> Mapping[str, Fact]:
        """Return which of its columns are set by what its host, at `seat`, asks for. AppError where that cannot be."""
        return {}

    @classmethod
    def goes_with(cls, row: MatchRow) -> Mapping[str, Fact]:
        """Return which of its columns the next match of a series gets from this one."""
        return {}

    @classmethod
    def preferred_options(cls, row: MatchRow) -> Mapping[str, object]:
        """Return the keys of `NewMatch` with which another match like this one is opened."""
        return {}

    @classmethod
    def follows(cls, row: MatchRow, match: Match | None) -> NextMatch | None:
        """Return the match that must follow this one, with the same seats; None: nothing must."""
        return None

    @classmethod
    def repeats(cls, row: MatchRow) -> NextMatch | None:
        """Return the part of it that a rematch keeps; None: nothing."""
        return None

    @classmethod
    def option_words(cls, row: MatchRow) -> tuple[str, ...]:
        """Return the chosen options, in a word or two each, for lists of tables."""
        return ()

    @classmethod
    def begun(cls, row: MatchRow, match: Match, now: float) -> dict[str, Fact]:
        """Return the columns that are set when a match begins, at `now` by the site's clock."""
        return {}

    @classmethod
    def after(cls, row: MatchRow, played: PlayedAction) -> dict[str, Fact]:
        """Return the columns that change with a player's action; nearly always none."""
        return {}

    @classmethod
    def conditions(cls, row: MatchRow, seat: Seat) -> RowChange:
        """Return the conditions on the database, and the change there, when the feature's own action is played.

        Every feature that names an `action` has this.
        """
        raise NotImplementedError

    # Any: each feature has a message class of its own.
    async def handle(self, live: LiveMatch, player_id: str, message: Any, seat: Viewer) -> None:
        """Carry out a message of class `message`; the match's lock is held. `seat` is named at a hot seat only."""
        raise NotImplementedError

    async def check(self, live: LiveMatch) -> None:
        """Refuse any action now, if need be; the match's lock is held."""

    async def due(self) -> None:
        """Do what is due by the database: called every few seconds."""

    async def asked(self, live: LiveMatch, seat: Viewer) -> None:
        """Called when the program of this seat has requested the match, which shows that it is present."""

    def close(self) -> None:
        """End what is under way: the process ends."""
