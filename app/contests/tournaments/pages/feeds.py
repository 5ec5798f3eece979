"""Feeds for other programs: a tournament as a calendar, and the public tournaments as an Atom feed."""

from __future__ import annotations

import hmac
import time
from uuid import UUID

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.base.settings import Settings
from app.base.web.http import site_url
from app.base.web.limits import DRAWN, Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.contests.tournaments.asker import TournamentId
from app.contests.tournaments.drawing import words
from app.contests.tournaments.drawing.calendar import calendar_answer, entries_of
from app.contests.tournaments.reading import TournamentReader

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask", DRAWN))])


@router.get("/tournament/{id}.ics")
async def calendar(request: Request, tournament_id: TournamentId) -> Response:
    """Return a tournament as a calendar."""
    reader, now = service_of(request, TournamentReader), time.time()
    tournament = await reader.current(tournament_id)
    return calendar_answer(tournament.name, entries_of(tournament, site_url(request), now - reader.site_time()), now)


def urn_of(secret: str) -> str:
    """Return the name of this site in ids, the same by whatever address it is asked."""
    return f"urn:uuid:{UUID(bytes=hmac.digest(secret.encode(), b'feed', 'sha256')[:16], version=4)}"


@router.get("/tournaments.atom")
async def feed(request: Request) -> Response:
    """Return the public tournaments, the newest first, as an Atom feed."""
    lines = await service_of(request, TournamentReader).public()
    ids = urn_of(service_of(request, Settings).secret_key)
    context = {
        "site": site_url(request),
        "urn": ids,
        "lines": lines,
        "systems": words.systems(),
        "statuses": words.statuses(),
    }
    text = service_of(request, Templates).text("contests/tournaments/feed.html", context)
    headers = {"Cache-Control": "public, max-age=300", "Vary": "Accept-Language, Cookie"}
    return Response(text, media_type="application/atom+xml", headers=headers)
