"""A puzzle as its page shows it: the real board, and the coach with the task."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Protocol

from app.base.i18n import _, formats
from app.base.i18n.comparing import plain
from app.cards.gallery.wording import ability_name
from app.learning.practice.exercise import DONE, LOST, AlsoWrite, Coach, ExerciseState, ProgressKeeper, Solved
from app.learning.practice.turn_exercise import TurnExercise
from app.learning.puzzles import daily, puzzle_run
from app.learning.puzzles.puzzle_run import PuzzleRun, by_id
from app.matches.table import board
from app.matches.table.board import Board
from app.people.players.player import Player
from engine.bots.puzzles import BASTION, SOLVER, WIN, Answer, Puzzle
from engine.events import Event


@dataclass(frozen=True, slots=True)
class PuzzleLink:
    """A puzzle in the list of all: its number from 1 (the easy ones first), and whether the guest has solved it.

    `level` is the difficulty in words, `difficulty` as a number: 0 and no words where it says nothing (the Bastion).
    """

    id: str
    number: int
    title: str
    themes: str
    level: str
    difficulty: int
    solved: bool


@dataclass(frozen=True, slots=True)
class PuzzleCoach(Coach):
    """The coach of a puzzle; `streak` is 0 where it is not the day's, and not solved for it; `counts` says that the try
    counts, and `left` for how long one that begins does; `yesterday` is the id of the puzzle of the day before."""

    link: PuzzleLink
    edition: str
    streak: int
    counts: bool
    left: str
    yesterday: str


class PuzzleJudge(Protocol):
    """Judges tries and keeps the days solved: on the site (app/learning/puzzles/service.py), or in a browser
    (app/site/offline/practice.py)."""

    async def judge(self, puzzle_id: str, moves: Sequence[Answer]) -> list[Answer] | None:
        """Return the answer to a wrong turn, None if it reaches the goal."""

    def difficulty(self, puzzle: Puzzle) -> int:
        """Return the difficulty of a puzzle, 1 to 6."""

    async def days(self, player: Player) -> set[date]:
        """Return the days on which a guest solved the puzzle of the day."""

    def recording(self, player: Player, day: date) -> AlsoWrite | None:
        """Return the write that stores that a guest has solved the puzzle of this day; None where no try counts."""


@dataclass(frozen=True, slots=True)
class TodaysPuzzle:
    """The puzzle that the start page shows: the day's, or an easy one (`easier`) for who has solved none yet; for how
    long today lasts, and on how many days in a row the day's was solved."""

    link: PuzzleLink
    solved: bool
    easier: bool
    left: str
    streak: int


async def todays_puzzle(service: PuzzleJudge, player: Player | None) -> TodaysPuzzle:
    """Return the puzzle of the day, and whether the guest has solved it today."""
    today = daily.today()
    days = await service.days(player) if player is not None else set()
    shown = puzzle_for(easier := not days and daily.puzzle_of(today).difficulty > daily.EASY)
    left = formats.duration(daily.left(today))
    return TodaysPuzzle(link_of(shown, Solved(), service), today in days, easier, left, daily.streak(days, today))


def puzzle_for(easier: bool) -> Puzzle:
    """Return the puzzle of the day, or the easy one of this week's Monday."""
    today = daily.today()
    return daily.puzzle_of(today - timedelta(days=today.weekday()) if easier else today)


def first_board(puzzle: Puzzle) -> Board:
    """Return the board before the first move, for a picture of it."""
    return board.build(puzzle_run.begin(puzzle).match, SOLVER)


def goal_title(goal: str) -> str:
    """Return the title of a goal, in a few words."""
    return _("Win this turn") if goal == WIN else _("Bring down the Bastion") if goal == BASTION else _("Survive")


def puzzle_links(solved: Solved, service: PuzzleJudge) -> list[PuzzleLink]:
    """Return all puzzles, the easy ones first."""
    return [_link(puzzle, number, solved, service) for number, puzzle in enumerate(by_id().values(), 1)]


def _link(puzzle: Puzzle, number: int, solved: Solved, service: PuzzleJudge) -> PuzzleLink:
    themes = formats.series(sorted(map(ability_name, puzzle.themes), key=plain))
    difficulty = 0 if puzzle.goal == BASTION else service.difficulty(puzzle)
    return PuzzleLink(
        puzzle.id,
        number,
        goal_title(puzzle.goal),
        themes,
        _level(puzzle, difficulty),
        difficulty,
        puzzle.id in solved.names,
    )


def _level(puzzle: Puzzle, difficulty: int) -> str:
    level = _("Difficulty %(n)s", n=difficulty) if difficulty else ""
    return " · ".join(filter(None, (level, "" if puzzle.found else _("not solved by any computer"))))


def link_of(puzzle: Puzzle, solved: Solved, service: PuzzleJudge) -> PuzzleLink:
    """Return one puzzle as an entry of the list."""
    return _link(puzzle, list(by_id()).index(puzzle.id) + 1, solved, service)


class PuzzleExercise(TurnExercise[PuzzleRun]):
    """A puzzle: the solver's turn is judged, and a wrong one answered. `turn` waits until another may be judged."""

    kind = "puzzle"
    coach_template = "learning/puzzles/coach.html"

    def __init__(
        self, puzzle: Puzzle, progress: ProgressKeeper, service: PuzzleJudge, turn: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(puzzle.id, puzzle_run.begin(puzzle), self._judged)
        self._puzzle = puzzle
        self._progress = progress
        self._service = service
        self._turn = turn

    async def _judged(self, run: PuzzleRun) -> tuple[PuzzleRun, list[Event]]:
        await self._turn()
        return run.played(await self._service.judge(self.name, run.turn.moves) or ())

    async def solved(self, player: Player) -> Solved:
        """Return the puzzles that the guest has solved, and the days on which they solved the puzzle of the day."""
        return Solved(await self._progress.done(player, self.kind), await self._service.days(player))

    def counts_for(self) -> date | None:
        """Return the day whose puzzle this is now."""
        return max((day for day in daily.open_days() if daily.puzzle_of(day) is self._puzzle), default=None)

    def also_write(self, player: Player, run: PuzzleRun, day: date | None) -> AlsoWrite | None:
        """Return the write that stores the day if this run has just solved its puzzle."""
        if run.state != DONE or day is None:
            return None
        return self._service.recording(player, day)

    def coach(self, run: PuzzleRun, solved: Solved) -> PuzzleCoach:
        puzzle = self._puzzle
        link = link_of(puzzle, solved, self._service)
        rest = [each for each in (*list(by_id())[link.number :], *by_id()) if each not in solved.names]
        after = next((each for each in rest if each != puzzle.id), None)
        day = self.counts_for()
        return PuzzleCoach(
            title=link.title,
            say=words(puzzle.goal, run.state),
            hint=_hint(link.themes),
            state=run.state,
            home="/puzzles",
            after=None if after is None else f"/puzzles/{after}",
            over=_("Puzzle solved!"),
            following=_("Next puzzle"),
            link=link,
            edition=puzzle.edition,
            streak=daily.streak(solved.days, day) if day in solved.days and day else 0,
            counts=day is not None and day not in solved.days,
            left=formats.duration(daily.left(day)) if day else "",
            yesterday=daily.before(day).id if day else "",
        )


def _hint(themes: str) -> str:
    if themes:
        return _("Abilities that decide it: %(abilities)s.", abilities=themes)
    return _("No ability decides this one: count damage and mana.")


def words(goal: str, state: ExerciseState) -> str:
    """Return what is asked of the solver, or how the try has ended."""
    if state == DONE:
        return _("Solved: these plays, and no others, do it.")
    if goal == WIN:
        if state == LOST:
            return _("The Fort still stands, and the Admiral has answered. Another combination of plays wins.")
        return _("Win the match this turn. Only one combination of plays does it.")
    if goal == BASTION:
        if state == LOST:
            return _(
                "The Bastion still stands, and the Admiral has answered. Another combination of plays brings it down."
            )
        return _("Bring down the Admiral's Bastion this turn. Only one combination of plays does it.")
    if state == LOST:
        return _("The Admiral has found a way to win. A different combination of plays allows none.")
    return _(
        "Play so that the Admiral, whose hand is open, cannot win next turn. Only one combination of plays does it."
    )
