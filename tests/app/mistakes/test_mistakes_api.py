"""A guest's mistakes by the API: as the pages have them, and no hidden card more."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.mistakes.models import mistakes
from app.mistakes.task import MistakeTask
from app.puzzles import daily
from tests.app.replay.test_analyses import stored
from tests.support.accounts import database_of
from tests.support.service import site_of
from tests.support.site_time import noon
from tests.support.states import permuted
from tools.rig.players import ApiPlayer, duel, play_on


def _ask(player: ApiPlayer, method: str, path: str = "", json: object = None) -> Any:
    return player.client.request(method, f"/api/mistakes{path}", json=json, headers=player.headers)


def _queued(client: TestClient) -> tuple[ApiPlayer, dict[str, Any]]:
    ann, bob, match_id = duel(client, seed=5)
    play_on({"A": ann, "B": bob}, match_id, random.Random(3))
    assert _ask(ann, "POST", "", {"match": match_id}).json()["code"] == "no_mistakes", "not analysed yet"
    stored(client, match_id)
    queued = _ask(ann, "POST", "", {"match": match_id})
    assert queued.status_code == 201, queued.text
    client.portal.call(site_of(client).mistakes._checks.join)  # type: ignore[union-attr]
    return ann, queued.json()


def _played(player: ApiPlayer, name: str, actions: list[Any]) -> dict[str, Any]:
    state = _ask(player, "GET", f"/{name}").json()
    for action in actions:
        answer = _ask(player, "POST", f"/{name}/actions", {"seq": state["seq"], "action": action})
        assert answer.status_code == 200, answer.text
        state = answer.json()
    return dict(state)


def test_a_program_fails_a_mistake_and_then_solves_it(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    days = [date(2030, 5, 1)]
    monkeypatch.setattr(daily, "now", lambda: noon(days[0]))
    ann, first = _queued(client)
    name = first["id"]
    assert first["state"] == "going" and first["verdict"] is None and first["legal"]
    listed = _ask(ann, "GET").json()["mistakes"]
    assert (listed[0]["id"], listed[0]["due"], listed[0]["waits"]) == (name, "2030-05-01", True)
    refused = _ask(ann, "POST", f"/{name}/actions", {"seq": 99, "action": {"type": "end_summon"}})
    assert (refused.status_code, refused.json()["code"]) == (409, "stale_seq")
    record = ann.ok("GET", f"/{listed[0]['match']}/record")["actions"][listed[0]["step"] :]
    bad = [move["action"] for move in record[: next(n for n, move in enumerate(record) if move["by"] == "B")]]
    lost = _played(ann, name, bad)
    assert (lost["state"], lost["legal"], lost["verdict"]["passed"]) == ("lost", [], False) and lost["events"]
    over = _ask(ann, "POST", f"/{name}/actions", {"seq": lost["seq"], "action": bad[0]})
    assert over.json()["code"] == "mistake_over"
    assert _ask(ann, "POST", f"/{name}/again").json()["state"] == "going"
    done = _played(ann, name, lost["verdict"]["expert"])
    assert done["state"] == "done" and done["verdict"]["passed"]
    assert _ask(ann, "GET").json()["mistakes"][-1]["due"] == "2030-05-02"
    zoe = ApiPlayer(client, "Zoe")
    assert _ask(zoe, "GET", f"/{name}").status_code == 404
    assert _ask(zoe, "POST", "", {"match": listed[0]["match"]}).json()["code"] == "not_your_seat"
    assert _ask(ann, "DELETE", f"/{name}").status_code == 204
    assert _ask(ann, "GET", f"/{name}").status_code == 404


def test_what_a_program_reads_depends_on_no_hidden_card(client: TestClient) -> None:
    ann, first = _queued(client)
    path = f"/{first['id']}"
    before = _ask(ann, "GET", path).content
    with database_of(client).engine.execution_options(writing=True).begin() as connection:
        row = connection.execute(sa.select(mistakes).order_by(mistakes.c.step)).first()
        assert row is not None and f"{row.match_id}.{row.step}" == first["id"]
        task = MistakeTask.from_bytes(row.task)
        turned = permuted(task.match, "B", random.Random(1))
        assert turned.to_json() != task.match.to_json()
        other = replace(task, match=turned, seed="another").to_bytes()
        this = (mistakes.c.match_id == row.match_id) & (mistakes.c.step == row.step)
        connection.execute(sa.update(mistakes).where(this).values(task=other))
    assert _ask(ann, "GET", path).content == before
