"""The only way to write entries and organizers' decisions. Rounds begin in `running/driver.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from app.base.errors import Code
from app.base.store.group_commit import Writer
from app.contests.tournaments.permits import RUNNING
from app.contests.tournaments.schemas import StatusName
from app.contests.tournaments.storage import statements
from app.contests.tournaments.storage.feed import TournamentFeed
from app.contests.tournaments.tournament import BoardPart, StoredTournament

T = TypeVar("T")


class TournamentWriter:
    """Makes each change of a tournament one job of the writer, which begins by locking the tournament
    (`statements.locked`), so that one act comes after the other. It refuses with AppError, having changed nothing, and
    is published afterwards."""

    def __init__(self, writer: Writer, feed: TournamentFeed) -> None:
        self.job = writer.job
        self._feed = feed

    async def write(
        self,
        tournament_id: str,
        write: Callable[[sa.Connection, StoredTournament], T],
        *statuses: StatusName,
        code: Code = Code.not_now_in_tournament,
        part: BoardPart | None = None,
        counts: bool = True,
    ) -> T:
        """Return `write` of a tournament that has one of these statuses, or of this part of it; AppError(`code`) for
        another. `counts` is false for a change of neither entries nor rounds."""

        def job(connection: sa.Connection) -> T:
            allowed = statuses or RUNNING
            tournament = statements.locked(connection, tournament_id, *allowed, code=code, part=part, counts=counts)
            return write(connection, tournament)

        try:
            done = await self.job(job)
        except IntegrityError:  # the player has just become another guest, or was deleted: now that is seen
            done = await self.job(job)
        self._feed.changed(tournament_id)
        return done
