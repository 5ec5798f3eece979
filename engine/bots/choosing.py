"""Before the first turn: picks, decks, bans and Champions by the fitted values of the cards (section 2, R9.1)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from engine import cards
from engine.abilities import MERCENARY
from engine.bots.evaluation import pick_values
from engine.bots.levels import Level
from engine.cards import Card, CardNotation, from_notation
from engine.editions import BY_NAME
from engine.match import LegalAction
from engine.seat import Seat
from engine.setup.choices import BAN, CHAMPION_CHOICE, DECK, PICK, SetupAction
from engine.setup.views import SetupView

ERROR = {0: 2.0, 1: 1.0, 2: 0.4, 3: 0.15}
"""By level: the spread of the errors in the estimated worth of a card, in log odds."""
VARIETY = 0.05
"""The spread of the higher levels."""
PASSED_OVER: Final = 0.2
"""The chance that a card is not considered for a deck or as a Champion, so that no deck of a level is predictable."""
INCANTATIONS = 3
"""The most incantations in a built deck: the last card next to the fortress cannot be a creature (R4.4), but
a hand of incantations cannot defend."""


def choose(level: Level, seat: Seat, view: SetupView, legal: Sequence[LegalAction], rng: random.Random) -> SetupAction:
    """Return a level's action in the set-up, in the notation."""
    taste = _Taste(rng, ERROR.get(level.number, VARIETY))
    offer = legal[0]
    if offer["type"] == DECK:
        return {"type": DECK, "cards": _deck(taste, view, offer["choose"])}
    if offer["type"] == CHAMPION_CHOICE:
        deck = view["decks"].get(seat) if "decks" in view else None
        return {"type": CHAMPION_CHOICE, "card": _champion(taste, set(deck or ()))}
    offered = [action for action in legal if action["type"] in (PICK, BAN)]
    return max(offered, key=lambda action: taste.of(cards.ALL[action["card"]]))


class _Taste:
    """A player's own values of the cards: the fitted ones with errors that stay the same for one choice."""

    def __init__(self, rng: random.Random, spread: float) -> None:
        self._rng = rng
        self._spread = spread
        self._known: dict[object, float] = {}

    def of(self, card: Card) -> float:
        """Return the worth of a card."""
        value = self._known.get(card.key)
        if value is None:
            value = self._known[card.key] = pick_values()[card.origin] + self._rng.gauss(0, self._spread)
        return value

    def considers(self) -> bool:
        """True if a card is considered this time."""
        return self._rng.random() >= PASSED_OVER


def _deck(taste: _Taste, view: SetupView, size: int) -> list[str]:
    """Return the best cards of the edition that are considered, not too many incantations among them."""
    offered = {slug: cards.ALL[slug] for slug in cards.of_sets(BY_NAME[view["edition"]].sets)}
    worth = {slug: (taste.considers(), taste.of(card)) for slug, card in offered.items()}
    deck: list[str] = []
    spells = 0
    for slug in sorted(offered, key=worth.__getitem__, reverse=True):
        spell = not offered[slug].is_creature
        if len(deck) < size and not (spell and spells == INCANTATIONS):
            deck.append(slug)
            spells += spell
    return deck


def _champion(taste: _Taste, deck: set[str]) -> CardNotation:
    """Return the printed creature that is worth most in play and is not in the deck (R9.1).

    A Champion that costs what cards of the deck cost gets ready more often (R9.5) and is often cheaper (R9.3).
    """
    costs = [cards.ALL[slug].cost for slug in deck if slug in cards.ALL]
    fit = [
        card for card in cards.ALL.values() if card.is_creature and not card.flags & MERCENARY and card.slug not in deck
    ]
    best = max(fit, key=lambda card: (taste.considers(), taste.of(card) + 0.15 * costs.count(card.cost)))
    return from_notation(best.notation).notation
