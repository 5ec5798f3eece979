"""The sentence that stands in the sky of a link's picture."""

from __future__ import annotations

import textwrap
from typing import Final, NamedTuple

from app.base.i18n import _
from app.base.i18n.formats import isolated
from app.learning.replay.perspective import Perspective
from app.learning.replay.renderer import ReplayRenderer
from app.matches.helpers.timeline import ReplayTimeline
from engine.seat import other

SIZES: Final = ((48, 36, 1), (38, 46, 2), (30, 58, 2))
"""Size of type, letters for which a line has room then, and lines, the largest first."""


class SkyWords(NamedTuple):
    """A sentence in one or two `lines` of type so many units high."""

    size: int
    lines: tuple[str, ...]


def sky_words(timeline: ReplayTimeline, scenes: ReplayRenderer, step: int, perspective: Perspective) -> SkyWords:
    """Return what a step says of a match: at its end how it was decided, before what has just happened."""
    text = result_sentence(timeline, scenes) if step == timeline.last else ""
    return set_in_lines(text or scenes.place(step, perspective).did)


def result_sentence(timeline: ReplayTimeline, scenes: ReplayRenderer) -> str:
    """Return how a match was decided, in a sentence; "" where it was not."""
    result = timeline.record.result
    if result is None or result.winner is None:
        return ""
    one, two = (isolated(scenes.names[seat]) for seat in ("A", "B"))
    if result.winner == "draw":
        return _("A draw between %(one)s and %(two)s", one=one, two=two)
    loser = isolated(scenes.names[other(result.winner)])
    winner = isolated(scenes.names[result.winner])
    if result.reason == "fort":
        return _("%(winner)s brings down %(loser)s's Fort", winner=winner, loser=loser)
    return _("%(winner)s wins against %(loser)s", winner=winner, loser=loser)


def set_in_lines(text: str) -> SkyWords:
    """Return a sentence in the largest type in which it fits; one too long for the smallest ends in an ellipsis."""
    for size, letters, max_lines in SIZES:
        lines = textwrap.wrap(text, letters, break_on_hyphens=False)
        if len(lines) <= max_lines:
            return SkyWords(size, tuple(lines))
    size, letters, max_lines = SIZES[-1]
    cut = textwrap.wrap(text, letters, max_lines=max_lines, placeholder=" …", break_on_hyphens=False)
    return SkyWords(size, tuple(cut))
