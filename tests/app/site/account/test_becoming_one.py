"""A browser or a program with a guest of its own becomes another: both become one, or it changes over."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from app.matches.core.schemas import NewMatch
from app.site.account.service import AccountService
from tests.support.accounts import HTML, become, code_of, one_of_everything, stored
from tests.support.service import worker
from tests.support.visitors import another
from tools.rig.players import duel


def test_a_browser_with_a_guest_is_asked_and_both_become_one(client: TestClient) -> None:
    ann = become(client, "Ann")
    code = code_of(client)
    phone = another(client)
    bea = become(phone, "Bea")
    one_of_everything(phone, bea["id"])
    opened = phone.post("/new", data={"mode": "solo", "format": "preconstructed"}, headers=HTML, follow_redirects=False)
    match_id = opened.headers["location"].rpartition("/")[2]
    asked = phone.post("/account/code", data={"code": code}, headers=HTML)
    assert "You have been playing on this device as <bdi>Bea</bdi>." in asked.text
    ticket = re.search(r'name="ticket" value="([^"]+)"', asked.text)
    assert ticket is not None
    assert phone.get("/api/players/me").json() == bea  # nothing has happened yet
    entered = phone.post("/account/enter", data={"ticket": ticket[1], "how": "merge"}, headers=HTML)
    assert entered.status_code in (200, 303) and phone.get("/api/players/me").json() == ann
    assert phone.get(f"/api/matches/{match_id}").json()["seat"] == "A"
    assert client.get(f"/api/matches/{match_id}").json()["seat"] == "A"
    assert [deck["name"] for deck in client.get("/api/decks").json()["decks"]] == ["Big"]
    left = stored(client)
    assert [line for table, lines in left.items() for line in lines if bea["id"] in line and table != "sessions"] == []
    again = phone.post("/account/enter", data={"ticket": ticket[1], "how": "merge"}, headers=HTML)
    assert again.status_code == 422


def test_two_guests_who_play_each_other_stay_two(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    code = client.post("/api/players/me/recovery", headers=ann.headers).json()["code"]
    ticket = client.post("/api/proofs", json={"code": code}, headers=bob.headers).json()["ticket"]
    entered = client.post("/api/proofs/enter", json={"ticket": ticket, "how": "merge"}, headers=bob.headers)
    assert (entered.status_code, entered.json()["code"]) == (409, "playing_each_other")
    assert ann.state(match_id)["seat"] == "A" and bob.state(match_id)["seat"] == "B"


def test_what_leads_to_the_guest_who_goes_leads_nowhere(client: TestClient) -> None:
    """A copy of its cookie, or its token, in other hands: they would open everything of the guest who continues."""
    ann = become(client, "Ann")
    code = code_of(client)
    browser, copy = another(client), another(client)
    become(browser, "Bea")
    copy.cookies.update(browser.cookies)
    token = {"Authorization": f"Bearer {browser.post('/api/players/me/tokens', json={'label': 'x'}).json()['token']}"}
    link = browser.post("/account/device/link", headers=HTML).text
    ticket = browser.post("/api/proofs", json={"code": code}).json()["ticket"]
    assert browser.post("/api/proofs/enter", json={"ticket": ticket, "how": "merge"}).json() == ann
    assert browser.get("/api/players/me").json() == ann
    assert copy.get("/api/players/me").status_code == 401
    assert copy.get("/api/players/me", headers=token).status_code == 401
    device = re.search(r"/account/device#([\w-]+)", link)
    assert device is not None
    assert not re.search(r"\bAnn\b", copy.post("/account/device", data={"ticket": device[1]}, headers=HTML).text)


async def test_guests_merge_and_leave_in_every_database(database_url: str) -> None:
    async with worker(database_url) as here:
        accounts = AccountService(
            here.base.database, here.base.writer, here.people.players, here.matches.service, here.people.bans
        )
        ann, (bob, _), (cleo, _) = (
            await here.people.players.create("Ann"),
            await here.people.players.create_with_token("Bob"),
            await here.people.players.create_with_token("Cleo"),
        )
        live = await here.matches.service.opening.create(bob, NewMatch(seat="A"))
        await here.matches.service.joining.join(live.id, cleo)
        await accounts.merge(bob, ann)
        row = (await here.matches.service.live_match(live.id)).row
        assert (row.seats_of(ann.id), row.seats_of(bob.id), row.names["A"]) == (("A",), (), "Bob")
        await accounts.delete(ann)
        row = (await here.matches.service.live_match(live.id)).row
        assert row.has_former_player and row.result is not None and row.result.winner == "B"
        assert await here.people.players.by_id(ann.id) is None
