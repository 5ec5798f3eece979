"""One guest in several browsers: sessions, the recovery code, becoming one; everything exported, everything deleted."""

from __future__ import annotations

import json
import re
import time
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient, WebSocketTestSession

from app.account.service import AccountService
from app.decks.models import decks
from app.designer.models import designs
from app.main import create_app
from app.matches.models import matches
from app.matches.schemas import NewMatch
from app.players.identity import COOKIE
from app.players.models import invited, invites, passkeys, players, sessions, tickets
from app.players.open_sockets import CONNECT_AGAIN
from app.players.service import COOKIE_SECONDS, FRESH, PlayerService
from app.players.sessions import SessionService, forget_old_sessions
from app.practice.models import exercises
from app.puzzles.models import days
from app.replay.models import records
from app.settings import Settings
from app.store.belongings import belongings
from app.store.database import Database, metadata
from engine import cards
from engine.cards import Card
from tests.support.service import worker
from tests.support.visitors import another
from tools.rig.players import ApiPlayer, duel

HTML = {"Accept": "text/html"}
DECK = "ogre titan troll"
OGRE: Card = cards.ALL["ogre"]


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    """Provide a browser of a site that limits nobody."""
    free = settings.model_copy(update={"rate_limit": 0})
    with TestClient(create_app(free), follow_redirects=False) as started:
        yield started


def become(client: TestClient, name: str) -> dict[str, str]:
    """Return who the browser is, once it has become a guest of this name."""
    named = client.post("/settings/you", data={"name": name}, headers=HTML, follow_redirects=False)
    assert named.status_code == 303
    me: dict[str, str] = client.get("/api/players/me").json()
    return me


def code_of(client: TestClient) -> str:
    """Return a new recovery code of the browser's guest."""
    code: str = client.post("/api/players/me/recovery").json()["code"]
    return code


def database_of(client: TestClient) -> Database:
    """Return the site's database."""
    database: Database = client.app.state.database  # type: ignore[attr-defined]
    return database


def keep(client: TestClient, table: sa.Table, **values: object) -> None:
    """Store a row."""
    with database_of(client).engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.insert(table), values)


def stored(client: TestClient) -> dict[str, list[str]]:
    """Return everything in the database as text, by table."""
    with database_of(client).engine.connect() as connection:
        return {
            table.name: [repr(tuple(row)) for row in connection.execute(sa.select(table))]
            for table in metadata.sorted_tables
        }


def ended(stream: WebSocketTestSession) -> int:
    """Return the code with which the site closes a stream, whatever it says before."""
    while True:
        message = stream.receive()
        if message["type"] == "websocket.close":
            return int(message["code"])


def one_of_everything(client: TestClient, player_id: str) -> None:
    """Store something of a guest in every table that says whose its rows are, but those of matches."""
    at = {"created_at": 0.0, "updated_at": 0.0}
    keep(client, decks, id="d", player_id=player_id, name="Big", cards=DECK, **at)
    card = json.dumps(OGRE.notation).encode()
    keep(client, designs, id="c", player_id=player_id, name="Beast", icon="", card=card, **at)
    keep(client, exercises, player_id=player_id, kind="puzzle", name="p", seq=1, moves="[]", done=True)
    keep(client, days, player_id=player_id, day="2026-01-01")
    keep(client, invites, id="i", code_hash=b"", label="", uses_left=1, expires_at=0.0, created_at=0.0)
    keep(client, invited, player_id=player_id, invite_id="i", at=0.0)
    keep(client, tickets, hash=b"t", purpose="become", player_id=player_id, expires_at=time.time() + 600)
    key = {"public_key": b"", "signed": 0, "device": "Firefox", "created_at": 0.0, "used_at": 0.0}
    keep(client, passkeys, id="k", player_id=player_id, **key)
    kept = {"mode": "duel", "edition": "2022", "format": "draft", "opened_at": 0.0}
    keep(client, records, id="r", player_id=player_id, record=zlib.compress(b'{"whole": 1}'), **kept, **at)
    client.post("/api/players/me/recovery")
    client.post("/settings", data={"sound": "off"})
    fill_the_rest(client, player_id)


def fill_the_rest(client: TestClient, player_id: str) -> None:
    """Store a row of a guest in each table that tells of guests and has none of this one yet."""
    keep(client, players, id="other", name="Zoe", created_at=0.0, seen_at=0.0)
    keep(client, matches, **{**_row_of(matches), "id": "m", "status": "over"})
    there = {"players": "other", "matches": "m"}
    for each in belongings():
        with database_of(client).engine.connect() as connection:
            known = connection.execute(sa.select(each.column).where(each.column == player_id)).first()
        if known is None and each.fate.told is not None:
            others = {
                column.name: there[key.column.table.name]
                for column in each.table.columns
                for key in column.foreign_keys
                if not column.nullable
            }
            keep(client, each.table, **{**_row_of(each.table), **others, each.column.name: player_id})


def _row_of(table: sa.Table) -> dict[str, object]:
    """Return a row with as little in it as its columns allow."""
    return {column.name: _something(column) for column in table.columns if not column.nullable}


def _something(column: sa.Column[Any]) -> object:
    kind = column.type.python_type
    return b"{}" if kind is bytes else kind()


def test_a_recovery_code_leads_to_its_guest_in_another_browser(client: TestClient) -> None:
    ann = become(client, "Ann")
    first, code = code_of(client), code_of(client)
    assert re.fullmatch(r"([0-9A-Z]{5}-){4}[0-9A-Z]{5}", code)
    phone = another(client)
    refused = phone.post("/account/code", data={"code": first}, headers=HTML)
    assert (refused.status_code, "no recovery code of this site" in refused.text) == (422, True)
    typed = code.lower().replace("-", " ").replace("0", "o")
    entered = phone.post("/account/code", data={"code": typed}, headers=HTML, follow_redirects=False)
    assert (entered.status_code, entered.headers["location"]) == (303, "/account")
    assert phone.get("/api/players/me").json() == ann
    assert not any(code in row for rows in stored(client).values() for row in rows)
    assert client.post("/api/proofs", json={"code": code}).json()["code"] == "already_here"


def test_sessions_are_listed_and_ended(client: TestClient) -> None:
    become(client, "Ann")
    phone = another(client)
    phone.headers["user-agent"] = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/149.0 Mobile Safari/537.36"
    phone.post("/account/code", data={"code": code_of(client)}, headers=HTML)
    listed = client.get("/api/players/me/sessions").json()
    assert {each["device"]: each["here"] for each in listed} == {"": True, "Chrome, Android": False}
    page = client.get("/account", headers=HTML)
    assert "Chrome, Android" in page.text
    [other] = [each["id"] for each in listed if not each["here"]]
    assert client.post("/account/sessions/end", data={"id": other}, headers=HTML).status_code == 303
    assert phone.get("/api/players/me").status_code == 401
    assert client.delete(f"/api/players/me/sessions/{other}").json()["code"] == "no_such_session"
    assert client.get("/api/players/me").status_code == 200
    eve = another(client)
    become(eve, "Eve")
    [mine] = client.get("/api/players/me/sessions").json()
    assert eve.delete(f"/api/players/me/sessions/{mine['id']}").status_code == 404


def test_a_cookie_from_before_there_were_sessions_still_holds(client: TestClient) -> None:
    ann = become(client, "Ann")
    with database_of(client).engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.text("UPDATE sessions SET id = player_id"))  # as the migration stores them
    old = client.app.state.players.cookie_of(ann["id"])  # type: ignore[attr-defined]
    assert another(client).get("/api/players/me", headers={"Cookie": f"{COOKIE}={old}"}).json() == ann


def test_a_browser_with_a_guest_is_asked_and_both_become_one(client: TestClient) -> None:
    ann = become(client, "Ann")
    code = code_of(client)
    phone = another(client)
    bea = become(phone, "Bea")
    one_of_everything(phone, bea["id"])
    opened = phone.post("/new", data={"mode": "solo", "format": "preconstructed"}, headers=HTML, follow_redirects=False)
    match_id = opened.headers["location"].rpartition("/")[2]
    asked = phone.post("/account/code", data={"code": code}, headers=HTML)
    assert "On this device you have played as <bdi>Bea</bdi>." in asked.text
    ticket = re.search(r'name="ticket" value="([^"]+)"', asked.text)
    assert ticket is not None
    assert phone.get("/api/players/me").json() == bea  # nothing has happened yet
    entered = phone.post("/account/enter", data={"ticket": ticket[1], "how": "merge"}, headers=HTML)
    assert entered.status_code in (200, 303)
    assert phone.get("/api/players/me").json() == ann
    assert phone.get(f"/api/matches/{match_id}").json()["seat"] == "A"
    assert client.get(f"/api/matches/{match_id}").json()["seat"] == "A"
    assert [deck["name"] for deck in client.get("/api/decks").json()["decks"]] == ["Big"]
    left = stored(client)
    assert [line for table, lines in left.items() for line in lines if bea["id"] in line and table != "sessions"] == []
    again = phone.post("/account/enter", data={"ticket": ticket[1], "how": "merge"}, headers=HTML)
    assert again.status_code == 422


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


def test_a_browser_with_a_guest_can_change_over(client: TestClient) -> None:
    ann = become(client, "Ann")
    phone = another(client)
    bea = become(phone, "Bea")
    one_of_everything(phone, bea["id"])
    proved = phone.post("/api/proofs", json={"code": code_of(client)}).json()
    assert (proved["name"], proved["choose"]) == ("Ann", True)
    assert phone.post("/api/proofs/enter", json={"ticket": proved["ticket"], "how": "switch"}).json() == ann
    assert phone.get("/api/players/me").json() == ann
    assert 'data-prefs=""' in phone.get("/settings").text  # Bea's choices, of which this browser has a copy, stay hers
    assert [row for row in stored(client)["decks"] if bea["id"] in row]


def test_two_guests_who_play_each_other_stay_two(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    code = client.post("/api/players/me/recovery", headers=ann.headers).json()["code"]
    ticket = client.post("/api/proofs", json={"code": code}, headers=bob.headers).json()["ticket"]
    entered = client.post("/api/proofs/enter", json={"ticket": ticket, "how": "merge"}, headers=bob.headers)
    assert (entered.status_code, entered.json()["code"]) == (409, "playing_each_other")
    assert ann.state(match_id)["seat"] == "A"
    assert bob.state(match_id)["seat"] == "B"


def test_a_programs_token_leads_to_the_guest_who_goes_on(client: TestClient) -> None:
    ann = become(client, "Ann")
    code = code_of(client)
    bot = ApiPlayer(client, "Bot")
    match_id = bot.open()
    program = another(client)
    ticket = program.post("/api/proofs", json={"code": code}, headers=bot.headers).json()["ticket"]
    program.post("/api/proofs/enter", json={"ticket": ticket, "how": "merge"}, headers=bot.headers)
    assert program.get("/api/players/me", headers=bot.headers).json() == ann
    assert client.get(f"/api/matches/{match_id}").json()["seat"] == "A"


def test_an_export_holds_every_table(client: TestClient) -> None:
    ann = become(client, "Ann")
    one_of_everything(client, ann["id"])
    opened = client.post("/new", data={"mode": "solo", "format": "preconstructed"}, headers=HTML)
    match_id = opened.headers["location"].rpartition("/")[2]
    answer = client.get("/account/export")
    assert "attachment" in answer.headers["content-disposition"]
    told: dict[str, Any] = answer.json()
    for each in belongings():
        if each.fate.told is not None:
            assert len(told[each.table.name]) == 1, (
                f"nothing of {each.table.name} in one_of_everything, or in the export"
            )
    assert told["player"]["name"] == "Ann"
    assert told["decks"][0]["cards"] == DECK
    assert told["designs"][0]["card"] == OGRE.notation
    assert told["records"][0]["record"] == {"whole": 1}
    [match] = told["matches"]
    assert (match["id"], match["seats"], match["options"]) == (
        match_id,
        ["A"],
        None,
    )  # the seed is secret before the end
    assert ann["id"] not in answer.text


def test_what_is_exported_of_a_match_in_play_is_ones_own(client: TestClient) -> None:
    ann, bob, match_id = duel(client, format="draft")
    for player in (ann, bob):
        state = player.state(match_id)
        if state["to_act"]:
            player.act(match_id, state["seq"], state["legal"][0])
    told = client.get("/api/players/me/export", headers=ann.headers).json()["matches"][0]
    assert {move["by"] for move in told["moves"]} <= {"A"}
    ann.act(match_id, ann.state(match_id)["seq"], {"type": "resign", "player": "A"})
    told = client.get("/api/players/me/export", headers=ann.headers).json()["matches"][0]
    assert [move["seq"] for move in told["moves"]] == list(range(1, len(told["moves"]) + 1))
    assert told["options"]["seed"]


def test_deleting_leaves_nothing_but_a_former_player(client: TestClient) -> None:
    me = become(client, "Annabel")
    one_of_everything(client, me["id"])
    bob = ApiPlayer(another(client), "Bob")
    bob.client = another(client)
    over, going = bob.open(), bob.open()
    for match_id in (over, going):
        assert client.post(f"/api/matches/{match_id}/join", json={}).status_code == 200
    bob.act(over, 0, {"type": "resign", "player": "A"})
    waiting = client.post("/api/matches", json={"public": True}).json()["id"]
    alone = client.post("/api/matches", json={"mode": "solo"}).json()["id"]
    assert bob.state(going)["players"]["B"]["name"] == "Annabel"

    gone = client.post("/account/delete", headers=HTML)
    assert (gone.status_code, "Everything is deleted" in gone.text) == (200, True)
    assert COOKIE not in client.cookies
    found = [f"{table}: {row}" for table, rows in stored(client).items() for row in rows]
    assert [row for row in found if me["id"] in row or "Annabel" in row] == []
    for match_id, winner in ((over, "B"), (going, "A")):
        state = bob.state(match_id)
        assert state["players"]["B"] == {"kind": "former", "name": None, "level": None}
        assert (state["status"], state["result"]["winner"]) == ("over", winner)
    page = another(client).get(f"/match/{over}/replay", headers=HTML)
    assert "A former player" in page.text
    assert "Annabel" not in page.text
    for match_id in (waiting, alone):
        bob.refused("GET", f"/{match_id}", None, 404, "no_such_match")
    bob.refused("POST", f"/{over}/rematch", None, 409, "opponent_left")
    assert bob.ok("GET", f"/{over}/record")["names"] == {"A": "Bob", "B": None}


def test_a_token_of_a_deleted_guest_opens_nothing(client: TestClient) -> None:
    ann = ApiPlayer(client, "Ann")
    assert client.delete("/api/players/me", headers=ann.headers).status_code == 204
    assert client.get("/api/players/me", headers=ann.headers).json()["code"] == "bad_token"
    assert stored(client)["players"] == []


def test_who_one_is_can_be_tried_so_often_only(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        statuses = [client.post("/api/proofs", json={"code": "x"}).status_code for _ in range(61)]
    assert set(statuses[:60]) == {422}
    assert statuses[60] == 429


@pytest.mark.parametrize(
    ("site", "code"),
    [
        ("http://club.example", "passkeys_need_https"),
        ("http://192.168.1.5", "passkeys_need_https"),
        ("https://192.168.1.5", "passkeys_need_name"),
        ("https://club.example", None),
        ("http://localhost:8000", None),
    ],
)
def test_passkeys_are_offered_where_browsers_make_them(settings: Settings, site: str, code: str | None) -> None:
    with TestClient(create_app(settings), base_url=site) as client:
        become(client, "Ann")
        page = client.get("/account", headers=HTML)
        answer = client.post("/api/players/me/passkeys/options")
        if code is None:
            assert answer.json()["rp"]["id"] in site
            assert "why-no-passkeys" not in page.text
        else:
            assert (answer.status_code, answer.json()["code"]) == (409, code)
            assert answer.json()["error"] in page.text
            assert "data-passkey=" not in page.text
        assert "Make a recovery code" in page.text


@pytest.mark.parametrize("passkey", [{}, {"id": "x"}, {"response": {"clientDataJSON": "e30"}}, {"response": 7}])
def test_a_strange_passkey_is_refused(client: TestClient, passkey: dict[str, object]) -> None:
    client.base_url = "http://localhost"
    become(client, "Ann")
    for path in ("/api/proofs", "/api/players/me/passkeys"):
        answer = client.post(path, json={"passkey": passkey})
        assert (answer.status_code, answer.json()["code"]) == (422, "passkey_refused")


def test_sessions_end_when_their_cookies_do(client: TestClient) -> None:
    ann = become(client, "Ann")
    seen = {"player_id": ann["id"], "device": "", "created_at": 0.0}
    keep(client, sessions, id="old", seen_at=time.time() - COOKIE_SECONDS - 1, **seen)
    keep(client, sessions, id="new", seen_at=time.time() - COOKIE_SECONDS + 3600, **seen)
    with database_of(client).engine.execution_options(writing=True).begin() as connection:
        assert forget_old_sessions(connection) == 1
    assert {each["id"] for each in client.get("/api/players/me/sessions").json()} >= {"new"}
    assert len(stored(client)["sessions"]) == 2


async def test_a_session_that_ends_at_one_worker_has_ended_at_all(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with worker(database_url) as here:
        told = PlayerService(here.database, here.writer, "s" * 40)
        untold = PlayerService(here.database, here.writer, "s" * 40)
        ending = PlayerService(here.database, here.writer, "s" * 40, tell=told.heard)
        ann = await ending.create("Ann")
        cookie = await ending.begin_session(ann)
        for service in (told, untold):
            assert await service.by_cookie(cookie) == ann
        ended_sessions = SessionService(here.database, here.writer, ending)
        assert await ended_sessions.end_others(ann, None) == 1
        assert await told.by_cookie(cookie) is None
        steady = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: steady() + FRESH)
        assert await untold.by_cookie(cookie) is None  # where no hint came


async def test_guests_merge_and_leave_in_every_database(database_url: str) -> None:
    async with worker(database_url) as here:
        accounts = AccountService(here.database, here.writer, here.players, here.matches)
        ann, (bob, _), (cleo, _) = (
            await here.players.create("Ann"),
            await here.players.create_with_token("Bob"),
            await here.players.create_with_token("Cleo"),
        )
        live = await here.matches.opening.create(bob, NewMatch(seat="A"))
        await here.matches.opening.join(live.id, cleo)
        await accounts.merge(bob, ann)
        row = (await here.matches.live_match(live.id)).row
        assert (row.seats_of(ann.id), row.seats_of(bob.id), row.names["A"]) == (("A",), (), "Bob")
        await accounts.delete(ann)
        row = (await here.matches.live_match(live.id)).row
        assert row.has_former_player
        assert row.result is not None
        assert row.result.winner == "B"
        assert await here.players.by_id(ann.id) is None
