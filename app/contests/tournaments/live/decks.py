"""The visitor's saved decks, where a tournament requires decks to be handed in."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import HTTPConnection

from app.base.web.services import service_of
from app.cards.decks.models import Deck
from app.cards.decks.service import DeckService
from app.contests.tournaments.state import shown_decks
from app.contests.tournaments.tournament import StoredTournament, TournamentEntry
from app.people.players.player import Player
from engine import cards
from engine.cards import Card


async def own_decks(connection: HTTPConnection, player: Player | None, tournament: StoredTournament) -> list[Deck]:
    """Return the visitor's decks, as the form offers them; empty where none is required."""
    if player is None or tournament.options.decks != "own" or not tournament.may_enter:
        return []
    return await service_of(connection, DeckService).of(player)


async def deck_of(connection: HTTPConnection, player: Player, deck_id: str) -> list[str] | None:
    """Return the cards of the player's saved deck; None where none was chosen."""
    found = [deck for deck in await service_of(connection, DeckService).of(player) if deck.id == deck_id]
    return list(found[0].slugs) if found else None


class ShownDeck(NamedTuple):
    """A handed-in deck and its player; `own`: the reader's."""

    name: str
    cards: tuple[Card, ...]
    own: bool


def shown_lines(tournament: StoredTournament, you: TournamentEntry | None, *, organizer: bool) -> list[ShownDeck]:
    """Return the handed-in decks that a reader may see, their own first."""
    shown = shown_decks(tournament, you, organizer=organizer)
    lines = [
        ShownDeck(entry.name, tuple(cards.ALL[slug] for slug in deck), you is not None and entry.number == you.number)
        for entry in tournament.entries
        if entry.number in shown and isinstance(deck := entry.shown_deck, list)
    ]
    return sorted(lines, key=lambda line: not line.own)
