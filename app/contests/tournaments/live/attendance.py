"""The people who are at a tournament in which computers play: an entry is nobody, an open page or table somebody."""

from __future__ import annotations

import sqlalchemy as sa

from app.base.live.models import presence
from app.base.store.database import Database
from app.contests.tournaments.live.live_state import HERE_FOR
from app.contests.tournaments.models import boards, entries
from app.contests.tournaments.permits import HERE
from app.matches.core.features.tournament import TOURNAMENT
from app.matches.core.match_row import MatchRow
from app.matches.core.storage.models import seats
from app.matches.core.storage.seats import is_connected


class Attendance:
    """Counts who is there, of computers and of people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def is_enough(self, row: MatchRow, now: float) -> bool:
        """Return whether, at this site time, at least as many people as computers are at the tournament of a match;
        False for another match."""
        tournament_id = TOURNAMENT.of(row)
        if tournament_id is None:
            return False
        here = await self._database.row(_here(tournament_id, now - HERE_FOR))
        return here is not None and here.people >= here.computers


def _here(tournament_id: str, since: float) -> sa.Select[int, int]:
    """Return the statement that counts the people and the computers who are there."""
    player = entries.c.player_id
    at_table = sa.exists().where(
        boards.c.tournament_id == tournament_id,
        seats.c.match_id == boards.c.match_id,
        presence.c.match_id == boards.c.match_id,
        seats.c.player_id == player,
        is_connected(),
    )
    is_person = player.is_not(None) & ((entries.c.here_at > since) | at_table)
    is_computer = entries.c.computer.is_not(None)
    counts = (sa.func.count(sa.case((is_person, 1))), sa.func.count(sa.case((is_computer, 1))))
    return sa.select(counts[0].label("people"), counts[1].label("computers")).where(
        entries.c.tournament_id == tournament_id, entries.c.state.in_(HERE)
    )
