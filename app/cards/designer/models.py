"""The table of designed cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

import orjson
import sqlalchemy as sa

from app.base.store.belongings import Values
from app.base.store.database import StoredRow
from app.base.store.owned_rows import Owned, owned_table
from engine import cards
from engine.cards import Card
from engine.design import MAX_NAME

MAX_DESIGNS: Final = 100  # of one guest


def _exported(row: Values) -> Values:
    return {**row, "card": orjson.Fragment(cast("bytes", row["card"]))}


designs = owned_table(
    "designs",
    sa.Column("name", sa.String(MAX_NAME), nullable=False),
    sa.Column("card", sa.LargeBinary, nullable=False),  # JSON (docs/notation.md)
    export=_exported,
)


@dataclass(frozen=True, slots=True)
class Design(Owned):
    """A saved design."""

    card: Card


def design_of(row: StoredRow) -> Design:
    card = cards.designed(orjson.loads(row.card))
    return Design(row.id, row.player_id, row.created_at, row.updated_at, card)
