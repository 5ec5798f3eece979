"""The work for studies of the process that replays records: comments of a chapter, the task of a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from app.base.errors import AppError, Code
from app.base.web.http import Packed
from app.learning.replay.perspective import Perspective
from app.learning.replay.position_options import options_at
from app.learning.studies.files import clean
from app.matches.helpers.replayer import replayer
from app.matches.helpers.source import Source
from app.matches.helpers.timeline import ReplayTimeline
from app.matches.table.marks import marks_words, read_marks
from app.matches.table.match_summary import display_names
from app.matches.table.zones import rendered
from engine import notation
from engine.json_fields import StoredJson
from engine.match import Match
from engine.notes import StepNote
from engine.record import RecordNotation
from engine.seat import Seat
from engine.setup.options import OptionsNotation

PLAYING: Final = "playing"


@dataclass(frozen=True, slots=True)
class Comment:
    """The comment at a step, as the page shows it: paragraphs, marks, and the marks in words."""

    step: int
    paragraphs: tuple[str, ...]
    question: str
    marks: str
    marks_words: str


@dataclass(frozen=True, slots=True)
class QuestionTask:
    """A question on the board, put to `seat`: the match's options with the position, and the one to end in.

    `until` is the step at which that turn is over.
    """

    seat: Seat
    options: OptionsNotation
    goal: StoredJson
    until: int


def comments(source: Source, base: str, step: int, perspective: Perspective) -> Packed:
    """Return the comments of a record as HTML; that of `step` is shown."""
    timeline = replayer().timeline(source)
    shown = [_comment(timeline, note, perspective) for note in timeline.record.notes]
    context = {"comments": shown, "step": step, "base": base, "perspective": perspective}
    return Packed.of(str(rendered(replayer().templates, "learning/studies/comments.html", context)))


def _comment(timeline: ReplayTimeline, note: StepNote, perspective: Perspective) -> Comment:
    names = display_names(timeline.record.names, solo=timeline.solo)
    view = perspective.view(timeline.at(note.step))
    table = view if "turn" in view else None
    said = marks_words(read_marks(note.marks), names, table) if note.marks else ""
    return Comment(note.step, tuple(note.text.splitlines()), note.question, note.marks, said)


def record(source: Source) -> RecordNotation:
    """Return a replay's record, with harmless notes."""
    return clean(replayer().timeline(source).record).to_json()


def question(source: Source, step: int) -> QuestionTask:
    """Return the task at a step: to end this turn as the record does. AppError: no_such_step, no_question_here."""
    timeline = replayer().timeline(source)
    if step > timeline.last:
        raise AppError(Code.no_such_step)
    match = timeline.at(step)
    position = match.position
    if match.status != PLAYING or position is None or match.to_act != (position.active,):
        raise AppError(Code.no_question_here)
    until = _end_of_turn(timeline, step, position.turn)
    goal = timeline.at(until).position
    assert goal is not None  # set-up is over at `step`
    return QuestionTask(
        seat=position.active,
        options=options_at(timeline, step, seed=0).to_json(),
        goal=cast("StoredJson", notation.to_json(goal)),
        until=until,
    )


def _end_of_turn(timeline: ReplayTimeline, step: int, turn: int) -> int:
    for after in range(step + 1, timeline.last + 1):
        if timeline.record.moves[after - 1].kind in ENDS_OTHERWISE:
            break
        if turn_is_over(timeline.at(after), turn):
            return after
    raise AppError(Code.no_question_here)


ENDS_OTHERWISE: Final = frozenset({"undo", "takeback", "draw", "claim", "flag", "no_show", "abort", "resign"})
"""Actions after which a turn is none that a reader could play."""


def turn_is_over(match: Match, turn: int) -> bool:
    """True if a turn has ended, or the match has."""
    return match.status == "over" or match.position is None or match.position.turn != turn
