"""The arena: deals played by the engine, and words that mean nothing refused in a sentence."""

from __future__ import annotations

import re

import pytest

from tools.bots import arena


def test_a_deal_is_played_twice_and_rated(capsys: pytest.CaptureFixture[str]) -> None:
    arena.main(["--levels", "random 1 2", "--deals", "1", "--format", "dealt"])
    printed = capsys.readouterr().out
    pairs = re.findall(r"(\w+) - (\w+) +won +(\d) +split +(\d) +lost +(\d)", printed)
    assert [pair[:2] for pair in pairs] == [("1", "random"), ("2", "1")]
    assert all(sum(map(int, pair[2:])) == 1 for pair in pairs)
    assert "ratings" in printed
