"""`make bots ARE=days`: how often players of some levels win the deal of each weekday, in `docs/opponents.md`.

Each game is the deal of another week, with a seed of its own; seeded: the same numbers give the same counts, for any
number of jobs. Writes the table: shares with their 95 % intervals (Wilson's). With `--days` only these are counted:
what the page says of others stays where their opponent is the same.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from app.contests.deals.plans import RISING_SINCE, DealPlan, plan_of
from engine import balance
from engine.balance import Rate
from engine.match import Options
from tools.bots import arena, tables
from tools.bots.balance import DealtGame, all_played

DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
PLAYERS: Final = (1, 2, 3, 4)


def opponent(plan: DealPlan) -> str:
    """Return the opponent of a deal in words."""
    return f"a computer of level {plan.bot.level}" if plan.bot else f"the automaton of level {plan.level}"


def deals(weekday: int, level: int, seed: int, games: int) -> Iterator[DealtGame]:
    """Yield the deals of a weekday in so many weeks, played by this level at seat A."""
    chance = random.Random(f"{seed}/{weekday}")
    for week in range(games):
        plan = plan_of(RISING_SINCE + timedelta(days=7 * week + weekday))
        options = replace(Options.from_json(plan.options), seed=chance.getrandbits(32))
        yield DealtGame({"A": level, "B": plan.bot.level if plan.bot else level}, options)


def rate(weekday: int, level: int, seed: int, games: int, jobs: int) -> Rate:
    """Return how often a level wins the deals of a weekday; Monday is 0."""
    dealt = list(deals(weekday, level, seed, games))
    won = sum(
        result.points[deal.options.first != "A"] for deal, result in zip(dealt, all_played(dealt, jobs), strict=True)
    )
    return balance.rate(won, games)


def known(page: str) -> dict[str, list[str]]:
    """Return the rows of the table of a page, by weekday."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines()]
    return {row[0]: row for row in rows if row[0] in DAYS}


def rows(
    seed: int, games: int, jobs: int, days: Collection[str] = DAYS, kept: Mapping[str, list[str]] = MappingProxyType({})
) -> Iterator[Sequence[object]]:
    """Yield the rows of the table: those of `days` by games, the others as they are `kept`, if against the same."""
    for weekday, name in enumerate(DAYS):
        against = opponent(plan_of(RISING_SINCE + timedelta(days=weekday)))
        if name not in days and kept[name][1] == against:
            yield kept[name]
            continue
        shares = [tables.shown(rate(weekday, level, seed, games, jobs)) for level in PLAYERS]
        print(name, *shares, flush=True)
        yield [name, against, *shares]


def main(given: list[str] | None = None) -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--games", type=arena.at_least_one, default=60, help="of each weekday, for each player")
    read.add_argument("--jobs", type=arena.at_least_one, default=1)
    read.add_argument("--days", nargs="+", choices=DAYS, default=DAYS)
    asked = read.parse_args(given)
    kept = known(tables.PATH.read_text("utf-8"))
    head = ("day", "opponent", *(f"won by level {level}" for level in PLAYERS))
    tables.write("days", tables.table(head, list(rows(asked.seed, asked.games, asked.jobs, asked.days, kept))))


if __name__ == "__main__":
    main()
