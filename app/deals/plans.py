"""The deal of a day as it is announced: alone against the automaton and a duel against a computer player in turn, with
the starter decks in turn. Only the seed is drawn, and stays secret."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from app.bots import characters
from app.bots.characters import Character
from app.matches.opening.start import new_seed
from app.solo.levels import SUGGESTED
from engine.match import Options
from engine.seat import Seat
from engine.setup.options import DECKS, DUEL, OptionsNotation

SOLO_LEVEL: Final = 2
BOT_LEVEL: Final = 4


@dataclass(frozen=True, slots=True)
class DealPlan:
    """The public part of a deal: the player's opponent, the decks, and the level."""

    mode: str
    decks: tuple[int, ...]
    bot: Character | None = None

    @property
    def options(self) -> OptionsNotation:
        """Return the options of its matches, with a seed that nobody can guess."""
        seats: tuple[Seat, ...] = ("A", "B")
        decks: dict[Seat, int] = dict(zip(seats, self.decks, strict=False))
        if self.mode == DUEL:
            return Options(seed=new_seed(), decks=decks).to_json()
        return Options(seed=new_seed(), mode="solo", decks=decks, solo=SUGGESTED[SOLO_LEVEL]).to_json()


def plan_of(day: date) -> DealPlan:
    """Return the plan of a day."""
    number, is_duel = divmod(day.toordinal(), 2)
    own = DECKS[number % len(DECKS)]
    if not is_duel:
        return DealPlan("solo", (own,))
    others = [deck for deck in DECKS if deck != own]
    return DealPlan(DUEL, (own, others[number // len(DECKS) % len(others)]), characters.of_level(BOT_LEVEL))
