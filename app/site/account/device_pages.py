"""`/account/device`: a link, also as a QR code, by which a second device signs in as the same guest.

The link holds a ticket that works once, within ten minutes. It comes after a #, so that no server, no log and no
program that checks links in advance ever sees it, and only a form's POST uses it up.
"""

from __future__ import annotations

from typing import Annotated

import segno
from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from app.base.errors import AppError
from app.base.web.http import site_url
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.people.players.identity import MaybePlayer
from app.people.players.identity.counted import Count, counted, counting
from app.people.players.player import Player
from app.people.players.sign_in.tickets import TicketService
from app.site.account.choice_page import ChoicePage
from app.site.account.sign_in import prove_by_device

router = APIRouter(include_in_schema=False, prefix="/account/device")


@router.post("/link")
async def make_link(request: Request, player: Annotated[Player, counted("prove")]) -> Response:
    """Make a link for another device and show it, in place of the one before."""
    ticket = await service_of(request, TicketService).issue("device", player.id, alone=True)
    link = f"{site_url(request)}/account/device#{ticket}"
    code = segno.make(link, micro=False, error="m").svg_data_uri(border=2, light="#fff")
    context = {"link": link, "code": code, "name": player.name, "page": "settings"}
    return service_of(request, Templates).page(request, "site/account/device_link.html", context)


@router.get("", dependencies=[Depends(Limit("ask"))])
async def device_page(request: Request) -> Response:
    """Show the button that uses such a link; nothing is used up yet."""
    return _page(request)


def _page(request: Request, error: AppError | None = None) -> Response:
    context = {"error": error.sentence if error else "", "page": "settings"}
    return service_of(request, Templates).page(
        request, "site/account/device.html", context, status=error.status if error else 200
    )


@router.post("")
async def use_link(
    request: Request,
    player: MaybePlayer,
    count: Annotated[Count, counting("prove")],
    ticket: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Use the link up, and ask whether to sign in as its guest on this device."""
    try:
        count(player)
        proved = await prove_by_device(request, player, ticket)
    except AppError as error:
        return _page(request, error)
    here = player.name if player and proved.choose else ""
    shown = ChoicePage(ticket=proved.ticket, name=proved.name, here=here)
    return service_of(request, Templates).show(request, shown)
