"""The lobby's sockets: `WS /lobby/live` for the start page, in fragments, and `WS /api/lobby/stream` for programs.

Each message has the whole of a part that changed, so a client that was away for a while needs nothing else. See
docs/decisions/lobby.md.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import partial

from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.live.client_messages import HELLO
from app.live.connection import Connection, serve, serve_page
from app.live.server_messages import Encoded, encoded
from app.lobby.feed import LobbyFeed, LobbyReader
from app.lobby.friend_lines import lines_of
from app.lobby.own_matches import own_lines
from app.lobby.zones import FRIENDS, ZONES, LobbyFrames, LobbyZone
from app.matches.finding.listing import lobby_state
from app.matches.opponents.friends import Friends
from app.matches.opponents.friends_here import FriendsHere, Visit
from app.notices.banner import banner_pushed
from app.players.identity import player_or_none
from app.players.player import Player
from app.tasks import running
from app.web.services import service_of

router = APIRouter()


async def _asker(socket: WebSocket) -> Player | None:
    return await player_or_none(socket)


@router.websocket("/lobby/live")
async def live(socket: WebSocket) -> None:
    """Serve one start page's socket, from its handshake to its end."""
    await serve_page(socket, "lobby", lambda: _asker(socket), LobbyPage(socket).run)


@router.websocket("/api/lobby/stream")
async def stream(socket: WebSocket) -> None:
    """Serve one program's stream of the lobby; it needs no token, everybody sees the same."""
    await serve(socket, "lobby", lambda: _asker(socket), LobbyStream(socket).run)


class LobbyConnection(Connection):
    """An accepted socket to the lobby."""

    async def run(self, player: Player | None) -> None:
        """Send what changes until the socket closes."""
        async with (
            service_of(self.socket, LobbyFeed).subscribed(player.id if player else None) as reader,
            running(self.push(partial(self._follow, reader, player), "lobby_failed")),
        ):
            await self.take_messages(HELLO, self.answer_hello)

    @abstractmethod
    async def _follow(self, reader: LobbyReader, player: Player | None) -> None:
        """Send changes, for ever; WebSocketDisconnect when the client has gone."""


class LobbyPage(LobbyConnection):
    """The socket of one open start page."""

    async def run(self, player: Player | None) -> None:
        """Send what changes, the host's notices, too, until the socket closes."""
        async with banner_pushed(self.socket, self.send):
            await super().run(player)

    fail = Connection.let_reload

    async def _follow(self, reader: LobbyReader, player: Player | None) -> None:
        if player is None:
            await self._follow_as(reader, None, None)
            return
        here = service_of(self.socket, FriendsHere)
        with here.visiting(player.id, reader.wake_for_friends) as visit:
            reader.friends_changed = True
            await self._follow_as(reader, player, visit)

    async def _follow_as(self, reader: LobbyReader, player: Player | None, visit: Visit | None) -> None:
        frames = service_of(self.socket, LobbyFrames)
        shown: dict[LobbyZone | str, Encoded] = {}
        challenges: object = None
        player_id = player.id if player else None
        async for now in reader:
            if reader.own_changed:
                reader.own_changed = False
                await self.send_encoded(frames.own(await own_lines(self.socket, player)))
            if player is not None and visit is not None and reader.friends_changed:
                reader.friends_changed = False
                frame = await self._friends(player, visit)
                if shown.get(FRIENDS) != frame:
                    shown[FRIENDS] = frame
                    await self.send_encoded(frame)
            if player_id is not None and challenges != now.challenges.get(player_id, ()):
                challenges = now.challenges.get(player_id, ())
                await self.send_encoded(frames.challenges(now, player_id))
            for zone in ZONES:
                frame = frames.frame(zone, now, player_id)
                if shown.get(zone) != frame:
                    shown[zone] = frame
                    await self.send_encoded(frame)

    async def _friends(self, player: Player, visit: Visit) -> Encoded:
        friends = await service_of(self.socket, Friends).of(player)
        service_of(self.socket, FriendsHere).show(visit, [one.player.id for one in friends])
        return service_of(self.socket, LobbyFrames).friends(await lines_of(self.socket, friends))


class LobbyStream(LobbyConnection):
    """The stream of one program."""

    async def _follow(self, reader: LobbyReader, player: Player | None) -> None:
        last = None
        async for now in reader:
            reader.own_changed = False  # a program's own matches have streams of their own
            if now is not last:
                last = now
                await self.send_encoded(encoded(lobby_state(now, player)))
