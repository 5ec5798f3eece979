"""`make fuzz`: some hundred hostile inputs with every run of the tests, and that a fault would be seen."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tools.fuzz import programme, site
from tools.fuzz.verdict import MOST_BYTES

SEED = 2026
OFFLINE, ONLINE = 1_500, 1_200


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
    assert {"200", "201", "400", "404"} <= verdicts["API"].answers.keys()
    assert {"200", "303", "422"} <= verdicts["pages"].answers.keys()
    assert {"200", "303", "422"} <= verdicts["uploads"].answers.keys()
    for socket in ("stream", "page socket", "lesson socket", "puzzle socket"):
        answers = verdicts[socket].answers  # some messages are broken, some are understood
        assert 0 < answers["malformed"] < answers.total()


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
