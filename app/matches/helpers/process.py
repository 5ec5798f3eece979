"""A helper process for long work, one piece at a time, with limits of time and memory.

What strangers send may cost more than it seems, and the server is one thread: its time is everybody's. Processes are
started when they are first needed, by spawn (a copy of a process with threads could hang), and end with the server
however that ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import resource
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeVar, cast

import structlog

from app.base.errors import AppError, Code
from app.base.helper_trouble import HelperTrouble
from app.base.i18n import FURTHER_LOCALES, current_language, offer_further, use_language
from app.base.tasks import TaskSet

T = TypeVar("T")

CPU_SECONDS: Final = 10.0  # of one piece of work; the longest match there can be takes less than one
MEMORY: Final = 512 * 1024 * 1024  # addresses of the whole process; without any work they are 170 MB
IDLE_SECONDS: Final = 30.0  # by the clock, in which a process that starts does nothing: then it hangs
START_CPU_SECONDS: Final = 60.0  # of the processor; the imports take two, which last minutes on a machine that is busy
WAIT_SECONDS: Final = 120.0  # by the clock, for a process that makes no progress at all
MAX_WAITING: Final = 64
RETRY_SECONDS: Final = 5
NICE: Final = 5  # moves come first
NICER: Final = 10  # for work that nobody waits for: a tenth of a busy processor
OUT_OF_MEMORY_FIRST: Final = "500"
SAFE_PATH: Final = "PYTHONSAFEPATH"
_SPAWNING: Final = threading.Lock()  # the environment is the whole process's

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Failed:
    """The helper raised: its traceback."""

    where: str


class TooMuch(BaseException):
    """The work has had its time. No `except Exception` on the way may take it for something else."""


class HelperProcess:
    """One such process. `prepare(*parts)` runs in it once; what `run` is given must be importable there.

    `seconds` of the processor are what one piece of work may take, and `nice` is its low priority. A start that fails
    or hangs is reported to `trouble`, and not tried again for RETRY_SECONDS.
    """

    def __init__(
        self,
        name: str,
        prepare: Callable[..., None],
        parts: Iterable[object] = (),
        seconds: float = CPU_SECONDS,
        nice: int = NICE,
        trouble: HelperTrouble | None = None,
    ) -> None:
        self.name = name
        self._trouble = trouble or HelperTrouble()
        self._next_start = 0.0  # by the steady clock
        # Any: the arguments of `prepare`.
        self._parts: tuple[Any, ...] = (nice, FURTHER_LOCALES, prepare, *parts)
        self._seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0
        self._turn = asyncio.Lock()
        self._running = TaskSet()

    @property
    def waiting(self) -> int:
        """The number of pieces of work that are under way or wait."""
        return len(self._running)

    @property
    def pid(self) -> int:
        """The id of the process; 0 if there is none."""
        return self._pid

    async def run(self, work: Callable[..., T], *args: object) -> T:
        """Return `work(*args)`, done there in the visitor's language, to its end even if the caller has given up.

        Raises the AppError that it raises; too_busy if too many wait, too_much_work beyond its limits, helper_away if
        the process does not start.
        """
        if len(self._running) >= MAX_WAITING:
            raise AppError(Code.too_busy, seconds=RETRY_SECONDS)
        return await asyncio.shield(self._submit(work, args))

    def warm_up(self) -> None:
        """Start the process if there is none, so that the first piece of work need not wait for it; return at once."""
        if not self._pid and not self._running:
            self._submit(os.getpid, ())

    def _submit(self, work: Callable[..., T], args: tuple[object, ...]) -> asyncio.Task[T]:
        return self._running.run(self._run(work, args, current_language().code))

    async def _run(self, work: Callable[..., T], args: tuple[object, ...], language: str) -> T:
        async with self._turn:
            try:
                outcome = await self._ask(work, args, language)
            except (BrokenProcessPool, TooMuch):
                outcome = AppError(Code.too_much_work)
            if isinstance(outcome, AppError) and outcome.code == Code.too_much_work.name:  # a new one has nothing of it
                log.warning("helper_ended", helper=self.name, work=work.__name__)
                await self.stop()
        if isinstance(outcome, AppError):
            raise outcome
        if isinstance(outcome, Failed):
            log.error("helper_failed", helper=self.name, work=work.__name__, where=outcome.where)
            raise AppError(Code.internal)
        return cast("T", outcome)

    async def _ask(self, work: Callable[..., T], args: tuple[object, ...], language: str) -> object:
        """Return the answer of the process; BrokenProcessPool if it ended over this."""
        pool = self._pool if self._pool and await self._answers(self._pool) else await self._start()
        future = pool.submit(_do, self._seconds, work, args, language)
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                return await asyncio.wrap_future(future)
        except TimeoutError:
            raise BrokenProcessPool from None

    async def _answers(self, pool: ProcessPoolExecutor) -> bool:
        """True if the process is there; one that came to its end with nothing to do is forgotten.

        Asked before each piece of work, which would otherwise be blamed for the end. Only an answer proves it: a
        process that is killed dies thread by thread, and its pool is notified even later.
        """
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                return await asyncio.wrap_future(pool.submit(os.getpid)) == self._pid
        except (BrokenProcessPool, TimeoutError):
            await self.stop()
            return False

    async def _start(self) -> ProcessPoolExecutor:
        if time.monotonic() < self._next_start:
            raise AppError(Code.helper_away, seconds=RETRY_SECONDS)
        try:
            pool, answer = await _to_its_end(self._spawn)
            await self._first(asyncio.wrap_future(answer))
        except (BrokenProcessPool, OSError) as error:  # a TimeoutError is one, too
            log.error("helper_does_not_start", helper=self.name, cause=str(error) or "it hangs")
            self._next_start = time.monotonic() + RETRY_SECONDS
            await self.stop()
            self._trouble.failed(self.name, self.warm_up)
            raise AppError(Code.helper_away, seconds=RETRY_SECONDS) from error
        self._trouble.started(self.name)
        return pool

    async def _first(self, answer: asyncio.Future[int]) -> None:
        """Wait for the first answer as long as the process gets on: one that is ended on a busy machine would begin
        again, and never be ready. TimeoutError: it hangs, or does not come to an end."""
        before = None
        try:
            while not (await asyncio.wait({answer}, timeout=IDLE_SECONDS))[0]:
                spent = cpu_seconds(self._pid)
                if spent in (before, None) or spent > START_CPU_SECONDS:
                    raise TimeoutError
                before = spent
            await answer
        finally:
            answer.cancel()  # nobody waits for it any more

    def _spawn(self) -> tuple[ProcessPoolExecutor, Future[int]]:
        """Start the process, and whatever Python starts along with it, with no import from the folder in which the
        server was started: a file there may have the name of a module, such as `socket.py`."""
        with _SPAWNING:
            others = {child.pid for child in multiprocessing.active_children()}
            before = os.environ.get(SAFE_PATH)
            os.environ[SAFE_PATH] = "1"
            try:
                self._pool = pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin, self._parts)
                answer = pool.submit(os.getpid)
                self._pid = next(
                    (child.pid or 0 for child in multiprocessing.active_children() if child.pid not in others), 0
                )
                return pool, answer
            finally:
                if before is None:
                    del os.environ[SAFE_PATH]
                else:
                    os.environ[SAFE_PATH] = before

    async def stop(self) -> None:
        """End the process, even in the middle of work."""
        pool, pid, self._pool, self._pid = self._pool, self._pid, None, 0
        if pool is None:
            return
        for child in multiprocessing.active_children():
            if child.pid == pid:
                child.kill()
        await asyncio.to_thread(pool.shutdown)

    async def close(self) -> None:
        """End the process and all work that waits for it."""
        await self._running.stop()
        await self.stop()


def cpu_seconds(pid: int) -> float | None:
    """Return the seconds of the processor that a process has used; None where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:  # Linux alone has it
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _to_its_end(work: Callable[[], T]) -> T:
    """Return the result of `work` in a thread. A caller who is cancelled waits for it: what it starts is not lost."""
    task = asyncio.create_task(asyncio.to_thread(work))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise


# --- in the process


def _begin(nice: int, locales: list[Path], prepare: Callable[..., None], *parts: Any) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which ends this
    signal.signal(signal.SIGPROF, _too_much)
    os.nice(nice)
    with contextlib.suppress(OSError):  # Linux: where memory runs out this ends first, and not the server
        Path("/proc/self/oom_score_adj").write_text(OUT_OF_MEMORY_FIRST, "ascii")
    offer_further(locales)
    prepare(*parts)
    _limit(resource.RLIMIT_AS, MEMORY)
    _limit(resource.RLIMIT_CORE, 0)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _limit(what: int, most: float) -> None:
    _, hard = resource.getrlimit(what)
    try:
        resource.setrlimit(what, (int(most), hard))
    except (ValueError, OSError):  # macOS has no bound on memory, and a host may have set a lower one
        log.debug("no_limit", what=what)


def _too_much(_signal: int, _frame: FrameType | None) -> None:
    raise TooMuch


def _do(seconds: float, work: Callable[..., object], args: tuple[object, ...], language: str) -> object:
    """Return the result of `work`, or why there is none."""
    # Twice the time: work that does not even react to the alarm is ended by the system.
    _limit(resource.RLIMIT_CPU, sum(os.times()[:2]) + 2 * seconds + 1)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        with use_language(language):
            return work(*args)
    except (TooMuch, MemoryError):
        return AppError(Code.too_much_work)
    except AppError as error:
        return error
    except Exception as error:
        # Where, but not what: its text could name cards.
        frames = traceback.extract_tb(error.__traceback__)
        return Failed(" ".join([type(error).__name__, *(f"{frame.name}:{frame.lineno}" for frame in frames)]))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
