"""R2.5a through undo and takeback: a card that was shown stays known wherever it lies, any other stays hidden."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.match import Match
from engine.record import ReplayStep
from engine.seat import SEATS, Seat, Viewer, other
from tests.engine.playing import sight
from tests.engine.test_history import END, TAKEBACK, UNDO, match_from, side
from tests.support.cases import in_turn
from tools.rig.json import Json

REX = {"name": "Rex", "type": "creature", "cost": 3, "attack": 3, "health": 3, "abilities": []}


def hand(match: Match, viewer: Viewer, seat: Seat) -> str:
    """Return the hand of `seat` as `viewer` sees it."""
    shown: Any = match.table_view(viewer)[seat].get("hand")
    return " ".join(card if isinstance(card, str) else card["name"] for card in shown)


def go(match: Match, *moves: tuple[Seat, Json]) -> Match:
    """Return the match after these actions of A and B."""
    for by, action in moves:
        match, _ = match.apply(by, action)
    return match


def play(place: int, lane: str = "top", **more: Any) -> Json:
    return {"type": "play", "hand": place, "lane": lane, **more}


def cast(place: int, player: str, lane: str, index: int) -> Json:
    return {"type": "play", "hand": place, "target": {"player": player, "lane": lane, "index": index}}


def champion(card: Any, ready: bool = True) -> Json:
    return {"champion": {"card": card, "ready": ready, "in_play": False}}


# -- Champions


@in_turn("name", ["zombie", "spectre", REX])
def test_a_champion_equal_to_a_card_of_the_opponents_hand_reveals_nothing_of_it(name: Any) -> None:
    secret = {**side("* treant giant lich"), "hand": ["*", "treant", name, "lich"]}
    match = match_from(side("* brute boom giant") | champion(name), secret)
    before = match.view_for("A")
    for lane in ("top", "bottom", "top"):
        match = go(match, ("A", {"type": "champion", "lane": lane}), ("A", UNDO))
        assert hand(match, "A", "B") == "* ? ? ?" and match.view_for("A") == before


def test_a_champion_equal_to_a_card_of_ones_own_hand_reveals_nothing_of_it() -> None:
    """A position can have what a deck cannot (R9.1)."""
    match = match_from(side("* brute zombie giant") | champion("zombie"), side("* treant giant lich"))
    match = go(match, ("A", {"type": "champion", "lane": "top"}), ("A", UNDO))
    assert hand(match, "B", "A") == "* ? ? ?"
    match = go(match, ("A", {"type": "champion", "lane": "top"}), ("A", play(2)), ("A", UNDO), ("A", UNDO))
    assert hand(match, "B", "A") == "* ? zombie ?"


def test_a_champion_taken_back_reveals_nothing_either() -> None:
    match = match_from(side("* brute boom giant") | champion("zombie"), side("* treant zombie lich"))
    match = go(match, ("A", {"type": "champion", "lane": "top"}), ("A", END), ("A", TAKEBACK))
    assert hand(match, "A", "B") == "* ? ? ?"
    assert match.table_view("A")["A"].get("champion") == {"card": "zombie", "ready": True, "in_play": False}


# -- equal cards on both sides


def test_a_takeback_shows_no_copy_that_was_not_shown_and_forgets_none_that_was() -> None:
    match = match_from(side("* zombie treant giant lich"), side("* titan zombie djinn"))
    match = go(match, ("A", END), ("B", play(2)), ("A", TAKEBACK))
    assert hand(match, "B", "A") == "* ? ? ? ?" and hand(match, "A", "B") == "* ? zombie ?"


def test_two_equal_cards_in_one_hand_are_two() -> None:
    """Positions can hold them, and a Mercenary can bring one."""
    match = match_from(side("* zombie treant zombie lich"), side("* titan djinn"))
    match = go(match, ("A", play(3)), ("A", UNDO))
    assert hand(match, "B", "A") == "* ? ? zombie ?"


def test_a_mercenary_that_changed_sides_is_known_where_it_came_from() -> None:
    match = match_from(side("* treant unstable-mixture giant", top="gnome"), side("* boom djinn zombie"))
    match = go(match, ("A", cast(2, "A", "top", 0)))
    assert hand(match, "A", "B") == "* ? ? ? unstable-mixture"
    match = go(match, ("A", UNDO))
    assert hand(match, "B", "A") == "* ? unstable-mixture ?" and hand(match, "A", "B") == "* ? ? ?"


# -- pairs and orders


def test_both_cards_of_a_pair_stay_known() -> None:
    match = match_from(side("* zombie spectre giant lich"), side("* zombie spectre lich"))
    match = go(match, ("A", play(1)), ("A", play(1, "top", onto=0)), ("A", UNDO), ("A", UNDO))
    assert hand(match, "B", "A") == "* zombie spectre ? ?" and hand(match, "A", "B") == "* ? ? ?"


def test_a_takeback_while_cards_wait_for_their_order_forgets_none() -> None:
    match = match_from(
        side("* baron brute martyr troll", top="parasite"), side("* zombie assassin troll"), edition="2021"
    )
    match = go(match, ("A", END), ("A", {"type": "attack_all"}), ("A", {"type": "end_turn"}))
    assert hand(match, "A", "B") == "? * ? ?"
    match = go(match, ("B", play(0)), ("B", play(1, "bottom")), ("B", END), ("B", {"type": "attack_all"}))
    match = go(match, ("B", {"type": "end_turn"}), ("A", END), ("A", {"type": "attack_all"}))
    assert match.view_for("A")["phase"] == "order"
    match = go(match, ("A", TAKEBACK))
    assert match.table_view("A")["turn"] == 3 and hand(match, "A", "B") == "* zombie assassin ?"


# -- the automaton's pile


def solo(cards: str = "* boom titan zombie", pile: str = "ogre brute baron", top: str = "rascal", **more: Any) -> Match:
    rest = {"pile": pile.split(), "discard": more.pop("discard", ["gnome"]), "fortress": "bastion"}
    lanes = {"top": [{"card": card} for card in more.pop("enemy", "").split()], "bottom": []}
    return match_from(side(cards, top=top), rest | lanes, mode="solo", solo={"seed": 7}, **more)


def pile(match: Match, viewer: Viewer = "A") -> tuple[Any, list[str]]:
    half: Any = match.table_view(viewer)["B"]
    return half["pile"], half["pile_known"]


@in_turn("viewer", ["A", None])
def test_a_mercenary_that_went_onto_the_pile_is_known_there(viewer: Viewer) -> None:
    match = solo()
    assert pile(match, viewer) == (3, [])
    match = go(match, ("A", cast(1, "A", "top", 0)))
    assert pile(match, viewer) == (4, ["rascal"])
    assert pile(Match.from_json(json.loads(json.dumps(match.to_json()))), viewer) == (4, ["rascal"])
    assert pile(go(match, ("A", UNDO)), viewer) == (3, [])


def test_what_lies_on_it_is_known_until_it_is_turned_over() -> None:
    two = solo("* boom unstable-mixture zombie", top="rascal zombie")
    match = go(two, ("A", cast(1, "A", "top", 0)), ("A", cast(1, "A", "top", 0)))
    assert pile(match) == (5, ["unstable-mixture", "rascal"])
    after, events = match.apply("A", END)
    turned = [event["card"] for event in events if event["type"] == "revealed"]
    assert turned[:2] == ["unstable-mixture", "rascal"] and pile(after)[1] == []


def test_a_hit_takes_known_cards_off_the_pile() -> None:
    match = solo("* sacrificed-goat boom treant", "ogre brute baron naga genie troll", enemy="zombie")
    match = go(match, ("A", cast(2, "A", "top", 0)))
    assert pile(match) == (7, ["rascal"])
    match, events = match.apply("A", cast(1, "B", "top", 0))
    (narrated,) = (event for event in events if event["type"] == "pile_hit")
    assert narrated["cards"][0] == "rascal" and pile(match) == (7 - narrated["amount"], [])


def test_a_reshuffle_mixes_what_was_known() -> None:
    match = solo("* sacrificed-goat boom treant", "ogre", enemy="zombie")
    match = go(match, ("A", cast(2, "A", "top", 0)))
    assert pile(match) == (2, ["rascal"])
    match, events = match.apply("A", cast(1, "B", "top", 0))
    assert "pile_reshuffled" in [event["type"] for event in events] and pile(match) == (4, [])


def test_a_single_card_is_not_mixed_with_anything() -> None:
    match = solo("* boom baron brute", "gnome", top="zombie", discard=[], edition="2021")
    match = go(match, ("A", END))
    match, events = match.apply("A", {"type": "attack"})
    assert {"type": "pile_reshuffled", "count": 1} in events and pile(match) == (1, ["gnome"])


# -- storage


def test_a_stored_match_knows_its_cards_again() -> None:
    match = match_from(side("* zombie boom giant lich"), side("* zombie giant lich djinn", top="titan"))
    for action in (play(1), play(2), UNDO):
        match = go(match, ("A", action))
        stored = json.dumps(match.to_json())
        again = Match.from_json(json.loads(stored))
        assert json.dumps(again.to_json()) == stored
        for viewer in ("A", "B", None):
            assert sight(ReplayStep(None, again, []), viewer) == sight(ReplayStep(None, match, []), viewer)
        assert go(again, ("A", UNDO)).view_for("B") == go(match, ("A", UNDO)).view_for("B")


def _of_an_older_version() -> list[Json]:
    """Matches as they were stored when knowledge was a bit for each place of a hand; see the file."""
    text = (Path(__file__).parent / "data" / "stored_without_identities.json").read_text(encoding="utf-8")
    found: list[Json] = json.loads(text)
    return found


@in_turn("case", _of_an_older_version())
def test_a_match_of_an_older_version_is_read(case: Json) -> None:
    match = Match.from_json(case["stored"])
    for viewer, name in zip((*SEATS, None), ("A", "B", "spectator"), strict=True):
        view = match.table_view(viewer)
        assert {key: view[key] for key in ("A", "B")} == _with_pile_known(case["views"][name])
    match = go(match, *map(tuple, case["then"]))
    for seat in SEATS:
        if seat in case["after"]:
            assert hand(match, other(seat), seat) == case["after"][seat]
    assert Match.from_json(json.loads(json.dumps(match.to_json()))).to_json() == match.to_json()


def _with_pile_known(sides: Json) -> Json:
    return {seat: {**half, "pile_known": []} if "pile" in half else half for seat, half in sides.items()}
