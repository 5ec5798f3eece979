"""Opening a study: which chapter, and how far a reader may go before they have answered its questions."""

from __future__ import annotations

from dataclasses import dataclass

from app.base.errors import AppError, Code
from app.base.web.http import Packed
from app.learning.practice.progress import ProgressService
from app.learning.replay.perspective import Perspective
from app.learning.replay.service import ReplayService, StoredReplay
from app.learning.studies import drawing, files
from app.learning.studies.drawing import QuestionTask
from app.learning.studies.files import ImportedStudy
from app.learning.studies.models import Study, StudyChapter
from app.learning.studies.question import QuestionExercise, QuestionId, question_id
from app.learning.studies.service import StudyService
from app.matches.helpers.process import HelperProcess
from app.matches.helpers.results import ResultCache
from app.people.players.player import Player
from engine.record import RecordNotation

CACHE_SIZE = 200


@dataclass(frozen=True, slots=True)
class OpenChapter:
    """A chapter as one reader sees it; `waiting` is the step whose question they have to answer to continue."""

    study: Study
    chapter: StudyChapter
    stored: StoredReplay
    waiting: int | None


class StudyReader:
    """Shows chapters and their questions. `helper` replays what comes from outside."""

    def __init__(
        self, studies: StudyService, replays: ReplayService, progress: ProgressService, helper: HelperProcess
    ) -> None:
        self._studies = studies
        self._replays = replays
        self._progress = progress
        self._helper = helper
        self._kept = ResultCache(CACHE_SIZE)

    async def find(self, study_id: str, chapter_id: str) -> tuple[Study, StudyChapter]:
        """Return a chapter and its study; AppError(no_such_study)."""
        study = await self._studies.get(study_id)
        chapter = study.chapter(chapter_id)
        if chapter is None:
            raise AppError(Code.no_such_study)
        return study, chapter

    async def open(self, study_id: str, chapter_id: str, reader: Player | None, prefix: str = "") -> OpenChapter:
        """Return a chapter for a reader, at an address that begins with `prefix`.

        Its author sees all of it; others see it up to the first question that they have not answered.
        AppError(no_such_study).
        """
        study, chapter = await self.find(study_id, chapter_id)
        waiting = None if study.belongs_to(reader) else await self._waiting(study, chapter, reader)
        base = f"{prefix}/studies/{study.id}/{chapter.id}"
        source, revision = chapter.source(study.id), f"{study.version} {waiting}"
        stored = await self._replays.of_study(base, source, study.updated_at, revision, waiting)
        return OpenChapter(study, chapter, stored, waiting)

    async def _waiting(self, study: Study, chapter: StudyChapter, reader: Player | None) -> int | None:
        asked = [note.step for note in chapter.notes if note.question]
        if not asked:
            return None
        done = set() if reader is None else await self._progress.done(reader, "study")
        return next((step for step in asked if QuestionId(study.id, chapter.id, step).name not in done), None)

    async def comments(self, opened: OpenChapter, step: int, perspective: Perspective) -> Packed:
        """Return the comments of a chapter as HTML."""
        return await self._replays.shown(opened.stored, drawing.comments, step, perspective)

    async def task(self, chapter: StudyChapter, study: Study, step: int) -> QuestionTask:
        """Return the task of a question at a step; AppError(no_question_here)."""
        source = chapter.source(study.id)
        return await self._kept.get(
            (study.id, chapter.id, step), lambda: self._helper.run(drawing.question, source, step)
        )

    async def exercise(self, name: str) -> QuestionExercise:
        """Return the question of this name as an exercise; AppError: no_such_study, no_question_here."""
        question = question_id(name)
        study, chapter = await self.find(question.study, question.chapter)
        if not chapter.note_at(question.step).question:
            raise AppError(Code.no_such_study)
        task = await self.task(chapter, study, question.step)
        return QuestionExercise(study, chapter, question.step, task, self._progress)

    async def record(self, stored: StoredReplay) -> RecordNotation:
        """Return the record of a replay, as a chapter has it."""
        return await self._helper.run(drawing.record, stored.source)

    async def read_file(self, text: bytes) -> ImportedStudy:
        """Return the study of a file from outside; AppError with one sentence if it is none."""
        return await self._helper.run(files.from_file, text)
