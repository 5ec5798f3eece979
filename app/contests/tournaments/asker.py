"""The rights of a request at a tournament. A host of the site decides about every tournament, but not by a token that
may only play: such a token gives what its player is as an organizer, and no more."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Path
from starlette.requests import HTTPConnection

from app.base.web.limits import RateLimits
from app.base.web.services import service_of
from app.contests.tournaments.permits import CourseDecision
from app.contests.tournaments.reading import TournamentReader
from app.contests.tournaments.tournament import StoredTournament
from app.people.players.player import Player
from app.people.players.scopes import allows, check_scope

TournamentId = Annotated[str, Path(alias="id", max_length=32)]
PART_PRICE: Final = 40.0
"""Of a part of the results that a helper process draws, and of a player's calendar, for which many tournaments are
read."""
ROW_PRICE: Final = 0.02
"""Of an entry, a board, or a seat at one: after a change the whole tournament is read again for those who follow it."""
ORGANIZERS: Final = 3
"""Times that for an act of an organizer: it depends on the whole tournament, which is read before it and in the
writer, too."""
MATCH_PRICE: Final = 6.0
"""Of a match that is opened again."""


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


async def pay_for_field(connection: HTTPConnection, tournament_id: str, times: int = 1) -> None:
    """Take, before an act, what reading the tournament again, so many times, will cost: more with each entry and
    board."""
    rows = await service_of(connection, TournamentReader).rows_of(tournament_id)
    await service_of(connection, RateLimits).pay(connection, ROW_PRICE * rows * times)


async def pay_for_pairing(connection: HTTPConnection, tournament_id: str, act: CourseDecision) -> None:
    """Take, before a round is paired again, what its matches cost: no other decision opens matches as often as
    somebody likes."""
    if act == "pair":
        tournament = await service_of(connection, TournamentReader).current(tournament_id)
        newest = sum(result.round == tournament.round for result in tournament.results)
        await service_of(connection, RateLimits).pay(connection, MATCH_PRICE * newest)
