"""`/invite`: accept an invitation, on a site where only guests with one may open tables."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Request
from starlette.responses import Response

from app.base.errors import AppError
from app.base.web.http import see_other
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.people.players.identity import MaybePlayer, guest, redirect_with_cookie
from app.people.players.identity.counted import Count, counting
from app.people.players.invited import MayOpen
from app.people.players.invites import MAX_CODE, InviteService
from app.people.players.shown_names import given_name

router = APIRouter(include_in_schema=False)


# The code is no part of the path, because paths are logged. Opening the link uses nothing up: programs that check
# links in advance would.
@router.get("/invite", dependencies=[Depends(Limit("ask"))])
async def invite_page(
    request: Request, player: MaybePlayer, may_open: MayOpen, code: Annotated[str, Query(max_length=MAX_CODE)] = ""
) -> Response:
    """Show the invitation, and the button that accepts it."""
    if may_open:
        return see_other("/new")
    context = {"code": code, "name": given_name(player), "error": "", "page": "invite"}
    return service_of(request, Templates).page(request, "people/players/invite.html", context)


@router.post("/invite")
async def accept(
    request: Request,
    player: MaybePlayer,
    count: Annotated[Count, counting("invite")],
    code: Annotated[str, Form(max_length=MAX_CODE)] = "",
    name: Annotated[str, Form()] = "",
) -> Response:
    """Accept; the guest's cookie carries the right from then on."""
    try:
        count(player)
        host = await guest(request, player, name)
        await service_of(request, InviteService).accept(host, code)
    except AppError as error:
        context = {"code": code, "name": name, "error": error.sentence, "page": "invite"}
        return service_of(request, Templates).page(request, "people/players/invite.html", context, status=error.status)
    return await redirect_with_cookie(request, "/new", host, renew=True)
