"""`WS /api/stream` (docs/api.md): a player's matches and challenges that are not over, again after each change."""

from __future__ import annotations

from contextlib import AbstractContextManager

from fastapi import APIRouter, Depends
from starlette.websockets import WebSocket

from app.base.live.client_messages import HELLO
from app.base.live.connection import serve
from app.base.live.page import LiveZone, zones_sent
from app.base.live.server_messages import Encoded, encoded
from app.base.subscriber import Subscriber
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.matches.core.finding.listing import own_state
from app.matches.core.opponents.own_matches import OwnMatchesCopy
from app.matches.core.service import MatchService
from app.matches.core.sockets.program_socket import ProgramConnection
from app.people.players.identity import player_or_none
from app.people.players.player import Player

router = APIRouter()


@router.websocket("/api/stream", dependencies=[Depends(Limit("ask"))])
async def stream(socket: WebSocket) -> None:
    """Serve one program's stream of its own matches."""
    await serve(socket, "own", lambda: player_or_none(socket), OwnStream(socket).run)


class OwnStream(ProgramConnection):
    """The stream of one program."""

    async def run(self, player: Player | None) -> None:
        """Send what changes until the socket closes."""
        player = player or await self.ask_token()
        if player is not None:
            async with zones_sent(self, [_OwnState(self.socket, player)], "own_stream_failed"):
                await self.take_messages(HELLO, self.answer_hello)


class _OwnState(LiveZone):
    """All that is not over, as JSON."""

    def __init__(self, socket: WebSocket, player: Player) -> None:
        self._copy = service_of(socket, OwnMatchesCopy)
        self._service = service_of(socket, MatchService)
        self._player = player
        self._sent: object = None

    def followed(self, reader: Subscriber) -> AbstractContextManager[object]:
        return self._copy.followed(self._player.id, reader)

    async def frame(self) -> Encoded | None:
        now = await self._copy.current(self._player.id)
        if now is self._sent:
            return None  # only its clocks would differ
        self._sent = now
        return encoded(own_state(self._player, *now, self._service.site_time()))
