"""A guest's name, wherever it is stored. Statements for a transaction."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from app.contests.tournaments.storage import accounts as tournaments
from app.matches.core.storage.models import challenges, matches
from app.matches.talk.models import talk
from app.people.players.models import blocks, players
from app.people.players.player import DEFAULT_NAME

HELD: Final = {
    "seat_a": "name_a",
    "seat_b": "name_b",
    "second_a": "second_name_a",
    "second_b": "second_name_b",
    "coach_id": "coach_name",
}
"""The columns of a match that hold a player's id, and those that hold the name."""


def without_name(connection: sa.Connection, player_id: str) -> None:
    """Replace this guest's name everywhere by that of guests without one."""
    for column, of in (
        (players.c.name, players.c.id),
        (talk.c.name, talk.c.player_id),
        (blocks.c.name, blocks.c.blocked_id),
        (challenges.c.from_name, challenges.c.from_id),
        (challenges.c.to_name, challenges.c.to_id),
    ):
        connection.execute(sa.update(column.table).where(of == player_id).values({column.name: DEFAULT_NAME}))
    tournaments.without_name(connection, player_id, DEFAULT_NAME)
    for player, name in HELD.items():
        values = {name: DEFAULT_NAME, "version": matches.c.version + 1}
        connection.execute(sa.update(matches).where(matches.c[player] == player_id).values(values))
