"""The table of saved decks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from app.base.store.database import StoredRow
from app.base.store.owned_rows import Owned, owned_table
from engine import cards
from engine.cards import Card

NAME_LENGTH: Final = 40
MAX_CARDS: Final = 20  # room to gather more than is legal, and to cut down then
MAX_DECKS: Final = 100  # of one guest

decks = owned_table(
    "decks",
    sa.Column("name", sa.String(NAME_LENGTH), nullable=False),
    sa.Column("cards", sa.Text, nullable=False),  # slugs with a space between, in the order of the catalogue
)


@dataclass(frozen=True, slots=True)
class Deck(Owned):
    """A saved deck."""

    name: str
    slugs: tuple[str, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards by cost, then as in the catalogue: the order in which decks are shown."""
        return shown(self.slugs)


def deck_of(row: StoredRow) -> Deck:
    """Read a row of `decks`; a card that this version of the game does not know is left out."""
    slugs = tuple(slug for slug in row.cards.split() if slug in cards.ALL)
    return Deck(row.id, row.player_id, row.created_at, row.updated_at, row.name, slugs)


def shown(slugs: tuple[str, ...]) -> tuple[Card, ...]:
    """Return the cards of a deck in the order in which decks are shown: by cost, then as in the catalogue."""
    return tuple(sorted((cards.ALL[slug] for slug in in_order(slugs)), key=lambda card: card.cost))


def in_order(slugs: tuple[str, ...]) -> tuple[str, ...]:
    """Return the slugs as the catalogue orders them, in which equal decks are equal texts."""
    wanted = set(slugs)
    return tuple(slug for slug in cards.ALL if slug in wanted)
