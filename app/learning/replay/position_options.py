"""The options of a match that begins with a moment of a replay."""

from __future__ import annotations

from app.base.errors import AppError, Code
from app.matches.helpers.timeline import ReplayTimeline
from engine import notation
from engine.match import Options


def options_at(timeline: ReplayTimeline, step: int, seed: int) -> Options:
    """Return a match that begins with the position of a step.

    AppError(not_from_here) where there is none to play.
    """
    match = timeline.at(step)
    if match.position is None or match.status != "playing":
        raise AppError(Code.not_from_here)
    before = timeline.record.options
    return Options(
        seed=seed,
        edition=before.edition,
        mode=before.mode,
        format="position",
        position=notation.to_json(match.position),
        undo=before.undo,
        preview=before.preview,
    )
