"""Round robin by Berger's tables (FIDE C.05, annex 1), single or double, and the league."""

from __future__ import annotations

import random
from collections.abc import Sequence

from caissify_pairings.engines.round_robin import berger_round

from app.contests.tournaments.rules.options import Scheduled
from app.contests.tournaments.rules.types import BoardResult, Entrant, Pairing, forfeited


def rounds_of(field: int, cycles: int) -> int:
    """Return the number of rounds of a field, odd or even."""
    return cycles * (field + field % 2 - 1)


def schedule_order(entries: Sequence[Entrant], boards: Sequence[BoardResult], seed: int) -> list[int]:
    """Return the field in the order of its lots: it stays as in the first round."""
    placed = {number for board in boards if board.round == 1 for number in board.numbers}
    field = placed or {entry.number for entry in entries if entry.state in ("in", "paused")}
    order = sorted(field)
    random.Random(f"{seed} berger").shuffle(order)
    return order


def pair_scheduled(
    options: Scheduled, entries: Sequence[Entrant], boards: Sequence[BoardResult], number: int, seed: int
) -> list[Pairing]:
    """Return the boards of a round. Players who have left or pause forfeit."""
    order = schedule_order(entries, boards, seed)
    size = len(order) + len(order) % 2
    cycle, within = divmod(number - 1, size - 1)
    pairs = [(b, a) if cycle % 2 else (a, b) for a, b in berger_round(size, within + 1)]
    playing = {entry.number for entry in entries if entry.state == "in"}
    matches = [(order[a - 1], order[b - 1]) for a, b in pairs if max(a, b) <= len(order)]
    resting = [order[min(a, b) - 1] for a, b in pairs if max(a, b) > len(order)]
    drawn = [Pairing(0, "match", a, b, forfeited(a in playing, b in playing)) for a, b in matches]
    drawn += [Pairing(0, "bye", rests) for rests in resting]
    return [Pairing(board, one.kind, one.a, one.b, one.outcome) for board, one in enumerate(drawn, start=1)]
