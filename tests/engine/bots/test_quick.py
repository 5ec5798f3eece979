"""The remembered assault is the engine's own, and plain plays are plain."""

import json
import random

import pytest

from engine import notation, play
from engine.bots import quick, turns
from engine.position import OVER, SUMMON, Position
from tests.engine.playing import KINDS, steps

DUELS = [kind for kind in KINDS if "-duel-" in kind]


def _told(position: Position) -> str:
    shown = notation.to_json(position)
    if position.phase == OVER:
        return json.dumps([shown["phase"], shown["winner"]])
    return json.dumps(shown)


@pytest.mark.parametrize("kind", DUELS)
def test_the_rest_of_a_turn_is_what_the_engine_plays(kind: str) -> None:
    compared = 0
    for seed in range(3):
        for step in steps(kind, seed):
            position = step.match.position
            if position is None or position.phase != SUMMON or random.Random(position.turn).random() > 0.4:
                continue
            for table in list(turns.distinct(position, 60))[::4]:
                if table.position.phase == OVER:
                    continue
                before = _told(table.position)
                by_engine = table.position.clone()
                turns.finish(by_engine)
                by_memory = quick.finished(table.position)
                assert _told(table.position) == before
                if by_memory is not None:
                    assert _told(by_memory) == _told(by_engine)
                    compared += 1
    assert compared > 60


def test_what_is_shared_is_not_changed_by_playing_on() -> None:
    for step in list(steps("2022-duel-draft-champions", 6))[::5]:
        position = step.match.position
        if position is None or position.phase != SUMMON:
            continue
        tables = list(turns.distinct(position, 40))
        told = [_told(table.position) for table in tables]
        for table in tables:
            after = turns.ended(table.position)
            for action in play.legal_actions(after)[:4]:
                play.advance(after.clone(), action, None)
        assert [_told(table.position) for table in tables] == told


def test_games_against_the_automaton_are_left_to_the_engine() -> None:
    for kind in ("2021-solo-draft", "2022-solo-draft"):
        step = next(step for step in steps(kind, 1) if step.match.position is not None)
        assert step.match.position is not None
        assert quick.finished(step.match.position) is None
