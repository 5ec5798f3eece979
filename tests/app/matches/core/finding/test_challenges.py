"""Challenges: to a former opponent, seen by them alone and at once, and gone when answered."""

from __future__ import annotations

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from app.base.errors import AppError
from app.matches.core.finding.challenge_rows import MAX_CHALLENGES, Challenge
from app.matches.core.match_row import Result
from app.matches.core.opponents.challenges import Challenges
from app.matches.core.schemas import NewMatch
from app.matches.core.seat_holder import Bot
from app.people.players.bans.blocks import Blocks
from app.people.players.player import Player
from app.site.site import Site
from tests.support.boards import HTML
from tests.support.service import worker
from tests.support.visitors import another
from tools.rig.guests import LIVE
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel

DUEL = NewMatch()


def challenges(site: Site, made: list[Challenge] | None = None) -> Challenges:
    """Return the challenges of a worker; `made` gets each that is made."""
    blocks = Blocks(site.base.database, site.base.writer)
    found = Challenges(site.matches.service, site.base.database, site.people.preferences, blocks)
    if made is not None:
        found.on_made.subscribe(made.append)
    return found


async def guests(site: Site) -> list[Player]:
    """Return Ann, Bob and Eve, who have met nobody."""
    return [await site.people.players.create(name) for name in ("Ann", "Bob", "Eve")]


async def met(site: Site, one: Player, two: Player) -> str:
    """Return the id of a match that both play."""
    live = await site.matches.service.opening.create(one, DUEL)
    await site.matches.service.joining.join(live.id, two)
    return live.id


async def test_only_who_was_met_wants_it_and_is_not_blocked_can_be_challenged(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob, eve = await guests(site)
        theirs, lonely = await met(site, ann, bob), (await site.matches.service.opening.create(ann, DUEL)).id
        for who, where in ((eve, theirs), (ann, lonely)):
            with pytest.raises(AppError, match="not_met"):
                await challenges(site).make(who, where, DUEL)
        made: list[Challenge] = []
        ours = challenges(site, made)
        live = await ours.make(ann, theirs, NewMatch(format="draft", public=True))
        assert (live.row.status, live.row.public) == ("open", False)
        assert [(one.from_name, one.to_name, one.row.id) for one in made] == [("Ann", "Bob", live.id)]
        assert (await ours.make(ann, theirs, DUEL)).id == live.id, "it stands already"
        assert [one.row.id for one in await ours.of(bob.id)] == [live.id]
        assert await ours.of(eve.id) == []
        await ours.decline(bob, live.id)
        await site.people.preferences.change(bob, {"challenges": "off"})
        with pytest.raises(AppError, match="no_challenges"):
            await ours.make(ann, theirs, DUEL)
        assert (await ours.of(bob.id), await ours.opponents(ann)) == ([], [])
        assert [one.name for one in await ours.opponents(bob)] == ["Ann"]
        await met(site, ann, eve)
        await Blocks(site.base.database, site.base.writer).block(ann, bob)
        assert [one.name for one in await ours.opponents(ann)] == ["Eve"]
        assert await ours.opponents(bob) == []


async def test_two_who_challenge_each_other_play(database_url: str) -> None:
    async with worker(database_url) as one, worker(database_url) as two:
        ann, bob, _ = await guests(one)
        match_id = await met(one, ann, bob)
        hers = await challenges(one).make(ann, match_id, DUEL)
        his = await challenges(two).make(bob, match_id, DUEL)
        assert (his.id, his.row.status) == (hers.id, "playing")
        assert await challenges(one).of(ann.id) == []


async def test_a_challenge_takes_the_challenged_alone_and_ends_with_its_table(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob, eve = await guests(site)
        match_id, ours = await met(site, ann, bob), challenges(site)
        live = await ours.make(ann, match_id, DUEL)
        with pytest.raises(AppError, match="not_challenged"):
            await site.matches.service.joining.join(live.id, eve)
        assert (await site.matches.service.joining.join(live.id, ann)).row.status == "open", "it is her own"
        assert (await site.matches.service.joining.join(live.id, bob)).row.seat_of(bob.id) is not None
        another_one = await ours.make(ann, match_id, DUEL)
        assert (await site.matches.service.joining.seat_bot(another_one.id, ann, Bot(1, "Pip"))).row.is_full, (
            "its host chooses"
        )
        declined = await ours.make(ann, match_id, DUEL)
        with pytest.raises(AppError, match="no_such_challenge"):
            await ours.decline(ann, declined.id)
        await ours.decline(bob, declined.id)
        assert (await site.matches.service.live_match(declined.id)).row.result == Result(None, "declined")
        withdrawn = await ours.make(ann, match_id, DUEL)
        await site.matches.service.open_tables.cancel(withdrawn.id, ann)
        assert await ours.of(bob.id) == []
        with pytest.raises(AppError):
            await ours.decline(bob, withdrawn.id)


async def test_one_player_has_few_open_challenges_and_opponents_are_people_the_last_one_first(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob, eve = await guests(site)
        ours = challenges(site)
        await met(site, ann, bob)
        last, newest = await met(site, bob, ann), await met(site, eve, ann)
        await site.matches.service.opening.create(ann, NewMatch(opponent="bot:1"))
        await site.matches.service.opening.create(ann, NewMatch(mode="solo"))
        found = await ours.opponents(ann)
        assert [(one.name, one.met_in, one.played) for one in found] == [("Eve", newest, 1), ("Bob", last, 2)]
        for number in range(MAX_CHALLENGES):
            await ours.make(ann, await met(site, ann, await site.people.players.create(f"P{number}")), DUEL)
        with pytest.raises(AppError, match="too_many_challenges"):
            await ours.make(ann, last, DUEL)


def test_programs_challenge_and_are_notified_at_once(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    eve = ApiPlayer(visitor, "Eve")

    def ask(who: ApiPlayer, method: str, path: str, json: Json | None = None) -> Response:
        return visitor.request(method, f"/api/challenges{path}", json=json, headers=who.headers)

    assert [one["name"] for one in ask(ann, "GET", "/opponents").json()["opponents"]] == ["Bob"]
    with (
        visitor.websocket_connect("/api/lobby/stream", headers=bob.headers) as his,
        visitor.websocket_connect("/api/lobby/stream", headers=eve.headers) as hers,
    ):
        assert his.receive_json()["challenges"] == hers.receive_json()["challenges"] == []
        made = ask(ann, "POST", "", {"met_in": match_id, "format": "draft"}).json()
        (shown,) = his.receive_json()["challenges"]
        assert (shown["id"], shown["by"], shown["to"], shown["mine"]) == (made["id"], "Ann", "Bob", False)
        table = ann.open(public=True)
        seen = hers.receive_json()
        assert ([one["id"] for one in seen["tables"]], seen["challenges"]) == ([table], [])
        assert [one["id"] for one in his.receive_json()["challenges"]] == [made["id"]]
        assert ask(ann, "GET", "").json()["challenges"][0]["mine"]
        assert ask(bob, "POST", f"/{made['id']}/decline").status_code == 204
        assert his.receive_json()["challenges"] == []
    assert ask(eve, "POST", "", {"met_in": match_id}).json()["code"] == "not_met"
    assert ask(bob, "POST", f"/{made['id']}/decline").json()["code"] == "no_such_challenge"
    assert ann.id not in str(shown)


def test_the_start_page_shows_a_challenge_and_both_answers(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    with visitor.websocket_connect(f"/lobby/{LIVE}", headers=bob.headers) as page:
        assert "Ann challenges you" not in page.receive_text()
        sent = {"met_in": match_id, "game": "2022 draft"}
        made = visitor.post("/challenge", data=sent, headers=ann.headers, follow_redirects=False)
        table = made.headers["location"]
        while 'id="challenges"' not in (shown := page.receive_json()["content"]):
            assert "Ann challenges you" not in shown
        assert "Ann challenges you" in shown
    waiting = visitor.get(table, headers=ann.headers).text
    assert "<bdi>Bob</bdi> sees your challenge" in waiting
    assert not any(link in waiting for link in ("Send this link", 'id="link"', "qr.svg"))  # nobody else may come by it
    assert 'class="spoken"' not in visitor.post(f"{table}/waiting", headers=ann.headers).text
    with visitor.websocket_connect(f"{table}/{LIVE}", headers=ann.headers) as hers:
        assert hers.receive_json()["type"] == "snapshot"
        for who in (ann, bob, bob):
            assert visitor.post(f"/challenge/{table.rpartition('/')[2]}/seen", headers=who.headers).status_code == 204
        while "has seen your challenge" not in (said := hers.receive_text()):
            assert '"snapshot"' not in said
        assert "<bdi>Bob</bdi> has seen" in said
    eve, stranger, joining = ApiPlayer(visitor, "Eve"), another(visitor), f'action="{table}/join"'
    kept = "This table is kept for the player its host has challenged"
    for method, path, headers in (("GET", "", eve.headers), ("GET", "", {}), ("POST", "/join", eve.headers)):
        visited = stranger.request(method, f"{table}{path}", headers={**HTML, **headers})
        assert (visited.status_code, kept in visited.text, joining in visited.text) == (403, True, False)
    invited = visitor.get(table, headers=bob.headers).text
    assert kept not in invited and joining in invited
    assert joining in visitor.get("/", headers=bob.headers).text
    decline = f"/challenge/{table.rpartition('/')[2]}/decline"
    for _ in range(2):
        assert visitor.post(decline, headers=bob.headers, follow_redirects=False).headers["location"] == "/"
    assert "Ann challenges you" not in visitor.get("/", headers=bob.headers).text
    assert "Your challenge was declined." in visitor.get(table, headers=ann.headers).text
    assert stranger.post("/challenge", data=sent).status_code == 403
