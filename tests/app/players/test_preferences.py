"""A guest's preferences: stored with the guest, and known to all of their pages and programs."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from app.players.player import Player
from app.players.preferences import Preferences
from tests.support.service import worker
from tests.support.visitors import another
from tools.rig.players import ApiPlayer

STORED = re.compile(r'<html[^>]* data-prefs="([^"]*)"')


def payload(client: TestClient, path: str = "/") -> str | None:
    """Return a page's preferences for its script; None where there are none."""
    found = STORED.search(client.get(path).text)
    return found[1] if found else None


def test_a_visitor_becomes_a_guest_by_name_and_takes_the_browsers_choices_along(client: TestClient) -> None:
    assert payload(client) is None
    assert client.post("/settings", data={"theme": "dark"}).status_code == 204  # kept by the browser alone
    assert payload(client) is None
    page = client.post("/settings/you", data={"name": "Ann", "language": ""})
    assert (page.status_code, 'value="Ann"' in page.text) == (200, True)
    assert payload(client) == "-"  # which has the script send what the browser has kept
    client.post("/settings", data={"theme": "dark", "speed": "off"})
    assert payload(client) == payload(client, "/settings") == "speed-off.theme-dark"
    client.post("/settings", data={"theme": "auto"})
    assert payload(client) == "speed-off"


def test_a_guest_who_has_never_chosen_is_distinguished(client: TestClient) -> None:
    client.post("/new", data={"mode": "solo", "format": "preconstructed"})
    assert payload(client) == "-"
    client.post("/language", data={"language": "fr"})
    assert payload(client) == "-"


def test_what_was_chosen_and_taken_back_is_not_taken_for_never_chosen(client: TestClient) -> None:
    client.post("/new", data={"mode": "solo", "format": "preconstructed"})
    client.post("/language", data={"language": "fr"})
    client.post("/settings", data={"theme": "dark", "profile": "off"})
    client.post("/settings", data={"theme": "auto", "profile": "on"})
    client.post("/settings/notifications", data={"notify_turn": "on"})
    assert payload(client) == ""


def test_the_match_page_shows_and_pages_for_everybody_do_not(client: TestClient) -> None:
    match = client.post("/new", data={"mode": "solo", "format": "preconstructed"}).url.path
    client.post("/settings", data={"volume": "5"})
    assert payload(client, match) == "volume-5"
    assert payload(client, "/cards") is None


def test_the_language_is_stored_and_shown(client: TestClient) -> None:
    client.post("/settings/you", data={"name": "Ann", "language": "en"})
    assert client.cookies["language"] == "en"
    assert '<option value="en" lang="en" selected>' in client.get("/settings").text
    client.post("/settings/you", data={"name": "Ann", "language": ""})
    assert "language" not in client.cookies


@pytest.mark.parametrize(
    "wrong", [{"speed": "3"}, {"colour": "red"}, {"volume": "101"}, {"volume": "-1"}, {"volume": "٣"}, {"theme": ""}]
)
def test_what_there_is_not_changes_nothing(client: TestClient, wrong: dict[str, str]) -> None:
    client.post("/settings/you", data={"name": "Ann", "language": ""})
    answer = client.post("/settings", data={"sound": "off", **wrong})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_setting")
    assert payload(client) == "-"
    assert client.post("/settings/you", data={"name": "Ann", "language": "tlh"}).status_code == 422


def test_programs_read_and_change_them(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    path = "/api/players/me/settings"
    defaults = Preferences().model_dump()
    assert client.get(path, headers=ann.headers).json() == defaults
    assert client.put(path, json={"speed": "4"}, headers=ann.headers).json() == {**defaults, "speed": "4"}
    assert client.get(path, headers=ann.headers).json()["speed"] == "4"
    assert client.get(path, headers=bob.headers).json() == defaults
    assert client.put(path, json={"speed": 4}, headers=ann.headers).status_code == 400
    assert client.put(path, json={"speed": "5"}, headers=ann.headers).json()["code"] == "bad_setting"
    assert another(client).get(path).status_code == 401


async def test_every_worker_sees_them_at_once(database_url: str) -> None:
    async with worker(database_url) as one, worker(database_url) as two:
        ann = await one.players.create("Ann")
        await one.preferences.change(ann, {"speed": "2"})
        await two.preferences.change(ann, {"sound": "off"})
        assert (await one.preferences.of(ann.id)).chosen == {"speed": "2", "sound": "off"}
        assert await two.preferences.for_page(Player(ann.id, "Ann")) == "speed-2.sound-off"


def test_what_another_version_has_stored_is_read_as_far_as_it_is_known() -> None:
    assert Preferences.read({"speed": "2", "theme": "sepia", "smell": "on"}).chosen == {"speed": "2"}
