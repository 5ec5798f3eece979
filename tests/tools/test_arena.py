"""The arena: deals played by the engine, and words that mean nothing refused in a sentence."""

from __future__ import annotations

import random
import re

import pytest

from tools.bots import arena, ratings


def test_a_deal_is_played_twice_and_rated(capsys: pytest.CaptureFixture[str]) -> None:
    arena.main(["--levels", "random 1 2", "--deals", "1", "--format", "dealt"])
    printed = capsys.readouterr().out
    pairs = re.findall(r"(\w+) - (\w+) +won +(\d) +split +(\d) +lost +(\d)", printed)
    assert [pair[:2] for pair in pairs] == [("1", "random"), ("2", "1")]
    assert all(sum(map(int, pair[2:])) == 1 for pair in pairs)
    assert "ratings" in printed


def test_who_wins_more_is_rated_higher_and_within_its_interval() -> None:
    scores = {("b", "a"): [2.0, 2.0, 1.0, 2.0], ("c", "b"): [1.0, 2.0, 1.0, 1.0]}
    elo, spread = ratings.elo(scores), ratings.intervals(scores, random.Random(1))
    assert elo["a"] < elo["b"] < elo["c"]
    assert all(spread[name][0] <= elo[name] <= spread[name][1] for name in elo)


@pytest.mark.parametrize(
    "words",
    [
        ["--levels", "7 1"],
        ["--levels", "1"],
        ["--levels", "1 6/many"],
        ["--format", "solo"],
        ["--format", "sets-2021"],
        ["--deals", "0"],
        ["--jobs", "x"],
    ],
    ids=str,
)
def test_what_cannot_be_played_is_said_in_a_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arena.main(words)
    assert "error: argument" in capsys.readouterr().err
