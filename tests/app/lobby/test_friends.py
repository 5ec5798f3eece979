"""Friends: kept by both after a match by link, hidden from everybody else, challenged with one press."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.players.models import friendships
from tests.support.accounts import stored
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


def _keep(player: ApiPlayer, match_id: str) -> Any:
    return _ask(player, "POST", f"/match/{match_id}/friend")


def _finished(client: TestClient, **options: Any) -> tuple[ApiPlayer, ApiPlayer, str]:
    """Return Ann, Bob and their match, which Ann has given up."""
    ann, bob, match_id = duel(client, **options)
    ann.act(match_id, 0, {"type": "resign", "player": "A"})
    return ann, bob, match_id


@pytest.fixture
def friends(client: TestClient) -> tuple[ApiPlayer, ApiPlayer, str]:
    """Provide two who keep each other after a drafted match with a clock."""
    ann, bob, match_id = _finished(client, format="draft")
    for player in (ann, bob):
        assert _keep(player, match_id).status_code == 200
    return ann, bob, match_id


def _page_of_two(player: ApiPlayer) -> str:
    found = re.search(r'href="(/friends/[^"]+)"', _read(player, "/"))
    assert found is not None
    return found[1]


def test_one_side_alone_shows_nobody_anything(client: TestClient) -> None:
    ann, bob, match_id = _finished(client)
    before = _read(bob, f"/match/{match_id}/friend")
    assert "as a friend" in before
    assert "keeps you, too" in _keep(ann, match_id).text
    assert _read(bob, f"/match/{match_id}/friend") == before
    for player in (ann, bob):
        assert "/friends/" not in _read(player, "/")
    assert "are friends" in _keep(bob, match_id).text
    assert "are friends" in _keep(bob, match_id).text, "again changes nothing"
    assert len(stored(client)[friendships.name]) == 2


def test_the_page_of_the_two_has_the_score_and_is_nobody_elses(
    client: TestClient, friends: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    ann, bob, match_id = friends
    for player, score in ((ann, ("0 won", "1 lost")), (bob, ("1 won", "0 lost"))):
        page = _read(player, _page_of_two(player))
        assert all(each in page for each in score)
        assert f"/match/{match_id}/replay" in page
    for stranger in (bob, ApiPlayer(client, "Eve")):
        assert _ask(stranger, "GET", _page_of_two(ann)).status_code == 404
    assert _ask(ann, "POST", f"{_page_of_two(ann)}/drop").status_code == 303
    for player in (ann, bob):
        assert "/friends/" not in _read(player, "/")


def test_one_press_challenges_with_the_wishes_of_the_last_time(friends: tuple[ApiPlayer, ApiPlayer, str]) -> None:
    ann, bob, match_id = friends
    fields = re.findall(r'name="(met_in|game|clock)" value="([^"]*)"', _read(ann, "/").partition("friends-title")[2])
    wish = dict(fields[:3])
    assert wish == {"met_in": match_id, "game": "2022 draft", "clock": ""}
    answer = _ask(ann, "POST", "/challenge", **wish)
    assert answer.status_code == 303
    assert bob.state(answer.headers["location"].rpartition("/")[2])["format"] == "draft"


def test_friends_see_who_is_here_only_if_both_want(
    client: TestClient, friends: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    ann, bob, match_id = friends
    assert "is here" not in _read(ann, "/")
    with client.websocket_connect(f"/match/{match_id}/{LIVE}", headers=bob.headers) as socket:
        socket.receive_json()
        assert "is here" in _read(ann, "/")
        for player in (ann, bob):
            assert _ask(player, "POST", "/settings", friends="off").status_code == 204
            assert "is here" not in _read(ann, "/")
            assert _ask(player, "POST", "/settings", friends="on").status_code == 204


def test_a_block_wins(friends: tuple[ApiPlayer, ApiPlayer, str]) -> None:
    ann, bob, match_id = friends
    path = _page_of_two(ann)
    assert _ask(bob, "POST", f"/match/{match_id}/talk/block", whom="A").status_code == 200
    assert _ask(ann, "GET", path).status_code == 404
    for player in (ann, bob):
        assert "/friends/" not in _read(player, "/")
        assert _read(player, f"/match/{match_id}/friend") == ""
        assert _keep(player, match_id).status_code == 403


def test_only_who_has_met_by_link_can_be_kept(client: TestClient) -> None:
    ann, bob, match_id = _finished(client, public=True)
    going = duel(client)[2]
    for player, where in ((ann, match_id), (bob, match_id), (ann, going), (ApiPlayer(client, "Eve"), match_id)):
        assert _read(player, f"/match/{where}/friend") == ""
        assert _keep(player, where).status_code == 403


def test_who_deletes_everything_is_no_friend_any_more(
    client: TestClient, friends: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    ann, bob, _match_id = friends
    exported = client.get("/api/players/me/export", headers=ann.headers).json()["friendships"]
    assert [row["name"] for row in exported] == ["Bob"]
    assert bob.id not in str(exported)
    assert client.delete("/api/players/me", headers=ann.headers).status_code in (200, 204)
    assert stored(client)[friendships.name] == []
    assert "/friends/" not in _read(bob, "/")
