"""The entries of a guest when two guests become one, or everything of one is deleted. Statements for a transaction."""

from __future__ import annotations

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.contests.tournaments.models import acts, entries, organizers, tournaments
from app.contests.tournaments.permits import RUNNING


def check_not_both_in(connection: sa.Connection, one: str, another: str) -> None:
    """Raise AppError(both_in_tournament) if both guests are in a tournament that is not over."""
    others = entries.alias()
    both = (
        sa.select(entries.c.number)
        .join(others, entries.c.tournament_id == others.c.tournament_id)
        .join(tournaments, tournaments.c.id == entries.c.tournament_id)
        .where(entries.c.player_id == one, others.c.player_id == another, tournaments.c.status.in_(RUNNING))
    )
    if connection.execute(both.limit(1)).first():
        raise AppError(Code.both_in_tournament)


def leave(connection: sa.Connection, player_id: str) -> list[str]:
    """Withdraw a guest who is to be deleted from all tournaments that are not over, and remove the name from every
    tournament; boards and standings stay. Returns those tournaments."""
    mine = entries.c.player_id == player_id
    inside = list(connection.execute(sa.select(entries.c.tournament_id).where(mine)).scalars())
    changed = sa.update(tournaments).where(tournaments.c.id.in_(inside)).values(version=tournaments.c.version + 1)
    connection.execute(changed)  # also of one that is over: kept copies have the name
    running = sa.and_(tournaments.c.id.in_(inside), tournaments.c.status.in_(RUNNING))
    left = list(connection.execute(sa.select(tournaments.c.id).where(running)).scalars())
    connection.execute(sa.update(entries).where(mine, entries.c.tournament_id.in_(left)).values(state="out"))
    without_name(connection, player_id, "")
    return inside


def without_name(connection: sa.Connection, player_id: str, instead: str) -> None:
    """Replace a guest's name by `instead` in every tournament."""
    for table in (entries, organizers):
        connection.execute(sa.update(table).where(table.c.player_id == player_id).values(name=instead))
    connection.execute(sa.update(acts).where(acts.c.player_id == player_id).values(by=instead))
