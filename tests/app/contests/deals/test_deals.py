"""The deal of the day: the same cards for everybody, one try, a table; and nothing of it before your own end."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import count, pairwise
from pathlib import Path

import orjson
import pytest
import sqlalchemy as sa
from httpx2 import Response
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from app.base.errors import SENTENCES
from app.base.store.database import StoredRow
from app.contests.deals import results
from app.contests.deals.board import DealBoards
from app.contests.deals.models import deals, tries
from app.contests.deals.plans import RISING_SINCE, plan_of
from app.contests.deals.rehearsal import MAX_SEEDS, DealRehearsals
from app.learning.puzzles import daily
from app.matches.core.storage.models import matches
from app.people.players.player import Player
from tests.support.accounts import database_of
from tests.support.boards import HTML
from tests.support.bots import play_to_the_end, when_due
from tests.support.cases import in_turn
from tests.support.service import site_of
from tests.support.site_time import noon
from tests.support.visitors import another
from tests.support.work import counted
from tools.bots import days
from tools.rig.guests import LIVE
from tools.rig.players import ApiPlayer

SOLO_DAY = next(day for n in range(7) if plan_of(day := date(2030, 5, 1 + n)).mode == "solo")
DUEL_DAY = SOLO_DAY + timedelta(days=1)


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> list[date]:
    """Return the day that it is for the site, which a test may change."""
    days = [SOLO_DAY]
    monkeypatch.setattr(daily, "now", lambda: noon(days[0]))
    return days


def _headers(player: ApiPlayer) -> dict[str, str]:
    return {**HTML, **player.headers}


def _begin(client: TestClient, player: ApiPlayer, deal: str = SOLO_DAY.isoformat()) -> str:
    answer = client.post(f"/deals/{deal}/play", headers=_headers(player), follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"].rpartition("/")[2])


def _rows(client: TestClient, table: sa.Table) -> Sequence[StoredRow]:
    with database_of(client).engine.connect() as connection:
        return connection.execute(sa.select(table)).all()


def _give_up(player: ApiPlayer, match_id: str) -> None:
    state = player.state(match_id)
    player.act(match_id, state["seq"], {"type": "resign", "player": "A"})


def _page(client: TestClient, player: ApiPlayer, deal: str = SOLO_DAY.isoformat()) -> str:
    site_of(client).contests.deals.boards = DealBoards(
        site_of(client).base.database
    )  # none that was read some seconds ago
    return client.get(f"/deals/{deal}", headers=_headers(player)).text


def test_the_week_rises_as_it_was_measured_and_days_that_were_announced_stay() -> None:
    page = Path("docs/opponents.md").read_text("utf-8")
    share = r" (\d+)% \((\d+)% to \d+%\)[^|]+\|"
    rows = re.findall(r"^\| \w+day \| (.+?) \|" + share * 4 + "$", page, re.MULTILINE)
    week = [plan_of(RISING_SINCE + timedelta(days=70 + number)) for number in range(7)]
    assert [row[0] for row in rows] == [days.opponent(plan) for plan in week] and RISING_SINCE.weekday() == 0
    shares = [[*map(int, row[1::2])] for row in rows]
    assert int(rows[0][4]) > 50, "Monday is won by level 2 more often than not"
    for (easier, harder), (earlier, later) in zip(pairwise(shares), pairwise(week), strict=True):
        alike = days.opponent(earlier) == days.opponent(later)
        assert alike or sum(harder) < sum(easier), (easier, harder)
    assert shares[-1] == [min(column) for column in zip(*shares, strict=True)], "Sunday is the hardest for everybody"
    decks = {
        (weekday, plan_of(RISING_SINCE + timedelta(days=7 * week + weekday)).decks[0])
        for week in range(4)
        for weekday in range(7)
    }
    assert len(decks) == 4 * 7, "each weekday meets each deck"
    before = plan_of(RISING_SINCE - timedelta(days=1))
    assert before.bot is not None and before.bot.level == 4


@in_turn("day", [SOLO_DAY, DUEL_DAY])
def test_everybody_gets_the_same_cards_and_one_try(client: TestClient, today: list[date], day: date) -> None:
    today[0] = day
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    first, second = _begin(client, ann, day.isoformat()), _begin(client, bob, day.isoformat())
    assert first != second
    assert _begin(client, ann, day.isoformat()) == first, "a second press leads back to the same match"
    stored = {row.id: orjson.loads(row.options) for row in _rows(client, matches)}
    assert stored[first] == stored[second]
    state = ann.state(first)
    assert state["seed"] is None and not state["casual"] and not state["rated"]
    if day == SOLO_DAY:
        assert state["view"]["A"]["hand"] == bob.state(second)["view"]["A"]["hand"]
    else:
        assert state["players"]["B"]["kind"] == "bot"
        boards = []
        for player, match_id in ((ann, first), (bob, second)):
            for _ in range(2):
                due = when_due(player, match_id)
                if due["status"] != "over":  # a player who does nothing may have lost by then
                    player.act(match_id, due["seq"], {"type": "end_summon"})
            boards.append(when_due(player, match_id)["view"]["A"])
        assert boards[0] == boards[1], "the opponent answers everybody alike"
    if ann.state(first)["status"] != "over":
        _give_up(ann, first)
    assert _begin(client, ann, day.isoformat()) == first, "the try is over"
    assert len([row for row in _rows(client, matches) if row.id in (first, second)]) == 2


def test_computers_play_the_deals_of_today_and_tomorrow_before_they_are_drawn(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, today: list[date]
) -> None:
    seeds, site, ann = count(1), site_of(client), ApiPlayer(client, "Ann")
    monkeypatch.setattr("app.contests.deals.plans.new_seed", lambda: next(seeds))
    rehearsals = DealRehearsals(site.contests.deals, site.matches.thinkers, is_on=True, levels=(4,))
    assert client.portal is not None
    client.portal.call(rehearsals.draw_due)
    drawn = _rows(client, deals)
    assert {row.id: row.won_by for row in drawn} == {SOLO_DAY.isoformat(): 4, DUEL_DAY.isoformat(): 4}
    client.portal.call(rehearsals.draw_due)
    assert _rows(client, deals) == drawn
    first = next(seeds)
    today[0] = DUEL_DAY  # the next day's is to be drawn, and nobody is there who could win
    client.portal.call(DealRehearsals(site.contests.deals, site.matches.thinkers, is_on=True, levels=()).draw_due)
    assert [row.won_by for row in _rows(client, deals)].count(None) == 1
    assert next(seeds) == first + 1 + MAX_SEEDS, "what was not won was drawn again"
    today[0] = SOLO_DAY
    assert "Won by a computer" not in _page(client, ann, (SOLO_DAY - timedelta(days=1)).isoformat())
    assert "Begin within" in _page(client, ann) and ask(ann, "GET", "/today").json()["won_by"] == 4
    begun = _begin(client, ann)
    options = {row.id: row.options for row in _rows(client, matches)}[begun]
    assert orjson.loads(options) == {row.id: orjson.loads(row.options) for row in drawn}[SOLO_DAY.isoformat()]
    page = _page(client, ann)
    assert "Won by a computer of level 4." in page and "New deal in 12 hours." in page


def test_two_tabs_open_one_match_which_is_taken_up_if_its_try_was_not_stored(client: TestClient) -> None:
    ann = ApiPlayer(client, "Ann")
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(_begin(client, ann))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 2 and len(set(found)) == 1
    assert [row.id for row in _rows(client, matches)] == found[:1]
    with database_of(client).engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.delete(tries))
    assert _begin(client, ann) == found[0]
    assert len(_rows(client, tries)) == 1


def test_the_table_shows_results_places_and_after_ones_own_end_replays(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    first, second = _begin(client, ann), _begin(client, bob)
    play_to_the_end(ann, first)
    row = next(row for row in _rows(client, tries) if row.match_id == first)
    assert row.outcome in ("won", "lost") and row.turns > 0 and row.score and row.counts
    page = _page(client, bob)
    assert "<bdi>Ann</bdi>" in page and "Your result" not in page
    assert f"/match/{first}" not in page
    _give_up(bob, second)
    page = _page(client, bob)
    assert f"/match/{first}/replay" in page and "of 2." in page and "1 day in a row." in page
    assert client.get(f"/match/{first}/replay", headers=_headers(bob)).status_code == 200
    picture = client.get(f"/deals/{SOLO_DAY}/picture", headers=_headers(bob))
    assert picture.headers["content-type"] == "image/png" and picture.content.startswith(b"\x89PNG")


OF_REPLAYS = (
    "",
    "/frame?step=1",
    "/log?step=1",
    "/analysis",
    "/picture",
    "/picture.png",
    "/digest",
    "/accuracy",
    "/record",
    "/expert/0",
)
OTHER_PAGES = ["", "/log", *(f"/replay{path}" for path in OF_REPLAYS)]


def test_nobody_sees_another_match_of_the_deal_before_their_own_end(client: TestClient) -> None:
    ann, bob, zoe = (ApiPlayer(client, name) for name in ("Ann", "Bob", "Zoe"))
    first, second = _begin(client, ann), _begin(client, bob)
    play_to_the_end(ann, first)
    seed = str(orjson.loads(_rows(client, deals)[0].options)["seed"])
    for visitor in ({}, zoe.headers, bob.headers):
        for path in OTHER_PAGES:
            answer = client.get(f"/match/{first}{path}", headers={**HTML, **visitor})
            assert answer.status_code == 403 and seed not in answer.text, path
        assert client.get(f"/embed/match/{first}/replay", headers={**HTML, **visitor}).status_code == 403
        for path in ("", "/record"):
            answer = client.get(f"/api/matches/{first}{path}", headers=visitor)
            assert answer.status_code in (401, 403) and seed not in answer.text
        with client.websocket_connect(f"/match/{first}/{LIVE}", headers=visitor) as socket:
            assert socket.receive_json()["code"] == "deal_unfinished"
            with pytest.raises(WebSocketDisconnect):
                socket.receive_json()
    assert client.get("/api/records").content == b""
    with client.websocket_connect(f"/api/matches/{first}/stream", headers=bob.headers) as socket:
        assert socket.receive_json()["code"] == "deal_unfinished"
    # nor their own, whatever the site says of it
    own = [f"/match/{second}", f"/match/{second}/log", "/", "/matches", f"/deals/{SOLO_DAY}", f"/match/{second}/deal"]
    said = [client.get(path, headers=_headers(bob)).text for path in own]
    said += [client.get(path, headers=bob.headers).text for path in (f"/api/matches/{second}", "/api/matches/mine")]
    said += [client.get("/api/players/me/export", headers=bob.headers).text, *bob.received]
    assert all(seed not in text for text in said)
    assert client.get(f"/match/{second}/replay/record", headers=_headers(bob)).status_code == 403
    hint = client.post(f"/match/{second}/hint", headers=_headers(bob))
    assert SENTENCES["no_hints_in_deals"] in hint.text
    _give_up(bob, second)
    for path in OTHER_PAGES[:-1]:
        assert client.get(f"/match/{first}{path}", headers=_headers(bob)).status_code == 200, path


def test_pages_and_answers_before_ones_end_are_the_same_bytes_whatever_the_seed(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    _give_up(ann, _begin(client, ann))

    def seen() -> list[object]:
        exported = client.get("/api/players/me/export", headers=bob.headers).json()["deal_tries"]
        return [_page(client, bob), exported, ask(bob, "GET", "/today").content]

    before = seen()
    with database_of(client).engine.execution_options(writing=True).begin() as connection:
        options = {**orjson.loads(connection.execute(sa.select(deals.c.options)).scalar_one()), "seed": 12345}
        connection.execute(sa.update(deals).values(options=orjson.dumps(options)))
    assert seen() == before


def test_past_days_can_be_played_without_the_table(client: TestClient, today: list[date]) -> None:
    ann = ApiPlayer(client, "Ann")
    yesterday = (SOLO_DAY - timedelta(days=1)).isoformat()
    _give_up(ann, _begin(client, ann, yesterday))
    assert [row.counts for row in _rows(client, tries)] == [False]
    page = _page(client, ann, yesterday)
    assert "Your result" in page and "Nobody has finished this deal yet" in page
    for day in (SOLO_DAY + timedelta(days=1), SOLO_DAY - timedelta(days=31)):
        assert client.get(f"/deals/{day}", headers=HTML).status_code == 404
        assert client.post(f"/deals/{day}/play", headers=_headers(ann)).status_code == 404
    assert client.get("/deals/nothing", headers=HTML).status_code == 404
    assert client.get("/deals", headers=HTML, follow_redirects=False).headers["location"] == f"/deals/{SOLO_DAY}"


def test_a_try_counts_for_the_day_on_which_it_begins(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    midnight = noon(SOLO_DAY) + timedelta(hours=12)
    players = [ApiPlayer(client, name) for name in ("Ann", "Bea", "Cid")]
    for ann, minutes, counts in zip(players, (-1, 9, 11), (True, True, False), strict=True):
        monkeypatch.setattr(daily, "now", lambda minutes=minutes: midnight + timedelta(minutes=minutes))
        page = _page(client, ann)
        assert ("Begin within 60 seconds" in page) == counts and ("This day is over" in page) != counts
        match_id = _begin(client, ann)
        monkeypatch.setattr(daily, "now", lambda: midnight + timedelta(hours=2))
        assert ("This day is over" in _page(client, ann)) != counts, "an attempt that has begun"
        _give_up(ann, match_id)
    assert [row.counts for row in _rows(client, tries)] == [True, True, False]


def test_two_guests_who_become_one_have_one_try(client: TestClient) -> None:
    ann, bea = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bea")
    first, second = _begin(client, ann), _begin(client, bea)
    _give_up(ann, first)
    accounts, portal = site_of(client).front.accounts, client.portal
    assert portal is not None
    portal.call(accounts.merge, Player(bea.id, "Bea"), Player(ann.id, "Ann"))
    assert _begin(client, ann) == first
    assert [row.match_id for row in _rows(client, tries)] == [first]
    _give_up(ann, second)  # Bea's match is Ann's now, and counts for nothing
    assert [row.match_id for row in _rows(client, tries)] == [first]


def test_a_solo_match_is_passed_on_and_both_results_stand_side_by_side(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    match_id = ann.open(mode="solo")
    refused = client.post(f"/match/{match_id}/beat", headers=_headers(ann))
    assert refused.status_code == 403
    play_to_the_end(ann, match_id)
    assert "Challenge a friend to beat this deal" in client.get(f"/match/{match_id}/deal", headers=_headers(ann)).text
    assert "Challenge a friend" not in client.get(f"/match/{match_id}/deal", headers=_headers(bob)).text
    assert client.post(f"/match/{match_id}/beat", headers=_headers(bob)).status_code == 403
    made = client.post(f"/match/{match_id}/beat", headers=_headers(ann), follow_redirects=False)
    again = client.post(f"/match/{match_id}/beat", headers=_headers(ann), follow_redirects=False)
    deal = made.headers["location"].rpartition("/")[2]
    assert again.headers["location"] == f"/deals/{deal}"
    assert f"/deals/{deal}" in _page(client, ann, deal)
    friends = _begin(client, bob, deal)
    assert bob.state(friends)["seed"] is None
    stored = {row.id: orjson.loads(row.options) for row in _rows(client, matches)}
    assert stored[friends] == stored[match_id]
    assert client.get(f"/match/{friends}", headers=_headers(ann)).status_code == 200, "Ann has finished it"
    _give_up(bob, friends)
    page = _page(client, bob, deal)
    assert "<bdi>Ann</bdi>" in page and "<bdi>Bob</bdi>" in page and f"/match/{match_id}/replay" in page
    duel = ann.open(opponent="bot:1", first="A")
    _give_up(ann, duel)
    assert client.post(f"/match/{duel}/beat", headers=_headers(ann)).status_code == 409


def test_wins_come_first_then_the_faster_then_what_is_left() -> None:
    ranked = [("won", 5, 1, False), ("won", 6, 7, True), ("won", 6, 7, False), ("draw", 90, 0, False)]
    ranked += [("lost", 30, 0, False), ("lost", 9, 0, False)]
    scores = [results.score_of(how, turns, hp, bastion=bastion) for how, turns, hp, bastion in ranked]  # type: ignore[arg-type]
    assert scores == sorted(scores, reverse=True) and len(set(scores)) == len(scores)


def test_a_page_with_many_readers_reads_the_table_once(stilled: None, client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    _give_up(ann, _begin(client, ann))
    read: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        read.extend([statement] if "deal" in statement else [])

    stranger, engine = another(client), database_of(client).engine
    sa.event.listen(engine, "before_cursor_execute", note)
    for _ in range(50):
        assert "<bdi>Ann</bdi>" in stranger.get(f"/deals/{SOLO_DAY}", headers=HTML).text
    sa.event.remove(engine, "before_cursor_execute", note)
    assert len(read) == 2, "the table and who won are read once for all"
    client.get("/", headers=_headers(bob))
    with counted(client) as lobby:
        client.get("/", headers=_headers(bob))
    with counted(client) as guests:
        client.get(f"/deals/{SOLO_DAY}", headers=_headers(bob))
    assert guests.reads <= lobby.reads


# --- the API


def ask(player: ApiPlayer, method: str, path: str = "", json: object = None) -> Response:
    """Ask the API of deals; no table is one that was read some seconds ago."""
    assert isinstance(player.client, TestClient)
    site = site_of(player.client)
    site.contests.deals.boards = DealBoards(site.base.database)
    return player.client.request(method, f"/api/deals{path}", json=json, headers=player.headers)


def test_a_program_plays_the_deal_of_the_day_once(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    announced = ask(ann, "GET", "/today").json()
    assert (announced["id"], announced["mode"], announced["own"]) == (SOLO_DAY.isoformat(), "solo", None)
    begun = ask(ann, "POST", f"/{SOLO_DAY}/play")
    assert begun.status_code == 201
    match_id = begun.json()["match"]
    assert ask(ann, "POST", f"/{SOLO_DAY}/play").json()["match"] == match_id, "there is one try"
    assert ask(ann, "GET", f"/{SOLO_DAY}").json()["own"]["result"] is None
    _give_up(ann, match_id)
    own = ask(ann, "GET", "/today").json()
    assert (own["own"]["rank"], own["own"]["result"]["outcome"], own["finished"]) == (1, "lost", 1)
    assert own["table"][0]["match"] == match_id
    assert ask(bob, "GET", "/today").json()["table"][0]["match"] is None, "not before one's own end"
    for path in ("/2030-03-01/play", "/nothing/play"):
        assert ask(bob, "POST", path).status_code == 404
    assert client.get("/api/deals/today").json()["own"] is None
    assert client.post(f"/api/deals/{SOLO_DAY}/play").status_code == 401


def test_a_program_passes_a_deal_on(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    match_id = ann.open(mode="solo")
    assert ask(ann, "POST", "", {"match": match_id}).json()["code"] == "not_over"
    play_to_the_end(ann, match_id)
    made = ask(ann, "POST", "", {"match": match_id})
    assert made.status_code == 201
    shared = ask(bob, "GET", f"/{made.json()['id']}").json()
    assert (shared["day"], shared["finished"], shared["table"][0]["match"]) == (None, 1, None)
    assert bob.state(ask(bob, "POST", f"/{made.json()['id']}/play").json()["match"])["seed"] is None
    assert ask(bob, "POST", "", {"match": match_id}).json()["code"] == "not_your_seat"
