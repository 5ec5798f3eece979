"""The contract of docs/api.md, call by call."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import orjson
from starlette.testclient import TestClient

from engine.match import Outcome
from engine.record import MatchRecord
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel, play_on
from tools.rig.random_moves import choose

UNKNOWN = "/nosuchmatch00000"
END = {"type": "end_summon"}


def test_a_guest_with_a_token_opens_a_match_and_gets_its_links(visitor: TestClient) -> None:
    answer = visitor.post("/api/players", json={"name": "Player 1"})
    assert answer.status_code == 201
    assert set(answer.json()) == {"id", "name", "bot", "face", "token"}
    me = visitor.get("/api/players/me", headers={"Authorization": f"Bearer {answer.json()['token']}"})
    assert me.json() == {"id": answer.json()["id"], "name": "Player 1", "bot": False, "face": answer.json()["face"]}
    ann = ApiPlayer(visitor)
    opened = ann.ok("POST", "", {"seat": "B"})
    assert set(opened) == {"id", "seat", "url", "join_url", "code"}
    links = (f"http://testserver/api/matches/{opened['id']}", f"http://testserver/match/{opened['id']}")
    assert (opened["seat"], opened["url"], opened["join_url"]) == ("B", *links)
    state = ann.state(opened["id"])
    assert (state["status"], state["seq"], state["view"], state["legal"], state["to_act"]) == ("open", 0, None, [], [])
    assert state["names"] == {"A": None, "B": "Player"}
    assert {ann.ok("POST", "", {"seat": "random"})["seat"] for _ in range(30)} == {"A", "B"}


def test_joining_begins_the_duel_and_has_no_effect_on_who_sits_there(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, first="A")
    state = bob.state(match_id)
    assert (state["status"], state["seat"], state["names"]) == ("playing", "B", {"A": "Ann", "B": "Bob"})
    assert len(state["view"]["B"]["hand"]) == 9
    assert state["view"]["A"]["hand"] == ["*", *"????????"]
    assert ann.state(match_id)["legal"] and state["legal"] == []
    for player, seat in ((ann, "A"), (bob, "B")):
        assert player.ok("POST", f"/{match_id}/join", {}) == {"id": match_id, "seat": seat}
    without_body = ann.open()
    answer = visitor.post(f"/api/matches/{without_body}/join", headers=bob.headers)
    assert answer.json() == {"id": without_body, "seat": "B"}


def test_R2_2_the_players_choose_different_decks_unless_H9_the_host_settles_both(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor), ApiPlayer(visitor)
    match_id = ann.open(deck=3)
    bob.refused("POST", f"/{match_id}/join", {"deck": 3}, 422, "same_deck")
    assert ann.state(match_id)["status"] == "open"
    bob.ok("POST", f"/{match_id}/join", {"deck": 2})
    for settled, decks in (({"mirror": True}, {"A": 3, "B": 3}), ({"opponent_deck": 1}, {"A": 3, "B": 1})):
        match_id = ann.open(deck=3, **settled)
        bob.refused("POST", f"/{match_id}/join", {"deck": 2}, 422, "decks_settled")
        bob.ok("POST", f"/{match_id}/join", {})
        assert ann.state(match_id)["decks"] == decks
    ann.refused("POST", "", {"deck": 3, "opponent_deck": 3}, 422, "same_deck")
    ann.refused("POST", "", {"format": "draft", "opponent_deck": 3}, 422, "decks_format")
    against = ann.open(deck=2, mirror=True, opponent="bot:Ysolde", first="A")
    assert ann.state(against)["decks"] == {"A": 2, "B": 2}


def test_a_move_counts_and_a_stale_one_changes_nothing(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, first="A")
    before = ann.state(match_id)
    move = {"seq": 0, "action": before["legal"][0]}
    for seq in (1, 7):
        ann.refused("POST", f"/{match_id}/actions", {**move, "seq": seq}, 409, "stale_seq")
    after = ann.act(match_id, **move)
    assert (after["seq"], after["events"][0]["type"]) == (1, "played")
    assert set(before) | {"events"} == set(after)
    assert {key: value for key, value in after.items() if key != "events"} == ann.state(match_id)
    assert bob.state(match_id)["seq"] == 1
    ann.refused("POST", f"/{match_id}/actions", move, 409, "stale_seq")
    assert ann.state(match_id)["view"] == after["view"]


def test_refusals_have_fitting_statuses_and_change_nothing(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, first="A")
    path = f"/{match_id}/actions"
    ApiPlayer(visitor).refused("POST", path, {"seq": 0, "action": END}, 403, "not_your_seat")
    bob.refused("POST", path, {"seq": 0, "action": END}, 403, "not_your_turn")
    ann.refused("POST", f"{UNKNOWN}/actions", {"seq": 0, "action": END}, 404, "no_such_match")
    for action, status, code in (
        ({"type": "fly"}, 400, "malformed"),
        ({"type": "attack"}, 422, "wrong_edition"),
        ({"type": "play", "hand": 8, "lane": "top"}, 422, "not_leftmost"),
        ({"type": "resign", "player": "B"}, 403, "cannot_resign"),
        ({"type": "draw"}, 422, "draw_by_offer"),
    ):
        ann.refused("POST", path, {"seq": 0, "action": action}, status, code)
    move: Json = {"seq": 0, "action": END}
    wrong: list[object] = [{**move, "seq": "0"}, {**move, "seq": -1}, {"seq": 0}, {**move, "x": 1}, []]
    for body in wrong:
        ann.refused("POST", path, body, 400, "malformed")
    no_json = (b"", b"{", b"\xff\xfe", b'{"seq": NaN, "action": {}}', b'{"seq": 0, "action": {"type": "\\ud800"}}')
    headers = {**ann.headers, "Content-Type": "application/json"}
    for content in (*no_json, b"[" * 60_000):
        answer = visitor.post(f"/api/matches{path}", content=content, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), content[:20]
    assert ann.state(match_id)["seq"] == 0


def test_a_huge_body_is_refused(visitor: TestClient) -> None:
    body = b'{"sets": ["' + b"x" * 70_000 + b'"]}'
    headers = {**ApiPlayer(visitor).headers, "Content-Type": "application/json"}
    assert visitor.post("/api/matches", content=body, headers=headers).json()["code"] == "too_large"

    def pieces() -> Iterator[bytes]:
        yield from (body[place : place + 1000] for place in range(0, len(body), 1000))

    answer = visitor.post("/api/matches", content=pieces(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_without_a_token_nothing_goes(visitor: TestClient) -> None:
    match_id = ApiPlayer(visitor).open()
    calls = [("POST", ""), ("GET", f"/{match_id}"), ("POST", f"/{match_id}/join"), ("GET", f"/{match_id}/record")]
    for method, path in calls:
        for headers, code in (({}, "no_token"), ({"Authorization": "Bearer wrong"}, "bad_token")):
            answer = visitor.request(method, f"/api/matches{path}", json={}, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (401, code)
            assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert visitor.get("/api/matches", headers={"Authorization": "Basic eDp5"}).status_code == 200


def test_a_public_match_that_is_over_is_read_without_a_token(visitor: TestClient) -> None:
    for public in (True, False):
        ann, bob, match_id = duel(visitor, public=public)
        paths = [f"/api/matches/{match_id}", f"/api/matches/{match_id}/record"]
        assert {visitor.get(path).status_code for path in paths} == {401}
        ann.act(match_id, 0, {"type": "resign", "player": "A"})
        answers = [visitor.get(path) for path in paths]
        assert {answer.status_code for answer in answers} == ({200} if public else {401})
        if public:
            shown, record = (answer.json() for answer in answers)
            assert (shown["seat"], shown["result"]["winner"]) == (None, "B")
            assert record == bob.ok("GET", f"/{match_id}/record")


def test_public_matches_are_read_as_lines_from_a_time_on_without_names(visitor: TestClient) -> None:
    def lines(query: str = "") -> list[Json]:
        answer = visitor.get(f"/api/records{query}")
        assert answer.status_code == 200 and not re.search(r"\b(Ann|Bob)\b", answer.text)
        return [orjson.loads(line) for line in answer.content.splitlines()]

    since = max((line["finished_at"] for line in lines()), default=0)
    ended: list[str] = []
    for public in (True, True, False):
        ann, _, match_id = duel(visitor, first="A", public=public)
        ann.act(match_id, 0, {"type": "resign", "player": "A"})
        ended.append(match_id)
    first, second = (line for line in lines(f"?since={since}") if line["id"] in ended)
    assert [first["id"], second["id"]] == ended[:2]
    assert [line["id"] for line in lines(f"?since={second['finished_at']}")] == [second["id"]]
    assert [line["id"] for line in lines(f"?since={first['finished_at']}&limit=1")] == [first["id"]]
    assert MatchRecord.from_json(first["record"]).check().status == "over"
    assert visitor.get("/api/records?since=-1").status_code == 400


def test_impossible_matches_are_refused(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor)
    malformed: list[Json] = [{"mode": "trio"}, {"deck": 5}, {"deck": True}, {"seed": -1}, {"seed": 2**60}, {"sets": []}]
    malformed += [{"clock": {"minutes": 5}}, {"colour": "red"}, {"mode": "solo", "solo": {"colour": 1}}]
    for options in malformed:
        ann.refused("POST", "", options, 400, "malformed")
    impossible: tuple[tuple[Json, str], ...] = (
        ({"opponent": "bot:7"}, "no_such_bot"),
        ({"opponent": "bot:hardest"}, "no_such_bot"),
        ({"opponent": "bot:3", "mode": "solo"}, "bot_in_solo"),
        ({"sets": ["nosuchset"], "format": "draft"}, "unknown_set"),
        ({"edition": "2021", "format": "draft", "sets": ["treachery"]}, "set_not_in_edition"),
        ({"champions": True}, "champions_format"),
        ({"mode": "solo", "format": "constructed"}, "constructed_solo"),
        ({"mode": "solo", "solo": {"fixed": 7, "level": 3}}, "solo_level"),
    )
    for options, code in impossible:
        ann.refused("POST", "", options, 422, code)


def test_a_seed_makes_a_match_casual_and_only_a_chosen_one_is_shown_before_the_end(visitor: TestClient) -> None:
    (ann, bob, match_id), (other_ann, other_bob, other_id) = (duel(visitor, seed=7) for _ in range(2))
    for player, other in ((ann, other_ann), (bob, other_bob)):
        state = player.state(match_id)
        assert (state["casual"], state["seed"]) == (True, 7)
        assert other.state(other_id)["view"] == state["view"]
    ann, bob, match_id = duel(visitor)
    play_on({"A": ann, "B": bob}, match_id, random.Random(1))
    seed = ann.ok("GET", f"/{match_id}/record")["setup"]["seed"]
    assert not any(str(seed) in text for player in (ann, bob) for text in player.received[:-1])


def test_public_matches_are_listed_until_somebody_joins_or_the_host_closes_them(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client)
    hidden, shown = ann.open(), ann.open(public=True, format="draft", sets=["treachery"])
    (listed,) = client.get("/api/matches").json()["matches"]
    assert listed["id"] == shown
    assert (listed["host"], listed["format"], listed["sets"]) == ("Ann", "draft", ["treachery"])
    bob.ok("POST", f"/{shown}/join", {})
    closed = ann.open(public=True)
    bob.refused("DELETE", f"/{closed}", None, 403, "not_your_seat")
    assert ann.ok("DELETE", f"/{closed}")["result"] == {"winner": None, "reason": "cancelled"}
    bob.refused("POST", f"/{closed}/join", {}, 409, "table_closed")
    ann.refused("POST", f"/{closed}/actions", {"seq": 0, "action": END}, 422, "match_over")
    ann.refused("POST", f"/{closed}/rematch", None, 403, "not_over")
    ann.refused("GET", f"/{closed}/record", None, 404, "no_record")
    ann.refused("DELETE", f"/{shown}", None, 409, "already_begun")
    assert client.get("/api/matches").json() == {"matches": []}
    assert ann.state(hidden)["status"] == "open"


def test_R7_1_a_draw_is_offered_and_accepted(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    path = f"/{match_id}/draw"
    ann.refused("GET", f"/{match_id}/record", None, 403, "not_over")
    bob.refused("POST", path, {"do": "accept"}, 409, "no_draw_offer")
    assert ann.ok("POST", path, {"do": "offer"})["draw_offer"] == "A"
    ann.refused("POST", path, {"do": "accept"}, 409, "no_draw_offer")
    assert ann.ok("POST", path, {"do": "offer"})["draw_offer"] == "A"
    assert bob.ok("POST", path, {"do": "decline"})["draw_offer"] is None
    assert ann.ok("POST", path, {"do": "offer"})["draw_offer"] == "A"
    assert ann.ok("POST", path, {"do": "withdraw"})["draw_offer"] is None
    ApiPlayer(visitor).refused("POST", path, {"do": "offer"}, 403, "not_your_seat")
    ann.ok("POST", path, {"do": "offer"})
    end = bob.ok("POST", path, {"do": "offer"})  # offering what is offered agrees to it
    assert (end["status"], end["result"]) == ("over", {"winner": "draw", "reason": "agreement"})
    record = ann.ok("GET", f"/{match_id}/record")
    assert record["actions"][-1]["action"] == {"type": "draw"}
    assert MatchRecord.from_json(record).check().outcome == Outcome("draw", "agreement")
    ann.refused("POST", path, {"do": "offer"}, 422, "not_playing")
    ann.refused("POST", f"/{match_id}/actions", {"seq": end["seq"], "action": END}, 422, "match_over")


def test_a_draw_offer_lapses_when_the_opponent_plays_on(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, first="A")
    bob.ok("POST", f"/{match_id}/draw", {"do": "offer"})
    assert ann.act(match_id, 0, choose(ann.state(match_id), random.Random(1)))["draw_offer"] is None
    ann.ok("POST", f"/{match_id}/draw", {"do": "offer"})
    assert ann.act(match_id, 1, choose(ann.state(match_id), random.Random(1)))["draw_offer"] == "A"


def test_a_rematch_needs_both_and_changes_seats(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, deck=3, public=True)
    path = f"/{match_id}/rematch"
    ann.refused("POST", path, None, 403, "not_over")
    end = ann.act(match_id, 0, {"type": "resign", "player": "A"})
    assert (end["result"], bob.state(match_id)["to_act"]) == ({"winner": "B", "reason": "resignation"}, [])
    ApiPlayer(visitor).refused("POST", path, None, 403, "not_your_seat")
    asked = ann.ok("POST", path)
    assert (asked["rematch_offer"], asked["next"]) == ("A", None)
    assert ann.ok("POST", path)["next"] is None
    next_id = bob.ok("POST", path)["next"]
    assert next_id and ann.state(match_id)["next"] == ann.ok("POST", path)["next"] == next_id
    state = ann.state(next_id)
    assert (state["status"], state["seat"], state["names"]) == ("playing", "B", {"A": "Bob", "B": "Ann"})
    assert state["casual"] is False
    solo = ann.open(mode="solo")
    ann.act(solo, 0, {"type": "resign", "player": "A"})
    again = ann.state(ann.ok("POST", f"/{solo}/rematch")["next"])
    assert (again["status"], again["seat"]) == ("playing", "A"), "alone, it begins at once"
