"""`make fuzz`: some thousand hostile inputs with every run of the tests, and that a fault would be seen."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

from tools.fuzz import command_line, hostile, programme, samples, site
from tools.fuzz.verdict import MOST_BYTES, FuzzVerdict

SEED = 2026
OFFLINE, ONLINE = 4_000, 3_000


def test_no_line_and_no_file_breaks_the_command_line() -> None:
    verdicts = list(programme.offline(OFFLINE, SEED, None))
    assert [fault for verdict in verdicts for fault in verdict.faults] == []
    assert sum(verdict.inputs for verdict in verdicts) > 0.4 * OFFLINE
    lines, files = (verdict.answers for verdict in verdicts)
    assert {"fine", "bad_position", "malformed_line", "malformed"} <= lines.keys()
    assert {"status 0", "status 1", "status 2"} == files.keys()


def test_no_request_and_no_message_breaks_the_site() -> None:
    verdicts = {verdict.name: verdict for verdict in programme.online("sqlite", ONLINE, SEED, None)}
    assert [fault for verdict in verdicts.values() for fault in verdict.faults] == []
    assert verdicts.keys() == {*site.MAKERS, "stream", "page socket", "lesson socket", "puzzle socket", "log"}
    assert {"200", "201", "400", "404", "422"} <= verdicts["API"].answers.keys()
    assert {"200", "303", "422"} <= verdicts["pages"].answers.keys()
    assert {"200", "303", "422"} <= verdicts["uploads"].answers.keys()
    for socket in ("stream", "page socket", "lesson socket", "puzzle socket"):
        answers = verdicts[socket].answers  # some messages are broken, some are understood
        assert 0 < answers["malformed"] < answers.total()


# -- the input


def test_a_seed_finds_the_same_input_again() -> None:
    first, second = ([command_line.line(random.Random(seed)) for seed in range(30)] for _ in range(2))
    assert first == second
    assert len(set(first)) == len(first)


def test_hostile_input_leaves_the_valid_one_as_it_was() -> None:
    dice = random.Random(1)
    valid = samples.position(dice)
    kept = hostile.encoded(random.Random(0), valid)
    assert all(hostile.mutated(dice, valid) != valid for _ in range(3))
    assert hostile.encoded(random.Random(0), valid) == kept


def test_all_kinds_of_hostility_occur() -> None:
    dice = random.Random(1)
    made = b"".join(command_line.line(dice) for _ in range(600))
    for sign in (b"[[[[[[[[", b"1" * 4_300, b"\xed\xa0\x80", b"\\u202e", b"NaN", str(2**64).encode(), b"\\u0000"):
        assert sign in made, sign


# -- the judgement


class Broken(BaseHTTPRequestHandler):
    """A site that answers one address with an error, one with too much, one not at all."""

    def do_GET(self) -> None:
        """Answer."""
        if self.path == "/silent":
            self.connection.close()
            return
        size = MOST_BYTES + 1 if self.path == "/large" else 2
        self.send_response(500 if self.path == "/internal" else 200)
        self.send_header("Content-Length", str(size))
        self.end_headers()
        self.wfile.write(b"x" * size)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def broken() -> Iterator[str]:
    """Provide the address of such a site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Broken) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("path", "said"),
    [("/fine", ""), ("/internal", "an internal error"), ("/large", "bytes"), ("/silent", "no answer")],
)
def test_what_is_wrong_with_an_answer_is_a_fault(broken: str, path: str, said: str) -> None:
    verdict = FuzzVerdict("API")
    with httpx.Client(base_url=broken, timeout=site.PATIENCE) as client:
        site.ask(site.Request("GET", path), site.FuzzGuest(client, {}), verdict)
    assert bool(verdict.faults) is bool(said)
    assert all(said in fault and path in fault for fault in verdict.faults)
    assert verdict.is_broken is (path == "/silent")


def test_a_slow_answer_is_a_fault_only_where_somebody_looks_at_the_clock() -> None:
    assert FuzzVerdict("API", 1.0).is_slow(1.5)
    assert not FuzzVerdict("API", 1.0).is_slow(0.5)
    assert not FuzzVerdict("API").is_slow(1_000)


def test_a_log_with_a_traceback_is_a_fault() -> None:
    assert programme.read("all is well").faults == []
    assert len(programme.read("Traceback (most recent call last)").faults) == 1


def test_the_figures_of_a_way_stand_in_a_line() -> None:
    verdict = FuzzVerdict("API", answers=Counter({"200": 2}), inputs=2, slowest=0.5, largest=2_000)
    assert verdict.line().split() == ["API", "2", "500.0", "ms", "2.0", "KB", "0", "2", "200"]
