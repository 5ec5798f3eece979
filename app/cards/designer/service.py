"""The only writer of designed cards."""

from __future__ import annotations

import orjson

from app.base.errors import Code
from app.base.store.database import StoredRow
from app.base.store.owned_rows import OwnedRows, OwnedService, Owner
from app.cards.designer.models import MAX_DESIGNS, Design, design_of, designs
from engine.cards import Card


def _values(card: Card) -> dict[str, object]:
    return {"name": card.name, "card": orjson.dumps(card.notation)}


class DesignService(OwnedService[Design]):
    """Keeps the designed cards of guests. A card comes from `engine.design.check_design`."""

    rows = OwnedRows(
        designs, MAX_DESIGNS, missing=Code.no_such_design, foreign=Code.not_your_design, full=Code.too_many_designs
    )

    def _value(self, row: StoredRow) -> Design:
        return design_of(row)

    async def create(self, owner: Owner, card: Card) -> Design:
        """Store a new design; AppError(too_many_designs)."""
        return await self.insert(owner, _values(card))

    async def change(self, owner: Owner, design_id: str, card: Card) -> Design:
        """Give a design another card; AppError: no_such_design, not_your_design."""
        return await self.update(owner, design_id, _values(card))

    async def copy(self, owner: Owner, row_id: str) -> Design:
        """Copy a design for a player, another guest's too."""
        return await self.create(owner, (await self.get(row_id)).card)
