"""SQL for tournaments: parts of a job of the writer, and queries of other packages."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, cast

import orjson
import sqlalchemy as sa

from app.errors import AppError, Code
from app.matches.features.tournament import TOURNAMENT
from app.matches.storage.models import actions, matches
from app.players.player import Player
from app.store.database import Query
from app.tournaments.event import StoredEvent, load
from app.tournaments.models import acts, boards, entries, organizers, tournaments
from app.tournaments.schemas import StatusName, TournamentLine

RUNNING: Final[tuple[StatusName, ...]] = ("open", "playing", "paused")
SITE: Final = Player("", "")
"""The author of the site's own acts."""


def in_no_event() -> sa.ColumnElement[bool]:
    """Return a condition on a row of `matches`: it belongs to no event that is not over."""
    tournament = matches.c[TOURNAMENT.name]
    running = sa.select(tournaments.c.id).where(tournaments.c.status.in_(RUNNING))
    return sa.or_(tournament.is_(None), tournament.not_in(running))


def must_come(match_id: str, player: Player) -> Query[float | None]:
    """Return the site's time by which a player must have acted in a match; None where they are not awaited."""
    shown = (matches.c.show_by, matches.c.awaited, matches.c.seat_a)
    query = sa.select(*shown).where(matches.c.id == match_id, matches.c.show_by.is_not(None))

    def read(connection: sa.Connection) -> float | None:
        row = connection.execute(query).one_or_none()
        if row is None:
            return None
        is_awaited = ("A" if row.seat_a == player.id else "B") in (row.awaited or "")
        return cast("float", row.show_by) if is_awaited else None

    return read


def locked(connection: sa.Connection, tournament_id: str, *statuses: StatusName, code: Code) -> StoredEvent:
    """Lock an event until the transaction ends, count its version up, and return it; AppError(`code`) where it has none
    of these statuses. What changes entries or rounds begins with this, so that one comes after the other."""
    here = sa.update(tournaments).where(tournaments.c.id == tournament_id, tournaments.c.status.in_(statuses))
    if connection.execute(here.values(version=tournaments.c.version + 1)).rowcount != 1:
        load(tournament_id)(connection)  # which refuses if there is none
        raise AppError(code)
    return load(tournament_id)(connection)


def change(connection: sa.Connection, tournament_id: str, **values: object) -> None:
    """Change a locked event."""
    connection.execute(sa.update(tournaments).where(tournaments.c.id == tournament_id).values(values))


def change_entry(connection: sa.Connection, event: StoredEvent, number: int, **values: object) -> None:
    """Change an entry of a locked event."""
    here = sa.update(entries).where(entries.c.tournament_id == event.id, entries.c.number == number)
    connection.execute(here.values(values))


def change_board(
    connection: sa.Connection, event: StoredEvent, round_number: int, board: int, **values: object
) -> None:
    """Change a board of a locked event."""
    connection.execute(sa.update(boards).where(*is_board(event.id, round_number, board)).values(values))


def is_board(tournament_id: str, round_number: int, board: int) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the conditions of one board."""
    return boards.c.tournament_id == tournament_id, boards.c.round == round_number, boards.c.board == board


def note(connection: sa.Connection, tournament_id: str, by: Player, what: str, why: str = "", **about: object) -> None:
    """Add to the log of a locked event."""
    last = sa.select(sa.func.coalesce(sa.func.max(acts.c.number), 0)).where(acts.c.tournament_id == tournament_id)
    connection.execute(
        sa.insert(acts).values(
            tournament_id=tournament_id,
            number=connection.execute(last).scalar_one() + 1,
            at=time.time(),
            player_id=by.id or None,
            by=by.name,
            what=what,
            about=orjson.dumps(about).decode(),
            why=why,
        )
    )


def has_moves(connection: sa.Connection, match_id: str | None) -> bool:
    """True if somebody has acted in a match; it is locked until the transaction ends."""
    connection.execute(sa.select(matches.c.id).where(matches.c.id == match_id).with_for_update()).all()
    found = sa.select(actions.c.seq).where(actions.c.match_id == match_id).limit(1)
    return connection.execute(found).first() is not None


def concerns(player: Player) -> sa.ColumnElement[bool]:
    """Return a condition on a row of `tournaments`: the player has entered it, or organizes it."""
    here = tournaments.c.id
    inside = sa.exists().where(entries.c.tournament_id == here, entries.c.player_id == player.id)
    return inside | sa.exists().where(organizers.c.tournament_id == here, organizers.c.player_id == player.id)


def listed(condition: sa.ColumnElement[bool], limit: int) -> Callable[[sa.Connection], list[TournamentLine]]:
    """Return the events for which `condition` holds, the newest first."""
    counted = sa.select(sa.func.count()).select_from(entries)
    players = counted.where(entries.c.tournament_id == tournaments.c.id, entries.c.state.in_(("in", "paused")))
    query = (
        sa.select(tournaments, players.scalar_subquery().label("players"))
        .where(condition)
        .order_by(tournaments.c.created_at.desc(), tournaments.c.id)
        .limit(limit)
    )
    return lambda connection: [
        TournamentLine(
            id=row.id,
            name=row.name,
            system=row.system,
            status=row.status,
            round=row.round,
            players=row.players,
            created_at=row.created_at,
        )
        for row in connection.execute(query)
    ]
