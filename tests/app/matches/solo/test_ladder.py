"""The ladder is read off the guest's own finished matches (R10.9)."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient

from app.base.store.database import Database
from app.base.store.ids import new_id
from app.matches.core.match_row import Result
from app.matches.core.opening import new_rows
from app.matches.core.opening.seating import seating
from app.matches.core.storage import store
from app.matches.core.storage.models import matches
from app.matches.solo import ladder, levels
from app.people.players.models import players
from app.people.players.player import Player
from engine.match import Options
from engine.seat import Winner
from engine.setup.solo import SoloOptions
from tests.support.accounts import database_of
from tests.support.boards import HTML, opened
from tests.support.visitors import another

ME, OTHER = Player("me", "Anna"), Player("other", "Ben")


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """Provide a database with two guests, SQLite and PostgreSQL."""
    made = Database(database_url)
    with made.engine.begin() as connection:
        for player in (ME, OTHER):
            row = {"id": player.id, "name": player.name, "token_hash": None, "created_at": 0.0}
            connection.execute(players.insert(), row)
    yield made
    made.close()


def finished(
    database: Database, level: int, player: Player = ME, winner: Winner = "A", casual: bool = False, **options: Any
) -> str:
    """Return a finished solo match in the database; its id."""
    chosen = Options(seed=1, mode="solo", solo=levels.SUGGESTED[level], **options)
    row = new_rows.of_options(chosen.to_json(), seating("solo", player, "A"), public=False, casual=casual)
    row = replace(row, id=new_id())
    with database.engine.execution_options(writing=True).begin() as connection:
        store.insert(connection, row)
        ended = store.finished(Result(winner, "pile"), time.time())
        connection.execute(matches.update().where(matches.c.id == row.id).values(**ended))
    return row.id


def best_of(database: Database, player: Player) -> list[tuple[str, tuple[str, ...], int]]:
    with database.engine.connect() as connection:
        return [(rung.edition, rung.sets, rung.level) for rung in ladder.best(ladder.wins_of(player.id)(connection))]


def climb(database: Database, match_id: str, player: Player = ME) -> ladder.Climb | None:
    with database.engine.connect() as connection:
        return ladder.climb_of(match_id, player.id)(connection)


def test_the_highest_win_of_each_edition_and_sets_counts(database: Database) -> None:
    finished(database, 2)
    finished(database, 4)
    finished(database, 3)
    finished(database, 1, edition="2021")
    finished(database, 5, format="draft", sets=("submersion", "initiation"))
    assert best_of(database, ME) == [
        ("2022", ("initiation",), 4),
        ("2022", ("initiation", "submersion"), 5),
        ("2021", ("initiation",), 1),
    ]
    finished(database, 6, OTHER, champions=True)
    assert best_of(database, OTHER) == [("2022", ("initiation",), 4)], "a Champion takes two points"


def test_what_does_not_count(database: Database) -> None:
    """Lost, drawn and casual games, and those of others."""
    lost = finished(database, 3, winner="B")
    casual = finished(database, 4, casual=True)
    others = finished(database, 5, player=OTHER)
    assert best_of(database, ME) == []
    assert [climb(database, match_id) for match_id in (lost, casual, others, "no-such")] == [None] * 4


def test_only_a_higher_level_is_a_climb(database: Database) -> None:
    first, lower, higher = (finished(database, level) for level in (2, 1, 3))
    raised = [climb(database, match_id) for match_id in (first, lower, higher)]
    assert [(found.before, found.raised) for found in raised if found] == [(None, True), (2, False), (2, True)]


def test_the_pages_offer_every_level_as_a_preset_and_add_up(visitor: TestClient) -> None:
    html = visitor.get("/solo", headers=HTML).text
    for level in range(1, 11):
        assert f'href="/new?preset=solo-{level}&amp;edition=2022"' in html
    assert "solo-6&amp;edition=2021" not in html
    html = visitor.get("/new?preset=solo-9", headers=HTML).text
    for field in (r'name="solo_fixed" value="9" checked', r'name="solo_abilities" value="rage" checked'):
        assert re.search(field, html)
    assert "<strong>Level 9</strong>" in html
    query = "edition=2022&solo_fixed=8&solo_abilities=rage&solo_abilities=splash&champions=yes"
    assert "<strong>Level 2</strong>" in visitor.get(f"/solo/sum?{query}").text
    assert "error-line" in visitor.get("/solo/sum?edition=2022&champions=yes").text


def test_custom_options_reach_the_match_and_a_win_is_celebrated_to_its_winner_only(client: TestClient) -> None:
    fields = {"format": "preconstructed", "solo_fixed": "9", "solo_per_creature": "2", "undo": "no"}
    table = opened(client, mode="solo", name="Anna", **fields)
    assert 'id="pile-rules"' in client.get(table, headers=HTML).text
    engine = database_of(client).engine.execution_options(writing=True)
    with engine.begin() as connection:
        row = connection.execute(matches.select()).one()
        options = orjson.loads(row.options)
        assert options["solo"] == SoloOptions(fixed=9, per_creature=2).to_json()
        assert (options["undo"], options["preview"]) == (False, True)
        options["solo"] = SoloOptions(fixed=8).to_json()
        ended = store.finished(Result("A", "pile"), time.time())
        connection.execute(matches.update().values(options=orjson.dumps(options), **ended))
    page = client.get(f"/match/{row.id}/climb").text
    assert "Level 2" in page and 'href="/new?preset=solo-3&amp;edition=2022"' in page
    assert "Level" not in another(client).get(f"/match/{row.id}/climb").text
