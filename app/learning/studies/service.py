"""The only writer of studies."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.database import Database, StoredRow
from app.base.store.group_commit import Writer
from app.base.store.owned_rows import OwnedRows, OwnedService, Owner
from app.learning.replay.budget import UploadBudget
from app.learning.studies.models import (
    MAX_CHAPTERS,
    MAX_STUDIES,
    MAX_STUDY,
    TITLE_LENGTH,
    Study,
    StudyChapter,
    new_chapter,
    packed,
    studies,
    study_of,
)
from app.people.players.names import clean_text
from engine.notes import MAX_NOTES, StepNote
from engine.record import RecordNotation

PACKED: Final = 8  # times smaller: what a record takes when it is stored
StudyEdit = Callable[[Study], Study]


class StudyService(OwnedService[Study]):
    """Keeps studies. A change names the version that its author has seen: AppError(study_changed) for an older one."""

    rows = OwnedRows(
        studies, MAX_STUDIES, missing=Code.no_such_study, foreign=Code.not_your_study, full=Code.too_many_studies
    )

    def __init__(self, database: Database, writer: Writer, budget: UploadBudget) -> None:
        super().__init__(database, writer)
        self._budget = budget

    def _value(self, row: StoredRow) -> Study:
        return study_of(row)

    async def create(
        self, owner: Owner, title: str, chapters: tuple[StudyChapter, ...], address: str, origin: str | None = None
    ) -> Study:
        """Store a new study that is made at `address`.

        AppError: too_many_studies, study_too_large, too_many_bytes.
        """
        content = await asyncio.to_thread(_content, chapters)
        values = {"title": _title(title), "content": content, "version": 1, "copied_from": origin}
        add, spend = self.rows.add(owner.id, values), self._budget.spend(address, len(content))

        def write(connection: sa.Connection) -> StoredRow:
            spend(connection)
            return add(connection)

        return self._value(await self.writer.job(write))

    async def check_budget(self, address: str, size: int) -> None:
        """Raise AppError(too_many_bytes) if `size` more bytes from `address` are too many today."""
        await self.database.read(self._budget.check(address, size))

    async def copy(self, owner: Owner, row_id: str, address: str = "") -> Study:
        """Copy a study for a player, another guest's too; the copy names the study that it comes from."""
        found = await self.get(row_id)
        return await self.create(owner, found.title, found.chapters, address, found.id)

    async def add_chapter(
        self, owner: Owner, study_id: str, title: str, record: RecordNotation, address: str
    ) -> tuple[Study, StudyChapter]:
        """Add a chapter, made at `address`, at the end.

        AppError: no_such_study, not_your_study, too_many_chapters, study_too_large, too_many_bytes.
        """
        chapter = new_chapter(_title(title), record)
        await self.writer.job(self._budget.spend(address, packed((chapter,))[1] // PACKED))

        def added(study: Study) -> Study:
            if len(study.chapters) >= MAX_CHAPTERS:
                raise AppError(Code.too_many_chapters, most=MAX_CHAPTERS)
            return replace(study, chapters=(*study.chapters, chapter))

        return await self._edit(owner, study_id, None, added), chapter

    async def rename(self, owner: Owner, study_id: str, version: int, chapter_id: str, title: str, named: str) -> Study:
        """Give the study, and the chapter `chapter_id`, other titles."""

        def renamed(study: Study) -> Study:
            chapter = replace(_chapter(study, chapter_id), title=_title(named))
            return replace(_with(study, chapter), title=_title(title))

        return await self._edit(owner, study_id, version, renamed)

    async def remove_chapter(self, owner: Owner, study_id: str, version: int, chapter_id: str) -> Study:
        """Remove a chapter; AppError(last_chapter) for the only one."""

        def removed(study: Study) -> Study:
            gone = _chapter(study, chapter_id)
            left = tuple(each for each in study.chapters if each is not gone)
            if not left:
                raise AppError(Code.last_chapter)
            return replace(study, chapters=left)

        return await self._edit(owner, study_id, version, removed)

    async def annotate(
        self,
        owner: Owner,
        study_id: str,
        version: int,
        chapter_id: str,
        step: int,
        change: Callable[[StepNote], StepNote],
    ) -> Study:
        """StudyEdit what is said at a step of a chapter. AppError: no_such_step, too_many_notes, study_too_large."""

        def annotated(study: Study) -> Study:
            chapter = _chapter(study, chapter_id)
            if not 0 <= step <= chapter.last:
                raise AppError(Code.no_such_step)
            said = chapter.with_note(change(chapter.note_at(step)))
            if len(said.record.get("notes", [])) > MAX_NOTES:
                raise AppError(Code.too_many_notes, most=MAX_NOTES)
            return _with(study, said)

        return await self._edit(owner, study_id, version, annotated)

    async def _edit(self, owner: Owner, study_id: str, version: int | None, change: StudyEdit) -> Study:
        """Return the study as `change` makes it of the stored one; a `version` of None is whichever is stored."""
        before = await self.get(study_id)
        if not before.belongs_to(owner):
            raise AppError(Code.not_your_study)
        if version not in (None, before.version):
            raise AppError(Code.study_changed)
        after = replace(change(before), version=before.version + 1, updated_at=time.time())
        content = await asyncio.to_thread(_content, after.chapters)  # the writer must not wait for so much to be packed
        values = {"title": after.title, "content": content, "version": after.version, "updated_at": after.updated_at}
        same = (studies.c.id == before.id) & (studies.c.player_id == owner.id) & (studies.c.version == before.version)
        update = sa.update(studies).where(same).values(**values)
        if not await self.writer.execute(update):
            raise AppError(Code.study_changed)
        return after

    async def remove(self, study_id: str) -> None:
        """Delete anybody's study, as its moderators may; AppError(no_such_study)."""
        found = await self.get(study_id)
        gone = sa.delete(studies).where(studies.c.id == found.id)
        await self.writer.execute(gone)


def _title(title: str) -> str:
    cleaned = clean_text(title, TITLE_LENGTH)
    if not cleaned:
        raise AppError(Code.title_missing)
    return cleaned


def _content(chapters: tuple[StudyChapter, ...]) -> bytes:
    content, size = packed(chapters)
    if size > MAX_STUDY:
        raise AppError(Code.study_too_large, most=MAX_STUDY // 1024)
    return content


def _chapter(study: Study, chapter_id: str) -> StudyChapter:
    found = study.chapter(chapter_id)
    if found is None:
        raise AppError(Code.no_such_study)
    return found


def _with(study: Study, chapter: StudyChapter) -> Study:
    """Return the study with this chapter in place of the one with its id."""
    return replace(study, chapters=tuple(chapter if each.id == chapter.id else each for each in study.chapters))
