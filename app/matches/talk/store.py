"""SQL for chat. Reads are functions of a connection for `Database.read`, writes for `Writer`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import orjson
import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.database import Query, StoredRow
from app.base.store.upsert import insert_if_new
from app.matches.core.storage.models import matches
from app.matches.talk.lines import TalkFilter, TalkLine
from app.matches.talk.models import MAX_LINES, mutes, talk
from app.people.players.models import blocks, is_program, preferences
from app.people.players.preferences import Preferences

MAX_LINES_SHOWN: Final = 60  # lines that a page shows


class News(NamedTuple):
    """News of a chat: its number, the lines since, and these players' mute settings."""

    number: int
    lines: list[TalkLine]
    filters: dict[str, TalkFilter]


def say(match_id: str, line: TalkLine) -> Query[int]:
    """Store a line under the next number, and return that; AppError(talk_full)."""

    def query(connection: sa.Connection) -> int:
        number = _count(connection, match_id, matches.c.talk < MAX_LINES)
        if number is None:
            raise AppError(Code.talk_full, most=MAX_LINES)
        stored = {name: value for name, value in line._asdict().items() if name != "program"}
        connection.execute(sa.insert(talk).values({**stored, "match_id": match_id, "number": number}))
        return number

    return query


def _count(connection: sa.Connection, match_id: str, *conditions: sa.ColumnElement[bool]) -> int | None:
    """Count one more change that readers must load."""
    counted = sa.update(matches).where(matches.c.id == match_id, *conditions).values(talk=matches.c.talk + 1)
    return connection.execute(counted.returning(matches.c.talk)).scalar_one_or_none()


def touch(match_id: str) -> Query[int]:
    """Make all workers reload the chat of a match."""
    return lambda connection: _count(connection, match_id) or 0


def mute(match_id: str, player_id: str, muted_id: str, *, on: bool) -> Query[int]:
    """Mute or unmute somebody in a match; return the chat's new number."""
    row = {"match_id": match_id, "player_id": player_id, "muted_id": muted_id}

    def query(connection: sa.Connection) -> int:
        connection.execute(insert_if_new(connection, mutes).values(row) if on else _delete(mutes, row))
        return _count(connection, match_id) or 0

    return query


def _delete(table: sa.Table, row: dict[str, str]) -> sa.Delete:
    return sa.delete(table).where(*(table.c[name] == value for name, value in row.items()))


def news(match_id: str, after: int, player_ids: Iterable[str]) -> Query[News]:
    """Return the lines after the `after`-th, the last MAX_LINES_SHOWN, and the mute settings of these players."""
    ids = sorted(set(player_ids))

    def query(connection: sa.Connection) -> News:
        number, filters = talk_filters(match_id, ids)(connection)
        if number is None:
            return News(after, [], {})
        return News(number, last_lines(match_id, after)(connection) if number > after else [], filters)

    return query


def last_lines(match_id: str, after: int = 0) -> Query[list[TalkLine]]:
    """Return the last lines of a match after the `after`-th, the oldest first."""
    query = (
        sa.select(talk, is_program(talk.c.player_id))
        .where(talk.c.match_id == match_id, talk.c.number > after)
        .order_by(talk.c.number.desc())
        .limit(MAX_LINES_SHOWN)
    )
    return lambda connection: [_line(row) for row in reversed(connection.execute(query).all())]


def one_line(match_id: str, number: int) -> Query[TalkLine | None]:
    """Return one line of a match."""
    wanted = sa.and_(talk.c.match_id == match_id, talk.c.number == number)
    query = sa.select(talk, is_program(talk.c.player_id)).where(wanted)

    def read(connection: sa.Connection) -> TalkLine | None:
        row = connection.execute(query).one_or_none()
        return None if row is None else _line(row)

    return read


def _line(row: StoredRow) -> TalkLine:
    return TalkLine(
        row.number,
        row.room,
        row.seat,
        row.player_id,
        row.name,
        row.emote,
        row.text,
        row.at,
        row.marks,
        row.seq,
        row.program,
    )


_PLAYERS: Final[sa.BindParameter[str]] = sa.bindparam("players", expanding=True)
_MATCH: Final[sa.BindParameter[str]] = sa.bindparam("match")


def _facts(
    kind: str, player_id: sa.ColumnElement[str], value: sa.ColumnElement[str], *conditions: sa.ColumnElement[bool]
) -> sa.Select[str, str, str]:
    """Return what is known of players as rows of a kind, a player and a value: all kinds are read by one statement."""
    return sa.select(sa.literal_column(f"'{kind}'").label("kind"), player_id.label("who"), value.label("value")).where(
        *conditions
    )


_FILTERS: Final = sa.union_all(
    _facts("number", matches.c.id, sa.cast(matches.c.talk, sa.Text), matches.c.id == _MATCH),
    _facts("muted", mutes.c.player_id, mutes.c.muted_id, mutes.c.match_id == _MATCH, mutes.c.player_id.in_(_PLAYERS)),
    _facts("blocked", blocks.c.player_id, blocks.c.blocked_id, blocks.c.player_id.in_(_PLAYERS)),
    _facts("chosen", preferences.c.player_id, preferences.c.chosen, preferences.c.player_id.in_(_PLAYERS)),
)


def talk_filters(match_id: str, player_ids: list[str]) -> Query[tuple[int | None, dict[str, TalkFilter]]]:
    """Return the number of the last line of a match's chat, None where there is no such match, and the mute settings of
    each of these players."""

    def query(connection: sa.Connection) -> tuple[int | None, dict[str, TalkFilter]]:
        found: dict[str, dict[str, list[str]]] = {}
        for kind, player_id, value in connection.execute(_FILTERS, {"match": match_id, "players": player_ids}):
            found.setdefault(kind, {}).setdefault(player_id, []).append(value)
        number = found.get("number", {}).get(match_id)
        return int(number[0]) if number else None, {player_id: _filter(found, player_id) for player_id in player_ids}

    return query


def _filter(found: Mapping[str, Mapping[str, list[str]]], player_id: str) -> TalkFilter:
    muted, blocked, chosen = (found.get(kind, {}).get(player_id, ()) for kind in ("muted", "blocked", "chosen"))
    preferred = Preferences.read(orjson.loads(chosen[0])) if chosen else Preferences()
    return TalkFilter(frozenset(muted), frozenset(blocked), preferred.words == "on", preferred.emotes == "on")
