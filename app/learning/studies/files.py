"""Studies as files (docs/notation.md, "Notes"): read in a helper process, because strangers have written them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import orjson

from app.base.errors import AppError, Code
from app.learning.replay import record_import
from app.learning.studies.models import MAX_CHAPTERS, MAX_STUDY, TITLE_LENGTH, Study, StudyChapter, new_chapter
from app.learning.studies.text import clean_lines
from app.matches.table.marks import clean_marks
from app.people.players.names import clean_text
from engine.notes import StepNote
from engine.record import MatchRecord, RecordNotation

FORMAT: Final = 1
_KEYS: Final = frozenset({"study", "title", "chapters"})
_CHAPTER_KEYS: Final = frozenset({"title", "record"})


@dataclass(frozen=True, slots=True)
class ImportedStudy:
    """The content of a file; titles may be empty."""

    title: str
    chapters: tuple[StudyChapter, ...]


def to_file(study: Study) -> bytes:
    """Return a study as a file."""
    chapters = [{"title": each.title, "record": each.record} for each in study.chapters]
    return orjson.dumps({"study": FORMAT, "title": study.title, "chapters": chapters}) + b"\n"


def from_file(text: bytes) -> ImportedStudy:
    """Return the study of a file, or of a bare record: each record replayed to its end.

    AppError (422, or 413 for too much text) with one sentence about what is wrong with it.
    """
    if not text.strip():
        raise AppError(Code.record_missing)
    if len(text) > MAX_STUDY:
        raise AppError(Code.study_too_large, most=MAX_STUDY // 1024)
    data = record_import.json_in(text)
    if not isinstance(data, dict) or "study" not in data:
        return ImportedStudy("", (new_chapter("", _record(data)),))
    chapters = data.get("chapters")
    if data.keys() != _KEYS or data["study"] != FORMAT or not isinstance(chapters, list) or not chapters:
        raise AppError(Code.study_unreadable)
    if len(chapters) > MAX_CHAPTERS:
        raise AppError(Code.too_many_chapters, most=MAX_CHAPTERS)
    return ImportedStudy(_title(data["title"]), tuple(_chapter(each) for each in chapters))


def _chapter(value: object) -> StudyChapter:
    if not isinstance(value, dict) or value.keys() != _CHAPTER_KEYS:
        raise AppError(Code.study_unreadable)
    return new_chapter(_title(value["title"]), _record(value["record"]))


def _title(value: object) -> str:
    if not isinstance(value, str):
        raise AppError(Code.study_unreadable)
    return clean_text(value, TITLE_LENGTH)


def _record(data: object) -> RecordNotation:
    return clean(record_import.replayed(data).record).to_json()


def clean(record: MatchRecord) -> MatchRecord:
    """Return a record whose notes hold nothing that is invisible or runs over its neighbours."""
    return replace(record, notes=tuple(kept for note in record.notes if not (kept := _note(note)).is_empty))


def _note(note: StepNote) -> StepNote:
    return note._replace(
        text=clean_lines(note.text), question=clean_lines(note.question), marks=clean_marks(note.marks)
    )
