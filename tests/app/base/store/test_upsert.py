"""A row that is added unless it is there: every kind of database says which it was."""

from __future__ import annotations

import sqlalchemy as sa

from app.base.store.database import Database
from app.base.store.upsert import add_new
from app.people.players.models import players

ANN = {"id": "ann", "name": "Ann", "created_at": 0.0, "seen_at": 0.0}


def test_a_row_is_added_once_and_the_second_time_says_so(database_url: str) -> None:
    database = Database(database_url)
    with database.engine.execution_options(writing=True).begin() as connection:
        assert add_new(connection, players, ANN)
        assert not add_new(connection, players, {**ANN, "name": "Another"})
        assert connection.execute(sa.select(players.c.name)).scalars().all() == ["Ann"]
    database.close()
