"""The small pictures of a board: what their viewers may know of it, and no hidden card."""

from __future__ import annotations

import random
import re
from typing import Final

from app.base.drawing.renderer import Renderer
from app.cards.gallery.drawing import HELPERS
from app.matches.table import board
from app.matches.table.picture import NAMES, PictureSide, picture_of
from engine.match import Match, Options
from engine.seat import SEATS, Seat, Viewer
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


VIEWERS: Final[tuple[tuple[Viewer, tuple[Seat, ...]], ...]] = ((None, SEATS), ("A", ("B",)), ("B", ("A",)))
TEMPLATES = Renderer(lambda path: path, lambda icon: icon, helpers=HELPERS)


def _drawn(match: Match, viewer: Viewer) -> str:
    return TEMPLATES.text("matches/table/picture.html", {"b": board.build(match, viewer)})


@in_turn("seed", range(2))
def test_a_drawing_shows_each_viewer_what_they_know_and_no_hidden_card(seed: int) -> None:
    chance = random.Random(seed)
    changed = 0
    for number, match in enumerate(played(seed)):
        if number % 7 or match.status == "over":
            continue
        for viewer, hidden in VIEWERS:
            other = match
            for seat in hidden:
                other = permuted(other, seat, chance)
            changed += match.table_view("B") != other.table_view("B")
            assert _drawn(match, viewer) == _drawn(other, viewer)
    assert changed


def test_both_hands_are_rows_with_the_stronghold_in_its_place() -> None:
    match = next(played(1))
    drawn, view = _drawn(match, "A"), match.table_view("A")
    assert "hand" in view["A"] and "hand" in view["B"]
    own, across = view["A"]["hand"], view["B"]["hand"]
    assert across.count("?") == drawn.count('<path d="M12.5 10l6') > 0, "a back for each hidden card, none on another"
    backs = re.findall(r'translate\(([\d.]+) 3\)"><rect width="25"', drawn)
    assert len(set(backs)) == len(across) - 1 and len(own) == len(across)
    places = {y: float(x) for x, y in re.findall(r'translate\(([\d.]+) (\d+)\)"><rect width="34"', _tight(drawn))}
    left = [x for x in map(float, backs) if x < places["2"]]
    assert len(left) == across.index("*")


def _tight(drawing: str) -> str:
    return re.sub(r">\s+<", "><", drawing)


def test_all_that_a_drawing_refers_to_is_in_it_once() -> None:
    for seed in range(4):
        drawn = _drawn(list(played(seed))[-1], None)
        ids = re.findall(r'\bid="([^"]+)"', drawn)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'(?:url\(#|href="#)([^)"]+)', drawn)) <= set(ids)


def test_by_night_the_islands_have_the_colours_of_the_night() -> None:
    drawn = _drawn(next(played(2)), None)
    dark = drawn.partition("@media (prefers-color-scheme:dark)")[2].partition("</style>")[0]
    assert all(f"#p-{part} [" in dark for part in ("mountain", "wave", "bridge-0"))
