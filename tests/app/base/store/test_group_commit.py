"""The writer continues, whatever one piece of work does to it."""

from __future__ import annotations

import asyncio
import threading

import pytest
import sqlalchemy as sa

from app.base.errors import AppError
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.tasks import TaskHealth
from tests.support.waiting import DEADLINE, wait_until

WAITING = sa.text(
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
CIRCLES = 3  # in a row: the first ends the group, the others the piece alone


async def test_work_that_ends_the_writer_is_refused_and_the_writer_is_started_again(sqlite: str) -> None:
    database, health = Database(sqlite), TaskHealth()
    writer = Writer(database, health)
    async with writer.run():

        def end(connection: sa.Connection) -> None:
            raise asyncio.CancelledError

        with pytest.raises(AppError, match="storage_unavailable"):
            await writer.job(end)
        assert await writer.job(lambda connection: connection.execute(sa.text("SELECT 7")).scalar_one()) == 7
        assert health.failing == ["writer"]
    database.close()


async def test_what_the_database_refuses_of_one_concerns_nobody_else_of_its_group(database_url: str) -> None:
    database = Database(database_url)
    writer = Writer(database)

    def poison(connection: sa.Connection) -> None:
        connection.execute(sa.text("SELECT no_such_function()"))

    def good(connection: sa.Connection) -> int:
        return int(connection.execute(sa.text("SELECT 7")).scalar_one())

    async with writer.run():
        pieces = [writer.job(each) for each in (good, poison, good, poison, good)]
        outcomes = await asyncio.gather(*pieces, return_exceptions=True)
        assert writer.groups == 1
    assert [each for each in outcomes if each == 7] == [7, 7, 7]
    database.close()


async def test_what_waits_in_a_circle_with_another_worker_is_tried_again(postgresql: str) -> None:
    database, other = Database(postgresql), Database(postgresql)
    writer, rival = Writer(database), Writer(other)
    tries, meet = [0], threading.Barrier(2, timeout=DEADLINE)

    def locks(connection: sa.Connection, *keys: int) -> None:
        connection.execute(
            sa.text("SET LOCAL deadlock_timeout = '20ms'" if keys[0] == 1 else "SET LOCAL deadlock_timeout = '30s'")
        )
        for key in keys:
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": key})
            if key == keys[0] and tries[0] <= CIRCLES:
                meet.wait()
                if key == 1:  # PostgreSQL looks for a circle once in a wait: the one who looks soon must wait last
                    wait_until(lambda: bool(connection.execute(WAITING).scalar()))

    def work(connection: sa.Connection) -> int:
        tries[0] += 1
        locks(connection, 1, 2)
        return tries[0]

    async def in_the_way() -> None:
        for _ in range(CIRCLES):
            await rival.job(lambda connection: locks(connection, 2, 1))

    async with writer.run(), rival.run():
        done, _ = await asyncio.gather(writer.job(work), in_the_way())
    assert done == CIRCLES + 1
    database.close()
    other.close()
