"""Decks, bans and Champions before the first turn: what each viewer's page draws (R2.5, R2.5a, R9.1)."""

from __future__ import annotations

from typing import Any

from app.table import preparing
from app.table.preparing import SetupBoard
from engine import cards
from engine.match import Match, Options
from engine.seat import SEATS, Seat, Viewer
from engine.setup.bans import ORDER
from tests.support.cases import in_turn
from tools.rig.json import Json

STARTER = cards.of_sets(("initiation",))
REX: Json = {
    "name": "Rex", "type": "creature", "cost": 5, "attack": 3, "health": 3, "abilities": ["rage", "aura:sprint"],
}  # fmt: skip


def match(**options: Any) -> Match:
    """Return a constructed duel."""
    return Match.new(Options(seed=7, format="constructed", **options))


def after(before: Match, *moves: tuple[Seat, Json]) -> Match:
    """Return the match after these actions."""
    for seat, action in moves:
        before = before.apply(seat, action)[0]
    return before


def deck(*slugs: str) -> Json:
    """Return the action that hands in a deck."""
    return {"type": "deck", "cards": list(slugs)}


def champion(card: str | Json | None) -> Json:
    """Return the action that chooses a Champion."""
    return {"type": "champion_choice", "card": card}


def build(now: Match, viewer: Viewer) -> SetupBoard:
    """Return the model of a viewer's page."""
    return preparing.build(now, viewer, viewer or "A")


def test_R2_5_both_build_at_the_same_time() -> None:
    now = match()
    for seat in SEATS:
        shown = build(now, seat)
        assert (shown.phase, shown.size, shown.can_act, shown.to_act) == ("deck", 8, True, ("A", "B"))
        assert shown.ready == {"A": False, "B": False}
    assert not build(now, None).can_act
    assert build(match(edition="2021"), "A").size == 10


def test_R2_5_a_deck_is_secret_until_both_are_in_and_in_2022_beyond() -> None:
    one, two = (after(match(), ("A", deck(*row))) for row in (STARTER[:8], STARTER[8:16]))
    assert build(one, "A").decks["A"] is not None
    assert build(one, "A").to_act == ("B",)
    for viewer in ("B", None):
        assert build(one, viewer) == build(two, viewer)
        assert build(one, viewer).decks == {"A": None, "B": None}
        assert build(one, viewer).ready == {"A": True, "B": False}


def test_R2_5_the_four_bans_in_their_order() -> None:
    now = after(match(edition="2021"), ("A", deck(*STARTER[:10])), ("B", deck(*STARTER[10:20])))
    shown = build(now, "A")
    assert [(ban.by, ban.of, ban.now) for ban in shown.bans] == [
        ("B", "A", True), ("A", "B", False), ("A", "B", False), ("B", "A", False),
    ]  # fmt: skip
    assert (shown.can_act, build(now, "B").can_act) == (False, True)
    taken = (STARTER[3], STARTER[12], STARTER[15], STARTER[1])
    for number, (seat, slug) in enumerate(zip(ORDER, taken, strict=True), 1):
        assert build(now, None) == preparing.build(now, None, "A")
        now = now.apply(seat, {"type": "ban", "card": slug})[0]
        if number < 4:
            shown = build(now, seat)
            assert [ban.card.slug if ban.card else None for ban in shown.bans] == [
                *taken[:number], *[None] * (4 - number),
            ]  # fmt: skip
            assert [ban.now for ban in shown.bans].index(True) == number
            assert {slug for _, slug in shown.banned} == set(taken[:number])
            assert all(len(row or ()) == 10 for row in shown.decks.values())
    assert now.status == "playing"


@in_turn("optional", [True, False])
def test_R9_1_a_champion_is_secret_until_all_have_chosen(optional: bool) -> None:
    begun = match(champions="optional" if optional else True)
    begun = after(begun, ("A", deck(*STARTER[:8])), ("B", deck(*STARTER[8:16])))
    choices: list[str | Json | None] = ["titan", "spectre", REX, *([None] if optional else [])]
    after_a = [after(begun, ("A", champion(choice))) for choice in choices]
    for viewer in ("B", None):
        views = [build(now, viewer) for now in after_a]
        assert all(view == views[0] for view in views)
        assert views[0].champions == {"A": None, "B": None}
        assert views[0].ready == {"A": True, "B": False}
        assert views[0].optional is optional
    own = build(after_a[2], "A")
    assert own.champions is not None and own.champions["A"] is not None
    assert own.champions["A"].notation == REX


def test_R9_1_decks_stay_secret_while_champions_are_chosen() -> None:
    for viewer in (None, "B"):
        views = [
            build(after(match(champions=True), ("A", deck(*row)), ("B", deck(*STARTER[16:24]))), viewer)
            for row in (STARTER[:8], STARTER[8:16])
        ]
        assert views[0] == views[1]
        assert views[0].phase == "champion"


def test_R9_1_alone_only_the_player_chooses() -> None:
    solo = {"seed": 3, "mode": "solo", "format": "draft", "champions": True, "solo": {"fixed": 8}}
    now = Match.new(Options.from_json(solo))
    while now.setup.phase == "draft":
        now = now.apply("A", now.legal_actions("A")[0])[0]
    shown = build(now, "A")
    assert (shown.phase, shown.seats, shown.can_act, shown.optional) == ("champion", ("A",), True, False)
