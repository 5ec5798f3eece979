"""Keeps each guest's preferences: the one place from which everything else reads them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Final, Literal

import orjson
import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.signals import Signal
from app.base.store.database import Database, ExtraColumns, StoredRow
from app.base.store.group_commit import Writer
from app.base.store.upsert import upsert
from app.people.players.models import preferences
from app.people.players.player import CREATURES, Player
from app.people.players.preferences import SERVER_ONLY, Preferences

NOTHING_STORED: Final = "-"
_DEFAULTS: Final = Preferences()
SETTLED: Final = "settled"
"""The stored key of a guest whose choices no old copy in a browser may change any more."""


class PreferenceService:
    """The only writer of preferences. `on_friends` is called with a guest who lets friends see them from now on, or not
    any more; `on_face` with one who has another picture."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer
        self.on_friends = Signal[[str]]()
        self.on_face = Signal[[str]]()

    async def of(self, player_id: str) -> Preferences:
        """Return a guest's choices; the defaults for a guest without any."""
        return Preferences.read(await self._stored(player_id))

    async def switched_off(self, choice: Literal["challenges", "friends"], player_ids: Iterable[str]) -> set[str]:
        """Return those of these guests who have switched a choice off."""
        found = await self._of_all(player_ids)
        return {player_id for player_id, chosen in found.items() if getattr(chosen, choice) == "off"}

    async def _of_all(self, player_ids: Iterable[str]) -> dict[str, Preferences]:
        query = sa.select(preferences.c.player_id, preferences.c.chosen)
        rows = await self._database.rows(query.where(preferences.c.player_id.in_(list(player_ids))))
        return {row.player_id: Preferences.read(_read(row.chosen)) for row in rows}

    async def for_page(self, player: Player | None) -> str | None:
        """Return the choices for the script of a page (js/prefs.js); NOTHING_STORED for a guest who has never chosen
        anything that scripts know, None for a visitor who is no guest yet."""
        return None if player is None else _for_page(await self._stored(player.id))

    async def change(self, player: Player, changes: Mapping[str, str]) -> Preferences:
        """Store these changes and return all choices; AppError(bad_setting), and then nothing is stored."""
        _changed(_DEFAULTS, changes)  # mistakes are refused before waiting for the database
        after = await self._write(player, changes, settled=not changes.keys() <= SERVER_ONLY)
        if "friends" in changes:
            self.on_friends(player.id)
        if "face" in changes:
            self.on_face(player.id)
        return after

    async def settle(self, player: Player) -> None:
        """Make the stored choices hold, even if there are none, in a browser with a copy of another guest's."""
        await self._write(player, {}, settled=True)

    async def _write(self, player: Player, changes: Mapping[str, str], *, settled: bool) -> Preferences:
        def write(connection: sa.Connection) -> Preferences:
            query = sa.select(preferences.c.chosen).where(preferences.c.player_id == player.id).with_for_update()
            before = orjson.loads(connection.execute(query).scalar_one_or_none() or b"{}")
            after = _changed(Preferences.read(before), changes)
            mark = {SETTLED: "on"} if settled or SETTLED in before else {}
            row = {"player_id": player.id, "chosen": orjson.dumps(after.chosen | mark).decode(), "at": time.time()}
            connection.execute(upsert(connection, preferences), row)
            return after

        return await self._writer.job(write)

    async def _stored(self, player_id: str) -> Mapping[str, str]:
        query = sa.select(preferences.c.chosen).where(preferences.c.player_id == player_id)
        chosen = await self._database.value(query)
        return _read(chosen)


def chosen_by(player_id: sa.ColumnElement[str]) -> sa.Label[str | None]:
    """Return the stored choices of the guest of this column, as the column `chosen` of a query."""
    chosen = sa.select(preferences.c.chosen).where(preferences.c.player_id == player_id)
    return chosen.scalar_subquery().label("chosen")


def face_in(chosen: str | None) -> str | None:
    """Return the picture that was chosen, of what `chosen_by` gives; None without a choice."""
    face = _read(chosen).get("face")
    return face if face in CREATURES else None


_EXTRA_COLUMNS: Final = (chosen_by(sa.bindparam("visitor", type_=sa.String)),)


def for_page_with_row(player: Player | None) -> ExtraColumns:
    """Return the query of what `PreferenceService.for_page` returns, to be read with another row; `found_with_row`
    makes it of that."""
    return ExtraColumns(_EXTRA_COLUMNS, {"visitor": player.id if player else None})


def found_with_row(player: Player | None, row: StoredRow) -> str | None:
    """Return the choices for the script of a page, as `PreferenceService.for_page`."""
    return None if player is None else _for_page(_read(row.chosen))


def _for_page(stored: Mapping[str, str]) -> str:
    value = Preferences.read(stored).for_page
    return value if value or SETTLED in stored else NOTHING_STORED


def _read(chosen: str | None) -> Mapping[str, str]:
    stored: dict[str, str] = orjson.loads(chosen or b"{}")
    return stored


def _changed(before: Preferences, changes: Mapping[str, str]) -> Preferences:
    try:
        return before.changed(changes)
    except ValueError:
        raise AppError(Code.bad_setting) from None
