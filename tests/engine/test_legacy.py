"""Legacy (H13 to H15): a road, its gifts and its scars."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import cast

import pytest

from engine import cards, legacy
from engine.cards import from_text
from engine.design import ability_cost
from engine.errors import IllegalAction
from engine.events import Event
from engine.legacy import ISLANDS, LIVES, MAX_GROWTHS, Road, RoadChoice, RoadStep
from engine.match import Match
from engine.setup.options import DECKS
from tests.support.cases import in_turn

WON: RoadStep = {"outcome": "won"}


def fallen(slug: str, player: str = "A") -> Event:
    """Return the event of a card that was destroyed."""
    at = {"player": player, "lane": "top", "index": 0}
    return cast(Event, {"type": "destroyed", "at": at, "card": slug, "over": None})


def after_islands(road: Road, number: int, pick: int = 0) -> Road:
    """Return a road after so many won islands, always with the same one of the three gifts."""
    for _ in range(number):
        rival = 1 + road.won % 4
        choice = road.after(WON).offers(rival)[pick]
        road = road.after({"outcome": "won", "choice": choice})
    return road


@in_turn("starter", DECKS)
def test_H13_a_road_begins_with_a_starter_deck_and_its_matches_come_from_its_seed(starter: int) -> None:
    road = Road.begin(9, starter)
    assert sorted(road.deck) == sorted(cards.preconstructed(starter)) and road.lives == LIVES[starter]
    first = road.options(2)
    assert first == Road.begin(9, starter).options(2) and first.settled == {"A": road.deck}
    assert first.seed != Road.begin(8, starter).options(2).seed
    seeds = {after_islands(road, won).options(2).seed for won in range(4)}
    seeds |= {road.after({"outcome": "lost", "scar": None}).options(2).seed}
    assert len(seeds) == 5, "each match has a seed of its own"
    assert Match.new(first).status == "playing"


def test_H14_a_lost_match_costs_a_life_and_a_draw_nothing_and_the_island_is_played_again() -> None:
    road = Road.begin(9, 1)
    lost = road.after({"outcome": "lost", "scar": {"card": 0, "loss": "attack"}})
    assert (lost.lives, lost.won, lost.tries, lost.chooses) == (road.lives - 1, 0, 1, False)
    drawn = road.after({"outcome": "draw"})
    assert (drawn.lives, drawn.deck, drawn.tries) == (road.lives, road.deck, 1)
    for _ in range(road.lives):
        road = road.after({"outcome": "lost", "scar": None})
    assert road.is_over and road.won == 0
    assert after_islands(Road.begin(9, 1), 11).after(WON).is_over, "the twelfth island is the last, without a gift"
    assert not after_islands(Road.begin(9, 1), 11).after(WON).chooses


def test_H14_the_creature_that_fell_most_is_scarred_and_heals() -> None:
    road = Road.begin(9, 1)
    cheap = min(road.faces, key=lambda face: (not face.is_creature, face.cost))
    events = [[fallen(str(cheap.slug))], [fallen(str(cheap.slug)), fallen("troll"), fallen("troll", "B")]]
    scar = road.scar(events)
    assert scar is not None and road.faces[scar["card"]] is cheap
    after = road.after({"outcome": "lost", "scar": scar})
    face = after.faces[scar["card"]]
    assert legacy.scars_of(face) == (scar["loss"],) and face.cost == cheap.cost and face.origin == cheap.slug
    assert cheap.attack + cheap.health - face.attack - face.health == 1
    offers = after.after(WON).offers(2)
    heal: RoadChoice = {"take": "heal", "card": scar["card"], "gain": scar["loss"]}
    assert offers[1] == heal and [offer["take"] for offer in offers] == ["growth", "heal", "swap"]
    assert after.after({"outcome": "won", "choice": heal}).deck == road.deck, "a healed card is the printed one again"


def test_H14_a_creature_that_fell_in_a_turn_that_was_taken_back_has_not_fallen() -> None:
    road = Road.begin(9, 1)
    slugs = [str(face.slug) for face in sorted(road.faces, key=lambda face: face.cost) if face.is_creature]
    first, second = slugs[:2]
    began = cast(Event, {"type": "turn_began", "player": "A", "turn": 5})
    back = cast(Event, {"type": "taken_back", "player": "A", "turn": 5})
    undone = cast(Event, {"type": "undone", "player": "A"})
    events = [[began], [fallen(first)], [fallen(first)], [back], [fallen(first)], [undone], [fallen(second)]]
    scar = road.scar(events)
    assert scar is not None and road.faces[scar["card"]].slug == second


def test_H14_of_several_the_dearest_is_scarred_and_nothing_falls_below_its_least() -> None:
    road = Road.begin(9, 2)
    dearest = max((face for face in road.faces if face.is_creature), key=lambda face: face.cost)
    for _ in range(60):
        scar = road.scar([])
        if scar is None:
            break
        if not legacy.scars_of(road.faces[scar["card"]]) and road.tries == 0:
            assert road.faces[scar["card"]].cost == dearest.cost
        road = replace(road.after({"outcome": "lost", "scar": scar}), lives=5)
    assert scar is None, "nobody has anything left to lose"
    assert {(face.attack, face.health) for face in road.faces if face.is_creature} <= {(0, 1)}
    assert [face.slug for face in road.faces if not face.is_creature] == [
        slug for slug in road.deck if not from_text(slug).is_creature
    ]


@in_turn("seed", range(20))
def test_H15_the_gifts_are_three_and_what_they_do_is_foretold(seed: int) -> None:
    road = Road.begin(seed, 1 + seed % 4)
    for _ in range(ISLANDS - 1):
        rival = 1 + (seed + road.won) % 4
        waits = road.after(WON)
        offers = waits.offers(rival)
        assert waits.chooses and len(offers) == 3 and waits.offers(rival) == offers
        for offer in offers:
            before, after = waits.faces[offer["card"]], waits.foretold(offer)
            if offer["take"] == "growth":
                assert after.printed == (*before.printed, offer["gain"]) and after.cost == before.cost
                assert 0 < ability_cost(offer["gain"], before.kind) <= 1 and offer["gain"] not in before.printed
                assert (after.attack, after.health, after.origin) == (before.attack, before.health, before.origin)
                assert len(legacy.growths_of(after)) <= MAX_GROWTHS
            else:
                assert offer["take"] == "swap" and after.deck == rival
                assert after.slug not in {face.origin for face in waits.faces}
        choice = waits.taken(offers[(seed + road.won) % 3], rival)
        road = road.after({"outcome": "won", "choice": choice})
        assert from_text(road.deck[choice["card"]]) is waits.foretold(choice)
        assert len({face.origin for face in road.faces}) == 8


def test_H15_for_a_card_of_theirs_any_card_may_be_given_and_nothing_else_is_on_offer() -> None:
    waits = Road.begin(9, 1).after(WON)
    growth, _, swap = waits.offers(3)
    for place in range(8):
        given = waits.taken({**swap, "card": place}, 3)
        assert waits.after({"outcome": "draw"}).won == 1 and given["card"] == place
    for wrong in (
        {**growth, "card": (growth["card"] + 1) % 8},
        {**growth, "gain": "rage"},
        {**swap, "gain": "lich"},
        {**swap, "card": 8},
        {**swap, "card": "0"},
        {"take": "heal", "card": 0, "gain": "attack"},
        None,
    ):
        with pytest.raises(IllegalAction):
            waits.taken(wrong, 3)
    with pytest.raises(IllegalAction):
        Road.begin(9, 1).taken(growth, 3)


def test_H15_a_card_gains_three_abilities_and_no_more() -> None:
    road = Road.begin(9, 2)
    place = road.deck.index("ogre")
    for _ in range(MAX_GROWTHS):
        gained: RoadChoice = {"take": "growth", "card": place, "gain": legacy.fitting(road.faces[place])[0]}
        road = road.after({"outcome": "won", "choice": gained})
    grown = road.faces[place]
    assert len(legacy.growths_of(grown)) == MAX_GROWTHS and legacy.fitting(grown) == []
    assert "vulnerability" not in legacy.fitting(cards.ALL["ogre"])
    spell = next(card for card in cards.ALL.values() if not card.is_creature and not card.printed)
    assert set(legacy.fitting(spell)) == {"regeneration", "splash"}


def test_H13_a_road_is_what_its_steps_say() -> None:
    steps: list[RoadStep] = []
    road = Road.begin(4, 3)
    for number in range(6):
        step: RoadStep = {"outcome": "won"}
        if number % 3 == 2:
            step = {"outcome": "lost", "scar": road.scar([])}
        else:
            step["choice"] = road.after(WON).offers(2)[number % 3]
        steps.append(step)
        road = road.after(step)
    assert Road.begin(4, 3, json.loads(json.dumps(steps))) == road
