"""The process that does long work: its limits, its end, and that the server continues meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from app.base.errors import AppError, Code
from app.base.helper_trouble import HelperTrouble
from app.base.i18n import current_language, use_language
from app.matches.helpers import process
from app.matches.helpers.process import MAX_WAITING, SAFE_PATH, HelperProcess, cpu_seconds
from tests.support.cases import case
from tests.support.waiting import others_go_on, until, wait_until
from tools.rig.server import ROOT

PATIENCE = 60.0
CPU_SECONDS = 0.3  # of the processor


def nothing() -> None:
    """No preparation."""


def pid() -> int:
    return os.getpid()


def spin() -> None:
    """For ever, and deaf to whatever is an Exception."""
    while True:
        with contextlib.suppress(Exception):
            time.perf_counter()


def spin_deaf() -> None:
    """For ever, without hearing the alarm, as code in C would."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})
    while True:
        time.perf_counter()


def hoard() -> int:
    """More memory than there is."""
    return len([bytes(64 * 1024 * 1024) for _ in range(64)])


def end() -> None:
    os._exit(7)


def refuse() -> None:
    raise AppError(Code.stale_seq, seq=3)


def fail() -> None:
    raise RuntimeError("titan")


def language() -> str:
    return current_language().code


def rest(seconds: float) -> float:
    time.sleep(seconds)  # noqa: TID251 - work that takes its time
    return seconds


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def helper() -> AsyncIterator[HelperProcess]:
    """Provide a helper, warmed up before its first work and ended after all tests."""
    made = HelperProcess("test", nothing, seconds=CPU_SECONDS)
    assert made.pid == 0
    made.warm_up()
    await until(lambda: bool(made.pid) and not made.waiting)
    first = made.pid
    made.warm_up()
    assert (made.waiting, await made.run(pid)) == (0, first)
    yield made
    await made.close()
    assert made.pid == 0


async def test_work_is_done_in_one_process_that_is_not_this_one(helper: HelperProcess) -> None:
    pids = await asyncio.gather(*(helper.run(pid) for _ in range(5)))
    assert set(pids) == {helper.pid} != {os.getpid()}
    assert os.getpriority(os.PRIO_PROCESS, helper.pid) > os.getpriority(os.PRIO_PROCESS, 0)


async def test_refusals_and_the_language_go_through(helper: HelperProcess) -> None:
    with pytest.raises(AppError) as refused:
        await helper.run(refuse)
    assert (refused.value.code, refused.value.status, refused.value.params) == ("stale_seq", 409, {"seq": 3})
    with use_language("en"):
        assert await helper.run(language) == "en"
    with capture_logs() as logged, pytest.raises(AppError, match="internal"):
        await helper.run(fail)
    assert any(entry["event"] == "helper_failed" and "fail:" in entry["where"] for entry in logged)
    assert "titan" not in str(logged)


async def test_what_takes_too_much_time_or_memory_is_ended(helper: HelperProcess) -> None:
    for work in (spin, spin_deaf, hoard, end):
        before = await helper.run(pid)
        with case(work.__name__), pytest.raises(AppError, match="too_much_work") as refused:
            await helper.run(work)
        assert refused.value.status == 422
        assert await helper.run(pid) != before


def wait_for_file(path: Path) -> None:
    give_up = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < give_up
        time.sleep(0.01)  # noqa: TID251 - work, or a start, that takes its time


def wait_for_server(folder: Path) -> None:
    (folder / "begun").touch()
    wait_for_file(folder / "go")


async def test_the_server_goes_on_meanwhile(helper: HelperProcess, tmp_path: Path) -> None:
    task = asyncio.create_task(helper.run(wait_for_server, tmp_path))
    await until((tmp_path / "begun").exists)
    (tmp_path / "go").touch()
    await task


def no_preparation() -> None:
    """End the process at once."""
    os._exit(1)


async def test_one_that_does_not_start_is_our_trouble_not_the_visitors(monkeypatch: pytest.MonkeyPatch) -> None:
    changes: list[list[str]] = []
    trouble = HelperTrouble()
    trouble.on_change = lambda: changes.append(trouble.names)
    helper = HelperProcess("test", no_preparation, trouble=trouble)
    with capture_logs() as logged:
        for _ in range(3):  # within some seconds it is not tried again
            with pytest.raises(AppError, match="helper_away") as refused:
                await helper.run(pid)
    assert (refused.value.status, trouble.names) == (503, ["test"])
    assert [entry["event"] for entry in logged] == ["helper_does_not_start"]
    await helper.close()
    monkeypatch.setattr(process, "RETRY_SECONDS", 0)
    later = HelperProcess("test", nothing, trouble=trouble)
    trouble.failed("test", later.warm_up)
    trouble.retry()
    await until(lambda: trouble.names == [])
    assert changes == [["test"], []]
    await later.close()


def hang() -> None:
    threading.Event().wait()


async def test_one_that_hangs_at_its_start_is_ended_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "IDLE_SECONDS", 0.1)
    trouble = HelperTrouble()
    helper = HelperProcess("test", hang, trouble=trouble)
    before = {child.pid for child in multiprocessing.active_children()}
    with pytest.raises(AppError, match="helper_away"):
        await helper.run(pid)
    assert trouble.names == ["test"]
    assert helper.pid == 0
    assert {child.pid for child in multiprocessing.active_children()} <= before
    await helper.close()


async def test_one_that_starts_slowly_is_waited_for_while_it_gets_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0

    def gets_on(_pid: int) -> float:
        nonlocal looks
        looks += 1
        if looks == 3:
            (tmp_path / "go").touch()
        return looks / 100

    assert (cpu_seconds(os.getpid()) or 0) > 0
    assert cpu_seconds(0) is None
    monkeypatch.setattr(process, "IDLE_SECONDS", 0.01)
    monkeypatch.setattr(process, "cpu_seconds", gets_on)
    helper = HelperProcess("test", wait_for_file, (tmp_path / "go",))
    assert await helper.run(pid) == helper.pid
    assert looks >= 3
    await helper.close()


STARTED_AT = """
import asyncio, sys
from app.matches.helpers.process import HelperProcess
from tests.app.matches.helpers.test_process import nothing, path
async def main():
    helper = HelperProcess("test", nothing)
    print(*await helper.run(path), sep="\\n")
    await helper.close()
if __name__ == "__main__":
    asyncio.run(main())
"""


def path() -> list[str]:
    return [*sys.path, f"imported {len(sys.modules)}"]


async def test_files_where_the_server_was_started_are_not_imported(tmp_path: Path) -> None:
    """Neither by a helper nor by what Python starts along with it."""
    program, started_in = tmp_path / "bin" / "server.py", tmp_path / "here"
    program.parent.mkdir()
    started_in.mkdir()
    program.write_text(STARTED_AT, "utf-8")
    for name in ("socket", "types", "signal", "multiprocessing", "app", "asyncio", "struct"):
        (started_in / f"{name}.py").write_text("raise SystemExit('imported')", "utf-8")
    environment = {name: value for name, value in os.environ.items() if name != SAFE_PATH}
    environment["PYTHONPATH"] = str(ROOT)
    command = [sys.executable, str(program)]
    done = await asyncio.to_thread(
        subprocess.run, command, cwd=started_in, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert str(started_in) not in done.stdout.split()


async def test_one_that_ends_while_it_is_idle_is_replaced(helper: HelperProcess) -> None:
    before = await helper.run(pid)
    os.kill(before, signal.SIGKILL)
    await asyncio.to_thread(wait_until_gone, before)
    assert await helper.run(pid) != before


async def test_too_much_that_waits_is_refused(helper: HelperProcess) -> None:
    tasks = [asyncio.create_task(helper.run(rest, 0.01)) for _ in range(MAX_WAITING)]
    await others_go_on()
    with pytest.raises(AppError, match="too_busy") as refused:
        await helper.run(pid)
    assert refused.value.status == 503
    assert int((refused.value.headers or {})["Retry-After"]) > 0
    assert set(await asyncio.gather(*tasks)) == {0.01}
    assert await helper.run(pid)


async def test_who_leaves_takes_nobodys_work_along(helper: HelperProcess) -> None:
    await helper.run(pid)
    task = asyncio.create_task(helper.run(rest, 0.2))
    await others_go_on(3)
    task.cancel()
    assert await helper.run(pid) == helper.pid


SERVER = """
import asyncio, sys
from app.matches.helpers.process import HelperProcess
from tests.app.matches.helpers.test_process import nothing, pid
async def main():
    helper = HelperProcess("test", nothing)
    print(await helper.run(pid), flush=True)
    await asyncio.sleep(600)
if __name__ == "__main__":
    asyncio.run(main())
"""


async def test_it_ends_with_its_server_however_that_ends(tmp_path: Path) -> None:
    for how in (signal.SIGKILL, signal.SIGTERM):
        await asyncio.to_thread(_end_server, how, tmp_path)


def _end_server(how: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "main.py"
    script.write_text(SERVER, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    server = subprocess.Popen(
        [sys.executable, "-W", "error", script], stdout=subprocess.PIPE, env=environment, cwd=ROOT
    )
    assert server.stdout is not None
    found = int(server.stdout.readline())
    server.send_signal(how)
    server.wait(PATIENCE)
    server.stdout.close()
    wait_until_gone(found)


def wait_until_gone(process: int) -> None:
    """Wait until there is no such process; a dead one that nobody has waited for is none."""

    def gone() -> bool:
        try:
            os.kill(process, 0)
            return sys.platform == "linux" and " Z " in Path(f"/proc/{process}/stat").read_text("utf-8")
        except (ProcessLookupError, FileNotFoundError):
            return True

    wait_until(gone, f"process {process} is still there")
