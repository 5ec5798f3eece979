"""The systems and their options, as input, output and as they are stored."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field, StrictBool, StrictInt, TypeAdapter

from app.base.live.client_messages import Strict

MAX_ENTRIES: Final = 256
TieBreak = Literal["direct_encounter", "buchholz_cut_1", "buchholz", "sonneborn_berger", "wins", "fewer_starts", "lot"]
TieBreaks = Annotated[tuple[TieBreak, ...], Field(max_length=7)]
Cycles = Annotated[StrictInt, Field(ge=1, le=2, description="how often all meet")]


class SystemOptions(Strict, frozen=True):
    """Common to all systems. `tie_breaks` are in the organizer's order; a lot always comes last. An option that is not
    given has the system's own value."""

    unit: ClassVar[int] = 2  # of points: how many of them are shown as 1
    has_rounds: ClassVar[bool] = True


class RoundRobin(SystemOptions, frozen=True):
    """Everybody meets everybody, once or twice (sides mirrored)."""

    system: Literal["round_robin"] = "round_robin"
    cycles: Cycles = 1
    tie_breaks: TieBreaks = ("direct_encounter", "sonneborn_berger", "wins", "fewer_starts")


class League(SystemOptions, frozen=True):
    """A round robin over weeks. Results of a player who leaves before half of their matches are removed; later leavers
    lose the rest."""

    system: Literal["league"] = "league"
    cycles: Cycles = 1
    tie_breaks: TieBreaks = ("direct_encounter", "sonneborn_berger", "wins", "fewer_starts")


class Knockout(SystemOptions, frozen=True):
    """The loser of each board is out. Seeded by rating; byes go to the top."""

    system: Literal["knockout"] = "knockout"
    best_of: Literal[1, 3, 5] = Field(default=1, description="the matches of a board at most")
    tie_breaks: TieBreaks = ()


class Swiss(SystemOptions, frozen=True):
    """Rounds among players who have equal points (FIDE Dutch). `rounds` None: as many as the field needs."""

    system: Literal["swiss"] = "swiss"
    rounds: StrictInt | None = Field(default=None, ge=1, le=20, description="null: as many as the field needs")
    tie_breaks: TieBreaks = ("buchholz_cut_1", "buchholz", "direct_encounter", "wins", "fewer_starts")


class Arena(SystemOptions, frozen=True):
    """Until the time is over, everyone who has finished a match is paired again. A streak of wins counts double."""

    unit: ClassVar[int] = 1
    has_rounds: ClassVar[bool] = False
    system: Literal["arena"] = "arena"
    seconds: StrictInt = Field(default=3600, ge=300, le=6 * 3600, description="how long it lasts")
    streak: StrictBool = Field(default=True, description="after two wins in a row the next count double")
    tie_breaks: TieBreaks = ("wins", "direct_encounter", "fewer_starts")


AnySystem = Annotated[RoundRobin | League | Knockout | Swiss | Arena, Field(discriminator="system")]
SYSTEM: Final[TypeAdapter[AnySystem]] = TypeAdapter(AnySystem)
Scheduled = RoundRobin | League
OF_SYSTEMS: Final = ("rounds", "best_of", "cycles", "seconds", "streak", "tie_breaks")
"""The options that not every system has."""
