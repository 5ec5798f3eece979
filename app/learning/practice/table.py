"""An exercise open on a page: it answers the page's messages. Others carry them and store the progress."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Generic, assert_never

from app.base.drawing.failure import drawing
from app.base.drawing.renderer import Renderer
from app.base.errors import AppError, Code
from app.base.live.client_messages import ActIn, AgainIn, FrontIn, HelloIn, PracticeMessage, WhyIn
from app.base.live.server_messages import Frame, Refused, ServerMessage, Snapshot
from app.learning.practice import attempt
from app.learning.practice.exercise import Exercise, Progress, ProgressKeeper, R, Solved
from app.learning.practice.renderer import PracticeRenderer
from app.matches.table.drawing import toast
from app.matches.table.zones import Zones
from app.people.players.player import Player


class PracticeTable(Generic[R]):
    """The truth is what is stored: another tab may have continued meanwhile.

    A play is answered with what differs from the zones that the page has got: those of the last message, because a play
    for another state is refused, and the whole table sent.

    A visitor without a player (None) sees the beginning, and asks; plays are refused. `turn` waits until everything may
    be drawn.
    """

    def __init__(
        self,
        templates: Renderer,
        exercise: Exercise[R],
        progress: ProgressKeeper,
        player: Player | None,
        turn: Callable[[], Awaitable[None]],
    ) -> None:
        self._exercise = exercise
        self._progress = progress
        self._player = player
        self._turn = turn
        self._templates = templates
        self._shown: Zones = {}
        self._faces: set[str] = set()  # the keys of those that the page has got, for its animations
        self._frames = PracticeRenderer(templates, exercise)

    async def snapshot(self) -> Snapshot:
        """Return the frame that shows everything."""
        await self._turn()
        progress = await self._now()
        run = self._exercise.resume(progress.moves)
        solved = await self._exercise.solved(self._player) if self._player else Solved()
        with drawing():
            self._shown = self._zones(progress, run, solved)
            return self._frames.snapshot(progress.seq, self._shown)

    async def answer(self, message: PracticeMessage) -> ServerMessage | None:
        """Carry out one message; return the answer to it, if there is one. AppError and EngineError for refusals."""
        match message:
            case ActIn():
                return await self._act(message)
            case HelloIn():
                seq = (await self._now()).seq
                return {"type": "beat", "beat": seq} if message.hello == seq else await self.snapshot()
            case WhyIn():
                error = self._exercise.refusal(self._exercise.resume((await self._now()).moves), message.hand)
                return self.refusal(AppError.of(error)) if error is not None else None
            case AgainIn():
                await attempt.begin_again(self._progress, self._learner(), self._exercise)
                return await self.snapshot()
            case FrontIn():  # it comes alone, so that nothing waits for its reader
                return None
            case _:
                assert_never(message)

    def refusal(self, error: AppError) -> Refused:
        """Return the frame for a message that was refused."""
        return toast(self._templates, error)

    async def _now(self) -> Progress:
        return await self._progress.get(self._player, self._exercise.kind, self._exercise.name)

    async def _act(self, sent: ActIn) -> Frame:
        player = self._learner()
        after, run, events = await attempt.act(self._progress, player, self._exercise, sent.seq, sent.action)
        solved = await self._exercise.solved(player)
        with drawing():
            before, self._shown = self._shown, self._zones(after, run, solved)
            frame = self._frames.frame(after.seq, before, self._shown, run.match, events)
        frame["faces"] = {key: html for key, html in frame["faces"].items() if key not in self._faces}
        self._faces.update(frame["faces"])
        return frame

    def _learner(self) -> Player:
        if self._player is None:
            raise AppError(Code.no_token)
        return self._player

    def _zones(self, progress: Progress, run: R, solved: Solved) -> Zones:
        exercise = self._exercise
        return self._frames.zones(progress.seq, exercise.table(run), exercise.coach(run, solved))
