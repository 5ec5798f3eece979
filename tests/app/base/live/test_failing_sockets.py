"""An error while a board is drawn is logged and sent to the page; a client that merely leaves is no error."""

from __future__ import annotations

import httpx
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.base.live.connection import INTERNAL_ERROR
from app.base.settings import Settings
from app.learning.practice.renderer import PracticeRenderer
from app.main import create_app
from app.matches.core.sockets import match_socket
from app.matches.table.drawing import TableDrawing
from tests.app.site.ops.test_metrics import figures
from tests.conftest import StartServer
from tests.support.boards import HTML, board, opened, seated
from tests.support.raw import Raw
from tests.support.service import site_of
from tests.support.visitors import another
from tests.support.waiting import others_go_on, wait_until
from tools.rig.guests import LIVE
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel
from tools.rig.postgres import PostgresServer
from tools.rig.server import DEADLINE

MAX_FRAMES = 20
RELOAD = ({"type": "reload"}, INTERNAL_ERROR)


class Breakable:
    """A helper of the templates that fails once it is switched on, with an error like that of a closed socket."""

    def __init__(self, client: TestClient, name: str) -> None:
        names: Json = site_of(client).base.templates.env.globals
        self._helper, self.broken = names[name], False
        names[name] = self

    def __call__(self, *args: object, **named: object) -> object:
        """Do what the helper does."""
        if self.broken:
            raise RuntimeError("dictionary changed size during iteration")
        return self._helper(*args, **named)


def received_to_the_end(socket: WebSocketTestSession) -> tuple[list[Json], int]:
    """Everything that a socket says until it is closed, and the code with which it is."""
    frames: list[Json] = []
    while len(frames) < MAX_FRAMES:
        try:
            frames.append(socket.receive_json())
        except WebSocketDisconnect as closed:
            return frames, closed.code
    raise AssertionError("it is not closed")


def fail(*_: object) -> str:
    """In the place of something that draws."""
    raise RuntimeError("a mistake in the drawing")


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the errors that were logged with their traceback."""
    said: list[Json] = [record.msg for record in caplog.records if record.levelname == "ERROR"]  # type: ignore[misc]
    return [each["event"] for each in said if each["exc_info"]]


def errors(client: TestClient | httpx.Client) -> float:
    """The number of errors that the site has counted."""
    return figures(client)["clash_errors_total", ""]


def test_a_board_that_cannot_be_drawn_is_logged_and_the_page_gets_an_error(
    visitor: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    helper = Breakable(visitor, "symbol")
    path = seated(visitor, another(visitor))
    with board(visitor, path) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["snapshot", "talk_panel"]
        helper.broken = True
        socket.send_json({"type": "act", "seq": 0, "action": {"type": "end_summon"}})
        frames, code = received_to_the_end(socket)
    assert (frames[-1], code) == RELOAD
    assert logged(caplog) == ["board_failed"]
    assert errors(visitor) > 0
    helper.broken = False
    with board(visitor, path) as mended:
        assert mended.receive_json()["seq"] == 1, "the move was kept"


def test_a_snapshot_a_lesson_and_a_stream_that_fail_are_logged_and_their_readers_get_an_error(
    visitor: TestClient, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with board(visitor, opened(visitor, mode="solo", format="preconstructed")) as socket:
        assert socket.receive_json()["type"] == "snapshot"
        monkeypatch.setattr(TableDrawing, "snapshot", fail)
        socket.send_json({"type": "hello", "hello": 99})
        frames, code = received_to_the_end(socket)
        assert (frames[-1], code) == RELOAD
    visitor.post("/guest")
    with board(visitor, visitor.post("/learn/again", headers=HTML).url.path) as socket:
        socket.receive_json()
        monkeypatch.setattr(PracticeRenderer, "snapshot", fail)
        socket.send_json({"type": "again"})
        frames, code = received_to_the_end(socket)
        assert (frames[-1], code) == RELOAD
    ann, bob, match_id = duel(visitor)
    with visitor.websocket_connect(f"/api/matches/{match_id}/stream", headers=ann.headers) as socket:
        assert "view" in socket.receive_json()
        monkeypatch.setattr(match_socket, "step_json", fail)
        bob.act(match_id, 0, {"type": "resign", "player": "B"})
        frames, code = received_to_the_end(socket)
        assert (frames[-1]["code"], code) == ("internal", INTERNAL_ERROR)
    assert logged(caplog) == ["board_failed", "lesson_failed", "stream_failed"]


def test_streams_wait_or_end_in_silence_while_the_database_is_away(
    settings: Settings, own_postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = settings.model_copy(update={"database_url": own_postgres.create(), "log_level": "info"})
    said = [""]

    def waits() -> bool:
        said[0] += capsys.readouterr().err
        return "copy_waits" in said[0]

    with TestClient(create_app(chosen)) as client:
        ann = ApiPlayer(client, "Ann")
        with client.websocket_connect("/api/stream", headers=ann.headers) as socket:
            assert socket.receive_json()["type"] == "own_matches"
            own_postgres.stop()
            assert client.portal is not None
            client.portal.call(site_of(client).matches.own_matches.all_stale)
            wait_until(waits)  # while somebody reads: nothing is read for nobody
        with client.websocket_connect("/api/lobby/stream") as socket:
            assert received_to_the_end(socket) == ([], INTERNAL_ERROR)
        assert waits() and "Traceback" not in said[0]
        own_postgres.start()
        with client.websocket_connect("/api/lobby/stream") as socket:
            assert socket.receive_json()["type"] == "lobby"


def test_who_leaves_at_any_moment_or_is_refused_is_no_error(start_server: StartServer) -> None:
    server = start_server(connections_per_address="0")
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        ann, bob, match_id = duel(client)
        for path in (f"/match/{match_id}/{LIVE}", f"/api/matches/{match_id}/stream"):
            for _ in range(20):
                with Raw(server) as visitor:  # gone before it is answered
                    visitor.upgrade(path, Authorization=f"Bearer {ann.token}")
            with Raw(server) as visitor:  # gone while messages are sent to it
                visitor.upgrade(path, Authorization=f"Bearer {ann.token}")
                assert visitor.status() == 101
        for path, status in (("/match/x/live", 404), ("/api/matches/x/stream", 404), ("/learn/1/live", 404)):
            with Raw(server) as visitor:
                visitor.upgrade(path)
                assert (visitor.status(), visitor.ended()) == (status, True)
        bob.act(match_id, 0, {"type": "resign", "player": "B"})

        def all_ended() -> bool:
            found = figures(client)
            return found["clash_sockets", "page"] + found["clash_sockets", "api"] == 0

        wait_until(all_ended, "some sockets never end")
        assert errors(client) == 0, server.log
    server.stop()
    assert "without completing handshake" not in server.log
    assert "Traceback" not in server.log


async def _at_once(_seconds: float) -> None:
    await others_go_on()


def test_a_refused_socket_says_when_to_try_again(settings: Settings) -> None:
    narrow = settings.model_copy(update={"rate_limit": 0.0001})  # every limit is 1, or 2 a minute
    with TestClient(create_app(narrow), client=("192.0.2.7", 1234)) as client:
        site_of(client).base.limits.sleep = _at_once  # a refusal is held back for some seconds
        pages = [client.get("/cards", headers=HTML) for _ in range(4)]
        for refused in (pages[-1], client.get("/api/cards")):
            assert (refused.status_code, int(refused.headers["retry-after"]) > 0) == (429, True)
        for path in ("/match/x/live", "/api/matches/x/stream", "/learn/1/live"):
            with pytest.raises(WebSocketDenialResponse) as denied, client.websocket_connect(path):
                pass
            assert (denied.value.status_code, int(denied.value.headers["retry-after"]) > 0) == (429, True)
