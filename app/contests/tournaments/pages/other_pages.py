"""The other pages of a tournament: the projector's, sheets for the printer, handed-in decks, the QR code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from app.base.i18n import _
from app.base.web.http import MAX_NUMBER, site_url
from app.base.web.limits import DRAWN, Limit, RateLimits
from app.base.web.link_pictures import COSTLY, link_picture
from app.base.web.page_context import PageContext
from app.base.web.qr_code import qr_picture
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.contests.tournaments.asker import PART_PRICE, TournamentId
from app.contests.tournaments.drawing import contexts
from app.contests.tournaments.drawing.crosstable import CrossTables
from app.contests.tournaments.drawing.sheets import sheet_context
from app.contests.tournaments.live.decks import shown_lines
from app.contests.tournaments.live.frames import TournamentFrames
from app.contests.tournaments.live.live_state import LiveStates
from app.contests.tournaments.reading import TournamentReader
from app.contests.tournaments.tournament import StoredTournament
from app.people.players.identity import MaybePlayer

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, kw_only=True)
class WallContext(PageContext):
    """A tournament for a projector: the seconds `left` until the next round, those until an arena `ends`, and the
    length of a break as `whole`; the rest as `zone`, and the boards in play as `pictures`."""

    template = "contests/tournaments/wall.html"
    page = "tournaments"
    tournament: StoredTournament
    left: int | None
    ends: int | None
    whole: int | None
    zone: str
    pictures: str


@dataclass(frozen=True, kw_only=True)
class SheetPage(PageContext):
    """A sheet for the printer; what it needs besides its title depends on `what`."""

    template = "contests/tournaments/print.html"
    page = "tournaments"
    tournament: StoredTournament
    what: str
    title: str
    boards: Sequence[contexts.BoardItem] = ()
    columns: Sequence[object] = ()
    lines: Sequence[object] = ()
    players: Sequence[tuple[int, str]] = ()
    by_player: bool = False
    table: str = ""


@router.get("/tournament/{id}/wall", dependencies=[Depends(Limit("ask", DRAWN))])
async def wall(request: Request, tournament_id: TournamentId) -> Response:
    """Show a tournament for a projector."""
    tournament = await service_of(request, TournamentReader).current(tournament_id)
    clock = contexts.clock_context(tournament, service_of(request, TournamentReader).site_time())
    frames, live = service_of(request, TournamentFrames), service_of(request, LiveStates).of(tournament.id)
    zone, pictures = frames.wall(tournament, site_url(request)).html, frames.figures(tournament, live).whole.html
    shown = WallContext(tournament=tournament, zone=zone, pictures=pictures, **clock)
    return service_of(request, Templates).show(request, shown)


@router.get("/tournament/{id}/print/{what}", dependencies=[Depends(Limit("ask", DRAWN))])
async def sheet(
    request: Request,
    tournament_id: TournamentId,
    what: Annotated[str, Path(max_length=20)],
    round_number: Annotated[int | None, Query(alias="round", le=MAX_NUMBER)] = None,
) -> Response:
    """Show a sheet for the printer: pairings or score sheets of a round, standings, or an empty crosstable."""
    tournament = await service_of(request, TournamentReader).current(tournament_id)
    return service_of(request, Templates).show(request, SheetPage.of(**sheet_context(tournament, what, round_number)))


@router.get("/tournament/{id}/results/{part}", dependencies=[Depends(Limit("ask", PART_PRICE))])
async def results(request: Request, tournament_id: TournamentId, part: Annotated[int, Path(le=MAX_NUMBER)]) -> Response:
    """Show a part of a large crosstable."""
    tournament = await service_of(request, TournamentReader).current(tournament_id)
    table = await service_of(request, CrossTables).part(tournament, part - 1)
    shown = SheetPage(tournament=tournament, title=_("Crosstable"), what="results", table=table.text)
    response = service_of(request, Templates).show(request, shown)
    service_of(request, RateLimits).charge_bytes(request, len(response.body))
    return response


@router.get("/tournament/{id}/qr.svg", dependencies=[Depends(Limit("ask", DRAWN))])
async def qr_code(request: Request, tournament_id: TournamentId) -> Response:
    """Return the tournament's link as a QR code."""
    tournament = await service_of(request, TournamentReader).current(tournament_id)
    return qr_picture(f"{site_url(request)}/tournament/{tournament.id}")


@router.get("/tournament/{id}/picture.png", dependencies=[COSTLY])
async def tournament_link_picture(request: Request, tournament_id: TournamentId) -> Response:
    """Show a tournament's name over the sea as chats do next to a link, a PNG file."""
    title = (await service_of(request, TournamentReader).current(tournament_id)).name
    return await link_picture(request, ("scene", title), "matches/table/link_scene.html", lambda: {"title": title})


@router.get("/tournament/{id}/decks", dependencies=[Depends(Limit("ask", DRAWN))])
async def decks(request: Request, player: MaybePlayer, tournament_id: TournamentId) -> Response:
    """Show the handed-in decks that the visitor may see."""
    service = service_of(request, TournamentReader)
    tournament = await service.current(tournament_id)
    lines = shown_lines(
        tournament, tournament.entry_of(player), organizer=await service.is_organizer(tournament, player)
    )
    context = {"tournament": tournament, "decks": lines, "page": "tournaments"}
    return service_of(request, Templates).page(request, "contests/tournaments/decks.html", context)
