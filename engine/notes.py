"""Words and marks at the steps of a record (docs/notation.md, "Notes"), as a study has them. No rule reads them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple, NotRequired, TypedDict

from engine.errors import bad_record, has_halves

MAX_NOTES: Final = 200
"""Steps of one record that have notes."""
MAX_TEXT: Final = 1_000
MAX_MARKS: Final = 120
"""Characters: twelve arrows."""

_KEYS: Final = frozenset({"step", "text", "question", "marks"})


class StepNote(NamedTuple):
    """The comment after `step` actions.

    `question` is the task that a reader has to solve there; empty for none. `marks` are arrows and rings as one text.
    """

    step: int
    text: str = ""
    question: str = ""
    marks: str = ""

    @property
    def is_empty(self) -> bool:
        """True if nothing is said or marked."""
        return not (self.text or self.question or self.marks)


class StepNoteNotation(TypedDict):
    """A note in the notation, without its empty parts."""

    step: int
    text: NotRequired[str]
    question: NotRequired[str]
    marks: NotRequired[str]


def to_json(notes: Sequence[StepNote]) -> list[StepNoteNotation]:
    """Return notes in the notation."""
    return [_note_to_json(note) for note in notes]


def _note_to_json(note: StepNote) -> StepNoteNotation:
    shown: StepNoteNotation = {"step": note.step}
    if note.text:
        shown["text"] = note.text
    if note.question:
        shown["question"] = note.question
    if note.marks:
        shown["marks"] = note.marks
    return shown


def from_json(value: object, last: int) -> tuple[StepNote, ...]:
    """Return the notes of a record with `last` actions; BadPosition for what the notation does not allow."""
    if not isinstance(value, list) or len(value) > MAX_NOTES:
        raise bad_record("notes_list", most=MAX_NOTES)
    notes = tuple(_note(each, last) for each in value)
    if any(before.step >= after.step for before, after in pairwise(notes)):
        raise bad_record("notes_order")
    return notes


def _note(value: object, last: int) -> StepNote:
    if not isinstance(value, dict) or not value.keys() <= _KEYS or "step" not in value:
        raise bad_record("note_parts", keys=", ".join(sorted(_KEYS)))
    step = value["step"]
    if type(step) is not int or not 0 <= step <= last:
        raise bad_record("key_count", key="step", least=0, most=last)
    return StepNote(
        step, _text(value, "text", MAX_TEXT), _text(value, "question", MAX_TEXT), _text(value, "marks", MAX_MARKS)
    )


def _text(value: dict[str, object], key: str, most: int) -> str:
    text = value.get(key, "")
    if not isinstance(text, str) or len(text) > most or has_halves(text):
        raise bad_record("note_text", key=key, most=most)
    return text
