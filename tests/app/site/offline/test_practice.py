"""Lessons and puzzles are done and kept without a site, by its own rules for them."""

from __future__ import annotations

import json

import pytest

from app.learning.lessons.course import LESSONS
from app.learning.puzzles import daily
from app.learning.puzzles.puzzle_run import by_id
from app.site.offline.worker import TableWorker
from tools.rig.json import Json


class Page:
    """A page, and what its browser has stored of exercises."""

    def __init__(self, stored: dict[str, Json] | None = None) -> None:
        self.worker = TableWorker("/static", "en")
        self.stored = stored or {}

    def open(self, path: str) -> Json:
        return self._read(self.worker.open(path, "", json.dumps(list(self.stored.values()))))

    def send(self, **message: object) -> Json:
        return self._read(self.worker.receive(json.dumps(message)))

    def _read(self, text: str) -> Json:
        """Return the last frame."""
        said = json.loads(text)
        self.seq = said["kept"]["seq"]
        if self.seq:
            self.stored[said["kept"]["id"]] = said["kept"]
        assert said["status"] == "practice"
        frame: Json = json.loads(said["frames"][-1])
        return frame

    def solve(self, actions: object) -> Json:
        assert isinstance(actions, list | tuple)
        return [self.send(type="act", seq=self.seq, action=dict(action)) for action in actions][-1]


def test_a_lesson_is_done_left_and_leads_to_the_next() -> None:
    first, second = LESSONS[:2]
    page = Page()
    assert 'id="coach"' in page.open(f"learn/{first.slug}")["content"]
    assert page.send(type="act", seq=0, action={"type": "resign"})["type"] == "error"
    assert f"/learn/{second.slug}" in page.solve(first.solution[:1])["content"]
    page = Page(page.stored)
    assert page.open(f"learn/{first.slug}")["seq"] == 1
    assert "coach-done" in page.solve(first.solution[1:])["content"]
    assert "stop-done" in Page(page.stored).open(f"learn/{second.slug}")["content"]
    assert page.send(type="again")["type"] == "snapshot" and page.stored[f"learn/{first.slug}"]["done"]
    for nothing in ("learn/nothing", "puzzles/nothing", f"learn/{next(iter(by_id()))}"):
        assert json.loads(page.worker.open(nothing, "", "[]"))["error"]


def test_the_puzzle_of_the_day_is_solved_counts_for_no_day_and_a_wrong_turn_is_answered() -> None:
    today = daily.puzzle_of(daily.today())
    page = Page()
    assert "it counts" not in page.open("puzzles/daily")["content"]
    kinds = ("end_summon", "attack_all", "end_turn")  # the last two: by the rules of 2021
    wrong = [page.send(type="act", seq=page.seq, action={"type": kind}) for kind in kinds]
    assert any("coach-lost" in frame["content"] for frame in wrong)
    page.send(type="again")
    assert "coach-done" in page.solve(today.solution)["content"]
    assert page.stored[f"puzzles/{today.id}"]["done"]
    page.open(f"puzzles/{today.difficulty}")
    same = [each.id for each in by_id().values() if each.difficulty == today.difficulty and each.id != today.id]
    page.send(type="again")
    assert f"puzzles/{same[0]}" in page.stored


@pytest.mark.parametrize("language", ["en", "he"])
def test_an_exercise_is_drawn_in_the_language_of_its_page(language: str) -> None:
    said = json.loads(TableWorker("/static", language).open(f"learn/{LESSONS[0].slug}", "", "[]"))
    assert ("Hint" in said["frames"][0]) is (language == "en")
