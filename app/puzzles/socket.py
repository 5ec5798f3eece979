"""`WS /puzzles/{id}/live`: a puzzle's socket. It speaks like that of a lesson, so the same page scripts serve both."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import assert_never

from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.errors import AppError
from app.live.client_messages import LESSON, ActIn, AgainIn, HelloIn, LessonMessage, WhyIn
from app.live.incoming import DrawingError, Incoming, drawing, serve
from app.live.server_messages import Refused
from app.notices.banner import banner_pushed
from app.players.identity import player_or_none, required_player
from app.players.player import Player
from app.puzzles import daily, puzzle_run
from app.puzzles.keeper import puzzle_keeper
from app.puzzles.models import DONE, GOING, LOST, PuzzleProgress
from app.puzzles.puzzle_page import PuzzleRenderer, Solved
from app.puzzles.puzzle_run import PuzzleRun
from app.table import board
from app.web.limits import rate_limits
from app.web.templating import templates
from engine.bots.puzzles import SOLVER, Puzzle
from engine.events import Event

router = APIRouter()


@router.websocket("/puzzles/{puzzle_id}/live")
async def live(socket: WebSocket, puzzle_id: str) -> None:
    """Serve one page's socket, from its handshake to its end."""
    await serve(socket, "puzzle", partial(_admit, socket, puzzle_id), partial(_talk, socket))


async def _admit(socket: WebSocket, puzzle_id: str) -> tuple[Player, Puzzle]:
    player = await required_player(await player_or_none(socket))
    puzzle = puzzle_run.by_id().get(puzzle_id)
    if puzzle is None:
        raise AppError("no_page", 404)
    return player, puzzle


async def _talk(socket: WebSocket, admitted: tuple[Player, Puzzle]) -> None:
    await PuzzleSocket(socket, *admitted).run()


class PuzzleSocket(Incoming):
    """The socket of one open puzzle. What counts is in the database: another tab may have gone on meanwhile."""

    def __init__(self, socket: WebSocket, player: Player, puzzle: Puzzle) -> None:
        super().__init__(socket)
        self._puzzle = puzzle
        self._player = player
        self._keeper = puzzle_keeper(socket)
        self._frames = PuzzleRenderer(templates(socket))

    async def run(self) -> None:
        """Show the puzzle, then take messages until the socket closes."""
        try:
            await self._show()
            async with banner_pushed(self._socket, self._send):
                await self._take_messages(LESSON, self._handle)
        except DrawingError:
            await self._let_reload("puzzle_failed", puzzle=self._puzzle.id)

    async def _now(self) -> tuple[PuzzleProgress, PuzzleRun]:
        progress = await self._keeper.get(self._player, self._puzzle.id)
        return progress, puzzle_run.replay(self._puzzle, progress.moves)

    async def _solved(self) -> Solved:
        return Solved(await self._keeper.solved(self._player), await self._keeper.days(self._player))

    async def _show(self) -> None:
        await self._wait_for("board")
        progress, run = await self._now()
        solved = await self._solved()
        with drawing():
            frame = self._frames.snapshot(run, progress, solved)
        await self._send(frame)

    async def _handle(self, message: LessonMessage) -> None:
        """Carry out one message."""
        match message:
            case ActIn():
                await self._act(message)
            case HelloIn():
                progress = await self._keeper.get(self._player, self._puzzle.id)
                await (self._send({"beat": progress.seq}) if message.hello == progress.seq else self._show())
            case WhyIn():
                await self._explain(message.why)
            case AgainIn():
                rate_limits(self._socket).check("act", self._socket, self._player)
                progress = await self._keeper.get(self._player, self._puzzle.id)
                await self._keeper.keep(self._player, progress, progress.moved((), GOING))
                await self._show()
            case _:
                assert_never(message)

    async def _act(self, sent: ActIn) -> None:
        rate_limits(self._socket).check("act", self._socket, self._player)
        before, run = await self._now()
        if sent.seq != before.seq:
            raise AppError("stale_seq", 409, seq=before.seq)
        run, events = puzzle_run.act(run, sent.action)
        state = GOING
        if run.turn_over:
            run, state, answer = await self._judged(run)
            events += answer
        after = before.moved(run.moves, state)
        await self._keeper.keep(self._player, before, after, self._day(state))
        solved = await self._solved()
        with drawing():
            frame = self._frames.change(run, after, solved, events)
        await self._send(frame)

    async def _judged(self, run: PuzzleRun) -> tuple[PuzzleRun, str, list[Event]]:
        """Return the try with what answers it, its state, and what happened in the answer."""
        await self._wait_for("since")
        reached, answer = await self._keeper.judge(self._puzzle.id, run.moves)
        run, events = puzzle_run.answered(run, answer)
        return run, DONE if reached else LOST, events

    def _day(self, state: str) -> date | None:
        """Return the day whose puzzle this try has just solved, None if it has not."""
        now = daily.today()
        return now if state == DONE and daily.puzzle_of(now) is self._puzzle else None

    async def _explain(self, place: int) -> None:
        """Say why a card cannot be played now."""
        _progress, run = await self._now()
        error = None if run.turn_over else board.why_not(run.match, SOLVER, place)
        if run.turn_over:
            await self._refuse(AppError("puzzle_over", 409))
        elif error is not None:
            await self._refuse(AppError.of(error))

    async def _refused(self, error: AppError) -> None:
        await self._refuse(error)
        if error.code == "stale_seq":
            await self._show()

    def _refusal(self, error: AppError) -> Refused:
        return self._frames.refusal(error.sentence, error.code)
