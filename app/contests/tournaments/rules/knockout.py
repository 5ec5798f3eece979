"""Knockout: a bracket by seeds, byes to the top, and the rule for level boards."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.contests.tournaments.rules.types import BoardResult, Entrant, Pairing, forfeited


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """A board of the bracket as far as it is known; a side is None until somebody reaches it, or for good."""

    round: int
    board: int
    a: int | None
    b: int | None
    winner: int | None


def initial_order(entries: Iterable[Entrant]) -> list[int]:
    """Return the entries by rating, the highest first; equal ones in the order of entry."""
    return [entry.number for entry in sorted(entries, key=lambda entry: (-entry.rating, entry.number))]


def bracket_order(size: int) -> list[int]:
    """Return the seeds (from 1) in the order of a bracket for `size`, a power of two: 1, 8, 4, 5, 2, 7, 3, 6."""
    seeds = [1]
    while len(seeds) < size:
        seeds = [seed for high in seeds for seed in (high, 2 * len(seeds) + 1 - high)]
    return seeds


def pair_knockout(entries: Sequence[Entrant], boards: Sequence[BoardResult], number: int, seed: int) -> list[Pairing]:
    """Return the boards of a round; a board keeps its place in the bracket. Players who have left or pause forfeit."""
    if number == 1:
        return _first_round([entry for entry in entries if entry.state == "in"], boards, seed)
    playing = {entry.number for entry in entries if entry.state == "in"}
    before = {board.board: board for board in boards if board.round == number - 1}
    pairings: list[Pairing] = []
    for board in range(1, (max(before) + 1) // 2 + 1):
        feeders = (before.get(2 * board - 1), before.get(2 * board))
        reached = [won for one in feeders if one and (won := winner_of(one, boards, seed)) is not None]
        if len(reached) == 2:
            a, b = _who_begins(reached[0], reached[1], boards, f"{seed} {number} {board}")
            pairings.append(Pairing(board, "match", a, b, forfeited(a in playing, b in playing)))
        elif reached:
            pairings.append(Pairing(board, "bye", reached[0]))
    return pairings


def _first_round(field: Sequence[Entrant], boards: Sequence[BoardResult], seed: int) -> list[Pairing]:
    order = dict(enumerate(initial_order(field), start=1))
    size = 2
    while size < len(order):
        size *= 2
    seeds = bracket_order(size)
    pairings = []
    for board, (high, low) in enumerate(zip(seeds[::2], seeds[1::2], strict=True), start=1):
        if low in order:
            pairings.append(Pairing(board, "match", *_who_begins(order[high], order[low], boards, f"{seed} 1 {board}")))
        else:
            pairings.append(Pairing(board, "bye", order[high]))
    return pairings


def _starts(number: int, boards: Iterable[BoardResult]) -> int:
    return sum(board.is_played and board.a == number for board in boards)


def _who_begins(one: int, other: int, boards: Sequence[BoardResult], lot: str) -> tuple[int, int]:
    """Return both entries, first the one that begins: it has begun fewer matches, else the lot decides."""
    more = _starts(one, boards) - _starts(other, boards)
    if more > 0 or (more == 0 and random.Random(lot).random() < 0.5):
        return other, one
    return one, other


def winner_of(board: BoardResult, boards: Sequence[BoardResult], seed: int) -> int | None:
    """Return the entry that continues; None: nobody, or not yet. If tied, it is the one with fewer matches begun in the
    tournament, else one by lot."""
    if board.kind == "bye":
        return board.a
    if board.result == "draw" and board.b is not None:
        until = [one for one in boards if one.round <= board.round]
        first, _ = _who_begins(board.a, board.b, until, f"{seed} level {board.round} {board.board}")
        return first
    return {"a": board.a, "b": board.b}.get(board.result or "")


def bracket(
    entries: Sequence[Entrant], boards: Sequence[BoardResult], rounds: int, seed: int
) -> list[list[BracketSlot]]:
    """Return all rounds of the bracket, those to come included, each from the top; before the start by the seeds."""
    first = [board for board in boards if board.round == 1]
    if not first:
        drawn = pair_knockout(entries, (), 1, seed)
        first = [pairing.opened(1) for pairing in drawn]
    known = {(board.round, board.board): board for board in (*first, *boards)}
    columns: list[list[BracketSlot]] = []
    for number in range(1, rounds + 1):
        seeds = range(1, 2 ** (rounds - number) + 1)
        columns.append([_slot(known, columns, number, slot, boards, seed) for slot in seeds])
    return columns


def _slot(
    known: dict[tuple[int, int], BoardResult],
    columns: list[list[BracketSlot]],
    number: int,
    slot: int,
    boards: Sequence[BoardResult],
    seed: int,
) -> BracketSlot:
    board = known.get((number, slot))
    if board:
        return BracketSlot(number, slot, board.a, board.b, winner_of(board, boards, seed))
    if number == 1:
        return BracketSlot(1, slot, None, None, None)
    above, below = columns[-1][2 * slot - 2 : 2 * slot]
    return BracketSlot(number, slot, above.winner, below.winner, None)
