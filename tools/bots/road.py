"""`make bots ARE=road`: how far computers come on roads of Legacy (H13), in `docs/opponents.md`.

Each road is played with its own seed: by level 6 with the choices that it values most and with choices by chance, and
by level 3. Seeded: the same numbers give the same roads, for any number of jobs. Writes the table: the share of roads
that are finished, with its 95 % interval (Wilson's), and the islands won on half of them.
"""

from __future__ import annotations

import argparse
import gc
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from statistics import median
from typing import Final

from app.contests.legacy.rivals import RIVALS
from engine import balance, cards
from engine.bots.evaluation import card_values, pick_values
from engine.cards import Card
from engine.events import Event
from engine.legacy import ISLANDS, LIVES, TRAVELLER, Road, RoadChoice, RoadStep
from engine.match import Match
from engine.seat import Seat
from engine.setup.options import DECKS
from tools.bots import arena, players, tables

PLAYERS: Final = ((6, True), (6, False), (3, True))
"""The level of the player, and whether it chooses what it values most, or by chance."""
MAX_LIVES: Final = 5
"""Of which each road is played, to print what would come of another number."""
HEAD: Final = ("starter deck", "lives", "player", "choices", "finished", "islands won by half")


@dataclass(frozen=True, slots=True)
class PlannedRoad:
    """A road to be played by a level that judges so many `positions` a turn at most, as do its rivals."""

    starter: int
    level: int
    best: bool
    seed: int
    positions: int


def worth(card: Card) -> float:
    """Return what a card of a road is worth in a deck, in log odds, by the fitted values of the computers."""
    values = card_values()
    return pick_values()[card.origin] + values.of(card) - values.of(cards.ALL[card.origin])


def chosen(road: Road, rival: int, best: bool, chance: random.Random) -> RoadChoice:
    """Return the choice of a player after a won island."""
    open_to: list[RoadChoice] = []
    for offer in road.offers(rival):
        numbers = range(len(road.deck)) if offer["take"] == "swap" else [offer["card"]]
        made: list[RoadChoice] = [{**offer, "card": number} for number in numbers]
        open_to.append(max(made, key=lambda each: _gain(road, each)) if best else chance.choice(made))
    return max(open_to, key=lambda each: _gain(road, each)) if best else chance.choice(open_to)


def _gain(road: Road, choice: RoadChoice) -> float:
    return worth(road.foretold(choice)) - worth(road.faces[choice["card"]])


def walked(plan: PlannedRoad) -> list[int]:
    """Play a road to its end, with MAX_LIVES, and return the islands won when each life was lost; at last all."""
    gc.disable()  # searches make no cycles
    road, chance = replace(Road.begin(plan.seed, plan.starter), lives=MAX_LIVES), random.Random(plan.seed)
    lost = []
    while not road.is_over:
        rival = RIVALS[road.won]
        step, match = RoadStep(outcome="draw"), list[list[Event]]()
        winner = _played(road, plan, match)
        if winner == TRAVELLER:
            step = RoadStep(outcome="won")
            after = road.after(step)
            if after.chooses:
                step["choice"] = chosen(after, rival.deck, plan.best, chance)
        elif winner != "draw":
            step = RoadStep(outcome="lost", scar=road.scar(match))
            lost.append(road.won)
        road = road.after(step)
    return [*lost, road.won]


def _played(road: Road, plan: PlannedRoad, events: list[list[Event]]) -> str:
    rival = RIVALS[road.won]
    levels: dict[Seat, int] = {TRAVELLER: plan.level, "B": rival.level}
    seated = {
        seat: players.player(f"{level}/{plan.positions}" if level > 4 else str(level)) for seat, level in levels.items()
    }
    match, number = Match.new(road.options(rival.deck)), 0
    while match.outcome is None:
        (seat,) = match.to_act
        number += 1
        match, happened = match.apply(seat, seated[seat].action(match, seat, f"{match.options.seed}/{number}"))
        events.append(happened)
    return match.outcome.winner


def rows(plans: dict[tuple[int, int, bool], list[PlannedRoad]], jobs: int) -> Iterator[list[object]]:
    """Yield the rows of the table."""
    with ProcessPoolExecutor(jobs) as pool:
        for (starter, level, best), planned in plans.items():
            walks = list(pool.map(walked, planned))
            for lives in range(1, MAX_LIVES + 1):  # no choice looks at them: a road with fewer is the same, and shorter
                won = [walk[min(lives, len(walk)) - 1] for walk in walks]
                finished = tables.shown(balance.rate(sum(each == ISLANDS for each in won), len(won)))
                row = [starter, lives, f"level {level}", "best" if best else "by chance", finished, f"{median(won):g}"]
                print(*row, sorted(won), flush=True)
                if lives == LIVES[starter]:
                    yield row


def main(given: list[str] | None = None) -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--games", type=arena.at_least_one, default=40, help="roads of each deck, for each player")
    read.add_argument("--positions", type=arena.at_least_one, default=1000, help="of levels 5 and 6, at most")
    read.add_argument("--jobs", type=arena.at_least_one, default=1)
    read.add_argument("--dry", action="store_true", help="write no table")
    read.add_argument("--decks", type=int, nargs="*", default=list(DECKS))
    asked = read.parse_args(given)
    plans = {
        (starter, level, best): [
            PlannedRoad(starter, level, best, asked.seed + number, asked.positions) for number in range(asked.games)
        ]
        for starter in asked.decks
        for level, best in PLAYERS
    }
    lines = tables.table(HEAD, list(rows(plans, asked.jobs)))
    if not asked.dry:
        tables.write("road", lines)


if __name__ == "__main__":
    main()
