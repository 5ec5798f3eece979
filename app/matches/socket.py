"""`WS /api/matches/{id}/stream` (docs/api.md): state on connection, one message per action, actions the other way.

See docs/decisions/socket-protocol.md.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, StrictInt, ValidationError
from pydantic import Field as PydanticField
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.errors import AppError, complaint
from app.live.incoming import Incoming
from app.live.messages import ActIn
from app.matches.api import match_service
from app.matches.hub import Subscription
from app.matches.live_match import Update
from app.matches.match_history import match_history
from app.matches.seats import Viewer
from app.matches.service import MatchService
from app.players.identity import player_or_none, player_service
from app.players.models import Player
from app.web.limits import rate_limits
from app.web.logs import log
from app.web.metrics import metrics
from app.web.origin import refuse_socket

router = APIRouter()

TOKEN_SECONDS: Final = 15.0  # how long a new socket may keep silent about who it is


class SinceIn(BaseModel):
    """A reader's wish to hear again what came after `since`."""

    model_config = ConfigDict(extra="forbid")

    since: StrictInt = PydanticField(ge=0, le=10_000_000)


class TokenIn(BaseModel):
    """The reader's token, where the handshake could not carry it."""

    model_config = ConfigDict(extra="forbid")

    token: str = PydanticField(max_length=200)


@router.websocket("/api/matches/{match_id}/stream")
async def stream(socket: WebSocket, match_id: str) -> None:
    """Serve one reader's stream, from its handshake to its end."""
    service = match_service(socket)
    try:
        rate_limits(socket).check("ask", socket)
        player = await player_or_none(socket)
        await service.live_match(match_id)
    except AppError as error:
        await refuse_socket(socket, error)
        return
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect), metrics(socket).socket("api"):
        connection = Connection(socket, service, match_id)
        player = player or await connection.ask_token()
        if player is not None:
            await connection.serve(player)


class Connection(Incoming):
    """An accepted socket: what it sends and what it takes."""

    def __init__(self, socket: WebSocket, service: MatchService, match_id: str) -> None:
        super().__init__(socket)
        self._service = service
        self._match_id = match_id

    async def serve(self, player: Player) -> None:
        """Send every update until the socket closes; meanwhile take messages."""
        subscription = await self._service.watch(self._match_id, player)
        sender = asyncio.create_task(self._send_updates(subscription))
        try:
            async for message in self._messages():
                await self._answer(player, message)
        finally:
            self._service.unwatch(subscription)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    async def ask_token(self) -> Player | None:
        """Return the player named by the first message; None, and a closed socket, if none comes."""
        try:
            async with asyncio.timeout(TOKEN_SECONDS):
                async for message in self._messages():
                    player = await self._player_of(message)
                    if player is not None:
                        return player
        except TimeoutError:
            await self._refuse(AppError("no_token", 401))
            await self._close()
        return None

    async def _player_of(self, message: Any) -> Player | None:
        try:
            token = TokenIn.model_validate(message).token
        except ValidationError:
            await self._refuse(AppError("no_token", 401))
            return None
        player = await player_service(self._socket).by_token(token)
        if player is None:
            await self._refuse(AppError("bad_token", 401))
        return player

    async def _answer(self, player: Player, message: Any) -> None:
        """Carry out one message. An action is answered by the update that everybody gets."""
        try:
            if isinstance(message, dict) and "since" in message:
                since = SinceIn.model_validate(message).since
                rate_limits(self._socket).check("since", self._socket, player)
                await self._resend(player, since)
            else:
                sent = ActIn.model_validate(message)
                rate_limits(self._socket).check("act", self._socket, player)
                await self._service.act(self._match_id, player, sent.seq, sent.action)
        except ValidationError as error:
            await self._refuse(
                AppError(
                    "malformed",
                    400,
                    detail=complaint(error.errors(include_url=False, include_context=False, include_input=False)),
                )
            )
        except WebSocketDisconnect:
            raise
        except Exception as error:
            await self._refuse(AppError.of(error))

    async def _resend(self, player: Player, seq: int) -> None:
        live = await self._service.live_match(self._match_id)
        async for message in match_history(self._socket).messages(live, player.id, seq):
            await self._say(message)

    async def _send_updates(self, subscription: Subscription) -> None:
        try:
            async for update in subscription:
                if not update.row.seats_of(subscription.player_id):
                    await self._wait_for("look")
                await self._send(update, subscription.viewer)
        except WebSocketDisconnect:
            return  # the reader has gone; the receiving side notices, too
        except Exception:
            log.exception("stream_failed", match=self._match_id)
            with contextlib.suppress(WebSocketDisconnect):
                await self._refuse(AppError("internal", 500))
            await self._give_up()

    async def _send(self, update: Update, viewer: Viewer) -> None:
        if update.full:
            await self._say(update.state_json(viewer).decode())
        elif update.kinds != {"presence"}:  # who is there stands in the state; it is no action
            await self._say(update.message_json(viewer))
