"""Find puzzles in games of the bots: `make bots ARE=puzzles`, or `python -m tools.bots.puzzles --seed 1 --count 300`.

Seeded: the same numbers give the same puzzles, until the evaluation that plays these games changes. Kept is a position
from which exactly one set of plays reaches the goal (`engine.bots.puzzles`), at least two plays deep, that a beam of
width 2 does not find; one of each goal from a game, and no two with the same cards in hand and in play. Cheap tests
come first; the rest is tried turn by turn by the rules alone (`exhaustive.py`). Adds them to
`engine/data/puzzles.json`: people have solved what is stored there.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import itertools
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from engine import actions, notation, play
from engine.actions import LANES, ActionNotation
from engine.bots import LEVELS, Level, puzzles, search, turns
from engine.bots.brain import Brain
from engine.bots.evaluation import evaluation
from engine.bots.levels import AHEAD, GREEDY
from engine.bots.nodes import PlayNode
from engine.bots.puzzles import BASTION, SOLVER, SURVIVE, WIN, Goal, Puzzle, TooManyTurns
from engine.bots.search import SearchBudget, Turn
from engine.knowledge import knowledge_of
from engine.match import Match
from engine.position import OVER, Position
from engine.seat import SEATS, other
from tools.bots import arena, exhaustive, players
from tools.bots.grading import difficulty
from tools.bots.themes import themes

PATH = Path(__file__).resolve().parents[2] / "engine" / "data" / "puzzles.json"
FORMATS = (
    "preconstructed", "sets", "preconstructed-2021", "champions", "draft", "draft-2021", "sets", "constructed",
)  # fmt: skip
"""Formats of the arena, one game of each in turn."""
FORMATS_2021 = ("preconstructed-2021", "draft-2021")
LATER = 500_000
"""The number of the first game in which only survivals are searched."""
STRAY = 0.15
"""The share of turns in the games that are not the best one, so that games differ."""
MAX_TURNS = 60
"""Turns after which a game is broken off."""
MISSED_BY = 2
"""The width of the beam that must not find the solution."""
PLAYS = 2
"""The fewest plays of a solution."""
MIN_TURNS_TRIED, MAX_TURNS_TRIED = 12, 1500
"""The number of turns that a position may have: below the first there is nothing to find, above the second it takes
long."""
MAX_TO_ANSWER = 250
"""The bound where all replies to every one of them must be tried."""
NEAR = 2
"""An opponent's fortress with more HP left after every turn of a beam is out of reach."""
THREATENED = 5
"""A Fort with more HP than that is seldom in danger."""
TRIES = 3
"""Seeds by which a level is asked for the solution."""
GoalFinder = Callable[[Position, list[Turn]], Iterator[Goal]]
"""Yields the goals that are worth testing at a position, by the turns that a beam found."""


def game(kind: str, seed: int) -> Iterator[tuple[Position, list[Turn]]]:
    """Yield each position at the beginning of a turn of one game, with the turns that a beam found there."""
    rng = random.Random(f"{seed}/{kind}")
    position = _dealt(kind, seed)
    while position.phase != OVER and position.turn < MAX_TURNS:
        found = search.beam(position.clone(), evaluation("duel"), SearchBudget(10**9), 3, 60)
        yield position, found
        chosen = rng.choice(found[:6]) if rng.random() < STRAY else found[0]
        position = chosen.after.clone()


def _dealt(kind: str, seed: int) -> Position:
    match = Match.new(arena.options(kind, seed))
    chooser = players.player("random")
    while match.position is None:
        seat = match.to_act[0]
        match, _ = match.apply(seat, chooser.action(match, seat, f"{seed}/{len(match.legal_actions(seat))}"))
    return match.position


def goals(position: Position, found: list[Turn]) -> Iterator[Goal]:
    """Yield the goals that are worth testing here, by the turns that a beam found."""
    seat = position.active
    attack: Goal = WIN if position.sides[other(seat)].is_fort else BASTION
    near = min(turn.after.sides[other(seat)].hp for turn in found) <= NEAR
    if near and sum(puzzles.reached(attack, position, turn.after) for turn in found) < 2:
        yield attack
    if not position.edition.assault_pauses:
        yield from threats(position)


def threats(position: Position) -> Iterator[Goal]:
    """Yield the goal to survive where the Fort of the player to move may be in danger."""
    own = position.sides[position.active]
    if own.is_fort and own.hp <= THREATENED:
        yield SURVIVE


def only_turn(position: Position, goal: Goal, found: list[Turn]) -> PlayNode | None:
    """Return the last node of the only turn that reaches the goal; None if there is none or another, or too much to
    try. `found` are turns to test first, because it takes long to prove that something survives."""
    if goal == SURVIVE:
        if puzzles.reached(goal, position, turns.ended(position, evaluation("duel"))):
            return None  # no threat: doing nothing is enough
        if _two(turn for turn in found if puzzles.reached(goal, position, turn.after)):
            return None
    most = MAX_TO_ANSWER if goal == SURVIVE else MAX_TURNS_TRIED
    nodes = list(turns.distinct(position, evaluation("duel"), most))
    if not MIN_TURNS_TRIED <= len(nodes) < most:
        return None
    reaching = (node for node in nodes if puzzles.reached(goal, position, turns.stopped(node)))
    chosen = list(itertools.islice(reaching, 2))
    return chosen[0] if len(chosen) == 1 and not chosen[0].cut else None


def _two(found: Iterator[object]) -> bool:
    return len(list(itertools.islice(found, 2))) == 2


def _missed(position: Position, goal: Goal) -> bool:
    """True if a narrow beam finds no turn that reaches the goal."""
    found = search.beam(position.clone(), evaluation("duel"), SearchBudget(10**9), MISSED_BY, 10**9)
    return not any(puzzles.reached(goal, position, turn.after) for turn in found)


def puzzle_at(position: Position, goal: Goal, found: list[Turn], kind: str) -> Puzzle | None:
    """Return the puzzle that a position makes with a goal, not yet weighed; None where it makes none."""
    position = _turned(position)
    node = only_turn(position, goal, found)
    if node is None or len(node.actions()) < PLAYS or not _missed(position, goal):
        return None
    shown = _concise(position)
    plays = [actions.to_json(action) for action in node.actions()]
    named = hashlib.sha256(json.dumps([goal, shown], sort_keys=True).encode()).hexdigest()[:8]
    puzzle = Puzzle(
        f"{goal}-{named}", goal, position.edition.name, kind.partition("-")[0], 6, False, (), shown, tuple(plays)
    )
    puzzle = replace(puzzle, solution=(*puzzle.solution, *completed(puzzle)))
    return puzzle if is_proved(puzzle) else None


def is_proved(puzzle: Puzzle) -> bool:
    """True if exactly one turn reaches the goal by the rules alone.

    To survive in 2021, the opponent must not have to order returning cards in it, on which their reply could depend;
    and the quick search, which judges people's tries, must agree on each of the solver's turns.
    """
    before = puzzles.beginning(puzzle)
    if not _one(exhaustive.reaching(before, puzzle.goal)):
        return False
    if puzzle.goal != SURVIVE or not before.edition.assault_pauses:
        return True
    ends = exhaustive.endings(before)
    return not _asks_opponent(puzzle) and _one(end for end in ends if puzzles.reached(SURVIVE, before, end.position))


def _asks_opponent(puzzle: Puzzle) -> bool:
    """True if the opponent must order returning cards in the solution (R5.8, 2021)."""
    now = puzzles.beginning(puzzle)
    for action in puzzle.solution:
        play.advance(now, actions.from_json(action))
        if now.pending is not None and now.pending.owner != SOLVER:
            return True
    return False


def _one(found: Iterator[object]) -> bool:
    return len(list(itertools.islice(found, 2))) == 1


def completed(puzzle: Puzzle) -> Iterator[ActionNotation]:
    """Yield the solver's actions after the plays of a solution, to the end of the turn."""
    now = turns.replay(puzzles.beginning(puzzle), map(actions.from_json, puzzle.solution))
    for answer in puzzles.end_turn(now):
        if answer.by == SOLVER:
            yield answer.action


def _turned(position: Position) -> Position:
    """Return the position turned so that A is to move."""
    turned = position.clone()
    if turned.active != SOLVER:
        turned.active, turned.sides = SOLVER, {"A": turned.sides["B"], "B": turned.sides["A"]}
    return turned


def _concise(position: Position) -> dict[str, Any]:
    """Return a position in the notation without its default values."""
    shown: dict[str, Any] = {**notation.to_json(position)}
    for seat, lane in itertools.product(SEATS, LANES):
        creatures = shown[seat][lane]
        shown[seat][lane] = [{key: value for key, value in creature.items() if value} for creature in creatures]
    return shown


def weighed(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its themes, its difficulty, and whether a computer finds it."""
    found = any(_mostly_finds(level, puzzle) for level in LEVELS)
    return replace(puzzle, themes=themes(puzzle), difficulty=difficulty(puzzle), found=found)


def _mostly_finds(level: Level, puzzle: Puzzle) -> bool:
    return 2 * sum(_finds(level, puzzle, str(seed)) for seed in range(TRIES)) > TRIES


def _finds(level: Level, puzzle: Puzzle, seed: str) -> bool:
    """True if a level finds the goal: by the turn that it plays, or by one in its beam."""
    match, budget = puzzles.match_of(puzzle), SearchBudget(level.positions)
    brain = Brain(level, knowledge_of(match, SOLVER), f"{puzzle.id}/{seed}", budget, [])
    before = puzzles.beginning(puzzle)
    if level.method in (GREEDY, AHEAD):
        return puzzles.solved(puzzle, map(actions.to_json, brain.candidates()[0].actions))
    looked_at = search.beam(brain.position, brain.evaluation, budget, level.width)
    return any(puzzles.reached(puzzle.goal, before, turn.after) for turn in looked_at)


def _likeness(puzzle: Puzzle) -> str:
    """Return the common key of puzzles that are nearly equal: the hand in any order, and the lanes."""
    shown = puzzle.position
    hand = sorted(map(json.dumps, shown[SOLVER]["hand"]))
    return json.dumps([hand, [shown[seat][lane] for seat in SEATS for lane in LANES]], sort_keys=True)


def search_games(seed: int, count: int) -> Iterator[Puzzle]:
    """Yield `count` puzzles from one game of each format in turn."""
    games = enumerate(itertools.cycle(FORMATS))
    return _unlike((_in_game(kind, seed * 1_000_000 + number, goals) for number, kind in games), count)


def survivals(seed: int, count: int) -> Iterator[Puzzle]:
    """Yield `count` puzzles of 2021 in which the solver survives, from games of their own.

    They came later: among the others they would have taken the place of some that people had solved.
    """
    games = enumerate(itertools.cycle(FORMATS_2021), LATER)
    wanted: GoalFinder = lambda position, _: threats(position)  # noqa: E731
    return _unlike((_in_game(kind, seed * 1_000_000 + number, wanted) for number, kind in games), count)


def _unlike(games: Iterable[Iterator[Puzzle]], count: int) -> Iterator[Puzzle]:
    """Yield `count` puzzles of these games, weighed, none of them nearly equal to another or to a stored one."""
    known = set(map(_likeness, puzzles.load()))
    enough = len(known) + count
    for puzzle in itertools.chain.from_iterable(games):
        if _likeness(puzzle) not in known:
            known.add(_likeness(puzzle))
            yield weighed(puzzle)
        if len(known) >= enough:
            return


def _in_game(kind: str, seed: int, wanted: GoalFinder) -> Iterator[Puzzle]:
    """Yield the puzzles in one game, at most one of each goal."""
    done = set[Goal]()
    for position, found in game(kind, seed):
        for goal in wanted(position, found):
            puzzle = None
            if goal not in done:
                with suppress(TooManyTurns):
                    puzzle = puzzle_at(position, goal, found, kind)
            if puzzle is not None:
                done.add(goal)
                yield puzzle


def add(found: list[Puzzle], seed: int, path: Path = PATH) -> None:
    """Store these puzzles with those that there are, which stay as they are: the easy ones first, one on a line."""
    ranked = sorted((*puzzles.load(), *found), key=lambda puzzle: (puzzle.difficulty, puzzle.id))
    lines = ",\n".join(json.dumps(asdict(puzzle)) for puzzle in ranked)
    path.write_text(f'{{"seed": {seed}, "puzzles": [\n{lines}\n]}}\n', "utf-8")


def _tomorrow() -> str:
    return (datetime.now(UTC).date() + timedelta(days=1)).isoformat()


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--count", type=int, default=300)
    read.add_argument("--survivals", type=int, default=20, help="further puzzles of 2021: survive the next turn")
    read.add_argument(
        "--since", default=_tomorrow(), help="their first day, such as 2026-12-31: no day changes its puzzle"
    )
    asked = read.parse_args()
    gc.disable()
    found: list[Puzzle] = []
    for puzzle in itertools.chain(search_games(asked.seed, asked.count), survivals(asked.seed, asked.survivals)):
        found.append(replace(puzzle, since=asked.since))
        print(f"{len(found):4d} {puzzle.id} {puzzle.edition} {puzzle.format}: level {puzzle.difficulty}", flush=True)
        add(found, asked.seed)
    for name in ("goal", "edition", "format", "difficulty"):
        print(name, dict(Counter(getattr(puzzle, name) for puzzle in found)))
    print("themes", dict(Counter(theme for puzzle in found for theme in puzzle.themes)))


if __name__ == "__main__":
    main()
