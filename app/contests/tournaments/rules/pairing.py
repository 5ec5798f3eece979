"""The entrance: the number of rounds of a tournament, and the pairs of the next one."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log2

from app.contests.tournaments.rules.knockout import pair_knockout
from app.contests.tournaments.rules.options import AnySystem, Arena, Knockout, League, RoundRobin, Swiss
from app.contests.tournaments.rules.round_robin import pair_scheduled, rounds_of
from app.contests.tournaments.rules.swiss import pair_swiss
from app.contests.tournaments.rules.types import NOBODY, Apart, BoardResult, Entrant, Pairing, PairingRefused


def pair_round(
    options: AnySystem,
    entries: Sequence[Entrant],
    boards: Sequence[BoardResult],
    round: int,
    seed: int,
    apart: Apart = NOBODY,
) -> list[Pairing] | PairingRefused:
    """Return the boards of round `round`; `boards` are those of all rounds before, `seed` is the tournament's.

    Every entry that plays or pauses gets exactly one place. Swiss takes seconds for large fields: in a helper process.
    """
    if any(board.is_open for board in boards):
        return PairingRefused("round_open")
    if not has_round(options, entries, boards, round):
        return PairingRefused("no_further_round")
    decides_by_field = isinstance(options, Knockout) and round > 1  # the bracket knows the remaining players
    if not decides_by_field and sum(entry.state == "in" and entry.from_round <= round for entry in entries) < 2:
        return PairingRefused("too_few")
    match options:
        case RoundRobin() | League():
            return pair_scheduled(options, entries, boards, round, seed)
        case Knockout():
            return pair_knockout(entries, boards, round, seed) or PairingRefused("no_further_round")
        case Swiss():
            rounds = round_count(options, entries, boards)
            drawn = pair_swiss(options, entries, boards, round, rounds, seed, apart)
            return PairingRefused("no_legal_pairing") if drawn is None else drawn
        case Arena():
            return PairingRefused("no_further_round")


def round_count(options: AnySystem, entries: Sequence[Entrant], boards: Sequence[BoardResult] = ()) -> int:
    """Return the number of rounds of the tournament with this field; 0 for an arena, which has none."""
    first = {number for board in boards if board.round == 1 for number in board.numbers}
    field = len(first) or sum(entry.state in ("in", "paused") for entry in entries)
    match options:
        case RoundRobin() | League():
            return rounds_of(max(2, field), options.cycles)
        case Knockout():
            return ceil(log2(max(2, field)))
        case Swiss():
            return min(options.rounds or swiss_rounds(field), rounds_of(max(2, field), 1))
        case Arena():
            return 0


def swiss_rounds(field: int) -> int:
    """Return the number of rounds that suits a field: one more than needed to find a winner, and at most half the
    field; but three for three or more, so that no bye decides."""
    return max(3 if field > 2 else 1, min(ceil(log2(max(2, field))) + 1, field // 2))


def has_round(options: AnySystem, entries: Sequence[Entrant], boards: Sequence[BoardResult], number: int) -> bool:
    """True if the tournament has a round of that number."""
    return isinstance(options, Arena) or 1 <= number <= round_count(options, entries, boards)


def latest_entry(options: AnySystem, rounds: int) -> int:
    """Return the last round from which somebody may enter: 1 for systems with a field that is fixed at the start."""
    return max(1, rounds // 2) if isinstance(options, Swiss) else 1
