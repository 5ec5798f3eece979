"""The rest of a turn out of remembered fights is the engine's own, and what is forgotten is found out again."""

import json
import random

import pytest

from engine import notation, play, summon
from engine.bots import endings, rows, search, turns
from engine.bots.evaluation import evaluation
from engine.bots.search import SearchBudget
from engine.bots.tables import Table
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
                by_memory = endings.ending(table)
                assert _told(table.position) == before
                if by_memory is not None:
                    assert _told(by_memory.position()) == _told(by_engine)
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
        assert endings.ending(turns.root(step.match.position)) is None


def test_a_table_knows_whether_anything_can_be_played() -> None:
    for kind in KINDS:
        for step in list(steps(kind, 2))[::5]:
            position = step.match.position
            if position is not None and position.phase == SUMMON:
                for table in list(turns.distinct(position, 30)):
                    assert table.playable == (table.live and bool(summon.legal(table.position)))


def test_what_was_forgotten_is_found_again() -> None:
    def values(tables: list[Table]) -> list[float]:
        return [search.judge(table, evaluation("duel"), SearchBudget(1000)).value for table in tables]

    step = list(steps("2021-duel-draft", 3))[30]
    assert step.match.position is not None
    tables = list(turns.distinct(step.match.position, 60))
    before = values(tables)
    rows.forget()
    assert values(tables) == before
    assert [table.key[0] for table in turns.distinct(step.match.position, 60)] == [table.key[0] for table in tables]
