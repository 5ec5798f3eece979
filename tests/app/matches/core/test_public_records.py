"""`GET /api/records`: what a page of them costs, and where a reader goes on."""

from __future__ import annotations

import asyncio

import orjson
import pytest
import sqlalchemy as sa
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient

from app.base.web.limits import RateLimits
from app.contests.tournaments.storage.sealed import ARE_SEALED, series_in_play
from app.matches.core.history import public_records
from app.matches.core.history.public_records import PageStart, PublicRecords
from app.matches.core.storage.models import matches
from tests.support.service import site_of
from tests.support.waiting import until
from tests.support.work import own_reads
from tools.rig.json import Json
from tools.rig.players import ApiPlayer


def _end(client: TestClient, count: int) -> list[str]:
    """Let two guests end so many public matches; their ids."""
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    ended: list[str] = []
    for _ in range(count):
        ended.append(match_id := ann.open(first="A", seat="A", public=True))
        bob.ok("POST", f"/{match_id}/join", {})
        ann.act(match_id, 0, {"type": "resign", "player": "A"})
    return ended


def _lines(client: TestClient, path: str) -> tuple[list[Json], str | None]:
    """Return the matches of a page, and the address of the next one."""
    answer = client.get(path)
    assert answer.status_code == 200
    return [orjson.loads(line) for line in answer.content.splitlines()], answer.links.get("next", {}).get("url")


def test_a_page_costs_as_many_statements_however_many_matches_it_has(client: TestClient) -> None:
    assert client.portal is not None
    costs: list[int] = []
    with own_reads(site_of(client)) as (database, statements):
        for count in (2, 10):
            _end(client, count)
            for _ in range(2):
                page = client.portal.call(PublicRecords(database, ARE_SEALED, series_in_play).page, PageStart(0), 100)
                costs.append(sum(not one.startswith(("BEGIN", "PRAGMA")) for one in statements))
                statements.clear()
        assert len(page.lines) == page.rows == 12
        known = PublicRecords(database, ARE_SEALED, series_in_play)
        for _ in range(2):
            client.portal.call(known.page, PageStart(0), 100)
            again = sum(not one.startswith(("BEGIN", "PRAGMA")) for one in statements)
            statements.clear()
    assert (costs, again) == ([3, 3, 3, 3], 1)


@pytest.mark.parametrize("limited_by", ["limit", "actions"])
def test_pages_go_on_also_between_matches_that_ended_at_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, limited_by: str
) -> None:
    ended = _end(client, 5)
    same = sa.update(matches).where(matches.c.id.in_(ended)).values(finished_at=1000.0)
    assert client.portal is not None
    client.portal.call(lambda: site_of(client).base.writer.execute(same))
    if limited_by == "actions":
        monkeypatch.setattr(public_records, "MAX_ACTIONS_SENT", 1)
    found: list[str] = []
    path: str | None = f"/api/records?limit={2 if limited_by == 'limit' else 100}&since=1000"
    while path is not None:
        lines, path = _lines(client, path)
        assert len(lines) <= 2
        found += [line["id"] for line in lines]
    assert found == sorted(ended)


def test_a_deleted_match_is_in_no_cached_page(client: TestClient) -> None:
    first, second = _end(client, 2)
    assert len(_lines(client, "/api/records")[0]) == 2
    gone = sa.update(matches).where(matches.c.id == first).values(public=False)
    assert client.portal is not None
    client.portal.call(lambda: site_of(client).base.writer.execute(gone))
    assert [line["id"] for line in _lines(client, "/api/records")[0]] == [second]


@pytest.mark.asyncio
async def test_an_address_has_one_answer_made_at_a_time_and_others_do_not_wait_for_it() -> None:
    limits, made, go_on = RateLimits(), list[str](), asyncio.Event()

    async def make(host: str) -> None:
        async with limits.one_at_a_time("records", HTTPConnection({"type": "http", "client": (host, 1)})):
            made.append(host)
            await go_on.wait()

    async with asyncio.TaskGroup() as tasks:
        for host in ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"):
            tasks.create_task(make(host))
        await until(lambda: "192.0.2.2" in made)
        assert made == ["192.0.2.1", "192.0.2.2"]
        go_on.set()
    assert len(made) == 4
