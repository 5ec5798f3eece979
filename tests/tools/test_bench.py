"""`make bench`: its table, and the searches that it measures."""

import random
import re

from engine.bots.evaluation import evaluation
from tools import bench
from tools.bots import speed


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
