"""A guest's preferences: stored with the guest, and known to all of their pages and programs."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from app.cards.gallery.icons import CARDS
from app.people.players.player import Player
from app.people.players.preferences import SERVER_ONLY, Preferences
from tests.support.cases import in_turn
from tests.support.service import worker
from tests.support.visitors import another, kept
from tools.rig.players import ApiPlayer

STORED = re.compile(r'<html[^>]* data-prefs="([^"]*)"')


def chosen_on(client: TestClient, path: str = "/") -> str | None:
    """Return a page's preferences for its script; None where there are none."""
    found = STORED.search(client.get(path).text)
    return found[1] if found else None


def test_a_visitor_becomes_a_guest_by_name_and_takes_the_browsers_choices_along(visitor: TestClient) -> None:
    assert chosen_on(visitor) is None
    assert visitor.post("/settings", data={"theme": "dark"}).status_code == 204  # kept by the browser alone
    assert chosen_on(visitor) is None
    page = visitor.post("/settings/you", data={"name": "Ann", "language": ""})
    assert (page.status_code, 'value="Ann"' in page.text) == (200, True)
    assert chosen_on(visitor) == "-"  # which has the script send what the browser has kept
    visitor.post("/settings", data={"theme": "dark", "speed": "off"})
    assert chosen_on(visitor) == chosen_on(visitor, "/settings") == "speed-off.theme-dark"
    visitor.post("/settings", data={"theme": "auto"})
    assert chosen_on(visitor) == "speed-off"


def test_what_was_chosen_and_taken_back_is_not_taken_for_never_chosen(visitor: TestClient) -> None:
    visitor.post("/new", data={"mode": "solo", "format": "preconstructed"})
    visitor.post("/language", data={"language": "fr"})
    visitor.post("/settings", data={"theme": "dark", "profile": "off"})
    visitor.post("/settings", data={"theme": "auto", "profile": "on"})
    visitor.post("/settings/notifications", data={"notify_turn": "on"})
    assert chosen_on(visitor) == ""


def test_the_match_page_shows_and_pages_for_everybody_do_not(visitor: TestClient) -> None:
    match = visitor.post("/new", data={"mode": "solo", "format": "preconstructed"}).url.path
    visitor.post("/settings", data={"volume": "5"})
    assert chosen_on(visitor, match) == "volume-5" and chosen_on(visitor, "/cards") is None


def test_the_language_is_stored_and_shown(visitor: TestClient) -> None:
    visitor.post("/settings/you", data={"name": "Ann", "language": "en"})
    assert kept(visitor.cookies)["language"] == "en"
    assert '<option value="en" lang="en-GB" selected>' in visitor.get("/settings").text
    visitor.post("/settings/you", data={"name": "Ann", "language": ""})
    assert "language" not in kept(visitor.cookies)


@in_turn(
    "wrong", [{"speed": "3"}, {"colour": "red"}, {"volume": "101"}, {"volume": "-1"}, {"volume": "٣"}, {"theme": ""}]
)
def test_what_there_is_not_changes_nothing(visitor: TestClient, wrong: dict[str, str]) -> None:
    visitor.post("/settings/you", data={"name": "Ann", "language": ""})
    answer = visitor.post("/settings", data={"sound": "off", **wrong})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_setting") and chosen_on(visitor) == "-"
    for sent in ({"language": "tlh"}, {"face": "boom"}):  # which is no creature
        assert visitor.post("/settings/you", data={"name": "Ann", **sent}).status_code == 422


def test_others_see_the_face_that_a_player_has_chosen(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")
    drawn = re.compile(r'<span class="face [^>]*>.*?#(i-[\w-]+)', re.DOTALL)
    own, again = (drawn.findall(visitor.get("/profile", headers=bob.headers).text) for _ in "12")
    assert own == again and own, "without a choice always the same"
    visitor.post("/settings/you", data={"name": "Bob", "face": "troll"}, headers=bob.headers)
    own = [f"i-{CARDS['troll']}"]  # without a choice it might be Ann's
    assert 'value="ogre"' in visitor.get("/settings/faces", headers=ann.headers).text
    visitor.post("/settings/you", data={"name": "Ann", "face": "ogre"}, headers=ann.headers)
    visitor.post("/settings/you", data={"name": "Ann"}, headers=ann.headers)  # the list was not opened
    ogre = f"i-{CARDS['ogre']}"
    match_id = ann.open()
    bob.ok("POST", f"/{match_id}/join")
    assert drawn.findall(visitor.get("/", headers=bob.headers).text) == [ogre]
    plates = re.findall(
        r'id="bar-[AB]".*?</div>', visitor.get(f"/match/{match_id}", headers=bob.headers).text, re.DOTALL
    )
    assert [drawn.findall(plate) for plate in sorted(plates)] in ([[ogre], own], [own, [ogre]])
    faces = {holder["name"]: holder["face"] for holder in bob.state(match_id)["players"].values()}
    assert faces["Ann"] == "ogre" == visitor.get("/api/players/me", headers=ann.headers).json()["face"] != faces["Bob"]
    assert drawn.findall(visitor.get("/matches/waits", headers=ann.headers).text) == [ogre]
    assert 'value="ogre" aria-label="Ogre" checked' in visitor.get("/settings/faces", headers=ann.headers).text


def test_a_face_is_a_players_own_and_not_their_names(visitor: TestClient) -> None:
    namesakes = [ApiPlayer(visitor, "Ann") for _ in range(8)]
    faces = {visitor.get("/api/players/me", headers=one.headers).json()["face"] for one in namesakes}
    assert len(faces) > 1, "eight players of one name"
    one = namesakes[0]
    before = visitor.get("/api/players/me", headers=one.headers).json()["face"]
    visitor.post("/settings/you", data={"name": "Bo"}, headers=one.headers)
    after = visitor.get("/api/players/me", headers=one.headers).json()
    assert (after["name"], after["face"]) == ("Bo", before)


def test_programs_read_and_change_them(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")
    path = "/api/players/me/settings"
    defaults = Preferences().model_dump()
    assert visitor.get(path, headers=ann.headers).json() == defaults
    assert visitor.put(path, json={"speed": "4"}, headers=ann.headers).json() == {**defaults, "speed": "4"}
    assert visitor.post(path, json={"pace": "slow"}, headers=ann.headers).json()["code"] == "bad_setting"
    assert visitor.post(path, json={}, headers=ann.headers).json()["speed"] == "4"  # as programs sent it before
    assert visitor.get(path, headers=bob.headers).json() == defaults
    assert visitor.put(path, json={"speed": 4}, headers=ann.headers).status_code == 400
    assert visitor.put(path, json={"speed": "5"}, headers=ann.headers).json()["code"] == "bad_setting"
    assert another(visitor).get(path).status_code == 401


async def test_every_worker_sees_them_at_once(postgresql: str) -> None:
    async with worker(postgresql) as one, worker(postgresql) as two:
        ann = await one.people.players.create("Ann")
        await one.people.preferences.change(ann, {"speed": "2"})
        await two.people.preferences.change(ann, {"sound": "off"})
        assert (await one.people.preferences.of(ann.id)).chosen == {"speed": "2", "sound": "off"}
        assert await two.people.preferences.for_page(Player(ann.id, "Ann")) == "speed-2.sound-off"


def test_what_another_version_has_stored_is_read_as_far_as_it_is_known() -> None:
    assert Preferences.read({"speed": "2", "theme": "sepia", "smell": "on"}).chosen == {"speed": "2"}


def test_every_page_tells_its_script_the_defaults_and_offers_only_choices_that_the_script_knows(
    visitor: TestClient,
) -> None:
    found = re.search(r'<html[^>]* data-pref-defaults="([^"]*)"', visitor.get("/settings").text)
    assert found is not None
    defaults = dict(each.split("-", 1) for each in found[1].split("."))
    assert defaults == {k: v for k, v in Preferences().model_dump().items() if k not in SERVER_ONLY}
    offered = {
        name for page in ("/settings", "/new") for name in re.findall(r'data-pref="(\w+)"', visitor.get(page).text)
    }
    assert {"sound", "theme"} <= offered <= defaults.keys()
