"""`WS /api/matches/{id}/stream` (docs/api.md): state on connection, one message per action, actions the other way.

See docs/decisions/socket-protocol.md.
"""

from __future__ import annotations

import contextlib
from abc import abstractmethod
from collections.abc import AsyncIterator
from functools import partial
from typing import assert_never

from fastapi import APIRouter, Depends
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.base.complaints import complaint
from app.base.errors import AppError, Code
from app.base.live.client_messages import STREAM, ActIn, SinceIn, StreamMessage
from app.base.live.connection import Connection, serve
from app.base.web.limits import Limit
from app.base.web.running import running
from app.base.web.services import service_of
from app.matches.core.history.match_history import MatchHistory
from app.matches.core.live.hub import MAX_LAG, Subscription
from app.matches.core.live.update import Update
from app.matches.core.match_state import state_json, step_json
from app.matches.core.reader_role import ReaderRole
from app.matches.core.service import MatchService
from app.matches.core.sockets.program_socket import ProgramConnection
from app.people.players.identity import player_or_none
from app.people.players.player import Player

router = APIRouter()


@router.websocket("/api/matches/{match_id}/stream", dependencies=[Depends(Limit("ask"))])
async def stream(socket: WebSocket, match_id: str) -> None:
    """Serve one reader's stream, from its handshake to its end."""
    connection = StreamConnection(socket, match_id)
    await serve(socket, "api", partial(admit, socket, match_id), connection.run)


async def admit(socket: WebSocket, match_id: str) -> Player | None:
    """Return the player who opens a socket to this match, None if unknown; AppError where there is no such match."""
    player = await player_or_none(socket)
    await service_of(socket, MatchService).live_matches.check_exists(match_id)
    return player


class MatchConnection(Connection):
    failure = "stream_failed"  # as it is logged

    def __init__(self, socket: WebSocket, match_id: str) -> None:
        super().__init__(socket)
        self.service = service_of(socket, MatchService)
        self.match_id = match_id

    @contextlib.asynccontextmanager
    async def subscribed(self, player: Player | None, max_lag: int = MAX_LAG) -> AsyncIterator[Subscription]:
        """Send every update while the block lasts; a match that has gone meanwhile ends the socket."""
        try:
            subscription = await self.service.watch(self.match_id, player, max_lag)
        except AppError as error:
            await self.refuse(error)
            await self.give_up()
            raise WebSocketDisconnect from error
        try:
            self.on_subscribed(subscription)
            send = partial(self.send_updates, subscription)
            async with running(self.push(send, self.failure, match=self.match_id)):
                yield subscription
        finally:
            self.service.unwatch(subscription)

    def on_subscribed(self, subscription: Subscription) -> None:
        """Prepare for the first update, and the first message."""

    @abstractmethod
    async def send_updates(self, subscription: Subscription) -> None:
        """Send updates forever; WebSocketDisconnect when the client has gone."""


class StreamConnection(MatchConnection, ProgramConnection):
    """The stream of one program."""

    async def run(self, player: Player | None) -> None:
        """Send every update until the socket closes; meanwhile take messages."""
        player = player or await self.ask_token()
        if player is not None:
            async with self.subscribed(player):
                await self.take_messages(STREAM, partial(self._answer, player))

    async def _answer(self, player: Player, message: StreamMessage) -> None:
        """Carry out one message. An action is answered by the update that everybody gets."""
        match message:
            case SinceIn():
                self.limits.check("since", self.socket, player)
                await self._resend(player, message.since)
            case ActIn():
                self.check("play")
                self.limits.check("act", self.socket, player)
                await self.service.act(self.match_id, player, message.seq, message.action)
            case _:
                assert_never(message)

    def malformed(self, error: ValidationError) -> AppError:
        found = error.errors(include_url=False, include_input=False)
        found[0]["loc"] = found[0]["loc"][1:]  # behind the message's type
        return AppError(Code.malformed, detail=complaint(found))

    async def _resend(self, player: Player, seq: int) -> None:
        live = await self.service.live_match(self.match_id)
        async for message in service_of(self.socket, MatchHistory).messages(live, player.id, seq):
            await self.send_encoded(message)

    async def send_updates(self, subscription: Subscription) -> None:
        async for update in subscription:
            reader = subscription.reader
            if reader.seat is None and not update.row.seats_of(subscription.player_id):
                await self.wait_for("look")
            await self._send_update(update, reader)

    async def _send_update(self, update: Update, reader: ReaderRole) -> None:
        if update.full:
            await self.send_encoded(state_json(update, reader))
        elif update.kinds != {"presence"}:  # presence is part of the state; it is no action
            await self.send_encoded(step_json(update, reader))
