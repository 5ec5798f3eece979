"""`ClockOption`: the clocks of a match as its host chose them, read, shown (docs/api.md) and stored."""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field, StrictInt

from app.base.live.client_messages import Strict
from app.base.seconds import DAY, HOUR


class ClockOption(Strict, frozen=True):
    """Clocks of some kind."""

    kind: str
    is_by_turn: ClassVar = True  # each turn has its own time
    is_live: ClassVar = True  # both sit at the table; else they come back for each turn

    @property
    @abstractmethod
    def time(self) -> float:
        """The seconds with which a player begins: the match, or each turn."""

    @property
    def bonus(self) -> float:
        """The seconds that a finished turn brings."""
        return 0.0

    @property
    def vacation_time(self) -> float:
        """The seconds of vacation of each player."""
        return 0.0

    def stored(self) -> str:
        """Return it as a column and forms hold it: the kind and two numbers, such as "fischer 300 5"."""
        return " ".join(map(str, [*self.model_dump().values(), 0][:3]))


class TurnClock(ClockOption, frozen=True):
    """A number of seconds for each turn."""

    kind: Literal["turn"]
    seconds: StrictInt = Field(ge=10, le=3600)

    @property
    def time(self) -> float:
        """The seconds of each turn."""
        return self.seconds


class FischerClock(ClockOption, frozen=True):
    """`base` seconds for the match, and `increment` more after each of your turns."""

    kind: Literal["fischer"]
    base: StrictInt = Field(ge=10, le=10_800)
    increment: StrictInt = Field(ge=0, le=600)
    is_by_turn: ClassVar = False

    @property
    def time(self) -> float:
        """The seconds of the match."""
        return self.base

    @property
    def bonus(self) -> float:
        """The increment."""
        return self.increment


class CorrespondenceClock(ClockOption, frozen=True):
    """Hours for each turn, and days of vacation for each player in the whole match."""

    kind: Literal["correspondence"]
    hours: StrictInt = Field(ge=1, le=336)
    vacation: StrictInt = Field(default=0, ge=0, le=60)
    is_live: ClassVar = False

    @property
    def time(self) -> float:
        """The seconds of each turn."""
        return float(self.hours * HOUR)

    @property
    def vacation_time(self) -> float:
        """The seconds of vacation."""
        return float(self.vacation * DAY)


AnyClock = Annotated[TurnClock | FischerClock | CorrespondenceClock, Field(discriminator="kind")]
KINDS: Final[dict[str, type[TurnClock | FischerClock | CorrespondenceClock]]] = {
    "turn": TurnClock, "fischer": FischerClock, "correspondence": CorrespondenceClock
}  # fmt: skip


@lru_cache(256)
def option_of(stored: str) -> AnyClock:
    """Return the clocks that a column or a form holds; KeyError or ValueError if it holds no valid clock."""
    kind, *numbers = stored.split()
    _, *names = KINDS[kind].model_fields
    option = KINDS[kind].model_validate({"kind": kind, **dict(zip(names, map(int, numbers), strict=False))})
    if option.stored() != stored:
        raise ValueError(stored)
    return option


CLOCKS: Final = {
    stored: option_of(stored)
    for stored in (
        "turn 30 0", "turn 60 0", "turn 120 0", "turn 300 0",
        "fischer 180 5", "fischer 300 10", "fischer 600 15", "fischer 1200 30",
        "correspondence 24 7", "correspondence 72 7", "correspondence 168 7",
    )
}  # fmt: skip
"""The clocks that pages offer, by their stored form; programs may choose any."""
