"""`WS /api/matches/{id}/talk/stream` (docs/api.md): the chat of a match, live, in both directions."""

from __future__ import annotations

from functools import partial
from typing import Final

from fastapi import APIRouter, Depends
from pydantic import TypeAdapter
from starlette.websockets import WebSocket

from app.base.errors import Code, malformed
from app.base.live.client_messages import ActIn, reader, type_or_key
from app.base.live.connection import serve
from app.base.web.limits import Limit, RateLimits
from app.base.web.services import service_of
from app.matches.core.live.hub import Subscription
from app.matches.core.sockets.match_socket import StreamConnection, admit
from app.matches.talk.api import SayIn, line_out
from app.matches.talk.service import TalkService
from app.people.players.bans.bans import BanList
from app.people.players.player import Player

router = APIRouter()

TalkMessage = SayIn | ActIn
TALK: Final[TypeAdapter[TalkMessage]] = reader(TalkMessage, type_or_key)


@router.websocket("/api/matches/{match_id}/talk/stream", dependencies=[Depends(Limit("ask"))])
async def talk_stream(socket: WebSocket, match_id: str) -> None:
    """Serve one listener, from the handshake to its end."""
    await serve(socket, "talk", partial(admit, socket, match_id), TalkConnection(socket, match_id).run)


class TalkConnection(StreamConnection):
    """The socket of one listener."""

    failure = "talk_stream_failed"

    async def run(self, player: Player | None) -> None:
        """Send every line until the socket closes; meanwhile receive lines."""
        player = player or await self.ask_token()
        if player is not None:
            self._player = player
            async with self.subscribed(player):
                await self.take_messages(TALK, partial(self._speak, player))

    async def _speak(self, player: Player, message: TalkMessage) -> None:
        if isinstance(message, ActIn):
            raise malformed(Code.actions_elsewhere)
        self.check("play")
        service_of(self.socket, RateLimits).check("talk", self.socket, player)
        await service_of(self.socket, BanList).check("mute", player, self.socket)
        await service_of(self.socket, TalkService).say(self.match_id, player, message.said)

    async def send_updates(self, subscription: Subscription) -> None:
        """Send each line once that this listener may read: those of spectators after the end of the match."""
        sent: set[int] = set()
        first = True
        async with service_of(self.socket, TalkService).reader(subscription.live, self._player) as reader:
            while True:
                await reader.woken()
                lines = [line for line in reader.lines() if line.number not in sent]
                sent.update(line.number for line in lines)
                if lines or first:
                    await self.send({"type": "talk", "lines": [line_out(line) for line in lines]})
                    first = False
