"""The outcome of a board, written in the transaction that ends its match: `UNIQUE (match, seq)` lets that happen once,
at any worker."""

from __future__ import annotations

import sqlalchemy as sa

from app.contests.tournaments.models import boards, entries, seatings
from app.contests.tournaments.rules.types import BoardOutcome
from app.contests.tournaments.running.matches import SIDES
from app.matches.core.features import series
from app.matches.core.features.tournament import TOURNAMENT
from app.matches.core.match_row import MatchRow
from engine.seat import SEATS, Seat


def record_end(connection: sa.Connection, row: MatchRow) -> None:
    """Record the outcome of a match of a tournament; a player who has not come plays no further round until they ask
    to.

    Of an undecided series, and of a match that the host of the site has ended, the driver opens the next one.
    """
    if row.features[TOURNAMENT.name] is None or row.result is None:
        return
    here = boards.c.match_id == row.id
    board = connection.execute(sa.select(boards).where(here, boards.c.outcome.is_(None))).one_or_none()
    outcome = None if board is None else outcome_of(row, board.game)
    if board is None or outcome is None:
        return
    missed = row.result.reason == "no_show"
    connection.execute(
        sa.update(boards).where(here, boards.c.outcome.is_(None)).values(outcome=outcome, forfeit=missed)
    )
    if missed:
        gone = [seat for seat in SEATS if outcome != SIDES[seat]]
        numbers = sa.select(seatings.c.entry).where(
            seatings.c.tournament_id == board.tournament_id,
            seatings.c.round == board.round,
            seatings.c.board == board.board,
            seatings.c.side.in_([SIDES[seat] for seat in gone]),
        )
        absent = (entries.c.tournament_id == board.tournament_id, entries.c.number.in_(numbers))
        people = sa.and_(entries.c.state == "in", entries.c.computer.is_(None))
        connection.execute(sa.update(entries).where(*absent, people).values(state="paused"))


def outcome_of(row: MatchRow, game: int) -> BoardOutcome | None:
    """Return the outcome of the board at which this match was the `game`-th; None: a further match decides."""
    result = row.result
    if result is None or result.winner is None or result.reason == "aborted":
        return None
    standing = series.series_of(row)
    if result.reason == "no_show" or standing is None:
        return _said(result.winner if result.winner in ("A", "B") else None, result.reason)
    if standing.winner is None and game < standing.best_of:
        return None
    won = standing.won
    return "draw" if won["A"] == won["B"] else "a" if won["A"] > won["B"] else "b"


def _said(winner: Seat | None, reason: str) -> BoardOutcome:
    if winner is not None:
        return SIDES[winner]
    return "neither" if reason == "no_show" else "draw"
