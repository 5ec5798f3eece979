"""The four ready decks of the Starter Kit (R2.2), with the names that this site gives them."""

from __future__ import annotations

from dataclasses import dataclass

from app.base.i18n import _
from app.cards.gallery.catalogue import DECKS
from app.cards.gallery.wording import card_name
from engine import cards
from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Starter:
    """A preconstructed deck as forms and pages show it."""

    number: int
    name: str
    text: str
    cards: tuple[Card, ...]

    @property
    def card_names(self) -> list[str]:
        """The names of its cards, in the current language."""
        return [card_name(card) for card in self.cards]


def starters(taken: frozenset[int] = frozenset()) -> list[Starter]:
    """Return the starter decks but those whose numbers are `taken`, in the current language."""
    words = {
        1: (_("The Stalwarts"), _("Sturdy creatures and big spells.")),
        2: (_("The Pack"), _("Hard hitters that help each other.")),
        3: (_("The Outlaws"), _("Quick strikes, splash and spite.")),
        4: (_("The Sprinters"), _("Run in, hit first, ask later.")),
    }
    return [
        Starter(number, *words[number], tuple(cards.ALL[slug] for slug in cards.preconstructed(number)))
        for number in DECKS
        if number not in taken
    ]
