"""Decisions of organizers about boards. Parts of a job that holds the tournament's row."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import NamedTuple, cast

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.contests.ratings.ending import record_end
from app.contests.tournaments.models import seatings
from app.contests.tournaments.permits import BoardAct, TournamentMoment
from app.contests.tournaments.rules.types import BoardOutcome
from app.contests.tournaments.running import own_cards, rounds
from app.contests.tournaments.running.matches import PreparedMatch
from app.contests.tournaments.schemas import BoardKindIn, RulingIn
from app.contests.tournaments.storage import statements
from app.contests.tournaments.tournament import StoredTournament, TournamentBoard
from app.matches.core.features.tournament import SHOW_BY
from app.matches.core.match_row import Result
from app.matches.core.storage.models import match_row_of, matches, select_matches
from app.people.players.player import Player
from engine.match import Match
from engine.seat import Winner


class MovedBye(NamedTuple):
    """A bye that goes to an entry, with the tournament as it is, the board of the bye, and that of the match in which
    `a` and `b` meet then."""

    tournament: StoredTournament
    bye: TournamentBoard
    match: TournamentBoard
    had_it: int
    gets_it: int
    a: int
    b: int


def rule(
    connection: sa.Connection, now: TournamentMoment, by: Player, ruling: RulingIn, act: BoardAct, match: Match | None
) -> list[str]:
    """Write a ruling and the act; return the match that is to be ended. Standings follow from the boards. A match that
    ends in the same moment keeps its outcome, but the ruling counts. One that nobody has begun is a forfeit; one that
    both have begun is rated as it is ruled, so that nobody is spared a defeat by a ruling. A ruling at a board
    with the players' own cards is not rated, and to take back what they agreed on lets them report again."""
    tournament, board = now.tournament, now.tournament.board(ruling.round, ruling.board)
    values: dict[str, object] = {"ruling": ruling.outcome}
    if board.is_box:
        if ruling.outcome is None and board.result.ruling is None:
            values |= own_cards.UNREPORTED
        if ruling.outcome != board.result.outcome:
            own_cards.take_rating_back(connection, tournament, board)
    if board.result.outcome is None:
        values["forfeit"] = ruling.outcome is not None and _is_forfeit(now, board, act)
    statements.change_board(connection, tournament, ruling.round, ruling.board, **values)
    is_open = ruling.outcome is None and values.get("outcome", board.result.outcome) is None
    if is_open and tournament.round == ruling.round:
        statements.change(
            connection, tournament.id, next_at=None
        )  # it is being played again: no round begins meanwhile
    about = {"round": ruling.round, "board": ruling.board, "outcome": ruling.outcome}
    statements.note(connection, tournament.id, by, "ruling", ruling.reason, **about)
    if not board.result.is_open or ruling.outcome is None or board.match_id is None:
        return []
    if match is not None:
        _rate(connection, board.match_id, ruling.outcome, match)
    rounds.detach(connection, board.match_id)
    return [board.match_id]


def _is_forfeit(now: TournamentMoment, board: TournamentBoard, act: BoardAct) -> bool:
    if board.is_box:  # nobody knows whether it was begun: the organizer says so
        return act == "forfeit"
    table = now.table(board)
    return not table.begun if table else board.result.forfeit


def set_kind(connection: sa.Connection, now: TournamentMoment, by: Player, given: BoardKindIn) -> list[str]:
    """Let a board that nobody has begun be played with the players' own cards, or on the site: then the driver opens a
    match. Return the one that is to be ended."""
    tournament, board = now.tournament, now.tournament.board(given.round, given.board)
    statements.change_board(connection, tournament, given.round, given.board, kind=given.kind, match_id=None)
    what: BoardAct = "box" if given.kind == "box" else "online"
    statements.note(connection, tournament.id, by, what, given.reason, round=given.round, board=given.board)
    if board.match_id is None:
        return []
    rounds.detach(connection, board.match_id)
    return [board.match_id]


def _rate(connection: sa.Connection, match_id: str, outcome: BoardOutcome, match: Match) -> None:
    """Rate a match in play as it is ruled, if it is rated and both players have come to it."""
    row = match_row_of(connection.execute(select_matches().where(matches.c.id == match_id)).one())
    winner = {"a": "A", "b": "B", "draw": "draw"}.get(outcome)
    if not row.rated or winner is None or SHOW_BY.of(row) is not None:
        return
    ruled = replace(row, result=Result(cast("Winner", winner), "ruling"), finished_at=time.time())
    record_end(connection, ruled, match)


def moved_bye(tournament: StoredTournament, number: int) -> MovedBye:
    """Return the change that gives `number` the bye of the newest round; AppError(no_bye_here)."""
    here = [board for board in tournament.boards if board.result.round == tournament.round]
    byes = [board for board in here if board.result.kind == "bye"]
    theirs = [board for board in here if number in board.result.numbers and board.result.is_open]
    theirs = [board for board in theirs if board.match_id or board.is_box]
    if not byes or not theirs or theirs[0].result.b is None:
        raise AppError(Code.no_bye_here)
    bye, match = byes[0], theirs[0]
    had_it = bye.result.a
    a, b = (had_it if one == number else one for one in (match.result.a, theirs[0].result.b))
    return MovedBye(tournament, bye, match, had_it, number, a, b)


def move_bye(
    connection: sa.Connection,
    tournament: StoredTournament,
    by: Player,
    move: MovedBye,
    new: PreparedMatch | None,
    why: str,
) -> list[str]:
    """Write a ruling, if nothing has changed since; return the match to be ended. AppError(not_now_in_tournament)."""
    old = move.match.match_id
    if tournament.round != move.tournament.round or tournament.version != move.tournament.version + 1:
        raise AppError(Code.not_now_in_tournament)
    match = move.match.result
    if new is not None:
        rounds.detach(connection, old)
        new.insert(connection)
        statements.change_board(connection, tournament, match.round, match.board, match_id=new.id)
    side = "a" if match.a == move.gets_it else "b"
    for number, board, seat in ((move.had_it, match.board, side), (move.gets_it, move.bye.result.board, "a")):
        here = (
            seatings.c.tournament_id == tournament.id,
            seatings.c.round == tournament.round,
            seatings.c.entry == number,
        )
        connection.execute(sa.update(seatings).where(*here).values(board=board, side=seat))
    statements.note(
        connection, tournament.id, by, "bye", why, round=tournament.round, entry=move.gets_it, instead_of=move.had_it
    )
    return [old] if old else []
