"""Actions before the first turn, read from their notation; a refusal changes nothing."""

from __future__ import annotations

from typing import Any

from engine import cards
from engine.cards import Card
from engine.errors import IllegalAction, brief

PICK, BAN, DECK, CHAMPION_CHOICE = "pick", "ban", "deck", "champion_choice"
VisibleSeats = frozenset[str]
"""The seats into whose secrets a viewer may look: one's own; both after the end; none for a spectator."""

_KEY = {PICK: "card", BAN: "card", DECK: "cards", CHAMPION_CHOICE: "card"}


def value_of(action: object, kind: str) -> Any:
    """Return what a set-up action of this kind names; raise IllegalAction for another kind or a malformed action."""
    if not isinstance(action, dict) or not isinstance(action.get("type"), str):
        raise IllegalAction("malformed", detail="an action is an object with a type")
    if action["type"] != kind:
        raise IllegalAction("wrong_phase")
    key = _KEY[kind]
    if action.keys() != {"type", key}:
        raise IllegalAction("malformed", detail=f"it has a type and {key!r}, nothing else")
    return action[key]


def offered(action: object, kind: str, cards_on_offer: tuple[str, ...]) -> str:
    """Return the card that a pick or ban names; raises IllegalAction (`not_offered`) unless it is on offer."""
    slug = value_of(action, kind)
    if not isinstance(slug, str) or slug not in cards_on_offer:
        raise IllegalAction("not_offered")
    return slug


def printed(value: object, code: str) -> Card:
    """Return the printed card of a slug; raises IllegalAction with `code` for anything else."""
    card = cards.ALL.get(value) if isinstance(value, str) else None
    if card is None:
        raise IllegalAction(code, card=brief(value))
    return card
