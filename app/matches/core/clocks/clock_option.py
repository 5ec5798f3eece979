"""`ClockOption`: the clocks of a match as its host chose them, read, shown (docs/api.md) and stored."""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import Annotated, ClassVar, Final, Literal, get_args

from pydantic import Field, StrictInt

from app.base.i18n import _, ngettext
from app.base.live.client_messages import Strict
from app.base.seconds import DAY, HOUR, MINUTE

Family = Literal["live", "correspondence"]
"""Live: both sit at the table. By correspondence: they come back for each turn."""
USUAL_TURNS: Final = 20  # of a match, both players' together


class ClockOption(Strict, frozen=True):
    """Clocks of some kind."""

    kind: str
    is_by_turn: ClassVar = True  # each turn has its own time

    @property
    @abstractmethod
    def time(self) -> float:
        """The seconds with which a player begins: the match, or each turn."""

    @property
    @abstractmethod
    def words(self) -> str:
        """The clocks in a few words, in the reader's language."""

    @property
    @abstractmethod
    def family(self) -> Family:
        """The sort of clocks, by which matches are rated apart."""

    @property
    @abstractmethod
    def expected_match_seconds(self) -> float | None:
        """About how long a match takes, if both use their time; None where it takes days."""

    @property
    def is_live(self) -> bool:
        """True if both players sit at the table."""
        return self.family == "live"

    @property
    def bonus(self) -> float:
        """The seconds that a finished turn brings."""
        return 0.0

    @property
    def vacation_time(self) -> float:
        """The seconds of vacation of each player."""
        return 0.0

    def stored(self) -> str:
        """Return the clocks as a column and forms hold them: the kind and two numbers, such as "fischer 300 5"."""
        return " ".join(map(str, [*self.model_dump().values(), 0][:3]))


class TurnClock(ClockOption, frozen=True):
    """A number of seconds for each turn."""

    kind: Literal["turn"]
    seconds: StrictInt = Field(ge=10, le=3600)

    @property
    def time(self) -> float:
        """The seconds of each turn."""
        return self.seconds

    @property
    def words(self) -> str:
        return _("%(time)s for each turn", time=_duration(self.seconds))

    @property
    def family(self) -> Family:
        return "live"

    @property
    def expected_match_seconds(self) -> float:
        """Half the time of each turn."""
        return USUAL_TURNS * self.seconds / 2


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

    @property
    def words(self) -> str:
        base = _duration(self.base)
        if not self.increment:
            return _("%(time)s for the match", time=base)
        return _("%(base)s, and %(increment)s s more after each turn", base=base, increment=self.increment)

    @property
    def family(self) -> Family:
        return "live"

    @property
    def expected_match_seconds(self) -> float:
        """All the time of both players: rounds wait for the slowest."""
        return 2 * self.base + USUAL_TURNS * self.increment


class CorrespondenceClock(ClockOption, frozen=True):
    """Hours for each turn, and days of vacation for each player in the whole match."""

    kind: Literal["correspondence"]
    hours: StrictInt = Field(ge=1, le=336)
    vacation: StrictInt = Field(default=0, ge=0, le=60)

    @property
    def time(self) -> float:
        """The seconds of each turn."""
        return float(self.hours * HOUR)

    @property
    def vacation_time(self) -> float:
        """The seconds of vacation."""
        return float(self.vacation * DAY)

    @property
    def words(self) -> str:
        days, hours = divmod(self.hours * HOUR, DAY)
        if hours:
            return ngettext(
                "%(number)s hour for each turn", "%(number)s hours for each turn", self.hours, number=self.hours
            )
        return ngettext("%(number)s day for each turn", "%(number)s days for each turn", days, number=days)

    @property
    def family(self) -> Family:
        return "correspondence"

    @property
    def expected_match_seconds(self) -> None:
        """Nothing that could be said in hours."""
        return None


EachClock = TurnClock | FischerClock | CorrespondenceClock
AnyClock = Annotated[EachClock, Field(discriminator="kind")]
KINDS: Final[dict[str, type[EachClock]]] = {
    name: option for option in get_args(EachClock) for name in get_args(option.model_fields["kind"].annotation)
}
"""The clocks by their `kind`."""


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


def offered_clocks() -> list[tuple[str, str]]:
    """Return the clocks that pages offer: the stored form, and the words."""
    return [(stored, clock.words) for stored, clock in CLOCKS.items()]


def _duration(seconds: int) -> str:
    """Return seconds in words: "90 s", "5 min"."""
    if seconds % MINUTE:
        # Translators: seconds and minutes in short, in "5 min for each turn".
        return _("%(number)s s", number=seconds)
    return _("%(number)s min", number=seconds // MINUTE)
