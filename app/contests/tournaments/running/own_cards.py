"""Boards that are played with the players' own cards: reports, results and ratings. Parts of a job that holds the
tournament's row, so that of two reports at the same moment one comes after the other."""

from __future__ import annotations

import time

import sqlalchemy as sa

from app.contests.ratings import ending
from app.contests.tournaments.rules.own_cards import BoardReport
from app.contests.tournaments.rules.types import BoardOutcome
from app.contests.tournaments.storage import statements
from app.contests.tournaments.tournament import StoredTournament, TournamentBoard
from app.people.players.player import Player

UNREPORTED = {"outcome": None, "reports": None, "reported_at": None}
"""The values of a board that is to be reported again."""


def report(
    connection: sa.Connection, tournament: StoredTournament, board: TournamentBoard, player: Player, said: BoardReport
) -> None:
    """Note what a player reports of their open board, instead of what they said before. If the opponent says the same
    that is the result."""
    entry, result = tournament.entry_of(player), board.result
    assert entry is not None
    reports = board.reports._replace(**{result.side_of(entry.number): said})
    values: dict[str, object] = {"reports": reports.stored(), "reported_at": time.time()}
    if agreed := reports.agreed:
        values["outcome"] = agreed.outcome
        if agreed.rated and tournament.options.box and tournament.options.rated:
            _rate(connection, tournament, board, agreed.outcome)
    statements.change_board(connection, tournament, result.round, result.board, **values)


def _rate(
    connection: sa.Connection, tournament: StoredTournament, board: TournamentBoard, outcome: BoardOutcome
) -> None:
    one, two = (tournament.entry(number).player for number in board.result.numbers)
    if one is not None and two is not None:
        winner = {"a": "A", "b": "B"}.get(outcome, "draw")
        ending.record_agreed(
            connection, _rated_as(tournament, board), {"A": one, "B": two}, winner, tournament.options.format
        )


def take_rating_back(connection: sa.Connection, tournament: StoredTournament, board: TournamentBoard) -> None:
    """Undo what the result of a board has changed: an organizer decides otherwise."""
    ending.take_back(connection, _rated_as(tournament, board))


def _rated_as(tournament: StoredTournament, board: TournamentBoard) -> str:
    """Return the name of a board among results, where others have the id of their match."""
    return f"{tournament.id}.{board.result.round}.{board.result.board}"
