"""Brackets by hand-made tables, byes from 3 to 64 players, series, and level boards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.contests.tournaments.rules.knockout import bracket, winner_of
from app.contests.tournaments.rules.options import Knockout
from app.contests.tournaments.rules.pairing import pair_round, round_count
from app.contests.tournaments.rules.standings import standings
from app.contests.tournaments.rules.types import BoardResult, Entrant, PairingRefused

# From the top of the bracket, made by hand. A smaller field takes the next table, and strikes out who is not there.
BY_HAND = (
    "1-4 2-3",
    "1-8 4-5 2-7 3-6",
    "1-16 8-9 4-13 5-12 2-15 7-10 3-14 6-11",
    "1-32 16-17 8-25 9-24 4-29 13-20 5-28 12-21 2-31 15-18 7-26 10-23 3-30 14-19 6-27 11-22",
    "1-64 32-33 16-49 17-48 8-57 25-40 9-56 24-41 4-61 29-36 13-52 20-45 5-60 28-37 12-53 21-44 "
    "2-63 31-34 15-50 18-47 7-58 26-39 10-55 23-42 3-62 30-35 14-51 19-46 6-59 27-38 11-54 22-43",
)


def by_hand(size: int) -> list[set[int]]:
    """Return the boards of the first round from the top; a seed alone has a bye."""
    table = next(table.split() for table in BY_HAND if 2 * len(table.split()) >= size)
    return [{seed for seed in map(int, pair.split("-")) if seed <= size} for pair in table]


def seeded(size: int) -> list[Entrant]:
    return [Entrant(number, 3000 - number, "in") for number in range(1, size + 1)]


def better_wins(entries: list[Entrant], boards: list[BoardResult], number: int) -> list[BoardResult]:
    pairings = pair_round(Knockout(), entries, boards, number, 5)
    assert isinstance(pairings, list)
    opened = [pairing.opened(number) for pairing in pairings]
    return [
        replace(board, outcome=board.outcome or ("a" if board.b is None or board.a < board.b else "b"))
        for board in opened
    ]


@pytest.mark.parametrize("size", range(3, 65))
def test_first_rounds_are_those_made_by_hand(size: int) -> None:
    drawn = pair_round(Knockout(), seeded(size), [], 1, 5)
    assert isinstance(drawn, list)
    assert [{one.a} if one.b is None else {one.a, one.b} for one in drawn] == by_hand(size)
    assert [one.kind for one in drawn] == ["bye" if len(seeds) == 1 else "match" for seeds in by_hand(size)]
    assert [one.board for one in drawn] == list(range(1, len(drawn) + 1))


@pytest.mark.parametrize("size", range(3, 65))
def test_byes_go_to_the_top_and_the_first_two_meet_last(size: int) -> None:
    entries = seeded(size)
    rounds = round_count(Knockout(), entries)
    boards: list[BoardResult] = []
    for number in range(1, rounds + 1):
        boards += better_wins(entries, boards, number)
    first = [board for board in boards if board.round == 1]
    assert sorted(board.a for board in first if board.kind == "bye") == list(range(1, 2**rounds - size + 1))
    assert not [board for board in boards if board.round > 1 and board.kind == "bye"]
    for number in range(1, rounds + 1):
        left = {entry for board in boards if board.round == number for entry in board.numbers}
        assert left == set(range(1, min(size, 2 ** (rounds - number + 1)) + 1))
    assert set(boards[-1].numbers) == {1, 2}
    assert isinstance(pair_round(Knockout(), entries, boards, rounds + 1, 5), PairingRefused)
    rows = standings(Knockout(), entries, boards, 5)
    assert [(row.rank, row.number) for row in rows[:4]] == [(1, 1), (2, 2), (3, 3), (3, 4)][:size]


def test_a_level_board_goes_to_who_began_less_and_else_to_a_lot() -> None:
    once = BoardResult(1, 1, "match", 1, 2, "draw")
    assert winner_of(once, [once], 5) == 2
    again = [BoardResult(1, 1, "match", 2, 3, "a"), BoardResult(1, 2, "match", 4, 1, "b")]
    level = BoardResult(2, 1, "match", 1, 2, "draw")
    won = {winner_of(level, [*again, level], seed) for seed in range(20)}
    assert won == {1, 2}
    assert len({winner_of(level, [*again, level], 5) for _ in range(5)}) == 1


def test_who_leaves_forfeits_and_a_board_without_a_winner_is_a_bye_for_the_next() -> None:
    entries = seeded(4)
    boards = better_wins(entries, [], 1)
    gone = [replace(entry, state="out") if entry.number == 1 else entry for entry in entries]
    final = pair_round(Knockout(), gone, boards, 2, 5)
    assert isinstance(final, list)
    (one,) = final
    assert {one.a: "a", one.b: "b"}[2] == one.outcome
    ruled = [replace(board, ruling="neither") if 1 in board.numbers else board for board in boards]
    final = pair_round(Knockout(), entries, ruled, 2, 5)
    assert isinstance(final, list) and [(one.kind, one.a) for one in final] == [("bye", 2)]
    nobody = [replace(board, ruling="neither") for board in boards]
    assert pair_round(Knockout(), entries, nobody, 2, 5) == PairingRefused("no_further_round")


def test_the_bracket_shows_what_is_known_and_what_is_to_come() -> None:
    entries = seeded(6)
    before = bracket(entries, [], 3, 5)
    assert [len(column) for column in before] == [4, 2, 1]
    assert before[0][0].winner == before[1][0].a == 1 and before[1][0].b is None
    boards = better_wins(entries, [], 1)
    after = bracket(entries, boards, 3, 5)
    assert {after[1][0].a, after[1][0].b} == {1, 4} and {after[1][1].a, after[1][1].b} == {2, 3}
    assert after[2][0].a is None and after[2][0].winner is None
