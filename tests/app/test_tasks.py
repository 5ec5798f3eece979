"""Endless tasks are started again when they fail, and the site says which; short ones log what they raise."""

from __future__ import annotations

import asyncio

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from structlog.testing import capture_logs

from app.base.errors import AppError, Code
from app.base.tasks import TaskHealth, TaskSet
from app.base.web.running import running
from tests.support.service import site_of
from tests.support.waiting import others_go_on, until

ENDLESS = {
    "bots", "tournament copies", "tournament pictures", "friends here", "health", "lobby", "maintenance", "notices",
    "notifications", "own matches", "showcase", "socket guard", "sync hints", "sync moves", "sync poll",
    "tournaments", "writer",
}  # fmt: skip


async def test_an_endless_task_is_started_again_whatever_ends_it() -> None:
    restarts: list[str] = []
    health, begun = TaskHealth(restarts.append), 0
    tasks = TaskSet(health)

    async def work() -> None:
        nonlocal begun
        begun += 1
        if begun == 1:
            raise ValueError("a mistake")
        if begun == 2:
            lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            lost.cancel()
            await lost  # somebody else's end is not its own
        await asyncio.Event().wait()

    with capture_logs() as logged:
        tasks.forever("digging", work)
        assert (health.names, health.failing) == ({"digging"}, [])
        await until(lambda: begun == 3)
    assert (restarts, health.failing) == (["digging", "digging"], ["digging"])
    assert [(entry["event"], entry["task"]) for entry in logged] == [("task_failed", "digging")] * 2
    assert isinstance(logged[0]["exc_info"], ValueError)
    assert logged[1]["again_in"] > logged[0]["again_in"]
    await tasks.stop()
    assert begun == 3


async def test_an_endless_task_that_returns_has_ended() -> None:
    health = TaskHealth()
    tasks = TaskSet(health)
    tasks.forever("digging", others_go_on)
    await tasks.join()
    assert health.failing == []


async def test_what_short_work_raises_is_logged_but_refusals_were_logged_before() -> None:
    tasks = TaskSet()

    async def fails(error: Exception) -> None:
        raise error

    with capture_logs() as logged:
        tasks.run(fails(ValueError("a mistake")))
        tasks.run(fails(AppError(Code.storage_unavailable)))
        await tasks.join()
        await others_go_on(2)
    assert [type(entry["exc_info"]) for entry in logged] == [ValueError]


async def test_work_that_runs_during_a_block_ends_with_it() -> None:
    ended = False

    async def work() -> None:
        nonlocal ended
        try:
            await asyncio.Event().wait()
        finally:
            ended = True

    async with running(work()):
        await others_go_on()
        assert not ended
    assert ended


async def test_a_block_goes_on_without_work_that_fails() -> None:
    async def fail(error: Exception) -> None:
        raise error

    with capture_logs() as logged:
        async with running(fail(ValueError("a mistake"))), running(fail(WebSocketDisconnect())):
            await until(lambda: bool(logged))
    assert [type(entry["exc_info"]) for entry in logged] == [ValueError]


def test_a_site_says_which_tasks_fail(client: TestClient) -> None:
    health = site_of(client).base.health
    assert health.names == ENDLESS
    assert client.get("/readyz").json()["failing_tasks"] == []
    health.record("lobby")
    assert 'clash_task_restarts_total{task="lobby"} 1.0' in client.get("/metrics").text
    while client.get("/readyz").json()["failing_tasks"] != ["lobby"]:  # it looks once a second
        assert client.get("/readyz").status_code == 200
