"""The holder of a seat is a value, stored in columns that fit every kind of holder."""

from __future__ import annotations

from typing import Any

import pytest

from app.matches.match_row import MatchRow
from app.matches.opening import new_rows
from app.matches.opening.seating import SecondPlayer, host_seat, seating
from app.matches.seat_holder import AUTOMATON, FREE, Bot, SeatHolder, from_columns, to_columns
from app.matches.storage import store
from app.matches.storage.models import match_row_of
from app.players.player import Player
from engine.match import Options

ANN = Player("ann", "Ann")
BOB = Player("bob", "Bob")
HARD = Bot(4, "Ysolde")


def row_of(mode: str, holders: dict[Any, SeatHolder]) -> MatchRow:
    """Return the row of a match between these."""
    values = new_rows.new_row(Options(seed=1, mode=mode).to_json(), holders, public=False, casual=False)
    return match_row_of(store.as_row(values))


@pytest.mark.parametrize("holder", [ANN, AUTOMATON, FREE, HARD])
def test_a_holder_comes_back_from_its_columns(holder: SeatHolder) -> None:
    assert from_columns(**to_columns(holder)) == holder


def test_the_host_sits_alone_at_a_hot_seat_or_opposite_the_automaton() -> None:
    assert seating("duel", ANN, "B") == {"A": FREE, "B": ANN}
    assert seating("duel", ANN, "A", SecondPlayer("Bea")) == {"A": ANN, "B": Player("ann", "Bea")}
    assert seating("solo", ANN, "B") == {"A": ANN, "B": AUTOMATON}
    assert seating("duel", ANN, "B", HARD) == {"A": HARD, "B": ANN}
    assert [host_seat("solo", wish) for wish in ("A", "B", "random")] == ["A", "A", "A"]
    assert host_seat("duel", "B") == "B"


@pytest.mark.parametrize(
    ("mode", "holders", "full", "two", "hotseat", "automaton"),
    [
        ("duel", {"A": ANN, "B": FREE}, False, False, False, False),
        ("duel", {"A": ANN, "B": BOB}, True, True, False, False),
        ("duel", {"A": ANN, "B": Player("ann", "Bea")}, True, True, True, False),
        ("solo", {"A": ANN, "B": AUTOMATON}, True, False, False, True),
    ],
    ids=["open", "duel", "hot seat", "solo"],
)
def test_a_row_says_who_plays(
    mode: str, holders: dict[Any, SeatHolder], full: bool, two: bool, hotseat: bool, automaton: bool
) -> None:
    row = row_of(mode, holders)
    assert row.holders == holders
    assert (row.is_full, row.has_two_guests, row.hotseat, row.has_automaton) == (full, two, hotseat, automaton)
    assert row.free_seat == (None if full else "B")
    assert row.seats_of("ann") == (("A", "B") if hotseat else ("A",))
    assert row.seats_of("eve") == row.seats_of(None) == ()
    assert "ann" not in repr(row)


def test_in_a_rematch_guests_change_seats_and_the_automaton_stays() -> None:
    again = match_row_of(store.as_row(new_rows.next_row(row_of("duel", {"A": ANN, "B": BOB}), None)))
    assert again.holders == {"A": BOB, "B": ANN}
    again = match_row_of(store.as_row(new_rows.next_row(row_of("solo", {"A": ANN, "B": AUTOMATON}), None)))
    assert again.holders == {"A": ANN, "B": AUTOMATON}
