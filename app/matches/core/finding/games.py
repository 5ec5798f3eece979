"""The game of a match, by which players who want the same one are brought together."""

from __future__ import annotations

from typing import Final

from app.matches.core.features import FEATURES
from app.matches.core.features.clock import OPTION
from app.matches.core.match_row import MatchRow
from app.matches.core.schemas import NewMatch
from engine.match import Options
from engine.setup.options import PublicOptions

CHOSEN: Final = tuple(chosen for feature in FEATURES for chosen in feature.chosen)
OWN: Final = {"seat", "deck", "public"}  # options that may differ between two players of one game


def game_of(new: NewMatch) -> str | None:
    """Return the game of a new match as quick match names it; None where something special was chosen."""
    usual = NewMatch(edition=new.edition, format=new.format, clock=new.clock)
    if new.model_dump(exclude=OWN) != usual.model_dump(exclude=OWN):
        return None
    game = f"{new.edition} {new.format}"
    return game if new.clock is None else f"{game} {new.clock.stored()}"


def is_usual(row: MatchRow) -> bool:
    """True if nothing special was chosen at a table that was open to everybody: a quick match may have met it.

    The decks show nothing: those that the host named are stored like those that the other player took.
    """
    if row.casual or not row.rated or any(chosen.of(row) is not None for chosen in CHOSEN if chosen is not OPTION):
        return False
    return _rules(Options.from_json(row.options)) == _rules(Options(seed=0, edition=row.edition, format=row.format))


def is_alike(row: MatchRow, other: MatchRow) -> bool:
    """True if two tables are for the same match but for its decks and chance."""
    rules, others = (_rules(Options.from_json(one.options)) for one in (row, other))
    same = all(chosen.of(row) == chosen.of(other) for chosen in CHOSEN)
    return rules == others and same and row.rated == other.rated


def _rules(options: Options) -> PublicOptions:
    return {**options.public(), "decks": {}}
