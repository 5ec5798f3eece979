"""Every column that names a player says what becomes of its rows, and two guests can become one."""

from __future__ import annotations

import re

import sqlalchemy as sa

import app.main  # with it come all tables  # noqa: F401
from app.base.store.belongings import belongings, delete_all, hand_over
from app.base.store.database import Database, metadata
from app.cards.decks.models import decks
from app.learning.practice.models import exercises
from app.people.players.models import invited, invites, players, recovery_codes

NAMES_A_PLAYER = re.compile(r"player|guest|owner|host")
TIMES = {"created_at": 0.0, "updated_at": 0.0}
NOT_EXPORTED = {
    "seats": "exported as matches", "waiting": "exported as matches", "challenges": "exported as matches",
    "visits": "who is on the start page right now", "tickets": "of some minutes", "started_sign_ins": "of some minutes",
    "push_calls": "of some minutes", "mutes": "only in one match; exporting them would name another player",
}  # fmt: skip


def named(column: sa.Column[str]) -> str:
    """Return the column with its table."""
    return f"{column.table.name}.{column.name}"


def test_every_column_that_refers_to_a_player_says_what_becomes_of_it(database_url: str) -> None:
    database = Database(database_url)
    seen = sa.inspect(database.engine)
    referring = {
        f"{table}.{key['constrained_columns'][0]}"
        for table in seen.get_table_names()
        for key in seen.get_foreign_keys(table)
        if key["referred_table"] == "players"
    }
    database.close()
    by_name = {
        named(column)
        for table in metadata.tables.values()
        for column in table.columns
        if NAMES_A_PLAYER.search(column.name) and isinstance(column.type, sa.String)
    }
    assert referring | by_name == {named(each.column) for each in belongings()}


def test_tables_left_out_of_an_export_have_a_reason() -> None:
    exported = {each.table.name for each in belongings() if each.policy.export is not None}
    assert {each.table.name for each in belongings()} - exported == NOT_EXPORTED.keys()


def test_one_guest_becomes_another(database_url: str) -> None:
    database = Database(database_url)
    with database.engine.execution_options(writing=True).begin() as connection:
        for name in ("giver", "taker"):
            connection.execute(sa.insert(players), {"id": name, "name": name, "created_at": 0.0, "seen_at": 0.0})
            deck = {"id": f"{name}-deck", "player_id": name, "name": name, "cards": "", **TIMES}
            connection.execute(sa.insert(decks), deck)
            kept = {"player_id": name, "code_hash": name.encode(), "created_at": 0.0}
            connection.execute(sa.insert(recovery_codes), kept)
        for lesson, done in (("1", True), ("2", True), ("3", False)):
            row = {"player_id": "giver", "kind": "lesson", "name": lesson, "seq": 1, "moves": "[]", "done": done}
            connection.execute(sa.insert(exercises), row)
        for lesson, done in (("2", False), ("3", True)):
            row = {"player_id": "taker", "kind": "lesson", "name": lesson, "seq": 7, "moves": "[]", "done": done}
            connection.execute(sa.insert(exercises), row)
        invite = {"id": "i", "code_hash": b"", "label": "", "uses_left": 1, "expires_at": 0.0, "created_at": 0.0}
        connection.execute(sa.insert(invites), invite)
        connection.execute(sa.insert(invited), {"player_id": "giver", "invite_id": "i", "at": 0.0})
        hand_over(connection, "giver", "taker")
        assert {row.player_id for row in connection.execute(sa.select(decks))} == {"taker"}
        found = {row.name: (row.player_id, row.seq, row.done) for row in connection.execute(sa.select(exercises))}
        assert found == {"1": ("taker", 1, True), "2": ("taker", 1, True), "3": ("taker", 7, True)}
        assert [row.code_hash for row in connection.execute(sa.select(recovery_codes))] == [b"taker"]
        assert [row.player_id for row in connection.execute(sa.select(invited))] == ["taker"]
        delete_all(connection, "taker")
        for each in belongings():
            assert connection.execute(sa.select(sa.func.count()).select_from(each.table)).scalar_one() == 0
    database.close()
