"""Events in words."""

from __future__ import annotations

from typing import Any

import pytest

from engine.audience import KINDS as EVENT_KINDS
from engine.cards import DesignedCard
from engine.match import Match, Options
from engine.seat import BySeat, Viewer
from engine.text import card_name, listed, sentence, tell
from tests.engine.playing import KINDS, steps

TOP = {"lane": "top", "index": 0}
OGRE: dict[str, Any] = {"at": {"player": "A", **TOP}, "card": "ogre"}
GNOME: dict[str, Any] = {"at": {"player": "B", **TOP}, "card": "gnome"}
REX: DesignedCard = {"name": "Rex", "type": "creature", "cost": 2, "attack": 3, "health": 3, "abilities": []}


def attack(cause: str = "activation", **target: Any) -> Any:
    return {"type": "attack", **OGRE, "target": target or {"player": "B", **TOP, "card": "gnome"}, "cause": cause}


def destroyed(over: str | None = None) -> Any:
    return {"type": "destroyed", **GNOME, "over": over}


def test_every_kind_of_event_occurs_in_random_play_and_has_a_sentence() -> None:
    told: dict[str, str] = {}
    for seed in range(40):
        for kind in KINDS:
            told |= {event["type"]: sentence(event) for step in steps(kind, seed) for event in step.events}
        if told.keys() == EVENT_KINDS.keys():
            break
    assert told.keys() == EVENT_KINDS.keys()
    for line in told.values():
        assert line[0].isupper()
        assert line.endswith(".")
        assert not any(mark in line for mark in "{}[]_")
        assert "None" not in line


@pytest.mark.parametrize("viewer", ["A", "B", None])
def test_what_is_told_to_a_viewer_needs_only_what_the_viewer_sees(viewer: Viewer) -> None:
    for kind in KINDS:
        for step in steps(kind, 1):
            for line in tell(step.match.events_for(step.events, viewer)):
                assert "None" not in line


def test_a_creatures_end_is_one_sentence() -> None:
    events = [attack(), destroyed(), {"type": "returned", "player": "B", "card": "gnome", "place": 8}]
    assert tell(events) == ["A's Ogre attacks B's Gnome.", "Ogre destroys B's Gnome: it returns to B's hand."]
    assert tell(events, {"A": "Ada", "B": "Bo"})[1] == "Ogre destroys Bo's Gnome: it returns to Bo's hand."


@pytest.mark.parametrize(
    ("arrival", "end"),
    [
        ({"type": "returned", "player": "A", "card": "gnome", "place": 8}, "it returns to A's hand"),
        ({"type": "aside", "player": "B", "card": "gnome"}, "the Champion is set aside, tapped"),
        ({"type": "to_discard", "card": "gnome"}, "it goes to the automaton's discard"),
        ({"type": "to_pile", "card": "gnome"}, "it goes on top of the pile"),
    ],
)
def test_the_sentence_says_where_the_card_goes(arrival: Any, end: str) -> None:
    assert tell([attack(), destroyed(), arrival])[1] == f"Ogre destroys B's Gnome: {end}."


def test_two_that_fall_together_are_told_apart() -> None:
    other: Any = {
        "type": "destroyed",
        "at": {"player": "B", "lane": "bottom", "index": 0},
        "card": "troll",
        "over": None,
    }
    home: Any = [{"type": "returned", "player": "B", "card": card, "place": 8} for card in ("gnome", "troll")]
    assert tell([attack(), destroyed(), other, *home])[1:] == [
        "Ogre destroys B's Gnome: it returns to B's hand.",
        "Ogre destroys B's Troll: it returns to B's hand.",
    ]


def test_twins_that_fall_together_are_both_told() -> None:
    home: Any = {"type": "returned", "player": "B", "card": "gnome", "place": 8}
    assert len(tell([attack(), destroyed(), destroyed(), home, home])) == 3


def test_cards_that_wait_for_their_order_are_told_later() -> None:
    asked: Any = {"type": "order_asked", "player": "B", "cards": ["gnome", "troll"]}
    assert tell([attack(), destroyed(), asked])[1:] == [
        "B's Gnome is destroyed.",
        "B orders the returning cards: Gnome and Troll.",
    ]


def test_a_pair_is_told_card_by_card() -> None:
    home: Any = [{"type": "returned", "player": "B", "card": card, "place": 8} for card in ("spectre", "gnome")]
    assert tell([attack(), destroyed("spectre"), *home])[1:] == [
        "B's Gnome with Spectre on it is destroyed.",
        "Spectre returns to B's hand.",
        "Gnome returns to B's hand.",
    ]


def test_causes_of_attacks() -> None:
    fortress = {"player": "B", "fortress": True}
    assert sentence(attack("berserk", **fortress)) == "A's Ogre goes berserk and attacks B's fortress."
    assert sentence(attack("instinct")) == "A's Ogre strikes by Instinct at B's Gnome."


def test_the_automaton_has_a_capital_only_where_a_sentence_begins() -> None:
    names: BySeat[str] = {"A": "the one", "B": "the automaton"}
    assert sentence({"type": "turn_ended", "player": "B"}, names) == "The automaton's turn ends."
    assert sentence(attack(), {"A": "ada", "B": "the automaton"}) == "ada's Ogre attacks the automaton's Gnome."


def test_results() -> None:
    assert sentence({"type": "over", "winner": "A", "reason": "fort"}) == "A wins: a Fort has fallen."
    drawn: Any = {"type": "over", "winner": "draw", "reason": "turn_limit"}
    assert sentence(drawn) == "The match is a draw: nobody has won in 199 turns."


def test_a_secret_choice_is_told_to_its_owner_only() -> None:
    match, _ = Match.start(Options(seed=1, format="constructed"))
    deck = ["ogre", "gnome", "troll", "boom", "brute", "zombie", "martyr", "titan"]
    match, events = match.apply("A", {"type": "deck", "cards": deck})
    assert tell(match.events_for(events, "B")) == ["A has chosen a deck."]
    told = tell(match.events_for(events, "A"))
    assert told == ["A has chosen a deck: Ogre, Gnome, Troll, Boom!, Brute, Zombie, Martyr and Titan."]


def test_names_of_cards() -> None:
    assert (card_name("boom"), card_name(REX)) == ("Boom!", "Rex")
    assert listed([]) == "nothing"
    assert listed(["ogre"]) == "Ogre"
    assert listed(["ogre", REX]) == "Ogre and Rex"
