"""The rounds of a tournament, and its end, as notifications: to its players, and to its organizers' channels."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final

import sqlalchemy as sa

from app.base.i18n import _, ngettext
from app.base.i18n.formats import isolated
from app.base.store.upsert import insert_if_new
from app.contests.tournaments.drawing.contexts import board_line, winner_of
from app.contests.tournaments.models import boards, entries, organizers, seatings
from app.contests.tournaments.permits import HERE
from app.contests.tournaments.rules.types import MEETINGS
from app.contests.tournaments.tournament import StoredTournament, TournamentBoard
from app.matches.core.match_row import MatchRow
from app.matches.table.match_summary import player_names
from app.matches.table.match_words import format_words
from app.people.players.player import Player
from app.site.push.models import OWN, notifications, subscriptions
from app.site.push.service import IS_REACHED, WAY
from app.site.push.words import PushMessage
from engine.seat import Seat, other

MAX_NAMED: Final = 30  # boards of a round that a message names


def record(connection: sa.Connection, tournament: StoredTournament, number: int, pause: float) -> None:
    """Store the notifications of a round that begins, or, with number 0, of the end, in its transaction. The players of
    a match are notified of that; here those whose board has none. The waves of an arena go to no channel. A round that
    is paired again notifies nobody twice."""
    subscribed, now, about = subscriptions.c, time.time(), name_of(tournament.id, number)
    values = {
        "tournament_id": tournament.id,
        "about": about,
        "kind": "round" if number else "over",
        "seq": number,
        "at": now,
        "due_at": now + pause,
    }
    is_organizer = (organizers.c.tournament_id == tournament.id) & (organizers.c.player_id == subscribed.player_id)
    channel = (subscribed.hook == tournament.id) & sa.exists().where(is_organizer)
    mine = (entries.c.tournament_id == tournament.id) & (entries.c.player_id == subscribed.player_id)
    if number:
        here = (
            seatings.c.tournament_id == tournament.id,
            seatings.c.round == number,
            seatings.c.entry == entries.c.number,
        )
        board = (boards.c.tournament_id == tournament.id, boards.c.round == number, boards.c.board == seatings.c.board)
        apart = (boards.c.match_id.is_(None), boards.c.outcome.is_(None), boards.c.kind.in_(MEETINGS))
        player = IS_REACHED & sa.exists().where(mine, *here, *board, *apart)
        channel &= sa.literal(tournament.system.has_rounds)
    else:
        player = (subscribed.hook == OWN) & sa.exists().where(mine, entries.c.state.in_(HERE))
    reached = sa.select(subscribed.player_id, WAY, *map(sa.literal, values.values()))
    reached = reached.where(~subscribed.is_off, player | channel, ~is_noted(about)).distinct()
    connection.execute(sa.insert(notifications).from_select(["player_id", "hook", *values], reached))


def name_of(tournament_id: str, number: int) -> str:
    """Return what the notifications of a round are about."""
    return f"{tournament_id}.{number}"


def is_noted(about: str) -> sa.ColumnElement[bool]:
    """Return a condition on a subscription: what this is about has been noted for it."""
    noted = notifications.c
    same = (noted.player_id == subscriptions.c.player_id, noted.hook == WAY, noted.about == about)
    return sa.exists().where(*same)


def note_match(connection: sa.Connection, match_id: str, player_id: str, hook: str) -> None:
    """Note, before the message of a board's match goes out, that its player has learned of the round."""
    query = sa.select(boards.c.tournament_id, boards.c.round).where(boards.c.match_id == match_id)
    board = connection.execute(query).one_or_none()
    if board is not None:
        about = name_of(board.tournament_id, board.round)
        values = {"player_id": player_id, "hook": hook, "about": about, "tournament_id": board.tournament_id}
        values |= {"kind": "round", "seq": board.round, "at": time.time()}
        connection.execute(insert_if_new(connection, notifications), values)


def words_of(
    tournament: StoredTournament, player_id: str, hook: str, number: int, waiting: int
) -> Callable[[], PushMessage] | None:
    """Return the words for a player or a channel; None if they no longer hold."""
    if not number:
        return (
            partial(_over, tournament, waiting, private=hook != tournament.id) if tournament.status == "over" else None
        )
    if hook == tournament.id:
        return partial(_round, tournament, number, waiting) if tournament.round >= number else None
    entry = tournament.entry_of(Player(player_id, ""))
    for board in tournament.boards:
        if entry and board.result.round == number and entry.number in board.result.numbers and board.result.is_open:
            opponent = tournament.names.get(board.result.opponent_of(entry.number) or 0, "")
            return partial(_board, tournament, board, opponent, waiting, f"/tournament/{tournament.id}")
    return None


def words_of_match(
    tournament: StoredTournament, row: MatchRow, seat: Seat, waiting: int
) -> Callable[[], PushMessage] | None:
    """Return the words for the player of a board's match; None if it counts for nothing any more."""
    board = next((one for one in tournament.boards if one.match_id == row.id), None)
    if board is None:
        return None
    opponent = player_names(row)[other(seat)]
    return partial(_board, tournament, board, opponent, waiting, f"/match/{row.id}", format_words(row))


def _board(
    tournament: StoredTournament, board: TournamentBoard, opponent: str, waiting: int, url: str, what: str = ""
) -> PushMessage:
    title = _(
        "Round %(round)s: you play %(player)s at board %(board)s",
        round=board.result.round,
        player=isolated(opponent),
        board=board.result.board,
    )
    if not tournament.system.has_rounds:
        title = _("Your match of the tournament is open")
    text = " · ".join(filter(None, (isolated(tournament.name), what)))
    return _private(tournament, _message(tournament, title, text, "round", waiting) | {"url": url})


def _round(tournament: StoredTournament, number: int, waiting: int) -> PushMessage:
    shown = [board_line(tournament, board) for board in tournament.boards if board.result.round == number]
    lines = [f"{one.board}. {isolated(one.a)} – {isolated(one.b)}" for one in shown[:MAX_NAMED]]
    if more := len(shown) - len(lines):
        lines.append(ngettext("and %(num)s more board", "and %(num)s more boards", more))
    title = _("%(tournament)s: round %(round)s", tournament=isolated(tournament.name), round=number)
    return _message(tournament, title, "\n".join(lines), "round", waiting)


def _over(tournament: StoredTournament, waiting: int, *, private: bool) -> PushMessage:
    winner = winner_of(tournament)
    text = "" if winner is None else _("%(player)s has won.", player=isolated(tournament.names[winner]))
    title = _("%(tournament)s is over", tournament=isolated(tournament.name))
    message = _message(tournament, title, text, "over", waiting)
    return _private(tournament, message) if private else message


def _private(tournament: StoredTournament, message: PushMessage) -> PushMessage:
    """Return a player's message: who reads it elsewhere is led to the tournament only if anybody may find it."""
    return message | {"outside": f"/tournament/{tournament.id}" if tournament.options.spectators else "/tournaments"}


def _message(tournament: StoredTournament, title: str, text: str, kind: str, waiting: int) -> PushMessage:
    url = f"/tournament/{tournament.id}"
    return {"title": title, "body": text, "url": url, "tag": tournament.id, "kind": kind, "waiting": waiting}
