"""The end on time (H10): the engine trusts that its caller has checked a clock."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.abilities import SHARPENING
from engine.cards import ALL
from engine.errors import IllegalAction
from engine.flag import FLAG, could_win
from engine.match import Match, Options, Outcome
from engine.position import Creature, Position
from engine.record import MatchRecord, Move
from engine.seat import Seat
from tests.support.cases import in_turn

PLAYING = Options(seed=1, decks={"A": 1, "B": 2}, first="A")
DRAFTING = Options(format="draft", seed=1)
BUILDING = Options(format="constructed", seed=1)


def with_position(match: Match, *, turn: int | None = None, hand_of_b: list[str] | None = None) -> Match:
    """Return the match at another turn, or with other cards in the hand of B."""
    assert match.position is not None
    position = match.position.clone()
    position.turn = turn or position.turn
    if hand_of_b is not None:
        position.sides["B"].hand = [ALL[slug] for slug in hand_of_b]
    return replace(match, position=position)


def incantation(*, sharpening: bool) -> str:
    """Return the slug of an incantation with or without Sharpening."""
    return next(
        slug for slug, card in ALL.items() if not card.is_creature and bool(card.flags & SHARPENING) == sharpening
    )


@in_turn("options", [PLAYING, DRAFTING, BUILDING])
def test_H10_whose_time_is_up_loses(options: Options) -> None:
    match = Match.new(options)
    seat: Seat = match.to_act[0]
    ended, events = match.apply(seat, FLAG)
    winner: Seat = "B" if seat == "A" else "A"
    assert ended.outcome == Outcome(winner, "time")
    assert events[-1] == {"type": "over", "winner": winner, "reason": "time"}
    assert Match.from_json(ended.to_json()).outcome == ended.outcome
    record = MatchRecord(options, {"A": "Ann", "B": "Bob"}, [Move(seat, FLAG, 60.0)], Outcome(winner, "time"))
    assert MatchRecord.from_json(record.to_json()).check().outcome == ended.outcome
    with pytest.raises(IllegalAction, match="over"):
        ended.apply(seat, FLAG)


def test_H10_both_build_their_decks_and_either_can_run_out_of_time() -> None:
    match = Match.new(BUILDING)
    assert match.to_act == ("A", "B")
    assert [match.apply(seat, FLAG)[0].outcome for seat in match.to_act] == [Outcome("B", "time"), Outcome("A", "time")]


def test_H10_nobody_could_win_without_a_card_that_hits_a_fortress() -> None:
    blunt = with_position(Match.new(PLAYING), hand_of_b=[incantation(sharpening=False)] * 2)
    assert blunt.apply("A", FLAG)[0].outcome == Outcome("draw", "time")
    sharp = with_position(blunt, hand_of_b=[incantation(sharpening=True)])
    assert sharp.apply("A", FLAG)[0].outcome == Outcome("B", "time")


def test_H10_a_creature_in_play_or_a_champion_could_win() -> None:
    match = with_position(Match.new(PLAYING), hand_of_b=[])
    position: Position | None = match.position
    assert position is not None and not could_win(position, "B")
    ogre = ALL["ogre"]
    position.sides["B"].lanes[1].append(Creature(ogre))
    assert could_win(position, "B")
    position.sides["B"].lanes[1].clear()
    position.sides["B"].champion = ogre
    assert could_win(position, "B")


def test_H10_nobody_could_win_who_has_no_turn_left() -> None:
    match = Match.new(PLAYING)
    assert with_position(match, turn=198).apply("A", FLAG)[0].outcome == Outcome("B", "time")
    assert with_position(match, turn=199).apply("A", FLAG)[0].outcome == Outcome("draw", "time")


def test_only_the_player_to_act_can_run_out_of_time() -> None:
    cases: tuple[tuple[Match, Seat], ...] = ((Match.new(PLAYING), "B"), (Match.new(Options(mode="solo", seed=1)), "A"))
    for match, seat in cases:
        with pytest.raises(IllegalAction) as refused:
            match.apply(seat, FLAG)
        assert refused.value.code == "malformed"


def test_it_is_never_listed_as_legal() -> None:
    assert "flag" not in {action["type"] for action in Match.new(PLAYING).legal_actions("A")}
