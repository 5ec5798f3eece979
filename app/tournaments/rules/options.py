"""The systems and their options, as input, output and as they are stored."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field, StrictBool, StrictInt

from app.live.client_messages import Strict

MOST_ENTRIES: Final = 256
TieBreak = Literal["direct_encounter", "buchholz_cut_1", "buchholz", "sonneborn_berger", "wins", "fewer_starts", "lot"]
TieBreaks = Annotated[tuple[TieBreak, ...], Field(max_length=7)]


class SystemOptions(Strict, frozen=True):
    """Common to all systems. `tie_breaks` are in the organizer's order; a lot always comes last."""

    unit: ClassVar[int] = 2  # of points: how many of them are shown as 1
    has_rounds: ClassVar[bool] = True


class RoundRobin(SystemOptions, frozen=True):
    """Everybody meets everybody, once or twice (sides mirrored)."""

    system: Literal["round_robin"] = "round_robin"
    cycles: StrictInt = Field(default=1, ge=1, le=2)
    tie_breaks: TieBreaks = ("direct_encounter", "sonneborn_berger", "wins", "fewer_starts")


class League(SystemOptions, frozen=True):
    """A round robin over weeks. Results of a player who leaves before half of their matches are removed; later leavers
    lose the rest."""

    system: Literal["league"] = "league"
    cycles: StrictInt = Field(default=1, ge=1, le=2)
    tie_breaks: TieBreaks = ("direct_encounter", "sonneborn_berger", "wins", "fewer_starts")


class Knockout(SystemOptions, frozen=True):
    """The loser of each board is out. Seeded by rating; byes go to the top."""

    system: Literal["knockout"] = "knockout"
    best_of: Literal[1, 3, 5] = 1
    tie_breaks: TieBreaks = ()


class Swiss(SystemOptions, frozen=True):
    """So many rounds among those who have equal points (FIDE Dutch). None: as many as the field needs."""

    system: Literal["swiss"] = "swiss"
    rounds: StrictInt | None = Field(default=None, ge=1, le=20)
    tie_breaks: TieBreaks = ("buchholz_cut_1", "buchholz", "direct_encounter", "wins", "fewer_starts")


class Arena(SystemOptions, frozen=True):
    """Until the time is over, everyone who has finished a match is paired again. A streak of wins counts double."""

    unit: ClassVar[int] = 1
    has_rounds: ClassVar[bool] = False
    system: Literal["arena"] = "arena"
    seconds: StrictInt = Field(default=3600, ge=300, le=6 * 3600)
    streak: StrictBool = True
    tie_breaks: TieBreaks = ("wins", "direct_encounter", "fewer_starts")


AnySystem = Annotated[RoundRobin | League | Knockout | Swiss | Arena, Field(discriminator="system")]
Scheduled = RoundRobin | League
