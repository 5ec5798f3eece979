"""The only writer of saved decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from starlette.requests import HTTPConnection

from app.decks.models import MOST_CARDS, MOST_DECKS, NAME_LENGTH, Deck, deck_of, decks, in_order
from app.errors import AppError
from app.i18n import _
from app.players.names import clean_text
from app.players.player import Player
from app.store.database import Database
from app.store.group_commit import Writer
from app.store.owned_rows import OwnedRows
from engine import cards

ROWS: Final = OwnedRows(decks, MOST_DECKS, missing="no_such_deck", foreign="not_your_deck", full="too_many_decks")


def checked(slugs: Sequence[str]) -> tuple[str, ...]:
    """Return the cards of a deck to be kept, in order: known, different (R2.6), not none, not too many.

    Legal or not yet. AppError (422): deck_empty, deck_too_large, deck_unknown_card, deck_repeated.
    """
    if not slugs:
        raise AppError("deck_empty", 422)
    if len(slugs) > MOST_CARDS:
        raise AppError("deck_too_large", 422, most=MOST_CARDS)
    for place, slug in enumerate(slugs):
        if slug not in cards.ALL:
            raise AppError("deck_unknown_card", 422, card=slug[:40])
        if slug in slugs[:place]:
            raise AppError("deck_repeated", 422, card=cards.ALL[slug].term)
    return in_order(tuple(slugs))


def named(name: str) -> str:
    """Return a deck's name made harmless; "New deck" if nothing is left."""
    return clean_text(name, NAME_LENGTH) or _("New deck")


class DeckService:
    """Keeps the decks of guests. Refuses with AppError, having changed nothing."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    async def of(self, player: Player | None) -> list[Deck]:
        """Return the decks of a guest, the one changed last first."""
        if player is None:
            return []
        return [deck_of(row) for row in await self._database.read(ROWS.of(player.id))]

    async def get(self, deck_id: str) -> Deck:
        """Return a deck by its unguessable id, for any visitor; AppError(no_such_deck, 404)."""
        return deck_of(await self._database.read(ROWS.get(deck_id)))

    async def create(self, player: Player, name: str, slugs: Sequence[str]) -> Deck:
        """Keep a new deck; AppError(too_many_decks, 409) or what `checked` refuses."""
        values = {"name": named(name), "cards": " ".join(checked(slugs))}
        return deck_of(await self._writer.job(ROWS.add(player.id, values)))

    async def change(
        self, player: Player, deck_id: str, *, name: str | None = None, slugs: Sequence[str] | None = None
    ) -> Deck:
        """Rename a deck or give it other cards; AppError: no_such_deck, not_your_deck, or what `checked` refuses."""
        values: dict[str, str] = {}
        if name is not None:
            values["name"] = named(name)
        if slugs is not None:
            values["cards"] = " ".join(checked(slugs))
        return deck_of(await self._writer.job(ROWS.change(player.id, deck_id, values)))

    async def copy(self, player: Player, deck_id: str) -> Deck:
        """Copy a deck, of any guest's, for a player; a copy of their own deck is named as a copy."""
        deck = await self.get(deck_id)
        name = _("%(name)s (copy)", name=deck.name[: NAME_LENGTH - 10]) if deck.owner == player.id else deck.name
        return await self.create(player, name, deck.slugs)

    async def delete(self, player: Player, deck_id: str) -> None:
        """Delete a deck; AppError: no_such_deck, not_your_deck."""
        await self._writer.job(ROWS.remove(player.id, deck_id))


def deck_service(connection: HTTPConnection) -> DeckService:
    """Return the application's deck service."""
    service: DeckService = connection.app.state.decks
    return service
