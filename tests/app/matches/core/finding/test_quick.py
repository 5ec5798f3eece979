"""Quick match: players of the same game meet, once, at any number of workers; and the words on the wait are true."""

from __future__ import annotations

import asyncio
import re
import time

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.base.errors import AppError
from app.matches.core.finding.games import game_of
from app.matches.core.finding.lobby import GONE_AFTER
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.opponents.quick import TABLES_COUNTED, QuickMatch, Wait
from app.matches.core.schemas import NewMatch
from app.matches.core.storage.models import waiting
from app.people.players.bans.blocks import Blocks
from app.people.players.player import Player
from app.site.lobby.finding_pages import wait_words
from app.site.site import Site
from tests.support.boards import HTML
from tests.support.cases import case
from tests.support.service import worker
from tests.support.visitors import another
from tools.rig.players import ApiPlayer

DUEL, DRAFT = NewMatch(deck=1), NewMatch(format="draft")


def quick(site: Site) -> QuickMatch:
    """Return the quick matches of a worker."""
    return QuickMatch(site.matches.service, site.base.database)


async def guests(site: Site, *names: str) -> list[Player]:
    """Return new guests."""
    return [await site.people.players.create(name) for name in names]


async def seen(site: Site, ago: float, match_id: str | None = None) -> None:
    """Let the host of this table, or all hosts, have been there so many seconds ago."""
    change = sa.update(waiting).values(seen_at=time.time() - ago)
    change = change if match_id is None else change.where(waiting.c.match_id == match_id)
    await site.base.writer.job(lambda connection: connection.execute(change))


async def waits_of(site: Site, played: str = "preconstructed", clock: str | None = None) -> list[bool]:
    """Return of each of the last waits whether an opponent was found."""
    found = await quick(site).waits("2022", played, clock, time.time())
    assert all(wait.seconds < 600 for wait in found)
    return [wait.met for wait in found]


def names(live: LiveMatch) -> set[str]:
    """Return the names of both players."""
    return {guest.name for guest in live.row.guests}


async def test_the_second_meets_the_first_but_the_last_opponent_only_if_nobody_else_waits(database_url: str) -> None:
    async with worker(database_url) as site:
        ann, bob, eve = await guests(site, "Ann", "Bob", "Eve")
        first = await quick(site).play(ann, DUEL)
        assert (first.row.status, first.row.public) == ("open", True)
        assert (await quick(site).play(ann, DUEL)).id == first.id, "she waits already"
        assert (await quick(site).play(eve, DRAFT)).id != first.id, "another game"
        met = await quick(site).play(bob, DUEL)
        assert (met.id, met.row.status, names(met)) == (first.id, "playing", {"Ann", "Bob"})
        again = await quick(site).play(ann, DUEL)
        assert again.id != first.id, "a new wait"
        await site.matches.service.act(met.id, ann, 0, {"type": "resign", "player": met.row.seat_for(ann.id)})
        other = await site.matches.service.opening.create(eve, NewMatch(public=True))  # she has waited for less long
        assert (await quick(site).play(bob, DUEL)).id == other.id
        assert (await quick(site).play(bob, DUEL)).id == again.id, "nobody else waits"


async def test_a_table_that_was_opened_for_everybody_is_taken_unless_something_special_was_chosen(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob, eve, zoe = await guests(site, "Ann", "Bob", "Eve", "Zoe")
        await site.matches.service.opening.create(ann, NewMatch(public=True, undo=False))
        await site.matches.service.opening.create(ann, NewMatch())
        assert (await quick(site).play(bob, DUEL)).row.status == "open"
        plain = await site.matches.service.opening.create(ann, NewMatch(public=True, seat="B", deck=3))
        await quick(site).play(eve, DUEL)
        assert (await site.matches.service.live_match(plain.id)).row.status == "open", "Bob has waited longer"
        assert (await quick(site).play(zoe, DUEL)).id == plain.id
    assert game_of(NewMatch(seat="A", deck=3, public=True)) == "2022 preconstructed"
    assert game_of(NewMatch(edition="2021", format="draft")) == "2021 draft"
    for special in ({"mirror": True}, {"seed": 1}, {"first": "A"}, {"champions": "optional"}, {"opponent_deck": 2}):
        assert game_of(NewMatch.model_validate(special)) is None


async def test_who_is_away_is_passed_over_and_led_to_the_other_when_back(database_url: str) -> None:
    async with worker(database_url) as site:
        ann, bob, eve, zoe = await guests(site, "Ann", "Bob", "Eve", "Zoe")
        hers = await quick(site).play(ann, DUEL)
        await seen(site, GONE_AFTER + 1, hers.id)
        his = await quick(site).play(bob, DUEL)
        assert (his.id != hers.id, his.row.status) == (True, "open")
        back = await quick(site).go_on(ann, hers)
        assert (back.id, back.row.status) == (his.id, "playing")
        assert (await site.matches.service.live_match(hers.id)).row.status == "over"
        one = await quick(site).play(eve, DUEL)
        await seen(site, GONE_AFTER + 1, one.id)
        two = await quick(site).play(zoe, DUEL)
        await seen(site, 0)  # both are back at once
        found = await asyncio.gather(quick(site).go_on(eve, one), quick(site).go_on(zoe, two))
        assert found[0].id == found[1].id
        assert names(await site.matches.service.live_match(found[0].id)) == {"Eve", "Zoe"}


async def test_twenty_at_two_workers_make_ten_matches(database_url: str) -> None:
    async with worker(database_url) as one, worker(database_url) as two:
        people = [(site, await site.people.players.create(f"P{number}")) for number in range(10) for site in (one, two)]
        found = await asyncio.gather(*(quick(site).play(player, DRAFT) for site, player in people))
        ids = [live.id for live in found]
        assert sorted(ids.count(match_id) for match_id in set(ids)) == [2] * 10
        for match_id in set(ids):
            assert (await one.matches.service.live_match(match_id)).row.is_full


async def test_the_last_waits_are_shown_as_they_were_without_special_ones(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob, eve = await guests(site, "Ann", "Bob", "Eve")
        opening = site.matches.service.opening
        await quick(site).play(ann, DUEL)
        assert await waits_of(site) == [], "she still waits"
        await quick(site).play(bob, DUEL)
        await site.matches.service.open_tables.cancel((await quick(site).play(eve, DUEL)).id, eve)
        assert await waits_of(site) == [False, True]
        assert await waits_of(site, "draft") == await waits_of(site, clock="turn 60 0") == []
        timed = await quick(site).play(ann, NewMatch.model_validate({"clock": {"kind": "turn", "seconds": 60}}))
        await site.matches.service.open_tables.cancel(timed.id, ann)
        assert await waits_of(site, clock="turn 60 0") == [False]
        for special in (
            {"best_of": 3}, {"first": "A"}, {"mirror": True}, {"preview": False}, {"rated": False}, {"seed": 7},
            {"undo": False},
        ):  # fmt: skip
            table = await opening.create(ann, NewMatch.model_validate({"public": True, **special}))
            await site.matches.service.joining.join(table.id, bob)
        for _ in range(TABLES_COUNTED + 1):  # they hide no others
            table = await opening.create(ann, NewMatch(public=True, undo=False))
            await site.matches.service.open_tables.cancel(table.id, ann)
        assert await waits_of(site) == [False, True]


def test_the_estimate_promises_nothing() -> None:
    last = "The last open table of this kind found"
    for waits, words in (
        ([], "Nobody has looked for this game in the last two weeks, so the waiting time is unknown."),
        ([Wait(9, False)], f"{last} nobody."),
        ([Wait(9, False), Wait(1, False)], "The last 2 open tables of this kind found nobody."),
        ([Wait(7.2, True)], f"{last} an opponent after 8 seconds."),
        (
            [Wait(30, True), Wait(600, True), Wait(1, True), Wait(9000, False)],
            "Of the last 4 open tables of this kind 3 found an opponent, half of those within 30 seconds.",
        ),
        ([Wait(130, True)], f"{last} an opponent after 3 minutes."),
        ([Wait(9000, True)], f"{last} an opponent after 3 hours."),
    ):
        assert wait_words(waits) == words


async def test_who_is_blocked_is_not_met_and_one_guest_cannot_wait_for_everything(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob, eve = await guests(site, "Ann", "Bob", "Eve")
        await Blocks(site.base.database, site.base.writer).block(ann, bob)
        first, second = await quick(site).play(ann, DUEL), await quick(site).play(bob, DUEL)
        assert (second.id != first.id, second.row.status) == (True, "open")
        assert (await quick(site).go_on(ann, first)).id == first.id
        assert (await quick(site).play(eve, DUEL)).id == first.id, "she has waited longest"
        for wish in (DRAFT, NewMatch(format="constructed")):
            await quick(site).play(bob, wish)
        with pytest.raises(AppError, match="too_many_tables"):
            await quick(site).play(bob, NewMatch(edition="2021"))


def test_programs_meet_by_the_api(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")
    game = {"format": "draft", "edition": "2021"}
    asked = "/quick?format=draft&edition=2021"
    assert ann.ok("GET", asked) == {"waiting": 0, "last": []}
    first = ann.ok("POST", "/quick", game)
    assert first["status"] == "open"
    assert (bob.ok("GET", asked)["waiting"], bob.ok("GET", "/quick")["waiting"]) == (1, 0)
    second = bob.ok("POST", "/quick", game)
    assert (second["id"], second["status"]) == (first["id"], "setup")
    assert {first["seat"], second["seat"]} == {"A", "B"}
    assert bob.ok("GET", asked)["last"][0]["met"]
    ann.refused("POST", "/quick", {"format": "position"}, 400, "malformed")


def pressed(visitor: TestClient, game: str = "2022 draft", clock: str = "") -> str:
    """Press the button; return where it leads."""
    asked = {"game": game} | ({"clock": clock} if clock else {})
    answer = visitor.post("/quick", data=asked, headers=HTML, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_one_press_leads_to_a_table_and_the_next_ones_to_the_match(visitor: TestClient) -> None:
    where, bob = pressed(visitor), another(visitor)
    waits = visitor.post(f"{where}/waiting").text
    assert "Nobody else is waiting now." not in waits  # the list of others says so, and asks again
    assert "Nobody else is waiting now." in visitor.get(f"{where}/others").text
    assert "Nobody has looked for this game" in waits
    assert 'name="opponent"' in waits
    assert "is waiting" in bob.get("/").text
    assert pressed(bob) == where
    assert bob.post("/quick", data={"game": "2022 chess"}).status_code == 400
    assert bob.post(f"{where}/waiting").text == ""


def test_one_press_may_ask_for_clocks_or_for_a_match_by_correspondence(visitor: TestClient) -> None:
    form = re.compile(r'action="/quick">.*?<option value="correspondence 72 7">.*?</form>', re.DOTALL)
    assert form.search(visitor.get("/").text)
    blitz = {"kind": "fischer", "base": 300, "increment": 10}
    by_post = {"kind": "correspondence", "hours": 72, "vacation": 7}
    for clock, settings in (("fischer 300 10", blitz), ("correspondence 72 7", by_post)):
        with case(clock):
            ann, bob, eve = (another(visitor) for _ in range(3))
            where = pressed(ann, clock=clock)
            page = bob.get("/").text
            assert f'value="{clock}" selected' in page
            if clock.startswith("fischer"):
                assert "1 player is waiting: Draft duel, 5 min, and 10 s more after each turn" in page
                assert pressed(bob) != where, "without clocks it is another game"
            assert pressed(eve, clock=clock) == where
            shown = eve.get(f"/api/matches/{where.split('/')[-1]}").json()["clock"]
            assert shown.items() >= settings.items()
    for clock in ("fischer", "fischer 300", "turn 5 0", "sundial 5 0", "turn x 0", "turn 60 0 0"):
        assert visitor.post("/quick", data={"game": "2022 draft", "clock": clock}).status_code == 400
    for clock in ("", "fischer", "sundial 5 0", "turn x 0", "turn 60 0 0", "turn 60 0\0", "turn 60 0\n"):
        assert visitor.get("/api/matches/quick", params={"clock": clock}).status_code == 400
    assert visitor.get("/api/matches/quick", params={"clock": "turn 60 0"}).status_code == 200
