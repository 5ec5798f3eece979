"""Exercises, the base of lessons, puzzles and mistakes: a position, the plays that it allows, the answers to them, and
a coach."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import ClassVar, Final, Generic, Literal, Never, Protocol, TypeAlias, TypeVar

from app.base.i18n import _, pgettext
from app.matches.table.board import Board
from app.people.players.player import Player
from engine.events import Event
from engine.match import Match
from engine.seat import BySeat, Seat

ExerciseKind = Literal["lesson", "puzzle", "mistake", "study"]
ExerciseState = Literal["going", "done", "lost"]
GOING: Final = "going"
DONE: Final = "done"
LOST: Final = "lost"

YOU: Final[Seat] = "A"
"""The learner's seat."""
OPPONENT: Final[Seat] = "B"


AlsoWrite: TypeAlias = Callable[[Never], None]
"""A write that goes with storing a run, in the same transaction: only who stores knows its argument."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A guest's progress in one exercise; `moves` are JSON in the form of its runs, `day` is that for which the try
    counts."""

    kind: ExerciseKind
    name: str
    seq: int = 0
    moves: tuple[object, ...] = ()
    done: bool = False
    day: date | None = None

    def moved(self, moves: tuple[object, ...], *, done: bool = False, day: date | None = None) -> Progress:
        """Return the progress after one more move, or after a new beginning (no moves)."""
        return replace(self, seq=self.seq + 1, moves=moves, done=self.done or done, day=day)


class ProgressKeeper(Protocol):
    """Stores progress: on the site (app/learning/practice/progress.py) or in a browser (app/site/offline)."""

    async def get(self, player: Player | None, kind: ExerciseKind, name: str) -> Progress:
        """Return a guest's progress in one exercise; a visitor has none."""

    async def done(self, player: Player, kind: ExerciseKind) -> set[str]:
        """Return the names of the exercises of a kind that a guest has done."""

    async def keep(
        self, player: Player, before: Progress, after: Progress, also_write: AlsoWrite | None = None
    ) -> None:
        """Store `after`, and do `along`. AppError(stale_seq) if the exercise has continued since `before`."""


class Run(Protocol):
    """An exercise under way: the match in its present state, the moves so far as JSON, and whether it is over."""

    @property
    def match(self) -> Match: ...
    @property
    def moves(self) -> tuple[object, ...]: ...
    @property
    def state(self) -> ExerciseState: ...


R = TypeVar("R", bound=Run)


@dataclass(frozen=True, slots=True)
class Solved:
    """A guest's finished exercises of a kind, by name, and the days whose puzzle they solved."""

    names: Collection[str] = ()
    days: Collection[date] = ()


@dataclass(frozen=True, slots=True)
class Coach:
    """The words of every coach, and its links: `home` is the path of the list of exercises, the others are paths, too.

    `over` is the line when the exercise is done, `following` the button that then leads to the next one.
    """

    title: str
    say: str
    hint: str
    state: ExerciseState
    home: str
    after: str | None
    over: str
    following: str


class Exercise(ABC, Generic[R]):
    """One lesson, puzzle or mistake, for the page and the socket of practice; the learner sits at `seat`."""

    kind: ClassVar[ExerciseKind]
    coach_template: ClassVar[str]
    seat: Seat = YOU
    mode: str = "duel"

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def resume(self, moves: Sequence[object]) -> R:
        """Return the run after these moves."""

    @abstractmethod
    async def act(self, run: R, action: object) -> tuple[R, list[Event]]:
        """Return the run after an action of the learner and the answer to it, and what happened.

        Raises EngineError or AppError, and changes nothing, for an action that the rules or the exercise do not allow.
        """

    @abstractmethod
    def refusal(self, run: R, place: int) -> Exception | None:
        """Return the reason why the card at this place of the hand cannot be played now, None if it can."""

    @abstractmethod
    def table(self, run: R) -> Board:
        """Return the board as the learner sees it, with the choices of the moment."""

    @abstractmethod
    async def solved(self, player: Player) -> Solved:
        """Return the exercises that the guest has solved."""

    @abstractmethod
    def coach(self, run: R, solved: Solved) -> Coach:
        """Return the coach at this moment."""

    def names(self) -> BySeat[str]:
        """Return the names of the two players."""
        # Translators: the name of the learner in lessons and puzzles.
        learner = pgettext("learner", "Captain")
        rival = _("The automaton") if self.mode == "solo" else _("Admiral Limpet")
        return {"A": learner, "B": rival} if self.seat == "A" else {"A": rival, "B": learner}

    def counts_for(self) -> date | None:
        """Return the day for which a try counts that begins now, however late it ends."""
        return None

    def also_write(self, player: Player, run: R, day: date | None) -> AlsoWrite | None:
        """Return the write that goes with storing this run, which counts for `day`; None for nothing."""
        return None
