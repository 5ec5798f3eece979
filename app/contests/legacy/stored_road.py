"""A road as it is stored: its steps, each with the id of its match; and the road that they lead to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, cast

from app.base.errors import AppError, Code
from app.contests.legacy.rivals import RIVALS
from app.matches.bots.characters import Character
from engine.errors import EngineError
from engine.legacy import ISLANDS, Road, RoadStep, StepOutcome
from engine.seat import Winner

OUTCOMES: Final[dict[Winner | None, StepOutcome]] = {"A": "won", "B": "lost", "draw": "draw", None: "draw"}
"""By the winner of a match; without one it never began."""


class StoredStep(RoadStep):
    """A step with the id of its match. The `scar` of a lost one is found when the road is read."""

    match: str


RoadSteps = tuple[StoredStep, ...]


@dataclass(frozen=True)
class StoredRoad:
    """A road of a player, who is called `name`; `seed` is secret until the road is over."""

    id: str
    player_id: str
    week: str | None
    starter: int
    seed: int
    steps: RoadSteps
    version: int
    created_at: float
    ended_at: float | None
    name: str = ""

    @cached_property
    def road(self) -> Road:
        """The road after all its matches that have ended."""
        return Road.begin(self.seed, self.starter, self.steps)

    @property
    def is_over(self) -> bool:
        """True if the road has come to its end, or was given up."""
        return self.ended_at is not None

    @property
    def is_finished(self) -> bool:
        """True if all islands are won."""
        return self.road.won == ISLANDS

    @property
    def current(self) -> StoredStep | None:
        """The match that is being played."""
        return self.steps[-1] if self.steps and "outcome" not in self.steps[-1] else None

    @property
    def lacks_scar(self) -> bool:
        """True if the scar of the last match is still to be found."""
        return bool(self.steps) and self.steps[-1].get("outcome") == "lost" and "scar" not in self.steps[-1]

    @property
    def rival(self) -> Character:
        """The opponent of the island that is to be won, or whose gift is to be chosen."""
        return RIVALS[self.road.won - (self.road.chooses or self.is_finished)]

    def before(self, number: int) -> Road:
        """Return the road before this one of its matches."""
        return Road.begin(self.seed, self.starter, self.steps[:number])

    # -- the steps after something has happened

    def with_last(self, **values: object) -> RoadSteps:
        """Return the steps, the last one with these values."""
        return (*self.steps[:-1], cast(StoredStep, {**self.steps[-1], **values}))

    def sailing(self, match_id: str) -> RoadSteps:
        """Return the steps when a match begins, in place of one that is not there any more."""
        return (*(step for step in self.steps if "outcome" in step), {"match": match_id})

    def check_sails(self) -> None:
        """Raise AppError where no match can begin: road_over, road_waits for a choice."""
        if self.is_over:
            raise AppError(Code.road_over)
        if self.road.chooses:
            raise AppError(Code.road_waits)

    def chosen(self, version: int, choice: object) -> RoadSteps:
        """Return the steps after a choice that was made at a `version` of the road.

        AppError: road_moved_on where something else has happened since; what the engine refuses.
        """
        if self.version != version or self.is_over or not self.road.chooses:
            raise AppError(Code.road_moved_on)
        try:
            return self.with_last(choice=self.road.taken(choice, self.rival.deck))
        except EngineError as error:
            raise AppError(error) from None
