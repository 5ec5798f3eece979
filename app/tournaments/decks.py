"""The visitor's saved decks, where an event requires decks to be handed in."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from app.decks.service import DeckService
from app.players.player import Player
from app.tournaments.event import StoredEvent
from app.web.services import service_of


async def deck_names(connection: HTTPConnection, player: Player | None, event: StoredEvent) -> list[tuple[str, str]]:
    """Return the visitor's decks as the form offers them: id and name; empty where none is required."""
    if player is None or event.options.decks != "own":
        return []
    return [(deck.id, deck.name) for deck in await service_of(connection, DeckService).of(player)]


async def deck_of(connection: HTTPConnection, player: Player, deck_id: str) -> list[str] | None:
    """Return the cards of one's saved deck; None where none was chosen."""
    found = [deck for deck in await service_of(connection, DeckService).of(player) if deck.id == deck_id]
    return list(found[0].slugs) if found else None
