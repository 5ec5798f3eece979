"""Bots against each other: `make bots ARE=arena LEVELS="4 5 6" DEALS=20 FORMAT=draft JOBS=1`.

Each deal is played twice with seats swapped, because the deal decides a lot; a deal is won when a player wins both
games, split when each wins one. Prints each pair's deals and share with its 95 % interval, ratings, and CPU seconds a
turn. Formats: `dealt` (initiation, picks by chance, the same for both games), `draft`, `sets` (a draft from all sets),
`champions` (that with Champions), `preconstructed`, `constructed`; each with `-2021` for the edition where it exists.
"""

from __future__ import annotations

import argparse
import gc
import random
from collections.abc import Mapping
from concurrent import futures
from dataclasses import replace
from itertools import combinations

from engine import balance, cards
from engine.match import Match, Options
from engine.seat import SEATS, Seat, other
from tools.bots import players, ratings
from tools.bots.players import ArenaPlayer

FORMATS: dict[str, Options] = {
    "dealt": Options(seed=0, format="draft"),
    "draft": Options(seed=0, format="draft"),
    "sets": Options(seed=0, format="draft", sets=cards.SETS),
    "champions": Options(seed=0, format="draft", sets=cards.SETS, champions=True),
    "preconstructed": Options(seed=0),
    "constructed": Options(seed=0, format="constructed"),
}
ONLY_2022 = ("sets", "champions")
DealResult = tuple[list[float], dict[str, tuple[int, float]]]
"""The first player's points in the two games of a deal, and each player's turns and CPU seconds."""


def options(kind: str, seed: int) -> Options:
    """Return the options of a format of the arena; the seed decides who begins."""
    name, _, edition = kind.partition("-")
    rng = random.Random(seed)
    chosen = replace(FORMATS[name], seed=seed, edition=edition or "2022", first=rng.choice(SEATS))
    if name == "preconstructed":
        chosen = replace(chosen, decks=dict(zip(SEATS, rng.sample(range(1, 5), 2), strict=True)))
    return chosen


def game(kind: str, seed: int, seated: Mapping[Seat, ArenaPlayer]) -> str:
    """Play one game; the winner's seat, or "draw"."""
    match = Match.new(options(kind, seed))
    chance = random.Random(f"{seed}/picks")
    while match.position is None and kind.startswith("dealt"):
        seat = match.to_act[0]
        match, _ = match.apply(seat, chance.choice(match.legal_actions(seat)))
    match = players.finished(match, seated, str(seed))
    assert match.outcome is not None
    return match.outcome.winner


def deal(kind: str, seed: int, first: Seat, second: str) -> DealResult:
    """Play a deal twice with seats swapped; without the cycle collector, because searches make no cycles."""
    gc.disable()
    points: list[float] = []
    spent: dict[str, tuple[int, float]] = {}
    for seat in SEATS:
        seated = {seat: players.player(first), other(seat): players.player(second)}
        winner = game(kind, seed, seated)
        points.append(0.5 if winner == "draw" else float(winner == seat))
        for player in seated.values():
            turns, seconds = spent.get(player.word, (0, 0.0))
            spent[player.word] = turns + player.turns, seconds + player.seconds
    return points, spent


def kind_in(text: str) -> str:
    """Return a format of the arena by its word; raises ArgumentTypeError for none."""
    name, _, edition = text.partition("-")
    if name not in FORMATS or edition not in ("", "2021", "2022") or (edition == "2021" and name in ONLY_2022):
        raise argparse.ArgumentTypeError(f"no format: {text}; there are {', '.join(FORMATS)}, some with -2021")
    return text


def players_in(text: str) -> list[str]:
    """Return the players of a list of words; raises ArgumentTypeError where one is none, or where it is only one."""
    words = text.split()
    for word in words:
        try:
            players.player(word)
        except (KeyError, ValueError):
            raise argparse.ArgumentTypeError(f"no player: {word}; see tools/bots/players.py") from None
    if len(words) < 2:
        raise argparse.ArgumentTypeError("it takes at least two players")
    return words


def at_least_one(text: str) -> int:
    """Return a number from 1; raises ArgumentTypeError for another."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"not a number from 1: {text}")
    return int(text)


def _line(pair: tuple[str, str], results: list[DealResult]) -> str:
    sums = [sum(points) for points, _ in results]
    won, lost = sum(total > 1 for total in sums), sum(total < 1 for total in sums)
    total = sum(sums)
    low, high = balance.wilson(total, 2 * len(sums))
    cpu = []
    for word in pair:
        turns = sum(spent[word][0] for _, spent in results)
        cpu.append(f"{sum(spent[word][1] for _, spent in results) / max(1, turns):.4f}")
    share = total / (2 * len(sums))
    return (
        f"{pair[0]:>12} - {pair[1]:<12} won {won:3d}  split {len(sums) - won - lost:3d}  lost {lost:3d}   "
        f"{share:6.1%} ({low:.1%} to {high:.1%})   CPU s a turn {cpu[0]}, {cpu[1]}"
    )


def run(words: list[str], deals: int, kind: str, jobs: int, seed: int, pairs: str) -> None:
    """Play all pairs, or neighbours only, and print the tables."""
    met = list(combinations(words, 2)) if pairs == "all" else list(zip(words[1:], words, strict=False))
    print(f"{kind}, {deals} deals, each twice with seats swapped; share of games won with its 95 % interval")
    scores: dict[tuple[str, str], list[float]] = {}
    with futures.ProcessPoolExecutor(jobs) as pool:
        for pair in met:
            seeds = range(seed, seed + deals)
            jobs_of = [[kind] * deals, seeds, [pair[0]] * deals, [pair[1]] * deals]
            results = list(pool.map(deal, *jobs_of))
            scores[pair] = [sum(points) for points, _ in results]
            print(_line(pair, results), flush=True)
    if len(words) > 2:
        spread = ratings.intervals(scores, random.Random(seed))
        print("ratings (Bradley-Terry, Elo points around their mean, 95 % interval)")
        for name, value in sorted(ratings.elo(scores).items(), key=lambda entry: -entry[1]):
            print(f"{name:>12} {value:7.0f}  ({spread[name][0]:.0f} to {spread[name][1]:.0f})")


def main(given: list[str] | None = None) -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    levels = "players, weakest first; see tools/bots/players.py"
    read.add_argument("--levels", type=players_in, default="1 2 3 4 5 6", help=levels)
    read.add_argument("--deals", type=at_least_one, default=20)
    read.add_argument("--format", type=kind_in, default="draft", help=", ".join(FORMATS))
    read.add_argument("--jobs", type=at_least_one, default=1)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--pairs", choices=("neighbours", "all"), default="neighbours")
    asked = read.parse_args(given)
    run(asked.levels, asked.deals, asked.format, asked.jobs, asked.seed, asked.pairs)


if __name__ == "__main__":
    main()
