"""`WS /tournament/{id}/live`: an event's open page, in fragments: what all see, the boards, and the viewer's next step.

`WS /tournament/{id}/wall/live` is that of the projector.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import assert_never

from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.live.client_messages import EVENT, HELLO, EventMessage, FrontIn, HelloIn
from app.live.connection import Connection, serve_page
from app.live.page import zones_sent
from app.live.server_messages import Encoded
from app.matches.live.own_matches import TopicReader
from app.notices.banner import BannerZone
from app.players.player import Player
from app.tournaments.feed import EventCopy
from app.tournaments.frames import EventFrames, Figures
from app.tournaments.live_state import LiveStates
from app.tournaments.own_facts import own_facts
from app.tournaments.presence import EventPresence, OpenPage, admit
from app.tournaments.service import TournamentService
from app.web.http import site_url
from app.web.limits import RateLimits
from app.web.running import running
from app.web.services import service_of

router = APIRouter()


@router.websocket("/tournament/{id}/live")
async def live(socket: WebSocket) -> None:
    """Serve the socket of an event's page; in an arena its player waits for the next match with it."""
    await serve_page(socket, "tournament", partial(admit, socket), EventSocket(socket).run)


@router.websocket("/tournament/{id}/wall/live")
async def wall(socket: WebSocket) -> None:
    """Serve the socket of the projector's page."""
    await serve_page(socket, "tournament", partial(admit, socket), WallSocket(socket).run)


class WallSocket(Connection):
    """The socket of a projector."""

    fail = Connection.let_reload

    def __init__(self, socket: WebSocket) -> None:
        super().__init__(socket)
        self._id: str = socket.path_params["id"]
        self._service = service_of(socket, TournamentService)
        self._frames = service_of(socket, EventFrames)
        self._limits = service_of(socket, RateLimits)

    async def run(self, player: Player | None) -> None:
        """Send what changes until the socket closes."""
        async with (
            zones_sent(self, [BannerZone(self.socket)], "banner_failed"),
            running(self.push(partial(self._send_news, player), "tournament_page_failed")),
        ):
            await self.take_messages(HELLO, self.answer_hello)

    async def _send_news(self, player: Player | None) -> None:
        shown: Sequence[Encoded] = ()
        with self._reader() as reader:
            async for _ in reader:
                drawn = await self._drawn(await self._service.feed.current(self._id), player)
                for frame in drawn:
                    if frame not in shown:
                        await self._limits.wait_for_bytes(self.socket, len(frame))
                        await self.send_encoded(frame)
                shown = drawn

    def _reader(self) -> AbstractContextManager[TopicReader]:
        return self._service.feed.subscribed(self._id)

    async def _drawn(self, copy: EventCopy, player: Player | None) -> Sequence[Encoded]:
        """Return the zones of the page, which are sent if they differ from those before."""
        clock = self._frames.clock(copy.event, self._service.site_time())
        return clock.frame, self._frames.wall(copy.event).frame


class EventSocket(WallSocket):
    """The socket of an event's page, which has the boards as small pictures, too."""

    def __init__(self, socket: WebSocket) -> None:
        super().__init__(socket)
        self._states = service_of(socket, LiveStates)
        self._figures: Figures | None = None
        self._is_host = False

    async def run(self, player: Player | None) -> None:
        """Send what changes until the socket closes."""
        self._is_host = await self._service.is_host(player)
        async with (
            service_of(self.socket, EventPresence).counted(self._id, player) as page,
            zones_sent(self, [BannerZone(self.socket)], "banner_failed"),
            running(self.push(partial(self._send_news, player), "tournament_page_failed")),
        ):
            await self.take_messages(EVENT, partial(self._answer, page))

    async def _answer(self, page: OpenPage, message: EventMessage) -> None:
        match message:
            case HelloIn():
                await self.answer_hello(message)
            case FrontIn():
                await page.show(in_front=message.front)
            case _:
                assert_never(message)

    @contextmanager
    def _reader(self) -> Iterator[TopicReader]:
        with super()._reader() as reader, self._states.subscribed(self._id, reader):
            yield reader

    async def _drawn(self, copy: EventCopy, player: Player | None) -> Sequence[Encoded]:
        event, frames, state = copy.event, self._frames, self._states.of(self._id)
        zones = [
            frames.clock(event, self._service.site_time()),
            frames.shared(event, copy.acts),
            frames.own(event, player, await own_facts(self.socket, player, event)),
            frames.people(event, state.here),
        ]
        if player is not None and (self._is_host or event.is_organizer(player)):
            now = await self._service.moment(event, player)
            zones.append(frames.organizers(now, player, f"{site_url(self.socket)}/tournament/{event.id}"))
        return [*(zone.frame for zone in zones), *self._pictures(frames.figures(event, state))]

    def _pictures(self, figures: Figures) -> Sequence[Encoded]:
        """Return the pictures of the boards: all when the boards change, then each that changes."""
        before, self._figures = self._figures, figures
        changed = figures.changed_since(before)
        return () if changed is None else (changed,)
