"""The sentence in the sky of a link's picture."""

from __future__ import annotations

from dataclasses import replace

from app.base.drawing.renderer import Renderer
from app.base.i18n.current import use_language
from app.cards.gallery.drawing import HELPERS
from app.learning.replay.link_words import set_in_lines, sky_words
from app.learning.replay.perspective import Perspective
from app.learning.replay.renderer import ReplayRenderer
from app.matches.helpers.timeline import ReplayTimeline
from engine.match import Outcome
from engine.record import MatchRecord
from tests.app.learning.replay.records import golden

OPEN = Perspective("open")


def _said(reason: str, winner: str, step: int | None = None) -> str:
    record = MatchRecord.from_json(golden("2021-duel-constructed"))
    timeline = ReplayTimeline(record)
    timeline.record = replace(record, names={"A": "Anna", "B": "Bo"}, result=Outcome(winner, reason))  # type: ignore[arg-type]
    scenes = ReplayRenderer(Renderer(lambda path: path, lambda icon: icon, helpers=HELPERS), timeline, "/replays/x")
    return " ".join(sky_words(timeline, scenes, timeline.last if step is None else step, OPEN).lines)


def test_the_end_says_how_it_was_decided_and_a_step_what_happened() -> None:
    assert _said("fort", "A") == "Anna brings down Bo's Fort"
    assert _said("resignation", "B") == "Bo wins against Anna"
    assert _said("agreement", "draw") == "A draw between Anna and Bo"
    assert "Fort" not in _said("fort", "A", 1) and _said("fort", "A", 1)


def test_in_hebrew_names_are_set_apart() -> None:
    with use_language("he"):
        assert _said("fort", "A").count("\u2068") == _said("fort", "A").count("\u2069") == 2


def test_a_long_sentence_has_two_lines_and_ends_in_an_ellipsis() -> None:
    assert set_in_lines("Anna wins").lines == ("Anna wins",)
    found = [set_in_lines(("word " * count).strip()) for count in (4, 12, 20, 60)]
    assert [len(words.lines) for words in found] == [1, 2, 2, 2]
    assert [words.size for words in found] == [48, 38, 30, 30]
    longest = found[-1].lines
    assert longest[1].endswith("…") and max(map(len, longest)) <= 60
