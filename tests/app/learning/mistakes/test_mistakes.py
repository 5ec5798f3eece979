"""Costly turns of a player's own matches: put into the queue, tried on the board and by the API, judged, and back on
another day."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

import pytest
import sqlalchemy as sa
from httpx2 import Response
from starlette.testclient import TestClient

from app.base.errors import SENTENCES
from app.base.settings import Settings
from app.base.store.database import StoredRow
from app.learning.mistakes import service
from app.learning.mistakes.models import mistakes
from app.learning.mistakes.schedule import after_solving
from app.learning.mistakes.task import MistakeTask
from app.learning.practice.models import exercises
from app.learning.puzzles import daily
from tests.app.learning.replay.test_analyses import analysed, stored
from tests.support.accounts import database_of
from tests.support.boards import HTML
from tests.support.bots import play_to_the_end
from tests.support.cases import case, in_turn
from tests.support.service import site_of
from tests.support.site_time import noon
from tests.support.states import permuted
from tools.rig.guests import LIVE
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel, play_on

DAY = date(2030, 5, 1)


@pytest.fixture(scope="module")
def shared_settings(shared_settings: Settings) -> Settings:
    """Provide settings of a site that analyses matches."""
    return shared_settings.model_copy(update={"analysis": True})


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> list[date]:
    """Return the day that it is for the site, which a test may change."""
    days = [DAY]
    monkeypatch.setattr(daily, "now", lambda: noon(days[0]))
    return days


class Learner:
    """Ann, who has lost to Bob by chance; her mistakes are in the queue, the same in each test."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.ann, self.bob, self.match_id = duel(client, seed=5)
        now = play_on({"A": self.ann, "B": self.bob}, self.match_id, random.Random(3), limit=30)
        self.ann.act(self.match_id, now["seq"], {"type": "resign", "player": "A"})
        assert self.ask("POST", "", {"match": self.match_id}).json()["code"] == "no_mistakes", "not analysed yet"
        stored(client, self.match_id)
        self.client.portal.call(self.enqueue)  # type: ignore[union-attr]
        self.first = self.rows()

    async def enqueue(self) -> None:
        site = site_of(self.client)
        player = await site.people.players.by_id(self.ann.id)
        assert player is not None
        await site.learning.mistakes.queue(player, self.match_id)
        await site.learning.mistakes.checks.join()

    def rows(self) -> Sequence[StoredRow]:
        """Return her queue as it is stored."""
        query = sa.select(mistakes).where(mistakes.c.player_id == self.ann.id).order_by(mistakes.c.step)
        with database_of(self.client).engine.connect() as connection:
            return connection.execute(query).all()

    def afresh(self) -> None:
        """Put the first queue back, untried."""
        with database_of(self.client).engine.execution_options(writing=True).begin() as connection:
            connection.execute(sa.delete(exercises))
            connection.execute(sa.delete(mistakes))
            new = [{**row._mapping, "due": DAY.isoformat()} for row in self.first]
            connection.execute(sa.insert(mistakes), new)

    def page(self, path: str) -> str:
        """Return a page as she sees it."""
        return self.client.get(path, headers={**HTML, **self.ann.headers}).text

    def play(self, row: StoredRow, moves: Sequence[object]) -> str:
        """Open the page of a mistake and play these actions; the HTML of the last frame."""
        name, frame = f"/mistakes/{row.match_id}.{row.step}", Json()
        assert "Try" in self.page(name)
        with self.client.websocket_connect(f"{name}/{LIVE}", headers=self.ann.headers) as socket:
            seq = socket.receive_json()["seq"]
            for number, action in enumerate(moves):
                socket.send_json({"type": "act", "seq": seq + number, "action": action})
                frame = socket.receive_json()
                assert "error" not in frame, frame
        return str(frame["content"])

    def again(self, row: StoredRow) -> None:
        """Take a try back."""
        path = f"/mistakes/{row.match_id}.{row.step}/{LIVE}"
        with self.client.websocket_connect(path, headers=self.ann.headers) as socket:
            socket.receive_json()
            socket.send_json({"type": "again"})
            socket.receive_json()

    def as_played(self, row: StoredRow) -> list[object]:
        """Return the plays of the match."""
        moves = self.ann.ok("GET", f"/{row.match_id}/record")["actions"][row.step :]
        return [move["action"] for move in moves[: next(n for n, move in enumerate(moves) if move["by"] == "B")]]

    def ask(self, method: str, path: str = "", json: object = None, who: ApiPlayer | None = None) -> Response:
        """Ask the API."""
        headers = (who or self.ann).headers
        return self.client.request(method, f"/api/mistakes{path}", json=json, headers=headers)

    def try_by_api(self, name: str, moves: Sequence[object]) -> Json:
        """Play these actions by the API; the last answer."""
        state: Json = self.ask("GET", f"/{name}").json()
        for action in moves:
            answer = self.ask("POST", f"/{name}/actions", {"seq": state["seq"], "action": action})
            assert answer.status_code == 200, answer.text
            state = answer.json()
        return state


@pytest.fixture(scope="module")
def only(shared_client: TestClient) -> Learner:
    """Provide the one learner of all tests."""
    return Learner(shared_client)


@pytest.fixture
def learner(only: Learner, today: list[date]) -> Learner:
    """Provide the learner with an untried queue."""
    only.afresh()
    return only


def experts(row: StoredRow) -> list[dict[str, object]]:
    """Return the expert's plays."""
    return [dict(action) for action in MistakeTask.from_bytes(row.task).missed.review.advice.actions]


def test_each_offered_turn_fails_as_played_and_passes_as_the_expert_plays_it(
    learner: Learner, today: list[date]
) -> None:
    rows = learner.first
    assert all(MistakeTask.from_bytes(row.task).seat == "A" for row in rows)
    for row in rows:
        with case(f"step {row.step}"):
            lost = learner.play(row, learner.as_played(row))
            assert "Not good enough" in lost and "Try again" in lost and 'id="coach-expert"' in lost
            learner.again(row)
            done = learner.play(row, experts(row))
            assert "Well played" in done and "It comes back on" in done
    assert [(row.due, row.rests, row.slipped) for row in learner.rows()] == [("2030-05-02", 1, False)] * len(rows)
    assert "waiting for another try" not in learner.page("/").split("kinds-title")[0]
    today[0] = DAY + timedelta(days=1)
    assert re.search(rf"{len(rows)} of your mistakes? (?:is|are) waiting for another try", learner.page("/"))


def test_one_that_has_come_back_begins_afresh_and_at_once_solved_skips_a_break(
    learner: Learner, today: list[date]
) -> None:
    row = learner.first[0]
    address = f"/mistakes/{row.match_id}.{row.step}"
    learner.play(row, experts(row))
    assert learner.rows()[0].due == "2030-05-04"
    assert "Well played" in learner.page(address)
    learner.again(row)
    learner.play(row, learner.as_played(row))  # it is not due: neither good nor bad tries count
    assert (learner.rows()[0].due, learner.rows()[0].slipped) == ("2030-05-04", False)
    today[0] = date(2030, 5, 4)
    assert "Not good enough" not in learner.page(address)
    learner.play(row, experts(row))
    assert learner.rows()[0].due == "2030-05-25"
    today[0] = date(2030, 6, 1)
    assert "will not come back" in learner.play(row, experts(row))
    assert learner.rows()[0].due is None


@in_turn(
    ("tried", "over", "said"),
    [
        (0.49, "As good as the expert!", "Well played: your chance of winning is about 49%. The expert&#39;s turn"),
        (0.45, "Nearly as good as the expert!", "Nearly as good: your chance of winning is about 45%."),
        (0.30, "As the master would play!", "The expert gives it 30%, and its own turn 50%."),
    ],
)
def test_a_verdict_says_how_good_a_turn_that_passes_is(learner: Learner, tried: float, over: str, said: str) -> None:
    row = learner.first[0]
    learner.play(row, experts(row))
    with database_of(learner.client).engine.execution_options(writing=True).begin() as connection:
        (moves,) = connection.execute(sa.select(exercises.c.moves)).one()
        judged = [*json.loads(moves)[:-1], {"verdict": [tried, 0.5, True]}]
        connection.execute(sa.update(exercises).values(moves=json.dumps(judged)))
    page = learner.page(f"/mistakes/{row.match_id}.{row.step}")
    assert over in page and said in page
    learner.afresh()


def test_a_queue_asked_for_twice_stays_and_what_is_removed_is_gone(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, name, bob = learner.rows(), f"{learner.match_id}.{learner.first[0].step}", {**HTML, **learner.bob.headers}
    ask_again = f"/match/{learner.match_id}/mistakes"
    answer = learner.client.post(ask_again, headers={**HTML, **learner.ann.headers}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/mistakes/{name}")
    assert learner.rows() == rows
    assert learner.page("/mistakes").count('class="mistake"') == len(rows)
    assert 'class="mistake"' not in learner.client.get("/mistakes", headers=bob).text
    learner.client.post(f"/mistakes/{name}/remove", headers=bob)
    assert len(learner.rows()) == len(rows)
    learner.client.post(f"/mistakes/{name}/remove", headers={**HTML, **learner.ann.headers})
    assert learner.rows() == rows[1:]
    for path in (f"/mistakes/{name}", "/mistakes/nothing", "/mistakes/a.b"):
        assert learner.client.get(path, headers={**HTML, **learner.ann.headers}).status_code == 404
    monkeypatch.setattr(service, "MAX_MISTAKES", 1)
    learner.client.portal.call(learner.enqueue)  # type: ignore[union-attr]
    assert len(learner.rows()) == 1, "a queue has a limit"


def test_against_the_automaton(shared_client: TestClient, today: list[date]) -> None:
    ann = ApiPlayer(shared_client, "Ann")
    match_id = ann.open(mode="solo", seed=4)
    play_to_the_end(ann, match_id)
    stored(shared_client, match_id)
    headers = {**HTML, **ann.headers}
    page = shared_client.post(f"/match/{match_id}/mistakes", headers=headers)
    assert "The automaton" in page.text and page.url.path.startswith(f"/mistakes/{match_id}.")


def test_who_may_not_is_refused_in_one_sentence(learner: Learner, settings: Settings) -> None:
    zoe, path = ApiPlayer(learner.client, "Zoe"), f"/match/{learner.match_id}/mistakes"
    assert "Practise your mistakes" in analysed(learner.client, learner.match_id, **learner.ann.headers)
    assert "Practise your mistakes" not in analysed(learner.client, learner.match_id, **zoe.headers)
    answer = learner.client.post(path, headers={**HTML, **zoe.headers})
    assert answer.status_code == 403 and SENTENCES["not_your_seat"] in answer.text
    assert learner.client.post(path, headers=HTML).status_code == 401
    assert learner.ask("POST", "", {"match": learner.match_id}, zoe).json()["code"] == "not_your_seat"
    assert learner.ask("GET", f"/{learner.match_id}.{learner.first[0].step}", who=zoe).status_code == 404


def test_a_program_fails_a_mistake_and_then_solves_it(learner: Learner) -> None:
    queued = learner.ask("POST", "", {"match": learner.match_id})
    assert queued.status_code == 201, queued.text
    first, row = queued.json(), learner.first[0]
    name = first["id"]
    assert first["state"] == "going" and first["verdict"] is None and first["legal"]
    listed = learner.ask("GET").json()["mistakes"]
    assert (listed[0]["id"], listed[0]["due"], listed[0]["waits"]) == (name, "2030-05-01", True)
    stale = learner.ask("POST", f"/{name}/actions", {"seq": 99, "action": {"type": "end_summon"}})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_seq")
    bad = learner.as_played(row)
    lost = learner.try_by_api(name, bad)
    assert (lost["state"], lost["legal"], lost["verdict"]["passed"]) == ("lost", [], False) and lost["events"]
    over = learner.ask("POST", f"/{name}/actions", {"seq": lost["seq"], "action": bad[0]})
    assert over.json()["code"] == "mistake_over"
    assert learner.ask("POST", f"/{name}/again").json()["state"] == "going"
    done = learner.try_by_api(name, lost["verdict"]["expert"])
    assert done["state"] == "done" and done["verdict"]["passed"]
    assert learner.ask("GET").json()["mistakes"][-1]["due"] == "2030-05-02"
    assert learner.ask("DELETE", f"/{name}").status_code == 204
    assert learner.ask("GET", f"/{name}").status_code == 404


def test_the_opponents_cards_stay_hidden_on_the_page_and_in_the_api(learner: Learner) -> None:
    row = learner.first[0]
    name, task = f"{row.match_id}.{row.step}", MistakeTask.from_bytes(row.task)
    assert task.match.position is not None
    seen = str(task.match.view_for("A"))
    hidden = {card.slug for card in task.match.position.sides["B"].hand if card.slug and card.slug not in seen}
    page = learner.page(f"/mistakes/{name}")
    assert hidden and not any(f'data-card="{slug}"' in page or f"-{slug}" in page for slug in hidden)
    before = learner.ask("GET", f"/{name}").content
    turned = permuted(task.match, "B", random.Random(1))
    assert turned.to_json() != task.match.to_json()
    other = replace(task, match=turned, seed="another").to_bytes()
    with database_of(learner.client).engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.update(mistakes).where(mistakes.c.step == row.step).values(task=other))
    assert learner.ask("GET", f"/{name}").content == before


def test_a_mistake_comes_back_until_it_is_through() -> None:
    courses = (([True] * 5, [1, 3, 7, 21]), ([False] * 5, [3, 21]))
    for slips, breaks in (*courses, ([True, False, True], [1, 7, 21]), ([False, True, True], [3, 7, 21])):
        found, rests = [], 0
        for slipped in slips:
            rests, due = after_solving(rests, DAY, slipped=slipped)
            if due is None:
                break
            found.append((due - DAY) // timedelta(days=1))
        assert found == breaks
        assert after_solving(rests, DAY, slipped=True).due is None
