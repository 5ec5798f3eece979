"""`WS /api/stream` (docs/api.md): a player's matches and challenges that are not over, again after each change."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.live.client_messages import HELLO
from app.live.connection import serve
from app.matches.finding.challenge_rows import Challenge
from app.matches.finding.listing import own_state
from app.matches.memory.ongoing import OngoingMatch
from app.matches.opponents.challenges import Challenges
from app.matches.service import MatchService
from app.matches.sockets.program_socket import ProgramConnection
from app.players.identity import player_or_none
from app.players.player import Player
from app.tasks import running
from app.web.services import service_of

router = APIRouter()


@router.websocket("/api/stream")
async def stream(socket: WebSocket) -> None:
    """Serve one program's stream of its own matches."""
    await serve(socket, "own", lambda: player_or_none(socket), OwnStream(socket).run)


class OwnStream(ProgramConnection):
    """The stream of one program."""

    async def run(self, player: Player | None) -> None:
        """Send what changes until the socket closes."""
        player = player or await self.ask_token()
        if player is None:
            return
        async with running(self.push(partial(self._follow, player), "own_stream_failed")):
            await self.take_messages(HELLO, self.answer_hello)

    async def _follow(self, player: Player) -> None:
        service = service_of(self.socket, MatchService)
        sent: tuple[list[OngoingMatch], list[Challenge]] | None = None
        with service.own_matches.subscribed(player.id) as reader:
            async for _ in reader:
                now = await service.ongoing_of(player), await service_of(self.socket, Challenges).of(player)
                if now != sent:
                    sent = now
                    await self.send(own_state(player, *now, service.site_time()))
