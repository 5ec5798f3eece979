"""The table of studies, and a study as a value."""

from __future__ import annotations

import secrets
import zlib
from dataclasses import dataclass, replace
from typing import Final, TypedDict, cast

import orjson
import sqlalchemy as sa

from app.base.store.belongings import Values
from app.base.store.database import StoredRow
from app.base.store.owned_rows import Owned, owned_table
from app.matches.helpers.source import Source
from engine import notes
from engine.notes import StepNote
from engine.record import RecordNotation

MAX_STUDIES: Final = 50  # of one guest
MAX_CHAPTERS: Final = 12
MAX_STUDY: Final = 512 * 1024  # bytes of all chapters: some six matches of 199 turns, or thirty of the usual length
TITLE_LENGTH: Final = 60
_ID_BYTES: Final = 3


def _exported(row: Values) -> Values:
    return {**row, "content": orjson.Fragment(zlib.decompress(cast("bytes", row["content"])))}


studies = owned_table(
    "studies",
    sa.Column("title", sa.String(TITLE_LENGTH), nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),  # JSON list of `StoredChapter` by zlib
    sa.Column("version", sa.Integer, nullable=False),  # goes up with each change: two windows do not undo each other
    sa.Column("copied_from", sa.String(32)),  # the id of the study that this one is a copy of
    export=_exported,
)


class StoredChapter(TypedDict):
    """A chapter as it is stored; the record has its notes."""

    id: str
    title: str
    record: RecordNotation


@dataclass(frozen=True, slots=True)
class StudyChapter:
    """A chapter: `id` stays the same while the study changes. `record` was checked when it came in."""

    id: str
    title: str
    record: RecordNotation

    @property
    def last(self) -> int:
        """The number of the record's actions."""
        return len(self.record["actions"])

    @property
    def notes(self) -> tuple[StepNote, ...]:
        """The comments, in the order of the steps."""
        return notes.from_json(self.record.get("notes", []), self.last)

    def note_at(self, step: int) -> StepNote:
        """Return the comment at a step, which may be empty."""
        return next((note for note in self.notes if note.step == step), StepNote(step))

    def titled(self, title: str) -> StudyChapter:
        """Return the chapter with another title."""
        return replace(self, title=title)

    def with_note(self, note: StepNote) -> StudyChapter:
        """Return the chapter with this note in place of the one at its step."""
        others = [each for each in self.notes if each.step != note.step]
        kept = sorted([*others, *([] if note.is_empty else [note])], key=lambda each: each.step)
        return replace(self, record={**self.record, "notes": notes.to_json(kept)})

    def source(self, study_id: str) -> Source:
        """Return the record to be replayed, with its notes."""
        return Source(f"study {study_id} {self.id}", zlib.compress(orjson.dumps(self.record), 1))


@dataclass(frozen=True, slots=True)
class Study(Owned):
    """A saved study; `copied_from` is the id of another."""

    title: str
    chapters: tuple[StudyChapter, ...]
    version: int
    copied_from: str | None

    def chapter(self, chapter_id: str) -> StudyChapter | None:
        """Return a chapter, None for one that there is not."""
        return next((each for each in self.chapters if each.id == chapter_id), None)


def new_chapter(title: str, record: RecordNotation) -> StudyChapter:
    """Return a chapter with an id of its own."""
    return StudyChapter(secrets.token_hex(_ID_BYTES), title, record)


def packed(chapters: tuple[StudyChapter, ...]) -> tuple[bytes, int]:
    """Return the column `content`, and how many bytes of JSON are in it."""
    stored: list[StoredChapter] = [{"id": each.id, "title": each.title, "record": each.record} for each in chapters]
    text = orjson.dumps(stored)
    return zlib.compress(text), len(text)


def study_of(row: StoredRow) -> Study:
    """Return a row of `studies`."""
    chapters = tuple(StudyChapter(**each) for each in orjson.loads(zlib.decompress(row.content)))
    return Study(
        row.id, row.player_id, row.created_at, row.updated_at, row.title, chapters, row.version, row.copied_from
    )
