"""`WS /tournament/{id}/live`: an event's open page, in fragments: the part that all see, and the viewer's next step."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.live.client_messages import HELLO
from app.live.incoming import Incoming, serve_page
from app.live.server_messages import Encoded
from app.notices.banner import banner_pushed
from app.players.identity import player_or_none
from app.players.player import Player
from app.tasks import running
from app.tournaments.decks import deck_names
from app.tournaments.drawing import EventFrames
from app.tournaments.presence import keep_waiting
from app.tournaments.service import TournamentService
from app.web.services import service_of

router = APIRouter()


@router.websocket("/tournament/{id}/live")
async def live(socket: WebSocket) -> None:
    """Serve the socket of an event's page; in an arena its player waits for the next match with it."""
    tournament_id = socket.path_params["id"]

    async def admit() -> Player | None:
        await service_of(socket, TournamentService).current(tournament_id)
        return await player_or_none(socket)

    await serve_page(socket, "tournament", admit, EventPage(socket, tournament_id).run)


class EventPage(Incoming):
    """The socket of one open page."""

    def __init__(self, socket: WebSocket, tournament_id: str) -> None:
        super().__init__(socket)
        self._id = tournament_id
        self._service = service_of(socket, TournamentService)

    async def run(self, player: Player | None) -> None:
        """Send what changes until the socket closes."""
        async with (
            banner_pushed(self._socket, self._send),
            running(self._send_news(player)),
            running(keep_waiting(self._service, self._id, player)),
        ):
            await self._take_messages(HELLO, self._answer_hello)

    async def _send_news(self, player: Player | None) -> None:
        try:
            await self._follow(player)
        except WebSocketDisconnect:
            return  # the receiving side notices, too
        except Exception:
            await self._let_reload("tournament_page_failed")

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
