"""`make bench`: what cannot be measured on a machine is left out, with a sentence."""

import importlib.util
import random
import re

import pytest

from engine.bots.evaluation import evaluation
from tools import bench, locm
from tools.bots import speed


def test_gym_locm_is_measured_where_it_is_installed_and_else_left_out() -> None:
    line = bench._beside_locm([1000.0])
    if importlib.util.find_spec("gym_locm") is None:
        assert line.endswith("left out: gym-locm is not installed (pip install --pre gym-locm)")
        with pytest.raises(locm.LeftOut):
            locm.random_game()
    else:
        assert re.search(r"\d+ +\d+\.\d times$", line) or line.endswith(locm.NO_CARDS)


def test_a_figure_is_shown_of_both_engines_and_compared_with_the_engine_alone() -> None:
    plain = {bench.DUELS_NAME: 1000.0, bench.PLAINLY: 200.0, "... searched": 600.0, "clone, µs": 7.0}
    fast = {bench.DUELS_NAME: 5000.0, bench.PLAINLY: 800.0, "... searched": 2000.0, "clone, µs": 1.5}
    both, alone = ["\n".join(bench._table(plain, other)) for other in (fast, {})]
    assert re.search(r"\.\.\. searched +600 +2,000  3\.0 times  10\.0 times", both)
    assert re.search(r"clone, µs +7\.00 +1\.50$", both)
    assert re.search(r"\.\.\. searched +600  3\.0 times", alone)


def test_the_ways_of_searching_judge_positions() -> None:
    rng = random.Random(2)
    for position in speed.beginnings(bench.drafted_duel, rng, 3):
        judge = evaluation("duel")
        assert speed.plainly(position, judge) == speed.by_turns(position, judge)
