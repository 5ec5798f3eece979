"""A request's id: in its answer, in its log lines, on the page of a server's error; only a trusted proxy chooses it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pytest
from starlette.testclient import TestClient
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from app.base.settings import Settings
from app.base.web.headers import HEADERS
from app.base.web.request_id import HEADER
from app.main import create_app
from tests.app.site.ops.test_metrics import figures
from tests.support.cases import case
from tests.support.raw import STRANGER, Raw
from tests.support.waiting import wait_until
from tools.rig.guests import LIVE
from tools.rig.json import Json
from tools.rig.players import duel
from tools.rig.server import DEADLINE, ServerProcess

OWN = re.compile("[0-9a-f]{16}")
PROXY = "127.0.0.1"
HOSTILE = {
    "empty": "", "spaces": "one two", "a field of its own": "x level=error", "colours": "\x1b[2J",
    "a line of its own": "x\r\n 2026-01-01 [error] all is lost", "not ASCII": "żółw", "a quote": 'x","level":"error',
    "too long": "x" * 65, "two at once": "x, y",
}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a server that logs JSON, and gives many people at one address what they ask for."""
    server = ServerProcess(tmp_path_factory.mktemp("ids"), {"log_format": "json", "rate_limit": "100"})
    yield server.start()
    server.close()


@pytest.fixture
def visitor(server: ServerProcess) -> Iterator[httpx.Client]:
    """Provide a client of the server."""
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        yield client


def lines(server: ServerProcess, **wanted: object) -> list[Json]:
    """Return the lines of the log with these values, of which there is at least one, in time."""

    def found() -> list[Json]:
        whole = server.log.rpartition("\n")[0].splitlines()
        logged = [json.loads(line) for line in whole]
        return [line for line in logged if wanted.items() <= line.items()]

    wait_until(lambda: bool(found()), f"nothing is logged with {wanted}")
    return found()


def test_answers_name_the_id_of_their_log_line(server: ServerProcess, visitor: httpx.Client) -> None:
    def ask(number: int) -> tuple[str, str]:
        path = f"/api/no-such-call-{number}"
        return path, visitor.get(path).headers[HEADER]

    with ThreadPoolExecutor(8) as threads:
        answered = dict(threads.map(ask, range(10)))
    assert len(set(answered.values())) == len(answered)
    assert all(OWN.fullmatch(request_id) for request_id in answered.values())
    for path, request_id in answered.items():
        [line] = lines(server, path=path)
        assert line["request_id"] == request_id


def test_every_answer_but_a_file_and_every_websocket_has_one(server: ServerProcess, visitor: httpx.Client) -> None:
    for page in ("/", "/healthz", "/metrics", "/api/cards", "/no-such-page"):
        assert OWN.fullmatch(visitor.get(page).headers[HEADER])
    assert HEADER not in visitor.get("/static/css/base.css").headers
    _, _, match_id = duel(visitor)
    path = f"/api/matches/{match_id}/stream"
    with connect(f"{server.ws_url}{path}", proxy=None, open_timeout=DEADLINE) as socket:
        assert socket.response is not None
        request_id = socket.response.headers[HEADER]
        assert OWN.fullmatch(request_id)
        socket.recv(DEADLINE)
    [line] = lines(server, event="socket", path=path)
    assert line["request_id"] == request_id
    with pytest.raises(InvalidStatus) as refused:
        connect(
            f"{server.ws_url}/lobby/{LIVE}", origin=Origin("https://evil.example"), proxy=None, open_timeout=DEADLINE
        )
    [line] = lines(server, event="wrong origin")
    assert refused.value.response.headers[HEADER] == line["request_id"]


def test_every_line_is_json_on_demand(server: ServerProcess, visitor: httpx.Client) -> None:
    visitor.get("/api/no-such-line?hushed=x")
    visitor.post("/language", data={}, headers={"Origin": "https://other.example"})
    [asked] = lines(server, path="/api/no-such-line")
    assert (asked["event"], asked["method"], asked["status"]) == ("request", "GET", 404) and asked["ms"] > 0
    [refused] = lines(server, event="wrong origin", received="https://other.example")
    assert refused["expected"] == f"127.0.0.1:{server.port}"
    assert all({"event", "level", "logger", "timestamp"} <= set(line) for line in lines(server))
    assert "hushed" not in server.log


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")
def test_nobody_but_a_trusted_proxy_chooses_it(server: ServerProcess, visitor: httpx.Client) -> None:
    chosen = "Outer-1.2_3" + "4" * 53
    with Raw(server, PROXY) as proxy:
        proxy.get("/api/from-a-proxy", X_Request_Id=chosen)
        proxy.status()
        assert proxy.header("x-request-id") == chosen.lower()  # `header` returns all in lower case
    [line] = lines(server, path="/api/from-a-proxy")
    assert line["request_id"] == chosen
    with Raw(server, STRANGER) as stranger:
        stranger.get("/api/from-a-stranger", X_REQUEST_ID="mine")
        stranger.status()
        assert OWN.fullmatch(stranger.header("x-request-id") or "")
        _, _, match_id = duel(visitor)
    with Raw(server, STRANGER) as stranger:
        stranger.upgrade(f"/api/matches/{match_id}/stream", X_Request_Id="mine")
        assert stranger.status() == 101 and OWN.fullmatch(stranger.header("x-request-id") or "")


def test_what_is_no_id_is_replaced(server: ServerProcess) -> None:
    for name, value in HOSTILE.items():
        with case(name), Raw(server, PROXY) as proxy:
            proxy.get("/api/hostile", X_Request_Id=value)
            status = proxy.status()
            assert status == 400 or (status == 404 and OWN.fullmatch(proxy.header("x-request-id") or ""))
    with Raw(server, PROXY) as proxy:
        proxy.get("/api/afterwards", x_request_id="first", X_Request_Id="second")
        proxy.status()
        assert OWN.fullmatch(proxy.header("x-request-id") or "")
    assert all(OWN.fullmatch(line["request_id"]) for line in lines(server, path="/api/afterwards"))
    assert "all is lost" not in server.log and "\x1b" not in server.log


@contextmanager
def broken(settings: Settings) -> Iterator[TestClient]:
    """Run a site with a page, and a call, that have a mistake."""

    async def mistake() -> None:
        raise RuntimeError("the seed is 7")

    app = create_app(settings)
    for path in ("/broken", "/api/broken"):
        app.add_api_route(path, mistake)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def test_the_page_of_an_unexpected_error_names_it(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    with broken(settings.model_copy(update={"log_level": "info"})) as client:
        answer = client.get("/broken", headers={"accept": "text/html", "accept-language": "he"})
        assert figures(client)["clash_requests_total", "500"] == 1
        program = client.get("/api/broken")
    assert (program.status_code, program.json()["code"]) == (500, "internal")
    assert OWN.fullmatch(program.headers[HEADER])
    request_id = answer.headers[HEADER]
    assert (answer.status_code, answer.headers["content-language"]) == (500, "he")
    assert f'<code dir="ltr">{request_id}</code>' in answer.text
    assert HEADERS.items() <= {name: answer.headers.get(name) for name in HEADERS}.items()
    logged = capsys.readouterr().err.splitlines()
    for event in ("unexpected error", "path=/broken"):
        assert [line for line in logged if event in line and f"request_id={request_id}" in line], event
