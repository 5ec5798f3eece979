"""The drills of `make faults` see what is wrong: a check that always passes would prove nothing."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.match import Match, Options
from engine.record import MatchRecord, Move
from tools.faults.checks import compare
from tools.faults.drill import DrillStats
from tools.faults.ledger import Book, Ledger
from tools.faults.table import line
from tools.rig.guests import Guest
from tools.rig.json import Json


def _played() -> tuple[Book, Json]:
    """Return a match, as its players and as its record tell it."""
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
    return compare(ledger, book, copy.deepcopy(record)), ledger.problems


def test_a_right_record_is_right() -> None:
    assert _found(*_played()) == (0, [])


def _cut(record: Json) -> None:
    record["actions"].pop()


def _swap(record: Json) -> None:
    first, second = record["actions"][:2]
    first["action"], second["action"] = second["action"], first["action"]


def _twice(record: Json) -> None:
    record["actions"].insert(1, record["actions"][0])


def _back(record: Json) -> None:
    record["actions"][1]["at"] = 0.0
    record["actions"][0]["at"] = 1.0


@pytest.mark.parametrize(
    ("spoil", "lost", "said"),
    [(_cut, 1, "are stored"), (_swap, 2, "nobody sent"), (_twice, 1, "nobody sent"), (_back, 0, "go backwards")],
)
def test_a_wrong_record_is_found_out(spoil: Callable[[Json], None], lost: int, said: str) -> None:
    book, record = _played()
    spoil(record)
    found, problems = _found(book, record)
    assert found >= lost
    assert any(said in problem for problem in problems)


def test_a_record_that_is_not_given_has_lost_everything() -> None:
    book, _ = _played()
    assert _found(book, {"code": "not_over"})[0] == len(book.acknowledged)


def test_what_was_lost_or_got_stuck_is_said() -> None:
    found = DrillStats(
        "kill -9", "SQLite, 1 worker", lost=2, stuck=1, problems=["the fault did not bite: nobody met it"]
    )
    assert len(found.sentences()) == 3
    assert not DrillStats("kill -9", "SQLite, 1 worker").sentences()
    assert "kill -9" in line(found)
