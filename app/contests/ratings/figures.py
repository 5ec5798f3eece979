"""A player's own figures: how often they won, by who began, length, the deck met and the cards drafted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from app.base.i18n import _
from app.base.store.database import Query, StoredRow
from app.cards.gallery.wording import card_name
from app.contests.ratings.ending import SCORES
from app.contests.ratings.models import results
from engine.balance import Rate, rate
from engine.cards import ALL

MAX_MATCHES: Final = 5_000
"""Of so many of the newest matches the figures are made."""
SURE: Final = 0.5
"""An interval that is wider says too little."""
MAX_SHORT, MAX_MEDIUM = 8, 16
MAX_ROWS: Final = 30


@dataclass(frozen=True, slots=True)
class WinShare:
    """A share of matches won, and what they have in common."""

    name: str
    rate: Rate

    @property
    def is_sure(self) -> bool:
        """True if there were enough matches to say something."""
        return self.rate.high - self.rate.low <= SURE


@dataclass(frozen=True, slots=True)
class FigureTable:
    """Figures by one thing, those of most matches first."""

    title: str
    figures: list[WinShare]


def counted(player_id: str) -> Query[list[StoredRow]]:
    """Return a guest's results with what figures count by, the newest first; matches from before have nothing."""
    query = (
        sa.select(
            results.c.outcome, results.c.began, results.c.turns, results.c.deck, results.c.foe_deck, results.c.cards
        )
        .where(results.c.player_id == player_id, results.c.turns.is_not(None))
        .order_by(results.c.at.desc())
        .limit(MAX_MATCHES)
    )
    return lambda connection: list(connection.execute(query))


def tables(rows: list[StoredRow], deck_names: dict[str, str]) -> list[FigureTable]:
    """Return the tables of these results, those without a row left out."""
    # Translators: rows of a table of a player's own figures, by who began, how long a match was.
    began = {True: _("You began"), False: _("The opponent began")}
    lengths = [_("Up to %(turns)s turns", turns=MAX_SHORT), _("Up to %(turns)s turns", turns=MAX_MEDIUM), _("Longer")]
    built = _("A deck that was built")

    def deck(mark: str | None) -> list[str]:
        return [] if mark is None else [deck_names.get(mark, built)]

    found = [
        FigureTable(_("Who began"), _figures(rows, lambda row: [began[row.began]])),
        FigureTable(
            _("Length"), _figures(rows, lambda row: [lengths[(row.turns > MAX_SHORT) + (row.turns > MAX_MEDIUM)]])
        ),
        FigureTable(_("Your deck"), _figures(rows, lambda row: deck(row.deck))),
        FigureTable(_("The deck you met"), _figures(rows, lambda row: deck(row.foe_deck))),
        FigureTable(_("A card you drafted"), _figures(rows, lambda row: _cards(row.cards))),
    ]
    return [table for table in found if table.figures]


def _cards(stored: str | None) -> list[str]:
    return [card_name(ALL[slug]) for slug in dict.fromkeys((stored or "").split()) if slug in ALL]


def _figures(rows: list[StoredRow], names_of: Callable[[StoredRow], list[str]]) -> list[WinShare]:
    points: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        for name in names_of(row):
            points[name].append(SCORES[row.outcome])
    figures = [WinShare(name, rate(sum(each), len(each))) for name, each in points.items()]
    return sorted(figures, key=lambda figure: (-figure.rate.games, figure.name))[:MAX_ROWS]
