"""`make bots ARE=islands`: wins of players of levels 1, 2 and 4 on each island of the campaign, in `docs/opponents.md`.

Decks are those of the campaign; each deal is played twice with the same hands, and each side begins once. Seeded: the
same numbers give the same counts, for any number of jobs. Writes the table: shares with their 95 % intervals
(Wilson's). What the page says of an island with the same level and decks stays, unless `--again` asks for this one, or
without a number for all.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from app.matches.bots.characters import CHARACTERS, Character
from engine import balance
from engine.balance import Rate
from engine.match import Options
from engine.seat import SEATS
from tools.bots import arena, tables
from tools.bots.balance import DealtGame, all_played

PLAYERS: Final = (1, 2, 4)
"""The levels of the players: those for which the first islands were chosen, and the one for which the others were."""
DEAR: Final = {5: 3, 6: 10}
"""Levels that take many times as long as the others: the games are divided by these numbers against them."""
HEAD: Final = ("island", "opponent", "level", "its deck", "yours", *(f"won by level {level}" for level in PLAYERS))


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
    dealt = list(deals(bot, level, seed, games // DEAR.get(bot.level, 1)))
    results = all_played(dealt, jobs)
    won = sum(result.points[deal.options.first == "B"] for deal, result in zip(dealt, results, strict=True))
    return balance.rate(won, len(dealt))


def counted(page: str) -> Mapping[tuple[str, ...], str]:
    """Return what the table of a page says: by the opponent, its level, both decks and a column's name."""
    found: dict[tuple[str, ...], str] = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == len(HEAD) and cells[0].isdigit():
            found |= {(*cells[1:5], name): cell for name, cell in zip(HEAD[5:], cells[5:], strict=True) if cell != "–"}
    return found


def rows(
    known: Mapping[tuple[str, ...], str], seed: int, games: int, jobs: int, again: Collection[int] = ()
) -> Iterator[list[object]]:
    """Yield the rows of the table; games are played for what is not known, and for the islands of these numbers."""
    for number, bot in enumerate(CHARACTERS, 1):
        island = bot.name, str(bot.level), str(bot.deck), str(bot.facing)
        won = []
        for level, name in zip(PLAYERS, HEAD[5:], strict=True):
            found = None if number in again else known.get((*island, name))
            cell = found or tables.shown(rate(bot, level, seed, games, jobs))
            print(f"{bot.name}, level {level}: {cell}", flush=True)
            won.append(cell)
        yield [number, *island, *won]


def main(given: list[str] | None = None) -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--games", type=arena.at_least_one, default=300, help="on each island, for each player")
    read.add_argument("--jobs", type=arena.at_least_one, default=1)
    every = range(1, len(CHARACTERS) + 1)
    read.add_argument("--again", type=int, nargs="*", choices=every, help="islands to be counted again; no number: all")
    asked = read.parse_args(given)
    again = () if asked.again is None else asked.again or every
    known = counted(tables.PATH.read_text("utf-8"))
    tables.write("islands", tables.table(HEAD, rows(known, asked.seed, asked.games, asked.jobs, again)))


if __name__ == "__main__":
    main()
