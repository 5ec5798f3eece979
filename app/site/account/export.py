"""Everything that is stored of a guest, as JSON: each table by what `app.base.store.belongings` says of it, and the
matches with their moves."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Final

import orjson
import sqlalchemy as sa

from app.base.store.belongings import Belonging, belongings, is_belonging, plain
from app.base.store.database import Database
from app.matches.core.match_row import MatchRow
from app.matches.core.storage.models import actions, match_row_of, matches, select_matches
from app.people.players.models import players
from app.people.players.player import Player
from app.site.account.seats import held_by

BATCH_SIZE: Final = 50  # matches in one read
FORMAT: Final = 1


async def export(database: Database, player: Player) -> AsyncIterator[bytes]:
    """Yield the parts of one JSON object: the guest, a list for each table, and the matches."""
    player_fields = await database.read(partial(_player_fields, player.id))
    yield b'{"format":%d,"exported_at":%s,"player":%s' % (FORMAT, orjson.dumps(time.time()), player_fields)
    for table, columns in groupby(belongings(), attrgetter("table")):
        exported = [each for each in columns if each.policy.export is not None]
        if exported:
            rows = await database.read(partial(_rows, table, exported, player.id))
            yield b",%s:%s" % (orjson.dumps(table.name), rows)
    yield b',"matches":['
    ids = await database.read(lambda connection: held_by(connection, player.id))
    for start in range(0, len(ids), BATCH_SIZE):
        some = await database.read(partial(_matches, player.id, ids[start : start + BATCH_SIZE]))
        yield (b"," if start else b"") + b",".join(some)
    yield b"]}"


def _player_fields(player_id: str, connection: sa.Connection) -> bytes:
    query = sa.select(players.c.name, players.c.created_at, players.c.seen_at).where(players.c.id == player_id)
    return orjson.dumps(_named(connection.execute(query).mappings().one()))


def _named(row: sa.RowMapping) -> dict[str, object]:
    return {str(name): value for name, value in row.items()}  # as keys of JSON: SQLAlchemy has its own kind of str


def _rows(table: sa.Table, exported: list[Belonging], player_id: str, connection: sa.Connection) -> bytes:
    """Return the rows of a table that refer to the guest, as JSON, formatted by the policy of their first column."""
    shown = [column for column in table.columns if not is_belonging(column)]
    query = sa.select(*shown).where(sa.or_(*(each.column == player_id for each in exported)))
    export = exported[0].policy.export or plain
    return orjson.dumps([export(_named(row)) for row in connection.execute(query).mappings()])


def _matches(player_id: str, ids: list[str], connection: sa.Connection) -> list[bytes]:
    found = connection.execute(select_matches().where(matches.c.id.in_(ids)))
    rows = {row.id: match_row_of(row) for row in found}
    moves: dict[str, list[dict[str, object]]] = {match_id: [] for match_id in rows}
    query = sa.select(actions).where(actions.c.match_id.in_(ids)).order_by(actions.c.match_id, actions.c.seq)
    for row in connection.execute(query):
        match = rows[row.match_id]
        if (match.status == "over" and not match.is_sealed) or row.seat in match.seats_of(player_id):
            move = {"seq": row.seq, "by": row.seat, "action": orjson.Fragment(row.action), "at": row.at}
            moves[row.match_id].append(move)
    return [orjson.dumps(_match(rows[match_id], player_id, moves[match_id])) for match_id in ids if match_id in rows]


def _match(row: MatchRow, player_id: str, moves: list[dict[str, object]]) -> dict[str, object]:
    """Return a match; until it is over, only with the guest's own moves and without the draws still to come."""
    return {
        "id": row.id,
        "seats": row.seats_of(player_id),
        "names": row.names,
        "mode": row.mode,
        "edition": row.edition,
        "format": row.format,
        "status": row.status,
        "public": row.public,
        "casual": row.casual,
        "result": row.result.to_json() if row.result else None,
        "created_at": row.created_at,
        "started_at": row.started_at,
        "finished_at": row.finished_at,
        "options": row.options if row.status == "over" and not row.is_sealed else None,
        "moves": moves,
    }
