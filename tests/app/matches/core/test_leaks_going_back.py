"""Nothing leaks and nothing is forgotten by going back (R2.5a): over the open API, its stream, and on the page."""

from __future__ import annotations

from app.matches.table import narration
from app.matches.table.hands import hands_of
from app.matches.table.pile import Pile
from engine.seat import BySeat, Viewer
from tests.engine.properties.disguise import side_by_side
from tests.engine.properties.wandering import ALL
from tests.engine.test_history import match_from, side
from tests.support.cases import case
from tests.support.tables import html_of
from tools.rig.json import Json


def test_cards_that_were_never_shown_change_no_part_of_the_page() -> None:
    names: BySeat[str] = {"A": "Ann", "B": "Bob"}
    viewers: tuple[Viewer, ...] = ("A", None)
    for kind in (kind for kind in ALL if "constructed" in kind or "twins" in kind or "solo" in kind):
        for viewer in viewers:
            for number, (one, two) in enumerate(side_by_side(kind, 1, viewer)):
                back = one.move is not None and one.move.kind in ("undo", "takeback")
                if back or number % 12 == 0:
                    with case(f"{kind} for {viewer}, {number}"):
                        assert html_of(one.match, viewer) == html_of(two.match, viewer)
                        seen = [change.match.events_for(change.events, viewer) for change in (one, two)]
                        assert narration.narrate(seen[0], names) == narration.narrate(seen[1], names)


def test_the_board_shows_what_is_known_of_the_pile() -> None:
    """A Mercenary that its own player fells goes onto the pile (R10), and everybody has seen it."""
    rest: Json = {"pile": ["ogre", "brute", "baron"], "discard": [], "fortress": "bastion", "top": [], "bottom": []}
    match = match_from(side("* boom titan zombie", top="rascal"), rest, mode="solo", solo={"seed": 7})
    assert "Known on top of the pile" not in html_of(match, "A")
    aimed = {"type": "play", "hand": 1, "target": {"player": "A", "lane": "top", "index": 0}}
    match, _ = match.apply("A", aimed)
    pile = hands_of(match.table_view("A"), "A")["B"]
    assert isinstance(pile, Pile) and ([card.slug for card in pile.known], pile.count) == (["rascal"], 4)
    for viewer in ("A", None):
        assert "Known on top of the pile" in html_of(match, viewer)
    over, _ = match.apply("A", {"type": "resign", "player": "A"})
    assert "The pile, top first" in html_of(over, "A")
