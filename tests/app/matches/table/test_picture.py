"""The small picture of a board: what everybody sees of it, and no hidden card."""

from __future__ import annotations

import random

from app.matches.table.picture import NAMES, PictureSide, picture_of
from engine.match import Match, Options
from tests.support.cases import in_turn
from tests.support.states import permuted, played
from tools.rig.json import Json


@in_turn("seed", range(3))
def test_hidden_cards_change_no_picture(seed: int) -> None:
    chance = random.Random(seed)
    changed = 0
    for number, match in enumerate(played(seed)):
        if number % 5 or match.status == "over":
            continue
        other = permuted(permuted(match, "B", chance), "A", chance)
        changed += match.table_view("B") != other.table_view("B")
        assert picture_of(match) == picture_of(other)
    assert changed


def test_it_shows_what_the_view_says() -> None:
    seen = 0
    for match in played(1):
        view: Json = match.table_view(None)  # type: ignore[assignment]
        picture = picture_of(match)
        assert picture is not None and (picture.turn, picture.active) == (view["turn"], view["active"])
        for side, seat in ((picture.a, "A"), (picture.b, "B")):
            assert (side.fortress, side.hp) == (view[seat]["fortress"], view["stats"][seat]["hp"])
            assert side.creatures == len(view[seat]["top"]) + len(view[seat]["bottom"])
        for name, lane in zip(NAMES, picture.lanes, strict=True):
            seat, where = name.split("-")
            assert [creature.left for creature in lane] == [one["left"] for one in view["stats"][seat][where]]
            seen += len(lane)
    assert seen


@in_turn(
    ("fortress", "hp", "wear"), [("bastion", 8, 0), ("bastion", 4, 1), ("fort", 5, 2), ("fort", 0, 3), ("", 12, 0)]
)
def test_a_bridge_breaks_with_the_stronghold_at_its_end(fortress: str, hp: int, wear: int) -> None:
    assert PictureSide(fortress, hp, 0).wear == wear


def test_nothing_is_shown_before_the_first_turn() -> None:
    assert picture_of(None) is None
    assert picture_of(Match.new(Options(seed=2, format="draft"))) is None
