"""`/admin/matches`: close a table that waits, end a duel in play; each with a reason, in the log."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.base.web.http import see_other
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.matches.core.interventions import abort
from app.matches.core.match_id import MatchId
from app.matches.core.match_row import MatchRow
from app.matches.core.service import MatchService
from app.matches.table.match_summary import shown_name
from app.people.moderation.log import ModerationLog
from app.site.admin.login import PATH, ActReason, RequiredStaff
from engine.seat import SEATS

router = APIRouter(include_in_schema=False, prefix=f"{PATH}/matches", dependencies=[Depends(Limit("ask"))])


@router.post("/{id}/close")
async def close(request: Request, staff: RequiredStaff, match_id: MatchId, reason: ActReason = "") -> Response:
    """Close a table that nobody has joined, and notify its host."""
    row = (await service_of(request, MatchService).open_tables.close(match_id, "closed")).row
    await service_of(request, ModerationLog).add(staff, "close", _players(row), reason=reason, match_id=row.id)
    return see_other(f"{PATH}#rooms-title")


@router.post("/{id}/end")
async def end(request: Request, staff: RequiredStaff, match_id: MatchId, reason: ActReason = "") -> Response:
    """End a duel in play without a winner; it counts for nobody."""
    row = await abort(service_of(request, MatchService), match_id)
    await service_of(request, ModerationLog).add(staff, "end", _players(row), reason=reason, match_id=row.id)
    return see_other(f"{PATH}#rooms-title")


def _players(row: MatchRow) -> str:
    return " · ".join(shown_name(row.holders[seat]) or "–" for seat in SEATS)
