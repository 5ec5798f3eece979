"""Group commit: one writer per process writes everything that waits in one transaction, then answers all.

A disk syncs a thousand rows as fast as one, so a move costs a share of a commit and is still on disk before anybody
gets its result. See docs/decisions/storage.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar, overload

import sqlalchemy as sa
import structlog
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.dml import Insert, Update

from app.base.errors import AppError, Code, malformed
from app.base.store.database import Database, is_deadlock, is_disk_full, storage_unavailable
from app.base.store.write_thread import WriteThread
from app.base.tasks import TaskHealth, TaskSet

T = TypeVar("T")
U = TypeVar("U")
MAX_GROUP: Final = 2000
UNAVAILABLE: Final = 503
MAX_FAILURES: Final = 3  # pieces in turn
DEADLOCKS: Final = 5  # so often a piece is tried again that another worker was preferred to

PORTIONS: Final = (32, 8, 1)  # rows in a statement: few sizes, so that the driver knows each statement already

log = structlog.get_logger(__name__)


class StaleRow(Exception):
    """A row that a batch was to update is not as its statement demands; nothing was written."""


class BatchRow(NamedTuple):
    """One row for a statement that takes many; all rows of a statement have the same keys.

    An update names every value by a bind parameter, and must find its row.
    """

    statement: Insert | Update
    values: Mapping[str, object]


@dataclass(slots=True, eq=False)
class Batch:
    """Rows that are written together: all or none."""

    rows: tuple[BatchRow, ...]


@dataclass(slots=True, eq=False)
class Job(Generic[T]):
    """A function that writes. It may run twice (the first time is rolled back), so it only talks to the database."""

    run: Callable[[sa.Connection], T]


Work: TypeAlias = Batch | Job[Any]  # Any: one queue holds jobs with results of every type; `Writer.job` relates them


@dataclass(slots=True, eq=False)
class PendingWrite:
    """A waiting write, and the future of its caller."""

    work: Work
    future: asyncio.Future[Any]
    then: Callable[[Any], object] | None


class Writer:
    """The only writer of this process. It takes work within `run`."""

    def __init__(self, database: Database, health: TaskHealth | None = None) -> None:
        self._database = database
        self._engine = database.engine
        self._thread = WriteThread(self._commit, "db-write")
        self._waiting: list[PendingWrite] = []
        self._wake = asyncio.Event()
        self._tasks = TaskSet(health)
        self._stopping = False
        self._held: sa.Connection | None = None
        self._committing = False
        self._texts: dict[tuple[Insert | Update, tuple[str, ...], int], tuple[str, Sequence[str]]] = {}
        self._trouble: Literal["", "full", "failed"] = ""
        self.groups = 0
        self.written = 0
        self.trouble: Literal["", "full", "failed"] = ""  # the failure of the last group; "": none

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Accept work within the block; at its end everything that waits is written."""
        self._thread.start()
        self._tasks.forever("writer", self._serve)
        try:
            yield
        finally:
            self._stopping = True
            self._wake.set()
            await self._tasks.join()
            self._thread.stop()
            if self._held is not None:
                self._held.close()

    @property
    def is_stopping(self) -> bool:
        """True if new work is refused, because the process is about to end."""
        return self._stopping

    def row(self, statement: Insert, values: Mapping[str, object]) -> asyncio.Future[None]:
        """Write one row, of values that the driver takes as they are, by a statement that is made once.

        The rows of a group are written after its jobs, in any order of arrival. The future is done when it is
        committed, or fails with IntegrityError or AppError.
        """
        return self.rows(BatchRow(statement, values))

    @overload
    def rows(self, *rows: BatchRow) -> asyncio.Future[None]: ...
    @overload
    def rows(self, *rows: BatchRow, then: Callable[[None], U]) -> asyncio.Future[U]: ...

    def rows(
        self, *rows: BatchRow, then: Callable[[None], U] | None = None
    ) -> asyncio.Future[U] | asyncio.Future[None]:
        """Write several rows like `row`, all or none; StaleRow where an update does not find its row.

        `then` is called right after a successful commit, before the future's awaiter, even if that was cancelled; the
        future has its result.
        """
        return self._submit(Batch(rows), then)

    @overload
    def job(self, run: Callable[[sa.Connection], T]) -> asyncio.Future[T]: ...
    @overload
    def job(self, run: Callable[[sa.Connection], T], then: Callable[[T], U]) -> asyncio.Future[U]: ...

    def job(
        self, run: Callable[[sa.Connection], T], then: Callable[[T], U] | None = None
    ) -> asyncio.Future[T] | asyncio.Future[U]:
        """Run a writing function in the next group's transaction; its result or exception is the future's. `then` gets
        the result as in `rows`."""
        return self._submit(Job(run), then)

    def execute(self, statement: sa.Executable) -> asyncio.Future[int]:
        """Run one statement; the number of rows that it has changed."""
        return self.job(lambda connection: connection.execute(statement).rowcount)

    def _submit(self, work: Work, then: Callable[[Any], object] | None) -> asyncio.Future[Any]:
        if self._stopping:
            raise AppError(Code.storage_unavailable)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(PendingWrite(work, future, then))
        self._wake.set()
        return future

    async def _serve(self) -> None:
        while self._waiting or not self._stopping:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            group, self._waiting = self._waiting[:MAX_GROUP], self._waiting[MAX_GROUP:]
            try:
                outcomes = await self._thread.do([item.work for item in group])
            except BaseException:
                for item in group:
                    _deliver(item, AppError(Code.storage_unavailable))
                raise
            self.trouble = self._trouble
            self.groups += 1
            self.written += len(group)
            for item, outcome in zip(group, outcomes, strict=True):
                _deliver(item, outcome)

    def _commit(self, group: list[Work]) -> list[object]:
        """Return the outcome of each piece of work: its result, or the exception that stopped it. Never raises."""
        self._trouble = ""
        with self._database.watch.waiting(writes=True):
            outcomes = self._committed(group)
        if (
            self._database.file_is_gone()
        ):  # perhaps only since the commit, which is then lost unless the file comes back
            self._trouble = "failed"
            log.error("storage_unavailable", cause="the database file was deleted or replaced")
            return [AppError(Code.storage_unavailable)] * len(group)
        return outcomes

    def _committed(self, group: list[Work]) -> list[object]:
        try:
            return self._together(group)
        except SQLAlchemyError as error:
            if self._held is None or self._held.invalidated:  # no connection: nobody's own fault
                return [self._failed(error)] * len(group)
        except Exception:  # noqa: S110, RUF100 - raised by one job of the group, found below and returned to its caller
            pass
        return self._one_by_one(group)

    def _one_by_one(self, group: list[Work]) -> list[object]:
        """Write each piece alone: what is wrong with one concerns only its sender. When the storage has failed
        for several in turn it is not they; the rest need not wait for the same."""
        outcomes: list[object] = []
        failures = 0
        for work in group:
            outcome = AppError(Code.storage_unavailable) if failures == MAX_FAILURES else self._alone(work)
            failed = isinstance(outcome, AppError) and outcome.status == UNAVAILABLE
            failures = min(failures + 1, MAX_FAILURES) if failed else 0
            outcomes.append(outcome)
        return outcomes

    def _together(self, group: list[Work]) -> list[object]:
        """Write a group in one transaction. A connection found dead before the commit is replaced: nothing was done."""
        try:
            return self._write(group)
        except DBAPIError as error:
            if not error.connection_invalidated or self._committing:
                raise
        return self._write(group)

    def _write(self, group: list[Work]) -> list[object]:
        outcomes: list[object] = [None] * len(group)
        rows: dict[Insert | Update, list[Mapping[str, object]]] = {}
        self._committing = False
        connection = self._connection()
        with connection.begin():
            for number, work in enumerate(group):
                if isinstance(work, Batch):
                    for statement, values in work.rows:
                        rows.setdefault(statement, []).append(values)
                else:
                    outcomes[number] = work.run(connection)
            for statement, every in rows.items():
                if isinstance(statement, Update):
                    self._update(connection, statement, every)
                else:
                    self._insert(connection, statement, every)
            if self._database.file_is_gone():  # SQLite would commit to the file wherever it is now; it may come back
                raise AppError(Code.storage_unavailable)
            self._committing = True
        return outcomes

    def _connection(self) -> sa.Connection:
        """Return the writer's own connection, for as long as it lives.

        Taking one from the pool costs as much as a commit.
        """
        if self._held is None or self._held.closed or self._held.invalidated:
            before, self._held = self._held, None  # if one of the next lines fails
            if before is not None:
                before.close()
            self._held = self._engine.connect().execution_options(writing=True)
        return self._held

    def _insert(self, connection: sa.Connection, statement: Insert, values: list[Mapping[str, object]]) -> None:
        """Insert many rows with the driver itself; SQLAlchemy's own way would cost more than the statement."""
        keys = tuple(values[0])
        if isinstance(statement, sqlite.Insert | postgresql.Insert):  # an upsert: conflicts are checked row by row
            text, names = self._text(statement, keys)
            connection.exec_driver_sql(text, [tuple([each[name] for name in names]) for each in values])
            return
        # One statement for many rows: after each statement this thread must wait for the interpreter again.
        for some in _portions(values):
            text, names = self._text(statement, keys, len(some))
            connection.exec_driver_sql(text, tuple([each[name] for each in some for name in names]))

    def _update(self, connection: sa.Connection, statement: Update, values: list[Mapping[str, object]]) -> None:
        """Update many rows with the driver itself; StaleRow unless each is found."""
        text, names = self._text(statement)
        found = connection.exec_driver_sql(text, [tuple([each[name] for name in names]) for each in values])
        if found.rowcount != len(values):
            raise StaleRow

    def _text(self, statement: Insert | Update, keys: tuple[str, ...] = (), rows: int = 1) -> tuple[str, Sequence[str]]:
        """Return the driver's SQL of a statement, for so many rows of an insertion, and a row's order of parameters."""
        known = self._texts.get((statement, keys, rows))
        if known is None:
            known = self._texts[statement, keys, rows] = _compiled(statement, self._engine.dialect, keys, rows)
        return known

    def _alone(self, work: Work, tries: int = DEADLOCKS) -> object:
        try:
            return self._together([work])[0]
        except IntegrityError as error:
            return error
        except SQLAlchemyError as error:
            if is_deadlock(error) and tries:  # ended in favour of another worker, which is done by then
                return self._alone(work, tries - 1)
            return self._failed(error)
        except OverflowError:  # from SQLite's driver, for a number of more than 64 bits
            return malformed(Code.not_storable)
        except Exception as error:
            return error

    def _failed(self, error: SQLAlchemyError) -> AppError:
        refusal = storage_unavailable(error)
        if refusal.status == UNAVAILABLE:
            self._trouble = "full" if is_disk_full(error) else "failed"
        # The statement and its values stay out of the log: they hold hidden cards.
        log.error("storage_unavailable", cause=type(getattr(error, "orig", None) or error).__name__)
        return refusal


def _compiled(
    statement: Insert | Update, dialect: sa.Dialect, keys: tuple[str, ...], rows: int
) -> tuple[str, Sequence[str]]:
    assert isinstance(dialect, DefaultDialect)
    positional = dialect if dialect.positional else type(dialect)(paramstyle="format")
    compiled = statement.compile(dialect=positional, column_keys=list(keys) or None)
    assert isinstance(compiled, SQLCompiler)
    assert compiled.positiontup is not None, "parameters by place"
    text = compiled if rows == 1 else statement.values([dict.fromkeys(keys)] * rows).compile(dialect=positional)
    return str(text), compiled.positiontup


def _portions(rows: list[T]) -> Iterator[list[T]]:
    """Yield all rows in portions of the sizes of PORTIONS."""
    start = 0
    for size in PORTIONS:
        while len(rows) - start >= size:
            yield rows[start : start + size]
            start += size


def _deliver(item: PendingWrite, outcome: object) -> None:
    if item.then is not None and not isinstance(outcome, Exception):
        try:
            outcome = item.then(outcome)
        except Exception as error:
            log.exception("after_commit_failed")
            outcome = error
    if item.future.done():
        return
    if isinstance(outcome, Exception):
        item.future.set_exception(outcome)
    else:
        item.future.set_result(outcome)
