"""The socket of an exercise. It sends the same messages as that of a match, so the same scripts serve both."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Generic

from starlette.websockets import WebSocket

from app.base.drawing.failure import DrawingError
from app.base.errors import AppError
from app.base.live.client_messages import PRACTICE, ActIn, AgainIn, PracticeMessage
from app.base.live.connection import Connection, serve_page
from app.base.live.page import zones_sent
from app.base.live.server_messages import Refused
from app.base.web.limits import RateLimits
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.learning.practice.exercise import Exercise, ExerciseKind, R
from app.learning.practice.progress import ProgressService
from app.learning.practice.table import PracticeTable
from app.people.notices.banner import BannerZone
from app.people.players.identity import player_or_none
from app.people.players.player import Player


async def serve_practice(
    socket: WebSocket, kind: ExerciseKind, exercise: Callable[[Player | None], Awaitable[Exercise[R]]]
) -> None:
    """Serve one page's socket, from its handshake to its end; `exercise` raises AppError where there is none."""

    async def admit() -> tuple[Player | None, Exercise[R]]:
        player = await player_or_none(socket)
        return player, await exercise(player)

    async def talk(admitted: tuple[Player | None, Exercise[R]]) -> None:
        await PracticeSocket(socket, *admitted).run()

    await serve_page(socket, kind, admit, talk)


class PracticeSocket(Connection, Generic[R]):
    """The socket of one open exercise."""

    answers_presses = True

    def __init__(self, socket: WebSocket, player: Player | None, exercise: Exercise[R]) -> None:
        super().__init__(socket)
        self._exercise = exercise
        self._player = player
        progress, templates = service_of(socket, ProgressService), service_of(socket, Templates)
        self._table = PracticeTable(templates, exercise, progress, player, partial(self.wait_for, "board"))

    async def run(self) -> None:
        """Show the exercise, then take messages until the socket closes."""
        try:
            await self.send(await self._table.snapshot())
            async with zones_sent(self, [BannerZone(self.socket)], "banner_failed"):
                await self.take_messages(PRACTICE, self._handle)
        except DrawingError:
            await self.let_reload(f"{self._exercise.kind}_failed", name=self._exercise.name)

    async def _handle(self, message: PracticeMessage) -> None:
        """Carry out one message."""
        if isinstance(message, ActIn | AgainIn):
            service_of(self.socket, RateLimits).check("act", self.socket, self._player)
        answer = await self._table.answer(message)
        if answer is not None:
            await self.send(answer)

    async def refused(self, error: AppError) -> None:
        await self.refuse(error)
        if error.code == "stale_seq":
            await self.send(await self._table.snapshot())

    def refusal(self, error: AppError) -> Refused:
        return self._table.refusal(error)
