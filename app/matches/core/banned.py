"""Banned players in matches: their tables are closed, challenges to them declined, and nobody waits for them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence

import sqlalchemy as sa

from app.base.errors import AppError
from app.base.store.database import Database
from app.matches.core.features.absence import Absence
from app.matches.core.match_row import MatchRow
from app.matches.core.service import MatchService
from app.matches.core.storage.models import challenges, match_row_of, matches, seats, select_matches
from app.matches.core.storage.seats import PLAYS
from app.people.players.bans.bans import Ban, banned_players


class BannedInMatches:
    """Every worker does this; the database lets each table be closed once."""

    def __init__(self, database: Database, service: MatchService) -> None:
        self._database = database
        self._service = service

    async def end(self, bans: Sequence[Ban]) -> None:
        """Close tables and decline challenges; these bans are new."""
        absence = self._service.features[Absence]
        assert isinstance(absence, Absence)
        banned = {player_id for ban in bans for player_id in ban.player_ids}
        for live in self._service.live_matches.all():
            if any(guest.id in banned for guest in live.row.guests):
                absence.begin_afresh(live)
        tables, asked = await self._database.read(_open_tables)
        for row in tables:
            with contextlib.suppress(AppError):  # somebody sat down, or another worker was faster
                await self._service.open_tables.close(row.id, "cancelled")
        for match_id in asked:
            with contextlib.suppress(AppError):
                await self._service.open_tables.close(match_id, "declined")


def _open_tables(connection: sa.Connection) -> tuple[list[MatchRow], list[str]]:
    """Return the open tables of banned players, and the ids of those at which they are awaited."""
    banned, is_open = banned_players(time.time()), matches.c.status == "open"
    theirs = sa.select(seats.c.match_id).where(PLAYS, seats.c.part == 0, seats.c.player_id.in_(banned))
    own = select_matches().where(is_open, matches.c.id.in_(theirs))
    asked = sa.select(matches.c.id).join(challenges, challenges.c.match_id == matches.c.id)
    asked = asked.where(is_open, challenges.c.to_id.in_(banned))
    return [match_row_of(row) for row in connection.execute(own)], list(connection.execute(asked).scalars())
