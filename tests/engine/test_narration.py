"""Events in words, in the language that they are written in; other languages:
tests/app/matches/table/test_narration.py."""

from __future__ import annotations

from typing import Any

from engine.cards import DesignedCard
from engine.match import Match, Options
from engine.narration import ENGLISH, narrate
from engine.record import MatchRecord
from engine.replay import display_names
from engine.seat import SEATS, BySeat, Viewer
from tests.engine.playing import KINDS, steps
from tests.support.cases import in_turn
from tools.rig.json import Json

TOP = {"lane": "top", "index": 0}
OGRE: Json = {"at": {"player": "A", **TOP}, "card": "ogre"}
GNOME: Json = {"at": {"player": "B", **TOP}, "card": "gnome"}
REX: DesignedCard = {"name": "Rex", "type": "creature", "cost": 2, "attack": 3, "health": 3, "abilities": []}
LETTERS: BySeat[str] = {seat: seat for seat in SEATS}


def narrated(*events: Any, names: BySeat[str] = LETTERS) -> list[str]:
    """Return the sentences of these events."""
    return [line.text for line in narrate(events, names) if line is not None]


def attack(cause: str = "activation", **target: object) -> Any:
    return {"type": "attack", **OGRE, "target": target or {"player": "B", **TOP, "card": "gnome"}, "cause": cause}


def destroyed(over: str | None = None) -> Any:
    return {"type": "destroyed", **GNOME, "over": over}


@in_turn("viewer", ["A", "B", None])
def test_narration_for_a_viewer_needs_only_what_the_viewer_sees(viewer: Viewer) -> None:
    for kind in KINDS:
        for step in steps(kind, 1):
            for line in narrated(*step.match.events_for(step.events, viewer)):
                assert not any(mark in line for mark in ("None", "{", "}", "_"))


def test_a_creatures_end_is_one_sentence() -> None:
    events = [attack(), destroyed(), {"type": "returned", "player": "B", "card": "gnome", "place": 8}]
    assert narrated(*events) == ["Ogre attacks Gnome", "Ogre destroys Gnome: it goes to B's hand"]
    assert narrated(*events, names={"A": "Ada", "B": "Bo"})[1] == "Ogre destroys Gnome: it goes to Bo's hand"


@in_turn(
    ("arrival", "end"),
    [
        ({"type": "returned", "player": "A", "card": "gnome", "place": 8}, "it goes to A's hand"),
        ({"type": "aside", "player": "B", "card": "gnome"}, "the Champion is set aside"),
        ({"type": "to_discard", "card": "gnome"}, "it goes to the discard pile"),
        ({"type": "to_pile", "card": "gnome"}, "it goes on top of the pile"),
    ],
)
def test_the_sentence_says_where_the_card_goes(arrival: Any, end: str) -> None:
    assert narrated(attack(), destroyed(), arrival)[1] == f"Ogre destroys Gnome: {end}"


def test_two_that_fall_together_are_named_differently() -> None:
    second: Any = {
        "type": "destroyed", "at": {"player": "B", "lane": "bottom", "index": 0}, "card": "troll", "over": None,
    }  # fmt: skip
    home: Any = [{"type": "returned", "player": "B", "card": card, "place": 8} for card in ("gnome", "troll")]
    assert narrated(attack(), destroyed(), second, *home)[1:] == [
        "Ogre destroys Gnome: it goes to B's hand",
        "Ogre destroys Troll: it goes to B's hand",
    ]


def test_cards_that_wait_for_their_order_are_narrated_later() -> None:
    asked: Any = {"type": "order_asked", "player": "B", "cards": ["gnome", "troll"]}
    assert narrated(attack(), destroyed(), asked)[1:] == [
        "Ogre destroys Gnome",
        "B chooses the order of the returning cards",
    ]


def test_a_pair_falls_together() -> None:
    home: Any = [{"type": "returned", "player": "B", "card": card, "place": 8} for card in ("spectre", "gnome")]
    sentences = narrated(attack(), destroyed("spectre"), *home)
    assert sentences[1] == "Ogre destroys Gnome carrying Spectre: both go to B's hand"


@in_turn(
    ("half", "arrival", "end"),
    [
        ("gnome", {"type": "returned", "player": "B", "place": 8}, "Gnome is set aside, Spectre goes to B's hand"),
        ("spectre", {"type": "returned", "player": "A", "place": 8}, "Spectre is set aside, Gnome goes to A's hand"),
        ("gnome", {"type": "to_pile"}, "Gnome is set aside, Spectre goes on top of the pile"),
        (None, {"type": "to_pile"}, "both go on top of the pile"),
        (None, {"type": "to_discard"}, "both go to the discard pile"),
    ],
)
def test_each_half_of_a_pair_goes_where_it_goes(half: str | None, arrival: Any, end: str) -> None:
    home: Any = [
        {"type": "aside", "player": "B", "card": card} if card == half else {**arrival, "card": card}
        for card in ("spectre", "gnome")
    ]
    assert narrated(attack(), destroyed("spectre"), *home)[1] == f"Ogre destroys Gnome carrying Spectre: {end}"


def test_equal_cards_that_fall_together_each_have_their_own_goal() -> None:
    home: Any = [
        {"type": "aside", "player": "B", "card": "gnome"},
        {"type": "returned", "player": "A", "card": "gnome", "place": 8},
    ]
    assert [line.split(": ")[1] for line in narrated(attack(), destroyed(), destroyed(), *home)[1:]] == [
        "the Champion is set aside",
        "it goes to A's hand",
    ]


def test_a_blow_is_what_it_took() -> None:
    hit: Any = {"type": "fortress_hit", "player": "B", "amount": 9, "lost": 2, "by": "attack"}
    assert narrated(attack(), hit)[1] == "B's Stronghold takes 2 damage from Ogre"
    pile: Any = {"type": "pile_hit", "amount": 9, "cards": ["ogre", "gnome"], "left": 0}
    assert narrated(pile) == ["The pile loses 2 cards, 0 left"]


def test_causes_of_attacks() -> None:
    fortress = {"player": "B", "fortress": True}
    assert narrated(attack("activation", **fortress)) == ["Ogre attacks the Stronghold"]
    assert narrated(attack("berserk")) == ["Berserk: Ogre goes on to attack Gnome"]
    assert narrated(attack("instinct")) == ["Instinct: Ogre strikes back at Gnome"]


def test_results() -> None:
    assert narrated({"type": "over", "winner": "A", "reason": "fort"}) == ["A wins the match"]
    assert narrated({"type": "over", "winner": "draw", "reason": "turn_limit"}) == ["The match is a draw"]


def test_a_secret_choice_is_narrated_without_its_cards() -> None:
    match, _ = Match.start(Options(seed=1, format="constructed"))
    deck = ["ogre", "gnome", "troll", "boom", "brute", "zombie", "martyr", "titan"]
    match, events = match.apply("A", {"type": "deck", "cards": deck})
    for viewer in ("A", "B", None):
        assert narrated(*match.events_for(events, viewer)) == ["A has built a deck"]


def test_names_of_cards() -> None:
    assert (ENGLISH.card("boom"), ENGLISH.card(REX)) == ("Boom!", "Rex")


def test_one_is_singular() -> None:
    hit: Any = {"type": "pile_hit", "amount": 1, "left": 2, "cards": ["ogre"]}
    assert narrated(hit, {**hit, "cards": ["ogre", "gnome"]}) == [
        "The pile loses 1 card, 2 left",
        "The pile loses 2 cards, 2 left",
    ]


def test_a_name_that_runs_the_other_way_is_set_apart() -> None:
    record = MatchRecord(Options(seed=1), {"A": "\u05d3\u05e0\u05d4", "B": "Bo"}, (), None)
    assert display_names(record) == {"A": "\u2068\u05d3\u05e0\u05d4\u2069", "B": "Bo"}
