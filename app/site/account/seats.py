"""The seats of somebody who leaves for good, or becomes another guest. Statements for a transaction."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.matches.core.match_row import MatchRow
from app.matches.core.seat_holder import FORMER, PROGRAM, SECOND, seat_values
from app.matches.core.storage.models import match_row_of, matches
from app.matches.core.storage.store import holds
from engine.seat import SEATS, Seat

SIDES: Final = (("seat_a", "second_a"), ("seat_b", "second_b"), ("coach_id",))
"""The columns of those who must not be the same guest."""


class StillPlaying(Exception):
    """Somebody else plays in a match that is to be left."""


def _with_another(player_id: str) -> sa.ColumnElement[bool]:
    """A condition: another guest sits, or may sit down, in this match."""
    another = [
        sa.or_(
            sa.and_(seat.is_not(None), seat != player_id),
            sa.and_(seat.is_(None), computer.is_(None)),
        )
        for seat, computer in ((matches.c.seat_a, matches.c.computer_a), (matches.c.seat_b, matches.c.computer_b))
    ]
    partner = [sa.and_(second.is_not(None), second != player_id) for second in (matches.c.second_a, matches.c.second_b)]
    return sa.and_(holds(player_id), sa.or_(*another, *partner))


def duels_in_play(player_id: str) -> Callable[[sa.Connection], list[MatchRow]]:
    """Return the matches that are not over in which another guest plays or may sit down."""
    query = sa.select(matches).where(_with_another(player_id), matches.c.status != "over")
    return lambda connection: [match_row_of(row) for row in connection.execute(query)]


def held_by(connection: sa.Connection, player_id: str) -> list[str]:
    """Return the matches in which a guest holds a seat or coaches, those that are not over first."""
    there = sa.or_(holds(player_id), matches.c.coach_id == player_id)
    query = sa.select(matches.c.id).where(there).order_by(matches.c.status == "over")
    return list(connection.execute(query).scalars())


def check_not_opposed(connection: sa.Connection, one: str, another: str) -> None:
    """Raise AppError(playing_each_other) if two guests are in a match that is not over."""
    opposed = sa.or_(
        *(
            sa.and_(matches.c[here] == first, matches.c[there] == second)
            for near, far in itertools.permutations(SIDES, 2)
            for here in near
            for there in far
            for first, second in ((one, another), (another, one))
        )
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
    connection.execute(sa.delete(matches).where(holds(player_id), unfinished))
    for seat in SEATS:
        _leave_pair(connection, player_id, seat)
        values = {**seat_values(seat, FORMER), "version": matches.c.version + 1}
        connection.execute(sa.update(matches).where(matches.c[f"seat_{seat.lower()}"] == player_id).values(values))
    coached = sa.update(matches).where(matches.c.coach_id == player_id)
    connection.execute(coached.values(coach_id=None, coach_name=None, version=matches.c.version + 1))
    return held


def _leave_pair(connection: sa.Connection, player_id: str, seat: Seat) -> None:
    """Leave a side that two held at two devices to the other (`Partners`): what plays there are words for both."""
    first, second, computer = (matches.c[f"{column}_{seat.lower()}"] for column in ("seat", "second", "computer"))
    program = sa.cast(PROGRAM, computer.type)
    alone = {second.name: None, f"second_name_{seat.lower()}": None, "version": matches.c.version + 1}
    of_second = {
        first.name: second,
        f"name_{seat.lower()}": matches.c[f"second_name_{seat.lower()}"],
        f"face_{seat.lower()}": None,
        computer.name: sa.case((computer.endswith(SECOND), program)),
    }
    of_first = {computer.name: sa.case((computer.startswith(PROGRAM), program))}
    connection.execute(sa.update(matches).where(first == player_id, second != player_id).values({**alone, **of_second}))
    connection.execute(sa.update(matches).where(second == player_id, first != player_id).values({**alone, **of_first}))
