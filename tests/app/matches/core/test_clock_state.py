"""Clocks in figures (H10): turns, increments, compensation, takebacks, vacations. No clock is read here."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from app.matches.core.clocks.clock_option import ClockOption, option_of
from app.matches.core.clocks.clock_state import (
    AT_START,
    LAG,
    MAX_SHOWING,
    SECONDS_PER_EVENT,
    ClockState,
    Moment,
    first_state,
    moment_of,
    state_of,
)
from engine.match import Match, Options
from engine.seat import SEATS, Seat

BY_TURN = option_of("turn 60 0")
SUDDEN = option_of("fischer 300 5")
BY_POST = option_of("correspondence 24 7")
HOUR, DAY = 3600.0, 86_400.0

A1, B2, A3 = Moment(("A",), 1), Moment(("B",), 2), Moment(("A",), 3)
START = 1000.0
RUNS = START + AT_START


def begun(option: ClockOption, moment: Moment = A1) -> ClockState:
    """Return the clocks of a match that begins at START."""
    return first_state(option, moment, START)


def turn(
    state: ClockState, option: ClockOption, seat: Seat, before: Moment, then: Moment, at: float, events: int = 0
) -> ClockState:
    """Return the clocks after the end of a turn at that time."""
    return state.after(option, seat, "end_summon", before, then, at, events)


def test_a_turn_costs_what_it_took_less_the_lag_and_brings_the_increment() -> None:
    state = begun(SUDDEN)
    assert state.left_at("A", START + 3) == 300, "pages have time to open"
    assert (state.due("A"), state.due("B")) == (RUNS + 300, None)
    state = turn(begun(SUDDEN), SUDDEN, "A", A1, B2, RUNS + 40 + LAG)
    assert state.left == {"A": 300 - 40 + 5, "B": 300}
    assert state.since == {"B": RUNS + 40 + LAG}
    quick = turn(state, SUDDEN, "B", B2, A3, RUNS + 40 + LAG + 0.8)
    assert quick.left["B"] == 300 + 5  # no longer than a line may take
    over = turn(begun(SUDDEN), SUDDEN, "A", A1, Moment((), 1), RUNS + 31)
    assert (over.since, over.first_due, over.left["A"]) == ({}, None, 270), "no clock runs after the end"
    state = turn(begun(BY_TURN), BY_TURN, "A", A1, B2, RUNS + 50)
    assert (state.left, state.due("B")) == ({"A": 60, "B": 60}, RUNS + 110), "each turn has its own time"


def test_what_is_shown_costs_nobody_anything_also_in_the_middle_of_a_turn() -> None:
    for events, seconds in ((10, 10 * SECONDS_PER_EVENT), (1000, MAX_SHOWING)):
        shown = turn(begun(SUDDEN), SUDDEN, "A", A1, B2, RUNS + 10, events)
        assert shown.since == {"B": RUNS + 10 + seconds}
    state = begun(SUDDEN)
    attacked = state.after(SUDDEN, "A", "attack", A1, A1, RUNS + 10, 5)
    assert attacked.left_at("A", RUNS + 12) == 290
    assert attacked.due("A") == RUNS + 12 + 290
    again = attacked.after(SUDDEN, "A", "attack", A1, A1, RUNS + 11, 5)  # the first is still shown: not saved up
    assert again.due("A") == RUNS + 13 + 290
    assert turn(again, SUDDEN, "A", A1, B2, RUNS + 11.5).left["A"] == 300 - (10 - LAG) + 5
    assert state.after(SUDDEN, "A", "play", A1, A1, RUNS + 10, 1) == state
    assert state.after(SUDDEN, "A", "undo", A1, A1, RUNS + 10, 1) == state  # spent time stays spent


def test_spent_time_cannot_be_won_back_by_plays_that_are_undone() -> None:
    state = begun(SUDDEN)
    for pair in range(60):
        at = RUNS + 120 + pair
        state = state.after(SUDDEN, "A", "attack", A1, A1, at, 5).after(SUDDEN, "A", "undo", A1, A1, at + 0.5, 1)
        assert state.left_at("A", at + 0.5) == 180
    assert turn(state, SUDDEN, "A", A1, B2, RUNS + 180).left["A"] == 180 + LAG + 5


def test_no_clock_is_held_by_playing_and_undoing() -> None:
    again = A1._replace(plays_again=True)
    state = begun(SUDDEN).after(SUDDEN, "A", "play", A1, A1, RUNS, 5)  # shown without cost, once
    shown = 5 * SECONDS_PER_EVENT
    for pair in range(1, 60):
        at = RUNS + pair * shown
        state = state.after(SUDDEN, "A", "undo", A1, A1, at, 1).after(SUDDEN, "A", "play", A1, again, at, 5)
    assert state.left_at("A", at + shown) == 300 - 59 * shown
    attacked = state.after(SUDDEN, "A", "end_summon", again, A1, at, 5)
    assert attacked.left_at("A", at + shown) == 300 - 58 * shown, "what cannot be undone costs nothing"


def test_clocks_know_of_a_state_whether_plays_are_made_again() -> None:
    match, _ = Match.start(Options(seed=1, first="A"))
    play = next(action for action in match.legal_actions("A") if action["type"] == "play")
    played, _ = match.apply("A", play)
    undone, _ = played.apply("A", {"type": "undo"})
    again, _ = undone.apply("A", play)
    attacked, _ = again.apply("A", {"type": "end_summon"})
    states = (match, played, undone, again, attacked)
    assert [moment_of(state).plays_again for state in states] == [False, False, False, True, False]


def test_who_orders_cards_in_the_opponents_turn_uses_their_own_time() -> None:
    state = begun(SUDDEN)
    ordering = Moment(("B",), 1)
    state = state.after(SUDDEN, "A", "attack_all", A1, ordering, RUNS + 20 + LAG, 0)
    assert (state.left, state.since) == ({"A": 280, "B": 300}, {"B": RUNS + 20 + LAG})
    at = RUNS + 20 + LAG + 10 + LAG
    state = state.after(SUDDEN, "B", "order", ordering, A1, at, 0)
    assert (state.left, state.since) == ({"A": 280, "B": 290}, {"A": at})  # no turn of theirs: no increment


def test_each_choice_of_the_set_up_is_a_turn() -> None:
    first, second = Moment(("A",), 0), Moment(("B",), 0)
    state = begun(SUDDEN, first)
    state = state.after(SUDDEN, "A", "pick", first, second, RUNS + 10 + LAG, 0)
    assert state.left == {"A": 295, "B": 300}
    again = state.after(SUDDEN, "B", "pick", second, second, RUNS + 20 + 2 * LAG, 0)
    assert again.left == {"A": 295, "B": 295}
    assert again.since == {"B": RUNS + 20 + 2 * LAG}


def test_both_build_at_the_same_time() -> None:
    both = Moment(("A", "B"), 0)
    state = begun(BY_TURN, both)
    assert state.since == {"A": RUNS, "B": RUNS}
    handed_in = state.after(BY_TURN, "B", "deck", both, Moment(("A",), 0), RUNS + 30, 2)
    assert handed_in.since == {"A": RUNS}
    assert handed_in.fallen(RUNS + 60 + LAG) is None
    assert handed_in.fallen(RUNS + 60.1 + LAG) == "A"
    state = ClockState({"A": 20.0, "B": 10.0}, dict.fromkeys(both.to_act, 0.0))
    assert (state.first_due, state.fallen(10 + LAG), state.fallen(100)) == (10, None, "B"), "the first flag falls first"


def test_a_takeback_gives_back_what_was_spent_since_and_no_more() -> None:
    state = turn(begun(SUDDEN), SUDDEN, "A", A1, B2, RUNS + 40 + LAG)
    state = turn(state, SUDDEN, "B", B2, A3, RUNS + 40 + LAG + 100 + LAG)
    assert state.left == {"A": 265, "B": 205}
    back = state.after(SUDDEN, "A", "takeback", A3, A1, RUNS + 500, 1)
    assert back.left == {"A": 260, "B": 300}, "the increment comes when the turn ends again"
    assert back.since == {"A": RUNS + 500 + SECONDS_PER_EVENT}
    assert [snapshot.turn for snapshot in back.snapshots] == [1]
    again = back.after(BY_TURN, "A", "takeback", B2, A1, RUNS + 600, 0)
    assert again.left == {"A": 60, "B": 60}


@given(st.sampled_from(("2022", "2021")), st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_no_sequence_of_plays_undos_and_takebacks_gains_time(edition: str, chance: Random) -> None:
    option = option_of("fischer 60 30")
    match, _ = Match.start(Options(seed=chance.randrange(1000), edition=edition, first="A"))
    state, now = first_state(option, moment_of(match), START), RUNS
    begins: dict[int, dict[Seat, float]] = {}  # the clocks when each turn of the table began
    for _action in range(60):
        if match.outcome is not None:
            break
        assert match.position is not None
        begins.setdefault(match.position.turn, dict(state.left))
        seat, action = _something(match, chance)
        after, events = match.apply(seat, action)
        assert after.position is not None
        kind = str(action["type"])
        state = state.after(option, seat, kind, moment_of(match), moment_of(after), now, len(events))
        turn_now = after.position.turn
        if kind == "takeback":
            begins = {number: left for number, left in begins.items() if number <= turn_now}
            assert all(state.left[who] <= begins[turn_now][who] for who in SEATS)
        finished = {who: sum(number % 2 == (who == "A") for number in range(1, turn_now)) for who in SEATS}
        assert all(state.left[who] <= option.time + option.bonus * finished[who] for who in SEATS)
        match, now = after, now + chance.choice((0, 0.5, 3, 10))


def _something(match: Match, chance: Random) -> tuple[Seat, Mapping[str, object]]:
    """Return an action at random, often one that goes back."""
    seat = match.to_act[0]
    back = [who for who in SEATS if match.can_take_back(who)]
    if back and chance.random() < 0.3:
        return chance.choice(back), {"type": "takeback"}
    if match.can_undo(seat) and chance.random() < 0.3:
        return seat, {"type": "undo"}
    return seat, chance.choice(match.legal_actions(seat))


def test_a_vacation_stops_ones_clock_until_it_is_spent() -> None:
    state = begun(BY_POST)
    away = state.with_vacation("A", RUNS + HOUR)
    assert away.due("A") == RUNS + DAY + 7 * DAY
    assert away.left_at("A", RUNS + 3 * DAY) == 23 * HOUR
    assert away.vacation_at("A", RUNS + HOUR + 2 * DAY) == 5 * DAY
    assert away.left_at("A", RUNS + 7 * DAY + 2 * HOUR) == 22 * HOUR
    back = away.without_vacation("A", RUNS + HOUR + 2 * DAY)
    assert back.due("A") == RUNS + DAY + 2 * DAY
    assert (back.vacation["A"], back.away) == (5 * DAY, {})
    assert back.without_vacation("A", RUNS + 3 * DAY) == back
    assert [clocks.running(RUNS + HOUR) for clocks in (state, away, back)] == [["A"], [], ["A"]]
    assert away.running(RUNS + 8 * DAY) == ["A"], "its vacation is spent"
    assert state.with_vacation("B", RUNS).running(RUNS + HOUR) == ["A"], "the other's vacation stops no clock of A's"
    assert begun(SUDDEN).vacation_at("A", RUNS) == 0, "nobody can go who has none"


def test_a_turn_may_begin_in_a_vacation_and_an_action_ends_it() -> None:
    state = begun(BY_POST).with_vacation("B", RUNS)
    state = turn(state, BY_POST, "A", A1, B2, RUNS + DAY / 2)
    assert state.due("B") == RUNS + 7 * DAY + DAY
    state = turn(state, BY_POST, "B", B2, A3, RUNS + 3 * DAY)
    assert (state.away, state.vacation["B"], state.left["B"]) == ({}, 4 * DAY, DAY)


def test_they_are_stored_as_they_stand() -> None:
    for option in (BY_TURN, SUDDEN, BY_POST):
        assert option_of(option.stored()) == option
        state = turn(begun(option).with_vacation("B", RUNS), option, "A", A1, B2, RUNS + 12.5)
        assert state_of(state.stored()) == state
    shown = begun(SUDDEN).after(SUDDEN, "A", "attack", A1, A1, RUNS + 20.5, 5)
    assert shown.used == {"A": 20.5}
    assert state_of(shown.stored()) == shown
    assert state_of(None) is None
