"""`WS /learn/{slug}/live`: a lesson's socket. It speaks like that of a match, so the same page scripts serve both."""

from __future__ import annotations

from functools import partial
from typing import assert_never

from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.errors import AppError
from app.learn import lesson_runner
from app.learn.lesson_page import LessonRenderer, is_done, resume
from app.learn.lesson_runner import YOU, Lesson, LessonRun
from app.learn.lessons import BY_SLUG
from app.learn.models import LessonProgress
from app.learn.pages import lessons_done
from app.learn.progress import progress_service
from app.live.client_messages import LESSON, ActIn, AgainIn, HelloIn, LessonMessage, WhyIn
from app.live.incoming import DrawingError, Incoming, drawing, serve
from app.live.server_messages import Refused
from app.notices.banner import banner_pushed
from app.players.identity import player_or_none, required_player
from app.players.player import Player
from app.table import board
from app.web.limits import rate_limits
from app.web.templating import templates

router = APIRouter()


@router.websocket("/learn/{slug}/live")
async def live(socket: WebSocket, slug: str) -> None:
    """Serve one page's socket, from its handshake to its end."""
    await serve(socket, "lesson", partial(_admit, socket, slug), partial(_talk, socket))


async def _admit(socket: WebSocket, slug: str) -> tuple[Player, Lesson]:
    player = await required_player(await player_or_none(socket))
    lesson = BY_SLUG.get(slug)
    if lesson is None:
        raise AppError("no_page", 404)
    return player, lesson


async def _talk(socket: WebSocket, admitted: tuple[Player, Lesson]) -> None:
    await LessonSocket(socket, *admitted).run()


class LessonSocket(Incoming):
    """The socket of one open lesson. What counts is in the database: another tab may have gone on meanwhile."""

    def __init__(self, socket: WebSocket, player: Player, lesson: Lesson) -> None:
        super().__init__(socket)
        self._lesson = lesson
        self._player = player
        self._progress = progress_service(socket)
        self._frames = LessonRenderer(templates(socket))

    async def run(self) -> None:
        """Show the lesson, then take messages until the socket closes."""
        try:
            await self._show()
            async with banner_pushed(self._socket, self._send):
                await self._take_messages(LESSON, self._handle)
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
        await self._send(frame)

    async def _handle(self, message: LessonMessage) -> None:
        """Carry out one message."""
        match message:
            case ActIn():
                await self._act(message)
            case HelloIn():
                mine, _run, _done = await self._now()
                await (self._send({"beat": mine.seq}) if message.hello == mine.seq else self._show())
            case WhyIn():
                await self._explain(message.why)
            case AgainIn():
                rate_limits(self._socket).check("act", self._socket, self._player)
                mine, _run, _done = await self._now()
                await self._progress.keep(self._player, mine, mine.moved((), done=False))
                await self._show()
            case _:
                assert_never(message)

    async def _act(self, sent: ActIn) -> None:
        rate_limits(self._socket).check("act", self._socket, self._player)
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
        await self._send(frame)

    async def _explain(self, place: int) -> None:
        """Say why a card cannot be played now: the rules' reason, or that the lesson is about something else."""
        _mine, run, _done = await self._now()
        error = board.why_not(run.match, YOU, place)
        if error is not None:
            await self._refuse(AppError.of(error))
        elif not any(action.get("hand") == place for action in run.allowed):
            await self._refuse(AppError("lesson_over" if run.state != lesson_runner.GOING else "not_in_lesson", 422))

    async def _refused(self, error: AppError) -> None:
        await self._refuse(error)
        if error.code == "stale_seq":
            await self._show()

    def _refusal(self, error: AppError) -> Refused:
        return self._frames.refusal(error.sentence, error.code)
