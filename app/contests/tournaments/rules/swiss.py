"""Swiss rounds by FIDE's Dutch system (C.04.3, in force since February 2026), as the library pairs them. The player
who begins has "white".

The library takes seconds for large fields: a site pairs in a helper process.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple

from caissify_pairings.engines.dutch import DutchEngine

from app.contests.tournaments.rules.beginning import Past, begins
from app.contests.tournaments.rules.knockout import initial_order
from app.contests.tournaments.rules.options import Swiss
from app.contests.tournaments.rules.scores import boards_by_entry, missed_points
from app.contests.tournaments.rules.types import NOBODY, Apart, BoardKind, BoardResult, Entrant, Pairing

Float = Literal["up", "down", "none"]
LibraryPlayer = dict[str, Any]  # Any: the library's own record of a player


class _History(NamedTuple):
    """An entry's rounds as the library needs them."""

    score: int  # doubled
    begun: tuple[bool, ...]  # for each match that was played
    floats: list[Float]
    unplayed_wins: int


def pair_swiss(
    options: Swiss,
    entries: Sequence[Entrant],
    boards: Sequence[BoardResult],
    number: int,
    rounds: int,
    seed: int,
    apart: Apart = NOBODY,
    largest: int = 128,
) -> list[Pairing] | None:
    """Return the boards of a round; None if nobody can be paired by the rules."""
    ranks = {entry: rank for rank, entry in enumerate(initial_order(entries), start=1)}
    histories = _histories(options, entries, boards, number)
    playing = [entry.number for entry in entries if entry.state == "in" and entry.from_round <= number]
    pasts = {entry: Past(histories[entry].score, ranks[entry], histories[entry].begun) for entry in playing}
    players = [_library_player(entry, pasts[entry], histories[entry]) for entry in playing]
    met = {frozenset(board.numbers) for board in boards if board.is_played}
    drawn = _draw(players, met | apart, number, rounds, largest)
    if drawn is None and apart:
        drawn = _draw(players, met, number, rounds, largest)
    if drawn is None:
        return None
    pairs, rests = drawn
    ordered = [
        (a, b) if begins(pasts[a], pasts[b], odd_begin=seed % 2 == 0) else (b, a)
        for a, b in sorted(pairs, key=lambda pair: _board_order(pasts[pair[0]], pasts[pair[1]]), reverse=True)
    ]
    resting = [entry.number for entry in entries if entry.state == "paused" and entry.from_round <= number]
    unpaired: list[tuple[BoardKind, int]] = [*(("bye", one) for one in rests), *(("absent", one) for one in resting)]
    matches = [Pairing(board, "match", a, b) for board, (a, b) in enumerate(ordered, start=1)]
    return matches + [Pairing(board, kind, one) for board, (kind, one) in enumerate(unpaired, start=len(matches) + 1)]


def _board_order(one: Past, other: Past) -> tuple[int, int, int]:
    """Return the key by which boards are numbered: the higher ranked player's score, the other's, the better place."""
    higher, lower = (one, other) if one.rank > other.rank else (other, one)
    return higher.score, lower.score, -higher.number


def _library_player(entry: int, past: Past, history: _History) -> LibraryPlayer:
    return {
        "id": entry,
        "score": past.score / 2,
        "rating": -past.number,
        "starting_number": past.number,
        "pairing_number": past.number,
        "color_hist": ["white" if begun else "black" for begun in past.begun],
        "float_history": history.floats,
        "bye_count": history.unplayed_wins,
    }


def _histories(
    options: Swiss, entries: Sequence[Entrant], boards: Sequence[BoardResult], number: int
) -> Mapping[int, _History]:
    by_entry = {
        entry: {board.round: board for board in played} for entry, played in boards_by_entry(entries, boards).items()
    }
    late = missed_points(options, entries)
    scores = dict.fromkeys(by_entry, 0)
    histories = {entry: _History(0, (), [], 0) for entry in by_entry}
    for past in range(1, number):
        before = dict(scores)
        for entry, played in by_entry.items():
            board = played.get(past)
            gained = board.points_of(entry) if board else late.pop(entry, 0)
            scores[entry] += gained
            histories[entry] = _after_round(histories[entry], entry, board, before, gained)
    return {entry: history._replace(score=scores[entry]) for entry, history in histories.items()}


def _after_round(
    history: _History, entry: int, board: BoardResult | None, before: Mapping[int, int], gained: int
) -> _History:
    had = board.without_play(entry) if board else "half" if gained else "absent"
    opponent = board.opponent_of(entry) if board else None
    if board is None or opponent is None or had is not None:
        free = had in ("rest", "win")  # as much as a win, so that there is no second one (C.2)
        unplayed: Float = "down" if free or had == "half" else "none"  # 1.4.3
        return history._replace(floats=[*history.floats, unplayed], unplayed_wins=history.unplayed_wins + free)
    difference = before[entry] - before[opponent]
    floated: Float = "down" if difference > 0 else "up" if difference < 0 else "none"
    return history._replace(floats=[*history.floats, floated], begun=(*history.begun, board.a == entry))


def _draw(
    players: list[LibraryPlayer], forbidden: Iterable[frozenset[int]], number: int, rounds: int, largest: int
) -> tuple[list[tuple[int, int]], list[int]] | None:
    """Return the library's pairs, and the player with the bye; None if they break a rule, since it then pairs
    anyway."""
    apart = {(min(pair), max(pair)) for pair in forbidden}
    parts = _parts(players, largest) if number > 1 else [players]
    drawn = _draw_parts(parts, apart, number, rounds)
    while drawn is None and len(parts) > 1:  # those below cannot be paired among themselves: with those above them
        parts = [*parts[:-2], parts[-2] + parts[-1]]
        drawn = _draw_parts(parts, apart, number, rounds)
    return drawn


def _draw_parts(
    parts: list[list[LibraryPlayer]], apart: set[tuple[int, int]], number: int, rounds: int
) -> tuple[list[tuple[int, int]], list[int]] | None:
    drawn: list[tuple[int, int]] = []
    down: list[LibraryPlayer] = []
    for part in parts:
        is_last = part is parts[-1]
        members = [*down, *(part if is_last else ({**player, "bye_count": 0} for player in part))]
        rows = DutchEngine(members, apart, number, rounds).generate_pairings()
        drawn += [(row["white_id"], row["black_id"]) for row in rows if row["black_id"] is not None]
        rests = [row["white_id"] for row in rows if row["black_id"] is None]
        down = [player for each in parts for player in each if player["id"] in rests]
    had_one = any(player["bye_count"] for player in down)
    if len(down) > 1 or had_one or apart.intersection((min(pair), max(pair)) for pair in drawn):
        return None
    return drawn, [player["id"] for player in down]


def _parts(players: list[LibraryPlayer], largest: int) -> list[list[LibraryPlayer]]:
    """Return a field above `largest` in parts of whole score groups, the top first: pairing all at once takes minutes.

    Players left over in a part move down to the next, as between score groups.
    """
    if len(players) <= largest:
        return [players]
    parts: list[list[LibraryPlayer]] = [[]]
    ordered = sorted(players, key=lambda player: -player["score"])
    for _, group in groupby(ordered, key=lambda player: player["score"]):
        if len(parts[-1]) >= largest // 4:
            parts.append([])
        parts[-1] += group
    return parts
