"""A guest's name, wherever it is stored. Statements for a transaction."""

from __future__ import annotations

import sqlalchemy as sa

from app.contests.tournaments.storage import accounts as tournaments
from app.matches.core.storage.models import challenges, matches, seats
from app.matches.talk.models import talk
from app.people.players.models import blocks, players
from app.people.players.player import DEFAULT_NAME


def without_name(connection: sa.Connection, player_id: str) -> None:
    """Replace this guest's name everywhere by that of guests without one."""
    for column, of in (
        (players.c.name, players.c.id),
        (talk.c.name, talk.c.player_id),
        (blocks.c.name, blocks.c.blocked_id),
        (challenges.c.from_name, challenges.c.from_id),
        (challenges.c.to_name, challenges.c.to_id),
        (seats.c.name, seats.c.player_id),
    ):
        connection.execute(sa.update(column.table).where(of == player_id).values({column.name: DEFAULT_NAME}))
    tournaments.without_name(connection, player_id, DEFAULT_NAME)
    seated = sa.select(seats.c.match_id).where(seats.c.player_id == player_id)
    connection.execute(sa.update(matches).where(matches.c.id.in_(seated)).values(version=matches.c.version + 1))
