"""The only writer of saved decks."""

from __future__ import annotations

from collections.abc import Sequence

from app.base.errors import AppError, Code
from app.base.i18n import _
from app.base.store.database import StoredRow
from app.base.store.owned_rows import OwnedRows, OwnedService, Owner
from app.cards.decks.models import MAX_CARDS, MAX_DECKS, NAME_LENGTH, Deck, deck_of, decks, in_order
from app.people.players.names import clean_text
from engine import cards
from engine.errors import EngineError


def checked(slugs: Sequence[str]) -> tuple[str, ...]:
    """Return the cards of a deck to be kept, in order: known, different (R2.6), at least one, and not too many.

    Legal or not yet. AppError: deck_empty, deck_too_large, deck_unknown_card, deck_repeated.
    """
    if not slugs:
        raise AppError(Code.deck_empty)
    if len(slugs) > MAX_CARDS:
        raise AppError(Code.deck_too_large, most=MAX_CARDS)
    for number, slug in enumerate(slugs):
        if slug not in cards.ALL:
            raise AppError(EngineError("deck_unknown_card", card=slug[:40]))
        if slug in slugs[:number]:
            raise AppError(EngineError("deck_repeated", card=cards.ALL[slug].term))
    return in_order(tuple(slugs))


def named(name: str) -> str:
    """Return a deck's name made harmless; "New deck" if nothing is left."""
    return clean_text(name, NAME_LENGTH) or _("New deck")


class DeckService(OwnedService[Deck]):
    """Keeps the decks of guests."""

    rows = OwnedRows(decks, MAX_DECKS, missing=Code.no_such_deck, foreign=Code.not_your_deck, full=Code.too_many_decks)

    def _value(self, row: StoredRow) -> Deck:
        return deck_of(row)

    async def create(self, owner: Owner, name: str, slugs: Sequence[str]) -> Deck:
        """Store a new deck; AppError: too_many_decks, and those of `checked`."""
        return await self.insert(owner, {"name": named(name), "cards": " ".join(checked(slugs))})

    async def change(
        self, owner: Owner, deck_id: str, *, name: str | None = None, slugs: Sequence[str] | None = None
    ) -> Deck:
        """Rename a deck or give it other cards; AppError: no_such_deck, not_your_deck, or what `checked` refuses."""
        values: dict[str, str] = {}
        if name is not None:
            values["name"] = named(name)
        if slugs is not None:
            values["cards"] = " ".join(checked(slugs))
        return await self.update(owner, deck_id, values)

    async def copy(self, owner: Owner, row_id: str) -> Deck:
        """Copy a deck, of any guest's, for a player; a copy of their own deck is named as a copy."""
        deck = await self.get(row_id)
        name = _("%(name)s (copy)", name=deck.name[: NAME_LENGTH - 10]) if deck.belongs_to(owner) else deck.name
        return await self.create(owner, name, deck.slugs)
