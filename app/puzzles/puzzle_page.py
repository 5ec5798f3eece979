"""A puzzle as its page shows it: the real board, and the coach who says what is wanted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from app.cards.wording import ability_name
from app.i18n import _
from app.learn.practice_frames import PracticeRenderer
from app.live.server_messages import Frame, Fresh
from app.puzzles import daily
from app.puzzles.models import DONE, GOING, LOST, PuzzleProgress
from app.puzzles.puzzle_run import PuzzleRun, by_id
from app.table import board
from app.table.board import Board
from engine.bots.puzzles import BASTION, SOLVER, WIN, Puzzle
from engine.events import Event


@dataclass(frozen=True, slots=True)
class PuzzleLink:
    """A puzzle in the list of all: its number from 1 (the easy ones first), and whether the guest has solved it."""

    id: str
    number: int
    title: str
    themes: str
    difficulty: int
    solved: bool


@dataclass(frozen=True, slots=True)
class PuzzleCoach:
    """The coach of a puzzle: what it says now, and where it leads; `streak` is 0 where it is not the day's."""

    link: PuzzleLink
    say: str
    state: str
    edition: str
    after: str | None
    streak: int


@dataclass(frozen=True, slots=True)
class Solved:
    """What a guest has solved: the puzzles, by id, and the days of which they solved the puzzle."""

    puzzles: Collection[str] = ()
    days: Collection[date] = ()

    @property
    def streak(self) -> int:
        """The days in a row up to now."""
        return daily.streak(self.days, daily.today())


def goal_title(goal: str) -> str:
    """Return what a puzzle asks for, in a few words."""
    return _("Win this turn") if goal == WIN else _("Fell the Bastion") if goal == BASTION else _("Survive")


def puzzle_links(solved: Solved) -> list[PuzzleLink]:
    """Return all puzzles, the easy ones first."""
    return [_link(puzzle, number, solved) for number, puzzle in enumerate(by_id().values(), 1)]


def _link(puzzle: Puzzle, number: int, solved: Solved) -> PuzzleLink:
    themes = ", ".join(sorted(map(ability_name, puzzle.themes)))
    return PuzzleLink(
        puzzle.id, number, goal_title(puzzle.goal), themes, puzzle.difficulty, puzzle.id in solved.puzzles
    )


def link_of(puzzle: Puzzle, solved: Solved) -> PuzzleLink:
    """Return one puzzle as it stands in the list."""
    return _link(puzzle, list(by_id()).index(puzzle.id) + 1, solved)


def coach(run: PuzzleRun, progress: PuzzleProgress, solved: Solved) -> PuzzleCoach:
    """Return the coach at this moment of a puzzle."""
    puzzle = run.puzzle
    link = link_of(puzzle, solved)
    rest = [each for each in (*list(by_id())[link.number :], *by_id()) if each not in solved.puzzles]
    of_today = puzzle is daily.puzzle_of(daily.today()) and daily.today() in solved.days
    return PuzzleCoach(
        link=link,
        say=_say(puzzle.goal, progress.state),
        state=progress.state,
        edition=puzzle.edition,
        after=next((each for each in rest if each != puzzle.id), None),
        streak=solved.streak if of_today else 0,
    )


def _say(goal: str, state: str) -> str:
    if state == DONE:
        return _("Solved: these plays, and no others, do it.")
    if goal == WIN:
        if state == LOST:
            return _("The Fort still stands, and the Admiral has answered. Another set of plays wins.")
        return _("Win the match in this turn. One set of plays does it, and only one.")
    if goal == BASTION:
        if state == LOST:
            return _("The Bastion still stands, and the Admiral has answered. Another set of plays fells it.")
        return _("Bring the Admiral's Bastion down in this turn. One set of plays does it, and only one.")
    if state == LOST:
        return _("The Admiral has found a way to win. Another set of plays leaves none.")
    return _(
        "Play so that the Admiral, whose hand lies open, cannot win in the next turn. One set of plays does it, "
        "and only one."
    )


def table(run: PuzzleRun) -> Board:
    """Return the board as the solver sees it; when the turn is over, nothing can be chosen any more."""
    if run.turn_over:
        return board.build(run.match, SOLVER, legal=())
    return board.build(run.match, SOLVER, run.puzzle.position["mana"])


class PuzzleRenderer(PracticeRenderer):
    """Renders a puzzle's page and socket frames."""

    def zones(self, run: PuzzleRun, progress: PuzzleProgress, solved: Solved) -> dict[str, Markup]:
        """Return the HTML of everything that changes, by zone."""
        context = {"coach": coach(run, progress, solved)}
        status = self.part("puzzles/status.html", context) if progress.state != GOING else None
        return self.drawn(progress.seq, table(run), self.part("puzzles/coach.html", context), status)

    def snapshot(self, run: PuzzleRun, progress: PuzzleProgress, solved: Solved) -> Fresh:
        """Return the frame that shows everything afresh."""
        return self.fresh(progress.seq, self.zones(run, progress, solved))

    def change(self, run: PuzzleRun, progress: PuzzleProgress, solved: Solved, events: list[Event]) -> Frame:
        """Return the frame that tells what happened and then shows the table after it."""
        return self.told(progress.seq, self.zones(run, progress, solved), run.match, events)
