"""Perspectives: a side sees what it saw during the match and no card more; open means everything."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from app.helpers.timeline import ReplayTimeline
from app.replay.perspective import perspective_of
from app.replay.renderer import ReplayRenderer
from app.settings import Settings
from app.site import make_templates
from engine import cards
from engine.record import MatchRecord
from engine.seat import Seat
from tests.app.replay.records import GOLDEN, golden, with_second_thoughts

DUELS = [path for path in GOLDEN if "-duel-" in path.stem]


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Provide the site's templates."""
    return make_templates(Settings(data_dir=tmp_path_factory.mktemp("data")))


def scenes(templates: Any, name: str) -> tuple[ReplayTimeline, ReplayRenderer]:
    """Return a golden playthrough as a replay."""
    timeline = ReplayTimeline(MatchRecord.from_json(golden(name)))
    return timeline, ReplayRenderer(templates, timeline, "/replays/x")


def slugs(value: Any) -> set[str]:
    """Return all cards in a view, by slug; designed ones by name."""
    if isinstance(value, dict):
        designed = {value["name"]} if "name" in value else set()
        return {slug for part in value.values() for slug in slugs(part)} | designed
    if isinstance(value, list):
        return {slug for part in value for slug in slugs(part)}
    return {value} if value in cards.ALL else set()


@pytest.mark.parametrize("path", DUELS, ids=lambda path: path.stem)
@pytest.mark.parametrize("seat", ["A", "B"])
def test_a_side_finds_no_card_that_it_could_not_see(templates: Any, path: Path, seat: Seat) -> None:
    timeline = ReplayTimeline(MatchRecord.from_json(json.loads(path.read_text("utf-8"))))
    drawn = ReplayRenderer(templates, timeline, "/replays/x")
    perspective = perspective_of(seat, solo=timeline.solo)
    for step in {*range(0, timeline.last, 11), *range(min(8, timeline.last))}:
        match = timeline.at(step)
        view, whole = match.view_for(seat), match.view_for(None, everything=True)
        assert perspective.view(match) == view
        hidden = slugs(whole) - slugs(view)
        payload = slugs(perspective.events(timeline, step))
        frame = drawn.frame(drawn.place(step, perspective)).decode()
        for slug in hidden - payload:
            assert not re.search(rf"(?<![\w#-]){slug}(?![\w-])", frame), (step, slug)


def test_open_eyes_see_every_card(templates: Any) -> None:
    timeline, drawn = scenes(templates, "2022-duel-preconstructed")
    frame = json.loads(drawn.frame(drawn.place(0, perspective_of("open", solo=timeline.solo))))
    assert 'data-card="' in frame["content"]
    whole: Any = timeline.at(0).table_view(None, everything=True)
    for seat in ("A", "B"):
        for slug in whole[seat]["hand"]:
            assert slug == "*" or f'data-card="{slug}"' in frame["content"]
    assert "card-back" not in frame["content"]


def test_only_known_words_are_eyes() -> None:
    duel, solo = (
        ReplayTimeline(MatchRecord.from_json(golden(name))) for name in ("2022-duel-draft", "2022-solo-draft")
    )
    assert [perspective_of(word, solo=duel.solo).slug for word in ("A", "B", "open", "", "C")] == [
        "A",
        "B",
        "open",
        "open",
        "open",
    ]
    assert [perspective_of(word, solo=solo.solo).slug for word in ("A", "B", "open")] == ["A", "open", "open"]
    assert [perspective_of(word, solo=duel.solo).near for word in ("A", "B", "open")] == ["A", "B", "A"]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize("perspective", ["A", "B", "open"])
def test_every_step_of_every_format_can_be_drawn(templates: Any, path: Path, perspective: str) -> None:
    timeline = ReplayTimeline(MatchRecord.from_json(json.loads(path.read_text("utf-8"))))
    drawn = ReplayRenderer(templates, timeline, "/replays/x")
    seen = perspective_of(perspective, solo=timeline.solo)
    for step in {*range(0, timeline.last, 23), *range(min(8, timeline.last)), timeline.last}:
        frame = json.loads(drawn.frame(drawn.place(step, seen)))
        assert frame["step"] == step
        assert frame["content"].count('id="stage"') == 1
        assert frame["content"].count('id="status"') == 1
    assert len(drawn.log(seen).lines) >= timeline.last / 2


def test_the_log_shows_undo_takeback_and_the_draw(templates: Any) -> None:
    timeline = ReplayTimeline(with_second_thoughts())
    drawn = ReplayRenderer(templates, timeline, "/replays/x")
    lines = drawn.log(perspective_of("open", solo=timeline.solo)).lines
    payload = {line.step: re.sub("<[^>]+>|\n", "", line.html) for line in lines}
    assert payload[2] == "Ann undoes the last play"
    assert payload[5] == "Turn 1 is taken back: Ann plays it again"
    assert payload[8] == "The match is a draw"


def test_a_place_knows_its_turn_and_the_way_to_the_others(templates: Any) -> None:
    timeline, drawn = scenes(templates, "2022-duel-preconstructed")
    second, third = timeline.turns[1], timeline.turns[2]
    moment = drawn.place(second.step + 1, perspective_of("B", solo=timeline.solo))
    assert moment.turn == second
    assert (moment.before, moment.after) == (second.step, third.step)
    assert moment.link(7) == "/replays/x?step=7&from=B"
    assert moment.link(7, "open") == "/replays/x?step=7&from=open"
    start, end = (
        drawn.place(0, perspective_of("A", solo=timeline.solo)),
        drawn.place(timeline.last, perspective_of("A", solo=timeline.solo)),
    )
    assert (start.before, start.did) == (0, "The start")
    assert end.after == timeline.last
    assert "wins the match" in end.did
