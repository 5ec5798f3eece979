"""`WS /api/tournaments/{id}/stream` (docs/api.md): an event as its reader may see it, again after each change."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.live.client_messages import HELLO
from app.live.connection import serve
from app.live.server_messages import Encoded
from app.matches.sockets.program_socket import ProgramConnection
from app.players.player import Player
from app.tournaments.asker import organizes
from app.tournaments.presence import EventPresence, admit
from app.tournaments.service import TournamentService
from app.tournaments.state import state
from app.web.limits import RateLimits
from app.web.running import running
from app.web.services import service_of

router = APIRouter()


@router.websocket("/api/tournaments/{id}/stream")
async def stream(socket: WebSocket) -> None:
    """Serve one program's stream of an event; in an arena its player waits for the next match with it."""
    await serve(socket, "tournament", partial(admit, socket), TournamentStream(socket).run)


class TournamentStream(ProgramConnection):
    """The stream of one program."""

    def __init__(self, socket: WebSocket) -> None:
        super().__init__(socket)
        self._id: str = socket.path_params["id"]
        self._service = service_of(socket, TournamentService)

    async def run(self, player: Player | None) -> None:
        """Send what changes until the socket closes."""
        async with (
            running(self.push(partial(self._follow, player), "tournament_stream_failed")),
            service_of(self.socket, EventPresence).counted(self._id, player),
        ):
            await self.take_messages(HELLO, self.answer_hello)

    async def _follow(self, player: Player | None) -> None:
        sent, limits = b"", service_of(self.socket, RateLimits)
        with self._service.feed.subscribed(self._id) as reader:
            async for _ in reader:
                event = await self._service.current(self._id)
                organizer = await organizes(self.socket, event, player)
                text = state(event, self._service.site_time(), event.entry_of(player), organizer=organizer)
                if text != sent:
                    sent = text
                    await limits.wait_for_bytes(self.socket, len(text))
                    await self.send_encoded(Encoded(f'{{"type":"tournament","tournament":{text.decode()}}}'))
