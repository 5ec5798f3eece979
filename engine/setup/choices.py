"""Actions before the first turn, read from their notation; a refusal changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NotRequired, TypedDict

from engine import cards
from engine.actions import malformed
from engine.cards import Card, CardNotation
from engine.errors import IllegalAction, brief
from engine.seat import Seat

PICK: Final = "pick"
BAN: Final = "ban"
DECK: Final = "deck"
CHAMPION_CHOICE: Final = "champion_choice"
ChoiceKind = Literal["pick", "ban", "deck", "champion_choice"]

DeckChoices = Mapping[Seat, tuple[str, ...]]
"""The decks that are settled so far: slugs, and designed cards as `cards.text_of` writes them (H13)."""
VisibleSeats = frozenset[Seat]
"""The seats into whose secrets a viewer may look: their own; both after the end; none for a spectator."""

_KEY: dict[ChoiceKind, str] = {PICK: "card", BAN: "card", DECK: "cards", CHAMPION_CHOICE: "card"}


class PickNotation(TypedDict):
    """A card of the draft is taken."""

    type: Literal["pick"]
    card: str


class BanNotation(TypedDict):
    """A card of the other player's deck is banned."""

    type: Literal["ban"]
    card: str


class DeckNotation(TypedDict):
    """A deck is built."""

    type: Literal["deck"]
    cards: list[str]


class ChampionChoiceNotation(TypedDict):
    """A Champion is chosen; None declines."""

    type: Literal["champion_choice"]
    card: CardNotation | None


SetupAction = PickNotation | BanNotation | DeckNotation | ChampionChoiceNotation
"""A player's action before the first turn."""


class DeckOffer(TypedDict):
    """All decks of `choose` cards are legal."""

    type: Literal["deck"]
    choose: int


class ChampionOffer(TypedDict):
    """Every Champion is legal (`choose`), or it is to decline (`card`)."""

    type: Literal["champion_choice"]
    choose: NotRequired[int]
    card: NotRequired[None]


Offer = PickNotation | BanNotation | DeckOffer | ChampionOffer
"""An entry of what is legal before the first turn."""


def value_of(action: object, kind: ChoiceKind) -> object:
    """Return the cards of a set-up action of this kind; raises IllegalAction for another kind or a malformed action."""
    if not isinstance(action, dict) or not isinstance(action.get("type"), str):
        raise malformed("action_object")
    if action["type"] != kind:
        raise IllegalAction("wrong_phase")
    key = _KEY[kind]
    if action.keys() != {"type", key}:
        raise malformed("action_parts", key=key)
    return action[key]


def offered(action: object, kind: ChoiceKind, cards_on_offer: tuple[str, ...]) -> str:
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
