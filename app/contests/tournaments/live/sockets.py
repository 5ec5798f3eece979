"""`WS /tournament/{id}/live`: a tournament's open page, in fragments; `WS /tournament/{id}/wall/live` is the
projector's, `WS /api/tournaments/{id}/stream` (docs/api.md) that of programs.
"""

from __future__ import annotations

from functools import partial
from typing import assert_never

from fastapi import APIRouter, Depends
from starlette.websockets import WebSocket

from app.base.live.client_messages import TOURNAMENT, FrontIn, HelloIn, TournamentMessage
from app.base.live.connection import serve, serve_page
from app.base.live.page import LivePage, LiveStream, zones_sent
from app.base.live.server_messages import Encoded
from app.base.web.limits import Limit, RateLimits
from app.base.web.services import service_of
from app.contests.tournaments.live.presence import OpenPage, TournamentPresence, admit
from app.contests.tournaments.live.zones import (
    ClockZone,
    HeadZone,
    OrganizersZone,
    OwnStepZone,
    PeopleZone,
    PicturesZone,
    RouteZone,
    SharedZone,
    TournamentJson,
    WallZone,
)
from app.people.notices.banner import BannerZone
from app.people.players.player import Player

router = APIRouter()


@router.websocket("/tournament/{id}/live", dependencies=[Depends(Limit("ask"))])
async def live(socket: WebSocket) -> None:
    """Serve the socket of a tournament's page; in an arena its player waits for the next match with it."""

    async def show(player: Player | None) -> None:
        common = (HeadZone, ClockZone, RouteZone, SharedZone)
        parts = (*common, OwnStepZone, PeopleZone, OrganizersZone, PicturesZone)
        zones = [BannerZone(socket), *(part(socket, player) for part in parts)]
        await LiveTournamentPage(socket, zones, "tournament_page_failed").show_to(player)

    await serve_page(socket, "tournament", partial(admit, socket), show)


@router.websocket("/tournament/{id}/wall/live", dependencies=[Depends(Limit("ask"))])
async def wall(socket: WebSocket) -> None:
    """Serve the socket of the projector's page."""

    async def show(player: Player | None) -> None:
        zones = [BannerZone(socket), *(part(socket, player) for part in (ClockZone, WallZone, PicturesZone))]
        await ProjectorPage(socket, zones, "tournament_page_failed").run()

    await serve_page(socket, "tournament", partial(admit, socket), show)


@router.websocket("/api/tournaments/{id}/stream", dependencies=[Depends(Limit("ask"))])
async def stream(socket: WebSocket) -> None:
    """Serve one program's stream of a tournament; in an arena its player waits for the next match with it."""

    async def show(player: Player | None) -> None:
        async with service_of(socket, TournamentPresence).counted(socket.path_params["id"], player):
            await TournamentStream(socket, [TournamentJson(socket, player)], "tournament_stream_failed").run()

    await serve(socket, "tournament", partial(admit, socket), show)


class TournamentStream(LiveStream):
    """The stream of one program, which pays for what it is sent."""

    async def send_zone(self, frame: Encoded) -> None:
        await service_of(self.socket, RateLimits).wait_for_bytes(self.socket, len(frame))
        await super().send_zone(frame)


class ProjectorPage(TournamentStream, LivePage):
    """A projector's page."""


class LiveTournamentPage(ProjectorPage):
    """A tournament's page, which says whether it is the tab in front."""

    async def show_to(self, player: Player | None) -> None:
        """Send what changes until the socket closes."""
        async with (
            service_of(self.socket, TournamentPresence).counted(self.socket.path_params["id"], player) as page,
            zones_sent(self, self.zones, self.failure),
        ):
            await self.take_messages(TOURNAMENT, partial(self._answer, page))

    async def _answer(self, page: OpenPage, message: TournamentMessage) -> None:
        match message:
            case HelloIn():
                await self.answer_hello(message)
            case FrontIn():
                await page.show(in_front=message.front)
            case _:
                assert_never(message)
