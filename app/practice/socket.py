"""The socket of an exercise. It sends the same messages as that of a match, so the same scripts serve both."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Generic, assert_never

from markupsafe import Markup
from starlette.websockets import WebSocket

from app.errors import AppError
from app.live.client_messages import PRACTICE, ActIn, AgainIn, HelloIn, PracticeMessage, WhyIn
from app.live.connection import Connection, DrawingError, drawing, serve_page
from app.live.page import zones_sent
from app.live.server_messages import Refused
from app.notices.banner import BannerZone
from app.players.identity import player_or_none, required_player
from app.players.player import Player
from app.practice import attempt
from app.practice.exercise import Exercise, R, Solved
from app.practice.models import ExerciseKind, Progress
from app.practice.progress import ProgressService
from app.practice.renderer import PracticeRenderer
from app.web.limits import RateLimits
from app.web.services import service_of
from app.web.templating import Templates


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
    """The socket of one open exercise. The truth is in the database: another tab may have continued meanwhile.

    A visitor without a player (None) sees the beginning, and asks; plays are refused.
    """

    def __init__(self, socket: WebSocket, player: Player | None, exercise: Exercise[R]) -> None:
        super().__init__(socket)
        self._exercise = exercise
        self._player = player
        self._progress = service_of(socket, ProgressService)
        self._frames = PracticeRenderer(service_of(socket, Templates), exercise)

    async def run(self) -> None:
        """Show the exercise, then take messages until the socket closes."""
        try:
            await self._show()
            async with zones_sent(self, [BannerZone(self.socket)], "banner_failed"):
                await self.take_messages(PRACTICE, self._handle)
        except DrawingError:
            await self.let_reload(f"{self._exercise.kind}_failed", name=self._exercise.name)

    async def _now(self) -> Progress:
        return await self._progress.get(self._player, self._exercise.kind, self._exercise.name)

    async def _show(self) -> None:
        await self.wait_for("board")
        progress = await self._now()
        run = self._exercise.resume(progress.moves)
        solved = await self._exercise.solved(self._player) if self._player else Solved()
        with drawing():
            frame = self._frames.snapshot(progress.seq, self._zones(progress, run, solved))
        await self.send(frame)

    def _zones(self, progress: Progress, run: R, solved: Solved) -> dict[str, Markup]:
        exercise = self._exercise
        return self._frames.zones(progress.seq, exercise.table(run), exercise.coach(run, solved))

    async def _handle(self, message: PracticeMessage) -> None:
        """Carry out one message."""
        match message:
            case ActIn():
                await self._act(message)
            case HelloIn():
                seq = (await self._now()).seq
                await (self.send({"type": "beat", "beat": seq}) if message.hello == seq else self._show())
            case WhyIn():
                await self._explain(message.hand)
            case AgainIn():
                service_of(self.socket, RateLimits).check("act", self.socket, self._player)
                await attempt.begin_again(self._progress, await required_player(self._player), self._exercise)
                await self._show()
            case _:
                assert_never(message)

    async def _act(self, sent: ActIn) -> None:
        service_of(self.socket, RateLimits).check("act", self.socket, self._player)
        player = await required_player(self._player)
        after, run, events = await attempt.act(self._progress, player, self._exercise, sent.seq, sent.action)
        solved = await self._exercise.solved(player)
        with drawing():
            frame = self._frames.frame(after.seq, self._zones(after, run, solved), run.match, events)
        await self.send(frame)

    async def _explain(self, place: int) -> None:
        """Answer why a card cannot be played now."""
        run = self._exercise.resume((await self._now()).moves)
        error = self._exercise.refusal(run, place)
        if error is not None:
            await self.refuse(AppError.of(error))

    async def refused(self, error: AppError) -> None:
        await self.refuse(error)
        if error.code == "stale_seq":
            await self._show()

    def refusal(self, error: AppError) -> Refused:
        return self._frames.refusal(error.sentence, error.code)
