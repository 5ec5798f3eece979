"""The only writer of designed cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import orjson
from starlette.requests import HTTPConnection

from app.cards.icons import keep_icon
from app.designer.icons import known
from app.designer.models import MOST_DESIGNS, Design, design_of, designs
from app.players.player import Player
from app.store.database import Database
from app.store.group_commit import Writer
from app.store.owned_rows import OwnedRows
from engine.cards import Card

ROWS: Final = OwnedRows(
    designs, MOST_DESIGNS, missing="no_such_design", foreign="not_your_design", full="too_many_designs"
)


def _values(card: Card, icon: str) -> dict[str, object]:
    return {"name": card.name, "icon": known(icon), "card": orjson.dumps(card.notation)}


class DesignService:
    """Keeps the designed cards of guests. Refuses with AppError, having changed nothing.

    A card comes from `engine.design.check_design`. Its icon is also told to whoever draws cards, so that a Champion
    looks in a match as it was designed.
    """

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    async def of(self, *player_ids: str | None) -> list[Design]:
        """Return the designs of these guests, the one changed last first."""
        found: list[Design] = []
        for player_id in filter(None, player_ids):
            found += [_with_icon_kept(design_of(row)) for row in await self._database.read(ROWS.of(player_id))]
        return found

    async def get(self, design_id: str) -> Design:
        """Return a design by its unguessable id, for whoever asks; AppError(no_such_design, 404)."""
        return _with_icon_kept(design_of(await self._database.read(ROWS.get(design_id))))

    async def create(self, player: Player, card: Card, icon: str) -> Design:
        """Keep a new design; AppError(too_many_designs, 409)."""
        return _with_icon_kept(design_of(await self._writer.job(ROWS.add(player.id, _values(card, icon)))))

    async def change(self, player: Player, design_id: str, card: Card, icon: str) -> Design:
        """Give a design another card and icon; AppError: no_such_design, not_your_design."""
        return _with_icon_kept(
            design_of(await self._writer.job(ROWS.change(player.id, design_id, _values(card, icon))))
        )

    async def copy(self, player: Player, design_id: str) -> Design:
        """Copy a design for a player, another guest's too."""
        design = await self.get(design_id)
        return await self.create(player, design.card, design.icon)

    async def delete(self, player: Player, design_id: str) -> None:
        """Delete a design; AppError: no_such_design, not_your_design."""
        await self._writer.job(ROWS.remove(player.id, design_id))


def _with_icon_kept(design: Design) -> Design:
    keep_icon(design.card, design.icon)
    return design


def design_service(connection: HTTPConnection) -> DesignService:
    """Return the application's design service."""
    service: DesignService = connection.app.state.designs
    return service


async def load_icons(connection: HTTPConnection, guests: Iterable[Player]) -> None:
    """Make sure that the designs of these guests are drawn with their icons in this process."""
    await design_service(connection).of(*(guest.id for guest in guests))
