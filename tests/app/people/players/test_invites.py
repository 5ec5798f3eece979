"""A site by invitation: who may open tables, and that friends with a room link need nothing."""

from __future__ import annotations

import concurrent.futures
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from app.people.players import invites
from app.people.players.identity import COOKIE
from tests.support.service import site_of
from tests.support.visitors import another, kept
from tools.rig.players import ApiPlayer

NEEDED = (403, "invite_needed")
UNKNOWN = (422, "no_such_invite")
FORM = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def shared_settings(shared_settings: Settings) -> Settings:
    """Provide settings of a site that asks for an invitation."""
    return shared_settings.model_copy(update={"invite_only": True})


@pytest.fixture
def private(shared_client: TestClient) -> TestClient:
    """Provide a new browser of that site."""
    return another(shared_client, follow_redirects=False)


def mint(client: TestClient, uses: int = 1, days: int = 14, label: str = "friends") -> str:
    """Return the code of a new invitation."""
    service = site_of(client).people.invites
    assert client.portal is not None
    code: str = client.portal.call(service.mint, label, uses, days)
    return code


def accept(player: ApiPlayer, code: str) -> Any:
    """Return the site's answer to somebody with this code."""
    return player.client.request("POST", "/api/players/me/invite", json={"code": code}, headers=player.headers)


def test_without_an_invitation_nobody_opens_anything(private: TestClient) -> None:
    ann = ApiPlayer(private)
    for options in ({}, {"public": True}, {"mode": "solo"}, {"format": "draft"}):
        ann.refused("POST", "", options, *NEEDED)
    assert private.get("/api/matches").json() == {"matches": []}


def test_an_invitation_is_good_for_as_many_as_it_says(private: TestClient) -> None:
    code = mint(private, uses=2)
    ann, bob, eve = (ApiPlayer(private, name) for name in ("Ann", "Bob", "Eve"))
    for player in (ann, ann, bob):  # accepting twice uses nothing up
        assert accept(player, code).status_code == 200
    refused = accept(eve, code)
    assert (refused.status_code, refused.json()["code"]) == UNKNOWN
    for player in (ann, bob):
        assert player.open(mode="solo")
    eve.refused("POST", "", {}, *NEEDED)


def test_many_at_once_do_not_get_more_out_of_it(private: TestClient) -> None:
    code = mint(private, uses=3)
    guests = [ApiPlayer(private, f"G{number}") for number in range(9)]
    with concurrent.futures.ThreadPoolExecutor(9) as pool:
        statuses = list(pool.map(lambda guest: accept(guest, code).status_code, guests))
    assert sorted(statuses) == [200] * 3 + [422] * 6


def test_an_invitation_ends(private: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invites, "DAY", 0)
    code = mint(private)
    assert accept(ApiPlayer(private), code).json()["code"] == "no_such_invite"


def test_withdrawing_takes_the_right_back_and_leaves_the_matches(private: TestClient) -> None:
    code = mint(private, label="the club")
    ann, bob = ApiPlayer(private, "Ann"), ApiPlayer(private, "Bob")
    accept(ann, code)
    match_id = ann.open()
    service = site_of(private).people.invites
    assert private.portal is not None
    [invite] = [each for each in private.portal.call(service.all) if each.label == "the club"]
    assert (invite.used, invite.uses_left, invite.is_open) == (1, 0, False)
    private.portal.call(service.withdraw, invite.id)
    ann.refused("POST", "", {}, *NEEDED)
    bob.ok("POST", f"/{match_id}/join", {})
    assert ann.state(match_id)["status"] == "playing"


def test_a_friend_with_the_room_link_needs_none_and_plays_again(private: TestClient) -> None:
    ann, bob = ApiPlayer(private, "Ann"), ApiPlayer(private, "Bob")
    accept(ann, mint(private))
    match_id = ann.open()
    bob.ok("POST", f"/{match_id}/join", {})
    bob.act(match_id, 0, {"type": "resign", "player": "B"})
    bob.ok("POST", f"/{match_id}/rematch")
    assert ann.ok("POST", f"/{match_id}/rematch")["next"]


def test_in_the_browser_the_link_is_accepted_by_a_button(private: TestClient) -> None:
    code = mint(private)
    assert private.get("/new", headers=FORM).headers["location"] == "/invite"
    assert private.post("/new", data={"mode": "solo"}, headers=FORM).headers["location"] == "/invite"
    for way in ("/quick", "/challenge", "/friends/x/challenge", "/match/x/like"):
        assert private.post(way, data={}, headers=FORM).headers["location"] == "/invite", way
    for way in ("/replays", "/studies/import"):
        refused = private.post(way, data={"text": "{}"}, headers=FORM)
        assert (refused.status_code, "by invitation" in refused.text) == (403, True), way
    assert not private.cookies
    page = private.get("/invite", params={"code": code}, headers=FORM)
    assert page.status_code == 200 and f'value="{code}"' in page.text
    assert private.get("/new", headers=FORM).headers["location"] == "/invite"  # looking at it accepted nothing
    wrong = private.post("/invite", data={"code": "wrong"}, headers=FORM)
    assert (wrong.status_code, "unknown, used up or expired" in wrong.text) == (422, True)
    accepted = private.post("/invite", data={"code": code, "name": "Ann"}, headers=FORM)
    assert (accepted.status_code, accepted.headers["location"]) == (303, "/new") and kept(private.cookies).get(COOKIE)
    assert private.get("/new", headers=FORM).status_code == 200
    assert private.get("/invite", headers=FORM).headers["location"] == "/new"
    opened = private.post("/new", data={"mode": "solo", "format": "preconstructed"}, headers=FORM)
    assert opened.headers["location"].startswith("/match/")


def test_the_first_page_says_so_and_has_no_dead_buttons(private: TestClient) -> None:
    page = private.get("/", headers=FORM).text
    assert "This site is by invitation" in page and 'href="/invite"' in page
    shown = page.partition("<main")[2].partition("</main>")[0]
    for dead in ('action="/new"', "/new?preset=", 'href="/campaign"', 'href="/solo"'):
        assert dead not in shown
    for alive in ('action="/words"', 'href="/learn"', 'href="/puzzles/'):
        assert alive in shown
    private.post("/invite", data={"code": mint(private), "name": "Ann"}, headers=FORM)
    invited = private.get("/", headers=FORM).text
    assert "This site is by invitation" not in invited and 'action="/new"' in invited


def test_codes_do_not_get_into_the_log_or_the_database(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    with TestClient(create_app(settings.model_copy(update={"invite_only": True, "log_level": "info"}))) as client:
        code = mint(client)
        client.get("/invite", params={"code": code}, headers=FORM)
        client.post("/invite", data={"code": code}, headers=FORM)
        accept(ApiPlayer(client), code)
    logged = capsys.readouterr().err
    assert "path=/invite" in logged
    assert code not in "".join(line for line in logged.splitlines() if "[httpx2]" not in line)  # the test's own client
    for path in settings.data_dir.glob("clash.db*"):
        assert code.encode() not in path.read_bytes()
