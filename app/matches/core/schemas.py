"""The JSON bodies of the API (docs/api.md), also used by the pages to read their forms."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt

from app.base.i18n import _
from app.base.live.client_messages import Strict
from app.base.live.server_messages import ClockOut, NamesOut, Players, ResultOut, Status
from app.matches.core.clocks.clock_option import AnyClock
from app.matches.core.match_row import MatchRow
from engine.balance import fair_pairs
from engine.seat import Seat

MAX_SEED = 2**53 - 1  # what every JSON reader takes for a whole number


class SoloIn(Strict):
    """The options of a custom solo game (R10.8)."""

    level: StrictInt | None = Field(
        default=None, ge=0, le=10, description="checked against the options' points (R10.9)"
    )
    fixed: StrictInt = Field(default=6, ge=6, le=10, description="the automaton's fixed mana")
    per_creature: StrictInt = Field(default=1, ge=1, le=2, description="its mana for each creature of the player")
    weakened: StrictBool = Field(default=False, description="attacks on its pile are weakened")
    abilities: list[str] = Field(default=[], max_length=20, description="abilities of all its creatures")
    automaton_starts: StrictBool = False
    no_bastion: StrictBool = Field(default=False, description="2021 only")


def _series_decks(value: object) -> object:
    return "new" if value == "anew" else value  # as it was called before


SeriesDecks = Annotated[Literal["kept", "new"], BeforeValidator(_series_decks)]


@dataclass(frozen=True)
class Unusual:
    """The words of an option in lists of tables, where it differs from the usual; made for each visitor's language."""

    words: Callable[[], str]


class Wishes(Strict, frozen=True):
    """The wishes of those who open a match: the options that a match, a tournament's matches and a rematch share.

    Their names are those of the engine's options.
    """

    edition: Literal["2021", "2022"] = "2022"
    format: Literal["preconstructed", "draft", "constructed"] = "preconstructed"
    sets: list[Annotated[str, Field(max_length=32)]] = Field(default=["initiation"], min_length=1, max_length=7)
    champions: StrictBool | Literal["optional"] = Field(
        default=False, description='R9; "optional": each player may decline, then nobody has one'
    )
    mirror: Annotated[StrictBool, Unusual(lambda: _("the same deck for both"))] = Field(
        default=False, description="both play the same preconstructed deck (H9)"
    )
    undo: Annotated[StrictBool, Unusual(lambda: _("no undo"))] = Field(
        default=True, description="a player's own plays can be undone until the attack"
    )
    preview: Annotated[StrictBool, Unusual(lambda: _("no preview"))] = Field(
        default=True, description="the board shows what the coming assault would do"
    )

    @classmethod
    def of(cls, row: MatchRow) -> Wishes:
        """Return the wishes with which a match was opened."""
        return Wishes.model_validate({name: row.options[name] for name in _WISHES if name in row.options})  # type: ignore[literal-required]

    @staticmethod
    def unusual_words(row: MatchRow) -> Iterator[str]:
        """Yield the words of those options of a match that differ from the usual."""
        options: Mapping[str, object] = row.options
        for name, field in Wishes.model_fields.items():
            for unusual in field.metadata:
                if isinstance(unusual, Unusual) and options.get(name, field.default) != field.default:
                    yield unusual.words()

    def engine_options(self, seed: int) -> dict[str, object]:
        """Return these options as JSON of `engine.match.Options`, which has defaults for all others."""
        return {"seed": seed, **{name: getattr(self, name) for name in _WISHES}}


_WISHES: Final = tuple(Wishes.model_fields)


class NewMatch(Wishes):
    """A match to open; everything has a default."""

    model_config = ConfigDict(
        frozen=True,
        json_schema_extra={"examples": [{"mode": "duel", "format": "preconstructed", "deck": 1, "public": True}]},
    )

    mode: Literal["duel", "solo"] = "duel"
    seat: Literal["A", "B", "random"] = "random"
    opponent: Annotated[str, Field(max_length=40)] = "human"
    deck: StrictInt = Field(default=1, ge=1, le=4, description="the preconstructed deck (R2.2)")
    opponent_deck: StrictInt | None = Field(
        default=None, ge=1, le=4, description="the opponent's preconstructed deck; null: theirs to choose"
    )
    seed: StrictInt | None = Field(default=None, ge=0, le=MAX_SEED, description="makes the match casual, shown to both")
    first: Seat | None = Field(default=None, description="who starts; null is a coin toss (R2.7)")
    clock: AnyClock | None = Field(default=None, description="H10; duels only")
    public: StrictBool = False
    rated: StrictBool | None = Field(
        default=None,
        description="counts for ratings; null: if it is public or against a bot. By link the opponent must agree, too",
    )
    best_of: Literal[3, 5] | None = Field(default=None, description="H11: the first match of a series; duels only")
    series_decks: SeriesDecks = Field(
        default="kept",
        description="whether drafted and built decks of a series are kept, or chosen again for each match",
    )
    pairs: Literal["mine", "theirs", "both"] | None = Field(
        default=None, description="H12: the sides that two may hold together; by link only, and never rated"
    )
    solo: SoloIn | None = None


class JoinIn(Strict):
    """A request to take the free seat."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"deck": 2}]})

    deck: StrictInt | None = Field(default=None, ge=1, le=4, description="preconstructed: another than the host's")
    rated: StrictBool = Field(default=False, description="agrees that a match by link counts for ratings")


def even_deck(edition: str) -> int:
    """Return one preconstructed deck of the most even pair, at random, if the player chose none."""
    return secrets.choice(fair_pairs(edition)[0])


class QuickIn(Strict):
    """A game to be played with any opponent."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"edition": "2022", "format": "draft"}]})

    edition: Literal["2021", "2022"] = "2022"
    format: Literal["preconstructed", "draft", "constructed"] = "preconstructed"
    deck: StrictInt | None = Field(
        default=None, ge=1, le=4, description="the preconstructed deck; null: of an even pair"
    )
    clock: AnyClock | None = None

    def new_match(self) -> NewMatch:
        """Return the match of the request, with a deck of the most even pair where none was chosen."""
        deck = self.deck or even_deck(self.edition)
        return NewMatch(edition=self.edition, format=self.format, deck=deck, clock=self.clock)


class QuickSeat(BaseModel):
    """The seat that a quick match gave; `status` is "open" while nobody has come."""

    id: str
    seat: Seat
    status: Status


class WaitOut(BaseModel):
    """The wait of an open table, and whether somebody joined."""

    seconds: float
    met: bool


class Waits(BaseModel):
    """The outlook of a quick match."""

    waiting: int = Field(description="tables that wait for this game now: with any, it begins at once")
    last: list[WaitOut] = Field(description="the last 20 open tables of two weeks that have ended their wait")


class ChallengeIn(QuickIn):
    """A challenge to the caller's opponent in a match."""

    met_in: str = Field(max_length=64, description="a match that both have played")


class ChallengeOut(BaseModel):
    """An open challenge; its id is that of its table."""

    id: str
    mine: bool = Field(description="the caller made it")
    by: str
    to: str
    program: bool = Field(description="it was made by a bot account")
    edition: str
    format: str
    clock: AnyClock | None
    created_at: float


class ChallengeList(BaseModel):
    """Open challenges that the caller has made or received, oldest first."""

    challenges: list[ChallengeOut]


class OpponentOut(BaseModel):
    """A former opponent of the caller: the name then, the last match, when it was, and how many they have played."""

    name: str
    program: bool = Field(description="a bot account")
    met_in: str
    met_at: float
    played: int


class OpponentList(BaseModel):
    """The caller's recent opponents, the last one first."""

    opponents: list[OpponentOut]


class FriendIn(Strict):
    """A player to keep as a friend: the caller's opponent in a match."""

    met_in: str = Field(max_length=64, description="a match by link that both have finished")


class FriendKept(BaseModel):
    """The friend; null while the other does not keep the caller, too."""

    id: str | None


class FriendOut(BaseModel):
    """A friend of the caller under the name of today; nobody else has this id."""

    id: str
    name: str
    face: str = Field(description="their picture: the slug of a creature")
    here: bool | None = Field(description="on the start page or at a table; null unless both let friends see it")
    last_match: str | None = Field(description="whose options a challenge takes over")


class FriendList(BaseModel):
    """The caller's friends, by name."""

    friends: list[FriendOut]


class FoundMatch(BaseModel):
    """The match that a spoken code stands for."""

    id: str


class MatchOpened(BaseModel):
    """A match that was opened."""

    id: str
    seat: Seat
    url: str = Field(description="this match in the API")
    join_url: str = Field(description="the page to send to a friend")
    code: str | None = Field(description="four words by which a friend finds the table; null where no seat is free")


class Seated(BaseModel):
    """The seat that was taken."""

    id: str
    seat: Seat


class OpenMatch(BaseModel):
    """A public match that waits for an opponent."""

    id: str
    host: str
    program: bool = Field(description="the host is a bot account")
    mode: str
    edition: str
    format: str
    sets: list[str]
    champions: bool
    undo: bool
    preview: bool
    mirror: bool
    casual: bool = Field(description="its host gave the seed")
    clock: AnyClock | None
    rated: bool = Field(description="it counts for ratings")
    created_at: float


class MatchList(BaseModel):
    """Public matches, the newest first."""

    matches: list[OpenMatch]


class BegunMatch(BaseModel):
    """The keys of a match in a list of matches with two seats."""

    id: str
    names: NamesOut
    players: Players
    status: Status
    mode: str
    edition: str
    format: str


class WatchedMatch(BegunMatch):
    """A public match that is being played."""

    clock: AnyClock | None
    started_at: float


class WatchedMatches(BaseModel):
    """Public matches of which a player is connected, the latest first."""

    matches: list[WatchedMatch]


class OwnMatch(BegunMatch):
    """A match of the caller that is not over."""

    seat: Seat | None = Field(description="null at a hot seat, where the caller holds both")
    clock: ClockOut | None
    awaited: bool = Field(description="another person waits for the caller to act")
    since: float = Field(description="when the match last went on, in seconds since 1970")


class OwnMatches(BaseModel):
    """The caller's matches that are not over: those in which they are awaited, the longest first, then the newest."""

    matches: list[OwnMatch]


class RecordedAction(BaseModel):
    """One action of a record."""

    by: Seat
    action: dict[str, object]
    at: float = Field(description="seconds since the match began")


class Record(BaseModel):
    """A whole match, replayable (docs/notation.md)."""

    format: int
    edition: str
    mode: str
    setup: dict[str, object]
    names: NamesOut
    actions: list[RecordedAction]
    result: ResultOut | None
