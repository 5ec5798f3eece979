"""Statements about `seats`: who holds which place of a match. Conditions are on a row of `matches`."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from app.base.live.models import presence
from app.base.store.database import Columns
from app.base.store.upsert import add_new
from app.matches.core.seat_holder import FREE, SeatChange, rows_of
from app.matches.core.storage.models import matches, seats
from engine.seat import SEATS, Seat

PLAYS: Final = seats.c.seat.in_(SEATS)
"""The condition of a row of `seats`: not that of a coach."""
SEATED: Final = sa.select(seats.c.player_id).where(seats.c.match_id == matches.c.id, PLAYS).correlate(matches)
"""The guests who hold the seats of a match."""
MINE, OPPOSITE = seats.alias("mine"), seats.alias("opposite")
"""The seats of a player and of the opponent, as `with_opponent` joins them."""


def holds(player_id: str) -> sa.ColumnElement[bool]:
    """Return the condition that a player holds a seat, perhaps together with another."""
    return matches.c.id.in_(sa.select(seats.c.match_id).where(seats.c.player_id == player_id, PLAYS))


def holds_alone(seat: Seat, player_id: str) -> sa.ColumnElement[bool]:
    """Return the condition that a player holds a seat, together with nobody (H12)."""
    return _held(seat, seats.c.player_id == player_id) & ~_held(seat, seats.c.part == 1)


def is_free(seat: Seat) -> sa.ColumnElement[bool]:
    """Return the condition that nobody holds a seat."""
    return ~_held(seat)


def is_connected() -> sa.ColumnElement[bool]:
    """Return a condition on rows of `seats` and `presence`: a holder of this seat is connected."""
    at_a, at_b = (sa.and_(seats.c.seat == seat, here) for seat, here in (("A", presence.c.a), ("B", presence.c.b)))
    return at_a | at_b


def _held(seat: Seat, *conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    return sa.exists().where(seats.c.match_id == matches.c.id, seats.c.seat == seat, *conditions)


def with_opponent(query: sa.Select[*Columns], player_id: str) -> sa.Select[*Columns]:
    """Return a query of the matches in which somebody sits opposite a player, joined to the rows of both, MINE and
    OPPOSITE. Of two who hold a seat together the first counts. A match at a hot seat is found twice."""
    mine = (MINE.c.match_id == matches.c.id, MINE.c.player_id == player_id, MINE.c.seat.in_(SEATS), MINE.c.part == 0)
    opposite = (
        OPPOSITE.c.match_id == matches.c.id,
        OPPOSITE.c.seat.in_(SEATS),
        OPPOSITE.c.seat != MINE.c.seat,
        OPPOSITE.c.part == 0,
        OPPOSITE.c.player_id.is_not(None),
    )
    return query.join(MINE, sa.and_(*mine)).join(OPPOSITE, sa.and_(*opposite))


def reseat(connection: sa.Connection, match_id: str, change: SeatChange) -> bool:
    """Give a place to another holder; False if somebody else holds it by now than the change says."""
    here = (seats.c.match_id == match_id, seats.c.seat == change.seat)
    before, after = list(enumerate(rows_of(change.before or FREE))), list(enumerate(rows_of(change.after)))
    if change.before is None:
        connection.execute(sa.delete(seats).where(*here))
    for part, row in before:
        if (part, row) not in after:
            gone = sa.delete(seats).where(*here, seats.c.part == part, seats.c.player_id == row.player_id)
            if connection.execute(gone).rowcount != 1:
                return False
    for part, row in after:
        if (part, row) not in before:
            new = {"match_id": match_id, "seat": change.seat, "part": part, **row._asdict()}
            if not add_new(connection, seats, new):
                return False
    return True
