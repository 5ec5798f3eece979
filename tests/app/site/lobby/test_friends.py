"""Friends: kept by both after a match by link, hidden from everybody else, challenged with one press."""

from __future__ import annotations

import re
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.matches.core.storage.models import matches
from app.people.players.models import friendships
from tests.support.accounts import database_of, stored
from tests.support.service import site_of
from tools.rig.guests import LIVE
from tools.rig.players import ApiPlayer, duel


def _ask(player: ApiPlayer, method: str, path: str, **data: str) -> Any:
    """Return the answer to a page's request of a player who follows no redirect."""
    player.client.cookies.clear()  # type: ignore[attr-defined]
    return player.client.request(
        method, path, data=data or None, headers={"Accept": "text/html", **player.headers}, follow_redirects=False
    )  # type: ignore[call-arg]


def _read(player: ApiPlayer, path: str) -> str:
    answer = _ask(player, "GET", path)
    assert answer.status_code == 200, answer.text
    text: str = answer.text
    return text


def _api(player: ApiPlayer, method: str, path: str, json: object = None) -> Any:
    """Return the answer to a request of a program."""
    player.client.cookies.clear()  # type: ignore[attr-defined]
    return player.client.request(method, f"/api{path}", json=json, headers=player.headers)


def _keep(player: ApiPlayer, match_id: str) -> Any:
    return _ask(player, "POST", f"/match/{match_id}/friend")


def _finished(client: TestClient, **options: object) -> tuple[ApiPlayer, ApiPlayer, str]:
    """Return Ann, Bob and their match, which Ann has given up."""
    ann, bob, match_id = duel(client, **options)
    ann.act(match_id, 0, {"type": "resign", "player": "A"})
    return ann, bob, match_id


@pytest.fixture
def friends(visitor: TestClient) -> tuple[ApiPlayer, ApiPlayer, str]:
    """Provide two who keep each other after a drafted match with a clock."""
    ann, bob, match_id = _finished(visitor, format="draft")
    for player in (ann, bob):
        assert _keep(player, match_id).status_code == 200
    return ann, bob, match_id


def _rows_of(player: ApiPlayer) -> list[str]:
    """Return the stored friendships of a player, from either side."""
    assert isinstance(player.client, TestClient)
    return [row for row in stored(player.client)[friendships.name] if player.id in row]


def _page_of_two(player: ApiPlayer) -> str:
    found = re.search(r'href="(/friends/[^"]+)"', _read(player, "/"))
    assert found is not None
    return found[1]


def test_one_side_alone_shows_nobody_anything(visitor: TestClient) -> None:
    ann, bob, match_id = _finished(visitor)
    before = _read(bob, f"/match/{match_id}/friend")
    assert "as a friend" in before
    assert "adds you too" in _keep(ann, match_id).text
    assert _read(bob, f"/match/{match_id}/friend") == before
    for player in (ann, bob):
        assert "/friends/" not in _read(player, "/")
    assert "Bob" in _read(ann, "/friends") and 'action="/challenge"' in _read(ann, "/friends"), "as met"
    assert "are friends" in _keep(bob, match_id).text
    assert "are friends" in _keep(bob, match_id).text, "again changes nothing"
    assert 'action="/challenge"' not in _read(ann, "/friends"), "friends instead"
    assert len(_rows_of(ann)) == 2


def test_the_page_of_the_two_has_the_score_and_is_nobody_elses(
    visitor: TestClient, friends: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    ann, bob, match_id = friends
    for player, score in ((ann, ("0 won", "1 lost")), (bob, ("1 won", "0 lost"))):
        page = _read(player, _page_of_two(player))
        assert all(each in page for each in score) and f"/match/{match_id}/replay" in page
    for stranger in (bob, ApiPlayer(visitor, "Eve")):
        assert _ask(stranger, "GET", _page_of_two(ann)).status_code == 404
    assert _ask(ann, "POST", f"{_page_of_two(ann)}/drop").status_code == 303
    for player in (ann, bob):
        assert "/friends/" not in _read(player, "/")


def test_one_press_challenges_with_all_wishes_of_the_last_time(visitor: TestClient) -> None:
    chosen = {"format": "draft", "sets": ["initiation", "submersion"], "champions": "optional", "best_of": 3}
    chosen |= {"series_decks": "new", "undo": False, "clock": {"kind": "fischer", "base": 600, "increment": 10}}
    ann, bob, first = _finished(visitor, **chosen)
    for player in (ann, bob):
        assert _keep(player, first).status_code == 200
    answer = _ask(ann, "POST", f"{_page_of_two(ann)}/challenge")
    assert answer.status_code == 303
    match_id = answer.headers["location"].rpartition("/")[2]
    bob.ok("POST", f"/{match_id}/join", {})
    before, after = bob.state(first), bob.state(match_id)
    alike = ("mode", "edition", "format", "best_of", "rated", "public")
    assert {key: after[key] for key in alike} == {key: before[key] for key in alike}
    assert {key: after["clock"][key] for key in ("kind", "base", "increment")} == chosen["clock"]
    options = [site_of(visitor).matches.service.live_matches.cached(each) for each in (first, match_id)]
    one, two = (live.row.options for live in options if live is not None)
    assert {key: two[key] for key in ("sets", "champions", "undo")} == {
        key: one[key] for key in ("sets", "champions", "undo")
    }  # fmt: skip
    assert two["champions"] == "optional"


def test_a_friend_without_a_match_is_challenged_to_the_usual_one(
    visitor: TestClient, friends: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    ann, bob, match_id = friends
    with database_of(visitor).engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.delete(matches).where(matches.c.id == match_id))
    made = _api(ann, "POST", f"{_page_of_two(ann)}/challenge")
    assert made.status_code == 201 and bob.state(made.json()["id"])["format"] == "preconstructed"


def test_friends_see_who_is_here_only_if_both_want(
    visitor: TestClient, friends: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    ann, bob, match_id = friends
    assert "is here" not in _read(ann, "/")
    with visitor.websocket_connect(f"/match/{match_id}/{LIVE}", headers=bob.headers) as socket:
        socket.receive_json()
        assert "is here" in _read(ann, "/")
        for player in (ann, bob):
            assert _ask(player, "POST", "/settings", friends="off").status_code == 204
            assert "is here" not in _read(ann, "/")
            assert _ask(player, "POST", "/settings", friends="on").status_code == 204


def test_a_block_wins(friends: tuple[ApiPlayer, ApiPlayer, str]) -> None:
    ann, bob, match_id = friends
    path = _page_of_two(ann)
    assert _ask(bob, "POST", f"/match/{match_id}/talk/block", person="A").status_code == 200
    assert _ask(ann, "GET", path).status_code == 404
    for player in (ann, bob):
        assert "/friends/" not in _read(player, "/") and _read(player, f"/match/{match_id}/friend") == ""
        assert _keep(player, match_id).status_code == 403


def test_only_who_has_met_by_link_can_be_kept(visitor: TestClient) -> None:
    ann, bob, match_id = _finished(visitor, public=True)
    going = duel(visitor)[2]
    for player, where in ((ann, match_id), (bob, match_id), (ann, going), (ApiPlayer(visitor, "Eve"), match_id)):
        assert _read(player, f"/match/{where}/friend") == "" and _keep(player, where).status_code == 403


def test_programs_keep_list_challenge_and_drop_friends(visitor: TestClient) -> None:
    ann, bob, match_id = _finished(visitor)
    assert _api(ann, "POST", "/friends", {"met_in": match_id}).json() == {"id": None}
    assert _api(ann, "GET", "/friends").json() == {"friends": []}
    kept = _api(bob, "POST", "/friends", {"met_in": match_id}).json()["id"]
    assert _api(bob, "PUT", "/players/me/settings", {"face": "ogre"}).status_code == 200
    hers = {"id": _api(ann, "GET", "/friends").json()["friends"][0]["id"], "name": "Bob"}
    assert hers["id"] != kept, "each has an id of their own for the other"
    shown = {**hers, "face": "ogre", "here": False, "last_match": match_id}
    assert _api(ann, "GET", "/friends").json() == {"friends": [shown]}
    with visitor.websocket_connect(f"/match/{match_id}/{LIVE}", headers=bob.headers) as socket:
        socket.receive_json()
        assert _api(ann, "GET", "/friends").json() == {"friends": [{**shown, "here": True}]}
        assert _api(bob, "PUT", "/players/me/settings", {"friends": "off"}).status_code == 200
        assert _api(ann, "GET", "/friends").json() == {"friends": [{**shown, "here": None}]}
    table = _api(ann, "POST", f"/friends/{hers['id']}/challenge").json()
    assert [one["id"] for one in _api(bob, "GET", "/challenges").json()["challenges"]] == [table["id"]]
    for player, friend in ((ann, kept), (bob, hers["id"]), (ApiPlayer(visitor, "Eve"), kept)):
        assert _api(player, "POST", f"/friends/{friend}/challenge").json()["code"] == "no_such_friend"
        assert _api(player, "DELETE", f"/friends/{friend}").json()["code"] == "no_such_friend"
    assert _api(bob, "DELETE", f"/friends/{kept}").status_code == 204
    assert _api(ann, "GET", "/friends").json() == {"friends": []}
    assert _api(ann, "POST", "/friends", {"met_in": match_id, "x": 1}).status_code == 400


def test_two_guests_of_one_player_who_kept_each_other_are_no_friends(
    visitor: TestClient, friends: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    ann, bob, _match_id = friends
    code = _api(ann, "POST", "/players/me/recovery").json()["code"]
    ticket = visitor.post("/api/proofs", json={"code": code}, headers=bob.headers).json()["ticket"]
    entered = visitor.post("/api/proofs/enter", json={"ticket": ticket, "how": "merge"}, headers=bob.headers)
    assert entered.status_code == 200, entered.text
    assert not _rows_of(ann) and _api(ann, "GET", "/friends").json() == {"friends": []}


def test_a_friend_of_two_guests_who_merge_stays_one(visitor: TestClient) -> None:
    ann, bob, match_id = _finished(visitor)
    eve = ApiPlayer(visitor, "Eve")
    other = eve.open()
    bob.ok("POST", f"/{other}/join", {})
    eve.act(other, 0, {"type": "resign", "player": "A"})
    for player, where in ((ann, match_id), (bob, match_id), (eve, other), (bob, other)):
        assert _keep(player, where).status_code == 200
    code = _api(ann, "POST", "/players/me/recovery").json()["code"]
    ticket = visitor.post("/api/proofs", json={"code": code}, headers=eve.headers).json()["ticket"]
    visitor.post("/api/proofs/enter", json={"ticket": ticket, "how": "merge"}, headers=eve.headers)
    for player, friend in ((ann, "Bob"), (bob, "Ann")):
        assert [each["name"] for each in _api(player, "GET", "/friends").json()["friends"]] == [friend]
