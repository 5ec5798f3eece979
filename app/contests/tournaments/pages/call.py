"""A tournament on other pages: the call to the table, for which browsers of players remember their tournament and
poll, and the bar of a table."""

from __future__ import annotations

from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Path, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.base.seconds import DAY
from app.base.web.http import is_secure
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.contests.tournaments.drawing.contexts import clock_context, own_step
from app.contests.tournaments.reading import TournamentReader
from app.people.players.identity import MaybePlayer

COOKIE: Final = "tournament"
DAYS: Final = 14  # since their last visit of the tournament's page

router = APIRouter(include_in_schema=False)


def remember_tournament(connection: HTTPConnection, response: Response, tournament_id: str) -> None:
    """Let all pages in this browser poll for the player's matches of a tournament."""
    seconds = DAYS * DAY
    secure = is_secure(connection)
    response.set_cookie(COOKIE, tournament_id, max_age=seconds, path="/", secure=secure, samesite="lax")  # for call.js


@router.get("/tournament/{id}/call", dependencies=[Depends(Limit("ask"))])
async def call(
    request: Request, player: MaybePlayer, tournament_id: Annotated[str, Path(alias="id", max_length=32)]
) -> Response:
    """Show where the player must be, and when; nothing at that table, and on the tournament's own page, which has
    it."""
    reader = service_of(request, TournamentReader)
    tournament = await reader.current(tournament_id)
    entry = tournament.entry_of(player)
    step = own_step(tournament, entry)
    here = urlsplit(request.headers.get("hx-current-url", "")).path
    away = here not in (f"/match/{step.match_id}", f"/tournament/{tournament.id}")
    is_free = not here.startswith("/match/") or "over" in request.query_params
    at_leisure = step.case in ("start", "wait", "wait_here") and is_free
    is_shown = away and (step.case in ("match", "box") or at_leisure)
    left = clock_context(tournament, reader.site_time())["left"]
    context = {"step": step if is_shown else None, "tournament": tournament, "left": left}
    response = service_of(request, Templates).page(request, "contests/tournaments/call.html", context)
    if entry is None or not tournament.is_running:
        response.delete_cookie(COOKIE, path="/", samesite="lax")
    return response


@router.get("/tournament/{id}/round/{match}", dependencies=[Depends(Limit("ask"))])
async def round_of_match(
    request: Request,
    tournament_id: Annotated[str, Path(alias="id", max_length=32)],
    match: Annotated[str, Path(max_length=64)],
) -> Response:
    """Show a table's bar to which tournament and round its match belongs."""
    tournament = await service_of(request, TournamentReader).current(tournament_id)
    number = next((board.result.round for board in tournament.boards if board.match_id == match), None)
    context = {"tournament": tournament, "number": number}
    return service_of(request, Templates).page(request, "contests/tournaments/round.html", context)
