"""SQL for tournaments: parts of a job of the writer, and queries of other packages."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, cast

import orjson
import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.seconds import DAY
from app.base.store.database import Query
from app.contests.tournaments.models import acts, boards, entries, organizers, tournaments
from app.contests.tournaments.permits import HERE, RUNNING, TableNow
from app.contests.tournaments.schemas import StatusName, TournamentItem
from app.contests.tournaments.tournament import BoardPart, StoredTournament, load
from app.matches.core.features.tournament import TOURNAMENT
from app.matches.core.storage.models import actions, matches, seats
from app.people.players.player import Player

LONELY: Final = 14 * DAY  # seconds for which a tournament waits for its second player
LISTED_OF_ONE: Final = 2  # tournaments of one organizer that strangers see in the list
SITE: Final = Player("", "")
"""The author of the site's own acts."""


def in_no_tournament() -> sa.ColumnElement[bool]:
    """Return a condition on a row of `matches`: it belongs to no tournament that is not over."""
    tournament = matches.c[TOURNAMENT.name]
    running = sa.select(tournaments.c.id).where(tournaments.c.status.in_(RUNNING))
    return sa.or_(tournament.is_(None), tournament.not_in(running))


def forgotten(unfinished: float, finished: float, now: float) -> list[sa.Update | sa.Delete]:
    """Return what clears tournaments away: one in which nothing has happened for `unfinished` seconds ends, and one
    that has been over for `finished` seconds is deleted. 0 keeps forever."""
    tournament = tournaments.c
    cleared: list[sa.Update | sa.Delete] = []
    ended = sa.case((tournament.round > 0, "over"), else_="cancelled")
    values = {"status": ended, "next_at": None, "code": None, "finished_at": now, "version": tournament.version + 1}
    if unfinished:
        lonely = now - min(unfinished, LONELY)
        two = sa.exists().where(
            entries.c.tournament_id == tournament.id, entries.c.state.in_(HERE), entries.c.number > 1
        )
        waits = (tournament.status == "open", tournament.created_at < lonely, ~two)
        cleared.append(sa.update(tournaments).where(*waits).values(values))
        before = now - unfinished
        entered = sa.exists().where(entries.c.tournament_id == tournament.id, entries.c.at >= before)
        acted = (
            sa.exists()
            .where(boards.c.tournament_id == tournament.id, actions.c.match_id == boards.c.match_id)
            .where(actions.c.at >= before)
        )
        directed = sa.exists().where(acts.c.tournament_id == tournament.id, acts.c.at >= before)
        reported = sa.exists().where(boards.c.tournament_id == tournament.id, boards.c.reported_at >= before)
        quiet = (tournament.created_at < before, tournament.status.in_(RUNNING), ~entered, ~acted, ~directed, ~reported)
        cleared.append(sa.update(tournaments).where(*quiet).values(values))
        cleared.append(sa.delete(tournaments).where(tournament.status == "cancelled", tournament.finished_at < before))
    if finished:
        done = (tournament.status.in_(("over", "cancelled")), tournament.finished_at < now - finished)
        cleared.append(sa.delete(tournaments).where(*done))
    return cleared


def must_come(match_id: str, player: Player) -> Query[float | None]:
    """Return the site's time by which a player must have acted in a match; None where they are not awaited."""
    query = (
        sa.select(matches.c.show_by, matches.c.awaited, seats.c.seat)
        .join(seats, seats.c.match_id == matches.c.id)
        .where(matches.c.id == match_id, matches.c.show_by.is_not(None), seats.c.player_id == player.id)
    )

    def read(connection: sa.Connection) -> float | None:
        row = connection.execute(query).one_or_none()
        return cast("float", row.show_by) if row is not None and row.seat in (row.awaited or "") else None

    return read


def locked(
    connection: sa.Connection,
    tournament_id: str,
    *statuses: StatusName,
    code: Code,
    part: BoardPart | None = None,
    counts: bool = True,
) -> StoredTournament:
    """Lock a tournament until the transaction ends, count its version up if the change `counts`, and return it, or this
    part of it; AppError(`code`) where it has none of these statuses. Each change of entries, rounds or reports begins
    with this, so that one comes after the other."""
    here = sa.update(tournaments).where(tournaments.c.id == tournament_id, tournaments.c.status.in_(statuses))
    if connection.execute(here.values(version=tournaments.c.version + int(counts))).rowcount != 1:
        load(tournament_id, part)(connection)  # which refuses if there is none
        raise AppError(code)
    return load(tournament_id, part)(connection)


def change(connection: sa.Connection, tournament_id: str, **values: object) -> None:
    """Change a locked tournament."""
    connection.execute(sa.update(tournaments).where(tournaments.c.id == tournament_id).values(values))


def change_entry(connection: sa.Connection, tournament: StoredTournament, number: int, **values: object) -> None:
    """Change an entry of a locked tournament."""
    here = sa.update(entries).where(entries.c.tournament_id == tournament.id, entries.c.number == number)
    connection.execute(here.values(values))


def change_board(
    connection: sa.Connection, tournament: StoredTournament, round_number: int, board: int, **values: object
) -> None:
    """Change a board of a locked tournament."""
    connection.execute(sa.update(boards).where(*is_board(tournament.id, round_number, board)).values(values))


def is_board(tournament_id: str, round_number: int, board: int) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the conditions of one board."""
    return boards.c.tournament_id == tournament_id, boards.c.round == round_number, boards.c.board == board


def note(connection: sa.Connection, tournament_id: str, by: Player, what: str, why: str = "", **about: object) -> None:
    """Add to the log of a locked tournament."""
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


def tables(tournament: StoredTournament, *, lock: bool = False) -> Query[dict[str, TableNow]]:
    """Return the matches of a tournament's open boards, by id; `lock`: nobody acts in them until the transaction
    ends."""
    ids = [board.match_id for board in tournament.boards if board.result.is_open and board.match_id]
    acted = sa.exists().where(actions.c.match_id == matches.c.id).label("begun")
    shown = (matches.c.id, matches.c.show_by, matches.c.clock, acted)
    query = sa.select(*shown).where(matches.c.id.in_(ids), matches.c.status != "over")
    locking = sa.select(matches.c.id).where(matches.c.id.in_(ids)).order_by(matches.c.id).with_for_update()

    def read(connection: sa.Connection) -> dict[str, TableNow]:
        if lock:
            connection.execute(locking).all()
        rows = connection.execute(query)
        return {row.id: TableNow(row.begun, row.show_by is not None or row.clock is not None) for row in rows}

    return read


def concerns(player: Player) -> sa.ColumnElement[bool]:
    """Return a condition on a row of `tournaments`: the player has entered it, or organizes it."""
    here = tournaments.c.id
    inside = sa.exists().where(entries.c.tournament_id == here, entries.c.player_id == player.id)
    return inside | sa.exists().where(organizers.c.tournament_id == here, organizers.c.player_id == player.id)


def is_among_newest_of_its_organizer() -> sa.ColumnElement[bool]:
    """Return a condition on a row of `tournaments`: those who organize it have opened few others since, so that nobody
    fills a list."""
    own, others, later = organizers.alias(), organizers.alias(), tournaments.alias()
    newer = (
        sa.select(sa.func.count(sa.distinct(later.c.id)))
        .select_from(own.join(others, others.c.player_id == own.c.player_id))
        .join(later, later.c.id == others.c.tournament_id)
        .where(own.c.tournament_id == tournaments.c.id, later.c.created_at > tournaments.c.created_at)
        .where(later.c.status.in_(RUNNING), later.c.listed)
        .correlate(tournaments)
    )
    return newer.scalar_subquery() < LISTED_OF_ONE


def listed(
    condition: sa.ColumnElement[bool], limit: int, *, filled_first: bool = False
) -> Callable[[sa.Connection], list[TournamentItem]]:
    """Return the tournaments for which `condition` holds, the newest first; `filled_first`: those that somebody has
    entered above those that wait for their first players."""
    counted = sa.select(sa.func.count()).select_from(entries)
    here = counted.where(entries.c.tournament_id == tournaments.c.id, entries.c.state.in_(HERE))
    players = here.scalar_subquery().label("players")
    order = (tournaments.c.created_at.desc(), tournaments.c.id)
    query = (
        sa.select(tournaments, players)
        .where(condition)
        .order_by(*((sa.case((players > 1, 0), else_=1),) if filled_first else ()), *order)
        .limit(limit)
    )
    return lambda connection: [
        TournamentItem(
            id=row.id,
            name=row.name,
            system=row.system,
            status=row.status,
            round=row.round,
            players=row.players,
            created_at=row.created_at,
            begins_at=orjson.loads(row.options).get("begins_at") if row.status == "open" else None,
        )
        for row in connection.execute(query)
    ]
