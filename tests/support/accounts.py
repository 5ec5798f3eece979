"""Guests for tests of accounts: a browser's guest, the stored rows of a guest, and one row of everything."""

from __future__ import annotations

import json
import time
import zlib
from typing import Any

import sqlalchemy as sa
from starlette.testclient import TestClient

from app.base.store.belongings import belongings
from app.base.store.database import Database, metadata
from app.cards.decks.models import decks
from app.cards.designer.models import designs
from app.contests.deals.models import deals
from app.contests.tournaments.models import tournaments
from app.learning.practice.models import exercises
from app.learning.puzzles.models import days
from app.learning.replay.models import records
from app.learning.studies.models import studies
from app.matches.core.storage.models import matches
from app.people.players.models import invited, invites, passkeys, players, tickets
from engine import cards
from engine.cards import Card
from tests.support.service import site_of

HTML = {"Accept": "text/html"}
DECK = "ogre titan troll"
OGRE: Card = cards.ALL["ogre"]


def become(client: TestClient, name: str) -> dict[str, str]:
    """Return the browser's guest, once it has become one of this name."""
    named = client.post("/settings/you", data={"name": name}, headers=HTML, follow_redirects=False)
    assert named.status_code == 303
    me: dict[str, str] = client.get("/api/players/me").json()
    return me


def code_of(client: TestClient) -> str:
    """Return a new recovery code of the browser's guest."""
    code: str = client.post("/api/players/me/recovery").json()["code"]
    return code


def database_of(client: TestClient) -> Database:
    """Return the site's database."""
    return site_of(client).base.database


def keep(client: TestClient, table: sa.Table, **values: object) -> None:
    """Store a row."""
    with database_of(client).engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.insert(table), values)


def stored(client: TestClient) -> dict[str, list[str]]:
    """Return everything in the database as text, by table."""
    with database_of(client).engine.connect() as connection:
        return {
            table.name: [repr(tuple(row)) for row in connection.execute(sa.select(table))]
            for table in metadata.sorted_tables
        }


def one_of_everything(client: TestClient, player_id: str) -> None:
    """Store something of a guest in every table that says whose its rows are, but those of matches."""
    at = {"created_at": 0.0, "updated_at": 0.0}
    keep(client, decks, id="d", player_id=player_id, name="Big", cards=DECK, **at)
    card = json.dumps(OGRE.notation).encode()
    keep(client, designs, id="c", player_id=player_id, name="Beast", card=card, **at)
    keep(client, exercises, player_id=player_id, kind="puzzle", name="p", seq=1, moves="[]", done=True)
    keep(client, days, player_id=player_id, day="2026-01-01")
    keep(client, invites, id="i", code_hash=b"", label="", uses_left=1, expires_at=0.0, created_at=0.0)
    keep(client, invited, player_id=player_id, invite_id="i", at=0.0)
    keep(client, tickets, hash=b"t", purpose="become", player_id=player_id, expires_at=time.time() + 600)
    key = {"public_key": b"", "signed": 0, "device": "Firefox", "created_at": 0.0, "used_at": 0.0}
    keep(client, passkeys, id="k", player_id=player_id, **key)
    kept = {"mode": "duel", "edition": "2022", "format": "draft", "opened_at": 0.0}
    keep(client, records, id="r", player_id=player_id, record=zlib.compress(b'{"whole": 1}'), **kept, **at)
    study = {"title": "Openings", "content": zlib.compress(b"[]"), "version": 1}
    keep(client, studies, id="s", player_id=player_id, **study, **at)
    client.post("/api/players/me/recovery")
    client.post("/settings", data={"sound": "off"})
    fill_the_rest(client, player_id)


def fill_the_rest(client: TestClient, player_id: str) -> None:
    """Store a row of a guest in each table with guests that has none of this one yet."""
    keep(client, players, id="other", name="Zoe", created_at=0.0, seen_at=0.0)
    keep(client, matches, **{**_row_of(matches), "id": "m", "status": "over"})
    keep(client, tournaments, **{**_row_of(tournaments), "id": "t", "status": "over"})
    keep(client, deals, id="e", options=b"{}", created_at=0.0)
    there = {"players": "other", "matches": "m", "tournaments": "t", "deals": "e"}
    for each in belongings():
        with database_of(client).engine.connect() as connection:
            known = connection.execute(sa.select(each.column).where(each.column == player_id)).first()
        if known is None and each.policy.export is not None:
            others = {
                column.name: there[key.column.table.name]
                for column in each.table.columns
                for key in column.foreign_keys
                if not column.nullable
            }
            keep(client, each.table, **{**_row_of(each.table), **others, each.column.name: player_id})


def _row_of(table: sa.Table) -> dict[str, object]:
    """Return a row with as little in it as its columns allow."""
    return {column.name: _something(column) for column in table.columns if not column.nullable}


def _something(column: sa.Column[Any]) -> object:
    kind = column.type.python_type
    return b"{}" if kind is bytes else kind()
