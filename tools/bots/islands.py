"""`make bots ARE=islands`: wins of a player of level 4 on each island of the campaign, of one of level 5 on the last.

Decks are those of the campaign; each deal is played twice with the same hands, and each side begins once. Seeded: the
same numbers give the same counts, for any number of jobs. Writes the table of `docs/opponents.md` and prints it.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from app.matches.bots.characters import CHARACTERS, Character
from engine import balance
from engine.balance import Rate
from engine.match import Options
from engine.seat import SEATS
from tools.bots.balance import DealtGame, all_played

PATH: Final = Path(__file__).resolve().parents[2] / "docs" / "opponents.md"
PLAYER: Final = 4
"""The level of the player for which the road rises evenly."""
ABOVE: Final = 5
"""The lowest level that wins on the last island."""
DEAR: Final = 6
"""The level that takes forty times as long as the player: a third of the games are played against it."""


def deals(bot: Character, level: int, seed: int, games: int) -> Iterator[DealtGame]:
    """Yield the games of a player of this level, at seat A, on an island."""
    chance = random.Random(f"{seed}/{bot.slug}")
    for _ in range(games // 2):
        dealt = chance.getrandbits(32)
        for first in SEATS:
            options = Options(seed=dealt, decks={"A": bot.facing, "B": bot.deck}, first=first)
            yield DealtGame({"A": level, "B": bot.level}, options)


def rate(bot: Character, level: int, seed: int, games: int, jobs: int) -> Rate:
    """Return how often a player of this level wins on an island."""
    dealt = list(deals(bot, level, seed, games if bot.level < DEAR else games // 3))
    results = all_played(dealt, jobs)
    won = sum(result.points[deal.options.first == "B"] for deal, result in zip(dealt, results, strict=True))
    return balance.rate(won, len(dealt))


def shown(found: Rate) -> str:
    """Return a rate with its interval as words."""
    return f"{found.share:.0%} ({found.low:.0%} to {found.high:.0%}) of {found.games}"


def table(seed: int, games: int, jobs: int) -> Iterator[str]:
    """Play on all islands, and yield the lines of the table."""
    yield f"| island | opponent | level | its deck | yours | won by level {PLAYER} |"
    yield "|---|---|---|---|---|---|"
    for number, bot in enumerate(CHARACTERS, 1):
        won = shown(rate(bot, PLAYER, seed, games, jobs))
        yield f"| {number} | {bot.name} | {bot.level} | {bot.deck} | {bot.facing} | {won} |"
    yield f"\nThe last is won by level {ABOVE} in {shown(rate(CHARACTERS[-1], ABOVE, seed, games, jobs))}."


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--games", type=int, default=300, help="on each island")
    read.add_argument("--jobs", type=int, default=1)
    asked = read.parse_args()
    head = PATH.read_text("utf-8").partition("\n| island")[0]
    lines = []
    for line in table(asked.seed, asked.games, asked.jobs):
        print(line, flush=True)
        lines.append(line)
    PATH.write_text(head + "\n" + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
