"""The seats of somebody who leaves for good, or becomes another guest. Statements for a transaction."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.matches.core.match_row import MatchRow
from app.matches.core.seat_holder import COACH, FORMER, rows_of
from app.matches.core.storage.models import match_row_of, matches, seats, select_matches
from app.matches.core.storage.seats import PLAYS, holds, is_free
from engine.seat import SEATS


class StillPlaying(Exception):
    """Somebody else plays in a match that is to be left."""


def _with_another(player_id: str) -> sa.ColumnElement[bool]:
    """A condition: another guest sits, or may sit down, in this match."""
    another = sa.exists().where(seats.c.match_id == matches.c.id, PLAYS, seats.c.player_id != player_id)
    return sa.and_(holds(player_id), sa.or_(another, *(is_free(seat) for seat in SEATS)))


def duels_in_play(player_id: str) -> Callable[[sa.Connection], list[MatchRow]]:
    """Return the matches that are not over in which another guest plays or may sit down."""
    query = select_matches().where(_with_another(player_id), matches.c.status != "over")
    return lambda connection: [match_row_of(row) for row in connection.execute(query)]


def held_by(connection: sa.Connection, player_id: str) -> list[str]:
    """Return the matches in which a guest holds a seat or coaches, those that are not over first, the oldest first."""
    there = sa.select(seats.c.match_id).where(seats.c.player_id == player_id)
    query = (
        sa.select(matches.c.id)
        .where(matches.c.id.in_(there))
        .order_by(matches.c.status == "over", matches.c.created_at)
    )
    return list(connection.execute(query).scalars())


def check_not_opposed(connection: sa.Connection, one: str, another: str) -> None:
    """Raise AppError(playing_each_other) if two guests are in a match that is not over."""
    near, far = seats.alias(), seats.alias()
    apart = (far.c.match_id == near.c.match_id, far.c.seat != near.c.seat)
    opposed = (
        sa.select(near.c.match_id).join(far, sa.and_(*apart)).where(near.c.player_id == one, far.c.player_id == another)
    )
    if connection.execute(
        sa.select(matches.c.id).where(matches.c.id.in_(opposed), matches.c.status != "over").limit(1)
    ).first():
        raise AppError(Code.playing_each_other)


def leave(connection: sa.Connection, player_id: str) -> list[str]:
    """Take a guest out of all matches, and return these: finished ones stay with a former player; unfinished games
    played alone are deleted, and so are tables that nobody joined. StillPlaying: not all could be left yet."""
    held = held_by(connection, player_id)
    in_play = sa.select(matches.c.id).where(_with_another(player_id), matches.c.status != "over").limit(1)
    if connection.execute(in_play).first():
        raise StillPlaying
    unfinished = sa.or_(matches.c.status != "over", matches.c.winner.is_(None))
    connection.execute(sa.delete(matches).where(holds(player_id), unfinished))
    mine = seats.c.player_id == player_id
    seated = sa.select(seats.c.match_id).where(mine)
    connection.execute(sa.update(matches).where(matches.c.id.in_(seated)).values(version=matches.c.version + 1))
    connection.execute(sa.delete(seats).where(mine, seats.c.seat == COACH))
    _leave_pairs(connection, player_id)
    connection.execute(sa.delete(seats).where(mine, seats.c.part == 1))  # of two at one device
    (former,) = rows_of(FORMER)
    connection.execute(sa.update(seats).where(mine).values(former._asdict()))
    return held


def _leave_pairs(connection: sa.Connection, player_id: str) -> None:
    """Leave each side that two hold at two devices to the other, who is its first from now on."""
    other = seats.alias()
    sides = (other.c.match_id == seats.c.match_id, other.c.seat == seats.c.seat, other.c.player_id != player_id)
    query = sa.select(seats.c.match_id, seats.c.seat).where(seats.c.player_id == player_id, sa.exists().where(*sides))
    for match_id, seat in connection.execute(query).all():
        here = (seats.c.match_id == match_id, seats.c.seat == seat)
        connection.execute(sa.delete(seats).where(*here, seats.c.player_id == player_id))
        connection.execute(sa.update(seats).where(*here).values(part=0))
