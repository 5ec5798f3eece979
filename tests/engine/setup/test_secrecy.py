"""Hidden choices of the set-up do not show: exchanged for others, they change no other viewer's sight (R2.5a)."""

from __future__ import annotations

import json
import random
from typing import Any

from engine import cards
from engine.audience import events_for
from engine.events import Event
from engine.seat import SEATS, Seat, Viewer
from engine.setup.options import Options
from engine.setup.setup import Setup
from tests.engine.setup.acting import act
from tests.support.cases import in_turn

Sight = dict[Viewer, str]
VIEWERS: tuple[Viewer, ...] = (*SEATS, None)
CREATURES = [slug for slug, card in cards.ALL.items() if card.is_creature and "mercenary" not in card.printed]


def sights(setup: Setup, events: list[Event]) -> Sight:
    """Return everything that each viewer gets after an action, as text."""
    return {
        viewer: json.dumps(
            [
                setup.stage and setup.view_for(viewer),
                events_for(events, viewer),
                setup.known_decks(viewer),
                setup.legal("B"),
            ]
        )
        for viewer in VIEWERS
    }


def play(seed: int, actions: list[tuple[Seat, str, Any]], **options: Any) -> list[Sight]:
    """Return the sights after the start and after each action."""
    setup, events = Setup.new(Options(seed=seed, **options))
    seen = [sights(setup, events)]
    for seat, kind, value in actions:
        setup, events = act(setup, seat, kind, value)
        seen.append(sights(setup, events))
    return seen


def seen_by(viewer: Viewer, all_sights: list[Sight]) -> list[str]:
    return [sight[viewer] for sight in all_sights]


def deck(dice: random.Random, size: int, pool: list[str]) -> list[str]:
    return dice.sample(pool, size)


@in_turn("seed", range(20))
def test_2022_the_other_viewers_never_see_a_built_deck(seed: int) -> None:
    dice = random.Random(seed)
    everything = list(cards.ALL)
    own = deck(dice, 8, everything)
    one, other = deck(dice, 8, everything), deck(dice, 8, everything)
    first = play(seed, [("A", "deck", one), ("B", "deck", own)], format="constructed")
    second = play(seed, [("A", "deck", other), ("B", "deck", own)], format="constructed")
    assert seen_by("B", first) == seen_by("B", second) and seen_by(None, first) == seen_by(None, second)
    assert seen_by("A", first) != seen_by("A", second)


@in_turn("seed", range(20))
def test_2021_the_first_deck_is_hidden_until_the_second_is_in(seed: int) -> None:
    dice = random.Random(seed)
    pool = cards.of_sets(("initiation",))
    one, other, own = deck(dice, 10, pool), deck(dice, 10, pool), deck(dice, 10, pool)
    first = play(seed, [("A", "deck", one), ("B", "deck", own)], format="constructed", edition="2021")
    second = play(seed, [("A", "deck", other), ("B", "deck", own)], format="constructed", edition="2021")
    assert seen_by("B", first)[:2] == seen_by("B", second)[:2]
    assert seen_by(None, first)[:2] == seen_by(None, second)[:2]
    assert all(slug in seen_by(None, first)[2] for slug in one)


@in_turn("seed", range(20))
def test_the_first_champion_is_hidden_until_the_second_is_in(seed: int) -> None:
    dice = random.Random(seed)
    everything = list(cards.ALL)
    decks: list[tuple[Seat, str, Any]] = [
        ("A", "deck", deck(dice, 8, everything)),
        ("B", "deck", deck(dice, 8, everything)),
    ]
    allowed = [slug for slug in CREATURES if slug not in decks[0][2]]
    one, other = dice.sample(allowed, 2)
    first = play(seed, [*decks, ("A", "champion_choice", one)], format="constructed", champions="optional")
    for choice in (other, None):
        second = play(seed, [*decks, ("A", "champion_choice", choice)], format="constructed", champions="optional")
        assert seen_by("B", first) == seen_by("B", second) and seen_by(None, first) == seen_by(None, second)
        assert seen_by("A", first) != seen_by("A", second)


@in_turn("mode", ["duel", "solo"])
def test_the_order_of_the_draw_pile_is_hidden(mode: str) -> None:
    setup, events = Setup.new(Options(seed=7, mode=mode, format="draft", sets=cards.SETS))
    stored = setup.to_json()
    before = sights(setup, events)
    for seed in range(20):
        random.Random(seed).shuffle(stored["stage"]["draw"])
        assert sights(Setup.from_json(stored, setup.options), events) == before


def test_no_seed_in_any_sight() -> None:
    seed = 987654321
    for options in ({}, {"format": "draft"}, {"format": "constructed"}, {"mode": "solo"}):
        for sight in sights(*Setup.new(Options(seed=seed, **options))).values():  # type: ignore[arg-type]
            assert str(seed) not in sight
