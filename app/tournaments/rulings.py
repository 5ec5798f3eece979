"""Decisions of organizers about boards. Parts of a job that holds the event's row."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from app.errors import AppError, Code
from app.players.player import Player
from app.tournaments import rounds, storage
from app.tournaments.event import EventBoard, StoredEvent
from app.tournaments.matches import PreparedMatch
from app.tournaments.models import places
from app.tournaments.rules.options import Knockout
from app.tournaments.schemas import RulingIn


class MovedBye(NamedTuple):
    """A bye that goes to an entry, with the event as it is, the board of the bye, and that of the match in which `a`
    and `b` meet then."""

    event: StoredEvent
    bye: EventBoard
    match: EventBoard
    had_it: int
    gets_it: int
    a: int
    b: int


def rule(connection: sa.Connection, event: StoredEvent, by: Player, ruling: RulingIn) -> list[str]:
    """Write a ruling and the act; return the match that is to be ended. Standings follow from the boards. A match that
    ends in the same moment keeps its outcome, but the ruling counts."""
    board = event.board(ruling.round, ruling.board)
    if board.result.kind != "match":
        raise AppError(Code.no_such_board)
    if isinstance(event.system, Knockout) and ruling.round < event.round:
        raise AppError(Code.ruling_too_late)
    if ruling.outcome is None and event.status == "over" and board.result.outcome is None:
        raise AppError(Code.not_now_in_event)
    storage.change_board(connection, event, ruling.round, ruling.board, ruling=ruling.outcome)
    if ruling.outcome is None and board.result.outcome is None and event.round == ruling.round:
        storage.change(connection, event.id, next_at=None)  # it is being played again: no round begins meanwhile
    about = {"round": ruling.round, "board": ruling.board, "outcome": ruling.outcome}
    storage.note(connection, event.id, by, "ruling", ruling.reason, **about)
    if not board.result.is_open or ruling.outcome is None or board.match_id is None:
        return []
    rounds.let_go(connection, board.match_id)
    return [board.match_id]


def moved_bye(event: StoredEvent, number: int) -> MovedBye:
    """Return the change that gives `number` the bye of the newest round; AppError(no_bye_here)."""
    here = [board for board in event.boards if board.result.round == event.round]
    byes = [board for board in here if board.result.kind == "bye"]
    theirs = [board for board in here if number in board.result.numbers and board.result.is_open and board.match_id]
    if not byes or not theirs or theirs[0].result.b is None or isinstance(event.system, Knockout):
        raise AppError(Code.no_bye_here)
    bye, match = byes[0], theirs[0]
    had_it = bye.result.a
    a, b = (had_it if one == number else one for one in (match.result.a, theirs[0].result.b))
    return MovedBye(event, bye, match, had_it, number, a, b)


def move_bye(
    connection: sa.Connection, event: StoredEvent, by: Player, move: MovedBye, new: PreparedMatch, why: str
) -> list[str]:
    """Write it, if nothing has changed since; return the match that is to be ended. AppError(round_begun)."""
    old = move.match.match_id
    if event.round != move.event.round or event.version != move.event.version + 1:
        raise AppError(Code.not_now_in_event)
    if storage.has_moves(connection, old):
        raise AppError(Code.round_begun)
    rounds.let_go(connection, old)
    new.insert(connection)
    match = move.match.result
    storage.change_board(connection, event, match.round, match.board, match_id=new.id)
    side = "a" if match.a == move.gets_it else "b"
    for number, board, seat in ((move.had_it, match.board, side), (move.gets_it, move.bye.result.board, "a")):
        here = (places.c.tournament_id == event.id, places.c.round == event.round, places.c.entry == number)
        connection.execute(sa.update(places).where(*here).values(board=board, side=seat))
    storage.note(connection, event.id, by, "bye", why, round=event.round, entry=move.gets_it, instead_of=move.had_it)
    return [old] if old else []
