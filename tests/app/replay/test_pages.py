"""The pages of replays: finished matches, uploaded records, files, playing on, and the lists of one's own."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.web.limits.middleware import LARGER
from engine.record import MatchRecord
from tests.app.replay.records import golden, with_second_thoughts
from tests.support.visitors import another
from tools.rig.guests import LIVE
from tools.rig.players import ApiPlayer, duel, play_on

HTML = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Provide one site for all tests here: its processes that replay are dear. No limits: all come from one address."""
    settings = Settings(data_dir=tmp_path_factory.mktemp("replays") / "data", rate_limit=0)
    with TestClient(create_app(settings)) as started:
        yield started


@pytest.fixture(scope="module")
def finished(site: TestClient) -> tuple[ApiPlayer, ApiPlayer, str]:
    """Ann and Bob, and the id of a duel that they have played to its end."""
    ann, bob, match_id = duel(site, seed=5)
    play_on({"A": ann, "B": bob}, match_id, random.Random(3))
    return ann, bob, match_id


@pytest.fixture
def client(site: TestClient) -> TestClient:
    """Provide a browser that has never been there."""
    return another(site)


@pytest.fixture
def stranger(site: TestClient) -> TestClient:
    """Provide another one."""
    return another(site)


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


def upload(client: TestClient, record: Any, **options: Any) -> Any:
    """Send a record as a file."""
    content = record if isinstance(record, bytes) else json.dumps(record).encode()
    return client.post(
        "/replays", files={"file": ("match.json", content)}, headers=HTML, follow_redirects=False, **options
    )


# --- looking


def test_a_finished_match_is_open_to_everybody_with_its_link(
    stranger: TestClient, finished: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    base = f"/match/{finished[2]}/replay"
    html = page(stranger, base)
    assert shown_step(html) == 0
    assert "Ann" in html and "Bob" in html
    assert shown_step(page(stranger, f"{base}?step=12&from=B")) == 12
    last = shown_step(page(stranger, f"{base}?step=99999"))
    assert shown_step(page(stranger, f"{base}?step=-4")) == 0
    record = stranger.get(f"{base}/record").json()
    assert last == len(record["actions"])


def test_without_scripts_the_steps_are_links(client: TestClient, finished: tuple[ApiPlayer, ApiPlayer, str]) -> None:
    base = f"/match/{finished[2]}/replay"
    html = page(client, f"{base}?step=12&from=A")
    for link in (f"{base}?step=11&amp;from=A", f"{base}?step=13&amp;from=A", f"{base}?step=12&amp;from=B"):
        assert f'href="{link}"' in html
    assert 'aria-current="step"' in html


def test_a_match_that_is_not_over_shows_nothing(client: TestClient, stranger: TestClient) -> None:
    ann, bob, match_id = duel(client)
    for path in ("replay", "replay/frame?step=0", "replay/record"):
        answer = stranger.get(f"/match/{match_id}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "not_over")
    answer = stranger.post(f"/match/{match_id}/replay/play", data={"step": 0, "how": "hotseat"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_over")
    hands = [slug for player, seat in ((ann, "A"), (bob, "B")) for slug in player.state(match_id)["view"][seat]["hand"]]
    html = page(stranger, f"/match/{match_id}/replay", 403)
    assert not [slug for slug in hands if len(slug) > 1 and slug in html]


def test_there_is_no_replay_of_nothing(client: TestClient) -> None:
    assert client.get("/match/nothing/replay").json()["code"] == "no_such_match"
    assert client.get("/replays/nothing").json()["code"] == "no_such_record"
    ann = ApiPlayer(client)
    match_id = ann.open()
    ann.ok("DELETE", f"/{match_id}")
    assert client.get(f"/match/{match_id}/replay").json()["code"] == "no_record"


def test_a_frame_leads_from_one_step_to_the_next(
    client: TestClient, finished: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    base = f"/match/{finished[2]}/replay"
    match = client.get(f"{base}/record").json()
    for step in (1, 5, len(match["actions"])):
        frame = client.get(f"{base}/frame?step={step}&from=open").json()
        assert frame["step"] == step
        assert f'data-step="{step}"' in frame["content"]
        assert frame["events"]
        for event in frame["events"]:
            assert event.get("face") is None or event["type"] == "attack" or event["face"] in frame["faces"] or True
        assert frame["content"].count('hx-swap-oob="outerMorph"') == 4
    assert client.get(f"{base}/frame?step=0").json()["events"][0]["type"] == "coin"
    assert client.get(f"{base}?step=x").status_code == 400


def test_a_replay_is_the_same_after_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        ann, bob, match_id = duel(client)
        play_on({"A": ann, "B": bob}, match_id, random.Random(8))
        before = client.get(f"/match/{match_id}/replay/frame?step=9&from=A").json()
    with TestClient(create_app(settings)) as client:
        assert client.get(f"/match/{match_id}/replay/frame?step=9&from=A").json() == before


# --- files


def test_a_record_goes_out_and_comes_in_again(
    client: TestClient, stranger: TestClient, finished: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    answer = client.get(f"/match/{finished[2]}/replay/record")
    disposition = answer.headers["content-disposition"]
    assert re.fullmatch(r'attachment; filename="clash-of-decks-ann-bob-\d{4}-\d\d-\d\d\.json"', disposition)
    MatchRecord.from_json(answer.json()).check()
    moved = upload(stranger, answer.content)
    assert moved.status_code == 303
    path = moved.headers["location"]
    assert re.fullmatch(r"/replays/[\w-]{16}", path)
    assert shown_step(page(client, f"{path}?step=7&from=B")) == 7
    assert client.get(f"{path}/record").json() == answer.json()
    own, other = (who.get(f"/match/{finished[2]}/replay/frame?step=7").json()["events"] for who in (client, stranger))
    assert own == other == client.get(f"{path}/frame?step=7").json()["events"]


def test_a_pasted_text_will_do(client: TestClient) -> None:
    text = json.dumps(golden("2022-solo-draft"))
    answer = client.post("/replays", data={"text": text}, headers=HTML, follow_redirects=False)
    assert answer.status_code == 303
    html = page(client, answer.headers["location"])
    assert "The automaton" in html
    assert "from=B" not in html


def test_undo_takeback_and_draw_are_watched_like_everything_else(client: TestClient) -> None:
    path = upload(client, with_second_thoughts().to_json()).headers["location"]
    html = page(client, f"{path}?step=8")
    for sentence in ("Ann undoes the last play", "Turn 1 is taken back: Ann plays it again", "The match is a draw"):
        assert sentence in html


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "Choose a replay file, or paste its text into the field."),
        (b"no", "This is not a replay file: it is not JSON."),
        (b"{}", "This replay cannot be played back: it has the parts"),
        (b" " * 550_000, "Choose a replay file"),
        (b"[" + b"1," * 270_000 + b"1]", "This is too large for a replay: 512 KB at most."),
    ],
)
def test_a_bad_record_gives_one_sentence_and_keeps_nothing(client: TestClient, content: bytes, sentence: str) -> None:
    answer = upload(client, content)
    assert answer.status_code in (413, 422)
    alerts = re.findall(r'role="alert">([^<]+)<', answer.text)
    assert len(alerts) == 1
    assert sentence in alerts[0].replace("&#39;", "'")
    assert "guest" not in answer.cookies
    assert "Your uploaded replays" not in page(client, "/replays")


def test_what_was_pasted_stays_in_the_field(client: TestClient) -> None:
    answer = client.post("/replays", data={"text": '{"format": 1, "x": "</textarea><b>"}'}, headers=HTML)
    assert answer.status_code == 422
    assert "&lt;/textarea&gt;&lt;b&gt;" in answer.text
    assert "</textarea><b>" not in answer.text


def test_far_too_much_is_refused_before_it_is_read(client: TestClient) -> None:
    answer = upload(client, b"x" * (LARGER["/replays"] + 1))
    assert answer.status_code == 413


def test_names_from_a_record_are_only_text(client: TestClient) -> None:
    record = golden("2022-duel-preconstructed") | {"names": {"A": "<img src=x>", "B": "\u202e\"'"}}
    html = page(client, upload(client, record).headers["location"])
    assert "<img src=x>" not in html
    assert "\u202e" not in html
    assert "&lt;img src=x&gt;" in html


def test_only_who_uploaded_it_deletes_a_record(client: TestClient, stranger: TestClient) -> None:
    path = upload(client, golden("2022-duel-draft")).headers["location"]
    upload(stranger, golden("2022-duel-draft"))
    assert path in page(client, "/replays")
    assert path not in page(stranger, "/replays")
    assert "Delete this replay" in page(client, path)
    assert "Delete this replay" not in page(stranger, path)
    assert stranger.post(f"{path}/delete").json()["code"] == "not_your_record"
    assert another(client).post(f"{path}/delete").json()["code"] == "no_token"
    assert client.post(f"{path}/delete", follow_redirects=False).headers["location"] == "/replays"
    assert client.get(path).json()["code"] == "no_such_record"
    assert path not in page(client, "/replays")


# --- playing on


def begin(client: TestClient, base: str, **fields: Any) -> str:
    """Return the path of a match that was begun from a replay."""
    answer = client.post(f"{base}/play", data=fields, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_two_at_one_device_play_on_under_the_old_names(
    stranger: TestClient, finished: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    base = f"/match/{finished[2]}/replay"
    path = begin(stranger, base, step=10, how="hotseat")
    html = page(stranger, path)
    assert "Pass the device to" in html
    assert "Ann" in html and "Bob" in html
    state = ApiPlayer(stranger).state(path.removeprefix("/match/"))
    assert (state["format"], state["casual"], state["public"], state["status"]) == ("position", True, False, "playing")


def test_a_friend_by_link_gets_the_other_side(
    client: TestClient, stranger: TestClient, finished: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    path = begin(stranger, f"/match/{finished[2]}/replay", step=10, how="link", seat="B")
    friend = ApiPlayer(client, "Friend")
    match_id = path.removeprefix("/match/")
    assert friend.state(match_id)["view"] is None  # nobody sees the cards before both sit
    assert friend.ok("POST", f"/{match_id}/join", {})["seat"] == "A"
    assert friend.state(match_id)["view"]["turn"] >= 2


def test_a_bot_is_as_strong_as_was_chosen_or_as_the_results_say(
    client: TestClient, finished: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    eve, base = ApiPlayer(client, "Eve"), f"/match/{finished[2]}/replay"

    def level(**fields: Any) -> Any:
        data = {"step": 10, "how": "bot", **fields}
        answer = client.post(f"{base}/play", data=data, headers=eve.headers, follow_redirects=False)
        players = eve.state(answer.headers["location"].removeprefix("/match/"))["players"]
        return next(holder["level"] for holder in players.values() if holder["kind"] == "bot")

    assert (level(level=4), level()) == (4, 2)
    for _ in range(2):
        lost = eve.open(opponent="bot:2", first="A")
        eve.act(lost, 0, {"type": "resign", "player": "A"})
    assert (level(level=0), level(level=4)) == (1, 4)


def test_alone_one_plays_on_against_the_automaton(client: TestClient) -> None:
    path = upload(client, golden("2022-solo-draft")).headers["location"]
    step = next(
        number
        for number in range(99)
        if client.get(f"{path}/frame?step={number}").json()["content"].count('name="how"') == 1
    )
    match = begin(client, path, step=step, how="solo")
    assert 'data-seat="A"' in page(client, match)


@pytest.mark.parametrize("step", [0, 10_000])
def test_before_the_deal_and_after_the_end_there_is_nothing_to_play(client: TestClient, step: int) -> None:
    path = upload(client, golden("2022-duel-draft")).headers["location"]
    assert 'name="how"' not in page(client, f"{path}?step={step}")
    answer = client.post(f"{path}/play", data={"step": step, "how": "hotseat"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_from_here")


def test_odd_wishes_are_refused(client: TestClient, finished: tuple[ApiPlayer, ApiPlayer, str]) -> None:
    base = f"/match/{finished[2]}/replay"
    for fields in ({"how": "link"}, {"step": "x", "how": "link"}, {"step": 1, "how": "alone"}):
        assert client.post(f"{base}/play", data=fields).status_code == 400
    assert client.post(f"{base}/play", data={"step": 1, "how": "link", "seat": "C"}).status_code == 400
    evil = {"Origin": "https://evil.example"}
    assert client.post(f"{base}/play", data={"step": 1, "how": "link"}, headers=evil).status_code == 403


# --- the list of one's own


def test_ones_own_matches_are_listed_with_how_they_ended(client: TestClient) -> None:
    assert "Nothing here yet" in page(client, "/matches")
    fields = {"mode": "duel", "format": "preconstructed", "deck": "1", "first": "me", "name": "Ann"}
    path = client.post("/new", data=fields, follow_redirects=False).headers["location"]
    friend = ApiPlayer(another(client), "Bob")
    match_id = path.removeprefix("/match/")
    friend.ok("POST", f"/{match_id}/join", {})
    assert "Nothing here yet" in page(client, "/matches")
    friend.act(match_id, 0, {"type": "resign", "player": "B"})
    html = page(client, "/matches")
    assert "Against Bob" in html and "Won" in html
    assert f'href="{path}/replay?from=A"' in html
    assert page(client, f"{path}/replay?from=A")
    assert "Nothing here yet" in page(another(client), "/matches")


def test_many_matches_come_in_portions(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.replay.library.A_PAGE", 2)
    for _ in range(5):
        path = client.post("/new", data={"mode": "solo"}, follow_redirects=False).headers["location"]
        with client.websocket_connect(f"{path}/{LIVE}") as socket:
            socket.receive_json()
            socket.send_json({"type": "act", "seq": 0, "action": {"type": "resign", "player": "A"}})
            while "events" not in socket.receive_json():
                pass
    seen: list[str] = []
    where = "/matches"
    for _ in range(3):
        html = page(client, where)
        seen += re.findall(r'href="/match/([\w-]+)/replay', html)
        older = re.search(r'href="(/matches\?before=[^"]+)"', html)
        where = older[1] if older else ""
    assert where == ""
    assert len(seen) == len(set(seen)) == 5


def test_records_are_kept_in_either_database(tmp_path: Path, database_url: str) -> None:
    with TestClient(create_app(Settings(data_dir=tmp_path / "data", database_url=database_url))) as client:
        path = upload(client, golden("2022-solo-draft")).headers["location"]
        assert shown_step(page(client, f"{path}?step=5")) == 5
        assert "Ada vs The automaton" in page(client, "/replays")
        assert "Nothing here yet" in page(client, "/matches?before=5")
        assert client.post(f"{path}/delete", follow_redirects=False).status_code == 303
