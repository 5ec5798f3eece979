"""Finished matches are gone through in the background: once, by whichever worker, and shown on the replay's page."""

from __future__ import annotations

import random

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.base.errors import SENTENCES
from app.base.live.models import workers
from app.base.settings import Settings
from app.learning.replay.analysis import service as analyses
from app.learning.replay.analysis.result import Analysis
from app.learning.replay.analysis.work import net_actions, played_turns
from app.learning.replay.models import analyses as rows
from app.matches.core import sync
from app.matches.helpers.timeline import ReplayTimeline
from app.site.site import Site
from engine import actions
from engine.bots.review import COSTLY
from engine.record import Move
from tests.app.learning.replay.records import with_second_thoughts
from tests.support.boards import HTML
from tests.support.bots import when_due
from tests.support.cases import case
from tests.support.duels import END, begun, resigned
from tests.support.service import site_of, worker
from tests.support.waiting import until_found, wait_until
from tools.rig.players import ApiPlayer, duel, play_on


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

    def done() -> bool:
        finding = client.portal.call(site_of(client).learning.analyses.of, match_id)  # type: ignore[union-attr]
        found[:] = [finding.analysis] if finding.analysis else []
        return finding.state == "done"

    wait_until(done, "the match is not analysed")
    return found[0]


@pytest.fixture(scope="module")
def shared_settings(shared_settings: Settings) -> Settings:
    """Provide settings of a site that analyses matches."""
    return shared_settings.model_copy(update={"analysis": True})


def test_a_duel_is_gone_through_unasked_and_the_page_shows_a_player_their_own_worst_turns(
    shared_client: TestClient,
) -> None:
    ann, bob, match_id = duel(shared_client, seed=5)
    base = f"/match/{match_id}/replay/expert"
    assert shared_client.get(f"{base}/1", headers=HTML).status_code == 403  # a match in play has no replay
    now = play_on({"A": ann, "B": bob}, match_id, random.Random(3), limit=30)
    ann.act(match_id, now["seq"], {"type": "resign", "player": "A"})
    found, record = stored(shared_client, match_id), ann.ok("GET", f"/{match_id}/record")
    assert set(found.accuracy) == {"A", "B"}
    assert all(0 < value < 100 for value in found.accuracy.values())  # both played by chance
    assert Analysis.from_json(found.to_json()) == Analysis.from_json(Analysis.from_json(found.to_json()).to_json())
    everybody, anns = analysed(shared_client, match_id), analysed(shared_client, match_id, **ann.headers)
    for missed in found.missed:
        assert missed.review.loss >= COSTLY
        assert record["actions"][missed.step]["by"] == missed.player
        link = f"{base}/{missed.step}?step={missed.step}"
        assert link in everybody
        assert (link in anns) == (missed.player == "A")
    missed = found.missed[0]
    page = shared_client.get(f"{base}/{missed.step}?step={missed.step}", headers=HTML).text
    assert "What the expert would have played" in page
    assert f"/match/{match_id}/replay?step={missed.step}" in page
    planned = shared_client.get(f"{base}/{missed.step}/record").json()["actions"]
    assert planned[: missed.step] == record["actions"][: missed.step]
    assert [move["action"] for move in planned[missed.step :]] == list(map(dict, missed.review.advice.actions))
    shown = shared_client.get(f"{base}/{missed.step}/frame?step={missed.step + 1}").json()
    assert shown["step"] == missed.step + 1 and shown["events"]
    for step in ("99999", "x", "-1", "9" * 80):
        answer = shared_client.get(f"{base}/{step}", headers=HTML)
        assert answer.status_code == 404 and SENTENCES["no_expert_turn"] in answer.text
    html = shared_client.get(f"/match/{match_id}/replay", headers=HTML).text
    assert "win-chance" in html and "was the turning point" in html
    assert "A former player" not in page
    assert shared_client.delete("/api/players/me", headers=ann.headers).status_code == 204
    assert "A former player" in shared_client.get(f"{base}/{missed.step}?step={missed.step}", headers=HTML).text


def test_every_kind_of_match_is_gone_through(shared_client: TestClient) -> None:
    for options in ({"opponent": "bot:1"}, {"mode": "solo"}, {"opponent": "bot:1", "edition": "2021"}):
        with case(str(options)):
            ann = ApiPlayer(shared_client, "Ann")
            match_id = ann.open(**options, seed=2)  # in some deals one of them has no turn that can be judged
            turn = when_due(ann, match_id)["view"]["turn"]
            while (state := when_due(ann, match_id))["status"] != "over" and state["view"]["turn"] == turn:
                ann.act(match_id, state["seq"], state["legal"][-1])
            while (state := when_due(ann, match_id))["status"] != "over":
                ann.act(match_id, state["seq"], {"type": "resign", "player": state["seat"]})
            found = stored(shared_client, match_id)
            assert set(found.accuracy) == ({"A"} if options.get("mode") == "solo" else {"A", "B"})
            assert len(found.graph.points) > 1


def test_a_site_may_do_without(visitor: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _, match_id = duel(visitor)
    monkeypatch.setattr(site_of(visitor).learning.analyses, "on", False)
    ann.act(match_id, 0, {"type": "resign", "player": "A"})
    html = visitor.get(f"/match/{match_id}/replay/analysis", headers=HTML).text
    assert "win-chance" in html and "Accuracy" not in html and "hx-get" not in html


def test_turns_are_judged_as_they_stood_in_the_end() -> None:
    turns = played_turns(ReplayTimeline(with_second_thoughts()))
    kinds = [(turn.player, [actions.to_json(action)["type"] for action in turn.actions]) for turn in turns]
    assert kinds == [("A", ["end_summon"]), ("B", ["end_summon"])]
    play, end = {"type": "play", "hand": 0, "lane": "top"}, {"type": "end_summon"}
    moves = [Move("A", move, 0) for move in (play, {"type": "undo"}, play, {"type": "resign", "player": "A"}, end)]
    assert net_actions(moves, "A") == (actions.from_json(play),)


# --- several workers


async def _finished(site: Site) -> str:
    """Return a duel that Bob has given up in his second turn."""
    pair, live = await begun(site, first="A", seed=5)
    for seq, player in enumerate((pair["A"], pair["B"], pair["A"])):
        await site.matches.service.act(live.id, player, seq, END)
    return (await resigned(site, pair, live)).id


async def _is(site: Site, match_id: str, wanted: str) -> None:
    async def reached() -> bool:
        return (await site.learning.analyses.of(match_id)).state == wanted

    await until_found(reached)


async def test_of_two_workers_one_does_it_and_no_bot_waits(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "CHECK_SECONDS", 0.1)
    async with worker(database_url, analysis=True) as one, worker(database_url, analysis=True) as two:
        with one.matches.thinkers.urgent(), two.matches.thinkers.urgent():  # a bot thinks, as far as the others know
            match_id = await _finished(one)
            await _is(two, match_id, "waiting")
            assert one.matches.thinkers.pieces == two.matches.thinkers.pieces == 0
        await _is(two, match_id, "done")
        found = (await two.learning.analyses.of(match_id)).analysis
        assert found is not None and [len(found.accuracy), len(found.graph.points)] == [2, 5]
        pieces = sorted(worker.matches.thinkers.pieces for worker in (one, two))
        assert pieces == [0, 1 + 3], "one makes the outline, and judges each turn that was ended"


async def test_what_was_missed_or_left_by_a_dead_worker_is_taken_up(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "CHECK_SECONDS", 0.1)
    async with worker(sqlite, analysis=True) as one:
        match_id = await _finished(one)
        await _is(one, match_id, "done")
        await one.base.writer.job(lambda connection: connection.execute(sa.delete(rows)))
        assert (await one.learning.analyses.of(match_id)).state == "unknown", "opening it asks for its analysis"
        await _is(one, match_id, "done")

        def claim_and_die(connection: sa.Connection) -> None:
            connection.execute(sa.insert(workers).values(id="dead", beat=1))
            connection.execute(sa.update(rows).values(worker="dead", asked_at=1, result=None))

        await one.base.writer.job(claim_and_die)
        monkeypatch.setattr(sync, "DEAD_AFTER", -1.0)
        await one.matches.sync.others_alive()
        await _is(one, match_id, "done")
