"""The organizers' part of an event's page, and their log in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import orjson

from app.i18n import _
from app.players.player import Player
from app.store.database import StoredRow
from app.tournaments import words
from app.tournaments.drawing import name_of, own_step, start_is_next
from app.tournaments.event import StoredEvent
from app.tournaments.rules.options import Knockout
from app.tournaments.rules.types import BoardResult


class ActLine(NamedTuple):
    """An act: its author (empty: the site), what, about which board or entry, the reason, and the time."""

    by: str
    what: str
    about: str
    why: str
    at: float


class OpenSeat(NamedTuple):
    """A player at a board that is being played, as an organizer's form offers them."""

    value: str
    words: str
    may_have_bye: bool


class RuledRound(NamedTuple):
    """A round whose results may be ruled: its boards, as an organizer's form offers them."""

    number: int
    boards: list[tuple[str, str]]


def log_lines(event: StoredEvent, rows: Sequence[StoredRow]) -> list[ActLine]:
    """Return the log of an event in words."""
    return [
        ActLine(row.by, words.acts().get(row.what, row.what), _about(event, orjson.loads(row.about)), row.why, row.at)
        for row in rows
    ]


def _about(event: StoredEvent, about: Mapping[str, int]) -> str:
    if "board" in about:
        return _("round %(round)s, board %(board)s", round=about["round"], board=about["board"])
    return name_of(event, about.get("entry"))


def organizers_context(event: StoredEvent, player: Player | None) -> Mapping[str, object]:
    """Return the context of an organizer's part."""
    entry = event.entry_of(player)
    return {
        "event": event,
        "entry": entry,
        "step": own_step(event, entry),
        "starts": start_is_next(event, player),
        "may_pair_again": _may_pair_again(event),
        "results": words.results(),
        "seats": _open_seats(event),
        "ruled": _ruled(event),
        "states": words.states(),
    }


def _may_pair_again(event: StoredEvent) -> bool:
    """True while no board of the newest round is decided. Whether somebody has acted is checked when it is done."""
    newest = [result for result in event.results if result.round == event.round and result.kind == "match"]
    return event.system.has_rounds and bool(newest) and all(result.is_open for result in newest)


def _open_seats(event: StoredEvent) -> list[OpenSeat]:
    bye_here = not isinstance(event.system, Knockout) and any(
        result.kind == "bye" and result.round == event.round for result in event.results
    )
    return [
        OpenSeat(
            f"{result.round}.{result.board}.{number}",
            _("Board %(board)s: %(player)s", board=result.board, player=name_of(event, number)),
            bye_here and result.round == event.round and result.b is not None,
        )
        for result in event.results
        if result.is_open
        for number in result.numbers
    ]


def _ruled(event: StoredEvent) -> list[RuledRound]:
    """Return the boards that may be ruled, the newest round first: of a knockout only those of the newest."""
    first = event.round if isinstance(event.system, Knockout) else 1
    return [
        RuledRound(number, [_ruled_board(event, one) for one in event.results if _may_be_ruled(one, number)])
        for number in range(event.round, first - 1, -1)
        if any(_may_be_ruled(one, number) for one in event.results)
    ]


def _may_be_ruled(result: BoardResult, number: int) -> bool:
    return result.round == number and result.kind == "match"


def _ruled_board(event: StoredEvent, result: BoardResult) -> tuple[str, str]:
    other = name_of(event, result.b) if result.b is not None else words.kinds()[result.kind]
    said = _("Board %(board)s: %(one)s – %(two)s", board=result.board, one=name_of(event, result.a), two=other)
    return f"{result.round}.{result.board}", said
