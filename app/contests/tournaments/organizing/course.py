"""Organizers' decisions on the course of a tournament: start, pause, next round, end, pairing again.

Each is a `Decision` within a transaction that has locked the tournament and checked the organizer and `permits`.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

import sqlalchemy as sa

from app.contests.tournaments.permits import CourseDecision
from app.contests.tournaments.rules.options import Arena
from app.contests.tournaments.running import rounds
from app.contests.tournaments.storage import statements
from app.contests.tournaments.tournament import StoredTournament
from app.people.players.player import Player


class Directed(NamedTuple):
    """An organizer, their reason, and the site's time."""

    player: Player
    why: str
    now: float


class Decision(Protocol):
    """A decision on the course of a tournament; it returns the matches that are left without a board and must end."""

    __name__: str

    def __call__(self, connection: sa.Connection, tournament: StoredTournament, /, *, by: Directed) -> list[str]: ...


def start(connection: sa.Connection, tournament: StoredTournament, /, *, by: Directed) -> list[str]:
    """Start: the first round is paired at once."""
    ends_at = by.now + tournament.system.seconds if isinstance(tournament.system, Arena) else None
    values = {"status": "playing", "started_at": time.time(), "next_at": by.now, "ends_at": ends_at}
    statements.change(connection, tournament.id, **values)
    statements.note(connection, tournament.id, by.player, "start", by.why)
    return []


def pause(connection: sa.Connection, tournament: StoredTournament, /, *, by: Directed) -> list[str]:
    """Let no further round begin."""
    statements.change(connection, tournament.id, status="paused", next_at=None, trouble=None)
    statements.note(connection, tournament.id, by.player, "pause", by.why)
    return []


def resume(connection: sa.Connection, tournament: StoredTournament, /, *, by: Directed) -> list[str]:
    """Continue after a pause: at once before the first round, else with the whole gap."""
    statements.change(
        connection, tournament.id, status="playing", next_at=None if tournament.round else by.now, trouble=None
    )
    statements.note(connection, tournament.id, by.player, "resume", by.why)
    return []


def next_round(connection: sa.Connection, tournament: StoredTournament, /, *, by: Directed) -> list[str]:
    """Begin the next round."""
    statements.change(connection, tournament.id, next_at=by.now)
    statements.note(connection, tournament.id, by.player, "next", by.why, round=tournament.round + 1)
    return []


def end(connection: sa.Connection, tournament: StoredTournament, /, *, by: Directed) -> list[str]:
    """End a tournament; one that has not begun is cancelled."""
    status = "over" if tournament.round else "cancelled"
    values = {"status": status, "next_at": None, "code": None, "trouble": None, "finished_at": time.time()}
    statements.change(connection, tournament.id, **values)
    statements.note(connection, tournament.id, by.player, "end", by.why)
    left = [board.match_id for board in tournament.boards if board.result.is_open and board.match_id]
    for match_id in left:
        rounds.detach(connection, match_id)
    return left


def pair_again(connection: sa.Connection, tournament: StoredTournament, /, *, by: Directed) -> list[str]:
    """Take the newest round back, which nobody has begun."""
    taken = rounds.take_back(connection, tournament)
    values: dict[str, object] = {"round": tournament.round - 1, "next_at": by.now}
    if tournament.round == 1:
        values["seed"] = secrets.randbelow(2**31)
    statements.change(connection, tournament.id, **values)
    statements.note(connection, tournament.id, by.player, "pair", by.why, round=tournament.round)
    return taken


DECISIONS: Final[Mapping[CourseDecision, Decision]] = {
    "start": start,
    "pause": pause,
    "resume": resume,
    "next": next_round,
    "end": end,
    "pair": pair_again,
}
