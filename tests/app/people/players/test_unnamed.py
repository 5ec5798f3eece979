"""Guests who have given no name: they are called guests in the reader's language, and nowhere by the stored word."""

from __future__ import annotations

from starlette.testclient import TestClient

from tools.rig.players import ApiPlayer

STORED = "Guest"


def seen(client: TestClient, player: ApiPlayer, path: str) -> str:
    """Return a page in French, apart from what its form sends for a chosen opponent."""
    client.cookies.clear()
    headers = {**player.headers, "Accept": "text/html", "Accept-Language": "fr"}
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200, (path, answer.text)
    return answer.text.replace(f'<option value="{STORED}"', "")


def test_two_without_names_are_guests_in_french(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor, ""), ApiPlayer(visitor, "")
    assert (ann.name, bob.name) == (STORED, STORED)
    match_id = ann.open(edition="2022", format="preconstructed", deck=1, public=True)
    bob.ok("POST", f"/{match_id}/join", {"deck": 2})
    bob.act(match_id, bob.state(match_id)["seq"], {"type": "resign", "player": "B"})
    sent = {"met_in": match_id, "game": "2022 draft"}
    table = visitor.post("/challenge", data=sent, headers=ann.headers, follow_redirects=False).headers["location"]
    for path in ("/", "/settings", "/new", "/account", "/profile", f"/match/{match_id}/profile/B", table):
        assert STORED not in seen(visitor, ann, path), path
    assert "<bdi>Invité</bdi>" in seen(visitor, ann, "/profile")
    home = seen(visitor, bob, "/")
    assert STORED not in home and "Invité vous défie" in home
    visitor.post(f"/match/{match_id}/talk/block", data={"person": "A"}, headers=bob.headers)
    assert "<bdi>Invité</bdi>" in seen(visitor, bob, "/blocked")
