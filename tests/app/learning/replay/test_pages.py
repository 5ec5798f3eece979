"""The pages of replays: finished matches, uploaded records, files, playing on, and the lists of a player's own."""

from __future__ import annotations

import json
import random
import re
import struct

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.base.web.limits.middleware import LARGER
from app.main import create_app
from engine.record import MatchRecord
from tests.app.learning.replay.records import golden, with_second_thoughts
from tests.support.boards import HTML, board, frame_where, seated
from tests.support.cases import case
from tests.support.visitors import another, kept
from tools.rig.players import ApiPlayer, duel, play_on


@pytest.fixture(scope="module")
def base(shared_client: TestClient) -> str:
    """Provide the path of the replay of a duel that Ann and Bob have played to its end."""
    ann, bob, match_id = duel(shared_client, seed=5)
    play_on({"A": ann, "B": bob}, match_id, random.Random(3))
    return f"/match/{match_id}/replay"


@pytest.fixture
def stranger(shared_client: TestClient) -> TestClient:
    """Provide another browser than `visitor`."""
    return another(shared_client)


def page(client: TestClient, path: str, status: int = 200) -> str:
    """Return the HTML of a page."""
    answer = client.get(path, headers=HTML)
    assert answer.status_code == status, answer.text
    return answer.text


def shown_step(html: str) -> int:
    """Return the step that a page shows."""
    found = re.search(r'id="stage"[^>]*data-step="(\d+)"', html)
    assert found
    return int(found[1])


def upload(client: TestClient, record: object) -> Response:
    """Send a record as a file."""
    content = record if isinstance(record, bytes) else json.dumps(record).encode()
    return client.post("/replays", files={"file": ("match.json", content)}, headers=HTML, follow_redirects=False)


# --- looking


def test_a_finished_match_is_open_to_everybody_with_its_link_and_its_steps_are_links(
    stranger: TestClient, base: str
) -> None:
    html = page(stranger, base)
    assert shown_step(html) == 0 and "Ann" in html and "Bob" in html
    html = page(stranger, f"{base}?step=12&from=A")
    assert shown_step(html) == 12 and 'aria-current="step"' in html
    for link in (f"{base}?step=11&amp;from=A", f"{base}?step=13&amp;from=A", f"{base}?step=12&amp;from=B"):
        assert f'href="{link}"' in html
    last = len(stranger.get(f"{base}/record").json()["actions"])
    assert [shown_step(page(stranger, f"{base}?step={step}")) for step in (99999, -4)] == [last, 0]
    for step in (1, 5, last):
        frame = stranger.get(f"{base}/frame?step={step}&from=open").json()
        assert frame["step"] == step and frame["events"] and f'data-step="{step}"' in frame["content"]
        assert frame["content"].count('hx-swap-oob="outerMorph"') == 4
    assert stranger.get(f"{base}/frame?step=0").json()["events"][0]["type"] == "coin"
    assert stranger.get(f"{base}?step=x").status_code == 400


def test_chats_show_the_end_of_a_match_unless_the_link_is_to_a_step(stranger: TestClient, base: str) -> None:
    last = len(stranger.get(f"{base}/record").json()["actions"])
    match = base.removesuffix("/replay")
    shown = {path: _preview(page(stranger, path)) for path in (match, base, f"{base}?step=7")}
    assert (
        "step" not in shown[match]["image"]
        and "step" not in shown[base]["image"]
        and "step=7" in shown[f"{base}?step=7"]["image"]
    )
    assert "Ann" in shown[match]["title"] and "Bob" in shown[match]["title"] and shown[match]["description"]
    pictures = {path: stranger.get(each["image"]).content for path, each in shown.items()}
    assert all(content.startswith(b"\x89PNG") for content in pictures.values())
    assert {struct.unpack(">II", content[16:24]) for content in pictures.values()} == {(1200, 630)}
    assert pictures[match] == stranger.get(f"{base}/picture.png?step={last}").content != pictures[f"{base}?step=7"]
    assert pictures[match] != stranger.get(f"{base}/picture.png?step=0").content
    backs = [BACK in stranger.get(f"{base}/picture?step=7&from={knows}").text for knows in ("A", "B", "open")]
    assert backs == [True, True, False], "a player's picture has the cards that they did not know as backs"


BACK = '<path d="M12.5 10l6'


def _preview(html: str) -> dict[str, str]:
    found = re.findall(r'property="og:(title|description|image)" content="([^"]*)"', html)
    return {name: content.replace("&amp;", "&").replace("http://testserver", "") for name, content in found}


def test_a_match_that_is_not_over_shows_nothing(visitor: TestClient, stranger: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    answers = [stranger.get(f"/match/{match_id}/{path}") for path in ("replay", "replay/frame?step=0", "replay/record")]
    answers.append(stranger.post(f"/match/{match_id}/replay/play", data={"step": 0, "how": "hotseat"}))
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(403, "not_over")}
    hands = [slug for player, seat in ((ann, "A"), (bob, "B")) for slug in player.state(match_id)["view"][seat]["hand"]]
    html = page(stranger, f"/match/{match_id}/replay", 403)
    assert not [slug for slug in hands if len(slug) > 1 and slug in html]


# --- files


def test_a_record_goes_out_and_comes_in_again(visitor: TestClient, stranger: TestClient, base: str) -> None:
    answer = visitor.get(f"{base}/record")
    disposition = answer.headers["content-disposition"]
    assert re.fullmatch(r'attachment; filename="clash-of-decks-ann-bob-\d{4}-\d\d-\d\d\.json"', disposition)
    MatchRecord.from_json(answer.json()).check()
    path = upload(stranger, answer.content).headers["location"]
    assert re.fullmatch(r"/replays/[\w-]{16}", path)
    assert shown_step(page(visitor, f"{path}?step=7&from=B")) == 7
    assert visitor.get(f"{path}/record").json() == answer.json()
    own, other = (who.get(f"{base}/frame?step=7").json()["events"] for who in (visitor, stranger))
    assert own == other == visitor.get(f"{path}/frame?step=7").json()["events"]


def test_second_thoughts_are_watched_like_everything_else_and_a_pasted_text_will_do(visitor: TestClient) -> None:
    path = upload(visitor, with_second_thoughts().to_json()).headers["location"]
    html = page(visitor, f"{path}?step=8")
    for sentence in ("Ann undoes the last play", "Turn 1 is taken back: Ann plays it again", "The match is a draw"):
        assert sentence in html
    text = json.dumps(golden("2022-solo-draft"))
    answer = visitor.post("/replays", data={"text": text}, headers=HTML, follow_redirects=False)
    html = page(visitor, answer.headers["location"])
    assert "The automaton" in html and "from=B" not in html


def test_a_bad_record_gives_one_sentence_and_keeps_nothing(visitor: TestClient) -> None:
    for content, sentence in (
        (b"", "Choose a replay file, or paste its text into the field."),
        (b"no", "This is not a replay file: it is not JSON."),
        (b"{}", "This replay cannot be played back: it has the parts"),
        (b" " * 550_000, "Choose a replay file"),
        (b"[" + b"1," * 270_000 + b"1]", "This is too large for a replay: 512 KB at most."),
    ):
        with case(sentence):
            answer = upload(visitor, content)
            assert answer.status_code in (413, 422)
            (alert,) = re.findall(r'role="alert">([^<]+)<', answer.text)
            assert sentence in alert.replace("&#39;", "'")
            assert "guest" not in kept(answer.cookies)
    assert "Your uploaded replays" not in page(visitor, "/replays")
    assert upload(visitor, b"x" * (LARGER["/replays"] + 1)).status_code == 413, "refused before it is read"
    answer = visitor.post("/replays", data={"text": '{"format": 1, "x": "</textarea><b>"}'}, headers=HTML)
    assert answer.status_code == 422
    assert "&lt;/textarea&gt;&lt;b&gt;" in answer.text and "</textarea><b>" not in answer.text


def test_only_who_uploaded_it_deletes_a_record(visitor: TestClient, stranger: TestClient) -> None:
    path = upload(visitor, golden("2022-duel-draft")).headers["location"]
    upload(stranger, golden("2022-duel-draft"))
    assert path in page(visitor, "/replays") and path not in page(stranger, "/replays")
    assert "Delete this replay" in page(visitor, path) and "Delete this replay" not in page(stranger, path)
    assert stranger.post(f"{path}/delete").json()["code"] == "not_your_record"
    assert another(visitor).post(f"{path}/delete").json()["code"] == "no_token"
    assert visitor.post(f"{path}/delete", follow_redirects=False).headers["location"] == "/replays"
    assert visitor.get(path).json()["code"] == "no_such_record"
    assert path not in page(visitor, "/replays")


# --- playing on


def begin(client: TestClient, base: str, **fields: str | int) -> str:
    """Return the id of a match that was begun from a replay."""
    answer = client.post(f"{base}/play", data=fields, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/match/")


def test_two_at_one_device_or_a_friend_by_link_play_on(visitor: TestClient, stranger: TestClient, base: str) -> None:
    match_id = begin(stranger, base, step=10, how="hotseat")
    html = page(stranger, f"/match/{match_id}")
    assert "Pass the device to" in html and "Ann" in html and "Bob" in html
    state = ApiPlayer(stranger).state(match_id)
    assert (state["format"], state["casual"], state["public"], state["status"]) == ("position", True, False, "playing")
    match_id = begin(stranger, base, step=10, how="link", seat="B")
    friend = ApiPlayer(visitor, "Friend")
    assert friend.state(match_id)["view"] is None  # nobody sees the cards before both sit
    assert friend.ok("POST", f"/{match_id}/join", {})["seat"] == "A"
    assert friend.state(match_id)["view"]["turn"] >= 2


def test_a_bot_is_as_strong_as_was_chosen_or_as_the_results_say(visitor: TestClient, base: str) -> None:
    eve = ApiPlayer(visitor, "Eve")

    def level(**fields: int) -> object:
        data = {"step": 10, "how": "bot", **fields}
        answer = visitor.post(f"{base}/play", data=data, headers=eve.headers, follow_redirects=False)
        players = eve.state(answer.headers["location"].removeprefix("/match/"))["players"]
        return next(holder["level"] for holder in players.values() if holder["kind"] == "bot")

    assert (level(level=4), level()) == (4, 2)
    for _ in range(2):
        lost = eve.open(opponent="bot:2", first="A")
        eve.act(lost, 0, {"type": "resign", "player": "A"})
    assert (level(), level(level=4), level(level=0)) == (1, 4, 0)


def test_one_plays_on_between_the_deal_and_the_end_alone_against_the_automaton(visitor: TestClient) -> None:
    path = upload(visitor, golden("2022-solo-draft")).headers["location"]
    frames = (visitor.get(f"{path}/frame?step={number}").json()["content"] for number in range(99))
    step = next(number for number, content in enumerate(frames) if content.count('name="how"') == 1)
    assert 'data-seat="A"' in page(visitor, f"/match/{begin(visitor, path, step=step, how='solo')}")
    path = upload(visitor, golden("2022-duel-draft")).headers["location"]
    for step in (0, 10_000):
        assert 'name="how"' not in page(visitor, f"{path}?step={step}")
        answer = visitor.post(f"{path}/play", data={"step": step, "how": "hotseat"})
        assert (answer.status_code, answer.json()["code"]) == (409, "not_from_here")


# --- the list of a player's own


def test_ones_own_matches_are_listed_with_how_they_ended(visitor: TestClient, stranger: TestClient) -> None:
    assert "Nothing here yet" in page(visitor, "/matches")
    path = seated(visitor, stranger, guest_name="Bob")
    assert "Nothing here yet" in page(visitor, "/matches")
    resign = {"seq": 0, "action": {"type": "resign", "player": "B"}}
    assert stranger.post(f"/api/matches/{path.removeprefix('/match/')}/actions", json=resign).status_code == 200
    html = page(visitor, "/matches")
    assert "Against Bob" in html and "Won" in html and f'href="{path}/replay?from=A"' in html
    assert page(visitor, f"{path}/replay?from=A")
    assert "Nothing here yet" in page(another(visitor), "/matches")


def test_many_matches_come_in_portions(visitor: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.site.lobby.own_matches.PAGE_SIZE", 2)
    for _ in range(5):
        path = visitor.post("/new", data={"mode": "solo"}, follow_redirects=False).headers["location"]
        with board(visitor, path) as socket:
            socket.send_json({"type": "act", "seq": 0, "action": {"type": "resign", "player": "A"}})
            frame_where(socket, lambda frame: "events" in frame)
    seen: list[str] = []
    where = "/matches"
    for _ in range(3):
        html = page(visitor, where)
        seen += re.findall(r'href="/match/([\w-]+)/replay', html)
        older = re.search(r'href="(/matches\?before=[^"]+)"', html)
        where = older[1] if older else ""
    assert where == ""
    assert len(seen) == len(set(seen)) == 5


def test_records_are_kept_in_postgresql_too_and_after_a_restart(settings: Settings, postgresql: str) -> None:
    chosen = settings.model_copy(update={"database_url": postgresql})
    with TestClient(create_app(chosen)) as client:
        path = upload(client, golden("2022-solo-draft")).headers["location"]
        record, cookies = client.get(f"{path}/record").json(), client.cookies
    with TestClient(create_app(chosen)) as client:
        client.cookies = cookies
        assert client.get(f"{path}/record").json() == record
        assert "Ada vs The automaton" in page(client, "/replays")
        assert "Nothing here yet" in page(client, "/matches?before=5")
