"""The seats of somebody who leaves for good, or becomes another guest. Statements for a transaction."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from app.errors import AppError, Code
from app.matches.match_row import MatchRow
from app.matches.seat_holder import FORMER, to_columns
from app.matches.storage.models import match_row_of, matches


class StillPlaying(Exception):
    """Somebody else plays in a match that is to be left."""


def _holds(player_id: str) -> sa.ColumnElement[bool]:
    return sa.or_(matches.c.seat_a == player_id, matches.c.seat_b == player_id)


def _with_another(player_id: str) -> sa.ColumnElement[bool]:
    """A condition: another guest sits, or may sit down, in this match."""
    another = [
        sa.or_(
            sa.and_(seat.is_not(None), seat != player_id),
            sa.and_(seat.is_(None), computer.is_(None)),
        )
        for seat, computer in ((matches.c.seat_a, matches.c.computer_a), (matches.c.seat_b, matches.c.computer_b))
    ]
    return sa.and_(_holds(player_id), sa.or_(*another))


def duels_in_play(player_id: str) -> Callable[[sa.Connection], list[MatchRow]]:
    """Return the matches that are not over in which another guest plays or may sit down."""
    query = sa.select(matches).where(_with_another(player_id), matches.c.status != "over")
    return lambda connection: [match_row_of(row) for row in connection.execute(query)]


def held_by(connection: sa.Connection, player_id: str) -> list[str]:
    """Return the matches in which a guest holds a seat, those that are not over first."""
    query = sa.select(matches.c.id).where(_holds(player_id)).order_by(matches.c.status == "over")
    return list(connection.execute(query).scalars())


def check_not_opposed(connection: sa.Connection, one: str, another: str) -> None:
    """Raise AppError(playing_each_other) if two guests are in a match that is not over."""
    opposed = sa.or_(
        sa.and_(matches.c.seat_a == one, matches.c.seat_b == another),
        sa.and_(matches.c.seat_a == another, matches.c.seat_b == one),
    )
    if connection.execute(sa.select(matches.c.id).where(opposed, matches.c.status != "over").limit(1)).first():
        raise AppError(Code.playing_each_other)


def leave(connection: sa.Connection, player_id: str) -> list[str]:
    """Take a guest out of all matches, and return these: finished ones stay with a former player; unfinished games
    played alone are deleted, and so are tables that nobody joined. StillPlaying: not all could be left yet."""
    held = held_by(connection, player_id)
    in_play = sa.select(matches.c.id).where(_with_another(player_id), matches.c.status != "over").limit(1)
    if connection.execute(in_play).first():
        raise StillPlaying
    unfinished = sa.or_(matches.c.status != "over", matches.c.winner.is_(None))
    connection.execute(sa.delete(matches).where(_holds(player_id), unfinished))
    columns = to_columns(FORMER)
    for end in ("a", "b"):
        values = {
            f"seat_{end}": columns["player"],
            f"name_{end}": columns["name"],
            f"computer_{end}": columns["computer"],
            "version": matches.c.version + 1,
        }
        connection.execute(sa.update(matches).where(matches.c[f"seat_{end}"] == player_id).values(values))
    return held
