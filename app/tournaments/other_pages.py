"""The other pages of an event: the projector's, sheets for the printer, handed-in decks, the QR code."""

from __future__ import annotations

import io
from typing import Annotated

import segno
from fastapi import APIRouter, Depends, Path, Request
from starlette.responses import Response

from app.matches.finding.spoken_codes import translated
from app.players.identity import MaybePlayer
from app.tournaments import drawing
from app.tournaments.decks import shown_lines
from app.tournaments.event import StoredEvent
from app.tournaments.service import TournamentService
from app.tournaments.sheets import sheet_context
from app.tournaments.wall import wall_context
from app.web.http import site_url
from app.web.limits import DRAWN, Limit
from app.web.services import service_of
from app.web.templating import Templates

router = APIRouter(include_in_schema=False)

EventId = Annotated[str, Path(alias="id", max_length=32)]


def head_context(request: Request, event: StoredEvent) -> dict[str, object]:
    """Return the event's link, words and countdown."""
    now = service_of(request, TournamentService).site_time()
    return {
        **drawing.clock_context(event, now),
        "event": event,
        "link": f"{site_url(request)}/tournament/{event.id}",
        "site": site_url(request),
        "code": translated(event.code) if event.code else "",
        "page": "tournaments",
    }


@router.get("/tournament/{id}/wall", dependencies=[Depends(Limit("ask", DRAWN))])
async def wall(request: Request, event_id: EventId) -> Response:
    """Show an event for a projector."""
    event = await service_of(request, TournamentService).event(event_id)
    context = {**head_context(request, event), **wall_context(event)}
    return service_of(request, Templates).page(request, "tournaments/wall.html", context)


@router.get("/tournament/{id}/print/{what}", dependencies=[Depends(Limit("ask", DRAWN))])
async def sheet(request: Request, event_id: EventId, what: Annotated[str, Path(max_length=20)]) -> Response:
    """Show a sheet for the printer: pairings, standings, or an empty crosstable."""
    event = await service_of(request, TournamentService).event(event_id)
    context = {**sheet_context(event, what), "page": "tournaments"}
    return service_of(request, Templates).page(request, "tournaments/print.html", context)


@router.get("/tournament/{id}/qr.svg", dependencies=[Depends(Limit("ask", DRAWN))])
async def qr_code(request: Request, event_id: EventId) -> Response:
    """Return the event's link as a QR code."""
    event = await service_of(request, TournamentService).event(event_id)
    drawn = io.BytesIO()
    segno.make(f"{site_url(request)}/tournament/{event.id}", micro=False, error="m").save(
        drawn, kind="svg", scale=4, border=2
    )
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


@router.get("/tournament/{id}/decks", dependencies=[Depends(Limit("ask", DRAWN))])
async def decks(request: Request, player: MaybePlayer, event_id: EventId) -> Response:
    """Show the handed-in decks that the visitor may see."""
    service = service_of(request, TournamentService)
    event = await service.event(event_id)
    lines = shown_lines(event, event.entry_of(player), organizer=await service.is_organizer(event, player))
    context = {"event": event, "decks": lines, "page": "tournaments"}
    return service_of(request, Templates).page(request, "tournaments/decks.html", context)
