"""`ClockOption`: which clocks a match is played with, as its host chose; as JSON (docs/api.md) and as it is stored."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field, StrictInt

from app.live.client_messages import Strict
from app.live.server_messages import ClockOptionOut

TURN: Final = "turn"
FISCHER: Final = "fischer"
CORRESPONDENCE: Final = "correspondence"
ClockKind = Literal["turn", "fischer", "correspondence"]

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR


class TurnClockIn(Strict):
    """So many seconds for each turn."""

    kind: Literal["turn"]
    seconds: StrictInt = Field(ge=10, le=3600)


class FischerClockIn(Strict):
    """`base` seconds for the match, and `increment` more after each of one's turns."""

    kind: Literal["fischer"]
    base: StrictInt = Field(ge=10, le=10_800)
    increment: StrictInt = Field(ge=0, le=600)


class CorrespondenceClockIn(Strict):
    """So many hours for each turn, and days of vacation for each player in the whole match."""

    kind: Literal["correspondence"]
    hours: StrictInt = Field(ge=1, le=336)
    vacation: StrictInt = Field(default=0, ge=0, le=60)


ClockIn = Annotated[TurnClockIn | FischerClockIn | CorrespondenceClockIn, Field(discriminator="kind")]


class ClockOption(NamedTuple):
    """Clocks of some kind: its first number (seconds a turn, seconds of the match, or hours a turn), and its second
    (the increment in seconds, or days of vacation)."""

    kind: ClockKind
    first: int
    second: int = 0

    @property
    def time(self) -> float:
        """The seconds with which a player begins: the match, or each turn."""
        return self.first * HOUR if self.kind == CORRESPONDENCE else self.first

    @property
    def increment(self) -> float:
        """The seconds that a finished turn brings."""
        return self.second if self.kind == FISCHER else 0.0

    @property
    def is_by_turn(self) -> bool:
        """Return whether each turn has its own time."""
        return self.kind != FISCHER

    @property
    def is_live(self) -> bool:
        """Return whether both sit at the table; in a correspondence match they come back for each turn."""
        return self.kind != CORRESPONDENCE

    @property
    def vacation(self) -> float:
        """The seconds of vacation of each player."""
        return self.second * DAY if self.kind == CORRESPONDENCE else 0.0

    def stored(self) -> str:
        """Return it as a column holds it, such as "fischer 300 5"."""
        return f"{self.kind} {self.first} {self.second}"

    def to_json(self) -> ClockOptionOut:
        """Return it as the API shows it."""
        if self.kind == TURN:
            return {"kind": self.kind, "seconds": self.first}
        if self.kind == FISCHER:
            return {"kind": self.kind, "base": self.first, "increment": self.second}
        return {"kind": self.kind, "hours": self.first, "vacation": self.second}


CLOCKS: Final = {
    clock.stored(): clock
    for clock in (
        *(ClockOption(TURN, seconds) for seconds in (30, 60, 120, 300)),
        *(ClockOption(FISCHER, *times) for times in ((180, 5), (300, 10), (600, 15), (1200, 30))),
        *(ClockOption(CORRESPONDENCE, hours, 7) for hours in (24, 72, 168)),
    )
}
"""The clocks that pages offer, by what is stored; programs may ask for any."""


def option_in(asked: TurnClockIn | FischerClockIn | CorrespondenceClockIn) -> ClockOption:
    """Return the clocks that a program asks for."""
    if isinstance(asked, TurnClockIn):
        return ClockOption(TURN, asked.seconds)
    if isinstance(asked, FischerClockIn):
        return ClockOption(FISCHER, asked.base, asked.increment)
    return ClockOption(CORRESPONDENCE, asked.hours, asked.vacation)


@lru_cache(256)
def option_of(stored: str | None) -> ClockOption | None:
    """Return the clocks that a column holds."""
    if stored is None:
        return None
    kind, first, second = stored.split()
    known: dict[str, ClockKind] = {TURN: TURN, FISCHER: FISCHER, CORRESPONDENCE: CORRESPONDENCE}
    return ClockOption(known[kind], int(first), int(second))
