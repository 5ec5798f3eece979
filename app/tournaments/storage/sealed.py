"""Finished matches whose decks are still being played with: those of a tournament that shows decks at its end, and of a
series for which decks are kept. Until then nobody reads their records, replays or analyses."""

from __future__ import annotations

from functools import partial

import orjson
import sqlalchemy as sa

from app.errors import AppError, Code
from app.matches.features import series
from app.matches.features.rematch import NEXT
from app.matches.features.tournament import TOURNAMENT
from app.matches.match_row import MatchRow
from app.matches.storage.models import match_row_of, matches
from app.store.database import Database
from app.tournaments.models import tournaments
from app.tournaments.permits import RUNNING


class SealedDecks:
    """Knows when they are opened."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def check(self, row: MatchRow) -> None:
        """Raise AppError(decks_sealed) for a match that would tell cards which are still to be played."""
        if row.is_sealed and await self._database.read(partial(_is_played_on, row)):
            raise AppError(Code.decks_sealed)


def _is_played_on(row: MatchRow, connection: sa.Connection) -> bool:
    query = sa.select(tournaments.c.status, tournaments.c.options).where(tournaments.c.id == TOURNAMENT.of(row))
    tournament = connection.execute(query).one_or_none()
    if tournament is not None and orjson.loads(tournament.options)["decks"] == "own":
        return tournament.status in RUNNING
    last = row
    while (following := NEXT.of(last)) is not None:
        found = connection.execute(sa.select(matches).where(matches.c.id == following)).one_or_none()
        if found is None:
            return False
        last = match_row_of(found)
        if last.status != "over":
            return True
    return series.goes_on(last)
