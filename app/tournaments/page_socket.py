"""`WS /tournament/{id}/live`: an event's open page, in fragments: what all see, the boards, and the viewer's next step.

`WS /tournament/{id}/wall/live` is that of the projector.
"""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.live.client_messages import HELLO
from app.live.incoming import Incoming, serve_page
from app.live.server_messages import Encoded
from app.notices.banner import banner_pushed
from app.players.player import Player
from app.tasks import running
from app.tournaments.event import StoredEvent
from app.tournaments.frames import EventFrames, Figures
from app.tournaments.live_state import LiveStates
from app.tournaments.own_facts import own_facts
from app.tournaments.presence import admit, keep_waiting
from app.tournaments.service import TournamentService
from app.web.http import site_url
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


class WallSocket(Incoming):
    """The socket of a projector."""

    _fail = Incoming._let_reload

    def __init__(self, socket: WebSocket) -> None:
        super().__init__(socket)
        self._id: str = socket.path_params["id"]
        self._service = service_of(socket, TournamentService)
        self._frames = service_of(socket, EventFrames)

    async def run(self, player: Player | None) -> None:
        """Send what changes until the socket closes."""
        async with (
            banner_pushed(self._socket, self._send),
            running(self._push(partial(self._send_news, player), "tournament_page_failed")),
        ):
            await self._take_messages(HELLO, self._answer_hello)

    async def _send_news(self, player: Player | None) -> None:
        shown: tuple[Encoded, ...] = ()
        with self._service.feed.subscribed(self._id) as reader:
            async for _ in reader:
                drawn = await self._drawn(await self._service.current(self._id), player)
                for frame in drawn:
                    if frame not in shown:
                        await self._say(frame)
                shown = drawn

    async def _drawn(self, event: StoredEvent, player: Player | None) -> tuple[Encoded, ...]:
        """Return the zones of the page, which are sent if they differ from those before."""
        return self._frames.clock(event, self._service.site_time()), self._frames.wall(event)


class EventSocket(WallSocket):
    """The socket of an event's page, which has the boards as small pictures, too."""

    async def run(self, player: Player | None) -> None:
        """Send what changes until the socket closes."""
        async with (
            running(self._push(self._send_live_state, "tournament_page_failed")),
            running(keep_waiting(self._service, self._id, player)),
        ):
            await super().run(player)

    async def _drawn(self, event: StoredEvent, player: Player | None) -> tuple[Encoded, ...]:
        frames = self._frames
        always = (
            frames.clock(event, self._service.site_time()),
            frames.shared(event, await self._service.log_of(event)),
            frames.own(event, player, *await own_facts(self._socket, player, event)),
        )
        if not await self._service.is_organizer(event, player):
            return always
        return *always, frames.organizers(event, player, f"{site_url(self._socket)}/tournament/{event.id}")

    async def _send_live_state(self) -> None:
        """Send the pictures of the boards and who is here: whole when the boards change, then each that changes."""
        states = service_of(self._socket, LiveStates)
        figures: Figures | None = None
        people: Encoded | None = None
        with self._service.feed.subscribed(self._id) as reader, states.subscribed(self._id, reader):
            async for _ in reader:
                event, state = await self._service.current(self._id), states.of(self._id)
                before, figures = figures, self._frames.figures(event, state)
                if before is None or before.keys() != figures.keys():
                    await self._say(self._frames.pictures(figures))
                elif frame := self._frames.changed(before, figures):
                    await self._say(frame)
                if people is not (now := self._frames.people(event, state.here)):
                    people = now
                    await self._say(now)
