"""One guest in several browsers: the recovery code, and sessions that are listed and end."""

from __future__ import annotations

import re
import time

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app.base.settings import Settings
from app.main import create_app
from app.people.players.bans.open_sockets import CONNECT_AGAIN
from app.people.players.models import sessions
from app.people.players.service import COOKIE_SECONDS, FRESH, PlayerService
from app.people.players.sign_in.sessions import SessionService, forget_old_sessions
from tests.support.accounts import HTML, become, code_of, database_of, keep, stored
from tests.support.service import worker
from tests.support.visitors import another


def ended(stream: WebSocketTestSession) -> int:
    """Return the code with which the site closes a stream, whatever it says before."""
    while True:
        message = stream.receive()
        if message["type"] == "websocket.close":
            return int(message["code"])


def test_a_recovery_code_leads_to_its_guest_in_another_browser(client: TestClient) -> None:
    ann = become(client, "Ann")
    first, code = code_of(client), code_of(client)
    assert re.fullmatch(r"([0-9A-Z]{5}-){4}[0-9A-Z]{5}", code)
    phone = another(client)
    refused = phone.post("/account/code", data={"code": first}, headers=HTML)
    assert (refused.status_code, "not a recovery code of this site" in refused.text) == (422, True)
    typed = code.lower().replace("-", " ").replace("0", "o")
    entered = phone.post("/account/code", data={"code": typed}, headers=HTML, follow_redirects=False)
    assert (entered.status_code, entered.headers["location"]) == (303, "/account")
    assert phone.get("/api/players/me").json() == ann
    assert not any(code in row for rows in stored(client).values() for row in rows)
    assert client.post("/api/proofs", json={"code": code}).json()["code"] == "already_here"


def test_a_recovery_code_is_read_however_it_was_copied(client: TestClient) -> None:
    become(client, "Ann")
    code = code_of(client)
    wide = "".join(chr(ord(char) + 0xFEE0) for char in code)
    for typed in (
        wide, wide.lower(), f"Recovery code: {code}", f"Código de recuperación: {code}.", f"קוד שחזור: {code}",
        code + code, f"{code} {code}", f"{code}\n{code.lower()}", code.replace("-", "–"), code.replace("-", ""),
        f"{code} (Clash of Decks)", f"\u2066{code}\u2069",
        f"Code de récupération : {code.replace('-', '')} (clash.example)",
    ):  # fmt: skip
        answer = another(client).post("/api/proofs", json={"code": typed})
        assert (answer.status_code, answer.json().get("name")) == (200, "Ann"), typed
    for wrong in (code[:-1], code[:-1] + ("0" if code[-1] != "0" else "1"), "", "Recovery code:"):
        assert another(client).post("/api/proofs", json={"code": wrong}).json()["code"] == "unknown_recovery_code"


def test_sessions_are_listed_and_ended(client: TestClient) -> None:
    become(client, "Ann")
    phone = another(client)
    phone.headers["user-agent"] = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/149.0 Mobile Safari/537.36"
    phone.post("/account/code", data={"code": code_of(client)}, headers=HTML)
    listed = client.get("/api/players/me/sessions").json()
    assert {each["device"]: each["here"] for each in listed} == {"": True, "Chrome, Android": False}
    assert "Chrome, Android" in client.get("/account", headers=HTML).text
    [other] = [each["id"] for each in listed if not each["here"]]
    assert client.post("/account/sessions/end", data={"id": other}, headers=HTML).status_code == 303
    assert phone.get("/api/players/me").status_code == 401
    assert client.delete(f"/api/players/me/sessions/{other}").json()["code"] == "no_such_session"
    assert client.get("/api/players/me").status_code == 200
    eve = another(client)
    become(eve, "Eve")
    [mine] = client.get("/api/players/me/sessions").json()
    for nobodys in (mine["id"], "-"):  # the second sorts before any
        assert eve.delete(f"/api/players/me/sessions/{nobodys}").status_code == 404


def test_open_sockets_end_with_their_session(client: TestClient) -> None:
    become(client, "Ann")
    match_id = client.post("/api/matches", json={"mode": "solo"}).json()["id"]
    phone = another(client)
    phone.post("/account/code", data={"code": code_of(client)}, headers=HTML)
    with (
        phone.websocket_connect(f"/api/matches/{match_id}/stream") as lost,
        client.websocket_connect(f"/api/matches/{match_id}/stream") as kept,
    ):
        for stream in (lost, kept):
            assert stream.receive_json()["seat"] == "A"
        client.post("/account/sessions/end-others", headers=HTML)
        assert ended(lost) == CONNECT_AGAIN
        state = client.get(f"/api/matches/{match_id}").json()
        client.post(f"/api/matches/{match_id}/actions", json={"seq": 0, "action": state["legal"][0]})
        while kept.receive_json().get("seq") != 1:
            pass
    assert phone.get(f"/api/matches/{match_id}").status_code == 401


@pytest.mark.usefixtures("no_refill")
def test_who_one_is_can_be_tried_so_often_only(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        statuses = [client.post("/api/proofs", json={"code": "x"}).status_code for _ in range(61)]
    assert set(statuses[:60]) == {422} and statuses[60] == 429


def test_sessions_end_when_their_cookies_do(client: TestClient) -> None:
    ann = become(client, "Ann")
    seen = {"player_id": ann["id"], "device": "", "created_at": 0.0}
    keep(client, sessions, id="old", seen_at=time.time() - COOKIE_SECONDS - 1, **seen)
    keep(client, sessions, id="new", seen_at=time.time() - COOKIE_SECONDS + 3600, **seen)
    with database_of(client).engine.execution_options(writing=True).begin() as connection:
        assert forget_old_sessions(connection) == 1
    assert {each["id"] for each in client.get("/api/players/me/sessions").json()} >= {"new"}
    assert len([row for row in stored(client)["sessions"] if ann["id"] in row]) == 2


async def test_a_session_that_ends_at_one_worker_has_ended_at_all(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with worker(postgresql) as here:
        elsewhere = PlayerService(here.base.database, here.base.writer, "s" * 40)
        untold = PlayerService(here.base.database, here.base.writer, "s" * 40)
        ending = PlayerService(here.base.database, here.base.writer, "s" * 40, notify=elsewhere.drop_cached)
        ann = await ending.create("Ann")
        cookie = await ending.begin_session(ann)
        for service in (elsewhere, untold):
            assert await service.by_cookie(cookie) == ann
        ended_sessions = SessionService(here.base.database, here.base.writer, ending)
        assert await ended_sessions.end_others(ann, None) == 1 and await elsewhere.by_cookie(cookie) is None
        steady = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: steady() + FRESH)
        assert await untold.by_cookie(cookie) is None  # where no hint came
