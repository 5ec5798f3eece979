"""Tables as they are drawn, without a site: positions, and their whole HTML."""

from __future__ import annotations

from functools import cache

from app.base.drawing.renderer import FragmentCache
from app.base.web.assets import Assets
from app.base.web.templating import ROOT, Templates
from app.cards.gallery.drawing import HELPERS
from app.matches.table import arranging, board, zones
from app.matches.table.match_summary import Person
from engine.match import Match, Options
from engine.seat import SEATS, BySeat, Viewer
from tools.rig.json import Json

PEOPLE: BySeat[Person] = {seat: Person(f"Player {seat}", False, "here", "is here") for seat in SEATS}


@cache
def templates() -> Templates:
    """Return the site's templates."""
    return Templates(Assets(ROOT / "static", dev=True), helpers=HELPERS)


def fragments() -> FragmentCache:
    """Return the templates of parts of a page."""
    return templates().fragments()


def table(**position: object) -> Match:
    """Return a match that begins with this position; by default an empty table in A's second turn."""
    side = {"hand": ["*", "zombie", "brute"], "fortress": "bastion", "top": [], "bottom": [], "champion": None}
    header = {"edition": "2022", "mode": "duel", "turn": 3, "active": "A", "phase": "summon", "mana": 7, "winner": None}
    full: Json = header | position
    for seat in SEATS:
        full[seat] = side | full.get(seat, {})
    return Match.new(Options(seed=1, edition=full["edition"], format="position", position=full))


def html_of(match: Match, viewer: Viewer) -> str:
    """Return everything that is drawn of a table for this viewer."""
    model = board.build(match, viewer)
    shown = {"turn": zones.TurnZone(0, viewer, model.choices), **arranging.side_zones(PEOPLE, model)}
    return "".join(zone.html(fragments()) for zone in shown.values())
