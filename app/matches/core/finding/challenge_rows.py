"""Challenges as they are stored: an open table, and the one player who is asked to sit down there."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final, NamedTuple

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.matches.core.match_row import MatchRow
from app.matches.core.storage.models import challenges, match_row_of, matches, select_matches
from app.people.players.models import current_name

MAX_CHALLENGES: Final = 5


class Challenge(NamedTuple):
    """An open table for one former opponent of its host; `made_at`, and when they first saw it, in seconds since
    1970."""

    row: MatchRow
    from_id: str
    to_id: str
    from_name: str
    to_name: str
    made_at: float
    seen_at: float | None = None


def add(connection: sa.Connection, match_id: str, values: Mapping[str, object]) -> None:
    """Store a challenge; AppError(too_many_challenges)."""
    mine = challenges.c.from_id == values["from_id"]
    if len(_found(connection, mine)) >= MAX_CHALLENGES:
        raise AppError(Code.too_many_challenges, most=MAX_CHALLENGES)
    connection.execute(sa.insert(challenges).values(match_id=match_id, **values))


def received(connection: sa.Connection) -> dict[str, tuple[Challenge, ...]]:
    """Return all open challenges by the id of the player who is asked, oldest first."""
    found: dict[str, tuple[Challenge, ...]] = {}
    for challenge in _found(connection, sa.true()):
        found[challenge.to_id] = (*found.get(challenge.to_id, ()), challenge)
    return found


def of_player(connection: sa.Connection, player_id: str) -> list[Challenge]:
    """Return the open challenges that a player has made or received, the oldest first."""
    return _found(connection, (challenges.c.from_id == player_id) | (challenges.c.to_id == player_id))


def see(connection: sa.Connection, match_id: str, player_id: str) -> str | None:
    """Note that the player who is asked has seen a challenge, and return who made it; None if that is no news."""
    asked = (challenges.c.match_id == match_id) & (challenges.c.to_id == player_id) & challenges.c.seen_at.is_(None)
    change = sa.update(challenges).where(asked).values(seen_at=time.time()).returning(challenges.c.from_id)
    return connection.execute(change).scalar_one_or_none()


ASKED: Final = sa.select(challenges.c.to_id).where(challenges.c.match_id == matches.c.id).scalar_subquery()
"""The player who was asked to sit down, joined to a row of `matches`."""


def asked_to(connection: sa.Connection, match_id: str) -> list[str]:
    """Return the id of the player who was asked to sit down at a table, if one was."""
    return list(connection.execute(sa.select(challenges.c.to_id).where(challenges.c.match_id == match_id)).scalars())


def _found(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> list[Challenge]:
    names = [
        current_name(player, stored)
        for player, stored in (
            (challenges.c.from_id, challenges.c.from_name), (challenges.c.to_id, challenges.c.to_name),
        )
    ]  # fmt: skip
    own_columns = [challenges.c.from_id, challenges.c.to_id, challenges.c.made_at, challenges.c.seen_at]
    query = (
        select_matches(*own_columns, *names)
        .join(challenges, challenges.c.match_id == matches.c.id)
        .where(matches.c.status == "open", condition)
        .order_by(challenges.c.made_at, challenges.c.match_id)
    )
    return [
        Challenge(match_row_of(row), row.from_id, row.to_id, row.from_name, row.to_name, row.made_at, row.seen_at)
        for row in connection.execute(query)
    ]
