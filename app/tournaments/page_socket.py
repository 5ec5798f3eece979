"""`WS /tournament/{id}/live`: an event's open page, in fragments: the part that all see, and the viewer's next step."""

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
from app.tournaments.decks import deck_names
from app.tournaments.drawing import EventFrames
from app.tournaments.presence import admit, keep_waiting
from app.tournaments.service import TournamentService
from app.web.services import service_of

router = APIRouter()


@router.websocket("/tournament/{id}/live")
async def live(socket: WebSocket) -> None:
    """Serve the socket of an event's page; in an arena its player waits for the next match with it."""
    await serve_page(socket, "tournament", partial(admit, socket), EventPage(socket).run)


class EventPage(Incoming):
    """The socket of one open page."""

    _fail = Incoming._let_reload

    def __init__(self, socket: WebSocket) -> None:
        super().__init__(socket)
        self._id: str = socket.path_params["id"]
        self._service = service_of(socket, TournamentService)

    async def run(self, player: Player | None) -> None:
        """Send what changes until the socket closes."""
        async with (
            banner_pushed(self._socket, self._send),
            running(self._push(partial(self._follow, player), "tournament_page_failed")),
            running(keep_waiting(self._service, self._id, player)),
        ):
            await self._take_messages(HELLO, self._answer_hello)

    async def _follow(self, player: Player | None) -> None:
        frames = service_of(self._socket, EventFrames)
        shown: tuple[Encoded, ...] = ()
        with self._service.feed.subscribed(self._id) as reader:
            async for _ in reader:
                event = await self._service.current(self._id)
                decks = await deck_names(self._socket, player, event)
                drawn = (
                    frames.clock(event, self._service.site_time()),
                    frames.shared(event),
                    frames.own(event, player, decks),
                )
                for frame in drawn:
                    if frame not in shown:
                        await self._say(frame)
                shown = drawn
