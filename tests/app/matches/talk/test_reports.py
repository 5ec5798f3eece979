"""Reports: what the host gets to see, and that it outlasts talk, match and guests."""

from __future__ import annotations

import time

import sqlalchemy as sa
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.base.seconds import DAY
from app.base.settings import Settings
from app.main import create_app
from app.matches.core.schemas import NewMatch
from app.matches.core.storage.models import matches
from app.matches.talk.models import reports, talk
from app.matches.talk.service import Said
from app.people.players.models import players
from app.site.ops.cleanup import clear_old
from tests.support.service import worker
from tools.rig.players import duel

PASSWORD = "correct horse battery"
HTML = {"Accept": "text/html"}


def guarded(settings: Settings) -> FastAPI:
    """Return a site with an admin page."""
    return create_app(settings.model_copy(update={"admin_token": Settings(admin_token=PASSWORD).admin_token}))


def test_a_report_shows_both_players_the_reason_the_match_and_the_last_lines(settings: Settings) -> None:
    with TestClient(guarded(settings)) as client:
        ann, bob, match_id = duel(client)
        bob.ok("POST", f"/{match_id}/talk", {"text": "<b>you fool"})
        ann.ask("POST", f"/{match_id}/talk/mute", {"person": "B"})
        answer = ann.ask("POST", f"/{match_id}/talk/report", {"person": "B", "why": "He is\u202e rude"})
        assert answer.status_code == 204
        ann.refused("POST", f"/{match_id}/talk/report", {"person": "B"}, 409, "reported_already")
        ann.refused("POST", f"/{match_id}/talk/report", {"person": "A"}, 422, "not_yourself")
        client.post("/admin/login", data={"password": PASSWORD})
        page = client.get("/admin", headers=HTML).text
        for shown in ("<bdi>Ann</bdi> reports <bdi>Bob</bdi>", "He is rude", "&lt;b&gt;you fool", f"/match/{match_id}"):
            assert shown in page
        assert ann.token not in page and bob.token not in page
        report_id = page.split("/admin/reports/")[1].split("/")[0]
        client.post(f"/admin/reports/{report_id}/done", headers=HTML)
        page = client.get("/admin", headers=HTML).text
        assert "1 closed report" in page and f"/admin/reports/{report_id}/done" not in page
        assert client.post(f"/admin/reports/{report_id}/done").json()["code"] == "no_such_report"
        client.cookies.clear()
        assert client.post(f"/admin/reports/{report_id}/done").json()["code"] == "wrong_password"


async def test_a_spectators_report_has_no_lines_they_could_not_read(sqlite: str) -> None:
    async with worker(sqlite) as site:
        chat, reported = site.matches.talk, site.matches.reports
        ann, bob, eve = [await site.people.players.create(name) for name in ("Ann", "Bob", "Eve")]
        live = await site.matches.service.opening.create(ann, NewMatch(seat="A"))
        await site.matches.service.joining.join(live.id, bob)
        await chat.say(live.id, ann, Said(text="a secret of ours"))
        await chat.say(live.id, ann, Said(emote="laugh"))
        await reported.report(live.id, eve, "A", "")
        (kept,) = await reported.newest()
        assert [(line["emote"], line["reported"]) for line in kept.lines] == [("laugh", True)]


async def test_talk_and_reports_are_cleared_away_each_in_its_time(sqlite: str) -> None:
    async with worker(sqlite) as site:
        chat, reported = site.matches.talk, site.matches.reports
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        live = await site.matches.service.opening.create(ann, NewMatch(seat="A"))
        await site.matches.service.joining.join(live.id, bob)
        for _ in range(2):
            await chat.say(live.id, bob, Said(emote="wow"))
        await reported.report(live.id, ann, "B", "")
        old = time.time() - 31 * DAY
        number_one = sa.update(talk).where(talk.c.number == 1).values(at=old)
        await site.base.writer.job(lambda connection: connection.execute(number_one))
        assert await site.base.writer.job(clear_old(talk.c.at, time.time() - 30 * DAY)) == 1
        assert await site.base.writer.job(clear_old(reports.c.at, time.time() - 30 * DAY)) == 0
        gone = [sa.delete(matches), sa.delete(players)]
        await site.base.writer.job(lambda connection: [connection.execute(one) for one in gone])
        (kept,) = await reported.newest()
        assert (kept.reporter, kept.reported, kept.reporter_id, len(kept.lines)) == ("Ann", "Bob", None, 2)
        assert await site.base.writer.job(clear_old(reports.c.at, time.time() + 1)) == 1
