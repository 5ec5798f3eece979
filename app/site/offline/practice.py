"""Lessons and puzzles without a line: the site's exercises, whose progress a browser stores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

import orjson
from pydantic import ValidationError
from typing_extensions import TypedDict

from app.base.drawing.renderer import Renderer
from app.base.errors import AppError, Code
from app.base.live.client_messages import PRACTICE
from app.base.live.server_messages import Encoded, ServerMessage, encoded
from app.learning.lessons.course import BY_SLUG
from app.learning.lessons.lesson_page import LessonExercise
from app.learning.lessons.lesson_runner import LessonRun
from app.learning.practice.exercise import AlsoWrite, ExerciseKind, Progress
from app.learning.practice.table import PracticeTable
from app.learning.puzzles import daily, puzzle_run
from app.learning.puzzles.puzzle_page import PuzzleExercise
from app.learning.puzzles.puzzle_run import PuzzleRun, by_id
from app.people.players.player import DEFAULT_NAME, Player
from app.site.offline.finished import finished
from engine.bots.puzzles import Answer, Puzzle
from engine.errors import EngineError

HOMES: Final[Mapping[str, ExerciseKind]] = {"learn": "lesson", "puzzles": "puzzle"}
"""The kinds of exercises by the paths of their lists."""
ME: Final = Player("me", DEFAULT_NAME)
TODAY: Final = "daily"


class KeptExercise(TypedDict):
    """The progress in an exercise as JSON; `id` is its path."""

    id: str
    seq: int
    moves: Sequence[object]
    done: bool


class PuzzleAlone(PuzzleExercise):
    """A puzzle whose tries count for no day: that of the day is solved on the site."""

    def counts_for(self) -> None:
        """Count no try."""


class PracticeAlone:
    """One exercise on its page. `kept` is the stored part, and this is itself the service to the exercise
    (`ProgressKeeper`, `PuzzleJudge`): it knows what else the browser has stored."""

    next = None

    def __init__(self, templates: Renderer, path: str, stored: Sequence[KeptExercise]) -> None:
        home, _, name = path.partition("/")
        self._stored = {each["id"]: each for each in stored}
        kind = HOMES.get(home)
        if kind == "puzzle":
            name = self._chosen(name)
        self._home = home
        self.kept: KeptExercise = self._stored.get(f"{home}/{name}") or {
            "id": f"{home}/{name}", "seq": 0, "moves": [], "done": False,
        }  # fmt: skip
        self._table: PracticeTable[LessonRun] | PracticeTable[PuzzleRun]
        if kind == "lesson" and name in BY_SLUG:
            self._table = PracticeTable(templates, LessonExercise(BY_SLUG[name], self), self, ME, _at_once)
        elif kind == "puzzle" and name in by_id():
            puzzle = PuzzleAlone(by_id()[name], self, self, _at_once)
            self._table = PracticeTable(templates, puzzle, self, ME, _at_once)
        else:
            raise AppError(Code.no_page)

    def _chosen(self, name: str) -> str:
        """Return the puzzle of today, or of a difficulty the first that is not solved; else what is asked for."""
        if name == TODAY:
            return daily.puzzle_of(daily.today()).id
        same = [each.id for each in by_id().values() if str(each.difficulty) == name]
        return next((each for each in same if each not in self._done("puzzles")), same[0]) if same else name

    @property
    def status(self) -> str:
        """The word for it in the list of what was begun."""
        return "practice"

    def snapshot(self) -> list[Encoded]:
        """Return the frame that shows everything."""
        return [encoded(finished(self._table.snapshot()))]

    def take(self, message: str) -> list[Encoded]:
        """Carry out a message of the page (`app.base.live.client_messages`); a refusal changes nothing."""
        try:
            said: ServerMessage | None = finished(self._table.answer(PRACTICE.validate_json(message)))
        except ValidationError:
            said = self._table.refusal(AppError(Code.malformed, detail="type"))
        except (AppError, EngineError) as error:
            refused = [encoded(self._table.refusal(AppError.of(error)))]
            return [*refused, *self.snapshot()] if AppError.of(error).code == "stale_seq" else refused
        return [encoded(said)] if said else []

    def answer(self) -> list[Encoded]:
        """Do nothing: nobody else is awaited."""
        return []

    # -- progress

    async def get(self, player: Player | None, kind: ExerciseKind, name: str) -> Progress:
        kept = self.kept
        return Progress(kind, name, kept["seq"], tuple(kept["moves"]), kept["done"])

    async def done(self, player: Player, kind: ExerciseKind) -> set[str]:
        return self._done(self._home)

    async def keep(
        self, player: Player, before: Progress, after: Progress, also_write: AlsoWrite | None = None
    ) -> None:
        self.kept["seq"], self.kept["done"] = after.seq, after.done
        self.kept["moves"] = orjson.loads(orjson.dumps(after.moves))
        self._stored[self.kept["id"]] = self.kept

    def _done(self, home: str) -> set[str]:
        paths = (each["id"].partition("/") for each in self._stored.values() if each["done"])
        return {name for start, _, name in paths if start == home}

    # -- puzzles

    async def judge(self, puzzle_id: str, moves: Sequence[Answer]) -> list[Answer] | None:
        return puzzle_run.judge(puzzle_id, moves)

    def difficulty(self, puzzle: Puzzle) -> int:
        return puzzle.difficulty

    async def days(self, player: Player) -> set[date]:
        return set()

    def recording(self, player: Player, day: date) -> None:
        """Return no write: no try counts here."""


async def _at_once() -> None:
    """Wait for nothing: nobody else is kept waiting."""
