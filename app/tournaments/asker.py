"""The rights of a request at a tournament. A host of the site decides about every tournament, but not by a token that
may only play: such a token gives what its player is as an organizer, and no more."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from app.players.player import Player
from app.players.scopes import allows, check_scope
from app.tournaments.reading import TournamentReader
from app.tournaments.tournament import StoredTournament
from app.web.services import service_of


async def organizes(connection: HTTPConnection, tournament: StoredTournament, player: Player | None) -> bool:
    """True if the asker organizes this tournament: as such, or as a host of the site."""
    if tournament.is_organizer(player):
        return True
    return allows(connection, "account") and await service_of(connection, TournamentReader).is_host(player)


async def check_scope_of_host(connection: HTTPConnection, tournament_id: str, player: Player) -> None:
    """Raise AppError(scope_needed) for a host of the site who acts on somebody else's tournament by a token that does
    not name the account."""
    service = service_of(connection, TournamentReader)
    tournament = await service.current(tournament_id)
    if not tournament.is_organizer(player) and await service.is_host(player):
        check_scope(connection, "account")
