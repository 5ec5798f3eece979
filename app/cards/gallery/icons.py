"""The icon of each card, ability and set: names of icons in static/vendor/icons/, and their authors."""

import json
from functools import cache
from pathlib import Path

from markupsafe import Markup

from app.cards.gallery.abilities import PAGES
from app.cards.gallery.designed_icons import known
from engine.cards import Card

HERE = Path(__file__).resolve().parent  # by a link, where the modules are compiled


def _read(name: str) -> dict[str, str]:
    icons: dict[str, str] = json.loads((HERE / name).read_text("utf-8"))
    return icons


CARDS = _read("icons.json")
"""Card slug → icon name; every printed card has its own."""

UI = {f"ability.{slug}": page().icon for slug, page in PAGES.items()} | _read("ui_icons.json")
"""Key of the site's own icons → icon name: `ability.rage`, `set.elusive`, `lane.top`, `fortress.fort`, `undo` …"""

AUTHORS = (
    "Lorc", "Delapouite", "John Colburn", "Felbrigg", "John Redman", "Carl Olsen", "Sbed", "PriorBlue", "Willdabeast",
    "Viscious Speed", "Lord Berandas", "Irongamer", "HeavenlyDog", "Lucas", "Faithtoken", "Skoll", "Andy Meneely",
    "Cathelineau", "Kier Heyl", "Aussiesim", "Sparker", "Zeromancer", "Rihlsul", "Quoting", "Guard13007", "DarkZaitzev",
    "SpencerDub", "GeneralAce135", "Zajkonur", "Catsu", "Starseeker", "Pepijn Poolman", "Pierre Leducq",
    "Caro Asercion",
)  # fmt: skip
"""The artists of game-icons.net (CC BY 3.0), for the credits."""


@cache
def drawing(name: str) -> Markup:
    """Return an icon's symbol, `i-NAME`, for pictures that no other file can be loaded into."""
    file = (HERE.parents[2] / "static" / "vendor" / "icons" / name).with_suffix(".svg").read_text("utf-8")
    return Markup(file[file.index("<symbol") : file.index("</svg>")])  # noqa: S704, RUF100 - a file of our own


def card_icon(card: Card) -> str:
    """Return the icon name of a card; of a designed card that of the one it has grown from, else the
    plain one where it names none that the site has."""
    return CARDS[card.origin] if card.origin else known(card.icon)


def ui_icon(key: str) -> str:
    """Return the icon name for `key` of ui_icons.json; KeyError for an unknown one."""
    return UI[key]
