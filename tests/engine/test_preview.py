"""The assault preview agrees with the assault, and reveals nothing hidden."""

from __future__ import annotations

import random

from engine.match import Match, Options
from engine.preview import Fallen, PlayedCard, assault_preview, hp_after_plays
from engine.seat import SEATS
from engine.view import View
from tests.engine.properties.wandering import ALL, wander
from tests.engine.test_history import END, match_from, side


def test_it_names_who_falls_and_how_far_the_fortress_moves() -> None:
    match = match_from(side("* zombie", top="titan", bottom="brute"), side("* treant giant lich djinn", top="zombie"))
    preview = match.preview()
    assert preview == {
        "fallen": [{"player": "B", "card": "zombie", "over": None, "at": {"player": "B", "lane": "top", "index": 0}}],
        "fortresses": {
            "A": {"from": 1, "to": 1, "fell": None, "mended": None},
            "B": {"from": 4, "to": 5, "fell": "bastion", "mended": None},
        },
        "winner": None,
    }


def cards_at(view: View, fallen: list[Fallen]) -> list[str]:
    """Return the cards that lie where the preview says; each place once."""
    spots = [creature["at"] for creature in fallen]
    assert len({tuple(spot.values()) for spot in spots}) == len(spots)
    return [str(view[spot["player"]][spot["lane"]][spot["index"]]["card"]) for spot in spots]


def test_it_says_where_the_fallen_stand_before_anything_moves() -> None:
    """A Sprinter passes the others, and of two in the lane the front one falls first."""
    match = match_from(side("* zombie treant", top="titan ogre"), side("* giant lich djinn", top="gnome zombie"))
    preview = match.preview()
    assert preview is not None
    assert [(c["card"], c["at"]["index"]) for c in preview["fallen"]] == [("gnome", 0), ("zombie", 1)]


def test_it_agrees_with_the_assault_that_follows() -> None:
    """Random duels: what fell and where the fortresses stood when the turn ended."""
    rng = random.Random(2)
    for seed in range(40):
        match = Match.new(Options(seed=seed, format="draft"))
        while match.status != "over":
            seat = match.to_act[0]
            preview, before = match.preview(), match
            action = rng.choice(match.legal_actions(seat))
            match, events = match.apply(seat, action)
            if action == END and preview is not None:
                fallen = [event["card"] for event in events if event["type"] == "destroyed"]
                assert [creature["card"] for creature in preview["fallen"]] == fallen
                assert sorted(cards_at(before.table_view(seat), preview["fallen"])) == sorted(map(str, fallen))
                if match.status != "over":
                    stats = match.table_view(None)["stats"]
                    assert {seat: stats[seat]["hp"] for seat in SEATS} == {
                        seat: preview["fortresses"][seat]["to"] for seat in SEATS
                    }


def test_2021_orders_are_taken_as_listed() -> None:
    a = side("* grrr baron", top="parasite")
    match = match_from(a, side("* shaman", top="zombie assassin"), edition="2021", phase="assault", mana=0)
    position = match.position
    assert position is not None
    preview = assault_preview(position)
    assert [creature["card"] for creature in preview["fallen"]] == ["assassin", "zombie"]
    assert preview["fortresses"]["B"] == {"from": 1, "to": 2, "fell": None, "mended": None}


def test_it_says_what_regeneration_mends() -> None:
    for hand, fort, mended in (
        ("zombie * giant", False, "steps"),
        ("* zombie", False, None),
        ("* zombie", True, "bastion"),
    ):
        match = match_from(
            {**side(hand, top="dryad"), "fortress": "fort" if fort else "bastion"}, side("* lich", top="titan")
        )
        preview = match.preview()
        assert preview is not None and preview["fortresses"]["A"]["mended"] == mended


def test_what_a_play_costs_is_what_it_will_have_cost() -> None:
    """Every play of random matches of all kinds, with Champions, Symbiotes and orders: the HP after it."""
    changed, kinds, positions = 0, set[str](), 0
    for kind in ALL:
        for seed in range(3):
            for step in wander(kind, seed):
                match = step.match
                position = match.position
                if position is None or match.status == "over" or position.phase == "order" or positions % 2:
                    positions += position is not None
                    continue
                positions += 1
                seat, before = position.active, position.sides[position.active].hp
                plays = [
                    each for each in match.legal_actions(seat) if each["type"] == "play" or each["type"] == "champion"
                ]
                for action, foretold in zip(plays, hp_after_plays(position, plays), strict=True):
                    after = _with_orders(match.apply(seat, action)[0]).position
                    assert after is not None and after.sides[seat].hp == foretold
                    changed += foretold != before
                    kinds |= {action["type"], *({"target", "onto"} & set(action))}
    assert changed > 1000 and kinds == {"play", "champion", "target", "onto"}


def _with_orders(match: Match) -> Match:
    """Return the match after every order that somebody owes, by chance."""
    while match.position is not None and match.position.phase == "order":
        seat = match.to_act[0]
        match, _ = match.apply(seat, random.Random(1).choice(match.legal_actions(seat)))
    return match


def test_a_card_from_the_right_and_blood_price_cost_life() -> None:
    match = match_from(side("zombie * treant giant"), side("* lich", top="titan"))
    position = match.position
    assert position is not None
    plays: list[PlayedCard] = [{"type": "play", "hand": place, "lane": "top"} for place in (0, 2, 3)]
    assert hp_after_plays(position, plays) == [2, 1, 1]
