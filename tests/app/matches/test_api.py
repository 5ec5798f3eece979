"""The contract of docs/api.md, call by call."""

from __future__ import annotations

import random
from typing import Any

import pytest
from starlette.testclient import TestClient

from engine.record import MatchRecord
from tools.rig.players import ApiPlayer, duel, play_on
from tools.rig.random_moves import choose

UNKNOWN = "/nosuchmatch00000"


def test_a_guest_gets_an_id_and_a_token(client: TestClient) -> None:
    answer = client.post("/api/players", json={"name": "Player 1"})
    assert answer.status_code == 201
    assert set(answer.json()) == {"id", "name", "bot", "token"}
    assert answer.json()["name"] == "Player 1"
    me = client.get("/api/players/me", headers={"Authorization": f"Bearer {answer.json()['token']}"})
    assert me.json() == {"id": answer.json()["id"], "name": "Player 1", "bot": False}


def test_opening_a_match_gives_its_links(client: TestClient) -> None:
    ann = ApiPlayer(client)
    opened = ann.ok("POST", "", {"seat": "B"})
    assert set(opened) == {"id", "seat", "url", "join_url", "code"}
    assert opened["seat"] == "B"
    assert opened["url"] == f"http://testserver/api/matches/{opened['id']}"
    assert opened["join_url"] == f"http://testserver/match/{opened['id']}"
    state = ann.state(opened["id"])
    assert (state["status"], state["seq"], state["view"], state["legal"], state["to_act"]) == ("open", 0, None, [], [])
    assert state["names"] == {"A": None, "B": "Player"}


def test_a_seat_by_chance_is_a_or_b(client: TestClient) -> None:
    ann = ApiPlayer(client)
    assert {ann.ok("POST", "", {"seat": "random"})["seat"] for _ in range(30)} == {"A", "B"}


def test_joining_begins_the_duel(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    state = bob.state(match_id)
    assert (state["status"], state["seat"], state["names"]) == ("playing", "B", {"A": "Ann", "B": "Bob"})
    assert len(state["view"]["B"]["hand"]) == 9
    assert state["view"]["A"]["hand"] == ["*", *"????????"]
    assert state["to_act"] in (["A"], ["B"])
    to_act, waiting = (ann, bob) if state["to_act"] == ["A"] else (bob, ann)
    assert to_act.state(match_id)["legal"]
    assert waiting.state(match_id)["legal"] == []


def test_who_sits_already_joins_without_effect(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    for player, seat in ((ann, "A"), (bob, "B")):
        assert player.ok("POST", f"/{match_id}/join", {}) == {"id": match_id, "seat": seat}


def test_a_body_is_not_needed_to_join(client: TestClient) -> None:
    match_id = ApiPlayer(client).open()
    bob = ApiPlayer(client)
    answer = client.post(f"/api/matches/{match_id}/join", headers=bob.headers)
    assert answer.json() == {"id": match_id, "seat": "B"}


def test_R2_2_the_players_choose_different_decks(client: TestClient) -> None:
    ann, bob = ApiPlayer(client), ApiPlayer(client)
    match_id = ann.open(deck=3)
    bob.refused("POST", f"/{match_id}/join", {"deck": 3}, 422, "same_deck")
    assert ann.state(match_id)["status"] == "open"
    bob.ok("POST", f"/{match_id}/join", {"deck": 2})


def test_a_move_counts_and_shows_what_happened(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    mover, watcher = (ann, bob) if ann.state(match_id)["to_act"] == ["A"] else (bob, ann)
    before = mover.state(match_id)
    after = mover.act(match_id, 0, before["legal"][0])
    assert after["seq"] == 1
    assert after["events"][0]["type"] == "played"
    assert set(before) | {"events"} == set(after)
    assert {key: value for key, value in after.items() if key != "events"} == mover.state(match_id)
    assert watcher.state(match_id)["seq"] == 1


def test_a_stale_seq_changes_nothing(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    players = {"A": ann, "B": bob}
    mover = players[ann.state(match_id)["to_act"][0]]
    action = mover.state(match_id)["legal"][0]
    for seq in (1, 7):
        mover.refused("POST", f"/{match_id}/actions", {"seq": seq, "action": action}, 409, "stale_seq")
    after = mover.act(match_id, 0, action)
    mover.refused("POST", f"/{match_id}/actions", {"seq": 0, "action": action}, 409, "stale_seq")
    assert mover.state(match_id)["view"] == after["view"]


def test_refusals_have_fitting_statuses(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    mover, waiting = (ann, bob) if ann.state(match_id)["to_act"] == ["A"] else (bob, ann)
    path = f"/{match_id}/actions"
    end: dict[str, Any] = {"type": "end_summon"}
    ApiPlayer(client).refused("POST", path, {"seq": 0, "action": end}, 403, "not_your_seat")
    waiting.refused("POST", path, {"seq": 0, "action": end}, 403, "not_your_turn")
    mover.refused("POST", path, {"seq": 0, "action": {"type": "fly"}}, 400, "malformed")
    mover.refused("POST", path, {"seq": 0, "action": {"type": "attack"}}, 422, "wrong_edition")
    mover.refused("POST", path, {"seq": 0, "action": {"type": "play", "hand": 8, "lane": "top"}}, 422, "not_leftmost")
    mover.refused("POST", path, {"seq": "0", "action": end}, 400, "malformed")
    mover.refused("POST", path, {"seq": -1, "action": end}, 400, "malformed")
    mover.refused("POST", path, {"seq": 0}, 400, "malformed")
    mover.refused("POST", path, {"seq": 0, "action": end, "more": 1}, 400, "malformed")
    mover.refused("POST", path, [], 400, "malformed")
    mover.refused("POST", f"{UNKNOWN}/actions", {"seq": 0, "action": end}, 404, "no_such_match")
    other_seat = "B" if mover is ann else "A"
    mover.refused("POST", path, {"seq": 0, "action": {"type": "resign", "player": other_seat}}, 403, "cannot_resign")
    mover.refused("POST", path, {"seq": 0, "action": {"type": "draw"}}, 422, "draw_by_offer")
    assert mover.state(match_id)["seq"] == 0


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"seq": NaN, "action": {}}',
        b'{"seq": 0, "action": {"type": "\\ud800"}}',
        b"[" * 60_000,
    ],
)
def test_what_is_not_json_is_malformed(client: TestClient, body: bytes) -> None:
    ann, _, match_id = duel(client)
    headers = {**ann.headers, "Content-Type": "application/json"}
    answer = client.post(f"/api/matches/{match_id}/actions", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_a_huge_body_is_refused(client: TestClient) -> None:
    ann = ApiPlayer(client)
    body = b'{"sets": ["' + b"x" * 70_000 + b'"]}'
    headers = {**ann.headers, "Content-Type": "application/json"}
    assert client.post("/api/matches", content=body, headers=headers).json()["code"] == "too_large"

    def pieces() -> Any:
        yield from (body[place : place + 1000] for place in range(0, len(body), 1000))

    answer = client.post("/api/matches", content=pieces(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_without_a_token_nothing_goes(client: TestClient) -> None:
    match_id = ApiPlayer(client).open()
    calls = [("POST", ""), ("GET", f"/{match_id}"), ("POST", f"/{match_id}/join"), ("GET", f"/{match_id}/record")]
    for method, path in calls:
        for headers, code in (({}, "no_token"), ({"Authorization": "Bearer wrong"}, "bad_token")):
            answer = client.request(method, f"/api/matches{path}", json={}, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (401, code)
            assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert client.get("/api/matches", headers={"Authorization": "Basic eDp5"}).status_code == 200


@pytest.mark.parametrize("public", [True, False])
def test_a_public_match_that_is_over_is_read_without_a_token(client: TestClient, public: bool) -> None:
    ann, bob, match_id = duel(client, public=public)
    paths = [f"/api/matches/{match_id}", f"/api/matches/{match_id}/record"]

    def statuses() -> set[int]:
        client.cookies.clear()
        return {client.get(path).status_code for path in paths}

    assert statuses() == {401}
    ann.act(match_id, 0, {"type": "resign", "player": "A"})
    assert statuses() == ({200} if public else {401})
    if public:
        shown = client.get(paths[0]).json()
        assert (shown["seat"], shown["result"]["winner"]) == (None, "B")
        assert client.get(paths[1]).json() == bob.ok("GET", f"/{match_id}/record")


@pytest.mark.parametrize(
    ("options", "status", "code"),
    [
        ({"mode": "trio"}, 400, "malformed"),
        ({"deck": 5}, 400, "malformed"),
        ({"deck": True}, 400, "malformed"),
        ({"seed": -1}, 400, "malformed"),
        ({"seed": 2**60}, 400, "malformed"),
        ({"clock": {"minutes": 5}}, 400, "malformed"),
        ({"sets": []}, 400, "malformed"),
        ({"colour": "red"}, 400, "malformed"),
        ({"opponent": "bot:7"}, 422, "no_such_bot"),
        ({"opponent": "bot:hardest"}, 422, "no_such_bot"),
        ({"opponent": "bot:3", "mode": "solo"}, 422, "bot_in_solo"),
        ({"sets": ["nosuchset"], "format": "draft"}, 422, "unknown_set"),
        ({"edition": "2021", "format": "draft", "sets": ["treachery"]}, 422, "set_not_in_edition"),
        ({"champions": True}, 422, "champions_format"),
        ({"mode": "solo", "format": "constructed"}, 422, "constructed_solo"),
        ({"mode": "solo", "solo": {"fixed": 7, "level": 3}}, 422, "solo_level"),
        ({"mode": "solo", "solo": {"colour": 1}}, 400, "malformed"),
    ],
)
def test_impossible_matches_are_refused(client: TestClient, options: dict[str, Any], status: int, code: str) -> None:
    ApiPlayer(client).refused("POST", "", options, status, code)


def test_a_seed_makes_a_match_casual_and_is_shown_to_both(client: TestClient) -> None:
    ann, bob, match_id = duel(client, seed=7)
    assert [(state["casual"], state["seed"]) for state in (ann.state(match_id), bob.state(match_id))] == [(True, 7)] * 2
    other_ann, other_bob, other_id = duel(client, seed=7)
    assert other_ann.state(other_id)["view"] == ann.state(match_id)["view"]
    assert other_bob.state(other_id)["view"] == bob.state(match_id)["view"]


def test_without_a_seed_none_is_shown_before_the_end(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    play_on({"A": ann, "B": bob}, match_id, random.Random(1))
    seed = ann.ok("GET", f"/{match_id}/record")["setup"]["seed"]
    earlier = [text for player in (ann, bob) for text in player.received[:-1]]
    assert not any(str(seed) in text for text in earlier)


def test_public_matches_are_listed_until_somebody_joins(client: TestClient) -> None:
    ann = ApiPlayer(client, "Ann")
    hidden, shown = ann.open(), ann.open(public=True, format="draft", sets=["treachery"])
    listed = client.get("/api/matches").json()["matches"]
    assert [match["id"] for match in listed] == [shown]
    assert (listed[0]["host"], listed[0]["format"], listed[0]["sets"]) == ("Ann", "draft", ["treachery"])
    ApiPlayer(client).ok("POST", f"/{shown}/join", {})
    assert client.get("/api/matches").json() == {"matches": []}
    assert ann.state(hidden)["status"] == "open"


def test_the_host_closes_a_match_that_nobody_joined(client: TestClient) -> None:
    ann, bob = ApiPlayer(client), ApiPlayer(client)
    match_id = ann.open(public=True)
    bob.refused("DELETE", f"/{match_id}", None, 403, "not_your_seat")
    assert ann.ok("DELETE", f"/{match_id}")["result"] == {"winner": None, "reason": "cancelled"}
    bob.refused("POST", f"/{match_id}/join", {}, 409, "match_full")
    ann.refused("POST", f"/{match_id}/actions", {"seq": 0, "action": {"type": "end_summon"}}, 422, "match_over")
    ann.refused("POST", f"/{match_id}/rematch", None, 403, "not_over")
    ann.refused("GET", f"/{match_id}/record", None, 404, "no_record")
    assert client.get("/api/matches").json() == {"matches": []}
    begun, _, begun_id = duel(client)
    begun.refused("DELETE", f"/{begun_id}", None, 409, "already_begun")


@pytest.mark.parametrize(
    "options",
    [
        {"format": "preconstructed"},
        {"format": "draft"},
        {"format": "draft", "sets": ["treachery", "elusive"], "champions": True},
        {"format": "constructed"},
        {"format": "constructed", "edition": "2021"},
        {"edition": "2021"},
        {"mode": "solo"},
        {"mode": "solo", "format": "draft", "solo": {"fixed": 7, "abilities": ["rage"], "level": 2}},
        {"mode": "solo", "edition": "2021"},
    ],
    ids=str,
)
def test_every_format_is_played_to_its_end_and_replays(client: TestClient, options: dict[str, Any]) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    match_id = ann.open(**options)
    if options.get("mode") != "solo":
        ann.refused("GET", f"/{match_id}/record", None, 403, "not_over")
        bob.ok("POST", f"/{match_id}/join", {})
    end = play_on({"A": ann, "B": bob}, match_id, random.Random(5))
    assert end["status"] == "over"
    assert end["result"]["winner"] in ("A", "B", "draw")
    watcher = ApiPlayer(client, "Eve")
    record = watcher.ok("GET", f"/{match_id}/record")
    assert len(record["actions"]) == end["seq"]
    times = [entry["at"] for entry in record["actions"]]
    assert times == sorted(times)
    replayed = MatchRecord.from_json(record).check()
    assert replayed.outcome is not None
    assert replayed.outcome.winner == end["result"]["winner"]
    assert replayed.view_for(None) == watcher.state(match_id)["view"]
    mover = ann if options.get("mode") == "solo" else bob
    last = {"seq": end["seq"], "action": {"type": "end_summon"}}
    mover.refused("POST", f"/{match_id}/actions", last, 422, "match_over")


def test_R7_1_resigning_ends_the_match(client: TestClient) -> None:
    ann, bob, match_id = duel(client, format="draft")
    end = bob.act(match_id, 0, {"type": "resign", "player": "B"})
    assert (end["status"], end["result"]) == ("over", {"winner": "A", "reason": "resignation"})
    assert ann.state(match_id)["to_act"] == []


def test_R7_1_a_draw_is_offered_and_accepted(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    path = f"/{match_id}/draw"
    bob.refused("POST", path, {"do": "accept"}, 409, "no_draw_offer")
    assert ann.ok("POST", path, {"do": "offer"})["draw_offer"] == "A"
    ann.refused("POST", path, {"do": "accept"}, 409, "no_draw_offer")
    assert ann.ok("POST", path, {"do": "offer"})["draw_offer"] == "A"
    assert bob.ok("POST", path, {"do": "decline"})["draw_offer"] is None
    assert ann.ok("POST", path, {"do": "offer"})["draw_offer"] == "A"
    assert ann.ok("POST", path, {"do": "withdraw"})["draw_offer"] is None
    ApiPlayer(client).refused("POST", path, {"do": "offer"}, 403, "not_your_seat")
    ann.ok("POST", path, {"do": "offer"})
    end = bob.ok("POST", path, {"do": "offer"})  # offering what is offered agrees to it
    assert (end["status"], end["result"]) == ("over", {"winner": "draw", "reason": "agreement"})
    record = ann.ok("GET", f"/{match_id}/record")
    assert record["actions"][-1]["action"] == {"type": "draw"}
    replayed = MatchRecord.from_json(record).check().outcome
    assert replayed is not None
    assert (replayed.winner, replayed.reason) == ("draw", "agreement")
    ann.refused("POST", path, {"do": "offer"}, 422, "not_playing")


def test_a_draw_offer_lapses_when_the_opponent_plays_on(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    players = {"A": ann, "B": bob}
    to_act = ann.state(match_id)["to_act"][0]
    mover, waiting = players[to_act], players["B" if to_act == "A" else "A"]
    waiting.ok("POST", f"/{match_id}/draw", {"do": "offer"})
    state = mover.state(match_id)
    assert mover.act(match_id, 0, choose(state, random.Random(1)))["draw_offer"] is None
    mover.ok("POST", f"/{match_id}/draw", {"do": "offer"})
    state = mover.state(match_id)
    assert mover.act(match_id, 1, choose(state, random.Random(1)))["draw_offer"] == to_act


def test_a_rematch_needs_both_and_changes_seats(client: TestClient) -> None:
    ann, bob, match_id = duel(client, deck=3, public=True)
    ann.refused("POST", f"/{match_id}/rematch", None, 403, "not_over")
    ann.act(match_id, 0, {"type": "resign", "player": "A"})
    ApiPlayer(client).refused("POST", f"/{match_id}/rematch", None, 403, "not_your_seat")
    asked = ann.ok("POST", f"/{match_id}/rematch")
    assert (asked["rematch_offer"], asked["next"]) == ("A", None)
    assert ann.ok("POST", f"/{match_id}/rematch")["next"] is None
    next_id = bob.ok("POST", f"/{match_id}/rematch")["next"]
    assert next_id
    assert ann.state(match_id)["next"] == next_id
    assert ann.ok("POST", f"/{match_id}/rematch")["next"] == next_id
    state = ann.state(next_id)
    assert (state["status"], state["seat"], state["names"]) == ("playing", "B", {"A": "Bob", "B": "Ann"})
    assert state["casual"] is False


def test_a_solo_rematch_begins_at_once(client: TestClient) -> None:
    ann = ApiPlayer(client)
    match_id = ann.open(mode="solo")
    ann.act(match_id, 0, {"type": "resign", "player": "A"})
    next_id = ann.ok("POST", f"/{match_id}/rematch")["next"]
    assert (ann.state(next_id)["status"], ann.state(next_id)["seat"]) == ("playing", "A")


def test_every_call_is_described(client: TestClient) -> None:
    described = client.get("/openapi.json").json()
    paths = {
        (path, method)
        for path, methods in described["paths"].items()
        for method in methods
        if path.startswith(("/api/", "/healthz", "/readyz", "/metrics"))
    }
    wanted = {
        ("/api/players", "post"), ("/api/matches", "post"), ("/api/matches", "get"), ("/api/matches/{id}", "get"),
        ("/api/matches/{id}/join", "post"), ("/api/matches/{id}/actions", "post"), ("/api/matches/{id}/record", "get"),
        ("/healthz", "get"), ("/readyz", "get"), ("/metrics", "get"),
    }  # fmt: skip
    assert wanted <= paths
    for path, method in paths:
        assert described["paths"][path][method].get("description"), (path, method)
    assert "ErrorOut" in described["components"]["schemas"]
    assert "ValidationError" not in str(described)


def test_H9_both_play_the_same_deck_where_the_host_wants_that(client: TestClient) -> None:
    ann, bob = ApiPlayer(client), ApiPlayer(client)
    match_id = ann.open(deck=3, mirror=True)
    bob.refused("POST", f"/{match_id}/join", {"deck": 3}, 422, "decks_settled")
    bob.ok("POST", f"/{match_id}/join", {})
    assert ann.state(match_id)["decks"] == {"A": 3, "B": 3}


def test_the_host_may_settle_both_decks(client: TestClient) -> None:
    ann, bob = ApiPlayer(client), ApiPlayer(client)
    match_id = ann.open(deck=3, opponent_deck=1)
    bob.refused("POST", f"/{match_id}/join", {"deck": 2}, 422, "decks_settled")
    bob.ok("POST", f"/{match_id}/join", {})
    assert ann.state(match_id)["decks"] == {"A": 3, "B": 1}
    ann.refused("POST", "", {"deck": 3, "opponent_deck": 3}, 422, "same_deck")
    ann.refused("POST", "", {"format": "draft", "opponent_deck": 3}, 422, "decks_format")
    against = ann.open(deck=2, mirror=True, opponent="bot:Ysolde")
    assert ann.state(against)["decks"] == {"A": 2, "B": 2}
