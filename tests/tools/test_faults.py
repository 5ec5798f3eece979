"""The drills of `python -m tools.faults` see what is wrong: a check that always passes would prove nothing."""

from __future__ import annotations

import copy
import os
import random
from collections.abc import Callable
from typing import Any

from engine.match import Match, Options
from engine.record import MatchRecord, Move
from tests.support.cases import case
from tools.faults.checks import compare
from tools.faults.ledger import Book, Ledger
from tools.rig.guests import Guest
from tools.rig.json import Json
from tools.rig.postgres import PostgresServer


def _played() -> tuple[Book, Json]:
    """Return a match, as its players and as its record have it."""
    options = Options(edition="2022", mode="duel", format="preconstructed", seed=5, decks={"A": 1, "B": 2}, first="A")
    match, rng = Match.new(options), random.Random(1)
    book, moves = Book("m", 0, Guest({})), list[Move]()
    while match.outcome is None:
        seat = match.to_act[0]
        action: Any = rng.choice(match.legal_actions(seat))
        match, _ = match.apply(seat, action)
        moves.append(Move(seat, action, float(len(moves))))
        book.send(seat, len(moves), action)
        book.acknowledged[len(moves)] = (seat, action)
    book.sent_seq = len(moves)
    return book, {**MatchRecord(options, {"A": "Ann", "B": "Bob"}, moves, match.outcome).to_json()}


def _found(book: Book, record: Json) -> tuple[int, list[str]]:
    ledger = Ledger()
    return compare(ledger, book, record), ledger.problems


def _swap(actions: list[Json]) -> None:
    actions[0]["action"], actions[1]["action"] = actions[1]["action"], actions[0]["action"]


def _back(actions: list[Json]) -> None:
    actions[0]["at"], actions[1]["at"] = 1.0, 0.0


def test_a_record_that_differs_from_what_was_acknowledged_is_found_out() -> None:
    book, record = _played()
    assert _found(book, record) == (0, [])
    wrong: list[tuple[Callable[[list[Json]], object], int, str]] = [
        (lambda actions: actions.pop(), 1, "are stored"),
        (_swap, 2, "nobody sent"),
        (lambda actions: actions.insert(1, actions[0]), 1, "nobody sent"),
        (_back, 0, "go backwards"),
    ]
    for spoil, lost, said in wrong:
        spoiled = copy.deepcopy(record)
        spoil(spoiled["actions"])
        found, problems = _found(book, spoiled)
        with case(said):
            assert found >= lost
            assert any(said in problem for problem in problems)
    assert _found(book, {"code": "not_over"})[0] == len(book.acknowledged)


def test_an_interrupt_reaches_the_drill_alone(own_postgres: PostgresServer) -> None:
    """PostgreSQL would take it for an order to end; then the drill could not end it, and would say only that."""
    assert os.getpgid(own_postgres.pid) != os.getpgid(0)
