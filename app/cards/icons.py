"""The icon of each card, ability and set: names of icons in static/vendor/icons/, and their authors."""

import json
from collections import OrderedDict
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

MOST_KEPT = 20_000

AUTHORS = (
    "Lorc", "Delapouite", "John Colburn", "Felbrigg", "John Redman", "Carl Olsen", "Sbed", "PriorBlue", "Willdabeast",
    "Viscious Speed", "Lord Berandas", "Irongamer", "HeavenlyDog", "Lucas", "Faithtoken", "Skoll", "Andy Meneely",
    "Cathelineau", "Kier Heyl", "Aussiesim", "Sparker", "Zeromancer", "Rihlsul", "Quoting", "Guard13007", "DarkZaitzev",
    "SpencerDub", "GeneralAce135", "Zajkonur", "Catsu", "Starseeker", "Pepijn Poolman", "Pierre Leducq",
    "Caro Asercion",
)  # fmt: skip
"""Those who draw for game-icons.net (CC BY 3.0), for the credits."""


_kept: OrderedDict[object, str] = OrderedDict()
"""The icons that designed cards were given, as far as this process has heard: a card's notation does not hold one."""

_changes = 0


def changes() -> int:
    """Return how often the icon of a designed card has changed: part of the key of every cache of drawn cards."""
    return _changes


def keep_icon(card: Card, icon: str) -> None:
    """Draw a designed card with this icon from now on, wherever it is met; the longest unused are forgotten."""
    global _changes  # noqa: PLW0603, RUF100 - one count for the process
    _changes += card_icon(card) != icon
    _kept[card.key] = icon
    _kept.move_to_end(card.key)
    if len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)


def card_icon(card: Card) -> str:
    """Return the icon name of a card; a designed card has the one that was kept for it, else `DESIGNED`."""
    return CARDS[card.slug] if card.slug else _kept.get(card.key, DESIGNED)


def ui_icon(key: str) -> str:
    """Return the icon name for `key` of ui_icons.json; KeyError for an unknown one."""
    return UI[key]
