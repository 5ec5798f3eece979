"""The game of a match, by which players who look for the same one are brought together."""

from __future__ import annotations

from typing import Final

from app.matches.clock_option import option_in
from app.matches.schemas import NewMatch

OWN: Final = {"seat", "deck", "public"}  # what may differ between two players of one game


def game_of(new: NewMatch) -> str | None:
    """Return the game of a new match as quick match names it; None where something special was chosen."""
    usual = NewMatch(edition=new.edition, format=new.format, clock=new.clock)
    if new.model_dump(exclude=OWN) != usual.model_dump(exclude=OWN):
        return None
    game = f"{new.edition} {new.format}"
    return game if new.clock is None else f"{game} {option_in(new.clock).stored()}"
