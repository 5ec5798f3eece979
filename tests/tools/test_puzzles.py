"""Finding puzzles: the command makes the stored ones again, and knows the abilities that a solution needs."""

import json
import random
from dataclasses import asdict, replace

from engine import notation
from engine.actions import ActionNotation
from engine.bots import puzzles
from engine.bots.puzzles import Puzzle
from tests.engine.language import duel, side
from tools.bots import puzzles as search
from tools.bots.grading import difficulty
from tools.bots.themes import themes


def test_the_command_makes_the_stored_puzzles_again() -> None:
    seed = json.loads(search.PATH.read_text("utf-8"))["seed"]
    stored = {puzzle.id: puzzle for puzzle in puzzles.load()}
    for found in (*search.search_games(seed, 1), *search.survivals(seed, 1)):
        assert json.dumps(asdict(found)) == json.dumps(asdict(stored[found.id]))


def test_a_theme_is_an_ability_without_which_the_solution_fails() -> None:
    """Partisan makes way with Rage, so that Zombie reaches the Fort; that Ogre has Berserk does not matter."""
    game = duel(
        A=side("partisan * ogre brute baron martyr", bottom="zombie"),
        B=side("brute baron martyr * troll alpha", bottom="microctopus", fort=True),
        mana=3,
    )
    shown = {**notation.to_json(game.position)}
    solution: tuple[ActionNotation, ...] = (
        {"type": "play", "hand": 0, "lane": "bottom"},
        {"type": "end_summon"},
    )
    puzzle = Puzzle("win-0", "win", "2022", "draft", 1, True, (), shown, solution)
    assert puzzles.solved(puzzle, puzzle.solution)
    assert themes(puzzle) == ("rage",)


def test_what_survives_in_2021_leaves_the_opponent_no_order_to_choose() -> None:
    """The first attack fells two of theirs at once (R5.8): no other turn survives, but the reply may depend on that."""
    game = duel(
        edition="2021",
        A=side("vortex parasite meteorite * gnome brigand", bottom="grrr disciple martyr", fort=True),
        B=side("partisan * revenant annihilation boom", top="troll baron", bottom="carapace brute"),
        mana=6,
        turn=9,
    )
    solution: tuple[ActionNotation, ...] = (
        {"type": "play", "hand": 0, "lane": "bottom"},
        {"type": "play", "hand": 0, "lane": "bottom"},
        {"type": "end_summon"},
        {"type": "attack_all"},
    )
    shown = {**notation.to_json(game.position)}
    puzzle = Puzzle("survive-0", "survive", "2021", "preconstructed", 6, False, (), shown, solution)
    assert puzzles.solved(puzzle, solution)
    assert not search.is_proved(puzzle)
    stored = [puzzle for puzzle in puzzles.load() if (puzzle.goal, puzzle.edition) == ("survive", "2021")]
    assert stored and all(map(search.is_proved, stored))


def test_the_player_to_move_sits_at_a() -> None:
    """Puzzles out of the turns of both players: always the solver's own hand that can be played."""
    for puzzle in puzzles.load():
        match = puzzles.match_of(puzzle)
        assert match.to_act == ("A",)
        assert len(match.legal_actions("A")) > 2


def test_a_difficulty_is_what_there_is_to_try() -> None:
    for puzzle in random.Random(2).sample(puzzles.load(), 12):
        assert puzzle.difficulty == difficulty(puzzle), puzzle.id


def test_a_stored_puzzle_keeps_its_day_and_a_new_one_gets_one() -> None:
    stored = puzzles.load()[0]
    assert search.dated(stored, "2027-01-01").since == stored.since
    assert search.dated(replace(stored, id="win-new"), "2027-01-01").since == "2027-01-01"
