"""All that is stored of a guest: exported as a file, deleted without a trace."""

from __future__ import annotations

from starlette.testclient import TestClient

from app.base.store.belongings import belongings
from app.people.players.identity import COOKIE
from tests.support.accounts import DECK, HTML, OGRE, become, one_of_everything, stored
from tests.support.visitors import another, kept
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel


def test_an_export_holds_every_table(client: TestClient) -> None:
    ann = become(client, "Ann")
    one_of_everything(client, ann["id"])
    opened = client.post("/new", data={"mode": "solo", "format": "preconstructed"}, headers=HTML)
    match_id = opened.headers["location"].rpartition("/")[2]
    answer = client.get("/account/export")
    assert "attachment" in answer.headers["content-disposition"]
    exported: Json = answer.json()
    for each in belongings():
        if each.policy.export is not None:
            assert len(exported[each.table.name]) == 1, (
                f"nothing of {each.table.name} in one_of_everything, or in the export"
            )
    assert exported["player"]["name"] == "Ann" and exported["decks"][0]["cards"] == DECK
    assert exported["designs"][0]["card"] == OGRE.notation and exported["records"][0]["record"] == {"whole": 1}
    [match] = exported["matches"]
    assert (match["id"], match["seats"], match["options"]) == (
        match_id,
        ["A"],
        None,
    )  # the seed is secret before the end
    assert ann["id"] not in answer.text


def test_what_is_exported_of_a_match_in_play_is_ones_own(client: TestClient) -> None:
    ann, bob, match_id = duel(client, format="draft")
    for player in (ann, bob):
        state = player.state(match_id)
        if state["to_act"]:
            player.act(match_id, state["seq"], state["legal"][0])
    exported = client.get("/api/players/me/export", headers=ann.headers).json()["matches"][0]
    assert {move["by"] for move in exported["moves"]} <= {"A"}
    ann.act(match_id, ann.state(match_id)["seq"], {"type": "resign", "player": "A"})
    exported = client.get("/api/players/me/export", headers=ann.headers).json()["matches"][0]
    assert [move["seq"] for move in exported["moves"]] == list(range(1, len(exported["moves"]) + 1))
    assert exported["options"]["seed"]


def test_deleting_leaves_nothing_but_a_former_player(alone: TestClient) -> None:
    me = become(alone, "Annabel")
    one_of_everything(alone, me["id"])
    bob = ApiPlayer(another(alone), "Bob")
    bob.client = another(alone)
    over, going = bob.open(), bob.open()
    for match_id in (over, going):
        assert alone.post(f"/api/matches/{match_id}/join", json={}).status_code == 200
    bob.act(over, 0, {"type": "resign", "player": "A"})
    waiting = alone.post("/api/matches", json={"public": True}).json()["id"]
    solo = alone.post("/api/matches", json={"mode": "solo"}).json()["id"]
    assert bob.state(going)["players"]["B"]["name"] == "Annabel"

    gone = alone.post("/account/delete", headers=HTML)
    assert (gone.status_code, "Everything is deleted" in gone.text) == (200, True) and COOKIE not in kept(alone.cookies)
    assert gone.headers["clear-site-data"] == '"cache", "storage"'
    found = [f"{table}: {row}" for table, rows in stored(alone).items() for row in rows]
    assert [row for row in found if me["id"] in row or "Annabel" in row] == []
    for match_id, winner in ((over, "B"), (going, "A")):
        state = bob.state(match_id)
        assert state["players"]["B"] == {"kind": "former", "name": None, "level": None, "face": None}
        assert (state["status"], state["result"]["winner"]) == ("over", winner)
    page = another(alone).get(f"/match/{over}/replay", headers=HTML)
    assert "A former player" in page.text and "Annabel" not in page.text
    for match_id in (waiting, solo):
        bob.refused("GET", f"/{match_id}", None, 404, "no_such_match")
    bob.refused("POST", f"/{over}/rematch", None, 409, "opponent_left")
    assert bob.ok("GET", f"/{over}/record")["names"] == {"A": "Bob", "B": None}


def test_a_token_of_a_deleted_guest_opens_nothing(client: TestClient) -> None:
    ann = ApiPlayer(client, "Ann")
    assert client.delete("/api/players/me", headers=ann.headers).status_code == 204
    assert client.get("/api/players/me", headers=ann.headers).json()["code"] == "bad_token"
    assert not [row for row in stored(client)["players"] if ann.id in row]
