"""Finished matches are gone through in the background: once, by whichever worker, and shown on the replay's page."""

from __future__ import annotations

import random

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.errors import SENTENCES
from app.helpers.timeline import ReplayTimeline
from app.live.models import workers
from app.main import create_app
from app.matches.schemas import NewMatch
from app.replay.analysis import service as analyses
from app.replay.analysis.result import Analysis
from app.replay.analysis.work import net_actions, played_turns
from app.replay.models import analyses as rows
from app.settings import Settings
from app.site import Site
from engine import actions
from engine.bots.review import COSTLY
from engine.record import Move
from tests.app.matches.computers.test_bots import play_to_the_end
from tests.app.replay.records import with_second_thoughts
from tests.support.service import site_of, worker
from tests.support.waiting import until_found, wait_until
from tools.rig.players import ApiPlayer, duel, play_on

HTML = {"Accept": "text/html"}


def analysed(client: TestClient, match_id: str, **headers: str) -> str:
    """Return the analysis of a finished match as its page shows it, once it is done."""
    found: list[str] = []

    def done() -> bool:
        found[:] = [client.get(f"/match/{match_id}/replay/analysis", headers={**HTML, **headers}).text]
        return "still analysing" not in found[0]

    wait_until(done, "the match is not analysed")
    return found[0]


def stored(client: TestClient, match_id: str) -> Analysis:
    """Return the stored analysis of a match."""
    found: list[Analysis] = []
    store = site_of(client).analyses._store

    def done() -> bool:
        finding = client.portal.call(store.find, match_id)  # type: ignore[union-attr]
        found[:] = [finding.analysis] if finding.analysis else []
        return finding.state == "done"

    wait_until(done, "the match is not analysed")
    return found[0]


def test_a_duel_is_gone_through_without_anybody_looking(client: TestClient) -> None:
    ann, bob, match_id = duel(client, seed=5)
    play_on({"A": ann, "B": bob}, match_id, random.Random(3))
    found = stored(client, match_id)
    assert set(found.accuracy) == {"A", "B"}
    assert all(0 < value < 100 for value in found.accuracy.values())  # both played by chance
    assert found.missed
    record = ann.ok("GET", f"/{match_id}/record")
    for missed in found.missed:
        assert missed.review.loss >= COSTLY
        assert record["actions"][missed.step]["by"] == missed.player
    assert Analysis.from_json(found.to_json()) == Analysis.from_json(Analysis.from_json(found.to_json()).to_json())


@pytest.mark.parametrize("options", [{"opponent": "bot:1"}, {"mode": "solo"}, {"opponent": "bot:2", "edition": "2021"}])
def test_every_kind_of_match_is_gone_through(client: TestClient, options: dict[str, str]) -> None:
    ann = ApiPlayer(client, "Ann")
    match_id = ann.open(**options)
    play_to_the_end(ann, match_id)
    found = stored(client, match_id)
    assert set(found.accuracy) == ({"A"} if options.get("mode") == "solo" else {"A", "B"})
    assert len(found.line.points) > 1


def test_the_page_shows_a_player_their_own_worst_turns_and_shows_the_experts(client: TestClient) -> None:
    ann, bob, match_id = duel(client, seed=5)
    play_on({"A": ann, "B": bob}, match_id, random.Random(3))
    found = stored(client, match_id)
    everybody, anns = analysed(client, match_id), analysed(client, match_id, **ann.headers)
    for missed in found.missed:
        link = f"/match/{match_id}/replay/expert/{missed.step}?step={missed.step}"
        assert link in everybody
        assert (link in anns) == (missed.player == "A")
    missed = found.missed[0]
    base = f"/match/{match_id}/replay/expert/{missed.step}"
    page = client.get(f"{base}?step={missed.step}", headers=HTML).text
    assert "What the expert would have played" in page
    assert f"/match/{match_id}/replay?step={missed.step}" in page
    record = client.get(f"{base}/record").json()
    assert record["actions"][: missed.step] == ann.ok("GET", f"/{match_id}/record")["actions"][: missed.step]
    planned = [dict(action) for action in missed.review.advice.actions]
    assert [move["action"] for move in record["actions"][missed.step :]] == planned
    shown = client.get(f"{base}/frame?step={missed.step + 1}").json()
    assert shown["step"] == missed.step + 1
    assert shown["events"]


def test_other_turns_have_no_page(client: TestClient) -> None:
    ann, bob, match_id = duel(client, seed=5)
    open_match = client.get(f"/match/{match_id}/replay/expert/1", headers=HTML)
    assert open_match.status_code == 403  # a match in play has no replay
    play_on({"A": ann, "B": bob}, match_id, random.Random(3))
    stored(client, match_id)
    for step in ("99999", "x", "-1", "9" * 80):
        answer = client.get(f"/match/{match_id}/replay/expert/{step}", headers=HTML)
        assert answer.status_code == 404
        assert SENTENCES["no_expert_turn"] in answer.text


def test_a_site_may_do_without(settings: Settings) -> None:
    with TestClient(create_app(settings.model_copy(update={"analysis": False}))) as client:
        ann, bob, match_id = duel(client, seed=5)
        play_on({"A": ann, "B": bob}, match_id, random.Random(3))
        html = analysed(client, match_id)
        assert "win-chance" in html
        assert "Accuracy" not in html
        assert "hx-get" not in html


def test_turns_are_judged_as_they_stood_in_the_end() -> None:
    record = with_second_thoughts()
    turns = played_turns(ReplayTimeline(record))
    kinds = [[actions.to_json(action)["type"] for action in turn.actions] for turn in turns]
    assert [(turn.player, kind) for turn, kind in zip(turns, kinds, strict=True)] == [
        ("A", ["end_summon"]),
        ("B", ["end_summon"]),
    ]
    play, end = {"type": "play", "hand": 0, "lane": "top"}, {"type": "end_summon"}
    moves = [Move("A", move, 0) for move in (play, {"type": "undo"}, play, {"type": "resign", "player": "A"}, end)]
    assert net_actions(moves, "A") == (actions.from_json(play),)


# --- several workers


@pytest.fixture
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "CHECK_SECONDS", 0.1)


async def _finished(site: Site) -> str:
    """Return a duel that Bob has given up in his second turn."""
    ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
    match_id = (await site.matches.opening.create(ann, NewMatch(seat="A", first="A", seed=5))).id
    await site.matches.opening.join(match_id, bob)
    for seq, player in enumerate((ann, bob, ann)):
        await site.matches.act(match_id, player, seq, {"type": "end_summon"})
    await site.matches.act(match_id, bob, 3, {"type": "resign", "player": "B"})
    return match_id


async def _done(site: Site, match_id: str) -> Analysis:
    async def done() -> bool:
        return (await site.analyses.of(match_id)).state == "done"

    await until_found(done)
    found = (await site.analyses.of(match_id)).analysis
    assert found is not None
    return found


@pytest.mark.usefixtures("_fast")
async def test_of_two_workers_one_does_it(database_url: str) -> None:
    async with worker(database_url) as one, worker(database_url) as two:
        match_id = await _finished(one)
        found = await _done(two, match_id)
        assert [len(found.accuracy), len(found.line.points)] == [2, 5]
        assert one.thinkers.pieces + two.thinkers.pieces == 1 + 3  # the outline, and each turn that was ended


@pytest.mark.usefixtures("_fast")
async def test_another_worker_takes_over_from_one_that_has_died(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.matches.sync.POLL", 0.1)
    monkeypatch.setattr("app.matches.sync.DEAD_AFTER", 4.0)
    async with worker(database_url) as one:
        await one.analyses._tasks.stop()
        match_id = await _finished(one)

        def claim_and_die(connection: sa.Connection) -> None:
            connection.execute(sa.insert(workers).values(id="dead", beat=1))
            connection.execute(sa.delete(rows))
            connection.execute(sa.insert(rows).values(match_id=match_id, worker="dead", asked_at=1))

        await one.writer.job(claim_and_die)
        async with worker(database_url) as two:
            await _done(two, match_id)


@pytest.mark.usefixtures("_fast")
async def test_a_match_whose_end_was_missed_is_analysed_when_somebody_opens_it(database_url: str) -> None:
    async with worker(database_url) as one:
        match_id = await _finished(one)
        await _done(one, match_id)
        await one.writer.job(lambda connection: connection.execute(sa.delete(rows)))
        assert (await one.analyses.of(match_id)).state == "unknown"
        await _done(one, match_id)


async def test_no_bot_waits_for_a_match_that_is_gone_through(database_url: str) -> None:
    async with worker(database_url) as one:
        one.thinkers._asking = 1  # a bot thinks, as far as the others know
        match_id = await _finished(one)

        async def recorded() -> bool:
            return (await one.analyses.of(match_id)).state == "waiting"

        await until_found(recorded)
        assert one.thinkers.pieces == 0
        one.thinkers._asking = 0
        one.thinkers._less.set()
        await _done(one, match_id)
