"""Round robin by Berger's tables, single and double, and who leaves."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from caissify_pairings.engines.round_robin import berger_round

from app.contests.tournaments.rules.options import League, RoundRobin
from app.contests.tournaments.rules.pairing import pair_round, round_count
from app.contests.tournaments.rules.round_robin import schedule_order
from app.contests.tournaments.rules.types import BoardResult, Entrant, Pairing, PairingRefused

# FIDE handbook C.05, annex 1, typed from the printed tables.
FIDE = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / 3-8 4-2 5-1 6-7 / 8-7 1-6 2-5 3-4 /"
    " 4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6 / 10-6 7-5 8-4 9-3 1-2 / 2-10 3-1 4-9 5-8 6-7 / 10-7 8-6 9-5 1-4 2-3 /"
    " 3-10 4-2 5-1 6-9 7-8 / 10-8 9-7 1-6 2-5 3-4 / 4-10 5-3 6-2 7-1 8-9 / 10-9 1-8 2-7 3-6 4-5 / 5-10 6-4 7-3 8-2 9-1",
}


@pytest.mark.parametrize("field", [*FIDE, *range(12, 65, 2)])
def test_larger_tables_follow_the_rule_of_those_of_fide(field: int) -> None:
    """From board to board of the tables, all numbers but the last advance by half of the field, and the last one
    begins in every second round."""
    half, others = field // 2, field - 1
    first = [(one, field + 1 - one) for one in range(1, half + 1)]
    for number in range(1, field):
        moved = [tuple((one - 1 + half * (number - 1)) % others + 1 for one in pair) for pair in first[1:]]
        against_last = (half * (number - 1)) % others + 1
        top = (against_last, field) if number % 2 else (field, against_last)
        assert berger_round(field, number) == [top, *moved]


@pytest.mark.parametrize("field", FIDE)
def test_a_tournament_pairs_by_these_tables(field: int) -> None:
    """The lots decide who has which number of the table, and in an odd field nobody has the last one."""
    printed = [[tuple(map(int, pair.split("-"))) for pair in line.split()] for line in FIDE[field].split("/")]
    for size in (field, field - 1):
        entries, boards = entries_of(size), list[BoardResult]()
        order = schedule_order(entries, [], 7)
        for number, pairs in enumerate(printed, start=1):
            drawn = pair_round(RoundRobin(), entries, boards, number, 7)
            assert isinstance(drawn, list)
            expected = [(order[a - 1], order[b - 1]) for a, b in pairs if max(a, b) <= size]
            assert [(one.a, one.b) for one in drawn if one.kind == "match"] == expected
            resting = [order[min(pair) - 1] for pair in pairs if max(pair) > size]
            assert [one.a for one in drawn if one.kind == "bye"] == resting
            boards += [decided(pairing, number) for pairing in drawn]


def entries_of(size: int) -> list[Entrant]:
    return [Entrant(number, 1500, "in") for number in range(1, size + 1)]


def play_all(options: RoundRobin | League, entries: list[Entrant], seed: int = 7) -> list[BoardResult]:
    boards: list[BoardResult] = []
    for number in range(1, round_count(options, entries) + 1):
        pairings = pair_round(options, entries, boards, number, seed)
        assert isinstance(pairings, list)
        boards += [decided(pairing, number) for pairing in pairings]
    return boards


def decided(pairing: Pairing, number: int) -> BoardResult:
    opened = pairing.opened(number)
    return BoardResult(
        number, opened.board, opened.kind, opened.a, opened.b, opened.outcome or "a", None, opened.forfeit
    )


@pytest.mark.parametrize("size", range(2, 18))
@pytest.mark.parametrize("cycles", [1, 2])
def test_everybody_meets_everybody(size: int, cycles: int) -> None:
    entries = entries_of(size)
    boards = play_all(RoundRobin(cycles=cycles), entries)
    met = Counter(frozenset((board.a, board.b)) for board in boards if board.kind == "match")
    assert met == {frozenset(pair): cycles for pair in combinations(range(1, size + 1), 2)}
    for number in range(1, max(board.round for board in boards) + 1):
        places = [entry for board in boards if board.round == number for entry in board.numbers]
        assert sorted(places) == list(range(1, size + 1))
    byes = Counter(board.a for board in boards if board.kind == "bye")
    assert byes == (dict.fromkeys(range(1, size + 1), cycles) if size % 2 else {})
    starts = Counter(board.a for board in boards if board.kind == "match")
    spread = [starts[entry.number] for entry in entries]
    assert max(spread) - min(spread) <= (0 if cycles == 2 else 1)


def test_who_left_forfeits_and_the_table_stays() -> None:
    entries = entries_of(5)
    first = pair_round(League(), entries, [], 1, 7)
    assert isinstance(first, list)
    boards = [decided(pairing, 1) for pairing in first]
    order = schedule_order(entries, boards, 7)
    left = [Entrant(1, 1500, "out"), Entrant(2, 1500, "paused"), *entries[2:]]
    assert schedule_order(left, boards, 7) == order
    second = pair_round(League(), left, boards, 2, 7)
    assert isinstance(second, list)
    for pairing in second:
        gone = {1, 2}.intersection((pairing.a, pairing.b))
        expected = {(): None, (pairing.b,): "a", (pairing.a,): "b"}.get(tuple(gone), "neither") if pairing.b else None
        assert pairing.outcome == expected


def test_refusals() -> None:
    assert pair_round(RoundRobin(), entries_of(1), [], 1, 7) == PairingRefused("too_few")
    four = entries_of(4)
    assert pair_round(RoundRobin(), four, play_all(RoundRobin(), four), 4, 7) == PairingRefused("no_further_round")
    started = [BoardResult(1, 1, "match", 1, 2), BoardResult(1, 2, "match", 3, 4)]
    assert pair_round(RoundRobin(), four, started, 2, 7) == PairingRefused("round_open")
