"""The entrance: how many rounds an event has, and who meets in the next one."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log2

from app.tournaments.rules.options import AnySystem, Arena, Knockout, League, RoundRobin, Swiss
from app.tournaments.rules.round_robin import pair_scheduled, rounds_of, schedule_order
from app.tournaments.rules.types import BoardResult, Entrant, Pairing, PairingRefused

Apart = frozenset[frozenset[int]]  # pairs that had better not meet


def pair_round(
    options: AnySystem,
    entries: Sequence[Entrant],
    boards: Sequence[BoardResult],
    round: int,
    seed: int,
    apart: Apart = frozenset(),
) -> list[Pairing] | PairingRefused:
    """Return the boards of round `round`; `boards` are those of all rounds before, `seed` is the event's.

    Every entry that plays or pauses gets exactly one place. Swiss takes seconds for large fields: in a helper process.
    """
    if any(board.is_open for board in boards):
        return PairingRefused("round_open")
    if sum(entry.state == "in" and entry.from_round <= round for entry in entries) < 2:
        return PairingRefused("too_few")
    if not has_round(options, entries, boards, round):
        return PairingRefused("no_further_round")
    match options:
        case RoundRobin() | League():
            return pair_scheduled(options, entries, boards, round, seed)
        case _:
            return PairingRefused("no_legal_pairing")


def round_count(options: AnySystem, entries: Sequence[Entrant], boards: Sequence[BoardResult] = ()) -> int:
    """Return how many rounds the event has with this field; 0 for an arena, which has none."""
    field = sum(entry.state in ("in", "paused") for entry in entries)
    match options:
        case RoundRobin() | League():
            return rounds_of(max(2, len(schedule_order(entries, boards, 0))), options.cycles)
        case Knockout():
            first = {number for board in boards if board.round == 1 for number in board.numbers}
            return ceil(log2(max(2, len(first) or field)))
        case Swiss():
            return options.rounds or swiss_rounds(field)
        case Arena():
            return 0


def swiss_rounds(field: int) -> int:
    """Return how many rounds suit a field: one more than it takes to find a winner, and at most half the field."""
    return max(1, min(ceil(log2(max(2, field))) + 1, field // 2))


def has_round(options: AnySystem, entries: Sequence[Entrant], boards: Sequence[BoardResult], number: int) -> bool:
    """Return whether the event has a round of that number."""
    return isinstance(options, Arena) or 1 <= number <= round_count(options, entries, boards)


def latest_entry(options: AnySystem, rounds: int) -> int:
    """Return the last round from which somebody may enter: 1 for systems with a field that is fixed at the start."""
    return max(1, rounds // 2) if isinstance(options, Swiss) else 1
