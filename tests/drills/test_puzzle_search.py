"""Finding puzzles: what the command finds is a puzzle, and is added to those that people have solved."""

import json
from dataclasses import asdict
from pathlib import Path

from engine.bots import puzzles
from tools.bots import exhaustive
from tools.bots import puzzles as search


def _found(seed: int) -> list[puzzles.Puzzle]:
    return [*search.search_games(seed, 1), *search.survivals(seed, 1)]


def test_the_command_finds_puzzles_and_keeps_the_stored_ones(tmp_path: Path) -> None:
    stored = puzzles.load()
    found = _found(1)
    assert len(found) == 2 and _found(1) == found
    for puzzle in found:
        assert puzzles.solved(puzzle, puzzle.solution)
        assert len(list(exhaustive.reaching(puzzles.beginning(puzzle), puzzle.goal))) == 1
        assert puzzle.position not in [each.position for each in stored]
    file = tmp_path / "puzzles.json"
    search.add(found, 1, file)
    written = [json.dumps(each) for each in json.loads(file.read_text("utf-8"))["puzzles"]]
    kept = [json.dumps(asdict(puzzle)) for puzzle in stored]
    assert sorted(written) == sorted([*kept, *(json.dumps(asdict(puzzle)) for puzzle in found)])
