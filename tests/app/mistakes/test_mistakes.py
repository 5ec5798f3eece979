"""Costly turns of one's own matches: put into the queue, tried on the board, judged, and back on another day."""

from __future__ import annotations

import random
import re
from datetime import date, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.errors import SENTENCES
from app.main import create_app
from app.mistakes import service
from app.mistakes.models import mistakes
from app.mistakes.task import MistakeTask
from app.practice.models import exercises
from app.puzzles import daily
from app.settings import Settings
from engine import actions
from tests.app.matches.computers.test_bots import play_to_the_end
from tests.app.replay.test_analyses import analysed, stored
from tests.support.accounts import database_of
from tests.support.service import site_of
from tests.support.site_time import noon
from tools.rig.guests import LIVE
from tools.rig.players import ApiPlayer, duel, play_on

HTML = {"Accept": "text/html"}
DAY = date(2030, 5, 1)


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> list[date]:
    """Return the day that it is for the site, which a test may change."""
    days = [DAY]
    monkeypatch.setattr(daily, "now", lambda: noon(days[0]))
    return days


def _rows(client: TestClient) -> list[Any]:
    with database_of(client).engine.connect() as connection:
        return list(connection.execute(sa.select(mistakes).order_by(mistakes.c.step)))


def _queued(client: TestClient, player: ApiPlayer, match_id: str) -> list[Any]:
    """Put a player's costly turns of an analysed match into the queue; the rows."""
    stored(client, match_id)
    answer = client.post(f"/match/{match_id}/mistakes", headers={**HTML, **player.headers}, follow_redirects=False)
    _checked(client)
    rows = _rows(client)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/mistakes/{match_id}.{rows[0].step}")
    return rows


def _checked(client: TestClient) -> None:
    """Wait until every turn of a match has been checked."""
    client.portal.call(site_of(client).mistakes._checks.join)  # type: ignore[union-attr]


def _finished(client: TestClient) -> tuple[ApiPlayer, ApiPlayer, str]:
    ann, bob, match_id = duel(client, seed=5)
    play_on({"A": ann, "B": bob}, match_id, random.Random(3))
    return ann, bob, match_id


def _played(client: TestClient, player: ApiPlayer, row: Any, moves: list[Any]) -> dict[str, Any]:
    """Open the page of a mistake and play these actions; the last frame."""
    name = f"/mistakes/{row.match_id}.{row.step}"
    assert client.get(name, headers={**HTML, **player.headers}).status_code == 200
    frame: dict[str, Any] = {}
    with client.websocket_connect(f"{name}/{LIVE}", headers=player.headers) as socket:
        seq = socket.receive_json()["seq"]
        for number, action in enumerate(moves):
            socket.send_json({"type": "act", "seq": seq + number, "action": action})
            frame = socket.receive_json()
            assert "error" not in frame, frame
    return frame


def _again(client: TestClient, player: ApiPlayer, row: Any) -> None:
    with client.websocket_connect(f"/mistakes/{row.match_id}.{row.step}/{LIVE}", headers=player.headers) as socket:
        socket.receive_json()
        socket.send_json({"type": "again"})
        socket.receive_json()


def _turn_of(player: ApiPlayer, row: Any) -> list[Any]:
    """Return the plays of the match."""
    found = []
    for move in player.ok("GET", f"/{row.match_id}/record")["actions"][row.step :]:
        if move["by"] != "A":
            break
        found.append(move["action"])
    return found


def _experts(row: Any) -> list[Any]:
    return [dict(action) for action in MistakeTask.from_bytes(row.task).missed.review.advice.actions]


def test_each_offered_turn_fails_as_played_and_passes_as_the_expert_plays_it(
    client: TestClient, today: list[date]
) -> None:
    ann, _bob, match_id = _finished(client)
    rows = _queued(client, ann, match_id)
    assert all(MistakeTask.from_bytes(row.task).seat == "A" for row in rows)
    for row in rows:
        lost = _played(client, ann, row, _turn_of(ann, row))
        assert "Not good enough" in lost["content"] and "Try again" in lost["content"]
        assert 'id="coach-expert"' in lost["content"]
        _again(client, ann, row)
        done = _played(client, ann, row, _experts(row))
        assert "Well played" in done["content"] and "It comes back on" in done["content"]
    assert [(row.due, row.rests, row.slipped) for row in _rows(client)] == [("2030-05-02", 1, False)] * len(rows)
    assert (
        "waiting for another try" not in client.get("/", headers={**HTML, **ann.headers}).text.split("kinds-title")[0]
    )
    today[0] = DAY + timedelta(days=1)
    home = client.get("/", headers={**HTML, **ann.headers}).text
    assert re.search(rf"{len(rows)} of your mistakes? (?:is|are) waiting for another try", home)


def test_one_that_has_come_back_begins_afresh_and_at_once_solved_skips_a_break(
    client: TestClient, today: list[date]
) -> None:
    ann, _bob, match_id = _finished(client)
    row = _queued(client, ann, match_id)[0]
    _played(client, ann, row, _experts(row))
    assert _rows(client)[0].due == "2030-05-04"
    address = f"/mistakes/{match_id}.{row.step}"
    assert "Well played" in client.get(address, headers={**HTML, **ann.headers}).text
    _again(client, ann, row)
    _played(client, ann, row, _turn_of(ann, row))  # it is not due: neither good nor bad tries count
    assert (_rows(client)[0].due, _rows(client)[0].slipped) == ("2030-05-04", False)
    today[0] = date(2030, 5, 4)
    assert "Not good enough" not in client.get(address, headers={**HTML, **ann.headers}).text
    _played(client, ann, row, _experts(row))
    assert _rows(client)[0].due == "2030-05-25"
    today[0] = date(2030, 6, 1)
    last = _played(client, ann, row, _experts(row))
    assert "will not come back" in last["content"]
    assert _rows(client)[0].due is None


def test_asking_twice_changes_nothing_and_what_is_removed_is_gone(client: TestClient, today: list[date]) -> None:
    ann, bob, match_id = _finished(client)
    rows = _queued(client, ann, match_id)
    _played(client, ann, rows[0], _experts(rows[0]))
    before = _rows(client)
    client.post(f"/match/{match_id}/mistakes", headers={**HTML, **ann.headers})
    _checked(client)
    assert _rows(client) == before
    listed = client.get("/mistakes", headers={**HTML, **ann.headers}).text
    assert listed.count('class="mistake"') == len(rows)
    assert 'class="mistake"' not in client.get("/mistakes", headers={**HTML, **bob.headers}).text
    name = f"{match_id}.{rows[0].step}"
    client.post(f"/mistakes/{name}/remove", headers={**HTML, **bob.headers})
    assert len(_rows(client)) == len(rows)
    client.post(f"/mistakes/{name}/remove", headers={**HTML, **ann.headers})
    assert len(_rows(client)) == len(rows) - 1
    with database_of(client).engine.connect() as connection:
        assert connection.execute(sa.select(exercises.c.name).where(exercises.c.name == name)).all() == []
    for path in (f"/mistakes/{name}", "/mistakes/nothing", "/mistakes/a.b"):
        assert client.get(path, headers={**HTML, **ann.headers}).status_code == 404


def test_a_queue_has_a_limit(client: TestClient, today: list[date], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST", 1)
    ann, _bob, match_id = _finished(client)
    stored(client, match_id)
    client.post(f"/match/{match_id}/mistakes", headers={**HTML, **ann.headers})
    _checked(client)
    assert len(_rows(client)) == 1


def test_against_the_automaton(client: TestClient, today: list[date]) -> None:
    ann = ApiPlayer(client, "Ann")
    match_id = ann.open(mode="solo", seed=4)
    play_to_the_end(ann, match_id)
    row = _queued(client, ann, match_id)[0]
    assert "Well played" in _played(client, ann, row, _experts(row))["content"]
    assert "The automaton" in client.get(f"/mistakes/{match_id}.{row.step}", headers={**HTML, **ann.headers}).text


def test_who_may_not_is_refused_in_one_sentence(client: TestClient, settings: Settings) -> None:
    ann, _bob, match_id = _finished(client)
    zoe = ApiPlayer(client, "Zoe")
    assert "Practise your mistakes" in analysed(client, match_id, **ann.headers)
    assert "Practise your mistakes" not in analysed(client, match_id, **zoe.headers)
    answer = client.post(f"/match/{match_id}/mistakes", headers={**HTML, **zoe.headers})
    assert answer.status_code == 403 and SENTENCES["not_your_seat"] in answer.text
    assert client.post(f"/match/{match_id}/mistakes", headers=HTML).status_code == 401
    with TestClient(create_app(settings.model_copy(update={"analysis": False}))) as other:
        ann, _bob, match_id = _finished(other)
        answer = other.post(f"/match/{match_id}/mistakes", headers={**HTML, **ann.headers})
        assert answer.status_code == 409
        assert _rows(other) == []


def test_the_opponents_cards_stay_hidden(client: TestClient, today: list[date]) -> None:
    ann, _bob, match_id = _finished(client)
    row = _queued(client, ann, match_id)[0]
    task = MistakeTask.from_bytes(row.task)
    position = task.match.position
    assert position is not None
    shown = str(task.match.view_for("A"))
    hidden = {card.slug for card in position.sides["B"].hand if card.slug and card.slug not in shown}
    page = client.get(f"/mistakes/{match_id}.{row.step}", headers={**HTML, **ann.headers}).text
    assert hidden and not any(f'data-card="{slug}"' in page or f"-{slug}" in page for slug in hidden)
    assert actions.to_json(task.missed.review.advice.turn[0].action)
