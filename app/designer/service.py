"""The only writer of designed cards."""

from __future__ import annotations

from typing import Final

import orjson
from starlette.requests import HTTPConnection

from app.designer.models import MOST_DESIGNS, Design, design_of, designs
from app.players.player import Player
from app.store.database import Database
from app.store.group_commit import Writer
from app.store.owned_rows import OwnedRows
from engine.cards import Card

ROWS: Final = OwnedRows(
    designs, MOST_DESIGNS, missing="no_such_design", foreign="not_your_design", full="too_many_designs"
)


def _values(card: Card) -> dict[str, object]:
    return {"name": card.name, "card": orjson.dumps(card.notation)}


class DesignService:
    """Keeps the designed cards of guests. Refuses with AppError, having changed nothing.

    A card comes from `engine.design.check_design`.
    """

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    async def of(self, player_id: str | None) -> list[Design]:
        """Return the designs of a guest, the one changed last first."""
        return [] if player_id is None else [design_of(row) for row in await self._database.read(ROWS.of(player_id))]

    async def get(self, design_id: str) -> Design:
        """Return a design by its unguessable id, for any visitor; AppError(no_such_design, 404)."""
        return design_of(await self._database.read(ROWS.get(design_id)))

    async def create(self, player: Player, card: Card) -> Design:
        """Keep a new design; AppError(too_many_designs, 409)."""
        return design_of(await self._writer.job(ROWS.add(player.id, _values(card))))

    async def change(self, player: Player, design_id: str, card: Card) -> Design:
        """Give a design another card; AppError: no_such_design, not_your_design."""
        return design_of(await self._writer.job(ROWS.change(player.id, design_id, _values(card))))

    async def copy(self, player: Player, design_id: str) -> Design:
        """Copy a design for a player, another guest's too."""
        return await self.create(player, (await self.get(design_id)).card)

    async def delete(self, player: Player, design_id: str) -> None:
        """Delete a design; AppError: no_such_design, not_your_design."""
        await self._writer.job(ROWS.remove(player.id, design_id))


def design_service(connection: HTTPConnection) -> DesignService:
    """Return the application's design service."""
    service: DesignService = connection.app.state.designs
    return service
