"""Every turn that there is, by the rules alone: against the search's own list, and what only 2021 has."""

import random

from engine import notation
from engine.actions import Cast
from engine.bots import turns
from engine.bots.evaluation import evaluation
from engine.bots.puzzles import WIN
from engine.position import SUMMON, Position
from engine.seat import other
from tests.engine.language import duel, side
from tests.engine.playing import steps
from tools.bots import exhaustive


def test_as_many_turns_as_the_search_finds_tables() -> None:
    dice, compared = random.Random(3), 0
    for seed in range(4):
        for step in steps("2022-duel-draft", seed):
            position = step.match.position
            if position is None or position.phase != SUMMON or dice.random() > 0.1:
                continue
            nodes = list(turns.distinct(position, evaluation("duel"), 400))
            if len(nodes) < 400:
                # A play that loses at once is no turn for the search.
                found = [m for m in exhaustive.endings(position) if m.position.winner != other(position.active)]
                assert len(found) >= len(nodes) - sum(_loses(node.position) for node in nodes)
                assert len(found) <= len(nodes)
                compared += 1
    assert compared > 5


def _loses(position: Position) -> bool:
    return turns.ended(position, evaluation("duel")).winner == other(position.active)


def _ways(position: Position) -> list[exhaustive.TurnPosition]:
    return list(exhaustive.reaching(position, WIN))


def test_an_incantation_between_two_attacks_is_a_turn_of_its_own() -> None:
    """Only when Ogre has fallen does the Combustion reach both that stand in the way."""
    game = duel(
        edition="2021",
        A=side("combustion * shaman alpha martyr troll", top="partisan brute", bottom="baron"),
        B=side("* scribe revenant carapace", top="ogre microctopus", bottom="zombie", fort=True),
        mana=3,
    )
    found = _ways(game.position)
    assert len(found) == 1
    assert [type(action).__name__ for action in found[0].actions][:3] == ["EndSummon", "Attack", "Cast"]
    nodes = turns.distinct(game.position, evaluation("duel"))
    assert not any(turns.stopped(node).winner == "A" for node in nodes)


def test_a_cast_before_the_first_attack_is_the_same_turn_as_one_before_the_assault() -> None:
    game = duel(
        edition="2021",
        A=side("boom * brute baron martyr troll", bottom="zombie"),
        B=side("brute baron martyr * troll", bottom="microctopus", fort=True),
        mana=1,
    )
    found = _ways(game.position)
    assert len(found) == 1 and type(found[0].actions[0]) is Cast
    assert notation.to_json(found[0].position)["winner"] == "A"
