"""Events in full: the language of the tests shows them as short sentences only."""

from typing import Any

from tests.engine.language import automaton, duel, side, solo
from tools.rig.json import Json


def _events(game: Any, kind: str) -> list[Json]:
    return [{key: event[key] for key in event if key != "type"} for event in game.events if event["type"] == kind]


def test_played() -> None:
    game = duel(A=side("zombie * spectre lich", top="giant")).play("spectre", "top", onto=0).play("lich", "top")
    assert _events(game, "played") == [
        {
            "player": "A", "card": "spectre", "place": 2, "cost": 3, "lane": "top", "index": 0, "onto": True,
            "champion": False,
        },
        {
            "player": "A", "card": "lich", "place": 2, "cost": 3, "lane": "top", "index": 1, "onto": False,
            "champion": False,
        },
    ]  # fmt: skip


def test_played_a_champion_comes_from_no_place_and_costs_what_was_paid() -> None:
    game = duel(A=side("* lich titan", top="brute", champion="gargoyle ready"), mana=2).champion("bottom")
    (played,) = _events(game, "played")
    assert (played["place"], played["cost"], played["champion"], played["index"]) == (None, 2, True, 0)
    assert _events(game, "blood_price") == [{"player": "A", "wounds": 1}]


def test_cast_and_wounded() -> None:
    game = duel(A=side("* boom lich"), B=side(bottom="zombie giant:2")).cast("boom", "B bottom 1")
    target = {"player": "B", "lane": "bottom", "index": 1}
    assert _events(game, "cast") == [
        {"player": "A", "card": "boom", "place": 1, "cost": 1, "target": {**target, "card": "giant"}}
    ]
    assert _events(game, "wounded") == [{"at": target, "card": "giant", "amount": 1, "left": 5}]
    assert _events(game, "returned") == [{"player": "A", "card": "boom", "place": 2}]


def test_attack_shows_its_cause_and_its_target() -> None:
    A = side(top="ogre", bottom="brigand")
    after = duel(A=A, B=side(top="zombie", bottom="brawler")).end_summon()
    narrated = [(event["card"], event["target"], event["cause"]) for event in _events(after, "attack")]
    brawler = {"player": "B", "lane": "bottom", "index": 0, "card": "brawler"}
    assert narrated == [
        ("ogre", {"player": "B", "lane": "top", "index": 0, "card": "zombie"}, "activation"),
        ("ogre", {"player": "B", "fortress": True}, "berserk"),
        ("brigand", brawler, "activation"),
        ("brawler", {"player": "A", "lane": "bottom", "index": 0, "card": "brigand"}, "instinct"),
    ]


def test_rested_shows_why() -> None:
    A = side(top="zombie:new", bottom="gladiator grrr:new")
    after = duel(A=A).end_summon()
    assert [(event["card"], event["reason"]) for event in _events(after, "rested")] == [
        ("zombie", "new"),
        ("grrr", "fortress"),
        ("gladiator", "defender"),
    ]


def test_sprint_evaded_destroyed() -> None:
    A = side(top="zombie:done brute:done lone-croaker treant")
    after = duel(A=A, B=side(top="growler lich+spectre:2 giant")).end_summon()
    bridge = {"player": "B", "lane": "top", "index": 0}
    assert _events(after, "evaded") == [{"at": bridge, "card": "growler", "to": 2}]
    runner = {"player": "A", "lane": "top", "index": 2}
    assert _events(after, "sprint") == [{"at": runner, "card": "lone-croaker", "to": 0, "bonus": 2}]
    assert _events(after, "destroyed") == [{"at": bridge, "card": "lich", "over": "spectre"}]


def test_the_fortress_moves_from_place_to_place() -> None:
    after = duel(A=side(top="treant"), B=side("* lich titan giant djinn")).end_summon()
    assert _events(after, "fortress_hit") == [{"player": "B", "amount": 3, "by": "attack"}]
    assert _events(after, "fortress_moved") == [{"player": "B", "from": 0, "to": 3, "hp": 1}]


def test_a_fall_is_an_event_with_the_way_right_and_back() -> None:
    after = duel(A=side(top="abyssal-grrr"), B=side("* lich", top="zombie")).end_summon()
    assert _events(after, "fortress_hit") == [{"player": "B", "amount": 2, "by": "sharpening"}]
    moves = [(event["from"], event["to"]) for event in _events(after, "fortress_moved")]
    assert moves == [(0, 2), (2, 0)]


def test_a_fort_that_turns() -> None:
    after = duel(A=side("* lich titan giant", top="dryad", fort=True), B=side(top="titan")).end_summon()
    assert _events(after, "fort_turned") == [{"player": "A", "to": 2, "hp": 1}]


def test_the_automaton_shows_what_it_reveals_and_what_it_has_spent() -> None:
    B = automaton("boom brute zombie lich djinn")
    after = solo(A=side(top="giant:new"), B=B).end_summon()
    narrated = [(event["card"], event["lane"], event["spent"], event["mana"]) for event in _events(after, "revealed")]
    assert narrated == [
        ("boom", "top", 1, 7), ("brute", "bottom", 5, 7), ("zombie", "top", 6, 7), ("lich", "bottom", 9, 7),
    ]  # fmt: skip


def test_the_automaton_pays_nothing_for_what_it_plays() -> None:
    after = solo(A=side(top="giant:new"), B=automaton("boom titan djinn")).end_summon()
    assert [event["cost"] for event in after.events if event["type"] in ("played", "cast")] == [0, 0]


def test_the_pile_shows_what_it_lost() -> None:
    after = solo(A=side(top="treant"), B=automaton("zombie boom lich titan ogre")).end_summon()
    assert _events(after, "pile_hit") == [{"amount": 3, "cards": ["zombie", "boom", "lich"], "left": 2}]


def test_the_events_of_a_turn_from_end_to_beginning() -> None:
    after = duel(B=side("* lich titan")).end_summon()
    assert [event["type"] for event in after.events] == ["assault_began", "turn_ended", "turn_began", "mana"]
    assert _events(after, "turn_began") == [{"player": "B", "turn": 10}]
    assert _events(after, "mana") == [{"player": "B", "amount": 3}]
