"""`make bots ARE=bench`: figures of the engine on one core; as it is, and compiled where there is a compiler.

Every figure is the median of several rounds. The yardsticks have nothing to do with the rules, so that figures of two
machines can be compared by their ratio to them.
"""

from __future__ import annotations

import json
import os
import random
import resource
import statistics
import subprocess
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
from tools import compile
from tools.bots import speed
from tools.python_build import described
from tools.rig import figures as rows

ROUNDS = 7
DUELS = 200
SAMPLE = 400
DUELS_NAME = "random duels a second (drafted initiation decks)"
DUEL = rows.figure("a duel in the engine alone", "compiled 4 times as fast", "make bots ARE=bench")
TIMES_COMPILED = 4
PLAINLY = "turn positions searched a second by the engine alone"


def drafted_duel(rng: random.Random) -> Position:
    """Return the first turn of a duel with two decks of 8 out of the shuffled initiation set (R2.3, R2.7)."""
    slugs = cards.of_sets(("initiation",))
    rng.shuffle(slugs)
    first, second = (Side([cards.ALL[slug] for slug in part]) for part in (slugs[:8], slugs[8:16]))
    position = Position(BY_NAME["2022"], first, second)
    identity.assign(position)
    play.begin(position, rng.choice(SEATS))
    return position


def random_duel(rng: random.Random) -> int:
    """Play a random duel in place, without events, and return its number of actions."""
    position = drafted_duel(rng)
    actions = 0
    while position.phase != OVER:
        legal = play.legal_actions(position)
        play.advance(position, legal[int(rng.random() * len(legal))])
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
            play.advance(position, rng.choice(play.legal_actions(position)))
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


def _searched(connection: Callable[[Position, Evaluation], int], remembers: bool = True) -> float:
    """Turn positions a second that are judged after their own assault, in one way of going through them.

    Unless it `remembers`, lanes and values that earlier rounds have met are forgotten before each.
    """
    positions = speed.beginnings(drafted_duel, random.Random(2), 60)
    judge, judged = evaluation("duel"), [0]

    def work() -> None:
        if not remembers:
            judge.forget()
        judged[0] = sum(connection(position, judge) for position in positions)

    seconds = median_seconds(work)
    return judged[0] / seconds


def _tree() -> float:
    """Positions a second that level 6 spends on decisions, nothing remembered from the one before."""
    positions = speed.beginnings(drafted_duel, random.Random(3), 8)
    spent = [0]

    def work() -> None:
        spent[0] = 0
        for position in positions:
            evaluation("duel").forget()
            spent[0] += speed.by_tree(position, evaluation("duel"))

    seconds = median_seconds(work)
    return spent[0] / seconds


def _command_line_ms() -> float:
    """Return the median CPU milliseconds of a process of the command line that answers nothing: its start and end."""
    command = [sys.executable, "-P", "-m", "engine"]
    environment = {"PYTHONPATH": str(compile.ROOT), **os.environ}
    times = []
    for _ in range(2 * ROUNDS + 1):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, cwd=compile.ROOT, env=environment, stdin=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return statistics.median(times) * 1e3


def figures() -> dict[str, float]:
    """Return all figures by name."""
    rng = random.Random(1)
    positions = sample_positions(rng, SAMPLE)
    lines = list(requests(positions, rng))
    duels, actions = _duels(rng, random_duel)
    matches, match_actions = _duels(rng, random_match)
    text = median_seconds(lambda: [json.dumps(notation.to_json(position)) for position in positions])
    return {
        DUELS_NAME: duels,
        "actions in them a second (choose, check, apply)": actions,
        "random draft duels a second as the server plays them": matches,
        "actions in them a second (JSON, new match, events)": match_actions,
        "lines of the command line a second": len(lines) / median_seconds(lambda: [answer_line(one) for one in lines]),
        "a start of the command line, ms": _command_line_ms(),
        PLAINLY: _searched(speed.plainly),
        "... as the bots do, with what they remember": _searched(speed.by_turns),
        "... as the bots do, nothing remembered before": _searched(speed.by_turns, remembers=False),
        "... by level 6, nothing remembered before": _tree(),
        "clone, µs": _each(positions, Position.clone),
        "legal_actions, µs": _each(positions, play.legal_actions),
        "view_for, µs": _each(positions, lambda position: view_for(position, "A")),
        "yardstick: a position as JSON text, µs": text / len(positions) * 1e6,
    }


def _compiled() -> dict[str, float]:
    """Return the figures of the compiled engine, measured in a process of its own."""
    subprocess.run([sys.executable, "-m", "tools.compile"], cwd=compile.ROOT, check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tools.bots.bench", "--json"],
        cwd=compile.ROOT,
        env={**os.environ, "PYTHONPATH": f"{compile.FOLDER}{os.pathsep}{compile.ROOT}"},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _table(plain: dict[str, float], compiled: dict[str, float]) -> Iterator[str]:
    """Yield the lines of the table; those of searches also say how many times as fast as the engine alone."""
    head = "as it is" + ("compiled" if compiled else "").rjust(12)
    yield f"engine, one core, {described()}, median of {ROUNDS} rounds, CPU time".ljust(60) + head
    searching = False
    for name, figure in plain.items():
        searching = searching or name == PLAINLY
        cells = [figure, *([compiled[name]] if compiled else [])]
        if name.endswith(("µs", "ms")):
            searching = False
            yield f"{name:56}" + "".join(f"{cell:12,.2f}" for cell in cells)
        else:
            times = [f"  {cell / plain[PLAINLY]:.1f} times" for cell in cells] if searching else []
            yield f"{name:56}" + "".join(f"{cell:12,.0f}" for cell in cells) + "".join(times)


def _row(plain: dict[str, float], compiled: dict[str, float]) -> str:
    """Return the row of docs/figures.md."""
    cost = f"{1e6 / plain[DUELS_NAME]:.0f} µs"
    if not compiled:
        return rows.row(DUEL, cost, reached=False)
    times = compiled[DUELS_NAME] / plain[DUELS_NAME]
    cost += f", compiled {1e6 / compiled[DUELS_NAME]:.0f} µs, {times:.1f} times as fast"
    return rows.row(DUEL, cost, reached=times >= TIMES_COMPILED)


def main() -> None:
    """Print the figures; with --json those of this process alone, for the other one."""
    if "--json" in sys.argv[1:]:
        print(json.dumps(figures()))
        return
    why_not = compile.missing()
    if why_not is not None:
        print(f"compiled: left out: {why_not}")
    plain, compiled = figures(), {} if why_not else _compiled()
    for line in _table(plain, compiled):
        print(line)
    print(_row(plain, compiled))


if __name__ == "__main__":
    main()
