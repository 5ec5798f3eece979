"""Arenas: a simulation with players of several speeds, half of them leave and come back."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace

import pytest

from app.contests.tournaments.rules.arena import arena_wave, wave_seconds
from app.contests.tournaments.rules.options import Arena
from app.contests.tournaments.rules.types import BoardResult, Entrant, Waiting

HOUR = 3600
SLOWEST = 400  # seconds of a match


@dataclass
class Simulation:
    """An arena of one hour, second by second, by the function that the site calls."""

    size: int
    rng: random.Random
    boards: list[BoardResult] = field(default_factory=list)
    ends: dict[int, int] = field(default_factory=dict)  # the second, by the index of a board
    since: dict[int, int] = field(default_factory=dict)
    counted: dict[int, int] = field(default_factory=dict)  # from when, if later than since
    away: dict[int, int] = field(default_factory=dict)  # until which second
    waits: list[int] = field(default_factory=list)

    def run(self) -> None:
        """Play the hour: who waits while fewer than three are there cannot always be paired, and is not counted."""
        entries = [Entrant(number, 1500, "in") for number in range(1, self.size + 1)]
        self.since = dict.fromkeys(range(1, self.size + 1), 0)
        next_wave = 0
        for now in range(HOUR):
            self._finish(now)
            self._come_back(now)
            if len(self.since) + 2 * len(self.ends) < 3:
                self.since = dict.fromkeys(self.since, now)
            waited = [Waiting(number, since) for number, since in self.since.items()]
            if now < next_wave or len(waited) < 2:
                continue
            wave = arena_wave(Arena(), entries, self.boards, waited, 1)
            self._check(now, [frozenset((one.a, one.b or 0)) for one in wave])
            self._open(now, [one.opened(now + 1) for one in wave])
            next_wave = now + wave_seconds(self.size)
        self.waits += [HOUR - max(since, self.counted.get(number, 0)) for number, since in self.since.items()]

    def _check(self, now: int, wave: list[frozenset[int]]) -> None:
        """Nobody meets somebody twice running but the last two; who could meet nobody who waits is counted from now."""
        last: dict[int, int] = {}
        for board in self.boards:
            a, b = board.numbers
            last |= {a: b, b: a}
        met = {frozenset(pair) for pair in last.items()}
        if len(self.since) + 2 * len(self.ends) > 2:
            assert met.isdisjoint(wave)
        for number in self.since if len(self.since) > 1 else ():
            if all(frozenset((number, other)) in met for other in self.since if other != number):
                self.counted[number] = now

    def _open(self, now: int, opened: list[BoardResult]) -> None:
        for board in opened:
            assert {number in self.since for number in board.numbers} == {True}
            for number in board.numbers:
                self.waits.append(now - max(self.since.pop(number), self.counted.pop(number, 0)))
            slowness = max(number % 4 + 1 for number in board.numbers)
            self.ends[len(self.boards)] = now + self.rng.randint(20, SLOWEST * slowness // 4)
            self.boards.append(board)

    def _finish(self, now: int) -> None:
        for index in [index for index, end in self.ends.items() if end == now]:
            del self.ends[index]
            outcome = self.rng.choice(("a", "b", "draw"))
            self.boards[index] = replace(self.boards[index], outcome=outcome)  # type: ignore[arg-type]  # one of three
            for number in self.boards[index].numbers:
                if number % 2 and self.rng.random() < 0.3:
                    self.away[number] = now + self.rng.randint(30, 600)
                else:
                    self.since[number] = now

    def _come_back(self, now: int) -> None:
        for number in [number for number, until in self.away.items() if until == now]:
            del self.away[number]
            self.since[number] = now


@pytest.mark.parametrize("size", [4, 5, 7, 12, 30])
@pytest.mark.parametrize("seed", range(2))
def test_nobody_waits_longer_than_one_wave_and_one_match_or_meets_somebody_twice_running(size: int, seed: int) -> None:
    arena = Simulation(size, random.Random(seed))
    arena.run()
    assert max(arena.waits) <= SLOWEST + wave_seconds(size) + 1
    played = Counter(number for board in arena.boards for number in board.numbers)
    assert len(played) == size and min(played.values()) >= 3


def entries_of(size: int) -> list[Entrant]:
    return [Entrant(number, 1500, "in") for number in range(1, size + 1)]


def pairs(boards: list[BoardResult], waiting: dict[int, float], size: int = 4) -> set[frozenset[int]]:
    waited = [Waiting(number, since) for number, since in waiting.items()]
    wave = arena_wave(Arena(), entries_of(size), boards, waited, 1)
    assert [one.board for one in wave] == list(range(1, len(wave) + 1))
    return {frozenset((one.a, one.b or 0)) for one in wave}


def test_two_who_just_met_wait_while_others_play_and_meet_again_if_nobody_else_is_left() -> None:
    met = BoardResult(1, 1, "match", 1, 2, "a")
    stuck = [met, BoardResult(1, 2, "match", 3, 4)]
    assert pairs(stuck, {1: 5, 2: 5}) == set()
    assert len(arena_wave(Arena(), entries_of(4), stuck, [Waiting(1, 5), Waiting(2, 5)], 1, again=True)) == 1
    assert pairs([met, BoardResult(1, 2, "match", 3, 4, "a")], {1: 5, 2: 5}) == {frozenset((1, 2))}


def test_the_one_who_has_waited_longest_is_paired_first() -> None:
    assert pairs([], {1: 9, 2: 9, 3: 1, 4: 9, 5: 9}, 5) >= {
        next(iter(pair for pair in pairs([], {1: 9, 2: 9, 3: 1, 4: 9, 5: 9}, 5) if 3 in pair))
    }
    for last_come in (1, 2, 4):
        waiting = dict.fromkeys((1, 2, 3, 4), 5.0) | {last_come: 9.0}
        del waiting[min({1, 2, 4} - {last_come})]
        (pair,) = pairs([], waiting)
        assert last_come not in pair


def test_neighbours_in_the_standings_meet_but_rather_those_who_have_not_met_lately() -> None:
    boards = [BoardResult(1, 1, "match", 1, 4, "a"), BoardResult(1, 2, "match", 2, 3, "a")]
    assert pairs(boards, dict.fromkeys(range(1, 5), 5.0)) == {frozenset((1, 2)), frozenset((3, 4))}
    boards = [BoardResult(1, 1, "match", 1, 2, "a"), BoardResult(1, 2, "match", 3, 4, "a")]
    boards += [BoardResult(2, 1, "match", 1, 3, "a"), BoardResult(2, 2, "match", 2, 4, "a")]
    assert pairs(boards, dict.fromkeys(range(1, 5), 5.0)) == {frozenset((1, 4)), frozenset((2, 3))}


def test_who_had_better_not_meet_does_not_unless_fewer_would_play() -> None:
    boards = [BoardResult(1, 1, "match", 1, 4, "a"), BoardResult(1, 2, "match", 2, 3, "a")]
    waiting = [Waiting(number, 5.0) for number in range(1, 5)]
    for apart, expected in (
        ({(1, 2)}, {(1, 3), (2, 4)}),
        ({(1, 2), (1, 3)}, {(1, 2), (3, 4)}),  # 1 has just met 4
    ):
        wave = arena_wave(Arena(), entries_of(4), boards, waiting, 1, frozenset(map(frozenset, apart)))
        assert {frozenset((one.a, one.b or 0)) for one in wave} == set(map(frozenset, expected))


def test_who_plays_pauses_or_does_not_ask_is_not_paired() -> None:
    entries = [replace(entry, state="paused") if entry.number == 2 else entry for entry in entries_of(5)]
    playing = [BoardResult(1, 1, "match", 1, 5)]
    waiting = [Waiting(number, 0) for number in (1, 2, 3, 3, 4)]
    (one,) = arena_wave(Arena(), entries, playing, waiting, 1)
    assert {one.a, one.b} == {3, 4}
