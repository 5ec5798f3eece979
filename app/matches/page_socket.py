"""`WS /match/{id}/live`: the board's socket. HTML fragments go out, actions and small questions come in.

The first frame is the whole stage; each later one holds the zones that changed and the events that led there, for the
animation. An answer to a refused action goes to its sender alone.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any, Final, Literal

import orjson
from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.designer.service import know_icons
from app.errors import AppError
from app.http import site_url
from app.live.incoming import DrawingError, drawing
from app.matches import board
from app.matches.api import match_service
from app.matches.flow import unasked
from app.matches.frames import Frames, Scene, swapped
from app.matches.hub import Subscription
from app.matches.looking import Lifted, Look, look_of, still_lifted
from app.matches.models import Seat
from app.matches.room import Room, Update
from app.matches.schemas import ActIn
from app.matches.service import MatchService
from app.matches.socket import Connection
from app.matches.texts import Known
from app.ops.banner import banner_pushed
from app.ops.metrics import metrics
from app.players.identity import player_or_none
from app.players.models import Player
from app.security.limits import rate_limits
from app.security.origin import refuse_socket
from app.templating import Templates

router = APIRouter()

LAG: Final = 2  # steps a page may be behind before they come as one frame: it shows the newest state, not a film


class Question(BaseModel):
    """What a page may say besides an action: exactly one of these."""

    model_config = ConfigDict(extra="forbid")

    hello: Annotated[StrictInt, Field(ge=0)] | None = None
    why: Annotated[StrictInt, Field(ge=0, le=1000)] | None = None
    draw: Literal["offer", "withdraw", "accept", "decline"] | None = None
    takeback: Literal["offer", "withdraw", "accept", "decline"] | None = None
    rematch: StrictBool | None = None
    lift: Seat | None = None
    claim: Literal["win", "draw", "wait"] | None = None


@router.websocket("/match/{match_id}/live")
async def live(socket: WebSocket, match_id: str) -> None:
    """One page's socket, from its handshake to its end; a visitor without a seat, or without a cookie, watches."""
    service = match_service(socket)
    try:
        rate_limits(socket).check("ask", socket)
        player = await player_or_none(socket)
        await service.room(match_id)
    except AppError as error:
        await refuse_socket(socket, error)
        return
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect), metrics(socket).socket("page"):
        await Page(socket, service, match_id, player).run()


class Page(Connection):
    """The socket of one open page."""

    def __init__(self, socket: WebSocket, service: MatchService, match_id: str, player: Player | None) -> None:
        super().__init__(socket, service, match_id)
        templates: Templates = socket.app.state.templates
        self._templates = templates
        site = site_url(socket)
        # A socket's own address begins with ws; the room link is a page's.
        self._frames = Frames(templates, site.replace("ws", "http", 1) if site.startswith("ws") else site)
        self._player = player
        self._lifted: Lifted | None = None
        self._acted = 0  # the turn in which this page last sent an action
        self._shown: Scene | None = None
        self._known = Known()

    async def run(self) -> None:
        """Show every update until the socket closes; meanwhile take messages."""
        subscription = await self._service.watch(self._match_id, self._player, LAG)
        sender = asyncio.create_task(self._send_updates(subscription))
        try:
            async with banner_pushed(self._socket, self._say):
                async for message in self._messages():
                    await self._take(subscription, message)
        except DrawingError:
            await self._let_reload("board_failed", match=self._match_id)
        finally:
            self._service.unwatch(subscription)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    async def _send_updates(self, subscription: Subscription) -> None:
        try:
            await self._show_updates(subscription)
        except WebSocketDisconnect:
            return  # the visitor has gone; the receiving side notices, too
        except AppError:
            await self._give_up()  # the database is away: the page comes back by itself
        except Exception:
            await self._let_reload("board_failed", match=self._match_id)

    async def _show_updates(self, subscription: Subscription) -> None:
        room = subscription.room
        async for update in subscription:
            if not update.meta.seats_of(subscription.player_id):
                await self._wait_for("look")  # as many may watch as like to; what comes meanwhile comes together
            await self._know_icons(update)
            look = self._look(room, update)
            follows = self._follows(room, update)
            if self._shown is None:
                frame: bytes | None = self._frames.snapshot(room, update, look)
            else:
                more = bool(follows)
                frame = self._frames.change(room, update, look, self._shown, self._known, more=more)
            self._shown = self._frames.scene(room, update, look)
            if frame is not None:
                await self._say(frame.decode())
            for seat, action in follows:
                await self._carry_on(subscription, update.seq, seat, action)

    def _follows(self, room: Room, update: Update) -> list[tuple[Seat, dict[str, Any]]]:
        """2021: what follows an action of this page without a choice of its player, if anything does."""
        match = update.match
        if update.seq != room.seq or match is None or match.position is None or match.position.turn != self._acted:
            return []
        seats = update.meta.seats_of(self._player.id if self._player else None)
        return [(seat, action) for seat in seats if (action := unasked(match, seat)) is not None]

    async def _carry_on(self, subscription: Subscription, seq: int, seat: Seat, action: dict[str, Any]) -> None:
        """Play what follows as an action of its own; if that fails the page has its buttons for it."""
        try:
            await self._service.act(self._match_id, self._seated(), seq, action, seat)
        except AppError:
            await self._snapshot(subscription)

    async def _know_icons(self, update: Update) -> None:
        """Before a designed Champion is drawn for the first time: learn how it was designed to look."""
        revealed = any(event["type"] == "champions_revealed" for step in update.steps for event in step.events)
        if update.meta.options["champions"] and (revealed or self._shown is None):
            await know_icons(self._socket, update.meta.seats.values())

    def _look(self, room: Room, update: Update | None = None) -> Look:
        """How this page looks now, or at what an update shows."""
        self._lifted = lifted = still_lifted(self._lifted, room)
        now = update or room
        return look_of(now.meta, now.match, self._player.id if self._player else None, lifted.seat if lifted else None)

    async def _take(self, subscription: Subscription, message: Any) -> None:
        """Carry out one message; what it changes comes to everybody as an update."""
        try:
            if isinstance(message, dict) and "action" in message:
                sent = ActIn.model_validate(message)
                rate_limits(self._socket).check("act", self._socket, self._player)
                look = self._look(subscription.room)
                seat = look.viewer if look.hotseat else None
                position = subscription.room.match.position if subscription.room.match else None
                self._acted = position.turn if position else 0
                await self._service.act(self._match_id, self._seated(), sent.seq, sent.action, seat)
            else:
                await self._reply(subscription, Question.model_validate(message))
        except ValidationError:
            await self._refuse(AppError("malformed", 400, detail="message"))
        except (WebSocketDisconnect, DrawingError):
            raise
        except Exception as error:
            await self._refused(subscription, AppError.of(error))

    def _seated(self) -> Player:
        if self._player is None:
            raise AppError("not_your_seat", 403)
        return self._player

    async def _reply(self, subscription: Subscription, question: Question) -> None:
        room = subscription.room
        if question.hello is not None:
            if question.hello == room.seq:
                await self._say(orjson.dumps({"beat": room.seq}).decode())
            else:
                await self._snapshot(subscription)
        elif question.why is not None:
            await self._explain(subscription, question.why)
        elif question.lift is not None:
            await self._lift(subscription, question.lift)
        else:
            await self._agree(room, question)

    async def _agree(self, room: Room, question: Question) -> None:
        """What the players offer each other, and the answers: as many as actions, rematches as many as new matches."""
        rate_limits(self._socket).check("create" if question.rematch else "act", self._socket, self._player)
        if question.draw is not None:
            look = self._look(room)
            seat = look.viewer if look.hotseat else None
            await self._service.draw(self._match_id, self._seated(), question.draw, seat)
        elif question.takeback is not None:
            await self._service.takeback(self._match_id, self._seated(), question.takeback)
        elif question.rematch:
            await self._service.offer_rematch(self._match_id, self._seated())
        elif question.claim is not None:
            await self._service.claim(self._match_id, self._seated(), question.claim)

    async def _snapshot(self, subscription: Subscription) -> None:
        await self._wait_for("board")
        room = subscription.room
        update = room.now()
        with drawing():
            look = self._look(room)
            if look.hotseat:
                self._shown = self._frames.scene(room, update, look)
            frame = self._frames.snapshot(room, update, look).decode()
        await self._say(frame)

    async def _lift(self, subscription: Subscription, seat: Seat) -> None:
        """Hot seat: whoever the cover waits for is ready. Lifting twice, or for somebody else, changes nothing."""
        room = subscription.room
        if self._look(room).cover == seat:
            self._lifted = Lifted(seat, room.last.number)
        await self._snapshot(subscription)

    async def _explain(self, subscription: Subscription, place: int) -> None:
        """Say why a card cannot be played now."""
        room = subscription.room
        viewer = self._look(room).viewer
        if room.match is None or viewer is None or room.match.position is None:
            return
        error = board.why_not(room.match, viewer, place)
        if error is not None:
            await self._refuse(AppError.of(error))

    async def _refused(self, subscription: Subscription, error: AppError) -> None:
        await self._refuse(error)
        if error.code == "stale_seq":
            await self._snapshot(subscription)

    async def _refuse(self, error: AppError) -> None:
        html = self._templates.text("match/toast.html", {"sentence": error.sentence})
        frame = {"error": error.sentence, "code": error.code, "content": swapped(html)}
        await self._say(orjson.dumps(frame).decode())
