"""`LessonWords`: a title, a sentence and a hint for each step, and a summary."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepWords:
    """An instruction, a hint for those who hesitate or try something else, and the marks on the table (marks.ALL)."""

    say: str
    hint: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonWords:
    """The texts of a lesson. `done` is what to take away, `lost` why it did not work (empty where it always works)."""

    title: str
    about: str
    steps: tuple[StepWords, ...]
    done: str
    lost: str = ""
