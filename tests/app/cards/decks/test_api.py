"""Decks for programs."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from engine import cards
from tools.rig.players import ApiPlayer

DECK = cards.preconstructed(2)


def call(player: ApiPlayer, method: str, path: str = "", json: object = None, status: int = 200) -> Any:
    """Return the JSON of a call to /api/decks."""
    answer = player.client.request(method, f"/api/decks{path}", json=json, headers=player.headers)
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def test_decks_are_kept_changed_and_deleted(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor), ApiPlayer(visitor)
    kept = call(ann, "POST", json={"name": "Tides", "cards": DECK}, status=201)
    assert kept["cards"] == DECK and kept["mine"] is True
    assert [said["legal"] for said in kept["legality"]] == [True, False]
    assert kept["url"] == f"http://testserver/decks/{kept['id']}" and call(ann, "GET") == {"decks": [kept]}
    assert call(bob, "GET", f"/{kept['id']}") == {**kept, "mine": False} and call(bob, "GET") == {"decks": []}
    copy = call(bob, "POST", json={"code": f"from a chat: {kept['code']}"}, status=201)
    assert (copy["cards"], copy["name"]) == (DECK, "New deck")
    changed = call(ann, "PUT", f"/{kept['id']}", json={"cards": ["ogre"]})
    assert (changed["name"], changed["cards"]) == ("Tides", ["ogre"])
    assert call(ann, "PUT", f"/{kept['id']}", json={"name": "Foam"})["name"] == "Foam"
    assert call(ann, "DELETE", f"/{kept['id']}", status=204) is None
    assert call(ann, "GET", f"/{kept['id']}", status=404)["code"] == "no_such_deck"


def test_what_is_refused(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor), ApiPlayer(visitor)
    kept = call(ann, "POST", json={"cards": DECK}, status=201)
    for json, status, code in (
        ({"cards": ["ogre", "ogre"]}, 422, "deck_repeated"),
        ({"cards": ["unicorn"]}, 422, "deck_unknown_card"),
        ({"cards": []}, 422, "deck_empty"),
        ({}, 422, "deck_empty"),
        ({"cards": DECK, "code": kept["code"]}, 400, "malformed"),
        ({"cards": "ogre"}, 400, "malformed"),
        ({"code": "DECK1-0C2G-C209-30D1-T1ME"}, 422, "code_wrong"),
        ({"cards": DECK, "owner": "x"}, 400, "malformed"),
    ):
        assert call(ann, "POST", json=json, status=status)["code"] == code
    assert call(bob, "PUT", f"/{kept['id']}", json={"name": "Mine"}, status=403)["code"] == "not_your_deck"
    assert call(bob, "DELETE", f"/{kept['id']}", status=403)["code"] == "not_your_deck"
    assert visitor.get("/api/decks").status_code == 401


def test_a_call_that_is_sent_again_with_its_key_makes_nothing_twice(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    big = {"name": "Big", "cards": ["ogre"]}

    def made(player: ApiPlayer, key: str, deck: object, path: str = "/api/decks") -> Any:
        return client.post(path, json=deck, headers={**player.headers, "Idempotency-Key": key})

    first, again = made(ann, "1", big), made(ann, "1", big)
    assert (again.status_code, again.json(), again.headers["content-type"]) == (201, first.json(), "application/json")
    assert len({made(who, key, big).json()["id"] for who, key in ((ann, "1"), (ann, "2"), (bob, "1"))}) == 3
    assert len(client.get("/api/decks", headers=ann.headers).json()["decks"]) == 2
    assert made(ann, "1", {**big, "name": "Small"}).json()["code"] == "key_reused"
    assert made(ann, "x" * 201, big).json()["code"] == "bad_key"
    assert made(ann, "3", {**big, "cards": ["nobody"]}).status_code == 422
    assert made(ann, "3", big).status_code == 201, "a refusal has made nothing"
    tokens = [made(ann, "4", {"label": "x"}, "/api/players/me/tokens").json()["token"] for _ in range(2)]
    assert tokens[0] != tokens[1], "a secret is not kept to be shown again"
