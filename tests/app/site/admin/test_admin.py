"""The page /admin: its login, its contents, its actions."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from app.site.admin.login import COOKIE, AdminKey
from tests.app.site.admin.conftest import PASSWORD
from tests.support.cases import in_turn
from tests.support.service import site_of
from tests.support.visitors import another, kept
from tools.rig.players import ApiPlayer, duel

FORM = {"Accept": "text/html"}
POSTS = ["/admin/logout", "/admin/announcement", "/admin/stop", "/admin/invites", "/admin/invites/x/withdraw"]


@pytest.fixture
def visitor(shared_client: TestClient) -> TestClient:
    """Provide a visitor who has not entered the password yet."""
    return another(shared_client, follow_redirects=False)


@pytest.fixture
def admin(visitor: TestClient) -> Iterator[TestClient]:
    """Provide the site host; what they announce is taken down afterwards."""
    assert visitor.post("/admin/login", data={"password": PASSWORD}).status_code == 303
    yield visitor
    visitor.post("/admin/announcement", data={"text": ""})
    visitor.post("/admin/stop", data={"minutes": ""})


def test_without_a_password_there_is_no_such_page(client: TestClient) -> None:
    assert client.get("/admin").status_code == 404
    for path in ["/admin/login", *POSTS]:
        answer = client.post(path, data={"password": ""})
        assert (answer.status_code, answer.json()["code"]) == (404, "no_page"), path


def test_the_login_shows_nothing_takes_only_the_password_and_can_be_left(visitor: TestClient) -> None:
    join_page = visitor.get("/admin", headers=FORM)
    assert join_page.status_code == 200 and 'type="password"' in join_page.text and "figures" not in join_page.text
    for wrong in ("", PASSWORD[:-1], PASSWORD + " ", PASSWORD.upper(), "ä" * 30):
        answer = visitor.post("/admin/login", data={"password": wrong}, headers=FORM)
        assert answer.status_code == 403 and "That is not the password." in answer.text
        assert COOKIE not in kept(visitor.cookies)
    for path in POSTS:
        answer = visitor.post(path, data={"text": "x"})
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_password"), path
    assert "x" not in re.findall(r'class="banner"', visitor.get("/", headers=FORM).text)
    visitor.post("/admin/login", data={"password": PASSWORD})
    assert "figures" in visitor.get("/admin", headers=FORM).text
    visitor.post("/admin/logout")
    assert 'type="password"' in visitor.get("/admin", headers=FORM).text


@pytest.mark.usefixtures("no_refill")
def test_tries_are_limited(shared_settings: Settings) -> None:
    with TestClient(create_app(shared_settings.model_copy(update={"rate_limit": 1}))) as client:
        statuses = [client.post("/admin/login", data={"password": "guess"}).status_code for _ in range(12)]
        assert statuses == [403] * 10 + [429] * 2
        assert client.post("/admin/login", data={"password": PASSWORD}).status_code == 429


def test_the_cookie_is_kept_from_scripts_and_other_sites(visitor: TestClient, shared_settings: Settings) -> None:
    given = visitor.post("/admin/login", data={"password": PASSWORD}).headers["set-cookie"]
    assert "HttpOnly" in given and "SameSite=strict" in given and "Path=/admin" in given
    assert "Secure" not in given and PASSWORD not in given
    public = shared_settings.model_copy(update={"base_url": "https://clash.example"})
    with TestClient(create_app(public)) as client:
        origin = {"Origin": "https://clash.example"}
        answer = client.post("/admin/login", data={"password": PASSWORD}, headers=origin, follow_redirects=False)
        assert "Secure" in answer.headers["set-cookie"]


def test_a_cookie_is_worth_nothing_elsewhere(
    visitor: TestClient, shared_settings: Settings, settings: Settings
) -> None:
    key = AdminKey(shared_settings)
    given = visitor.post("/admin/login", data={"password": PASSWORD}).headers["set-cookie"]
    cookie = given.partition(";")[0].partition("=")[2]
    assert key.is_open(cookie)
    other_password = Settings(data_dir=settings.data_dir, admin_token="another password")
    other_secret = Settings(data_dir=settings.data_dir, admin_token=PASSWORD, secret="s" * 40)
    for elsewhere in (AdminKey(other_password), AdminKey(other_secret), AdminKey(settings)):
        assert not elsewhere.is_open(cookie)
    assert not key.is_open(cookie[:-1]) and not key.is_open("") and not AdminKey(settings).fits("")


def test_rooms_and_load(settings: Settings) -> None:
    with TestClient(create_app(Settings(data_dir=settings.data_dir, admin_token=PASSWORD))) as admin:
        admin.post("/admin/login", data={"password": PASSWORD})
        _rooms_and_load(admin)


def _rooms_and_load(admin: TestClient) -> None:
    ann, _, match_id = duel(admin)
    ann.act(match_id, 0, {"type": "resign", "player": "A"})
    duel(admin)
    ApiPlayer(admin, "<b>Eve</b>").open(format="draft")
    ApiPlayer(admin, "Solo").open(mode="solo")
    page = admin.get("/admin", headers=FORM).text
    figures = dict(re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", page))
    assert (figures["Matches in play"], figures["Open tables"], figures["Finished matches"]) == ("2", "1", "1")
    assert (figures["Workers"], figures["Moves"], figures["Unexpected errors"]) == ("1", "1", "0")
    assert "<bdi>&lt;b&gt;Eve&lt;/b&gt;</bdi></a> · <bdi>–</bdi>" in page and "<b>Eve" not in page
    assert re.search(r"<bdi>Ann</bdi></a> · <a [^>]+><bdi>Bob</bdi>", page)
    assert "<bdi>Solo</bdi></a> · The automaton" in page
    assert f"/match/{match_id}" not in page  # it is over


def test_no_card_and_no_token_is_shown(admin: TestClient) -> None:
    ann, bob, match_id = duel(admin)
    page = admin.get("/admin", headers=FORM).text
    assert match_id in page
    for secret in (ann.token, bob.token, PASSWORD):
        assert secret not in page
    assert str(ann.state(match_id)["view"]["A"]["hand"][1]) not in page


def test_an_announcement_is_on_every_page_until_it_is_taken_down_or_its_time_is_over(admin: TestClient) -> None:
    admin.post("/admin/announcement", data={"text": "Cup on <Sunday>\u202e at six", "minutes": ""})
    for path in ("/", "/new", "/cards", "/rules", "/admin", "/no-such-page"):
        assert "Cup on &lt;Sunday&gt; at six</p>" in admin.get(path, headers=FORM).text, path
    admin.post("/admin/announcement", data={"text": "  "})
    assert "Cup on" not in admin.get("/", headers=FORM).text
    admin.post("/admin/announcement", data={"text": "Soon gone", "minutes": "1"})
    assert [notice.minutes_left for notice in site_of(admin).people.notices.shown()] == [1]
    assert "Soon gone" in admin.get("/", headers=FORM).text


@in_turn(
    ("path", "data"),
    [
        ("/admin/stop", {"minutes": "0"}), ("/admin/stop", {"minutes": "soon"}),
        ("/admin/announcement", {"text": "x", "minutes": "-1"}), ("/admin/invites", {"uses": "0"}),
        ("/admin/invites", {"days": "1000"}),
    ],
)  # fmt: skip
def test_impossible_wishes_are_refused(admin: TestClient, path: str, data: dict[str, str]) -> None:
    answer = admin.post(path, data=data)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert "<p class=" not in admin.get("/", headers=FORM).text.split('id="banner"')[1].split("</div>")[0]


def test_invitations_are_made_shown_once_and_withdrawn(admin: TestClient) -> None:
    made = admin.post("/admin/invites", data={"label": "The club", "uses": "3", "days": "7"}, headers=FORM)
    link = re.search(r'value="(http://testserver/invite\?code=[\w-]{16})"', made.text)
    assert link
    page = admin.get("/admin", headers=FORM).text
    assert link[1] not in page and "The club</bdi></td><td>0</td><td>3</td>" in page
    withdraw = re.search(r'action="(/admin/invites/[^/]+/withdraw)"', page)
    assert withdraw and admin.post(withdraw[1]).status_code == 303
    assert "The club</bdi></td><td>0" not in admin.get("/admin", headers=FORM).text
