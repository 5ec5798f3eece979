"""Challenges: to a former opponent, seen by them alone and at once, and gone when answered."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app.errors import AppError
from app.matches.finding.challenge_rows import MOST, Challenge
from app.matches.opponents.challenges import Challenges
from app.matches.schemas import NewMatch
from app.matches.seat_holder import Bot
from app.players.blocks import Blocks
from app.players.player import Player
from app.site import Site
from tests.support.service import worker
from tools.rig.guests import LIVE
from tools.rig.players import ApiPlayer, duel

DUEL = NewMatch()


def challenges(site: Site, received: list[Challenge] | None = None) -> Challenges:
    """Return the challenges of a worker; `received` gets each that is made."""
    blocks = Blocks(site.database, site.writer)
    return Challenges(
        site.matches, site.database, site.preferences, blocks, ([] if received is None else received).append
    )


async def met(site: Site, one: Player, two: Player) -> str:
    """Return the id of a match that both play."""
    live = await site.matches.opening.create(one, DUEL)
    await site.matches.opening.join(live.id, two)
    return live.id


async def test_only_who_was_met_can_be_challenged(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob, eve = [await site.players.create(name) for name in ("Ann", "Bob", "Eve")]
        theirs, lonely = await met(site, ann, bob), (await site.matches.opening.create(ann, DUEL)).id
        for who, where in ((eve, theirs), (ann, lonely)):
            with pytest.raises(AppError) as refused:
                await challenges(site).make(who, where, DUEL)
            assert (refused.value.code, refused.value.status) == ("not_met", 403)
        received: list[Challenge] = []
        ours = challenges(site, received)
        live = await ours.make(ann, theirs, NewMatch(format="draft", public=True))
        assert (live.row.status, live.row.public) == ("open", False)
        assert [(one.from_name, one.to_name, one.row.id) for one in received] == [("Ann", "Bob", live.id)]
        assert (await ours.make(ann, theirs, DUEL)).id == live.id, "it stands already"
        assert [one.row.id for one in await ours.of(bob)] == [live.id]
        assert await ours.of(eve) == []


async def test_who_wants_no_challenges_gets_none(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
        theirs = await met(site, ann, bob)
        await site.preferences.change(bob, {"challenges": "off"})
        with pytest.raises(AppError) as refused:
            await challenges(site).make(ann, theirs, DUEL)
        assert (refused.value.code, refused.value.status) == ("no_challenges", 403)
        assert await challenges(site).of(bob) == []
        assert await challenges(site).opponents(ann) == []
        assert [one.name for one in await challenges(site).opponents(bob)] == ["Ann"]
        await challenges(site).make(bob, theirs, DUEL)


async def test_who_is_blocked_is_not_offered(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob, eve = [await site.players.create(name) for name in ("Ann", "Bob", "Eve")]
        await met(site, ann, bob)
        await met(site, ann, eve)
        await Blocks(site.database, site.writer).block(ann, bob)
        assert [one.name for one in await challenges(site).opponents(ann)] == ["Eve"]
        assert await challenges(site).opponents(bob) == []


async def test_two_who_challenge_each_other_play(database_url: str) -> None:
    async with worker(database_url) as one, worker(database_url) as two:
        ann, bob = await one.players.create("Ann"), await one.players.create("Bob")
        match_id = await met(one, ann, bob)
        hers = await challenges(one).make(ann, match_id, DUEL)
        his = await challenges(two).make(bob, match_id, DUEL)
        assert (his.id, his.row.status) == (hers.id, "playing")
        assert await challenges(one).of(ann) == []


async def test_a_challenge_takes_the_challenged_alone(database_url: str) -> None:
    async with worker(database_url) as site:
        ann, bob, eve = [await site.players.create(name) for name in ("Ann", "Bob", "Eve")]
        match_id, ours, opening = await met(site, ann, bob), challenges(site), site.matches.opening
        live = await ours.make(ann, match_id, DUEL)
        with pytest.raises(AppError) as refused:
            await opening.join(live.id, eve)
        assert (refused.value.code, refused.value.status) == ("not_challenged", 403)
        assert live.row.status == "open"
        assert (await opening.join(live.id, ann)).row.status == "open", "it is her own"
        assert (await opening.join(live.id, bob)).row.seat_of(bob.id) is not None
        another = await ours.make(ann, match_id, DUEL)
        assert (await opening.seat_bot(another.id, ann, Bot(1, "Pip"))).row.is_full, "its host chooses her opponents"


async def test_a_challenge_ends_with_its_table(database_url: str) -> None:
    async with worker(database_url) as site:
        ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
        match_id, ours = await met(site, ann, bob), challenges(site)
        declined = await ours.make(ann, match_id, DUEL)
        with pytest.raises(AppError) as refused:
            await ours.decline(ann, declined.id)
        assert refused.value.code == "no_such_challenge"
        await ours.decline(bob, declined.id)
        result = (await site.matches.live_match(declined.id)).row.result
        assert result is not None
        assert (result.winner, result.reason) == (None, "declined")
        withdrawn = await ours.make(ann, match_id, DUEL)
        await site.matches.opening.cancel(withdrawn.id, ann)
        assert await ours.of(bob) == []
        with pytest.raises(AppError):
            await ours.decline(bob, withdrawn.id)


async def test_one_player_has_few_open_challenges(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, ours = await site.players.create("Ann"), challenges(site)
        others = [await site.players.create(f"P{number}") for number in range(MOST + 1)]
        where = [await met(site, ann, other) for other in others]
        for match_id in where[:MOST]:
            await ours.make(ann, match_id, DUEL)
        with pytest.raises(AppError) as refused:
            await ours.make(ann, where[MOST], DUEL)
        assert (refused.value.code, refused.value.status) == ("too_many_challenges", 409)


async def test_opponents_are_people_the_last_one_first(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob, eve = [await site.players.create(name) for name in ("Ann", "Bob", "Eve")]
        await met(site, ann, bob)
        last = await met(site, bob, ann)
        newest = await met(site, eve, ann)
        await site.matches.opening.create(ann, NewMatch(opponent="bot:1"))
        await site.matches.opening.create(ann, NewMatch(mode="solo"))
        found = await challenges(site).opponents(ann)
        assert [(one.name, one.met_in, one.played) for one in found] == [("Eve", newest, 1), ("Bob", last, 2)]


def stream(socket: WebSocketTestSession) -> Any:
    """Return the next message."""
    return orjson.loads(socket.receive_text())


def test_programs_challenge_and_are_notified_at_once(client: TestClient) -> None:
    ann, bob, match_id = duel(client)

    def ask(who: ApiPlayer, method: str, path: str, json: Any = None) -> Any:
        return client.request(method, f"/api/challenges{path}", json=json, headers=who.headers)

    assert [one["name"] for one in ask(ann, "GET", "/opponents").json()["opponents"]] == ["Bob"]
    eve = ApiPlayer(client, "Eve")
    with (
        client.websocket_connect("/api/lobby/stream", headers=bob.headers) as his,
        client.websocket_connect("/api/lobby/stream", headers=eve.headers) as hers,
    ):
        assert stream(his)["challenges"] == stream(hers)["challenges"] == []
        made = ask(ann, "POST", "", {"met_in": match_id, "format": "draft"}).json()
        (shown,) = stream(his)["challenges"]
        assert (shown["id"], shown["by"], shown["to"], shown["mine"]) == (made["id"], "Ann", "Bob", False)
        assert stream(hers)["challenges"] == []
        assert ask(ann, "GET", "").json()["challenges"][0]["mine"]
        assert ask(bob, "POST", f"/{made['id']}/decline").status_code == 204
        assert stream(his)["challenges"] == []
    assert ask(eve, "POST", "", {"met_in": match_id}).json()["code"] == "not_met"
    assert ask(bob, "POST", f"/{made['id']}/decline").json()["code"] == "no_such_challenge"
    assert ann.id not in str(shown)


def test_the_start_page_shows_a_challenge_and_both_answers(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    with client.websocket_connect(f"/lobby/{LIVE}", headers=bob.headers) as page:
        for _ in range(5):
            first = stream(page)
        sent = {"met_in": match_id, "game": "2022 draft"}
        made = client.post("/challenge", data=sent, headers=ann.headers, follow_redirects=False)
        table = made.headers["location"]
        shown = stream(page)["content"]
        assert 'id="challenges"' in shown
        assert "Ann challenges you" in shown
        assert "Ann challenges you" not in str(first)
    assert "<bdi>Bob</bdi> sees your challenge" in client.post(f"{table}/waiting", headers=ann.headers).text
    eve = ApiPlayer(client, "Eve")
    kept = "This table is kept for the player its host has challenged"
    for method, path, headers in (("GET", "", eve.headers), ("GET", "", {}), ("POST", "/join", eve.headers)):
        visited = client.request(method, f"{table}{path}", headers={"Accept": "text/html", **headers})
        assert (visited.status_code, kept in visited.text) == (403, True)
        assert f'action="{table}/join"' not in visited.text
    invited = client.get(table, headers=bob.headers).text
    assert kept not in invited
    assert f'action="{table}/join"' in invited
    client.cookies.clear()
    home = client.get("/", headers=bob.headers).text
    assert f'action="{table}/join"' in home
    decline = f"/challenge/{table.rpartition('/')[2]}/decline"
    for _ in range(2):
        assert client.post(decline, headers=bob.headers, follow_redirects=False).headers["location"] == "/"
    assert "Ann challenges you" not in client.get("/", headers=bob.headers).text
    assert "Your challenge was declined." in client.get(table, headers=ann.headers).text
    client.cookies.clear()
    assert client.post("/challenge", data=sent).status_code == 403
