"""The cost of a card design, and whether a designed Champion is allowed (R9.6).

Positions accept designed cards of any cost (`cards.designed`); only the choice of a Champion demands the right one.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from engine import abilities, cards
from engine.cards import MAX_ABILITIES, MAX_COST, MAX_VALUE, Card
from engine.errors import IllegalAction, Term, brief
from engine.legible import is_legible

MAX_NAME = 24

_KEYS = ("name", "type", "cost", "attack", "health", "abilities", "icon")
_AURA = "aura:"
_HALF = Fraction(1, 2)


def ability_cost(slug: str, kind: str = cards.CREATURE) -> Fraction:
    """Return the cost that a printed ability (`rage`, `aura:rage`) adds to a card of this kind. An Aura costs 1 more.
    Raises KeyError for an ability that such a card cannot have."""
    lent = slug.startswith(_AURA)
    ability = abilities.BY_SLUG[slug.removeprefix(_AURA)]
    if kind == cards.CREATURE:
        return ability.creature_cost + lent
    if lent or ability.incantation_cost is None:
        raise KeyError(slug)
    return ability.incantation_cost


def cost_terms(card: Card) -> list[tuple[str, Fraction]]:
    """Return the terms of R9.6 whose sum is the card's design cost, in the usual order.

    Terms are named `attack`, `health`, `creature` (the -1) and the ability slugs; an incantation has `wounds` and
    `incantation` (the +1) instead.
    """
    attack = 1 if card.flags & abilities.VULNERABILITY else card.attack
    if card.is_creature:
        body = [("attack", attack * _HALF), ("health", card.health * _HALF), ("creature", Fraction(-1))]
    else:
        body = [("wounds", attack * _HALF), ("incantation", Fraction(1))]
    return body + [(slug, ability_cost(slug, card.kind)) for slug in card.printed]


def design_cost(card: Card) -> Fraction:
    """Return the design cost of R9.6 in mana: a multiple of one half, possibly negative."""
    return sum((value for _, value in cost_terms(card)), Fraction(0))


def paid_cost(card: Card) -> int:
    """Return the mana cost that a designed card must have: its design cost rounded up, at least 0 (R9.6)."""
    return max(0, ceil(design_cost(card)))


def _name(value: object) -> str:
    name = value.strip() if isinstance(value, str) else ""
    if not 1 <= len(name) <= MAX_NAME or not is_legible(name):
        raise IllegalAction("design_name", most=MAX_NAME)
    return name


def _check_abilities(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(slug, str) for slug in value):
        raise IllegalAction("design_abilities")
    if len(value) > MAX_ABILITIES:
        raise IllegalAction("design_too_many", most=MAX_ABILITIES)
    for slug in value:
        ability = abilities.BY_SLUG.get(slug.removeprefix(_AURA))
        if ability is None:
            raise IllegalAction("design_unknown_ability", ability=brief(slug))
        if slug.startswith(_AURA) and not ability.lendable:
            raise IllegalAction("design_aura", ability=Term("ability", ability.slug, ability.name))
    if len(set(value)) < len(value):
        raise IllegalAction("design_repeated")
    if "mercenary" in value:
        raise IllegalAction("champion_mercenary")
    return value


def _check_numbers(data: dict[str, object], variable: bool) -> None:
    attack, health = data["attack"], data["health"]
    if (attack == "X") != variable:
        raise IllegalAction("design_x")
    if not variable and (type(attack) is not int or not 0 <= attack <= MAX_VALUE):
        raise IllegalAction("design_attack", most=MAX_VALUE)
    if type(health) is not int or not 1 <= health <= MAX_VALUE:
        raise IllegalAction("design_health", most=MAX_VALUE)


def check_design(data: object) -> Card:
    """Return the Champion that `data`, a designed-card object of the notation, describes (R9.1, R9.6).

    Its name is trimmed. It must be a creature with a name of 1 to 24 printable characters, attack 0-9 (`X` with
    Vulnerability and only with it), health 1-9, at most 6 different abilities, no Mercenary, only Auras that exist, and
    the cost of `paid_cost`. The name of an icon may go with it.
    Raises IllegalAction with a code that names the first problem.
    """
    if not isinstance(data, dict) or data.keys() | {"icon"} != set(_KEYS):
        raise IllegalAction("design_keys", keys=", ".join(_KEYS))
    if data["type"] != cards.CREATURE:
        raise IllegalAction("champion_not_creature")
    name = _name(data["name"])
    slugs = _check_abilities(data["abilities"])
    _check_numbers(data, "vulnerability" in slugs)
    if "icon" in data and not cards.is_icon(data["icon"]):
        raise IllegalAction("design_icon", most=cards.MAX_ICON)
    if type(data["cost"]) is not int:
        raise IllegalAction("design_cost_type")
    card = cards.designed({**data, "name": name, "cost": max(0, min(data["cost"], MAX_COST))})
    right = paid_cost(card)
    if data["cost"] != right:
        raise IllegalAction("design_cost", cost=right)
    return card
