"""Swiss rounds: always legal, and those of another program (py4swiss, with the matching of bbpPairings) but for what
the articles of FIDE say otherwise today."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.engines.common import Float, PairingError
from py4swiss.engines.dutch.player import _get_floats
from py4swiss.trf import ParsedTrf, TrfParser
from py4swiss.trf.sections import PlayerSection

from app.contests.tournaments.rules.beginning import Past
from app.contests.tournaments.rules.knockout import initial_order
from app.contests.tournaments.rules.options import AnySystem, Knockout, League, RoundRobin, Swiss
from app.contests.tournaments.rules.pairing import pair_round, round_count
from app.contests.tournaments.rules.report import trf
from app.contests.tournaments.rules.swiss import pair_swiss
from app.contests.tournaments.rules.types import WIN, BoardOutcome, BoardResult, Entrant, Pairing, PairingRefused

TOURNAMENTS = int(os.environ.get("SWISS_TOURNAMENTS", "25"))  # 1050: all that docs/decisions/pairing.md counts
OUTCOMES: tuple[BoardOutcome, ...] = ("a", "b", "draw")
FORFEITS: tuple[BoardOutcome, ...] = ("a", "b", "neither")


def as_trf(path: Path, entries: Sequence[Entrant], boards: Sequence[BoardResult], rounds: int, seed: int) -> ParsedTrf:
    path.write_text(trf("Test", Swiss(rounds=rounds), entries, {}, boards, rounds, seed), "utf-8")
    return TrfParser.parse(path, strict=True)


def judged(
    path: Path, entries: Sequence[Entrant], boards: Sequence[BoardResult], number: int, rounds: int, seed: int
) -> set[tuple[int, int]] | None:
    """Return the other program's round; None if it finds none."""
    known = [entry for entry in entries if entry.from_round <= number]
    parsed = as_trf(path, entries, boards, rounds, seed)
    order = initial_order(entries)
    away = {entry.number for entry in entries if entry.state != "in" or entry not in known}
    parsed.x_section.zeroed_ids = {order.index(gone) + 1 for gone in away}
    try:
        drawn = DutchEngine.generate_pairings(parsed)
    except PairingError:
        return None
    return {(order[one.white - 1], order[one.black - 1] if one.black else 0) for one in drawn}


def illegal(pairings: Sequence[Pairing], entries: Sequence[Entrant], boards: Sequence[BoardResult], number: int) -> str:
    """Return the mistakes of a round, by any pairing program; empty if there are none."""
    playing = {entry.number for entry in entries if entry.state == "in" and entry.from_round <= number}
    placed = Counter(entry for one in pairings if one.kind != "absent" for entry in (one.a, one.b) if entry)
    if placed != Counter(playing):
        return "not everybody has one place"
    met = {frozenset(board.numbers) for board in boards if board.is_played}
    if any(frozenset((one.a, one.b)) in met for one in pairings if one.kind == "match"):
        return "met before"
    byes = [one.a for one in pairings if one.kind == "bye"]
    had = {n for board in boards if not board.is_played for n in board.numbers if board.points_of(n) == WIN}
    if len(byes) != len(playing) % 2 or had.intersection(byes):
        return "byes"
    return ""


def play(rng: random.Random, pairing: Pairing, number: int) -> BoardResult:
    opened = pairing.opened(number)
    if pairing.kind != "match":
        return opened
    if rng.random() < 0.03:
        return replace(opened, outcome=rng.choice(FORFEITS), forfeit=True)
    return replace(opened, outcome=rng.choices(OUTCOMES, (45, 40, 15))[0])


class PairedRound(NamedTuple):
    """A round as it was paired: `number` of `rounds`, with what was known before it."""

    number: int
    rounds: int
    seed: int
    entries: list[Entrant]
    boards: list[BoardResult]
    drawn: list[Pairing] | PairingRefused

    @property
    def ours(self) -> set[tuple[int, int]]:
        """The pairs of the round, the one that begins first; 0 for the bye."""
        assert isinstance(self.drawn, list)
        return {(one.a, one.b or 0) for one in self.drawn if one.kind != "absent"}


def tournament(rng_seed: int, sizes: tuple[int, int]) -> Iterator[PairedRound]:
    """Play one with byes, pauses, withdrawals and late entries, until a round is refused."""
    rng = random.Random(rng_seed)
    size = rng.randint(*sizes)
    rounds = min(rng.randint(4, 9), max(1, size // 2))
    seed = rng.randrange(1000)
    entries = [Entrant(number, rng.randint(1000, 2200), "in") for number in range(1, size + 1)]
    boards: list[BoardResult] = []
    for number in range(1, rounds + 1):
        entries = [_changed(rng, entry) for entry in entries] if number > 1 else entries
        if number in range(2, rounds // 2 + 1) and rng.random() < 0.3:
            entries.append(Entrant(len(entries) + 1, rng.randint(1000, 2200), "in", number))
        drawn = pair_round(Swiss(rounds=rounds), entries, boards, number, seed)
        yield PairedRound(number, rounds, seed, list(entries), list(boards), drawn)
        if isinstance(drawn, PairingRefused):
            return
        boards += [play(rng, one, number) for one in drawn]


def _changed(rng: random.Random, entry: Entrant) -> Entrant:
    if entry.state == "in" and rng.random() < 0.06:
        return replace(entry, state=rng.choice(["paused", "paused", "out"]))
    if entry.state == "paused" and rng.random() < 0.6:
        return replace(entry, state="in")
    return entry


def compared(path: Path, one: PairedRound) -> bool:
    """True if our round is the other program's, or the same but for the bye."""
    if judged(path, one.entries, one.boards, one.number, one.rounds, one.seed) == one.ours:
        return True
    rests = {a for a, b in one.ours if not b}
    without = [replace(entry, state="paused") if entry.number in rests else entry for entry in one.entries]
    again = judged(path, without, one.boards, one.number, one.rounds, one.seed)
    return again == {pair for pair in one.ours if pair[1]}


def floats_of_today(section: PlayerSection, round_number: int, points: dict[int, list[int]]) -> Float:
    """Return a float by 1.4.3: players who get nothing for an unplayed round get none. They had before 2026."""
    unplayed = round_number >= 0 and not section.results[round_number].result.is_played()
    own = points[section.starting_number]
    if unplayed and own[round_number + 1] == own[round_number]:
        return Float.NONE
    return _get_floats(section, round_number, points)


def test_rounds_are_legal_and_those_of_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("py4swiss.engines.dutch.player._get_floats", floats_of_today)
    rounds = same = 0
    for number in range(TOURNAMENTS):
        for one in tournament(number, (4, 20)):
            if isinstance(one.drawn, PairingRefused):
                theirs = judged(tmp_path / "t.trf", one.entries, one.boards, one.number, one.rounds, one.seed)
                assert theirs is None or one.drawn.why == "too_few"
                continue
            assert not illegal(one.drawn, one.entries, one.boards, one.number), f"tournament {number}, {one}"
            rounds, same = rounds + 1, same + compared(tmp_path / "t.trf", one)
    assert rounds > TOURNAMENTS
    assert same >= 0.98 * rounds, f"{same} of {rounds}"


def test_a_large_field_is_paired_in_parts_of_whole_score_groups() -> None:
    rng = random.Random(3)
    entries = [Entrant(number, rng.randint(1000, 2200), "in") for number in range(1, 42)]
    boards: list[BoardResult] = []
    for number in range(1, 6):
        drawn = pair_swiss(Swiss(rounds=5), entries, boards, number, 5, 3, largest=16)
        assert drawn is not None
        assert not illegal(drawn, entries, boards, number)
        boards += [play(rng, one, number) for one in drawn]


def test_a_part_that_cannot_be_paired_alone_is_paired_with_the_one_above() -> None:
    entries = [Entrant(number, 2000 - number, "in") for number in range(1, 7)]
    played: list[list[tuple[int, int, BoardOutcome]]] = [
        [(4, 1, "draw"), (2, 5, "a"), (6, 3, "b")],
        [(3, 2, "a"), (1, 6, "b"), (5, 4, "b")],
        [(4, 3, "b"), (2, 6, "draw"), (5, 1, "b")],
    ]
    boards = [
        BoardResult(number, board, "match", *one)
        for number, ones in enumerate(played, 1)
        for board, one in enumerate(ones, 1)
    ]
    # 3 leads, 5 has no point, and the others a point and a half: of these 5 has met all but 6.
    drawn = pair_swiss(Swiss(rounds=5), entries, boards, 4, 5, 1, largest=4)
    assert drawn is not None
    assert not illegal(drawn, entries, boards, 4)


def test_a_wish_to_begin_is_as_strong_as_the_past_is_uneven() -> None:
    pasts = {"": 0, "b": 2, "bf": 1, "bfb": 2, "bb": 3, "bbf": 2, "ffbb": 3, "bbfb": 3}
    assert {past: Past(0, 1, tuple(one == "b" for one in past)).strength for past in pasts} == pasts


def test_who_had_better_not_meet_does_not_unless_there_is_no_other_way() -> None:
    entries = [Entrant(number, 2000 - number, "in") for number in range(1, 5)]
    boards = [BoardResult(1, 1, "match", 1, 3, "a"), BoardResult(1, 2, "match", 2, 4, "a")]
    usual = pair_round(Swiss(rounds=3), entries, boards, 2, 2)
    assert isinstance(usual, list) and frozenset((usual[0].a, usual[0].b)) == {1, 2}
    blocked_pairs = pair_round(Swiss(rounds=3), entries, boards, 2, 2, frozenset({frozenset((1, 2))}))
    assert isinstance(blocked_pairs, list) and frozenset((blocked_pairs[0].a, blocked_pairs[0].b)) == {1, 4}
    all_apart = frozenset({frozenset((1, 2)), frozenset((1, 4))})
    assert pair_round(Swiss(rounds=3), entries, boards, 2, 2, all_apart) == usual


def test_late_entries_are_paired_with_their_half_point_and_counted_with_it() -> None:
    entries = [Entrant(number, 2000 - number, "in", 2 if number > 4 else 1) for number in range(1, 7)]
    boards = [BoardResult(1, 1, "match", 1, 2, "a"), BoardResult(1, 2, "match", 3, 4, "a")]
    drawn = pair_swiss(Swiss(rounds=3), entries, boards, 2, 3, 1)
    assert drawn is not None and [{one.a, one.b} for one in drawn] == [{1, 3}, {5, 6}, {2, 4}]
    text = trf("Test", Swiss(rounds=3), entries, {}, boards, 3, 1)
    late = [line for line in text.splitlines() if line.startswith(("001    5", "001    6"))]
    assert len(late) == 2 and all("  0.5 " in line and "0000 - H" in line for line in late)


def test_a_late_entry_has_floated_down_by_its_half_point() -> None:
    """Or the last of its score group would meet somebody with fewer points in its first round."""
    entries = [
        Entrant(number, 1000 if number == 5 else 2000 - number, "in", 1 + (number == 5)) for number in range(1, 10)
    ]
    boards = [BoardResult(1, 1, "match", 1, 2, "a"), BoardResult(1, 2, "match", 3, 4, "a")]
    boards += [BoardResult(1, 3, "match", 6, 8, "draw"), BoardResult(1, 4, "match", 7, 9, "draw")]
    drawn = pair_swiss(Swiss(rounds=4), entries, boards, 2, 4, 1)
    assert drawn is not None and {2, 8} in [{one.a, one.b} for one in drawn]


def test_a_board_without_an_opponent_is_a_rest_an_absence_or_a_forfeit() -> None:
    boards: dict[BoardResult, str | None] = {
        BoardResult(1, 1, "bye", 3): "rest",
        BoardResult(1, 1, "absent", 3): "absent",
        BoardResult(1, 1, "match", 3, 4, "a", forfeit=True): "win",
        BoardResult(1, 1, "match", 3, 4, "neither", forfeit=True): "loss",
        BoardResult(1, 1, "match", 3, 4, "b"): None,
    }
    assert {board: board.without_play(3) for board in boards} == boards


def test_a_late_entry_that_pauses_has_no_place_before_its_first_round() -> None:
    entries = [*(Entrant(number, 1500, "in") for number in range(1, 5)), Entrant(5, 1500, "paused", 2)]
    boards: list[BoardResult] = []
    first = pair_swiss(Swiss(rounds=3), entries, boards, 1, 3, 1)
    assert first is not None and [one.kind for one in first] == ["match", "match"]
    boards = [replace(one.opened(1), outcome="a") for one in first]
    second = pair_swiss(Swiss(rounds=3), entries, boards, 2, 3, 1)
    assert second is not None and second[2:] == [Pairing(3, "absent", 5)]


def test_a_round_that_cannot_be_paired_is_refused() -> None:
    three = [Entrant(number, 1500, "in") for number in range(1, 4)]
    boards = [BoardResult(1, 1, "match", 1, 2, "a"), BoardResult(1, 2, "bye", 3)]
    boards += [BoardResult(2, 1, "match", 3, 1, "a"), BoardResult(2, 2, "bye", 2)]
    boards += [BoardResult(3, 1, "match", 2, 3, "a"), BoardResult(3, 2, "bye", 1)]
    gone = [replace(three[0], state="out"), *three[1:]]
    assert pair_round(Swiss(rounds=3), gone, boards[:4], 3, 2) != PairingRefused("no_legal_pairing")
    assert pair_round(Swiss(rounds=3), gone, [*boards[:2], boards[4], boards[5]], 3, 2) == PairingRefused(
        "no_legal_pairing"
    )


@pytest.mark.parametrize("options", [RoundRobin(), League(cycles=2), Knockout(), Swiss(rounds=3)])
def test_every_report_is_read_by_another_program(options: AnySystem, tmp_path: Path) -> None:
    rng = random.Random(1)
    entries = [Entrant(number, 1500 + number, "in") for number in range(1, 8)]
    boards: list[BoardResult] = []
    rounds = round_count(options, entries)
    for number in range(1, rounds + 1):
        drawn = pair_round(options, entries, boards, number, 4)
        assert isinstance(drawn, list)
        boards += [play(rng, one, number) for one in drawn]
    path = tmp_path / "tournament.trf"
    path.write_text(trf("A\ntournament", options, entries, {1: "Ann  B", 2: "\u05d0" * 40}, boards, rounds, 4), "utf-8")
    parsed = TrfParser.parse(path, strict=True)
    assert parsed.tournament_section.tournament_name == "A tournament"
    assert {section.name for section in parsed.player_sections} >= {"Ann B", "\u05d0" * 33}
    assert {len(section.results) for section in parsed.player_sections} == {rounds}
