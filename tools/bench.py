"""Figures of the engine on this machine, on one core: `make bench`.

Every figure is the median of several rounds. The last line is a yardstick that has nothing to do with the rules, so
that figures of two machines can be compared by their ratio to it.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator

from engine import cards, identity, notation, play
from engine.__main__ import answer_line
from engine.bots.evaluation import Evaluation, evaluation
from engine.editions import BY_NAME
from engine.match import Match, Options
from engine.position import OVER, Position, Side
from engine.seat import SEATS
from engine.view import view_for
from tools.bots import speed

ROUNDS = 7
DUELS = 200
SAMPLE = 400


def drafted_duel(rng: random.Random) -> Position:
    """Return the first turn of a duel with two decks of 8 out of the shuffled initiation set (R2.3, R2.7)."""
    slugs = cards.of_sets(("initiation",))
    rng.shuffle(slugs)
    first, second = (Side([cards.ALL[slug] for slug in part]) for part in (slugs[:8], slugs[8:16]))
    position = Position(BY_NAME["2022"], first, second)
    identity.assign(position)
    play.begin(position, rng.choice(SEATS), None)
    return position


def random_duel(rng: random.Random) -> int:
    """Play a random duel in place, without events, and return its number of actions."""
    position = drafted_duel(rng)
    actions = 0
    while position.phase != OVER:
        legal = play.legal_actions(position)
        play.advance(position, legal[int(rng.random() * len(legal))], None)
        actions += 1
    return actions


def random_match(rng: random.Random) -> int:
    """Play a random draft duel as the server does (JSON, a new match per action, events); returns its actions."""
    match = Match.new(Options(seed=rng.getrandbits(64), format="draft"))
    actions = 0
    while match.status != OVER:
        seat = match.to_act[0]
        match, _ = match.apply(seat, rng.choice(match.legal_actions(seat)))
        actions += 1
    return actions


def sample_positions(rng: random.Random, count: int) -> list[Position]:
    """Return positions from all stages of random duels."""
    found: list[Position] = []
    while len(found) < count:
        position = drafted_duel(rng)
        while position.phase != OVER and len(found) < count:
            found.append(position.clone())
            play.advance(position, rng.choice(play.legal_actions(position)), None)
    return found


def requests(positions: list[Position], rng: random.Random) -> Iterator[str]:
    """Yield lines for the command line: an action in each position, and its legal actions."""
    for position in positions:
        shown = notation.to_json(position)
        reply = json.loads(answer_line(json.dumps({"position": shown, "legal": True})))
        yield json.dumps({"position": shown, "action": rng.choice(reply["legal"])})
        yield json.dumps({"position": shown, "legal": True})


def median_seconds(work: Callable[[], object]) -> float:
    """Return the median CPU seconds of one call."""
    times = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return statistics.median(times)


def _duels(rng: random.Random, one: Callable[[random.Random], int]) -> tuple[float, float]:
    """Return duels and actions a second."""
    actions = [0]

    def work() -> None:
        actions[0] = sum(one(rng) for _ in range(DUELS))

    seconds = median_seconds(work)
    return DUELS / seconds, actions[0] / seconds


def _each(positions: list[Position], work: Callable[[Position], object]) -> float:
    """Return microseconds a position."""
    return median_seconds(lambda: [work(position) for position in positions]) / len(positions) * 1e6


def _searched(connection: Callable[[Position, Evaluation], int]) -> float:
    """Turn positions a second that are judged after their own assault, in one way of going through them."""
    positions = speed.beginnings(drafted_duel, random.Random(2), 60)
    judge, judged = evaluation("duel"), [0]

    def work() -> None:
        judged[0] = sum(connection(position, judge) for position in positions)

    seconds = median_seconds(work)
    return judged[0] / seconds


def main() -> None:
    """Print the figures."""
    rng = random.Random(1)
    positions = sample_positions(rng, SAMPLE)
    lines = list(requests(positions, rng))
    duels, actions = _duels(rng, random_duel)
    matches, match_actions = _duels(rng, random_match)
    cli = len(lines) / median_seconds(lambda: [answer_line(line) for line in lines])
    plain, searched = (_searched(connection) for connection in (speed.plainly, speed.by_turns))
    yardstick = median_seconds(lambda: [json.dumps(notation.to_json(position)) for position in positions]) / len(
        positions
    )
    print(f"engine, one core, Python {sys.version.split()[0]}, median of {ROUNDS} rounds, CPU time")
    print(f"random duels (drafted initiation decks)     {duels:10,.0f} a second")
    print(f"actions in them (choose, check, apply)      {actions:10,.0f} a second")
    print(f"random draft duels as the server plays them {matches:10,.0f} a second")
    print(f"actions in them (JSON, new match, events)   {match_actions:10,.0f} a second")
    print(f"command line                                {cli:10,.0f} lines a second")
    print(f"turn positions searched, play by play        {plain:10,.0f} a second")
    print(f"turn positions searched, as the bots do      {searched:10,.0f} a second, {searched / plain:.1f} times")
    print(f"clone                                       {_each(positions, Position.clone):10.2f} µs")
    print(f"legal_actions                               {_each(positions, play.legal_actions):10.2f} µs")
    print(f"view_for                                    {_each(positions, lambda p: view_for(p, 'A')):10.2f} µs")
    print(f"yardstick: a position as JSON text          {yardstick * 1e6:10.2f} µs")


if __name__ == "__main__":
    main()
