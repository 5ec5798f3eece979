"""Players as the host's page finds them: by name, by id, by the link of a profile; and the record of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import sqlalchemy as sa

from app.base.store.database import Database, Query
from app.contests.ratings.models import profiles
from app.matches.core.match_row import MatchRow
from app.matches.core.storage.models import match_row_of, matches, seats, select_matches
from app.matches.core.storage.seats import PLAYS, holds
from app.matches.talk.models import reports
from app.people.moderation.models import moderators
from app.people.moderation.staff import Role
from app.people.players.models import is_program, players
from app.people.players.player import Player

LISTED: Final = 50
MATCHES: Final = 20
QUERY_LENGTH: Final = 200


class FoundPlayer(NamedTuple):
    """A player who was found; `seen_at` to the day."""

    player: Player
    created_at: float
    seen_at: float
    role: Role | None


class ReportItem(NamedTuple):
    """A report that a player made, or that is about them."""

    id: str
    reporter: str
    reported: str
    why: str
    at: float


@dataclass(frozen=True, slots=True)
class PlayerFile:
    """The record of one player: the latest matches, and reports about them and by them."""

    found: FoundPlayer
    handle: str | None
    matches: list[MatchRow]
    reports: list[ReportItem]


_FOUND: Final = (
    sa.select(players, is_program(players.c.id), moderators.c.role)
    .select_from(players.outerjoin(moderators, moderators.c.player_id == players.c.id))
)  # fmt: skip


async def find(database: Database, text: str) -> list[FoundPlayer]:
    """Return players by a part of their present name or of one they had at a table, by id, or by their profile."""
    name = text.strip()
    if not name:
        return []
    handle = name.rstrip("/").rpartition("/")[2]
    had = sa.select(seats.c.player_id).where(PLAYS, seats.c.part == 0, seats.c.name.icontains(name, autoescape=True))
    meant = sa.or_(
        players.c.name.icontains(name, autoescape=True),
        players.c.id == name,
        players.c.id.in_(sa.select(profiles.c.player_id).where(profiles.c.handle == handle)),
        players.c.id.in_(had),
    )
    begins = players.c.name.istartswith(name, autoescape=True)
    query = _FOUND.where(meant).order_by(begins.desc(), players.c.seen_at.desc(), players.c.id).limit(LISTED)
    return await database.all(query, _found)


async def file_of(database: Database, player_id: str) -> PlayerFile | None:
    """Return the record of a player; None where there is none of this id."""
    return await database.read(_file_of(player_id))


def _file_of(player_id: str) -> Query[PlayerFile | None]:
    seated = holds(player_id)
    played = select_matches().where(seated).order_by(matches.c.created_at.desc(), matches.c.id).limit(MATCHES)
    named = sa.or_(reports.c.reporter_id == player_id, reports.c.reported_id == player_id)
    reported = sa.select(reports).where(named).order_by(reports.c.at.desc(), reports.c.id).limit(MATCHES)
    handle = sa.select(profiles.c.handle).where(profiles.c.player_id == player_id)

    def read(connection: sa.Connection) -> PlayerFile | None:
        row = connection.execute(_FOUND.where(players.c.id == player_id)).one_or_none()
        if row is None:
            return None
        return PlayerFile(
            _found(row),
            connection.execute(handle).scalar_one_or_none(),
            [match_row_of(one) for one in connection.execute(played)],
            [ReportItem(one.id, one.reporter, one.reported, one.why, one.at) for one in connection.execute(reported)],
        )

    return read


def _found(row: sa.Row[*tuple[object, ...]]) -> FoundPlayer:
    return FoundPlayer(Player(row.id, row.name, row.program), row.created_at, row.seen_at, row.role)
