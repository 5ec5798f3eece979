"""The lobby's sockets: `WS /lobby/live` for the start page, in fragments, and `WS /api/lobby/stream` for programs.

Each message has the whole of the parts that changed, so a client that was away for a while needs nothing else. See
docs/decisions/lobby.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from fastapi import APIRouter, Depends
from starlette.websockets import WebSocket

from app.base.live.connection import serve, serve_page
from app.base.live.page import LivePage, LiveStream, LiveZone
from app.base.live.server_messages import Encoded, encoded
from app.base.live.topic import Relay
from app.base.subscriber import Subscriber
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.matches.core.finding.listing import lobby_state
from app.matches.core.opponents.friends import Friends
from app.matches.core.opponents.friends_here import FriendsHere
from app.matches.core.opponents.own_matches import OwnMatchesCopy
from app.people.notices.banner import BannerZone
from app.people.players.identity import player_or_none
from app.people.players.player import Player
from app.site.lobby.copies import LobbyCopy
from app.site.lobby.friend_items import items_of
from app.site.lobby.own_matches import lines
from app.site.lobby.showcase import ShowcaseCopy
from app.site.lobby.zones import LISTS, LobbyFrames, LobbyList, challenge_items

router = APIRouter()


@router.websocket("/lobby/live", dependencies=[Depends(Limit("ask"))])
async def live(socket: WebSocket) -> None:
    """Serve one start page's socket, from its handshake to its end."""

    async def show(player: Player | None) -> None:
        own = [OwnZone(socket, player), FriendsZone(socket, player), ChallengesZone(socket, player)] if player else []
        lists = [ListZone(socket, player, one) for one in LISTS]
        await LivePage(socket, [BannerZone(socket), *own, *lists, ShowcaseZone(socket)], "lobby_failed").run()

    await serve_page(socket, "lobby", lambda: player_or_none(socket), show)


@router.websocket("/api/lobby/stream", dependencies=[Depends(Limit("ask"))])
async def stream(socket: WebSocket) -> None:
    """Serve one program's stream of the lobby; it needs no token, everybody sees the same."""

    async def show(player: Player | None) -> None:
        await LiveStream(socket, [LobbyJson(socket, player)], "lobby_failed").run()

    await serve(socket, "lobby", lambda: player_or_none(socket), show)


class _OfLobby(LiveZone):
    """A part that shows the lobby to a player, or to somebody without a cookie."""

    def __init__(self, socket: WebSocket, player: Player | None) -> None:
        self.socket = socket
        self.copy = service_of(socket, LobbyCopy)
        self.frames = service_of(socket, LobbyFrames)
        self.player = player
        self.player_id = player.id if player else None

    def followed(self, reader: Subscriber) -> AbstractContextManager[object]:
        return self.copy.followed(None, reader)


class ListZone(_OfLobby):
    """A public list."""

    def __init__(self, socket: WebSocket, player: Player | None, shown: LobbyList) -> None:
        super().__init__(socket, player)
        self._list = shown

    async def frame(self) -> Encoded | None:
        return self.frames.frame(self._list, await self.copy.current(None), self.player_id)


class ChallengesZone(_OfLobby):
    """The challenges that a player has received."""

    _shown: object = None

    async def frame(self) -> Encoded | None:
        now = await self.copy.current(None)
        received = now.challenges.get(self.player_id or "", ())
        if received == self._shown:
            return None
        self._shown = received
        return self.frames.challenges(challenge_items(received))


class LobbyJson(_OfLobby):
    """The whole lobby for a program."""

    _sent: object = None

    async def frame(self) -> Encoded | None:
        now = await self.copy.current(None)
        if now is self._sent:
            return None
        self._sent = now
        return encoded(lobby_state(now, self.player))


class ShowcaseZone(LiveZone):
    """The match that everybody is shown."""

    _sent: object = None

    def __init__(self, socket: WebSocket) -> None:
        self._copy = service_of(socket, ShowcaseCopy)
        self._frames = service_of(socket, LobbyFrames)

    def followed(self, reader: Subscriber) -> AbstractContextManager[object]:
        return self._copy.followed(None, reader)

    async def frame(self) -> Encoded | None:
        shown = await self._copy.current(None)
        if shown is self._sent:
            return None
        self._sent = shown
        return self._frames.showcase(shown)


class OwnZone(LiveZone):
    """A player's own matches that are not over; the page was drawn with those of its moment."""

    def __init__(self, socket: WebSocket, player: Player) -> None:
        self._socket = socket
        self._copy = service_of(socket, OwnMatchesCopy)
        self._frames = service_of(socket, LobbyFrames)
        self._player = player

    @contextmanager
    def followed(self, reader: Subscriber) -> Iterator[None]:
        self._news = Relay(reader, has_news=False)
        with self._copy.followed(self._player.id, self._news):
            yield

    async def frame(self) -> Encoded | None:
        if not self._news.taken():
            return None
        now = await self._copy.current(self._player.id)
        return self._frames.own(lines(self._socket, now.ongoing))


class FriendsZone(LiveZone):
    """A player's friends, and which of them are here."""

    def __init__(self, socket: WebSocket, player: Player) -> None:
        self._socket = socket
        self._here = service_of(socket, FriendsHere)
        self._player = player

    @contextmanager
    def followed(self, reader: Subscriber) -> Iterator[None]:
        self._news = Relay(reader, has_news=True)
        with self._here.visiting(self._player.id, self._news.wake) as self._visit:
            yield

    async def frame(self) -> Encoded | None:
        if not self._news.taken():
            return None
        friends = await service_of(self._socket, Friends).of(self._player)
        self._here.show(self._visit, [one.player.id for one in friends])
        return service_of(self._socket, LobbyFrames).friends(await items_of(self._socket, friends))
