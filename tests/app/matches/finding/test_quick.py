"""Quick match: players of the same game meet, once, at any number of workers; and the words on the wait are true."""

from __future__ import annotations

import asyncio
import re
import time

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.errors import AppError
from app.lobby.finding_pages import wait_words
from app.matches.finding.games import game_of
from app.matches.finding.lobby import GONE_AFTER
from app.matches.opponents.quick import LAST, QuickMatch, Wait
from app.matches.schemas import NewMatch
from app.matches.storage.models import waiting
from app.players.blocks import Blocks
from app.site import Site
from tests.support.service import worker
from tools.rig.players import ApiPlayer

DUEL, DRAFT = NewMatch(deck=1), NewMatch(format="draft")


def quick(site: Site) -> QuickMatch:
    """Return the quick matches of a worker."""
    return QuickMatch(site.matches, site.database)


async def gone(site: Site, match_id: str) -> None:
    """The host of this table has been away for a while."""
    old = sa.update(waiting).where(waiting.c.match_id == match_id).values(seen_at=time.time() - GONE_AFTER - 1)
    await site.writer.job(lambda connection: connection.execute(old))


async def test_the_second_meets_the_first(database_url: str) -> None:
    async with worker(database_url) as site:
        ann, bob, eve = [await site.players.create(name) for name in ("Ann", "Bob", "Eve")]
        first = await quick(site).play(ann, DUEL)
        assert (first.row.status, first.row.public) == ("open", True)
        assert (await quick(site).play(ann, DUEL)).id == first.id, "she waits already"
        other = await quick(site).play(eve, DRAFT)
        assert other.id != first.id, "another game"
        met = await quick(site).play(bob, DUEL)
        assert met.id == first.id
        assert met.row.status == "playing"
        assert {guest.name for guest in met.row.guests} == {"Ann", "Bob"}
        assert (await quick(site).play(ann, DUEL)).id != first.id, "a new wait"


async def test_the_last_opponent_is_met_again_only_if_nobody_else_waits(database_url: str) -> None:
    async with worker(database_url) as site:
        ann, bob, eve = [await site.players.create(name) for name in ("Ann", "Bob", "Eve")]
        last = await quick(site).play(ann, DUEL)
        await quick(site).play(bob, DUEL)
        await site.matches.act(last.id, ann, 0, {"type": "resign", "player": last.row.seat_for(ann.id)})
        again = await quick(site).play(ann, DUEL)
        other = await site.matches.opening.create(eve, NewMatch(public=True))  # she has waited for less long
        assert (await quick(site).play(bob, DUEL)).id == other.id
        assert (await quick(site).play(bob, DUEL)).id == again.id, "nobody else waits"


async def test_a_table_that_was_opened_for_everybody_is_taken_unless_something_special_was_chosen(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
        await site.matches.opening.create(ann, NewMatch(public=True, undo=False))
        await site.matches.opening.create(ann, NewMatch())
        assert (await quick(site).play(bob, DUEL)).row.status == "open"
        plain = await site.matches.opening.create(ann, NewMatch(public=True, seat="B", deck=3))
        eve = await site.players.create("Eve")
        await quick(site).play(eve, DUEL)
        assert (await site.matches.live_match(plain.id)).row.status == "open", "Bob has waited longer"
        assert (await quick(site).play(await site.players.create("Zoe"), DUEL)).id == plain.id


def test_a_game_has_a_name_only_where_nothing_special_was_chosen() -> None:
    assert game_of(NewMatch(seat="A", deck=3, public=True)) == "2022 preconstructed"
    assert game_of(NewMatch(edition="2021", format="draft")) == "2021 draft"
    for special in ({"mirror": True}, {"seed": 1}, {"first": "A"}, {"champions": "optional"}, {"opponent_deck": 2}):
        assert game_of(NewMatch.model_validate(special)) is None


async def test_who_is_away_is_passed_over_and_led_to_the_other_when_back(database_url: str) -> None:
    async with worker(database_url) as site:
        ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
        hers = await quick(site).play(ann, DUEL)
        await gone(site, hers.id)
        his = await quick(site).play(bob, DUEL)
        assert (his.id != hers.id, his.row.status) == (True, "open")
        back = await quick(site).go_on(ann, hers)
        assert (back.id, back.row.status) == (his.id, "playing")
        assert (await site.matches.live_match(hers.id)).row.status == "over"


async def test_two_who_are_back_at_once_meet(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
        hers = await quick(site).play(ann, DUEL)
        await gone(site, hers.id)
        his = await quick(site).play(bob, DUEL)
        back = sa.update(waiting).values(seen_at=time.time())
        await site.writer.job(lambda connection: connection.execute(back))
        one, two = await asyncio.gather(quick(site).go_on(ann, hers), quick(site).go_on(bob, his))
        assert one.id == two.id
        assert {guest.name for guest in (await site.matches.live_match(one.id)).row.guests} == {"Ann", "Bob"}


async def test_twenty_at_two_workers_make_ten_matches(database_url: str) -> None:
    async with worker(database_url) as one, worker(database_url) as two:
        people = [(site, await site.players.create(f"P{number}")) for number in range(10) for site in (one, two)]
        found = await asyncio.gather(*(quick(site).play(player, DRAFT) for site, player in people))
        ids = [live.id for live in found]
        assert sorted(ids.count(match_id) for match_id in set(ids)) == [2] * 10
        for match_id in set(ids):
            assert (await one.matches.live_match(match_id)).row.is_full


async def test_the_last_waits_are_shown_as_they_were(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob, eve = [await site.players.create(name) for name in ("Ann", "Bob", "Eve")]
        assert await quick(site).waits("2022", "preconstructed", None, time.time()) == []
        await quick(site).play(ann, DUEL)
        assert await quick(site).waits("2022", "preconstructed", None, time.time()) == [], "she still waits"
        await quick(site).play(bob, DUEL)
        given_up = await quick(site).play(eve, DUEL)
        await site.matches.opening.cancel(given_up.id, eve)
        waits = await quick(site).waits("2022", "preconstructed", None, time.time())
        assert [wait.met for wait in waits] == [False, True]
        assert all(wait.seconds < 600 for wait in waits)
        assert await quick(site).waits("2022", "draft", None, time.time()) == []
        assert await quick(site).waits("2022", "preconstructed", "turn 60 0", time.time()) == []
        clock = {"kind": "turn", "seconds": 60}
        timed = await quick(site).play(ann, NewMatch.model_validate({"clock": clock}))
        await site.matches.opening.cancel(timed.id, ann)
        found = await quick(site).waits("2022", "preconstructed", "turn 60 0", time.time())
        assert [wait.met for wait in found] == [False]
        assert len(await quick(site).waits("2022", "preconstructed", None, time.time())) == 2


SPECIAL = (
    {"best_of": 3},
    {"first": "A"},
    {"mirror": True},
    {"preview": False},
    {"rated": False},
    {"seed": 7},
    {"undo": False},
)


async def test_a_wait_for_something_special_says_nothing_of_a_quick_match(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
        usual = await site.matches.opening.create(ann, NewMatch(public=True))
        await site.matches.opening.join(usual.id, bob, 2)
        for special in SPECIAL:
            table = await site.matches.opening.create(ann, NewMatch.model_validate({"public": True, **special}))
            await site.matches.opening.join(table.id, bob)
        waits = await quick(site).waits("2022", "preconstructed", None, time.time())
        assert [wait.met for wait in waits] == [True], "that of the usual one"


async def test_what_waits_say_is_not_hidden_behind_special_tables(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann = await site.players.create("Ann")
        for wish in (DUEL, *[NewMatch(undo=False)] * (LAST + 1)):
            table = await site.matches.opening.create(ann, wish.model_copy(update={"public": True}))
            await site.matches.opening.cancel(table.id, ann)
        assert len(await quick(site).waits("2022", "preconstructed", None, time.time())) == 1


@pytest.mark.parametrize(
    ("waits", "words"),
    [
        ([], "Nobody has looked for this game in the last two weeks, so the waiting time is unknown."),
        ([Wait(9, False)], "The last open table of this kind found nobody."),
        ([Wait(9, False), Wait(1, False)], "The last 2 open tables of this kind found nobody."),
        ([Wait(7.2, True)], "The last open table of this kind found an opponent after 8 seconds."),
        (
            [Wait(30, True), Wait(600, True), Wait(1, True), Wait(9000, False)],
            "Of the last 4 open tables of this kind 3 found an opponent, half of those within 30 seconds.",
        ),
        ([Wait(130, True)], "The last open table of this kind found an opponent after 3 minutes."),
        ([Wait(9000, True)], "The last open table of this kind found an opponent after 3 hours."),
    ],
)
def test_the_estimate_promises_nothing(waits: list[Wait], words: str) -> None:
    assert wait_words(waits) == words


async def test_who_is_blocked_is_not_met(database_url: str) -> None:
    async with worker(database_url) as site:
        ann, bob, eve = [await site.players.create(name) for name in ("Ann", "Bob", "Eve")]
        blocks = Blocks(site.database, site.writer)
        await blocks.block(ann, bob)
        first = await quick(site).play(ann, DUEL)
        second = await quick(site).play(bob, DUEL)
        assert (second.id != first.id, second.row.status) == (True, "open")
        assert (await quick(site).go_on(ann, first)).id == first.id
        assert (await quick(site).play(eve, DUEL)).id == first.id, "she has waited longest"


async def test_one_guest_cannot_wait_for_everything(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann = await site.players.create("Ann")
        for wish in (DUEL, DRAFT, NewMatch(format="constructed")):
            await quick(site).play(ann, wish)
        with pytest.raises(AppError) as refused:
            await quick(site).play(ann, NewMatch(edition="2021"))
        assert refused.value.code == "too_many_tables"


def test_programs_meet_by_the_api(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    assert ann.ok("GET", "/quick?format=draft") == {"waiting": 0, "last": []}
    first = ann.ok("POST", "/quick", {"format": "draft"})
    assert first["status"] == "open"
    assert bob.ok("GET", "/quick?format=draft")["waiting"] == 1
    assert bob.ok("GET", "/quick")["waiting"] == 0
    second = bob.ok("POST", "/quick", {"format": "draft"})
    assert (second["id"], second["status"]) == (first["id"], "setup")
    assert {first["seat"], second["seat"]} == {"A", "B"}
    assert bob.ok("GET", "/quick?format=draft")["last"][0]["met"]
    ann.refused("POST", "/quick", {"format": "position"}, 400, "malformed")


def test_one_press_leads_to_a_table_and_the_next_ones_to_the_match(client: TestClient) -> None:
    with_browser = {"Accept": "text/html"}
    answer = client.post("/quick", data={"game": "2022 draft"}, headers=with_browser, follow_redirects=False)
    assert answer.status_code == 303
    where = answer.headers["location"]
    waits = client.post(f"{where}/waiting").text
    assert "Nobody else is waiting now." not in waits  # the list of others says so, and asks again
    assert "Nobody else is waiting now." in client.get(f"{where}/others").text
    assert "Nobody has looked for this game" in waits
    assert 'name="opponent"' in waits
    bob = ApiPlayer(client, "Bob")
    client.cookies.clear()
    assert "is waiting" in client.get("/", headers=bob.headers).text
    answer = client.post("/quick", data={"game": "2022 draft"}, headers=bob.headers, follow_redirects=False)
    assert answer.headers["location"] == where
    assert client.post("/quick", data={"game": "2022 chess"}, headers=bob.headers).status_code == 400
    assert client.post(f"{where}/waiting", headers=bob.headers).text == ""


def test_one_press_may_ask_for_clocks(client: TestClient) -> None:
    ask = {"game": "2022 draft", "clock": "fischer 300 10"}
    where = client.post("/quick", data=ask, follow_redirects=False).headers["location"]
    bob = ApiPlayer(client, "Bob")
    client.cookies.clear()
    page = client.get("/", headers=bob.headers).text
    assert "1 player is waiting: Draft duel, 5 min, and 10 s more after each turn" in page
    assert 'value="fischer 300 10" selected' in page
    other = client.post("/quick", data={"game": "2022 draft"}, headers=bob.headers, follow_redirects=False)
    assert other.headers["location"] != where, "without clocks it is another game"
    eve = ApiPlayer(client, "Eve")
    met = client.post("/quick", data=ask, headers=eve.headers, follow_redirects=False).headers["location"]
    assert met == where
    clock = eve.ok("GET", f"/{where.split('/')[-1]}")["clock"]
    assert (clock["kind"], clock["base"], clock["increment"]) == ("fischer", 300, 10)


def test_one_press_may_ask_for_a_match_by_correspondence(client: TestClient) -> None:
    page = client.get("/").text
    assert re.search(r'action="/quick">.*?<option value="correspondence 72 7">.*?</form>', page, re.DOTALL)
    ask = {"game": "2022 draft", "clock": "correspondence 72 7"}
    where = client.post("/quick", data=ask, follow_redirects=False).headers["location"]
    bob = ApiPlayer(client, "Bob")
    client.cookies.clear()
    assert 'value="correspondence 72 7" selected' in client.get("/", headers=bob.headers).text
    met = client.post("/quick", data=ask, headers=bob.headers, follow_redirects=False).headers["location"]
    assert met == where
    clock = bob.ok("GET", f"/{where.split('/')[-1]}")["clock"]
    assert (clock["kind"], clock["hours"], clock["vacation"]) == ("correspondence", 72, 7)


@pytest.mark.parametrize("clock", ["fischer", "fischer 300", "turn 5 0", "sundial 5 0", "turn x 0", "turn 60 0 0"])
def test_clocks_that_there_are_not_are_refused(client: TestClient, clock: str) -> None:
    assert client.post("/quick", data={"game": "2022 draft", "clock": clock}).status_code == 400


@pytest.mark.parametrize(
    "clock", ["", "fischer", "sundial 5 0", "turn x 0", "turn 60 0 0", "turn 60 0\0", "turn 60 0\n"]
)
def test_a_wait_for_clocks_that_are_none_is_refused(client: TestClient, clock: str) -> None:
    assert client.get("/api/matches/quick", params={"clock": clock}).status_code == 400
    assert client.get("/api/matches/quick", params={"clock": "turn 60 0"}).status_code == 200
