"""Deals by the API: one try, the table, and nothing of the cards before one's own end."""

from __future__ import annotations

from datetime import date
from typing import Any

import orjson
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.deals.board import DealBoards
from app.deals.models import deals
from app.deals.plans import plan_of
from app.puzzles import daily
from tests.app.matches.computers.test_bots import play_to_the_end
from tests.support.accounts import database_of
from tests.support.service import site_of
from tests.support.site_time import noon
from tools.rig.players import ApiPlayer

DAY = next(day for n in range(2) if plan_of(day := date(2030, 5, 1 + n)).mode == "solo")


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the site's day the same."""
    monkeypatch.setattr(daily, "now", lambda: noon(DAY))


def _ask(player: ApiPlayer, method: str, path: str = "", json: object = None) -> Any:
    site_of(player.client).deals.boards = DealBoards(site_of(player.client).database)  # type: ignore[arg-type]
    return player.client.request(method, f"/api/deals{path}", json=json, headers=player.headers)


def _resigned(player: ApiPlayer, match_id: str) -> None:
    player.act(match_id, player.state(match_id)["seq"], {"type": "resign", "player": "A"})


def test_a_program_plays_the_deal_of_the_day_once(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    announced = _ask(ann, "GET", "/today").json()
    assert (announced["id"], announced["mode"], announced["own"]) == (DAY.isoformat(), "solo", None)
    begun = _ask(ann, "POST", f"/{DAY}/play")
    assert begun.status_code == 201
    match_id = begun.json()["match"]
    assert _ask(ann, "POST", f"/{DAY}/play").json()["match"] == match_id, "there is one try"
    assert _ask(ann, "GET", f"/{DAY}").json()["own"]["result"] is None
    _resigned(ann, match_id)
    own = _ask(ann, "GET", "/today").json()
    assert (own["own"]["rank"], own["own"]["result"]["outcome"], own["finished"]) == (1, "lost", 1)
    assert own["table"][0]["match"] == match_id
    assert _ask(bob, "GET", "/today").json()["table"][0]["match"] is None, "not before one's own end"
    for path in ("/2030-03-01/play", "/nothing/play"):
        assert _ask(bob, "POST", path).status_code == 404
    assert client.get("/api/deals/today").json()["own"] is None
    assert client.post(f"/api/deals/{DAY}/play").status_code == 401


def test_a_program_passes_a_deal_on(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    match_id = ann.open(mode="solo")
    assert _ask(ann, "POST", "", {"match": match_id}).json()["code"] == "not_over"
    play_to_the_end(ann, match_id)
    made = _ask(ann, "POST", "", {"match": match_id})
    assert made.status_code == 201
    shared = _ask(bob, "GET", f"/{made.json()['id']}").json()
    assert (shared["day"], shared["finished"], shared["table"][0]["match"]) == (None, 1, None)
    assert bob.state(_ask(bob, "POST", f"/{made.json()['id']}/play").json()["match"])["seed"] is None
    assert _ask(bob, "POST", "", {"match": match_id}).json()["code"] == "not_your_seat"


def test_answers_before_ones_end_are_the_same_bytes_whatever_the_seed(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    _resigned(ann, _ask(ann, "POST", f"/{DAY}/play").json()["match"])
    before = _ask(bob, "GET", "/today").content
    with database_of(client).engine.execution_options(writing=True).begin() as connection:
        options = {**orjson.loads(connection.execute(sa.select(deals.c.options)).scalar_one()), "seed": 12345}
        connection.execute(sa.update(deals).values(options=orjson.dumps(options)))
    assert _ask(bob, "GET", "/today").content == before
