"""Two sites at one host share a browser's cookies: neither takes the other's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from tests.support.visitors import kept

PAGE = {"Accept": "text/html"}
REAL, TRIAL = "http://clash.example", "http://clash.example:8001"
SECRET = SecretStr("the same key for both, from one file")


@pytest.fixture(params=["keys of their own", "one key"])
def two(settings: Settings, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[list[TestClient]]:
    """Provide a browser at two sites of one host: of two keys, or copied with the key."""
    with ExitStack() as stack:
        browsers = []
        for number, address in enumerate((REAL, TRIAL)):
            folder = tmp_path / str(number)
            folder.mkdir()
            secret = SECRET if request.param == "one key" else None
            own = settings.model_copy(update={"data_dir": folder, "secret": secret, "admin_token": SECRET})
            browsers.append(stack.enter_context(TestClient(create_app(own), base_url=address)))
        browsers[1].cookies = browsers[0].cookies.jar  # cookies know no port
        yield browsers


def test_each_site_keeps_its_own_guest_language_and_host(two: list[TestClient]) -> None:
    names, languages = ("Ann", "Bob"), ("fr", "he")
    ids = []
    for site, name, language in zip(two, names, languages, strict=True):
        site.post("/settings/you", data={"name": name}, headers=PAGE)
        site.post("/language", data={"language": language}, headers=PAGE)
        ids.append(site.get("/api/players/me").json()["id"])

    two[1].post("/admin/login", data={"password": SECRET.get_secret_value()}, headers=PAGE)
    for site, name, language, player_id in zip(two, names, languages, ids, strict=True):
        me = site.get("/api/players/me").json()
        assert (me["name"], me["id"]) == (name, player_id)
        assert f'lang="{language}"' in site.get("/cards", headers=PAGE).text
    opened = [site.get("/admin", headers=PAGE).text.count("/admin/logout") for site in two]
    assert opened[0] == 0 < opened[1]
    suffixes = {name.split("-", 1)[1] for name in two[0].cookies}
    assert len(suffixes) == 2 and len(kept(two[0].cookies)) == 4


def test_a_cookie_that_this_site_cannot_read_is_left_alone(two: list[TestClient]) -> None:
    for site in two:
        site.cookies.set("guest", "of.another.site", domain="clash.example", path="/")
        site.post("/settings/you", data={"name": "Ann"}, headers=PAGE)
        assert site.get("/api/players/me").json()["name"] == "Ann"
        assert site.cookies.get("guest", domain="clash.example") == "of.another.site"


def test_a_player_from_before_keeps_their_identity_by_the_new_name(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        client.post("/settings/you", data={"name": "Ann"}, headers=PAGE)
        known = client.get("/api/players/me").json()
        session, mark = (kept(client.cookies)[name] for name in ("guest", "known"))
        for old in ("guest", "guest-0a1b2c3d-8000"):  # of an older version, and from another port
            client.cookies.clear()
            client.cookies.set(old, session)
            client.cookies.set("language", "he")
            public = client.get("/api/cards")
            assert "set-cookie" not in public.headers, "an answer that a cache may give to others"
            page = client.get("/settings", headers=PAGE)
            assert 'lang="he"' in page.text and "Ann" in page.text
            assert [kept(page.cookies)[name] for name in ("guest", "known", "language")] == [session, mark, "he"]
            assert old not in page.cookies, "what it was called is not touched: another site may use that name"
            assert client.get("/api/players/me").json() == known
            assert "set-cookie" not in client.get("/settings", headers=PAGE).headers, "once"
            with client.websocket_connect("/api/stream") as stream:
                assert stream.receive_json()
        client.post("/account/delete", headers=PAGE)
        assert client.get("/api/players/me").status_code == 401, "the older name leads nowhere either"
