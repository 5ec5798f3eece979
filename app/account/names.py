"""A guest's name, wherever it is stored. Statements for a transaction."""

from __future__ import annotations

import sqlalchemy as sa

from app.matches.storage.models import challenges, matches
from app.players.models import blocks, players
from app.players.player import DEFAULT_NAME
from app.talk.models import talk
from app.tournaments import accounts as events


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
    events.without_name(connection, player_id, DEFAULT_NAME)
    for end in ("a", "b"):
        values = {f"name_{end}": DEFAULT_NAME, "version": matches.c.version + 1}
        connection.execute(sa.update(matches).where(matches.c[f"seat_{end}"] == player_id).values(values))
