"""The processes in which bots think: few, so that questions queue. The longer the queue, the shorter the thought."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

import structlog

from app.base.errors import AppError
from app.base.helper_trouble import HelperTrouble
from app.base.tasks import TaskSet
from app.matches.bots import thinking
from app.matches.bots.queue import BotQueues
from app.matches.bots.seeds import BotSeeds
from app.matches.bots.thinking import LEVEL_SECONDS, Plan, Question
from app.matches.helpers.process import NICER, HelperProcess
from engine.bots.advice import Advice

T = TypeVar("T")
log = structlog.get_logger(__name__)

ONE_IN: Final = 20
"""Pieces of an analysis, for one thought of computers that play each other while nobody is there."""
MIN_SECONDS: Final = 0.02
"""CPU seconds of a thought at the least, however long the queue."""


class Thinkers:
    """The processes, each started when it is first needed.

    `most_waiting` is that of `BotQueues`; from the site's `secret` come the `seeds` of all questions.
    """

    def __init__(
        self, processes: int, secret: str, most_waiting: int = 0, trouble: HelperTrouble | None = None
    ) -> None:
        self.seeds = BotSeeds(secret)
        self.queues = BotQueues(processes + 1, most_waiting)
        self.helpers = [
            HelperProcess(f"bots-{number}", thinking.prepare, nice=NICER, trouble=trouble)
            for number in range(processes)
        ]
        self._idle: asyncio.LifoQueue[HelperProcess] = asyncio.LifoQueue()
        self._tasks = TaskSet()
        self.asking = 0  # questions in a process or waiting
        self._less = asyncio.Event()  # set when the number of questions falls
        self._unwatched = asyncio.Lock()  # of questions for which no person waits, one has its turn
        self._unattended = asyncio.Lock()  # the same where nobody is even there
        self._awaited = 0  # work under way that is not urgent, but that people wait for
        self._thought_at = 0  # the pieces of work done when computers that nobody attends last had a thought
        self._last = asyncio.Lock()  # who is next when a process is idle: it alternates with other work
        self.asked = 0  # questions so far
        self.pieces = 0  # pieces of work done that were not urgent
        for helper in reversed(self.helpers):
            self._idle.put_nowait(helper)

    @contextmanager
    def urgent(self) -> Iterator[None]:
        """Count as a question within the block, so that less urgent work waits."""
        self.asking += 1
        try:
            yield
        finally:
            self.asking -= 1
            self._less.set()

    @contextmanager
    def awaited(self) -> Iterator[None]:
        """Count, within the block, as work in pieces that people wait for: computers that nobody attends get one
        thought for ONE_IN pieces."""
        self._awaited += 1
        try:
            yield
        finally:
            self._awaited -= 1
            self._less.set()

    async def ask(
        self,
        question: Question,
        owner: str = "",
        done_by: float | None = None,
        *,
        last: bool = False,
        attended: bool = True,
    ) -> Plan:
        """Return the bot's plan; `owner` is that of its queue, `done_by` the loop's time by which it should be done:
        waiting leaves less time to think. `last`: no person plays in the match, so it waits until a process is idle,
        in turns with analyses; where it is not `attended`, behind them.

        A question over which a process died goes once more to a new one; AppError if that dies, too.
        """
        self.asked += 1
        if last and not attended:
            async with self._unattended:
                while self._awaited and self.pieces - self._thought_at < ONE_IN:
                    self._less.clear()
                    await self._less.wait()
                plan = await self._unwatched_thought(question)
                self._thought_at = self.pieces
                return plan
        if last:
            return await self._unwatched_thought(question)
        async with self.queues.slot(owner) as queue:
            try:
                return await self._think(question, queue.waiting, done_by)
            except AppError as error:
                log.warning("bot_asks_again", code=error.code)
                return await self._think(question, queue.waiting, done_by)

    async def _unwatched_thought(self, question: Question) -> Plan:
        async with self._unwatched:
            return await self.when_idle(thinking.think, question, self.seconds_for(question.level), None)

    async def advise(self, question: Question, owner: str) -> Advice:
        """Return a hint for the player of a seat, who queues with `owner` as bots do; AppError if the process died."""
        async with self.queues.slot(owner) as queue:
            return await self._ask(
                lambda helper: helper.run(thinking.advise, question, self.seconds_for(question.level, queue.waiting))
            )

    async def likelihood(self, question: Question) -> float:
        """Return the chance to win as a bot estimates it; AppError if the process died over it."""
        return await self._ask(lambda helper: helper.run(thinking.likelihood, question))

    async def when_idle(self, work: Callable[..., T], *args: object) -> T:
        """Run `work(*args)` when a process is idle: for small pieces of work that is not urgent."""
        async with self._last:  # first come, first served
            while self.asking >= len(self.helpers):
                self._less.clear()
                await self._less.wait()
            helper = await self._idle.get()
        result = await self._run(helper, lambda process: process.run(work, *args))
        self.pieces += 1
        self._less.set()
        return result

    async def _run(self, helper: HelperProcess, work: Callable[[HelperProcess], Coroutine[object, None, T]]) -> T:
        """Return the result of `work` by this process. A caller who gives up continues at once; the process is idle
        again when the work is done."""
        task = self._tasks.run(work(helper))
        task.add_done_callback(lambda _: self._idle.put_nowait(helper))
        return await asyncio.shield(task)

    async def _think(self, question: Question, queued: int, done_by: float | None) -> Plan:
        now = asyncio.get_running_loop().time

        def begun(helper: HelperProcess) -> Coroutine[object, None, Plan]:
            time_left = None if done_by is None else max(0.0, done_by - now())
            return helper.run(thinking.think, question, self.seconds_for(question.level, queued), time_left)

        return await self._ask(begun)

    async def _ask(self, work: Callable[[HelperProcess], Coroutine[object, None, T]]) -> T:
        """Return the result of `work` by the next idle process."""
        with self.urgent():
            return await self._run(await self._idle.get(), work)

    def seconds_for(self, level: int, queued: int = 0) -> float:
        """Return the seconds that a level may think now: the more questions wait, in all or in its queue, the
        shorter."""
        waiting = max(0, max(self.asking, queued) - len(self.helpers))
        return max(MIN_SECONDS, LEVEL_SECONDS[level] / (1 + waiting / len(self.helpers)))

    async def close(self) -> None:
        """End the processes and what waits for them."""
        await asyncio.gather(*(helper.close() for helper in self.helpers))
