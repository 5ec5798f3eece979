"""Decks, bans and Champions before the first turn: what each viewer's page draws (R2.5, R2.5a, R9.1)."""

from __future__ import annotations

from typing import Any

from app.matches.table import preparing
from app.matches.table.preparing import SetupBoard
from engine import cards
from engine.match import Match, Options
from engine.seat import SEATS, Seat, Viewer
from engine.setup.bans import ORDER
from tools.rig.json import Json

STARTER = cards.of_sets(("initiation",))


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


def test_R9_1_alone_only_the_player_chooses() -> None:
    solo = {"seed": 3, "mode": "solo", "format": "draft", "champions": True, "solo": {"fixed": 8}}
    now = Match.new(Options.from_json(solo))
    while now.setup.phase == "draft":
        now = now.apply("A", now.legal_actions("A")[0])[0]
    shown = build(now, "A")
    assert (shown.phase, shown.seats, shown.can_act, shown.optional) == ("champion", ("A",), True, False)
