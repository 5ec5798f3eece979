"""Finding puzzles: the command makes the stored ones again, and tells what a solution lives on."""

import json
from dataclasses import asdict

from engine import notation
from engine.actions import ActionNotation
from engine.bots import puzzles
from engine.bots.puzzles import Puzzle
from tests.engine.language import duel, side
from tools.bots import puzzles as search
from tools.bots.themes import themes


def test_the_command_makes_the_stored_puzzles_again() -> None:
    seed = json.loads(search.PATH.read_text("utf-8"))["seed"]
    found = next(search.search_games(seed, 1))
    stored = {puzzle.id: puzzle for puzzle in puzzles.load()}
    assert json.dumps(asdict(found)) == json.dumps(asdict(stored[found.id]))


def test_a_theme_is_an_ability_without_which_the_solution_fails() -> None:
    """Partisan makes way with Rage, so that Zombie reaches the Fort; that Ogre has Berserk does not matter."""
    game = duel(
        A=side("partisan * ogre brute baron martyr", bottom="zombie"),
        B=side("brute baron martyr * troll alpha", bottom="microctopus", fort=True),
        mana=3,
    )
    told = {**notation.to_json(game.position)}
    solution: tuple[ActionNotation, ...] = (
        {"type": "play", "hand": 0, "lane": "bottom"},
        {"type": "end_summon"},
    )
    puzzle = Puzzle("win-0", "win", "2022", "draft", 1, 1.0, (), told, solution)
    assert puzzles.solved(puzzle, puzzle.solution)
    assert themes(puzzle) == ("rage",)


def test_whoever_is_to_move_sits_at_a() -> None:
    """Puzzles out of the turns of both players: always the solver's own hand that can be played."""
    for puzzle in puzzles.load():
        match = puzzles.match_of(puzzle)
        assert match.to_act == ("A",)
        assert len(match.legal_actions("A")) > 2
