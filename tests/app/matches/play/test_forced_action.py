"""2021: the assault stops only where there is something to decide (R4.8)."""

from __future__ import annotations

import random

from app.matches.play.forced_action import forced_action
from engine.match import Match, Options
from tests.engine.test_history import END, match_from, side

ALL, DONE = {"type": "attack_all"}, {"type": "end_turn"}


def assault(hand: str, **changed: object) -> Match:
    match = match_from(side(hand, top="ogre"), side("* shaman troll gnome baron"), edition="2021", **changed)
    return match.apply("A", END)[0]


def test_without_an_incantation_it_runs_to_the_end_of_the_turn() -> None:
    match = assault("* zombie brute")
    assert forced_action(match, "A") == ALL
    assert forced_action(match, "B") is None
    match, _ = match.apply("A", ALL)
    assert forced_action(match, "A") == DONE
    match, _ = match.apply("A", DONE)
    assert forced_action(match, "A") is None
    assert forced_action(match, "B") is None


def test_nothing_to_activate_is_no_reason_to_stop() -> None:
    match, _ = match_from(side("* zombie brute"), side("* shaman troll"), edition="2021").apply("A", END)
    assert forced_action(match, "A") == DONE


def test_an_incantation_that_can_be_cast_is_waited_for_also_after_the_last_attack() -> None:
    match = assault("* boom brute")
    assert forced_action(match, "A") is None
    match, _ = match.apply("A", ALL)
    assert forced_action(match, "A") is None


def test_an_incantation_out_of_reach_is_not_waited_for() -> None:
    assert forced_action(assault("* zombie brute grrr baron boom"), "A") == ALL  # the fifth card
    assert forced_action(assault("* boom brute", mana=0), "A") == ALL


def test_2022_and_the_summons_never_go_on_by_themselves() -> None:
    rng = random.Random(1)
    match = Match.new(Options(seed=3))
    while match.status != "over":
        seat = match.to_act[0]
        assert forced_action(match, seat) is None
        match, _ = match.apply(seat, rng.choice(match.legal_actions(seat)))


def test_nothing_becomes_castable_on_the_way() -> None:
    """Random duels of 2021: an assault that may run on its own may run to its end, in any order of returning cards."""
    rng = random.Random(4)
    seen = 0
    for seed in range(60):
        match = Match.new(Options(seed=seed, edition="2021", format="draft"))
        while match.status != "over":
            seat = match.to_act[0]
            forced = forced_action(match, seat)
            action = forced or rng.choice(match.legal_actions(seat))
            after, _ = match.apply(seat, action)
            while after.status != "over" and after.view_for(None)["phase"] == "order":
                after, _ = after.apply(after.to_act[0], after.legal_actions(after.to_act[0])[0])
            if forced == ALL and after.status != "over":
                assert forced_action(after, seat) == DONE
                seen += 1
            match = after
    assert seen > 100
