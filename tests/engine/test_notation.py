"""Positions and actions as JSON: complete, round, and refused with an error where they cannot be."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine import actions, notation, play
from engine.errors import BadPosition, EngineError, IllegalAction
from tests.engine.language import automaton, card, design, duel, refused, side, solo
from tests.support.cases import case, in_turn
from tools.rig.json import Json

REX = design("Rex", 3, 3, "rage aura:sprint", cost=4)
JUNK: list[Any] = [
    None, True, False, -1, 0, 7, 1.5, 10**30, "", "x", "zombie", "*", [], ["zombie"], {}, {"card": "zombie"},
]  # fmt: skip

DUEL = duel(
    A=side("zombie * brute boom", top="ogre:1:new rascal+familiar:hit", bottom="Rex:champion", champion="Rex in_play"),
    B=side("* grrr Rex", top="gnome", fort=True, champion="titan ready"),
    mana=7,
).shown
OLD: Any = (
    duel(A=side("* boom brute", top="zombie:done brute:sprint=2"), B=side(top="troll"), edition="2021")
    .end_summon()
    .shown
)
ORDER = (
    duel(A=side("* boom brute", top="revenant"), B=side(top="zombie gnome"), edition="2021").end_summon().attack().shown
)
SOLO = solo(
    A=side("* boom lich", top="giant"),
    B=automaton("ogre zombie titan", discard="boom", top="treant"),
    abilities=["rage"],
    seed="word",
).shown
CAST = duel(A=side("* cyclone brute"), B=side(top="zombie gnome"), edition="2021").cast("cyclone", "B top 0").shown
REVEALED = (
    solo(A=side(top="zombie:new", bottom="gnome:new"), B=automaton("combustion", discard="troll"), edition="2021")
    .end_summon()
    .attack_all()
    .end_turn()
    .shown
)
OLD_SOLO = solo(A=side(), B=automaton("zombie"), edition="2021").shown
ALL = {"duel": DUEL, "old": OLD, "order": ORDER, "solo": SOLO, "cast": CAST, "revealed": REVEALED}
EACH = in_turn("shown", ALL.values(), ids=ALL)

Change = Callable[[Json], object]


def changed(shown: Json, change: Change) -> Json:
    """Return a copy of the position with a change made to it."""
    made = copy.deepcopy(shown)
    change(made)
    return made


# -- writing


@EACH
def test_round_trip(shown: Json) -> None:
    assert notation.to_json(notation.from_json(shown)) == shown


def test_the_output_is_complete() -> None:
    assert DUEL["A"]["top"] == [
        {
            "card": "ogre", "over": None, "wounds": 1, "new": True, "done": False, "hit": False, "sprint": 0,
            "champion": False,
        },
        {
            "card": "rascal", "over": "familiar", "wounds": 0, "new": False, "done": False, "hit": True, "sprint": 0,
            "champion": False,
        },
    ]  # fmt: skip
    assert DUEL.keys() == {"edition", "mode", "turn", "active", "phase", "mana", "winner", "A", "B"}
    assert DUEL["A"].keys() == {"hand", "fortress", "top", "bottom", "champion"}
    assert DUEL["A"]["champion"] == {"card": card(REX), "ready": False, "in_play": True}
    assert SOLO.keys() == DUEL.keys() | {"solo"}
    assert SOLO["B"].keys() == {"pile", "discard", "fortress", "top", "bottom"}
    options = {"fixed", "per_creature", "weakened", "abilities", "last_turn", "seed", "shuffles"}
    assert SOLO["solo"].keys() == options and ORDER["pending"].keys() == {"owner", "cards", "then"}


def test_what_is_left_out_has_its_default() -> None:
    short = changed(DUEL, lambda shown: shown["B"].update(top=[{"card": "gnome"}]))
    no_winner = changed(DUEL, lambda shown: shown.pop("winner"))
    assert notation.to_json(notation.from_json(short)) == DUEL
    assert notation.to_json(notation.from_json(no_winner)) == DUEL
    assert notation.to_json(notation.from_json(changed(OLD, lambda shown: shown["A"].pop("champion")))) == OLD


def test_a_designed_card_may_stand_wherever_a_slug_may() -> None:
    shown = duel(A=side("* Rex Rex", top="Rex Rex+familiar"), B=side("* Rex lich", champion="Rex tapped")).shown
    assert shown["A"]["hand"] == ["*", card(REX), card(REX)] and shown["A"]["top"][1]["card"] == card(REX)
    wave = {"name": "Wave", "type": "incantation", "cost": 2, "attack": 4, "abilities": ["splash"]}
    with_wave = changed(shown, lambda made: made["A"]["hand"].append(wave))
    assert notation.to_json(notation.from_json(with_wave)) == with_wave


def test_the_icon_of_a_designed_card_goes_with_it_and_changes_nothing() -> None:
    with_icon = {**card(REX), "icon": "sea-serpent-2"}
    theirs = side("* Rex lich", top="Rex:champion zombie", champion="Rex in_play")
    plain = duel(A=side("* disintegration lich"), B=theirs)
    shown = json.loads(json.dumps(plain.shown).replace(json.dumps(card(REX)), json.dumps(with_icon)))
    assert shown["B"]["champion"]["card"] == with_icon and notation.to_json(notation.from_json(shown)) == shown
    position, after = notation.from_json(shown), notation.from_json(plain.shown)
    aimed = actions.from_json({"type": "play", "hand": 1, "target": {"player": "B", "lane": "top", "index": 0}})
    for each in (position, after):
        play.advance(each, aimed)
    narrated = json.dumps(notation.to_json(position)).replace(json.dumps(with_icon), json.dumps(card(REX)))
    assert json.loads(narrated) == notation.to_json(after) and not position.sides["B"].in_play


@in_turn("icon", ["", "Duck", "../duck", "duck.svg", "é", "x" * 41, 7, None, ["duck"]])
def test_the_icon_of_a_designed_card_is_a_short_name(icon: object) -> None:
    shown = duel(A=side("* Rex lich")).shown
    shown["A"]["hand"][1]["icon"] = icon
    with pytest.raises(BadPosition) as caught:
        notation.from_json(shown)
    assert "picture of a designed card" in str(caught.value)


def test_a_finished_match_can_be_read() -> None:
    over = duel(A=side(top="titan"), B=side("* lich", fort=True)).end_summon()
    again = notation.from_json(over.shown)
    assert play.legal_actions(again) == []
    with pytest.raises(IllegalAction) as caught:
        play.advance(again, actions.from_json({"type": "end_summon"}))
    assert caught.value.code == "match_over"


@EACH
def test_every_legal_action_is_listed_once_and_accepted(shown: Json) -> None:
    listed = [actions.to_json(action) for action in play.legal_actions(notation.from_json(shown))]
    assert listed and all(listed.count(action) == 1 for action in listed)
    for action in listed:
        assert actions.to_json(actions.from_json(action)) == action
        after = notation.from_json(shown)
        play.advance(after, actions.from_json(action))
        notation.from_json(notation.to_json(after))


# -- impossible positions

IMPOSSIBLE: dict[str, tuple[Json, Change]] = {
    "no fortress": (DUEL, lambda p: p["A"].update(hand=["zombie", "brute"])),
    "two fortresses": (DUEL, lambda p: p["A"].update(hand=["*", "zombie", "*", "brute"])),
    "fortress at the far right": (DUEL, lambda p: p["A"].update(hand=["zombie", "*"])),
    "fortress alone": (DUEL, lambda p: p["B"].update(hand=["*"])),
    "empty hand": (DUEL, lambda p: p["B"].update(hand=[])),
    "unknown card in hand": (DUEL, lambda p: p["A"]["hand"].append("dragon")),
    "fortress in play": (DUEL, lambda p: p["A"]["top"].append({"card": "*"})),
    "wounds equal to health": (DUEL, lambda p: p["A"]["top"][0].update(wounds=4)),
    "wounds of a pair": (DUEL, lambda p: p["A"]["top"][1].update(wounds=2)),
    "incantation in play": (DUEL, lambda p: p["A"]["top"].append({"card": "boom"})),
    "incantation over a creature": (DUEL, lambda p: p["A"]["top"][0].update(over="boom")),
    "no symbiote over a creature": (DUEL, lambda p: p["A"]["top"][0].update(over="zombie")),
    "symbiote on a symbiote": (DUEL, lambda p: p["A"]["top"][0].update(card="spectre", over="familiar", wounds=0)),
    "card of a later set in 2021": (OLD, lambda p: p["A"]["hand"].append("titan")),
    "later creature in 2021": (OLD, lambda p: p["B"]["top"].append({"card": "titan"})),
    "designed card in 2021": (OLD, lambda p: p["A"]["hand"].append(card(REX))),
    "champion in 2021": (OLD, lambda p: p["A"].update(champion={"card": "troll", "ready": True, "in_play": False})),
    "champion flag in 2021": (OLD, lambda p: p["B"]["top"][0].update(champion=True)),
    "champion ready and in play": (DUEL, lambda p: p["A"]["champion"].update(ready=True)),
    "champion in play but not there": (DUEL, lambda p: p["A"].update(bottom=[])),
    "champion there but not in play": (DUEL, lambda p: p["A"]["champion"].update(in_play=False)),
    "champion flag without a champion": (DUEL, lambda p: p["A"].update(champion=None)),
    "two creatures flagged": (DUEL, lambda p: p["A"]["top"][0].update(champion=True)),
    "another card flagged": (DUEL, lambda p: p["A"]["champion"].update(card="ogre")),
    "incantation as champion": (DUEL, lambda p: p["B"]["champion"].update(card="boom")),
    "champion of the automaton": (SOLO, lambda p: p["B"].update(champion=None)),
    "champion flag of the automaton": (SOLO, lambda p: p["B"]["top"][0].update(champion=True)),
    "solo with B active": (SOLO, lambda p: p.update(active="B")),
    "empty pile under the Bastion": (SOLO, lambda p: p["B"].update(pile=[])),
    "empty pile under the Fort in 2022": (SOLO, lambda p: p["B"].update(pile=[], fortress="fort")),
    "last turn in 2022": (SOLO, lambda p: p["solo"].update(last_turn=True)),
    "hand of the automaton": (SOLO, lambda p: p["B"].update(hand=["*", "ogre"])),
    "pile in a duel": (DUEL, lambda p: p["B"].update(pile=["ogre"])),
    "solo options in a duel": (DUEL, lambda p: p.update(solo={})),
    "phase assault in 2022": (DUEL, lambda p: p.update(phase="assault")),
    "phase order in 2022": (DUEL, lambda p: p.update(phase="order", pending=ORDER["pending"])),
    "phase order without pending": (ORDER, lambda p: p.pop("pending")),
    "pending in another phase": (OLD, lambda p: p.update(pending=ORDER["pending"])),
    "one card pending": (ORDER, lambda p: p["pending"].update(cards=["zombie"])),
    "pending of nobody": (ORDER, lambda p: p["pending"].update(owner="C")),
    "unknown phase": (DUEL, lambda p: p.update(phase="night")),
    "unknown mode": (DUEL, lambda p: p.update(mode="trio")),
    "unknown edition": (DUEL, lambda p: p.update(edition="2023")),
    "unknown player": (DUEL, lambda p: p.update(active="C")),
    "unknown fortress": (DUEL, lambda p: p["A"].update(fortress="castle")),
    "unknown winner": (DUEL, lambda p: p.update(phase="over", winner="C")),
    "winner before the end": (DUEL, lambda p: p.update(winner="A")),
    "over without a winner": (DUEL, lambda p: p.update(phase="over")),
    "mana true": (DUEL, lambda p: p.update(mana=True)),
    "unknown key": (DUEL, lambda p: p.update(weather="fine")),
    "unknown key of a side": (DUEL, lambda p: p["A"].update(name="Ann")),
    "unknown key of a creature": (DUEL, lambda p: p["A"]["top"][0].update(mood="bad")),
    "unknown key of solo": (SOLO, lambda p: p["solo"].update(level=3)),
    "unknown key of a design": (DUEL, lambda p: p["A"]["bottom"][0]["card"].update(art="x")),
    "automaton's ability twice": (SOLO, lambda p: p["solo"].update(abilities=["rage", "rage"])),
    "automaton's two abilities in 2021": (OLD_SOLO, lambda p: p["solo"].update(abilities=["rage", "splash"])),
    "automaton's later ability in 2021": (OLD_SOLO, lambda p: p["solo"].update(abilities=["sprint"])),
    "automaton's unknown ability": (SOLO, lambda p: p["solo"].update(abilities=["mercenary"])),
    "order that points nowhere": (ORDER, lambda p: p["pending"]["then"]["attacker"].update(index=5)),
    "order of another kind": (ORDER, lambda p: p["pending"]["then"].update(cast=1)),
    "order with an unknown key": (ORDER, lambda p: p["pending"]["then"].update(more=1)),
    "order of a card that is not held": (CAST, lambda p: p["pending"]["then"].update(cast=9)),
    "order of no incantation": (REVEALED, lambda p: p["pending"]["then"]["revealed"].update(card="troll")),
    "order of the automaton in a duel": (ORDER, lambda p: p["pending"].update(then=REVEALED["pending"]["then"])),
}


@in_turn(("shown", "change"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_positions_are_refused(shown: Json, change: Change) -> None:
    with pytest.raises(BadPosition) as caught:
        notation.from_json(changed(shown, change))
    assert caught.value.code == "bad_position" and str(caught.value).endswith(".")


def test_nothing_may_be_missing() -> None:
    for keys, inside in (("edition mode turn active phase mana A B", ""), ("hand fortress top bottom", "A")):
        for key in keys.split():
            shown = copy.deepcopy(DUEL)
            del (shown[inside] if inside else shown)[key]
            with case(key), pytest.raises(BadPosition):
                notation.from_json(shown)


def test_an_empty_pile_under_the_fort_is_possible_in_2021() -> None:
    assert solo(A=side(), B=automaton("", discard="ogre", fort=True), edition="2021", last_turn=True).pile == ""


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container of a JSON value with every key or index of it."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []:
        yield value, key
        yield from _places(value[key])


@EACH
def test_junk_anywhere_is_refused_or_played_but_never_a_traceback(shown: Json) -> None:
    made = copy.deepcopy(shown)
    refusals = played = 0
    for holder, key in list(_places(made)):
        right = holder[key]
        for junk in JUNK:
            holder[key] = copy.deepcopy(junk)
            try:
                position = notation.from_json(made)
            except BadPosition:
                refusals += 1
                continue
            played += 1
            for action in play.legal_actions(position)[:3]:
                play.advance(position.clone(), action)
        holder[key] = right
    assert made == shown and refusals > 10 * played / 2 > 0


# -- malformed actions

MALFORMED: list[Any] = [
    *[value for value in JUNK if not isinstance(value, dict)], {}, {"type": None}, {"type": "dance"},
    {"type": ["play"]}, {"type": "play"}, {"type": "play", "hand": 0}, {"type": "play", "lane": "top"},
    {"type": "play", "hand": -1, "lane": "top"}, {"type": "play", "hand": "0", "lane": "top"},
    {"type": "play", "hand": 0.0, "lane": "top"}, {"type": "play", "hand": True, "lane": "top"},
    {"type": "play", "hand": None, "lane": "top"}, {"type": "play", "hand": 0, "lane": "middle"},
    {"type": "play", "hand": 0, "lane": 0}, {"type": "play", "hand": 0, "lane": "top", "onto": -1},
    {"type": "play", "hand": 0, "lane": "top", "onto": "0"}, {"type": "play", "hand": 0, "lane": "top", "why": "not"},
    {"type": "play", "hand": 0, "lane": "top", "target": {"player": "A", "lane": "top", "index": 0}},
    {"type": "play", "hand": 3, "target": {"player": "A", "lane": "top", "index": 0}, "onto": 0},
    {"type": "play", "hand": 3, "target": None}, {"type": "play", "hand": 3, "target": []},
    {"type": "play", "hand": 3, "target": {}}, {"type": "play", "hand": 3, "target": {"player": "A", "lane": "top"}},
    {"type": "play", "hand": 3, "target": {"player": "C", "lane": "top", "index": 0}},
    {"type": "play", "hand": 3, "target": {"player": "A", "lane": "left", "index": 0}},
    {"type": "play", "hand": 3, "target": {"player": "A", "lane": "top", "index": -1}},
    {"type": "play", "hand": 3, "target": {"player": "A", "lane": "top", "index": 0, "card": "ogre"}},
    {"type": "play", "hand": 3, "target": {"player": "A", "lane": "top", "index": 0, "type": "play"}},
    {"type": "champion"}, {"type": "champion", "lane": "top", "hand": 0},
    {"type": "champion", "lane": "top", "onto": -1}, {"type": "end_summon", "lane": "top"},
    {"type": "attack", "with": 0}, {"type": "attack_all", "with": 0}, {"type": "end_turn", "now": True},
    {"type": "order"}, {"type": "order", "cards": "zombie gnome"}, {"type": "order", "cards": ["zombie"], "first": 1},
    {"type": "resign"}, {"type": "resign", "player": "C"}, {"type": "resign", "player": "A", "why": "tired"},
]  # fmt: skip


@in_turn("action", MALFORMED)
def test_malformed_actions_are_refused(action: object) -> None:
    with pytest.raises(IllegalAction) as caught:
        actions.from_json(action)
    assert caught.value.code == "malformed"


def test_actions_out_of_place_are_refused() -> None:
    game = duel(A=side("* zombie boom lich", top="giant"))
    out_of_place: list[tuple[Json, str]] = [
        ({"type": "play", "hand": 9, "lane": "top"}, "no_such_card"),
        ({"type": "play", "hand": 10**30, "lane": "top"}, "no_such_card"),
        ({"type": "play", "hand": 0, "lane": "top"}, "is_fortress"),
        ({"type": "play", "hand": 1, "lane": "top", "onto": 0}, "not_symbiote"),
        ({"type": "play", "hand": 2, "target": {"player": "A", "lane": "top", "index": 10**30}}, "no_target"),
        ({"type": "order", "cards": ["zombie", "lich"]}, "wrong_phase"),
        ({"type": "order", "cards": []}, "wrong_phase"),
        ({"type": "champion", "lane": "top"}, "no_champion"),
    ]
    for action, code in out_of_place:
        with refused(code):
            game.do(action)
    for unknown in (["dragon"], [None], [["zombie"]]):
        with pytest.raises(EngineError):
            game.do({"type": "order", "cards": unknown})


@EACH
def test_junk_in_actions_is_refused_or_carried_out_but_never_a_traceback(shown: Json) -> None:
    for listed in play.legal_actions(notation.from_json(shown)):
        action = actions.to_json(listed)
        for holder, key in list(_places(action)):
            right = holder[key]
            for junk in JUNK:
                holder[key] = junk
                position = notation.from_json(shown)
                try:
                    play.advance(position, actions.from_json(action))
                except IllegalAction:
                    assert notation.to_json(position) == shown
            holder[key] = right


def test_no_two_kinds_of_action_are_equal() -> None:
    """Searches put actions into sets: an empty tuple of another kind must not pass for the same."""
    plain = [actions.END_SUMMON, actions.ATTACK, actions.ATTACK_ALL, actions.END_TURN]
    assert len(set(plain)) == 4
