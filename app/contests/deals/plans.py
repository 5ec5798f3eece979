"""The deal of a day as it is announced: a duel against a computer player or alone against the automaton, harder from
Monday to Sunday, with the starter decks in turn. Only the seed is drawn, and stays secret."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from app.matches.bots import characters
from app.matches.bots.characters import Character
from app.matches.core.opening.start import new_seed
from app.matches.solo.levels import SUGGESTED
from engine.match import Options
from engine.seat import Seat
from engine.setup.options import DECKS, DUEL, OptionsNotation

SOLO_LEVELS: Final = {1: 1, 2: 1, 3: 2, 4: 1}
"""By starter deck: where a computer of level 4 wins about half (199 games each)."""
OLD_SOLO_LEVEL: Final = 2
SOLO_LEVELS_SINCE: Final = date(2026, 11, 28)
"""Days before it were played at the old level with every deck."""
BOT_LEVEL: Final = 4
RISING_SINCE: Final = date(2026, 11, 30)
"""Days before it alternated between a duel against BOT_LEVEL and the automaton at the level of the deck."""
WEEK: Final = (1, 2, 2, 3, 0, 4, 2)
"""By weekday, Monday first: the level of the opponent; on ALONE of them the automaton's."""
ALONE: Final = (4, 6)


@dataclass(frozen=True, slots=True)
class DealPlan:
    """The public part of a deal: the player's opponent, the decks, and the level alone against the automaton."""

    mode: str
    decks: tuple[int, ...]
    bot: Character | None = None
    level: int = 0

    @property
    def options(self) -> OptionsNotation:
        """Return the options of its matches, with a seed that nobody can guess."""
        seats: tuple[Seat, ...] = ("A", "B")
        decks: dict[Seat, int] = dict(zip(seats, self.decks, strict=False))
        if self.mode == DUEL:
            return Options(seed=new_seed(), decks=decks).to_json()
        return Options(seed=new_seed(), mode="solo", decks=decks, solo=SUGGESTED[self.level]).to_json()


def plan_of(day: date) -> DealPlan:
    """Return the plan of a day."""
    if day >= RISING_SINCE:
        return _rising(day)
    number, is_duel = divmod(day.toordinal(), 2)
    own = DECKS[number % len(DECKS)]
    if not is_duel:
        return DealPlan("solo", (own,), level=SOLO_LEVELS[own] if day >= SOLO_LEVELS_SINCE else OLD_SOLO_LEVEL)
    others = [deck for deck in DECKS if deck != own]
    return DealPlan(DUEL, (own, others[number // len(DECKS) % len(others)]), characters.of_level(BOT_LEVEL))


def _rising(day: date) -> DealPlan:
    number = day.toordinal()
    own, level = DECKS[number % len(DECKS)], WEEK[day.weekday()]
    if day.weekday() in ALONE:
        return DealPlan("solo", (own,), level=level)
    others = [deck for deck in DECKS if deck != own]
    return DealPlan(DUEL, (own, others[number // len(DECKS) % len(others)]), characters.of_level(level))
