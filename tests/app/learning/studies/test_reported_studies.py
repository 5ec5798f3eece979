"""A study is reported by its readers, and found among the moderators' reports."""

from __future__ import annotations

from starlette.testclient import TestClient

from app.base.settings import Settings
from tests.app.learning.studies.test_studies import HTML, made
from tests.app.matches.talk.test_reports import PASSWORD, guarded
from tests.support.visitors import another


def test_a_reader_reports_a_study_once_and_a_moderator_finds_it(settings: Settings) -> None:
    with TestClient(guarded(settings)) as author:
        study = made(author).rpartition("/")[0]
        assert "Report to the moderators" not in author.get(study, headers=HTML).text
        own = author.post(f"{study}/report", data={"why": "x"})
        assert (own.status_code, own.json()["code"]) == (422, "not_yourself")
        reader = another(author)
        assert f'hx-post="{study}/report"' in reader.get(study, headers=HTML).text
        thanks = reader.post(f"{study}/report", data={"why": "<b>rude words"}, headers=HTML)
        assert thanks.status_code == 200 and "The moderators will look into it." in thanks.text
        again = reader.post(f"{study}/report", data={"why": "again"})
        assert (again.status_code, again.json()["code"]) == (409, "study_reported_already")
        assert reader.post("/studies/nothing/report").status_code == 404
        moderator = another(author)
        moderator.post("/admin/login", data={"password": PASSWORD})
        page = moderator.get("/admin", headers=HTML).text
        for shown in (f'<a href="{study}">The study</a>', "&lt;b&gt;rude words", "Ada vs"):
            assert shown in page
        report_id = page.split("/admin/reports/")[1].split("/")[0]
        moderator.post(f"/admin/reports/{report_id}/done", headers=HTML)
        assert "1 closed report" in moderator.get("/admin", headers=HTML).text
