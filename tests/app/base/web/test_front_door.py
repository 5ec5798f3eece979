"""Strangers with nothing but connections, at a real server: half requests, endless ones, very many."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from app.base.i18n import LANGUAGES
from app.base.web.limits.connections import MAX_FILES
from app.base.web.limits.protocols import MAX_HEAD, MAX_HEADERS, MAX_LINE
from tests.support.cases import in_turn
from tests.support.raw import STRANGER, Raw
from tests.support.waiting import wait_until
from tools.rig import usage
from tools.rig.guests import LIVE
from tools.rig.players import ApiPlayer
from tools.rig.server import DEADLINE, ServerProcess

MAX_BYTES = 40 * 1024 * 1024  # bytes of headers that nobody should read
FORM = "POST /new HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
PORTIONS = (b"a: b\r\n" * 2000, b"x" * 12_000)  # small headers, or one long one
PROXY, OTHER = "127.0.0.9", "127.0.0.67"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a server where an address has few connections, and that trusts a proxy."""
    settings = {"connections_per_address": "3", "sockets_per_address": "2", "trusted_proxies": PROXY}
    server = ServerProcess(tmp_path_factory.mktemp("narrow"), settings)
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


def said(server: ServerProcess, text: str) -> Raw:
    """Return a connection whose first bytes were on their way before the server could look; {host} is filled in."""
    with at_once(server):
        stranger = Raw(server)
        stranger.send(text.replace("{host}", stranger.host).encode())
    return stranger


@in_turn(
    "text",
    [
        "GET / HTTP/1.1\r\nHost: x\r\n", "G", "\r\n", FORM + "Content-Length: 100\r\n\r\nname=",
        FORM + "Transfer-Encoding: chunked\r\n\r\n5\r\nname=\r\n", FORM + "Content-Length: 1\r\n\r\n",
    ],
)  # fmt: skip
def test_half_a_head_or_body_is_not_waited_for(hasty: ServerProcess, text: str) -> None:
    with said(hasty, text) as stranger:
        assert stranger.status() == 408 and stranger.ended()


def test_who_says_nothing_is_sent_away_and_a_second_request_has_its_time_too(hasty: ServerProcess) -> None:
    with Raw(hasty) as stranger:
        assert stranger.status() is None
    with said(hasty, "GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n") as stranger:
        assert stranger.status() == 200
        stranger.send(b"GET / HT")
        assert stranger.ended()


def test_a_body_that_comes_drop_by_drop_or_is_refused_is_not_taken_for_ever(hasty: ServerProcess) -> None:
    """Each drop would begin a time afresh that only asks for silence."""
    with Raw(hasty) as stranger:
        stranger.send((FORM.format(host=stranger.host) + "Content-Length: 1000000\r\n\r\n").encode())
        wait_until(lambda: not stranger.send(b"x"))
    with said(hasty, FORM + "Content-Length: 1000000000\r\n\r\n") as stranger:
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


@in_turn(
    "begin",
    ["GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\na: ", "GET /", "\r\n"]
    + [FORM + "Transfer-Encoding: chunked\r\n\r\n" + end for end in ("5;x=", "0\r\na: ")],
)
def test_what_has_no_end_is_cut_off(site: ServerProcess, begin: str) -> None:
    before = usage.memory_kib(site.pid)
    for portion in PORTIONS:
        with Raw(site) as stranger:
            sent, more = 0, stranger.send(begin.replace("{host}", stranger.host).encode())
            while more and sent < MAX_BYTES:
                more = stranger.send(portion)
                sent += len(portion)
            assert sent < MAX_BYTES
    assert usage.memory_kib(site.pid) - before < 20 * 1024


@in_turn(
    "head",
    [
        "GET / HTTP/1.1\r\n" + "a: b\r\n" * (MAX_HEADERS + 1) + "\r\n",
        f"GET / HTTP/1.1\r\na: {'x' * MAX_LINE}\r\n\r\n", f"GET /{'x' * MAX_LINE} HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\n" + f"a: {'x' * (MAX_HEAD // 8)}\r\n" * 9 + "\r\n",
    ],
)  # fmt: skip
def test_a_head_beyond_the_bounds_is_refused_in_a_sentence(site: ServerProcess, head: str) -> None:
    with Raw(site) as stranger:
        stranger.send(head.encode())
        assert stranger.status() == 431 and stranger.ended()


def test_a_browser_with_too_many_cookies_reads_what_to_do(site: ServerProcess) -> None:
    for size in (8 * 1024, 16 * 1024, 64 * 1024):
        with httpx.Client(base_url=site.url, timeout=DEADLINE) as browser:
            answer = browser.get("/", headers={"cookie": f"a={'x' * size}", "accept": "text/html"})
            assert (answer.status_code, "delete the cookies of this site" in answer.text) == (431, True), size
            sent = {"accept": "text/html", "cookie": f"a={'x' * size}"}
            texts = {browser.get("/", headers={"accept-language": code, **sent}).text for code in LANGUAGES}
            assert len(texts) == len(LANGUAGES)


def test_a_head_within_the_bounds_is_read_also_for_a_socket(site: ServerProcess) -> None:
    headers = {f"x{number}": "y" * 300 for number in range(MAX_HEADERS - 10)}
    with Raw(site) as stranger:
        stranger.get("/healthz", **headers, long="z" * (MAX_LINE // 2))
        assert stranger.status() == 200
    with Raw(site) as stranger:
        stranger.upgrade(f"/match/none/{LIVE}", **{**headers, "Origin": site.url})
        assert stranger.status() == 404


def test_a_few_requests_ahead_of_their_answers_are_answered_and_very_many_cut_off(site: ServerProcess) -> None:
    with Raw(site) as stranger:
        stranger.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 3)
        for _ in range(3):
            assert stranger.status() == 200
            stranger.skip_body()
    with Raw(site) as stranger:
        stranger.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 5000)
        assert stranger.ended()


def answers(server: ServerProcess, source: str = STRANGER) -> bool:
    """True if somebody at this address gets an answer."""
    with Raw(server, source) as again:
        again.get("/healthz")
        return again.status() == 200


@in_turn("forwarded", [False, True])
def test_an_address_has_so_many_sockets_also_behind_a_proxy(narrow: ServerProcess, forwarded: bool) -> None:
    with httpx.Client(base_url=narrow.url, timeout=DEADLINE) as http:
        match_id = ApiPlayer(http).open(mode="solo")

    def board(address: str) -> Raw:
        raw = Raw(narrow, PROXY if forwarded else address)
        headers = {"X_Forwarded_For": address} if forwarded else {}
        raw.upgrade(f"/match/{match_id}/{LIVE}", Origin=narrow.url, **headers)
        return raw

    def welcome() -> bool:
        with board(STRANGER) as again:
            return again.status() == 101

    with ExitStack() as opened:
        mine = [opened.enter_context(board(STRANGER)) for _ in range(2)]
        assert [each.status() for each in mine] == [101, 101]
        with board(STRANGER) as third:
            assert third.status() == 429 and int(third.header("retry-after") or 0) > 0
        with board(OTHER) as other:
            assert other.status() == 101
        if not forwarded:  # a socket keeps its connection's place
            wait_until(lambda: answers(narrow))
            idle = opened.enter_context(Raw(narrow))
            assert not answers(narrow)
            idle.close()
        mine.pop().close()
        wait_until(welcome)


def test_an_address_has_so_many_connections_and_others_and_a_trusted_proxy_have_theirs(narrow: ServerProcess) -> None:
    with ExitStack() as opened:
        mine = [opened.enter_context(Raw(narrow, "127.0.0.68")) for _ in range(3)]
        with Raw(narrow, "127.0.0.68") as fourth:
            assert fourth.status() == 429 and int(fourth.header("retry-after") or 0) > 0 and fourth.ended()
        assert answers(narrow, OTHER)
        for _ in range(6):
            each = opened.enter_context(Raw(narrow, PROXY))
            each.get("/healthz")
            assert each.status() == 200
        mine.pop().close()
        wait_until(lambda: answers(narrow, "127.0.0.68"))


def test_the_file_limit_is_raised_at_start(tmp_path: Path) -> None:
    most = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], MAX_FILES)
    parts = ("import resource", "from app.base.web.limits.connections import raise_file_limit as r")
    program = "; ".join((*parts, "print(r(), *resource.getrlimit(7))"))
    command = ["sh", "-c", f"ulimit -Sn 256 && exec {sys.executable} -c '{program}'"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, check=True).stdout.split()
    assert int(found[0]) == int(found[1]) == most > 256
