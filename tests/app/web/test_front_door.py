"""Strangers with nothing but connections, at a real server: half requests, endless ones, very many."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from app.settings import Settings
from app.web.limits.connections import MOST_FILES
from app.web.limits.protocols import MAX_HEAD, MAX_HEADERS, MAX_LINE
from tests.conftest import StartServer
from tests.support.raw import STRANGER, Raw
from tests.support.waiting import wait_until
from tools.rig import usage
from tools.rig.guests import LIVE
from tools.rig.players import ApiPlayer
from tools.rig.server import DEADLINE, ServerProcess

HURRY = {"head_seconds": "0.3", "body_seconds": "0.3"}
ENOUGH = 40 * 1024 * 1024  # bytes of headers that nobody should read
FORM = "POST /new HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-www-form-urlencoded\r\n"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a server as it is shipped."""
    server = ServerProcess(tmp_path_factory.mktemp("door"))
    yield server.start()
    server.close()


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a server that waits for nobody."""
    server = ServerProcess(tmp_path_factory.mktemp("hasty"), HURRY)
    yield server.start()
    server.close()


@contextmanager
def at_once(server: ServerProcess) -> Iterator[None]:
    """Let the server stand still within the block: for it, who connects and speaks there does both in no time."""
    os.kill(server.pid, signal.SIGSTOP)
    try:
        wait_until(lambda: usage.is_stopped(server.pid))
        yield
    finally:
        os.kill(server.pid, signal.SIGCONT)


def solo_match(server: ServerProcess) -> str:
    """Return the id of a match."""
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as http:
        return ApiPlayer(http).open(mode="solo")


def test_the_times_are_those_that_the_pages_name() -> None:
    settings = Settings()
    assert (settings.head_seconds, settings.body_seconds) == (15, 30)
    assert (settings.connections_per_address, settings.sockets_per_address) == (500, 200)


@pytest.mark.parametrize("sent", ["GET / HTTP/1.1\r\nHost: x\r\n", "G", "\r\n"])
def test_half_a_head_is_not_waited_for(hasty: ServerProcess, sent: str) -> None:
    with at_once(hasty):
        stranger = Raw(hasty)
        stranger.send(sent.encode())
    with stranger:
        assert stranger.status() == 408
        assert stranger.ended()


def test_who_says_nothing_is_sent_away(hasty: ServerProcess) -> None:
    with Raw(hasty) as stranger:
        assert stranger.status() is None


def test_a_second_request_has_its_time_too(hasty: ServerProcess) -> None:
    with at_once(hasty):
        stranger = Raw(hasty)
        stranger.get("/healthz")
    with stranger:
        assert stranger.status() == 200
        stranger.send(b"GET / HT")
        assert stranger.ended()


@pytest.mark.parametrize(
    "rest",
    [
        "Content-Length: 100\r\n\r\nname=",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nname=\r\n",
        "Content-Length: 1\r\n\r\n",
    ],
)
def test_half_a_body_is_not_waited_for(hasty: ServerProcess, rest: str) -> None:
    with at_once(hasty):
        stranger = Raw(hasty)
        stranger.send((FORM.format(host=stranger.host) + rest).encode())
    with stranger:
        assert stranger.status() == 408
        assert stranger.ended()
    assert "Traceback" not in hasty.log


def test_a_body_that_comes_drop_by_drop_is_not_waited_for(hasty: ServerProcess) -> None:
    """Each drop would begin a time afresh that only asks for silence."""
    with Raw(hasty) as stranger:
        stranger.send((FORM.format(host=stranger.host) + "Content-Length: 1000000\r\n\r\n").encode())
        wait_until(lambda: not stranger.send(b"x"))


def test_a_refused_body_is_not_taken_for_ever(hasty: ServerProcess) -> None:
    with at_once(hasty):
        stranger = Raw(hasty)
        stranger.send((FORM.format(host=stranger.host) + "Content-Length: 1000000000\r\n\r\n").encode())
    with stranger:
        assert stranger.status() == 413
        wait_until(lambda: not stranger.send(b"x" * 1000))


def test_a_quiet_socket_is_waited_for(hasty: ServerProcess) -> None:
    with at_once(hasty):
        lobby = Raw(hasty)
        lobby.upgrade(f"/lobby/{LIVE}", Origin=hasty.url)
    with lobby:
        assert lobby.status() == 101
        with Raw(hasty) as other:
            assert other.ended()  # longer than a head may take
        lobby.send(b"\x89\x84\x00\x00\x00\x00ping")
        assert lobby.receives(b"\x8a\x04ping")


def small_headers() -> bytes:
    return b"a: b\r\n" * 2000


def one_long_header() -> bytes:
    return b"x" * 12_000


@pytest.mark.parametrize("portion", [small_headers, one_long_header], ids=lambda portion: portion.__name__)
@pytest.mark.parametrize("begin", ["GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\na: ", "GET /", "\r\n"])
def test_endless_headers_are_cut_off(server: ServerProcess, begin: str, portion: Callable[[], bytes]) -> None:
    before = usage.memory_kib(server.pid)
    with Raw(server) as stranger:
        sent, more = 0, stranger.send(begin.encode())
        while more and sent < ENOUGH:
            more = stranger.send(portion())
            sent += len(portion())
        assert sent < ENOUGH
    assert usage.memory_kib(server.pid) - before < 20 * 1024


@pytest.mark.parametrize("begin", ["5;x=", "0\r\na: "], ids=["extension", "trailer"])
def test_endless_ends_of_bodies_are_cut_off(server: ServerProcess, begin: str) -> None:
    with Raw(server) as stranger:
        stranger.send((FORM.format(host=stranger.host) + f"Transfer-Encoding: chunked\r\n\r\n{begin}").encode())
        sent = 0
        while sent < ENOUGH and stranger.send(one_long_header()):
            sent += len(one_long_header())
        assert sent < ENOUGH


@pytest.mark.parametrize(
    "head",
    [
        "GET / HTTP/1.1\r\n" + "a: b\r\n" * (MAX_HEADERS + 1) + "\r\n",
        f"GET / HTTP/1.1\r\na: {'x' * MAX_LINE}\r\n\r\n",
        f"GET /{'x' * MAX_LINE} HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\n" + f"a: {'x' * (MAX_HEAD // 8)}\r\n" * 9 + "\r\n",
    ],
    ids=["many", "long", "address", "together"],
)
def test_a_head_beyond_the_bounds_is_refused_in_a_sentence(server: ServerProcess, head: str) -> None:
    with Raw(server) as stranger:
        stranger.send(head.encode())
        assert stranger.status() == 431
        assert stranger.ended()


def test_a_head_within_the_bounds_is_read_also_for_a_socket(server: ServerProcess) -> None:
    headers = {f"x{number}": "y" * 300 for number in range(MAX_HEADERS - 10)}
    with Raw(server) as stranger:
        stranger.get("/healthz", **headers, long="z" * (MAX_LINE // 2))
        assert stranger.status() == 200
    with Raw(server) as stranger:
        stranger.upgrade(f"/match/none/{LIVE}", **{**headers, "Origin": server.url})
        assert stranger.status() == 404


def test_requests_without_end_ahead_of_their_answers_are_cut_off(server: ServerProcess) -> None:
    with Raw(server) as stranger:
        stranger.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 5000)
        assert stranger.ended()


def test_a_few_requests_ahead_are_answered(server: ServerProcess) -> None:
    with Raw(server) as stranger:
        stranger.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 3)
        for _ in range(3):
            assert stranger.status() == 200
            stranger.skip_body()


def test_an_address_has_so_many_connections_and_others_have_theirs(start_server: StartServer) -> None:
    server = start_server(connections_per_address="3")
    mine = [Raw(server) for _ in range(3)]
    with Raw(server) as fourth:
        assert fourth.status() == 429
        assert int(fourth.header("retry-after") or 0) > 0
        assert fourth.ended()
    with Raw(server, "127.0.0.67") as other:
        other.get("/healthz")
        assert other.status() == 200
    mine.pop().close()
    wait_until(lambda: _answers(server))
    for each in mine:
        each.close()


def _answers(server: ServerProcess, source: str = STRANGER) -> bool:
    with Raw(server, source) as again:
        again.get("/healthz")
        return again.status() == 200


def test_a_socket_keeps_its_connections_place(start_server: StartServer) -> None:
    server = start_server(connections_per_address="2")
    match_id = solo_match(server)
    boards = [Raw(server) for _ in range(2)]
    for board in boards:
        board.upgrade(f"/match/{match_id}/{LIVE}", Origin=server.url)
        assert board.status() == 101
    assert not _answers(server)
    for board in boards:
        board.close()
    wait_until(lambda: _answers(server))


def test_a_trusted_proxy_brings_as_many_as_there_are(start_server: StartServer) -> None:
    server = start_server(connections_per_address="2", trusted_proxies="127.0.0.9")
    many = [Raw(server, "127.0.0.9") for _ in range(6)]
    for each in many:
        each.get("/healthz")
        assert each.status() == 200
        each.close()


@pytest.mark.parametrize("forwarded", [False, True])
def test_an_address_has_so_many_sockets_also_behind_a_proxy(start_server: StartServer, forwarded: bool) -> None:
    server = start_server(sockets_per_address="2", trusted_proxies="127.0.0.9")
    match_id = solo_match(server)

    def board(address: str) -> Raw:
        raw = Raw(server, "127.0.0.9" if forwarded else address)
        payload = {"X_Forwarded_For": address} if forwarded else {}
        raw.upgrade(f"/match/{match_id}/{LIVE}", Origin=server.url, **payload)
        return raw

    mine = [board(STRANGER) for _ in range(2)]
    assert [each.status() for each in mine] == [101, 101]
    with board(STRANGER) as third:
        assert third.status() == 429
        assert int(third.header("retry-after") or 0) > 0
    with board("127.0.0.67") as other:
        assert other.status() == 101
    mine.pop().close()

    def welcome() -> bool:
        with board(STRANGER) as again:
            return again.status() == 101

    wait_until(welcome)
    mine[0].close()


def test_the_file_limit_is_raised_at_start(tmp_path: Path) -> None:
    most = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], MOST_FILES)
    parts = ("import resource", "from app.web.limits.connections import raise_file_limit as r")
    program = "; ".join((*parts, "print(r(), *resource.getrlimit(7))"))
    command = ["sh", "-c", f"ulimit -Sn 256 && exec {sys.executable} -c '{program}'"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, check=True).stdout.split()
    assert int(said[0]) == int(said[1]) == most > 256


def test_more_connections_than_the_old_limit_of_files_do_no_harm(start_server: StartServer) -> None:
    """Half-sent requests from many addresses: nobody's place is taken but their own."""
    if min(resource.getrlimit(resource.RLIMIT_NOFILE)) < 4000:
        pytest.skip("this machine lets nobody open so many files")
    server = start_server()
    half = [Raw(server, f"127.0.1.{number % 6 + 1}") for number in range(1500)]
    for each in half:
        each.send(b"GET / HTTP/1.1\r\nHost: x\r\n")
    assert httpx.get(server.url, timeout=DEADLINE).status_code == 200
    assert _answers(server)
    for each in half:
        each.close()
