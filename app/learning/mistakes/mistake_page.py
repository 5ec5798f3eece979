"""A mistake as its page shows it: the real board before the turn, and the coach with the task and the verdict."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.i18n import _, formats
from app.learning.mistakes import run as runs
from app.learning.mistakes.run import MistakeRun
from app.learning.mistakes.service import Mistake, MistakeService, OpenMistake
from app.learning.mistakes.work import TryVerdict
from app.learning.practice.exercise import DONE, GOING, Coach, Solved
from app.learning.practice.turn_exercise import TurnExercise
from app.learning.puzzles import daily
from app.learning.replay.analysis.words import plays_in_words, reasons_in_words
from app.people.players.player import Player
from engine.events import Event


@dataclass(frozen=True, slots=True)
class MistakeQueue(Solved):
    """A guest's queue."""

    queue: Sequence[Mistake] = ()

    @property
    def waiting(self) -> list[Mistake]:
        """The mistakes that wait to be tried today."""
        return [each for each in self.queue if each.is_due(daily.today())]


@dataclass(frozen=True, slots=True)
class MistakeCoach(Coach):
    """The coach of a mistake; `plays` and `reasons` are the expert's turn, `replay` the path of the turn in the match,
    `left` how many other mistakes wait. `returns` says when this one comes back, once it is solved."""

    turn: int
    edition: str
    replay: str
    plays: Sequence[str]
    reasons: Sequence[str]
    returns: str
    left: int


class MistakeExercise(TurnExercise[MistakeRun]):
    """A mistake: the learner's turn is compared with the expert's, and a worse one answered. `turn` waits until another
    may be judged."""

    kind = "mistake"
    coach_template = "learning/mistakes/coach.html"

    def __init__(self, found: OpenMistake, service: MistakeService, turn: Callable[[], Awaitable[None]]) -> None:
        super().__init__(found.mistake.name, runs.begin(found.task), self._judged)
        self._mistake = found.mistake
        self._text = found.text
        self._task = found.task
        self._service = service
        self._turn = turn
        self.mode = "solo" if found.task.alone else "duel"

    @property
    def is_due(self) -> bool:
        """True if the mistake waits to be tried today."""
        return self._mistake.is_due(daily.today())

    async def _judged(self, run: MistakeRun) -> tuple[MistakeRun, list[Event]]:
        await self._turn()
        verdict = await self._service.judge(self._text, run.turn.moves)
        if verdict is None:
            raise AppError(Code.not_in_mistake)
        return run.judged(verdict)

    async def solved(self, player: Player) -> MistakeQueue:
        """Return the guest's queue."""
        return MistakeQueue(queue=await self._service.of(player))

    def counts_for(self) -> date:
        """Return the day by which a try is due or not."""
        return daily.today()

    def also_write(self, player: Player, run: MistakeRun, day: date | None) -> Callable[[sa.Connection], None] | None:
        """Return the write that stores a verdict in the queue."""
        if run.state == GOING:
            return None
        at = day or daily.today()
        return lambda connection: self._service.record(connection, player, self._mistake, at, passed=run.state == DONE)

    def coach(self, run: MistakeRun, solved: Solved) -> MistakeCoach:
        """Return the coach at this moment of the try."""
        missed = self._task.missed
        assert isinstance(solved, MistakeQueue)
        now = next((each for each in solved.queue if each.name == self.name), self._mistake)
        others = [each for each in solved.waiting if each.name != self.name]
        advice = missed.review.advice
        return MistakeCoach(
            title=_("Your turn %(turn)s again", turn=missed.turn),
            say=self._say(run),
            hint=" ".join(reasons_in_words(advice, alone=self._task.alone)),
            state=run.state,
            home="/mistakes",
            after=f"/mistakes/{others[0].name}" if others else None,
            over=_over(run.verdict),
            following=_("Next mistake"),
            turn=missed.turn,
            edition=self._task.match.options.edition,
            replay=f"/match/{now.match_id}/replay?step={now.step}&from={missed.player}",
            plays=plays_in_words(advice, missed.player),
            reasons=reasons_in_words(advice, alone=self._task.alone),
            returns=returns_words(now) if run.state == DONE else "",
            left=len(others),
        )

    def _say(self, run: MistakeRun) -> str:
        review, verdict = self._task.missed.review, run.verdict
        if verdict is None:
            return _(
                "In the match, this turn left you with a chance of winning of %(played)s; %(best)s was possible. "
                "Find a turn as good as the expert's: there may be several.",
                played=formats.percent(review.played),
                best=formats.percent(review.best),
            )
        shown = {"tried": formats.percent(verdict.tried), "best": formats.percent(verdict.best)}
        if verdict.is_masters:
            return _(
                "Well played: the highest level would play this turn, too. The expert gives it %(tried)s, and its own "
                "turn %(best)s.",
                **shown,
            )
        if verdict.is_as_good:
            return _(
                "Well played: your chance of winning is about %(tried)s. The expert's turn gives %(best)s.", **shown
            )
        if verdict.passed:
            return _(
                "Nearly as good: your chance of winning is about %(tried)s. The expert's turn gives %(best)s.", **shown
            )
        return _(
            "Not good enough: your chance of winning would be about %(tried)s; the expert's turn gives %(best)s.",
            **shown,
        )


def _over(verdict: TryVerdict | None) -> str:
    if verdict is None or verdict.is_as_good:
        return _("As good as the expert!")
    return _("As the master would play!") if verdict.is_masters else _("Nearly as good as the expert!")


def returns_words(mistake: Mistake) -> str:
    if mistake.due is None:
        return _("You have learnt this one: it will not come back.")
    return _("It comes back on %(day)s.", day=formats.day(seconds_of(mistake)))


def seconds_of(mistake: Mistake) -> float:
    """Return the beginning of the day on which a mistake is due, in seconds since 1970."""
    assert mistake.due is not None
    return datetime.combine(mistake.due, time(), UTC).timestamp()
