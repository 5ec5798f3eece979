"""The rights of a request at an event. A host of the site decides about every event, but not by a token that may only
play: such a token gives what its player is as an organizer, and no more."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from app.players.player import Player
from app.players.scopes import allows, check_scope
from app.tournaments.event import StoredEvent
from app.tournaments.reading import TournamentReader
from app.web.services import service_of


async def organizes(connection: HTTPConnection, event: StoredEvent, player: Player | None) -> bool:
    """True if the asker organizes this event: as such, or as a host of the site."""
    if event.is_organizer(player):
        return True
    return allows(connection, "account") and await service_of(connection, TournamentReader).is_host(player)


async def check_scope_of_host(connection: HTTPConnection, tournament_id: str, player: Player) -> None:
    """Raise AppError(scope_needed) for a host of the site who acts on somebody else's event by a token that does not
    name the account."""
    service = service_of(connection, TournamentReader)
    event = await service.current(tournament_id)
    if not event.is_organizer(player) and await service.is_host(player):
        check_scope(connection, "account")
