"""Perspectives: a side sees what it saw during the match and no card more; open means everything."""

from __future__ import annotations

import json
import re

import pytest

from app.base.services import make_templates
from app.base.settings import Settings
from app.base.web.templating import Templates
from app.cards.gallery.drawing import HELPERS
from app.learning.replay.perspective import perspective_of
from app.learning.replay.renderer import ReplayRenderer
from app.matches.helpers.timeline import ReplayTimeline
from engine import cards
from engine.record import MatchRecord
from engine.seat import SEATS
from tests.app.learning.replay.records import GOLDEN, golden
from tests.support.cases import case
from tools.rig.json import Json


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Templates:
    """Provide the site's templates."""
    made = make_templates(Settings(data_dir=tmp_path_factory.mktemp("data")))
    made.offer(HELPERS)
    return made


def film(name: str) -> ReplayTimeline:
    """Return a golden playthrough as a replay."""
    return ReplayTimeline(MatchRecord.from_json(golden(name)))


def slugs(value: object) -> set[str]:
    """Return all cards in a view, by slug; designed ones by name."""
    if isinstance(value, dict):
        designed = {value["name"]} if "name" in value else set()
        return {slug for part in value.values() for slug in slugs(part)} | designed
    if isinstance(value, list):
        return {slug for part in value for slug in slugs(part)}
    return {value} if isinstance(value, str) and value in cards.ALL else set()


def test_every_step_of_every_format_can_be_drawn_and_a_side_finds_no_card_that_it_could_not_see(
    templates: Templates,
) -> None:
    for path in GOLDEN:
        timeline = film(path.stem)
        drawn = ReplayRenderer(templates, timeline, "/replays/x")
        beginning = range(min(8, timeline.last))
        for word in ("A", "B", "open"):
            perspective = perspective_of(word, solo=timeline.solo)
            for step in {*range(0, timeline.last, 17), *beginning, timeline.last}:
                with case(f"{path.stem} by {word} at {step}"):
                    text = drawn.frame(drawn.place(step, perspective)).decode()
                    frame = json.loads(text)
                    assert frame["step"] == step
                    assert [frame["content"].count(f'id="{name}"') for name in ("stage", "status")] == [1, 1]
                    if word == "open" or timeline.solo:
                        continue
                    match, seat = timeline.at(step), SEATS["AB".index(word)]
                    view = match.view_for(seat)
                    assert perspective.view(match) == view
                    hidden = slugs(match.view_for(None, everything=True)) - slugs(view)
                    hidden -= slugs(perspective.events(timeline, step))
                    assert not [slug for slug in hidden if re.search(rf"(?<![\w#-]){slug}(?![\w-])", text)]
            assert len(drawn.log(perspective).lines) >= timeline.last / 2


def test_open_eyes_see_every_card(templates: Templates) -> None:
    timeline = film("2022-duel-preconstructed")
    drawn = ReplayRenderer(templates, timeline, "/replays/x")
    content = json.loads(drawn.frame(drawn.place(0, perspective_of("open", solo=timeline.solo))))["content"]
    whole: Json = timeline.at(0).table_view(None, everything=True)  # type: ignore[assignment]
    for seat in SEATS:
        assert all(slug == "*" or f'data-card="{slug}"' in content for slug in whole[seat]["hand"])
    assert 'data-card="' in content and "card-back" not in content
