"""The rest of a turn out of remembered fights is the engine's own, and forgotten ones are computed again."""

import json
import random

from engine import notation, play
from engine.bots import endings, turns
from engine.bots.evaluation import evaluation
from engine.position import OVER, SUMMON, Position
from tests.engine.playing import KINDS, steps
from tests.support.cases import FULL, in_turn

DUELS = [kind for kind in KINDS if "-duel-" in kind]


def _json(position: Position) -> str:
    shown = notation.to_json(position)
    if position.phase == OVER:
        return json.dumps([shown["phase"], shown["winner"]])
    return json.dumps(shown)


@in_turn("kind", DUELS)
def test_the_rest_of_a_turn_is_what_the_engine_plays(kind: str) -> None:
    compared = 0
    for seed in range(3):
        for step in steps(kind, seed):
            position = step.match.position
            if position is None or position.phase != SUMMON or random.Random(position.turn).random() > 0.4:
                continue
            for node in list(turns.distinct(position, evaluation("duel"), 60))[::4]:
                if node.position.phase == OVER:
                    continue
                before = _json(node.position)
                by_engine = node.position.clone()
                turns.finish(by_engine)
                by_memory = endings.ending(node)
                assert _json(node.position) == before
                if by_memory is not None:
                    assert _json(by_memory.position()) == _json(by_engine)
                    compared += 1
            if compared > 60 and not FULL:
                return
    assert compared > 60


def test_what_is_shared_is_not_changed_by_playing_on() -> None:
    for step in list(steps("2022-duel-draft-champions", 6))[::5]:
        position = step.match.position
        if position is None or position.phase != SUMMON:
            continue
        nodes = list(turns.distinct(position, evaluation("duel"), 40))
        shown = [_json(node.position) for node in nodes]
        for node in nodes:
            after = turns.ended(node.position, evaluation("duel"))
            for action in play.legal_actions(after)[:4]:
                play.advance(after.clone(), action)
        assert [_json(node.position) for node in nodes] == shown


def test_games_against_the_automaton_are_left_to_the_engine() -> None:
    for kind in ("2021-solo-draft", "2022-solo-draft"):
        step = next(step for step in steps(kind, 1) if step.match.position is not None)
        assert step.match.position is not None
        assert endings.ending(turns.root(step.match.position, evaluation("duel"))) is None
