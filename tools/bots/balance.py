"""The balance of decks and cards, from games of a level against itself: `make bots ARE=balance`.

Preconstructed decks: every pair, each deal once with either player beginning. Cards: drafts from one set, in which both
players pick and play by the level. Seeded: the same numbers give the same counts, for any number of jobs. Writes
`engine/data/balance.json` and prints its tables as Markdown.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from engine import balance, cards
from engine.balance import StoredBalance, StoredCounts
from engine.editions import BY_NAME
from engine.match import Match, Options
from engine.seat import SEATS, BySeat
from engine.setup.options import DECKS, DRAFT
from tools.bots import players

PATH = Path(__file__).resolve().parents[2] / "engine" / "data" / "balance.json"
SHOWN = 8
"""The number of the best and of the worst cards of an edition that are printed."""


@dataclass(frozen=True, slots=True)
class DealtGame:
    """One game to be played: the levels of both players, and its options."""

    levels: BySeat[int]
    options: Options


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game played: points (1, 0.5, 0) and the cards of each player, the one who began first."""

    points: tuple[float, float]
    decks: tuple[tuple[str, ...], tuple[str, ...]]


def duels(edition: str, seed: int, count: int) -> Iterator[tuple[str, Options]]:
    """Yield `count` games of each pair of preconstructed decks, with the name of the pair."""
    for a, b in combinations(DECKS, 2):
        chance = random.Random(f"{seed}/{edition}/{a}-{b}")
        for _ in range(count // 2):
            dealt = chance.getrandbits(32)
            for first in SEATS:  # the same hands twice, and each begins once
                yield f"{a}-{b}", Options(seed=dealt, edition=edition, decks={"A": a, "B": b}, first=first)


def drafts(edition: str, seed: int, count: int) -> Iterator[Options]:
    """Yield `count` drafts from each set of an edition."""
    for name in BY_NAME[edition].sets:
        chance = random.Random(f"{seed}/{edition}/{name}")
        for number in range(count):
            dealt = chance.getrandbits(32)
            yield Options(seed=dealt, edition=edition, format=DRAFT, sets=(name,), first=SEATS[number % 2])


def played(deal: DealtGame) -> GameResult:
    """Play a game to its end."""
    gc.disable()  # searches make no cycles
    seated = {seat: players.player(str(deal.levels[seat])) for seat in SEATS}
    match = players.finished(Match.new(deal.options), seated, str(deal.options.seed))
    assert match.outcome is not None
    order = SEATS if deal.options.first == "A" else SEATS[::-1]
    won = match.outcome.winner
    points = [0.5 if won == "draw" else float(won == seat) for seat in order]
    decks = [tuple(match.setup.decks[seat]) for seat in order]
    return GameResult((points[0], points[1]), (decks[0], decks[1]))


def _add(counts: dict[str, list[float]], key: str, points: float) -> None:
    count = counts.setdefault(key, [0.0, 0])
    count[0] += points
    count[1] += 1


def edition_counts(edition: str, level: int, seed: int, duel_games: int, draft_games: int, jobs: int) -> StoredCounts:
    """Play and count everything of one edition."""
    met = list(duels(edition, seed, duel_games))
    drafted = list(drafts(edition, seed, draft_games))
    levels: BySeat[int] = {"A": level, "B": level}
    deals = [DealtGame(levels, options) for options in (*(options for _, options in met), *drafted)]
    results = all_played(deals, jobs)
    first: dict[str, list[float]] = {}
    sets: dict[str, list[float]] = {}
    decks: dict[str, list[float]] = {}
    taken: dict[str, list[float]] = {}
    for result in results:
        _add(first, "first", result.points[0])
    for (pair, options), result in zip(met, results, strict=False):
        _add(decks, pair, result.points[0 if options.first == "A" else 1])
    for options, result in zip(drafted, results[len(met) :], strict=True):
        _add(sets, options.sets[0], result.points[0])
        for points, deck in zip(result.points, result.decks, strict=True):
            for slug in deck:
                _add(taken, slug, points)
    return {
        "first": first["first"],
        "sets": sets,
        "decks": decks,
        "cards": {slug: taken[slug] for slug in cards.ALL if slug in taken},
    }


def level_counts(levels: Sequence[int], seed: int, games: int, jobs: int) -> dict[str, dict[str, list[float]]]:
    """Play each pair of preconstructed decks of the 2022 edition at other levels, and count."""
    counts: dict[str, dict[str, list[float]]] = {}
    for level in levels:
        met = list(duels("2022", seed, games))
        decks: dict[str, list[float]] = {}
        results = all_played([DealtGame({"A": level, "B": level}, options) for _, options in met], jobs)
        for (pair, options), result in zip(met, results, strict=True):
            _add(decks, pair, result.points[0 if options.first == "A" else 1])
        counts[str(level)] = decks
    return counts


def all_played(deals: list[DealtGame], jobs: int) -> list[GameResult]:
    """Play games in so many processes."""
    if jobs == 1:
        return [played(deal) for deal in deals]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(played, deals, chunksize=20))


def _stored() -> StoredBalance:
    found: StoredBalance = json.loads(PATH.read_text("utf-8"))
    return found


def write(data: StoredBalance) -> None:
    """Store the counts, one on a line."""
    text = re.sub(r"\[\s+(\S+),\s+(\S+)\s+\]", r"[\1, \2]", json.dumps(data, indent=1))
    PATH.write_text(text + "\n", "utf-8")


def _shown(found: balance.Rate | None) -> str:
    if found is None:
        return ""
    return f"{found.share:.0%} ({found.low:.0%} to {found.high:.0%}), {found.games}"


def report(edition: str) -> Iterator[str]:
    """Yield the lines of an edition's tables: share of games won, its 95 % interval, number of games."""
    yield f"## {edition}"
    yield f"\nWho begins with starter decks: {_shown(balance.first_with_starters(edition))}."
    yield f"Who begins in drafts: {_shown(balance.first_in_all_drafts(edition))}."
    yield "Closest to even: " + ", ".join(f"{a} and {b}" for a, b in balance.fair_pairs(edition)) + "."
    yield "\n| drafts from | the first player |"
    yield "|---|---|"
    for name in BY_NAME[edition].sets:
        yield f"| {name} | {_shown(balance.first_in_drafts(edition, name))} |"
    yield "\n| deck | " + " | ".join(f"against {other}" for other in DECKS) + " |"
    yield "|---" * (len(DECKS) + 1) + "|"
    for deck in DECKS:
        row = ["–" if deck == other else _shown(balance.deck_pair(edition, deck, other)) for other in DECKS]
        yield f"| {deck} | " + " | ".join(row) + " |"
    rates = {slug: found for slug in cards.ALL if (found := balance.card_rate(slug, edition)) is not None}
    ranked = sorted(rates, key=lambda slug: rates[slug].share, reverse=True)
    yield "\n| most won with, when drafted | | least | |"
    yield "|---|---|---|---|"
    for best, worst in zip(ranked[:SHOWN], reversed(ranked[-SHOWN:]), strict=True):
        yield f"| {best} | {_shown(rates[best])} | {worst} | {_shown(rates[worst])} |"
    yield ""


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--level", type=int, default=4)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--duels", type=int, default=200, help="games of each pair of preconstructed decks")
    read.add_argument("--drafts", type=int, default=160, help="drafts from each set")
    read.add_argument("--jobs", type=int, default=1)
    read.add_argument("--report", action="store_true", help="print the stored counts, and play nothing")
    read.add_argument("--levels", nargs="+", type=int, default=[1, 2, 3], help="others, by pairs of decks alone")
    read.add_argument("--levels-only", action="store_true", help="count these again, and nothing else")
    asked = read.parse_args()
    if asked.levels_only:
        write({**_stored(), "levels": level_counts(asked.levels, asked.seed, asked.duels, asked.jobs)})
    elif not asked.report:
        counted = {
            edition: edition_counts(edition, asked.level, asked.seed, asked.duels, asked.drafts, asked.jobs)
            for edition in BY_NAME
        }
        levels = level_counts(asked.levels, asked.seed, asked.duels, asked.jobs)
        write({"level": asked.level, "seed": asked.seed, "editions": counted, "levels": levels})
    for edition in BY_NAME:
        for line in report(edition):
            print(line)


if __name__ == "__main__":
    main()
