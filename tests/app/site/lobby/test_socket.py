"""The lobby's sockets: news come to programs and to open pages, and nobody sees more than a list."""

from __future__ import annotations

from typing import Any

import orjson
from starlette.testclient import TestClient, WebSocketTestSession

from tests.support.waiting import wait_until
from tools.rig.guests import LIVE
from tools.rig.players import ApiPlayer


def lobby(socket: WebSocketTestSession) -> Any:
    """Return the next message of a stream."""
    return orjson.loads(socket.receive_text())


def until_shown(socket: WebSocketTestSession, *wanted: str) -> Any:
    """Return the first message whose tables are these, the newest first."""
    said = lobby(socket)
    while [table["id"] for table in said["tables"]] != list(wanted):
        said = lobby(socket)
    return said


def test_a_stream_shows_tables_and_of_matches_to_watch(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    with client.websocket_connect("/api/lobby/stream") as socket:
        assert lobby(socket) == {"type": "lobby", "tables": [], "matches": [], "challenges": []}
        match_id = ann.open(public=True, format="draft", undo=False)
        table = until_shown(socket, match_id)["tables"][0]
        assert table == ann.ok("GET", "")["matches"][0]
        assert {key: table[key] for key in ("host", "format", "edition", "undo", "casual")} == {
            "host": "Ann", "format": "draft", "edition": "2022", "undo": False, "casual": False,
        }  # fmt: skip
        with client.websocket_connect(f"/api/matches/{match_id}/stream", headers=ann.headers):
            bob.ok("POST", f"/{match_id}/join", {})
            while not (said := lobby(socket))["matches"]:
                pass
            assert said["tables"] == [] and said["matches"] == bob.ok("GET", "/playing")["matches"]
            assert said["matches"][0]["names"] == {"A": "Ann", "B": "Bob"}
        assert ann.id not in str(said) and bob.id not in str(said)


def test_a_private_table_is_nobodys_news(client: TestClient) -> None:
    ann = ApiPlayer(client, "Ann")
    with client.websocket_connect("/api/lobby/stream") as socket:
        assert lobby(socket) == {"type": "lobby", "tables": [], "matches": [], "challenges": []}
        ann.open()
        public = ann.open(public=True)
        until_shown(socket, public)


def test_a_page_gets_its_lists_again_but_not_its_own_tables(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann <b>"), ApiPlayer(client, "Bob")
    with (
        client.websocket_connect(f"/lobby/{LIVE}", headers=ann.headers) as hers,
        client.websocket_connect(f"/lobby/{LIVE}", headers=bob.headers) as his,
    ):
        for page in (hers, his):
            whole = lobby(page)["content"]
            assert 'id="friends" class="stack" hidden' in whole
            assert 'id="challenges" class="stack" role="status" hidden' in whole
            assert "Nobody is looking" in whole and "No open tables." in whole and "watched" in whole
        match_id = ann.open(public=True)
        seen = lobby(his)["content"]
        assert "1 player is waiting: Duel with starter decks" in seen
        assert f"/match/{match_id}" in seen and "Ann &lt;b&gt;" in seen
        assert '<div hx-swap-oob="outerMorph" id="open-tables"' in seen and "watched" not in seen
        ann.ok("DELETE", f"/{match_id}")
        closed = lobby(his)["content"]
        assert "Nobody is looking" in closed and match_id not in closed
        bob.open(public=True, undo=False)
        news = lobby(hers)["content"]
        assert 'id="ongoing"' in news, "of her own table, that it is closed"
        while "no undo" not in news:
            news = lobby(hers)["content"]


def test_a_page_may_ask_whether_anybody_is_there_and_nothing_else(client: TestClient) -> None:
    with client.websocket_connect(f"/lobby/{LIVE}") as page:
        lobby(page)
        page.send_json({"type": "hello", "hello": 0})
        assert lobby(page) == {"type": "beat", "beat": 0}
        nonsense: Any
        act = {"type": "act", "seq": 0, "action": {"type": "end_summon"}}
        for nonsense in (act, {"type": "hello", "hello": -1}, {"watch": 1}, []):
            page.send_json(nonsense)
            assert lobby(page)["code"] == "malformed"


def test_the_start_page_shows_a_public_match_as_anybody_may_see_it(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")

    def shown() -> str:
        return client.get("/").text.partition('<section id="showcase"')[2].partition("</section>")[0]

    match_id = ann.open(public=True, first="A")
    bob.ok("POST", f"/{match_id}/join")
    assert shown().startswith(" hidden")  # nobody is there
    with client.websocket_connect(f"/api/matches/{match_id}/stream", headers=ann.headers):
        wait_until(lambda: "Being played now" in shown())  # that she is there is written after the first answer
        now = shown()
        assert f'href="/match/{match_id}"' in now and "card-back" in now
        assert 'class="card card-creature' not in now  # the hands are hidden, and nothing is in play


def test_own_matches_are_published_when_it_is_ones_turn(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    match_id = ann.open(first="B")
    with client.websocket_connect(f"/lobby/{LIVE}", headers=ann.headers) as page:
        assert 'id="ongoing"' not in lobby(page)["content"]
        bob.ok("POST", f"/{match_id}/join", {})
        begun = lobby(page)["content"]
        assert 'id="ongoing"' in begun and f"/match/{match_id}" in begun and "Your turn" not in begun
        state = bob.state(match_id)
        while state["to_act"] == ["B"]:
            state = bob.act(match_id, state["seq"], state["legal"][-1])
        assert "Your turn" in lobby(page)["content"]
    assert 'hx-trigger="every' not in client.get("/", headers=ann.headers).text
