"""The facts of a viewer's own zone of a tournament's page, read for that viewer alone."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import HTTPConnection

from app.base.web.services import service_of
from app.cards.decks.models import Deck
from app.contests.tournaments.drawing.contexts import own_step
from app.contests.tournaments.live.decks import own_decks
from app.contests.tournaments.reading import TournamentReader
from app.contests.tournaments.tournament import StoredTournament
from app.people.players.player import Player


class OwnFacts(NamedTuple):
    """The viewer's saved decks, where one is handed in; the seconds left for the first move of their open match, None
    where they are not awaited."""

    decks: list[Deck]
    left: int | None


async def own_facts(connection: HTTPConnection, player: Player | None, tournament: StoredTournament) -> OwnFacts:
    """Return what a viewer's own zone needs."""
    decks, match_id = (
        await own_decks(connection, player, tournament),
        own_step(tournament, tournament.entry_of(player)).match_id,
    )
    if player is None or match_id is None:
        return OwnFacts(decks, None)
    return OwnFacts(decks, await service_of(connection, TournamentReader).seconds_to_come(match_id, player))
