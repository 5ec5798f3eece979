"""The holder of a seat is a value, stored in columns that fit every kind of holder."""

from __future__ import annotations

from collections.abc import Mapping

from app.matches.match_row import MatchRow
from app.matches.opening import new_rows
from app.matches.opening.seating import SecondPlayer, host_seat, seating
from app.matches.seat_holder import AUTOMATON, FREE, Bot, SeatHolder, from_columns, to_columns
from app.matches.storage import store
from app.matches.storage.models import match_row_of
from app.players.player import Player
from engine.match import Options
from engine.seat import Seat

ANN, BOB, HARD = Player("ann", "Ann"), Player("bob", "Bob"), Bot(4, "Ysolde")
Holders = Mapping[Seat, SeatHolder]


def row_of(mode: str, holders: Holders) -> MatchRow:
    """Return the row of a match between these."""
    values = new_rows.new_row(Options(seed=1, mode=mode).to_json(), holders, public=False, casual=False)
    return match_row_of(store.as_row(values))


def test_a_holder_comes_back_from_its_columns() -> None:
    holders: list[SeatHolder] = [ANN, AUTOMATON, FREE, HARD]
    assert [from_columns(**to_columns(holder)) for holder in holders] == holders


def test_the_host_sits_alone_at_a_hot_seat_or_opposite_the_automaton() -> None:
    assert seating("duel", ANN, "B") == {"A": FREE, "B": ANN}
    assert seating("duel", ANN, "A", SecondPlayer("Bea")) == {"A": ANN, "B": Player("ann", "Bea")}
    assert seating("solo", ANN, "B") == {"A": ANN, "B": AUTOMATON}
    assert seating("duel", ANN, "B", HARD) == {"A": HARD, "B": ANN}
    assert [host_seat("solo", wish) for wish in ("A", "B", "random")] == ["A", "A", "A"]
    assert host_seat("duel", "B") == "B"


def test_a_row_says_who_plays() -> None:
    kinds: list[tuple[str, SeatHolder, tuple[bool, ...]]] = [
        ("duel", FREE, (False, False, False, False)),
        ("duel", BOB, (True, True, False, False)),
        ("duel", Player("ann", "Bea"), (True, True, True, False)),
        ("solo", AUTOMATON, (True, False, False, True)),
    ]
    for mode, second, (full, two, hotseat, automaton) in kinds:
        row = row_of(mode, {"A": ANN, "B": second})
        assert row.holders == {"A": ANN, "B": second}
        assert (row.is_full, row.has_two_guests, row.hotseat, row.has_automaton) == (full, two, hotseat, automaton)
        assert row.free_seat == (None if full else "B")
        assert row.seats_of("ann") == (("A", "B") if hotseat else ("A",))
        assert row.seats_of("eve") == row.seats_of(None) == ()
        assert "ann" not in repr(row)


def test_in_a_rematch_guests_change_seats_and_the_automaton_stays() -> None:
    def again(mode: str, holders: Holders) -> Holders:
        return match_row_of(store.as_row(new_rows.next_row(row_of(mode, holders), None))).holders

    assert again("duel", {"A": ANN, "B": BOB}) == {"A": BOB, "B": ANN}
    assert again("solo", {"A": ANN, "B": AUTOMATON}) == {"A": ANN, "B": AUTOMATON}
