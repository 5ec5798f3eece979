"""`WS /match/{id}/live`: the board's socket. HTML fragments go out, actions and small questions come in.

The first frame is the whole stage; each later one holds the zones that changed and the events that led there, for the
animation. An answer to a refused action goes to its sender alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Final, assert_never

from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.base.drawing.failure import DrawingError, drawing
from app.base.errors import AppError, Code
from app.base.live.client_messages import ActIn, FeatureIn, FrontIn, HelloIn, LiftIn, WhyIn
from app.base.live.connection import Connection, serve_page
from app.base.live.page import zones_sent
from app.base.live.server_messages import Encoded, Refused
from app.base.web.http import site_url
from app.base.web.limits import RateLimits
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.matches.core.features import BY_MESSAGE, PAGE, PageMessage
from app.matches.core.live.hub import Subscription
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.live.update import Update
from app.matches.core.sockets.match_socket import MatchConnection, admit
from app.matches.play.forced_action import forced_actions
from app.matches.play.seen_zone import seen_zones
from app.matches.table import board
from app.matches.table.drawing import TableDrawing, swapped, table_drawing
from app.matches.table.stages import PageState
from app.matches.table.viewpoint import LiftedCover, Viewpoint, lifted_at, still_lifted, viewpoint_of
from app.matches.talk.page import talk_pushed
from app.people.notices.banner import BannerZone
from app.people.players.player import Player
from engine.seat import Seat, Viewer

router = APIRouter()

MAX_LAG: Final = (
    2  # steps a page may be behind before they come as one frame: it shows the newest state, not every step
)


@router.websocket("/match/{match_id}/live")
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
        templates = service_of(socket, Templates)
        self._templates = templates
        self._site = site_url(socket)
        self._player: Player | None = None
        self._lifted: LiftedCover | None = None
        self._acted = 0  # the turn in which this page last sent an action
        self._shown: PageState | None = None
        self._faces: set[str] = set()  # the keys of those that the page has got, for its animations

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

    async def send_updates(self, subscription: Subscription) -> None:
        try:
            async for update in subscription:
                if not update.row.seats_of(subscription.player_id):
                    await self.wait_for("look")  # any number may watch; changes in between come together
                await self._show(subscription, update)
        except AppError:
            await self.give_up()  # the database is away: the page comes back on its own

    async def _show(self, subscription: Subscription, update: Update) -> None:
        """Show one update, and play what follows it; no frame is held while the next one is awaited."""
        live = subscription.live
        if self._shown is None:
            self._lift_again(live)
        table = self._table(live, update, self._shown)
        player_id = self._player.id if self._player else None
        follows = forced_actions(update, live.seq, player_id, self._acted)
        if self._shown is None:
            frame: Encoded | None = table.snapshot(self._site)
        else:
            frame = table.change(self._shown, self._faces, self._site, more=bool(follows))
        self._shown = table.state
        if frame is not None:
            await self.send_encoded(frame)
        for seat, action in follows:
            await self._carry_on(subscription, update.seq, seat, action)

    async def _carry_on(self, subscription: Subscription, seq: int, seat: Seat, action: Mapping[str, object]) -> None:
        """Play what follows as an action of its own; if that fails the page has its buttons for it."""
        try:
            await self.service.act(self.match_id, self._seated(), seq, action, seat)
        except AppError:
            await self._snapshot(subscription)

    def _table(self, live: LiveMatch, update: Update, before: PageState | None = None) -> TableDrawing:
        return table_drawing(self._templates, update, self._viewpoint(live, update), before)

    def _viewpoint(self, live: LiveMatch, update: Update | None = None) -> Viewpoint:
        self._lifted = lifted = still_lifted(self._lifted, live) if self._lifted else None
        now = update or live
        return viewpoint_of(
            now.row, now.match, self._player.id if self._player else None, lifted.seat if lifted else None
        )

    async def _handle(self, subscription: Subscription, message: PageMessage) -> None:
        """Carry out one message; what it changes comes to everybody as an update."""
        match message:
            case ActIn():
                await self._act(subscription, message)
            case HelloIn(hello=seq) if seq == subscription.live.seq or (self._shown and seq == self._shown.seq):
                # What it has not got is on its way, or waits with reason.
                await self.send({"type": "beat", "beat": seq})
            case HelloIn():
                await self._snapshot(subscription)
            case FrontIn():
                subscription.put(in_front=message.front)
            case WhyIn():
                await self._explain(subscription, message.hand)
            case LiftIn():
                await self._lift(subscription, message.seat)
            case FeatureIn():
                await self._handle_by_feature(subscription.live, message)
            case _:
                assert_never(message)

    async def _act(self, subscription: Subscription, sent: ActIn) -> None:
        """Play an action, if it was not played before; a page that did not know the newest state gets it."""
        live = subscription.live
        service_of(self.socket, RateLimits).check("act", self.socket, self._player)
        seat = self._spoken_for(live)
        position, acted = live.match.position if live.match else None, self._acted
        self._acted = position.turn if position else 0
        try:
            await self.service.act(self.match_id, self._seated(), sent.seq, sent.action, seat)
        except AppError as error:
            if self.press is not None and sent.seq < live.seq:
                self._acted = acted
                if await self.service.was_played(self.match_id, self._seated(), sent.seq, sent.action):
                    return
            await self.refuse(error)
            if error.code == "stale_seq":
                await self._snapshot(subscription)

    def _spoken_for(self, live: LiveMatch) -> Viewer:
        """Return the seat for which this page acts at a hot seat; None elsewhere, where its player has one only."""
        return self._viewpoint(live).viewer if live.row.hotseat else None

    async def _handle_by_feature(self, live: LiveMatch, message: FeatureIn) -> None:
        service_of(self.socket, RateLimits).check(BY_MESSAGE[type(message)].price, self.socket, self._player)
        await self.service.handle(self.match_id, self._seated(), message, self._spoken_for(live))

    def _seated(self) -> Player:
        if self._player is None:
            raise AppError(Code.not_your_seat)
        return self._player

    async def _snapshot(self, subscription: Subscription) -> None:
        await self.wait_for("board")
        live = subscription.live
        update = live.now()
        with drawing():
            table = self._table(live, update)
            if table.state.viewpoint.hotseat:
                self._shown = table.state
            frame = table.snapshot(self._site)
        await self.send_encoded(frame)

    async def _lift(self, subscription: Subscription, seat: Seat) -> None:
        """Lift the cover of a hot seat for the player it waits for. Lifting twice, or for another, changes nothing."""
        live = subscription.live
        if self._viewpoint(live).cover == seat:
            self._lifted = LiftedCover(seat, live.last.number)
        await self._snapshot(subscription)

    def _lift_again(self, live: LiveMatch) -> None:
        """Take the cover away that the page had lifted on its last connection. It names the seat, and the number of
        actions that it shows: a line that breaks for a moment must not close a deck that is being built."""
        asked = self.socket.query_params
        cover, seq = self._viewpoint(live).cover, asked.get("seq", "")
        if cover and cover == asked.get("lifted") and re.fullmatch("[0-9]{1,6}", seq):
            self._lifted = lifted_at(cover, int(seq), live)

    async def _explain(self, subscription: Subscription, place: int) -> None:
        """Answer why a card cannot be played now."""
        live = subscription.live
        viewer = self._viewpoint(live).viewer
        if live.match is None or viewer is None or live.match.position is None:
            return
        error = board.why_not(live.match, viewer, place)
        if error is not None:
            await self.refuse(AppError.of(error))

    def refusal(self, error: AppError) -> Refused:
        html = self._templates.text("matches/play/toast.html", {"sentence": error.sentence})
        return {"type": "error", "error": error.sentence, "code": error.code, "content": swapped(html)}
