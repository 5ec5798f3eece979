"""The heads of the tournaments in play: read in one statement, enough to see what is due and which copies are old."""

from __future__ import annotations

from typing import Final, NamedTuple

import sqlalchemy as sa

from app.contests.tournaments.models import boards, tournaments
from app.contests.tournaments.rules.types import MEETINGS
from app.contests.tournaments.tournament import StoredTournament
from app.matches.core.storage.models import matches

IN_PLAY: Final = ("playing", "paused")
OVERTIME: Final = 1800.0  # seconds after the end of an arena within which its last matches must end


class Stamp(NamedTuple):
    """Numbers that differ after any change of a tournament in play; `version` counts changes of entries and rounds.

    A report moves `reported_at` alone until both players agree, so it wakes readers, and no driver.
    """

    version: int
    next_at: float | None
    decided: int  # boards
    games: int
    reported_at: float  # of the newest report; 0 before the first


class RunningHead(NamedTuple):
    """A tournament in play. Times are the site's."""

    stamp: Stamp
    status: str
    system: str
    ends_at: float | None
    playing: int  # boards without a result
    loose: int  # of those, the ones whose match is over or gone

    def is_due(self, now: float, seen: Stamp | None) -> bool:
        """True if there may be something to do; `seen` is the stamp at which it was looked at last."""
        if self.loose or seen is None or seen.version != self.stamp.version:
            return True
        if self.status != "playing":
            return False
        if self.ends_at is not None and now >= self.ends_at:
            return not self.playing or now >= self.ends_at + OVERTIME
        next_at = self.stamp.next_at
        if self.system == "arena":
            return next_at is None or now >= next_at
        if self.playing:
            return False
        return self.stamp != seen if next_at is None else now >= next_at


def stamp_of(tournament: StoredTournament) -> Stamp:
    """Return the stamp of a tournament as it was read."""
    decided = sum(result.result is not None for result in tournament.results)
    reported_at = max((board.reported_at for board in tournament.boards), default=0.0)
    games = sum(board.game for board in tournament.boards)
    return Stamp(tournament.version, tournament.next_at, decided, games, reported_at)


def read_heads(connection: sa.Connection) -> dict[str, RunningHead]:
    """Return the heads of all tournaments in play, by their ids."""
    return {
        row.id: RunningHead(
            Stamp(row.version, row.next_at, int(row.decided), int(row.games), row.reported_at),
            row.status,
            row.system,
            row.ends_at,
            int(row.playing),
            int(row.loose),
        )
        for row in connection.execute(_HEADS)
    }


def _heads() -> sa.Select[tuple[object, ...]]:
    tournament = (
        tournaments.c.id, tournaments.c.version, tournaments.c.next_at, tournaments.c.status, tournaments.c.system,
        tournaments.c.ends_at,
    )  # fmt: skip
    is_open = boards.c.outcome.is_(None) & boards.c.ruling.is_(None)
    playing = boards.c.kind.in_(MEETINGS) & is_open
    loose = playing & (boards.c.kind == "match") & (matches.c.id.is_(None) | (matches.c.status == "over"))
    return (
        sa.select(
            *tournament,
            sa.func.count(sa.case((~is_open, 1))).label("decided"),
            sa.func.coalesce(sa.func.sum(boards.c.game), 0).label("games"),
            sa.func.coalesce(sa.func.max(boards.c.reported_at), 0.0).label("reported_at"),
            sa.func.count(sa.case((playing, 1))).label("playing"),
            sa.func.count(sa.case((loose, 1))).label("loose"),
        )
        .select_from(tournaments)
        .outerjoin(boards, boards.c.tournament_id == tournaments.c.id)
        .outerjoin(matches, sa.and_(matches.c.id == boards.c.match_id, is_open))
        .where(tournaments.c.status.in_(IN_PLAY))
        .group_by(*tournament)
    )


_HEADS: Final = _heads()
