"""Finding puzzles: the command makes the stored ones again."""

import json
from dataclasses import asdict

from engine.bots import puzzles
from tools.bots import puzzles as search


def test_the_command_makes_the_stored_puzzles_again() -> None:
    seed = json.loads(search.PATH.read_text("utf-8"))["seed"]
    stored = {puzzle.id: puzzle for puzzle in puzzles.load()}
    for found in (*search.search_games(seed, 1), *search.survivals(seed, 1)):
        assert json.dumps(asdict(found)) == json.dumps(asdict(stored[found.id]))
