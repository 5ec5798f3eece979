"""Whole turns without duplicates: against brute force over all plays, compared by the notation."""

import json
import random
from collections.abc import Iterator

from engine import notation, play, summon
from engine.bots import turns
from engine.bots.evaluation import evaluation
from engine.bots.settling import settle
from engine.position import OVER, SUMMON, Position
from tests.engine.language import duel, side
from tests.engine.playing import KINDS, steps
from tests.support.cases import FULL, in_turn
from tools.bots.exhaustive import position_key

DUELS = [kind for kind in KINDS if "duel" in kind]


def _json(position: Position) -> str:
    return json.dumps(notation.to_json(position))


def _brute_force(position: Position) -> set[str]:
    """Return every node that plays lead to, in every order, plays that lose the match at once left out."""
    found, waiting = set[str](), [position]
    while waiting:
        node = waiting.pop()
        shown = _json(node)
        if shown in found:
            continue
        found.add(shown)
        if node.phase != SUMMON or node.active != position.active:
            continue
        for action in summon.legal(node):
            after = node.clone()
            play.advance(after, action)
            settle(after)
            if after.phase != OVER or after.winner == position.active:
                waiting.append(after)
    return found


def _beginnings(kind: str, seeds: range) -> Iterator[Position]:
    """Some positions of matches by chance in the summon phase."""
    for seed in seeds:
        dice = random.Random(seed)
        for step in steps(kind, seed):
            position = step.match.position
            if position is not None and position.phase == SUMMON and dice.random() < 0.25:
                yield position


@in_turn("kind", DUELS)
def test_every_table_is_found_and_only_once(kind: str) -> None:
    compared = 0
    for position in _beginnings(kind, range(4)):
        before = _json(position)
        nodes = [_json(node.position) for node in turns.distinct(position, evaluation("duel"))]
        assert _json(position) == before
        if len(nodes) > 1500:
            continue
        assert len(set(nodes)) == len(nodes) and set(nodes) == _brute_force(position)
        compared += len(nodes) > 1
        if compared == (12 if FULL else 5):
            break
    assert compared > 3


@in_turn("kind", DUELS)
def test_the_plays_of_a_table_lead_to_it(kind: str) -> None:
    for position in list(_beginnings(kind, range(2)))[:6]:
        for node in list(turns.distinct(position, evaluation("duel"), 60)):
            if not node.cut:
                assert _json(turns.replay(position, node.actions())) == _json(node.position)


def test_plays_in_both_orders_are_one_table() -> None:
    position = duel(A=side("* zombie gnome brute"), mana=9).position
    nodes = list(turns.distinct(position, evaluation("duel")))
    both = [node for node in nodes if len(node.actions()) == 2]
    assert both and len({position_key(node.position) for node in nodes}) == len(nodes)
