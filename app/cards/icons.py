"""Which drawing stands for what: icon names of the sprite static/vendor/icons.svg, and who drew them."""

import json
from pathlib import Path

from engine.cards import Card

HERE = Path(__file__).parent


def _read(name: str) -> dict[str, str]:
    icons: dict[str, str] = json.loads((HERE / name).read_text("utf-8"))
    return icons


CARDS = _read("icons.json")
"""Card slug → icon name; every printed card has its own."""

UI = _read("ui_icons.json")
"""What the site shows → icon name: `ability.rage`, `set.elusive`, `lane.top`, `fortress.fort`, `undo` …"""

DESIGNED = UI["custom"]
"""The icon of a designed card that names none."""

AUTHORS = (
    "Lorc", "Delapouite", "John Colburn", "Felbrigg", "John Redman", "Carl Olsen", "Sbed", "PriorBlue", "Willdabeast",
    "Viscious Speed", "Lord Berandas", "Irongamer", "HeavenlyDog", "Lucas", "Faithtoken", "Skoll", "Andy Meneely",
    "Cathelineau", "Kier Heyl", "Aussiesim", "Sparker", "Zeromancer", "Rihlsul", "Quoting", "Guard13007", "DarkZaitzev",
    "SpencerDub", "GeneralAce135", "Zajkonur", "Catsu", "Starseeker", "Pepijn Poolman", "Pierre Leducq",
    "Caro Asercion",
)  # fmt: skip
"""Those who draw for game-icons.net (CC BY 3.0), for the credits."""


def card_icon(card: Card) -> str:
    """The icon name of a card; a designed card has `DESIGNED`."""
    return CARDS[card.slug] if card.slug else DESIGNED


def ui_icon(key: str) -> str:
    """The icon name for `key` of ui_icons.json; KeyError for an unknown one."""
    return UI[key]
