"""The printed cards: the 224 of `data/cards.csv` (R1.1), the sets, the preconstructed decks; and designed cards."""

from __future__ import annotations

import csv
import json
import re
from functools import cache, lru_cache
from typing import Final, Literal, NotRequired, TypedDict, final

from engine import abilities, data_files
from engine.errors import Term, bad_position, brief
from engine.legible import is_legible

CardKind = Literal["creature", "incantation"]
CREATURE: Final = "creature"
INCANTATION: Final = "incantation"
MAX_ABILITIES = 6
MAX_VALUE = 9
MAX_COST = 99
MAX_NAME = 40
"""Of a designed card in a position; the design of a Champion allows fewer (design.py)."""
MAX_ICON = 40

_KEYS: Final = ("name", "type", "cost", "attack", "health", "abilities", "icon", "origin")
_ICON: Final = re.compile(rf"[a-z0-9-]{{1,{MAX_ICON}}}")


@final
class DesignedCard(TypedDict):
    """A designed card in the notation; an incantation has no `health`, and not every card an `icon`.

    `origin` is the slug of the printed card that it has grown from (H15), which lends it picture and translated name.
    """

    name: str
    type: CardKind
    cost: int
    attack: int | Literal["X"]
    health: NotRequired[int]
    abilities: list[str]
    icon: NotRequired[str]
    origin: NotRequired[str]


CardNotation = str | DesignedCard
"""A card in the notation: the slug of a printed one, or a designed one in full."""


class Card:
    """One card face. Immutable by convention and shared by all positions; printed cards are singletons.

    A match is played with physical cards: copies of a face, each with a `bit` of its own (`identity.py`). A face that
    is no card of a match has the bit 0.

    `attack` is an incantation's wounds (R1.1) and 0 where an X is shown (`variable`); `health` is 0 for an incantation;
    `flags` and `auras` are the bits of `abilities.py`; cards with equal `key` are the same card (R9.4).
    `icon` names the picture of a designed card, if it has one; no rule reads it. `origin` is the slug of a printed
    card, of a designed one that of the printed card that it has grown from (H15), else empty.
    """

    __slots__ = (
        "slug", "name", "set", "deck", "kind", "is_creature", "cost", "attack", "variable", "health", "printed",
        "flags", "auras", "key", "icon", "origin", "notation", "bit",
    )  # fmt: skip

    def __init__(
        self,
        slug: str | None,
        name: str,
        kind: CardKind,
        cost: int,
        attack: int | None,
        health: int,
        printed: tuple[str, ...],
        set_: str = "",
        deck: int | None = None,
        icon: str = "",
        origin: str = "",
    ) -> None:
        self.slug = slug
        self.name = name
        self.kind = kind
        self.cost = cost
        self.attack = attack or 0
        self.variable = attack is None
        self.health = health
        self.printed = printed
        self.flags, self.auras = abilities.parse(printed)
        self.set = set_
        self.deck = deck
        self.is_creature = kind == CREATURE
        self.icon = icon
        self.origin = slug or origin
        self.key: object = slug or (name, kind, cost, attack, health, printed, icon, *((origin,) if origin else ()))
        self.notation: CardNotation = slug or self._as_object()
        self.bit = 0

    def _as_object(self) -> DesignedCard:
        name, kind, cost, listed = self.name, self.kind, self.cost, list(self.printed)
        attack: int | Literal["X"] = "X" if self.variable else self.attack
        shown: DesignedCard = {"name": name, "type": kind, "cost": cost, "attack": attack, "abilities": listed}
        if self.is_creature:
            shown = {
                "name": name, "type": kind, "cost": cost, "attack": attack, "health": self.health, "abilities": listed,
            }  # fmt: skip
        if self.icon:
            shown["icon"] = self.icon
        if self.origin:
            shown["origin"] = self.origin
        return shown

    @property
    def term(self) -> Term:
        """The card as a refusal names it."""
        return Term("card", self.slug, self.name)

    def __repr__(self) -> str:
        return f"<{self.name}>"


def physical(face: Card, number: int) -> Card:
    """Return the physical card of this face that has the identity `number` in its match."""
    return _copied(face, number) if face.slug is None else _kept(face, number)


def _copied(face: Card, number: int) -> Card:
    card = Card(
        face.slug,
        face.name,
        face.kind,
        face.cost,
        None if face.variable else face.attack,
        face.health,
        face.printed,
        face.set,
        face.deck,
        face.icon,
        face.origin,
    )
    card.bit = 1 << number
    return card


_kept = lru_cache(maxsize=8192)(_copied)
"""Copies of printed cards, of which there are few; anybody can design others."""


def _read_row(row: dict[str, str]) -> Card:
    attack = None if row["attack"] == "X" else int(row["attack"])
    return Card(
        row["slug"],
        row["name"],
        INCANTATION if row["type"] == INCANTATION else CREATURE,
        int(row["cost"]),
        attack,
        int(row["health"] or 0),
        tuple(row["abilities"].split()),
        row["set"],
        int(row["deck"]) if row["deck"] else None,
    )


@cache
def _read() -> dict[str, Card]:
    text = data_files.read("cards.csv")
    cards = [_read_row(row) for row in csv.DictReader(text.splitlines())]
    return {str(card.slug): card for card in cards}


ALL: dict[str, Card] = _read()
"""Every printed card by its slug, in the order of the data file."""

SETS: tuple[str, ...] = tuple(dict.fromkeys(card.set for card in ALL.values()))
"""The seven sets, the Starter Kit's `initiation` first."""


def of_sets(sets: tuple[str, ...]) -> list[str]:
    """Return the slugs of all cards of the named sets, in the data file's order."""
    return [*_of_sets(sets)]


@lru_cache(maxsize=256)
def _of_sets(sets: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([slug for slug, card in ALL.items() if card.set in sets])


def preconstructed(number: int) -> list[str]:
    """Return the slugs of preconstructed deck 1-4 (R2.2), in the data file's order; empty for any other number."""
    return [slug for slug, card in ALL.items() if card.deck == number]


def _small(value: object, low: int, high: int, key: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise bad_position("card_number", key=key, least=low, most=high)
    return value


def _designed_abilities(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise bad_position("card_abilities")
    if len(value) > MAX_ABILITIES:
        raise bad_position("card_too_many", most=MAX_ABILITIES)
    if not all(isinstance(slug, str) for slug in value):
        raise bad_position("card_abilities")
    try:
        abilities.parse(value)
    except (KeyError, ValueError):
        raise bad_position("card_ability") from None
    return tuple(value)


def is_icon(value: object) -> bool:
    return isinstance(value, str) and _ICON.fullmatch(value) is not None


def _icon(value: object) -> str:
    if not is_icon(value):
        raise bad_position("card_icon", most=MAX_ICON)
    return str(value)


def _fits_incantation(slug: str) -> bool:
    return slug in abilities.BY_SLUG and abilities.BY_SLUG[slug].incantation_cost is not None


def designed(data: dict[str, object]) -> Card:
    """Return the card of a designed-card object of the notation.

    Its cost is taken as given (R9.6 is checked by `design.py`). Raises BadPosition when a key is missing, unknown or
    out of range.
    """
    kind = data.get("type")
    optional = {"icon", "origin"} | ({"health"} if kind == INCANTATION else set())
    if kind not in (CREATURE, INCANTATION) or not set(_KEYS) - optional <= data.keys() <= set(_KEYS):
        raise bad_position("card_keys", keys=", ".join(_KEYS))
    name = data["name"]
    if not isinstance(name, str) or len(name) > MAX_NAME or not is_legible(name.strip()):
        raise bad_position("card_name", most=MAX_NAME)
    printed = _designed_abilities(data["abilities"])
    variable = "vulnerability" in printed
    shown_x = data["attack"] == "X"
    if shown_x and not variable:
        raise bad_position("card_x")
    if kind == INCANTATION and data.get("health") is not None:
        raise bad_position("incantation_health")
    attack = None if shown_x else _small(data["attack"], 0, MAX_VALUE, "attack")
    health = _small(data["health"], 1, MAX_VALUE, "health") if kind == CREATURE else 0
    if kind == INCANTATION and not all(map(_fits_incantation, printed)):
        raise bad_position("incantation_ability")
    cost = _small(data["cost"], 0, MAX_COST, "cost")
    icon = _icon(data["icon"]) if "icon" in data else ""
    origin = from_notation(data["origin"]).origin if isinstance(data.get("origin"), str) else ""
    if origin != data.get("origin", ""):
        raise bad_position("card_notation")
    return Card(None, name, kind, cost, attack, health, printed, icon=icon, origin=origin)


def from_notation(value: object) -> Card:
    """Return the card of a slug or a designed-card object; raises BadPosition for anything else."""
    if isinstance(value, str):
        card = ALL.get(value)
        if card is None:
            raise bad_position("card_unknown", card=brief(value))
        return card
    if isinstance(value, dict):
        return designed(value)
    raise bad_position("card_notation")


def text_of(notation: CardNotation) -> str:
    """Return a card in the notation as one text, equal for equal cards: its slug, or its design as JSON."""
    return notation if isinstance(notation, str) else json.dumps(notation, sort_keys=True)


def from_text(text: str) -> Card:
    """Return the card of `text_of`, shared by all who ask for it lately; BadPosition for another text."""
    return ALL[text] if text in ALL else _shared(text)


@lru_cache(maxsize=512)
def _shared(text: str) -> Card:
    return from_notation(json.loads(text) if text.startswith("{") else text)
