"""`WS /learn/{slug}/live`: a lesson's socket. It speaks like that of a match, so the same page scripts serve both."""

from __future__ import annotations

import contextlib
from typing import Annotated, Any

import orjson
from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.errors import AppError
from app.learn import lesson_runner
from app.learn.lesson_page import LessonRenderer, is_done, resume
from app.learn.lesson_runner import YOU, Lesson, LessonRun
from app.learn.lessons import BY_SLUG
from app.learn.models import LessonProgress
from app.learn.pages import lessons_done
from app.learn.progress import progress_service
from app.live.incoming import DrawingError, Incoming, drawing
from app.live.messages import ActIn
from app.notices.banner import banner_pushed
from app.players.identity import player_or_none, required_player
from app.players.models import Player
from app.table import board
from app.web.limits import rate_limits
from app.web.metrics import metrics
from app.web.origin import refuse_socket
from app.web.templating import templates

router = APIRouter()


class LessonMessage(BaseModel):
    """A message of a lesson's page besides an action: exactly one of these."""

    model_config = ConfigDict(extra="forbid")

    hello: Annotated[StrictInt, Field(ge=0)] | None = None
    why: Annotated[StrictInt, Field(ge=0, le=1000)] | None = None
    again: StrictBool | None = None


@router.websocket("/learn/{slug}/live")
async def live(socket: WebSocket, slug: str) -> None:
    """Serve one page's socket, from its handshake to its end."""
    try:
        rate_limits(socket).check("ask", socket)
        player = await required_player(await player_or_none(socket))
        lesson = BY_SLUG.get(slug)
        if lesson is None:
            raise AppError("no_page", 404)
    except AppError as error:
        await refuse_socket(socket, error)
        return
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect), metrics(socket).socket("lesson"):
        await LessonSocket(socket, lesson, player).run()


class LessonSocket(Incoming):
    """The socket of one open lesson. What counts is in the database: another tab may have gone on meanwhile."""

    def __init__(self, socket: WebSocket, lesson: Lesson, player: Player) -> None:
        super().__init__(socket)
        self._lesson = lesson
        self._player = player
        self._progress = progress_service(socket)
        self._frames = LessonRenderer(templates(socket))

    async def run(self) -> None:
        """Show the lesson, then take messages until the socket closes."""
        try:
            await self._show()
            async with banner_pushed(self._socket, self._say):
                async for message in self._messages():
                    await self._handle(message)
        except DrawingError:
            await self._let_reload("lesson_failed", lesson=self._lesson.slug)

    async def _now(self) -> tuple[LessonProgress, LessonRun, set[str]]:
        progress = await self._progress.of(self._player)
        mine = progress.get(self._lesson.slug) or LessonProgress(self._lesson.slug)
        return mine, resume(self._lesson, mine), lessons_done(progress)

    async def _show(self) -> None:
        await self._wait_for("board")
        mine, run, done = await self._now()
        with drawing():
            frame = self._frames.snapshot(run, mine, done)
        await self._say(frame)

    async def _handle(self, message: Any) -> None:
        """Carry out one message."""
        try:
            if isinstance(message, dict) and "action" in message:
                sent = ActIn.model_validate(message)
                rate_limits(self._socket).check("act", self._socket, self._player)
                await self._act(sent)
            else:
                await self._reply(LessonMessage.model_validate(message))
        except ValidationError:
            await self._refuse(AppError("malformed", 400, detail="message"))
        except (WebSocketDisconnect, DrawingError):
            raise
        except Exception as error:
            refusal = AppError.of(error)
            await self._refuse(refusal)
            if refusal.code == "stale_seq":
                await self._show()

    async def _act(self, sent: ActIn) -> None:
        mine, run, done = await self._now()
        if sent.seq != mine.seq:
            raise AppError("stale_seq", 409, seq=mine.seq)
        run, events = lesson_runner.act(run, sent.action)
        after = mine.moved(run.moves, is_done(run))
        await self._progress.keep(self._player, mine, after)
        if after.done:
            done.add(after.slug)
        with drawing():
            frame = self._frames.change(run, after, done, events)
        await self._say(frame)

    async def _reply(self, question: LessonMessage) -> None:
        if question.again:
            rate_limits(self._socket).check("act", self._socket, self._player)
            mine, _run, _done = await self._now()
            await self._progress.keep(self._player, mine, mine.moved((), done=False))
            await self._show()
        elif question.why is not None:
            await self._explain(question.why)
        elif question.hello is not None:
            mine, _run, _done = await self._now()
            if question.hello == mine.seq:
                await self._say(orjson.dumps({"beat": mine.seq}).decode())
            else:
                await self._show()

    async def _explain(self, place: int) -> None:
        """Say why a card cannot be played now: the rules' reason, or that the lesson is about something else."""
        _mine, run, _done = await self._now()
        error = board.why_not(run.match, YOU, place)
        if error is not None:
            await self._refuse(AppError.of(error))
        elif not any(action.get("hand") == place for action in run.allowed):
            await self._refuse(AppError("lesson_over" if run.state != lesson_runner.GOING else "not_in_lesson", 422))

    async def _refuse(self, error: AppError) -> None:
        """Answer with the sentence of a refusal."""
        await self._say(self._frames.refusal(error.sentence, error.code))
