"""Undo and takeback: seen cards stay known, revelations cannot be undone."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.errors import IllegalAction
from engine.history import MAX_UNDOS
from engine.match import Match, Options
from engine.seat import Seat, Viewer
from tools.rig.json import Json

UNDO = {"type": "undo"}
TAKEBACK = {"type": "takeback"}
END = {"type": "end_summon"}


def side(hand: str, top: str = "", bottom: str = "", fortress: str = "bastion") -> Json:
    lanes = {"top": [{"card": card} for card in top.split()], "bottom": [{"card": card} for card in bottom.split()]}
    return {"hand": hand.split(), "fortress": fortress, **lanes, "champion": None}


def match_from(a: Json, b: Json, **changed: object) -> Match:
    position = {
        "edition": "2022", "mode": "duel", "turn": 3, "active": "A", "phase": "summon", "mana": 9, "A": a, "B": b,
    }  # fmt: skip
    options: Json = {"undo": changed.pop("undo", True)}
    options |= {key: changed[key] for key in ("mode", "edition") if key in changed}
    return Match.new(Options(seed=1, format="position", position={**position, **changed}, **options))


def duel(**changed: object) -> Match:
    return match_from(
        side("* zombie boom treant giant lich"), side("* treant giant lich djinn", top="titan"), **changed
    )


def shown(match: Match, viewer: Viewer = "A") -> Any:
    return match.table_view(viewer)


def test_undo_brings_the_position_back() -> None:
    before = duel()
    played, _ = before.apply("A", {"type": "play", "hand": 1, "lane": "top"})
    undone, events = played.apply("A", UNDO)
    assert events == [{"type": "undone", "player": "A"}] and shown(undone) == shown(before)
    assert not undone.can_undo("A")


def test_undo_goes_back_play_by_play() -> None:
    before = duel()
    first, _ = before.apply("A", {"type": "play", "hand": 1, "lane": "top"})
    second, _ = first.apply("A", {"type": "play", "hand": 1, "target": {"player": "B", "lane": "top", "index": 0}})
    back, _ = second.apply("A", UNDO)
    assert shown(back) == shown(first) and shown(back.apply("A", UNDO)[0]) == shown(before)


def test_what_the_opponent_saw_stays_known() -> None:
    """R2.5a: an attentive opponent remembers both cards, each at its place."""
    match, _ = duel().apply("A", {"type": "play", "hand": 1, "lane": "top"})
    match, _ = match.apply("A", {"type": "play", "hand": 2, "lane": "top"})
    for _ in range(2):
        match, _ = match.apply("A", UNDO)
    assert shown(match, "B")["A"]["hand"] == ["*", "zombie", "?", "treant", "?", "?"]
    assert shown(match, None)["A"]["hand"] == ["*", "?", "?", "?", "?", "?"]


def test_no_undo_after_the_attack_or_on_the_other_turn() -> None:
    match, _ = duel().apply("A", {"type": "play", "hand": 1, "lane": "top"})
    match, _ = match.apply("A", END)
    with pytest.raises(IllegalAction) as refused:
        match.apply("A", UNDO)
    assert refused.value.code == "not_your_turn"
    with pytest.raises(IllegalAction) as refused:
        match.apply("B", UNDO)
    assert refused.value.code == "nothing_to_undo"


def test_undo_can_be_switched_off() -> None:
    match, _ = duel(undo=False).apply("A", {"type": "play", "hand": 1, "lane": "top"})
    assert not match.can_undo("A")
    with pytest.raises(IllegalAction) as refused:
        match.apply("A", UNDO)
    assert refused.value.code == "undo_off"


def test_a_play_that_reveals_pile_cards_cannot_be_undone() -> None:
    automaton: Json = {"pile": ["ogre", "brute", "baron", "gnome"], "discard": [], "fortress": "bastion"}
    automaton |= {"top": [{"card": "zombie"}], "bottom": []}
    match = match_from(side("* sacrificed-goat treant zombie"), automaton, mode="solo", solo={"seed": 7})
    hit, events = match.apply("A", {"type": "play", "hand": 1, "target": {"player": "B", "lane": "top", "index": 0}})
    assert "pile_hit" in [event["type"] for event in events] and not hit.can_undo("A")
    placed, _ = match.apply("A", {"type": "play", "hand": 2, "lane": "top"})
    assert placed.can_undo("A")


def test_takeback_returns_to_the_finished_turn() -> None:
    before = duel()
    match, _ = before.apply("A", {"type": "play", "hand": 1, "lane": "top"})
    match, _ = match.apply("A", END)
    assert match.can_take_back("A") and not match.can_take_back("B")
    back, events = match.apply("A", TAKEBACK)
    assert events == [{"type": "taken_back", "player": "A", "turn": 3}] and shown(back) == shown(before)
    assert shown(back, "B")["A"]["hand"][1] == "zombie"
    with pytest.raises(IllegalAction):
        back.apply("A", TAKEBACK)


def test_a_match_with_undos_survives_storage_and_replays() -> None:
    rng = random.Random(5)
    match = Match.new(Options(seed=11, format="draft"))
    log: list[tuple[Seat, Any]] = []
    while match.status != "over":
        seat = match.to_act[0]
        choices = [*match.legal_actions(seat), *([UNDO] if match.can_undo(seat) else [])]
        action = rng.choice(choices)
        log.append((seat, action))
        match, _ = Match.from_json(match.to_json()).apply(seat, action)
    assert UNDO in [action for _, action in log]
    again = Match.new(Options(seed=11, format="draft"))
    for seat, action in log:
        again, _ = again.apply(seat, action)
    assert again.to_json() == match.to_json()


def test_a_turn_has_only_so_many_undos() -> None:
    match, play = duel(), {"type": "play", "hand": 1, "lane": "top"}
    for _ in range(MAX_UNDOS):
        match, _ = match.apply("A", play)
        match, _ = match.apply("A", UNDO)
    match, _ = match.apply("A", play)
    for stored in (match, Match.from_json(match.to_json())):
        with pytest.raises(IllegalAction, match=f"{MAX_UNDOS} times in a turn") as found:
            stored.apply("A", UNDO)
        assert found.value.code == "too_many_undos"
    match, _ = match.apply("A", END)
    hand = next(action for action in match.legal_actions("B") if action["type"] in ("play", "cast"))
    match, _ = match.apply("B", hand)
    assert match.apply("B", UNDO)  # another turn, another count
