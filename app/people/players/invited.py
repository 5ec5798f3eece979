"""FastAPI dependencies of routes that open tables: on a site that requires invitations, may this visitor?"""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Depends, params
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from app.base.web.http import see_other
from app.base.web.services import service_of
from app.people.players.identity import MaybePlayer
from app.people.players.invites import InviteService


async def _may_open(connection: HTTPConnection, player: MaybePlayer) -> bool:
    return await service_of(connection, InviteService).may_open(player)


MayOpen = Annotated[bool, Depends(_may_open)]
"""True if the visitor may open tables."""


class InviteFirst(Exception):  # no error: the answer leads to the page of invitations
    """A visitor who may not open tables asked for one."""


async def _check_invited(may_open: MayOpen) -> None:
    if not may_open:
        raise InviteFirst


INVITED: Final[params.Depends] = Depends(_check_invited)
"""For a route: leads visitors who may not open tables to the page of invitations."""


def to_invitations(request: Request, _: Exception) -> Response:
    """Answer InviteFirst."""
    return see_other("/invite")
