"""The JSON bodies of tournaments (docs/api.md), also used by the pages to read their forms."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    StrictBool,
    StrictInt,
    TypeAdapter,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)

from app.base.errors import AppError, Code
from app.base.live.client_messages import Strict
from app.base.seconds import WEEK
from app.contests.tournaments.models import TOURNAMENT_NAME_LENGTH
from app.contests.tournaments.rules.options import OF_SYSTEMS, Arena, Knockout, League, RoundRobin, Swiss
from app.matches.core.clocks.clock_option import AnyClock
from app.matches.core.schemas import Wishes
from app.people.players.names import clean_text

ReasonText = Annotated[
    str,
    Field(max_length=200, description="what the players read in the log"),
    AfterValidator(lambda text: clean_text(text, 200)),
]
LATEST: Final = 4_102_444_800  # seconds since 1970: the year 2100
Number = Annotated[StrictInt, Field(ge=1, le=10_000)]
OutcomeName = Literal["a", "b", "draw", "neither"]
StatusName = Literal["open", "playing", "paused", "over", "cancelled"]
SystemName = Literal["round_robin", "league", "knockout", "swiss", "arena"]
StateName = Literal["asked", "in", "paused", "out"]


def tournament_name(text: str) -> str:
    """Return a name made harmless, as those of players are; ValueError where nothing is left of it."""
    cleaned = clean_text(text, TOURNAMENT_NAME_LENGTH)
    if not cleaned:
        raise ValueError("a name has at least one visible character")
    return cleaned


class TournamentOptions(Wishes, frozen=True):
    """The options that all systems have, next to those of its matches. Times are in seconds."""

    name: Annotated[str, Field(min_length=1, max_length=TOURNAMENT_NAME_LENGTH), AfterValidator(tournament_name)]
    # what is played
    clock: AnyClock | None = None
    decks: Literal["table", "own"] = Field(
        default="table", description='"own": constructed decks that are handed in at entry, checked and locked'
    )
    decks_shown: Literal["end", "opponents"] = Field(
        default="end", description="when handed-in decks are shown: to all at the end, or to opponents before, too"
    )
    rated: StrictBool = True
    box: StrictBool = Field(
        default=False,
        description="played with the players' own cards: boards open no match, players report the results; not rated"
        " unless `rated` is given as true and both players of a board agree",
    )
    # how it goes
    gap: StrictInt | None = Field(
        default=60, ge=0, le=WEEK, description="seconds between rounds; null: when an organizer says so"
    )
    begins_at: float | None = Field(
        default=None,
        ge=0,
        le=LATEST,
        description="when an organizer means to start it, in seconds since 1970: for pages and calendars",
    )
    show_up: StrictInt = Field(
        default=300, ge=10, le=2 * WEEK, description="seconds in which players must come to their match"
    )
    late_until: StrictInt | None = Field(
        default=None, ge=1, le=20, description="the last round from which one may enter; null: half of the rounds"
    )
    entry: Literal["open", "approval", "invitation"] = "open"
    computers: StrictInt | None = Field(
        default=None,
        ge=1,
        le=6,
        description="the level of computer players: organizers may add some, and an odd one plays one instead of a bye",
    )
    programs: StrictBool = Field(default=False, description="bot accounts may enter")
    spectators: StrictBool = Field(default=True, description="anybody may watch its matches and find it in the list")
    caster: StrictInt | None = Field(
        default=None,
        ge=60,
        le=3600,
        description="a link shows both hands, so many seconds late; players can see that there is one",
    )

    @model_validator(mode="before")
    @classmethod
    def _own(cls, given: object) -> object:
        """Read null as the system's own; AppError(not_of_system) for an option of another system."""
        if not isinstance(given, dict):
            return given
        for name in OF_SYSTEMS:
            if name not in cls.model_fields and given.get(name) is not None:
                raise AppError(Code.not_of_system, option=name)
        rated = {"rated": False} if given.get("box") is True else {}  # unless the organizer says so
        return rated | {name: value for name, value in given.items() if value is not None or name not in OF_SYSTEMS}

    def stored(self) -> dict[str, object]:
        """Return the options as they are stored and shown, with null for each option of a system that was not given."""
        unset = set(OF_SYSTEMS) - self.model_fields_set
        return dict.fromkeys(OF_SYSTEMS) | self.model_dump(mode="json", exclude=unset)


class NewRoundRobin(RoundRobin, TournamentOptions, frozen=True):
    """A round robin to open."""


class NewLeague(League, TournamentOptions, frozen=True):
    """A league to open."""


class NewKnockout(Knockout, TournamentOptions, frozen=True):
    """A knockout to open."""


class NewSwiss(Swiss, TournamentOptions):
    """A Swiss tournament to open; everything but its name has a default."""

    model_config = ConfigDict(
        frozen=True,
        json_schema_extra={"examples": [{"name": "Club evening", "system": "swiss", "gap": 60, "show_up": 300}]},
    )


class NewArena(Arena, TournamentOptions, frozen=True):
    """An arena to open."""


def _of_system(given: object, read: ValidatorFunctionWrapHandler) -> object:
    """Read the options of the system that is named, a Swiss tournament's for none. A complaint names keys as they were
    sent."""
    named = str(given.get("system", "swiss")) if isinstance(given, dict) else ""
    return BY_SYSTEM[named].model_validate(given) if named in BY_SYSTEM else read(given)


BY_SYSTEM: Final[dict[str, type[TournamentOptions]]] = {
    "round_robin": NewRoundRobin, "league": NewLeague, "knockout": NewKnockout, "swiss": NewSwiss, "arena": NewArena
}  # fmt: skip
NewTournament = Annotated[
    NewRoundRobin | NewLeague | NewKnockout | NewSwiss | NewArena,
    Discriminator("system"),
    WrapValidator(_of_system),
]
"""A tournament to open, as the form, the API and the database have it."""
NEW_TOURNAMENT: Final[TypeAdapter[NewTournament]] = TypeAdapter(NewTournament)


class TournamentOpened(BaseModel):
    """A tournament that was opened."""

    id: str
    url: str = Field(description="this tournament in the API")
    join_url: str = Field(description="the page to send to players")
    code: str | None = Field(description="four words by which it is found")
    invite: str = Field(description="the key that opens it where entry is by invitation; organizers only")
    caster: str | None = Field(description="the key of the caster's link; organizers only")


class EnterIn(Strict):
    """An entry."""

    deck: StrictInt | list[Annotated[str, Field(max_length=64)]] | None = Field(
        default=None, description="a starter deck by number, or the cards of one's own deck; null: by chance"
    )
    invite: str | None = Field(default=None, max_length=32, description="the key, where entry is by invitation")


class Entered(BaseModel):
    """Your own entry."""

    number: int
    state: StateName


class ReasonIn(Strict):
    """The reason for an organizer's act."""

    reason: ReasonText = ""


class ComputerIn(ReasonIn):
    """A computer player to add."""

    level: StrictInt | None = Field(default=None, ge=1, le=6, description="null: the tournament's")


class EntryActIn(ReasonIn):
    """An organizer's act on an entry."""

    do: Literal["approve", "remove", "pause", "resume", "organizer"] = Field(
        description='"organizer" makes the player of this entry an organizer, too'
    )


class RulingIn(ReasonIn):
    """The result of a board by ruling; a match in play there ends."""

    round: Number
    board: Number
    outcome: OutcomeName | None = Field(description='"neither": both lose; null takes an earlier ruling back')


class ForfeitIn(ReasonIn):
    """An entry that forfeits its match."""

    round: Number
    board: Number
    number: Number


class ExtensionIn(ReasonIn):
    """More time for a player of a board: on the clock, or until they must have come."""

    round: Number
    board: Number
    number: Number
    seconds: StrictInt = Field(ge=1, le=WEEK)


class BoardKindIn(ReasonIn):
    """The way in which a board is played that nobody has begun."""

    round: Number
    board: Number
    kind: Literal["match", "box"] = Field(description='"box": with the players\' own cards; "match": on this site')


class BoardReportIn(Strict):
    """A player's report of their own board, played with their own cards."""

    round: Number
    board: Number
    outcome: Literal["a", "b", "draw"]
    rated: StrictBool = Field(
        default=False, description="it counts for ratings if the tournament says so and both players do"
    )


class ByeIn(ReasonIn):
    """The bye of the newest round goes to another entry, whose match has not been begun."""

    number: Number = Field(description="who gets it")


class EntryOut(BaseModel):
    """An entry."""

    number: int
    name: str = Field(description="empty of a former player")
    kind: Literal["guest", "program", "bot", "former"]
    state: StateName
    rating: int
    from_round: int
    deck: int | list[str] | None = Field(description="a handed-in deck, once it may be seen")


class BoardOut(BaseModel):
    """A board of a round."""

    round: int
    board: int
    kind: Literal["match", "box", "bye", "half", "absent"]
    a: int = Field(description="the entry that begins")
    b: int | None = Field(description="null for a bye, and where a computer plays instead")
    match: str | None = Field(description="the match, of a series the newest")
    game: int = Field(description="which match of a series that is")
    outcome: OutcomeName | None = Field(description='null while it is played; "neither": both forfeited')
    ruling: OutcomeName | None = Field(description="the organizers', which counts instead")
    forfeit: bool = Field(description="decided without play")
    report_a: OutcomeName | None = Field(description="what the players of a box have reported")
    report_b: OutcomeName | None


class StandingOut(BaseModel):
    """A line of the standings."""

    rank: int
    number: int
    points: float
    ties: dict[str, float]


class TournamentHead(BaseModel):
    """A tournament without its long lists."""

    id: str
    name: str
    system: SystemName
    status: StatusName
    options: dict[str, object] = Field(description="as it was opened")
    round: int = Field(description="the newest; 0 before the first")
    rounds: int | None = Field(description="how many there are with this field; null in an arena")
    next_at: float | None = Field(description="seconds until the next round begins; null: not known yet")
    ends_at: float | None = Field(description="seconds until an arena ends")
    trouble: str | None = Field(description="why no further round could be paired; an organizer decides")
    organizers: list[str]
    code: str | None
    may_enter: bool
    you: int | None = Field(description="the number of the caller's entry")
    organizer: bool = Field(description="the caller is one")
    invite: str | None = Field(description="organizers only")
    caster: str | None = Field(description="organizers only")


class TournamentOut(TournamentHead):
    """A tournament as everybody may know it, and the caller's own part of it."""

    entries: list[EntryOut]
    boards: list[BoardOut]
    standings: list[StandingOut]


class TournamentItem(BaseModel):
    """A tournament in a list."""

    id: str
    name: str
    system: SystemName
    status: StatusName
    round: int
    players: int
    created_at: float
    begins_at: float | None


class TournamentList(BaseModel):
    """Tournaments, the newest first."""

    tournaments: list[TournamentItem]


class FoundTournament(BaseModel):
    """The tournament that a spoken code stands for."""

    id: str


class ActOut(BaseModel):
    """An entry of the log."""

    number: int
    at: float = Field(description="seconds since 1970")
    by: str = Field(description="empty: the site itself, or a former player")
    what: str
    about: dict[str, object]
    why: str


class ActList(BaseModel):
    """The log of organizers' acts, the oldest first."""

    acts: list[ActOut]
