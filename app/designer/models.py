"""The table of designed cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, cast

import orjson
import sqlalchemy as sa

from app.store.belongings import Values, theirs
from app.store.database import StoredRow, metadata
from engine import cards
from engine.cards import Card
from engine.design import MAX_NAME

MOST_DESIGNS: Final = 100  # of one guest


def _told(row: Values) -> Values:
    return {**row, "card": orjson.Fragment(cast("bytes", row["card"]))}


designs = sa.Table(
    "designs",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),  # cannot be guessed: it is the right to read the card
    sa.Column(
        "player_id",
        sa.ForeignKey("players.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
        info=theirs(told=_told),
    ),
    sa.Column("name", sa.String(MAX_NAME), nullable=False),
    sa.Column("card", sa.LargeBinary, nullable=False),  # JSON (docs/notation.md)
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("updated_at", sa.Double, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Design:
    """A saved design. `owner` is a player's id, a secret; anybody who knows the design's own id may read the rest."""

    id: str
    owner: str = field(repr=False)
    card: Card
    created_at: float
    updated_at: float


def design_of(row: StoredRow) -> Design:
    """Return a row of `designs`."""
    card = cards.designed(orjson.loads(row.card))
    return Design(row.id, row.player_id, card, row.created_at, row.updated_at)
