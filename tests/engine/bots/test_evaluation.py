"""The evaluation: remembered values are the weights times the numbers, and it knows which side is ahead."""

import pytest

from engine.bots import measures
from engine.bots.evaluation import CERTAIN, card_values, chance, evaluation
from engine.bots.measures import CardValues
from engine.position import OVER, Position
from engine.seat import other
from tests.engine.language import duel
from tests.engine.playing import KINDS, steps
from tests.support.cases import in_turn


def _numbers(position: Position, values: CardValues) -> list[float]:
    """Return the numbers of NAMES for a position at the beginning of a turn."""
    mover = position.active
    own, foe = position.sides[mover], position.sides[other(mover)]
    lanes = [
        measures.lane_numbers(lane_no, own.gift, own.lanes[lane_no], foe.gift, foe.lanes[lane_no], values)
        for lane_no in (0, 1)
    ]
    pairs = [float(sum(lane.pair == number for lane in lanes)) for number in range(len(measures.PAIRS))]
    found = [1.0, *pairs]
    for seat, half in ((mover, own), (other(mover), foe)):
        met = [lane.answer if seat == mover else lane.strike for lane in lanes]
        damage, kills = met[0].damage + met[1].damage, met[0].kills + met[1].kills
        champion = measures.champion_state(half.champion, half.ready, half.in_play)
        found += measures.fort_numbers(half.is_fort, half.hp, half.fort_at, damage, kills, champion)
        mana = position.mana if seat == mover else len(half.hand) + 1
        found += measures.hand_numbers(half.hand, mana, values)
        both = [lane.mover if seat == mover else lane.other for lane in lanes]
        found += [top + bottom for top, bottom in zip(*both, strict=True)]
    return found


@in_turn("kind", KINDS)
def test_it_is_the_weights_times_the_numbers(kind: str) -> None:
    name = "solo" if "solo" in kind else "duel"
    judge, values = evaluation(name), card_values()
    by_name = measures.NAMES
    for step in list(steps(kind, 2))[::4]:
        position = step.match.position
        if position is None or position.phase == OVER:
            continue
        row = _numbers(position, values)
        assert len(row) == len(by_name)
        lying = [
            judge.places.get(card.slug or "", [0.0] * len(measures.PLACES))[at]
            for card, at in measures.placed(position)
        ]
        assert any(lying) == (name == "duel")
        worth = sum(weight * number for weight, number in zip(judge.weights, row, strict=True)) + sum(lying)
        assert judge.logit(position) == pytest.approx(worth)
        assert judge.for_seat(position, "A") == pytest.approx(-judge.for_seat(position, "B"))


def test_the_end_is_certain() -> None:
    position = duel().position
    position.phase, position.winner = OVER, "B"
    assert evaluation("duel").for_seat(position, "B") == CERTAIN
    assert chance(CERTAIN) > 0.999 > 0.001 > chance(-CERTAIN)
