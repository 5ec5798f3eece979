"""Keeps each guest's preferences: the one place from which everything else reads them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

import orjson
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from starlette.requests import HTTPConnection

from app.errors import AppError
from app.players.models import preferences
from app.players.player import Player
from app.players.preferences import Preferences
from app.store.database import Database
from app.store.group_commit import Writer

NOTHING_STORED: Final = "-"


class PreferenceService:
    """The only writer of preferences."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    async def of(self, player_id: str) -> Preferences:
        """Return a guest's choices; the defaults for who has never chosen."""
        return await self._stored(player_id) or Preferences()

    async def for_page(self, player: Player | None) -> str | None:
        """Return the choices for the script of a page (js/prefs.js); NOTHING_STORED for a guest who has chosen
        nothing of what scripts know, None for a visitor who is no guest yet."""
        if player is None:
            return None
        stored = await self._stored(player.id)
        if stored is None or (stored.chosen and not stored.for_page):
            return NOTHING_STORED
        return stored.for_page

    async def change(self, player: Player, changes: Mapping[str, str]) -> Preferences:
        """Store these changes and return all choices; AppError(bad_setting, 422), and then nothing is stored."""

        def write(connection: sa.Connection) -> Preferences:
            query = sa.select(preferences.c.chosen).where(preferences.c.player_id == player.id).with_for_update()
            before = connection.execute(query).scalar_one_or_none()
            after = _changed(Preferences.read(orjson.loads(before or b"{}")), changes)
            row = {"player_id": player.id, "chosen": orjson.dumps(after.chosen).decode(), "at": time.time()}
            insert = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(preferences)
            new = {"chosen": insert.excluded.chosen, "at": insert.excluded.at}
            connection.execute(insert.on_conflict_do_update(index_elements=["player_id"], set_=new), row)
            return after

        _changed(Preferences(), changes)  # what is wrong is refused before anybody waits for the database
        return await self._writer.job(write)

    async def _stored(self, player_id: str) -> Preferences | None:
        query = sa.select(preferences.c.chosen).where(preferences.c.player_id == player_id)
        chosen = await self._database.read(lambda connection: connection.execute(query).scalar_one_or_none())
        return None if chosen is None else Preferences.read(orjson.loads(chosen))


def _changed(before: Preferences, changes: Mapping[str, str]) -> Preferences:
    try:
        return before.changed(changes)
    except ValueError:
        raise AppError("bad_setting", 422) from None


def preference_service(connection: HTTPConnection) -> PreferenceService:
    """Return the application's preferences."""
    service: PreferenceService = connection.app.state.preferences
    return service
