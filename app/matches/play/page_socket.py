"""`WS /match/{id}/live`: the board's socket. HTML fragments go out, actions and small questions come in.

The first frame is the whole stage; each later one holds the zones that changed and the events that led there, for the
animation. An answer to a refused action goes to its sender alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Final, assert_never

from fastapi import APIRouter, Depends
from starlette.websockets import WebSocket

from app.base.drawing.failure import DrawingError, drawing
from app.base.errors import AppError, Code
from app.base.live.client_messages import ActIn, FeatureIn, FrontIn, HelloIn, LiftIn, WhyIn
from app.base.live.connection import Connection, serve_page
from app.base.live.page import zones_sent
from app.base.live.server_messages import Refused
from app.base.web.http import site_url
from app.base.web.limits import Limit, RateLimits
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.matches.core.features import BY_MESSAGE, PAGE, PageMessage
from app.matches.core.live.hub import Subscription
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.live.update import Update
from app.matches.core.sockets.match_socket import MatchConnection, admit
from app.matches.play.board_session import WHOLE, BoardSession
from app.matches.play.seen_zone import seen_zones
from app.matches.table.drawing import toast
from app.matches.talk.page import talk_pushed
from app.people.notices.banner import BannerZone
from app.people.players.player import Player
from engine.seat import Seat

router = APIRouter()

MAX_LAG: Final = (
    2  # steps a page may be behind before they come as one frame: it shows the newest state, not every step
)


@router.websocket("/match/{match_id}/live", dependencies=[Depends(Limit("ask"))])
async def live(socket: WebSocket, match_id: str) -> None:
    """Serve one page's socket, from its handshake to its end; a visitor without a seat or a cookie watches."""
    await serve_page(socket, "page", partial(admit, socket, match_id), PageConnection(socket, match_id).run)


class PageConnection(MatchConnection):
    """The socket of one open page."""

    failure = "board_failed"
    answers_presses = True
    fail = Connection.let_reload

    def __init__(self, socket: WebSocket, match_id: str) -> None:
        super().__init__(socket, match_id)
        self._templates = service_of(socket, Templates)
        self._player: Player | None = None

    async def run(self, player: Player | None) -> None:
        """Show every update until the socket closes; meanwhile take messages."""
        self._player = player
        async with self.subscribed(player, MAX_LAG) as subscription:
            asked = seen_zones(self.socket, subscription.live.row, player)
            try:
                async with (
                    zones_sent(self, [BannerZone(self.socket), *asked], "banner_failed"),
                    talk_pushed(self.socket, subscription.live, player, self.send),
                ):
                    await self.take_messages(PAGE, partial(self._handle, subscription))
            except DrawingError:
                await self.fail(self.failure, match=self.match_id)

    def on_subscribed(self, subscription: Subscription) -> None:
        player_id, site = subscription.player_id, site_url(self.socket)
        self._session = BoardSession(self._templates, subscription.live, player_id, site)

    async def send_updates(self, subscription: Subscription) -> None:
        try:
            async for update in subscription:
                if not update.row.seats_of(subscription.player_id):
                    await self.wait_for("look")  # any number may watch; changes in between come together
                await self._show(update)
                del update  # not kept while the next one is awaited
        except AppError:
            await self.give_up()  # the database is away: the page comes back on its own

    async def _show(self, update: Update) -> None:
        """Show one update, and play what follows it; no frame is held while the next one is awaited."""
        if self._session.shown is None:
            self._lift_again()
        frame, follows = self._session.news(update)
        if frame is not None:
            await self.send_encoded(frame)
        for seat, action in follows:
            await self._carry_on(update.seq, seat, action)

    async def _carry_on(self, seq: int, seat: Seat, action: Mapping[str, object]) -> None:
        """Play what follows as an action of its own; if that fails the page has its buttons for it."""
        try:
            await self.service.act(self.match_id, self._seated(), seq, action, seat)
        except AppError:
            await self._snapshot()

    async def _handle(self, subscription: Subscription, message: PageMessage) -> None:
        """Carry out one message; what it changes comes to everybody as an update."""
        match message:
            case ActIn():
                await self._act(subscription.live, message)
            case FrontIn():
                subscription.put(in_front=message.front)
            case HelloIn() | WhyIn() | LiftIn():
                await self._answer(message)
            case FeatureIn():
                await self._handle_by_feature(message)
            case _:
                assert_never(message)

    async def _answer(self, message: HelloIn | WhyIn | LiftIn) -> None:
        answer = self._session.answer(message)
        if answer == WHOLE:
            await self._snapshot()
        elif answer is not None:
            await self.send(answer)

    async def _act(self, live: LiveMatch, sent: ActIn) -> None:
        """Play an action, if it was not played before; a page that did not know the newest state gets it."""
        service_of(self.socket, RateLimits).check("act", self.socket, self._player)
        session = self._session
        seat, acted = session.spoken_for(), session.acted
        session.act()
        try:
            await self.service.act(self.match_id, self._seated(), sent.seq, sent.action, seat)
        except AppError as error:
            if self.press is not None and sent.seq < live.seq:
                session.acted = acted
                if await self.service.was_played(self.match_id, self._seated(), sent.seq, sent.action):
                    return
            await self.refuse(error)
            if error.code == "stale_seq":
                await self._snapshot()

    async def _handle_by_feature(self, message: FeatureIn) -> None:
        service_of(self.socket, RateLimits).check(BY_MESSAGE[type(message)].price, self.socket, self._player)
        await self.service.handle(self.match_id, self._seated(), message, self._session.spoken_for())

    def _seated(self) -> Player:
        if self._player is None:
            raise AppError(Code.not_your_seat)
        return self._player

    async def _snapshot(self) -> None:
        await self.wait_for("board")
        with drawing():
            frame = self._session.snapshot()
        await self.send_encoded(frame)

    def _lift_again(self) -> None:
        """Take the cover away that the page had lifted on its last connection. It names the seat, and the number of
        actions that it shows: a line that breaks for a moment must not close a deck that is being built."""
        asked = self.socket.query_params
        if re.fullmatch("[0-9]{1,6}", seq := asked.get("seq", "")):
            self._session.lift_again(asked.get("lifted"), int(seq))

    def refusal(self, error: AppError) -> Refused:
        return toast(self._templates, error)
