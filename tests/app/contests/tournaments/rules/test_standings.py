"""Standings and tie-breaks, computed by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.contests.tournaments.rules.options import Arena, League, RoundRobin, Swiss, TieBreak
from app.contests.tournaments.rules.pairing import pair_round, swiss_rounds
from app.contests.tournaments.rules.report import csv, trf
from app.contests.tournaments.rules.standings import standings
from app.contests.tournaments.rules.types import BoardResult, Entrant, RankedEntry

FOUR = [Entrant(number, 1500, "in") for number in range(1, 5)]


def matches(text: str) -> list[BoardResult]:
    """Return boards of "1-2 3=4 / 1>3": a win of the first, a draw; > is a win of the second."""
    boards = []
    for number, line in enumerate(text.split("/"), start=1):
        for board, pair in enumerate(line.split(), start=1):
            sign = next(sign for sign in "-=>" if sign in pair)
            a, b = map(int, pair.split(sign))
            outcome = {"-": "a", "=": "draw", ">": "b"}[sign]
            boards.append(BoardResult(number, board, "match", a, b, outcome))  # type: ignore[arg-type]  # one of three
    return boards


def swiss(*tie_breaks: TieBreak) -> Swiss:
    return Swiss(rounds=3, tie_breaks=tie_breaks)


def column(rows: Iterable[RankedEntry], tie_break: str) -> dict[int, int]:
    return {row.number: row.ties[tie_break] for row in rows}


# Points (doubled): 1 has 5, 2 has 3, 3 has 2, 4 has 2.
BOARDS = matches("1-2 3-4 / 1-3 2=4 / 1=4 2-3")


def test_points_and_buchholz() -> None:
    rows = standings(swiss("buchholz", "buchholz_cut_1"), FOUR, BOARDS, 1)
    assert [row.points for row in rows] == [5, 3, 2, 2] and [row.number for row in rows[:2]] == [1, 2]
    assert column(rows, "buchholz") == {1: 7, 2: 9, 3: 10, 4: 10}
    assert column(rows, "buchholz_cut_1") == {1: 5, 2: 7, 3: 8, 4: 8}


def test_sonneborn_berger_wins_and_starts() -> None:
    rows = standings(swiss("sonneborn_berger", "wins", "fewer_starts"), FOUR, BOARDS, 1)
    # 1 beat 2 (3) and 3 (2) and drew with 4 (2): twice 5, and 2. In quarters of a point.
    assert column(rows, "sonneborn_berger") == {1: 12, 2: 6, 3: 4, 4: 8}
    assert column(rows, "wins") == {1: 2, 2: 1, 3: 1, 4: 0}
    assert column(rows, "fewer_starts") == {1: 3, 2: 2, 3: 1, 4: 0}


def test_direct_encounter_decides_among_those_who_are_tied_and_all_have_met() -> None:
    rows = standings(swiss("direct_encounter"), FOUR, BOARDS, 1)
    assert [row.number for row in rows] == [1, 2, 3, 4]  # 3 beat 4
    assert column(rows, "direct_encounter") == {1: 0, 2: 0, 3: 2, 4: 0}
    unmet = matches("1-2 3-4")
    assert set(column(standings(swiss("direct_encounter"), FOUR, unmet, 1), "direct_encounter").values()) == {0}


def test_the_lot_is_drawn_once() -> None:
    orders = {tuple(row.number for row in standings(swiss(), FOUR, [], seed)) for seed in range(40)}
    assert len(orders) > 10
    first = standings(swiss(), FOUR, [], 3)
    assert [row.rank for row in first] == [1, 2, 3, 4]
    latecomer = standings(swiss(), [*FOUR, Entrant(5, 1500, "in", 2)], [], 3)
    assert {row.number: row.ties["lot"] for row in first}.items() <= {
        row.number: row.ties["lot"] for row in latecomer
    }.items()


def test_a_round_without_play_counts_as_one_against_the_own_points() -> None:
    three = [*FOUR[:3]]
    boards = [*matches("1-2"), BoardResult(1, 2, "bye", 3)]
    rows = standings(swiss("buchholz", "sonneborn_berger"), three, boards, 1)
    assert column(rows, "buchholz") == {1: 0, 2: 2, 3: 2}
    assert column(rows, "sonneborn_berger") == {1: 0, 2: 0, 3: 4}


def test_of_missed_rounds_the_lowest_is_cut_first() -> None:
    late = [*FOUR[:3], Entrant(4, 1500, "in", 2)]
    boards = [*matches("1-2"), BoardResult(1, 2, "bye", 3), *(replace(b, round=2) for b in matches("3-1 2-4"))]
    rows = standings(swiss("buchholz", "buchholz_cut_1"), late, boards, 1)
    assert {row.number: row.points for row in rows}[4] == 1  # a half point for the first missed round
    assert column(rows, "buchholz")[4] == 1 + 2
    assert column(rows, "buchholz_cut_1")[4] == 2
    assert column(rows, "buchholz")[3] - column(rows, "buchholz_cut_1")[3] == 2  # a bye is no missed round


def test_opponents_of_somebody_who_left_get_draws_for_the_rounds_after() -> None:
    gone = [replace(entry, state="out") if entry.number == 2 else entry for entry in FOUR]
    boards = [*matches("1-2 3=4"), *(replace(b, round=2) for b in matches("1=3"))]
    boards.append(BoardResult(2, 2, "bye", 4))
    rows = standings(swiss("buchholz"), gone, boards, 1)
    assert column(rows, "buchholz")[1] == (0 + 1) + 2
    assert {row.number: row.points for row in rows}[2] == 0


def test_a_forfeit_is_a_win_but_no_encounter() -> None:
    boards = [replace(BOARDS[0], forfeit=True), *BOARDS[1:]]
    rows = standings(swiss("wins", "direct_encounter"), FOUR, boards, 1)
    assert column(rows, "wins")[1] == 1 and rows[0].points == 5


def test_a_ruling_outweighs_the_outcome() -> None:
    boards = [replace(BOARDS[0], ruling="b"), *BOARDS[1:]]
    assert {row.number: row.points for row in standings(swiss(), FOUR, boards, 1)} == {1: 3, 2: 5, 3: 2, 4: 2}
    both = [replace(BOARDS[0], ruling="neither"), *BOARDS[1:]]
    assert {row.number: row.points for row in standings(swiss(), FOUR, both, 1)} == {1: 3, 2: 3, 3: 2, 4: 2}


def test_who_leaves_a_league_before_half_is_struck_out_and_later_is_not() -> None:
    boards = matches("1-2 3-4 / 1-3 2=4 / 1=4 2-3")
    left = [replace(entry, state="out") if entry.number == 4 else entry for entry in FOUR]
    early = [*boards[:2], replace(boards[3], outcome="a", forfeit=True), replace(boards[2]), *boards[4:]]
    early = [replace(b, outcome="a", forfeit=True) if 4 in b.numbers and b.round > 1 else b for b in early]
    rows = standings(League(), left, early, 1)
    assert [(row.number, row.points) for row in rows] == [(1, 4), (2, 2), (3, 0), (4, 0)]
    late = [replace(b, outcome="a", forfeit=True) if 4 in b.numbers and b.round > 2 else b for b in boards]
    assert {row.number: row.points for row in standings(RoundRobin(), left, late, 1)} == {1: 6, 2: 3, 3: 2, 4: 1}


def test_a_player_who_leaves_after_exactly_half_of_the_matches_stays() -> None:
    five = [Entrant(number, 1500, "out" if number == 5 else "in") for number in range(1, 6)]
    boards = matches("1-2 3>5 / 1>5 3-4 / 1-3 2-4 / 1-4 2-3")
    boards += [BoardResult(number, 3, "bye", rests) for number, rests in ((1, 4), (2, 2))]  # both in the field
    boards += [BoardResult(3, 3, "match", 5, 2, "b", forfeit=True), BoardResult(4, 3, "match", 4, 5, "a", forfeit=True)]
    assert {row.number: row.points for row in standings(RoundRobin(), five, boards, 1)}[5] == 4
    # Of the eight matches of two cycles, two are less than half.
    assert {row.number: row.points for row in standings(RoundRobin(cycles=2), five, boards, 1)}[5] == 0


def test_a_rest_in_a_round_robin_gives_nothing() -> None:
    boards = [*matches("1-2"), BoardResult(1, 2, "bye", 3)]
    assert {row.number: row.points for row in standings(RoundRobin(), FOUR[:3], boards, 1)} == {1: 2, 2: 0, 3: 0}


def test_an_arena_doubles_after_two_wins_in_a_row() -> None:
    boards = matches("1-2 / 1-2 / 1-2 / 2=1 / 1-2 / 1-2 / 1-2")
    two = FOUR[:2]
    assert {row.number: row.points for row in standings(Arena(), two, boards, 1)} == {
        1: 2 + 2 + 4 + 2 + 2 + 2 + 4,
        2: 1,
    }
    plain = standings(Arena(streak=False), two, boards, 1)
    assert {row.number: row.points for row in plain} == {1: 13, 2: 1}


def test_open_boards_and_who_only_asked_do_not_count() -> None:
    entries = [*FOUR, Entrant(5, 1500, "asked"), Entrant(6, 1500, "out")]
    rows = standings(swiss(), entries, [*BOARDS, BoardResult(4, 1, "match", 1, 2)], 1)
    assert sorted(row.number for row in rows) == [1, 2, 3, 4] and rows[0].points == 5


def test_csv_has_no_formula_in_it() -> None:
    lines = csv(Swiss(rounds=3), FOUR, {1: "=1+1", 2: 'Ann "A", B'}, BOARDS, 1).split("\r\n")
    assert lines[0].startswith("rank,number,name,rating,points,buchholz_cut_1,")
    assert lines[1].startswith("1,1,'=1+1,1500,2.5,") and lines[1].endswith(
        "first against 2: 1,first against 3: 1,first against 4: 0.5"
    )
    assert lines[2].startswith('2,2,"Ann ""A"", B",')


def test_a_bye_alone_stands_above_nobody_who_has_played_and_three_play_three_rounds() -> None:
    boards = [BoardResult(1, 1, "match", 1, 2, "draw"), BoardResult(1, 2, "bye", 3)]
    assert [row.number for row in standings(swiss(), FOUR[:3], boards, 1)][-1] == 3
    assert [swiss_rounds(field) for field in (2, 3, 5, 6, 8, 9)] == [1, 3, 3, 3, 4, 4]


def test_what_one_has_had_is_read_from_the_board_and_not_from_points() -> None:
    lost_to_computer = BoardResult(1, 2, "match", 3, None, "b")
    boards = [BoardResult(1, 1, "match", 1, 2, "a"), lost_to_computer]
    drawn = pair_round(swiss(), FOUR[:3], boards, 2, 1)
    assert isinstance(drawn, list) and [one.a for one in drawn if one.kind == "bye"] == [2]
    ruled = BoardResult(1, 1, "match", 1, 2, None, "draw", forfeit=True)
    had = [board.without_play(board.a) for board in (lost_to_computer, ruled, boards[0])]
    assert had == ["rest", "loss", None]


def test_a_tournament_that_ended_early_counts_alike_in_table_csv_and_report() -> None:
    boards = [*BOARDS[:2], replace(BOARDS[2], round=2), BoardResult(2, 2, "match", 2, 4)]
    points = {row.number: row.points / 2 for row in standings(swiss(), FOUR, boards, 1)}
    report = trf("Club", swiss(), FOUR, {}, boards, 3, 1, ended=True).splitlines()[5:]
    table = csv(swiss(), FOUR, {}, boards, 1).splitlines()[1:]
    assert {int(line[4:8]): float(line[80:84]) for line in report} == points
    assert {int(line.split(",")[1]): float(line.split(",")[4]) for line in table} == points


def test_no_part_of_a_csv_cell_is_a_formula() -> None:
    names = {1: "Ann;=1+1", 2: "\uff1d1+1", 3: "a\t@b", 4: "x, -y"}
    found = csv(swiss(), FOUR, names, BOARDS, 1)
    assert all(said in found for said in ("Ann;'=1+1", "'\uff1d1+1", "a\t'@b", "x,' -y"))
