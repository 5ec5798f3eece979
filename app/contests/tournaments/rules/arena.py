"""Arena: each wave pairs those who wait; it is a round of its own, so that nobody has two places in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from app.contests.tournaments.rules.beginning import Past, begins
from app.contests.tournaments.rules.options import Arena
from app.contests.tournaments.rules.scores import boards_by_entry
from app.contests.tournaments.rules.standings import standings
from app.contests.tournaments.rules.types import NOBODY, Apart, BoardResult, Entrant, Pairing, Waiting

NEIGHBOURS: Final = 12  # of those who wait in large fields: others are too far away in rank
PATIENCE: Final = 1_000  # the weight of the longest wait: above any difference of ranks
MET_LATELY: Final = 30  # ranks that a second match among the last few costs
LATELY: Final = 3
APART: Final = 2 * PATIENCE  # times the square of the field: above all waits together
SMALL_FIELD: Final = 8


class _Waiter(NamedTuple):
    """A waiting player, with the values that decide their next opponent."""

    number: int
    turn: int  # 0: has waited longest
    rank: int
    past: Past
    last: tuple[int, ...]  # opponents, the last one first


def wave_seconds(field: int) -> int:
    """Return the seconds from one wave to the next: small fields pair at once, larger ones gather some players
    first."""
    return 0 if field <= SMALL_FIELD else 5


def arena_wave(
    options: Arena,
    entries: Sequence[Entrant],
    boards: Sequence[BoardResult],
    waiting: Sequence[Waiting],
    seed: int,
    apart: Apart = NOBODY,
    again: bool = False,
) -> list[Pairing]:
    """Return the boards of the next wave; empty if none of the waiting players can be paired now. As many as possible
    are paired: those `apart` only where more are paired that way, the longest waits first, then neighbours in the
    standings. Nobody meets the same opponent twice running unless only these two are left, or those who wait have
    waited so long for somebody else that they meet `again`."""
    waiters = _waiters(options, entries, boards, waiting, seed)
    active = len(waiters) + 2 * sum(board.is_open for board in boards)
    import networkx as nx  # a second and 30 MB: only where waves are paired, in a helper process

    def matched(candidates: Iterable[tuple[_Waiter, _Waiter]]) -> list[list[int]]:
        graph = nx.Graph()
        for one, other in candidates:
            graph.add_edge(one.number, other.number, weight=_weight(one, other, len(waiters), apart))
        return [sorted(pair) for pair in nx.max_weight_matching(graph, maxcardinality=True)]

    by_number = {waiter.number: waiter for waiter in waiters}
    pairs = matched(pair for pair in _candidates(waiters) if not _just_met(*pair))
    if not pairs and (again or active == 2):
        pairs = matched(_candidates(waiters))
    ordered = sorted(pairs, key=lambda pair: min(by_number[number].rank for number in pair))
    return [
        Pairing(board, "match", *_beginner_first(by_number[a], by_number[b], seed))
        for board, (a, b) in enumerate(ordered, start=1)
    ]


def _waiters(
    options: Arena, entries: Sequence[Entrant], boards: Sequence[BoardResult], waiting: Sequence[Waiting], seed: int
) -> list[_Waiter]:
    """Return those who wait and may play, the one that has waited longest first."""
    by_entry = boards_by_entry(entries, boards)
    free = {
        entry.number
        for entry in entries
        if entry.state == "in" and not any(board.is_open for board in by_entry[entry.number])
    }
    ranks = {row.number: row.rank for row in standings(options, entries, boards, seed)}
    turns = sorted({one.number: one for one in waiting if one.number in free}.values(), key=_since)
    return [
        _Waiter(
            one.number,
            turn,
            ranks[one.number],
            Past(0, one.number, tuple(board.a == one.number for board in by_entry[one.number])),
            _last_opponents(by_entry, one.number),
        )
        for turn, one in enumerate(turns)
    ]


def _since(one: Waiting) -> tuple[float, int]:
    return one.since, one.number


def _last_opponents(by_entry: Mapping[int, Sequence[BoardResult]], number: int) -> tuple[int, ...]:
    met = (board.opponent_of(number) for board in reversed(by_entry[number]))
    return tuple(opponent for opponent in met if opponent is not None)[:LATELY]


def _candidates(waiters: Sequence[_Waiter]) -> Iterable[tuple[_Waiter, _Waiter]]:
    """Return the pairs to be weighed: all in small fields, else those near each other in rank, without those who have
    just met."""
    by_rank = sorted(waiters, key=lambda waiter: waiter.rank)
    reach = len(by_rank) if len(by_rank) <= 2 * NEIGHBOURS else NEIGHBOURS
    for number, one in enumerate(by_rank):
        for other in by_rank[number + 1 : number + 1 + reach]:
            yield one, other


def _just_met(one: _Waiter, other: _Waiter) -> bool:
    return one.last[:1] == (other.number,) or other.last[:1] == (one.number,)


def _weight(one: _Waiter, other: _Waiter, field: int, apart: Apart) -> int:
    """The quality of a pair: not of those apart, then long waits, equal ranks, and opponents not met lately."""
    waited = 2 * field - one.turn - other.turn
    again = MET_LATELY if other.number in one.last or one.number in other.last else 0
    unwanted = APART * field**2 if frozenset((one.number, other.number)) in apart else 0
    return PATIENCE * waited - abs(one.rank - other.rank) - again - unwanted


def _beginner_first(one: _Waiter, other: _Waiter, seed: int) -> tuple[int, int]:
    first = begins(one.past, other.past, odd_begin=seed % 2 == 0)
    return (one.number, other.number) if first else (other.number, one.number)
