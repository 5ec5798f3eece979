"""The table of saved decks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import sqlalchemy as sa

from app.store.belongings import theirs
from app.store.database import StoredRow, metadata
from engine import cards
from engine.cards import Card

NAME_LENGTH: Final = 40
MOST_CARDS: Final = 20  # room to gather more than is legal, and to cut down then
MOST_DECKS: Final = 100  # of one guest

decks = sa.Table(
    "decks",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),  # cannot be guessed: it is the right to read the deck
    sa.Column("player_id", sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True, info=theirs()),
    sa.Column("name", sa.String(NAME_LENGTH), nullable=False),
    sa.Column("cards", sa.Text, nullable=False),  # slugs with a space between, in the order of the catalogue
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("updated_at", sa.Double, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Deck:
    """A saved deck. `owner` is a player's id, a secret; anybody who knows the deck's own id may read the rest."""

    id: str
    owner: str = field(repr=False)
    name: str
    slugs: tuple[str, ...]
    created_at: float
    updated_at: float

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards by cost, then as in the catalogue: the order in which decks are shown."""
        return shown(self.slugs)


def deck_of(row: StoredRow) -> Deck:
    """Return a row of `decks`; a card that this version of the game does not know is left out."""
    slugs = tuple(slug for slug in row.cards.split() if slug in cards.ALL)
    return Deck(row.id, row.player_id, row.name, slugs, row.created_at, row.updated_at)


def shown(slugs: tuple[str, ...]) -> tuple[Card, ...]:
    """Return the cards of a deck in the order in which decks are shown: by cost, then as in the catalogue."""
    return tuple(sorted((cards.ALL[slug] for slug in in_order(slugs)), key=lambda card: card.cost))


def in_order(slugs: tuple[str, ...]) -> tuple[str, ...]:
    """Return the slugs as the catalogue orders them, in which equal decks are equal texts."""
    wanted = set(slugs)
    return tuple(slug for slug in cards.ALL if slug in wanted)
