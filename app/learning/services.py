"""The services for played matches, puzzles and studies."""

from __future__ import annotations

from dataclasses import dataclass

from app.base.services import Base
from app.learning.mistakes.service import MistakeService
from app.learning.practice.progress import ProgressService
from app.learning.puzzles import service as puzzle_service
from app.learning.puzzles.service import PuzzleService
from app.learning.replay.analysis.service import Analyses
from app.learning.replay.analysis.store import AnalysisStore
from app.learning.replay.budget import UploadBudget
from app.learning.replay.service import ReplayService
from app.learning.studies.reading import StudyReader
from app.learning.studies.service import StudyService
from app.matches.helpers import replayer
from app.matches.helpers.process import HelperProcess
from app.matches.services import Matches


@dataclass(frozen=True, kw_only=True)
class Learning:
    """The services of `app.learning`. `uploads` and `judge` are the processes that replay records and judge turns."""

    progress: ProgressService
    uploads: HelperProcess
    judge: HelperProcess
    analyses: Analyses
    replays: ReplayService
    puzzles: PuzzleService
    studies: StudyService
    study_reader: StudyReader
    mistakes: MistakeService

    @classmethod
    def open(cls, base: Base, matches: Matches) -> Learning:
        """Make the services of the district above `app.matches`."""
        settings, database, writer, history = base.settings, base.database, base.writer, matches.history
        service, trouble = matches.service, base.helper_trouble
        parts = (base.templates.version, settings.dev)
        uploads = HelperProcess("records", replayer.prepare, parts, trouble=trouble)
        judge = HelperProcess("puzzles", puzzle_service.prepare, trouble=trouble)
        analyses = Analyses(
            service,
            history,
            AnalysisStore(database, writer, base.bus.worker),
            matches.thinkers,
            on=settings.analysis,
            health=base.health,
        )
        if settings.analysis:
            service.live_matches.observe(analyses)
        progress, budget = ProgressService(database, writer), UploadBudget(settings.secret_key, settings.rate_limit)
        replays = ReplayService(database, writer, service, history, matches.replaying, uploads, budget, analyses)
        studies = StudyService(database, writer, budget)
        return cls(
            progress=progress,
            uploads=uploads,
            judge=judge,
            analyses=analyses,
            replays=replays,
            puzzles=PuzzleService(database, judge),
            studies=studies,
            study_reader=StudyReader(studies, replays, progress, uploads),
            mistakes=MistakeService(database, writer, service, history, analyses, judge),
        )
