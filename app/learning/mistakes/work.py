"""The work behind mistakes, in a helper process: choosing costly turns that are clear enough to be tried again, and
judging tries."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from app.learning.mistakes.task import MistakeTask
from app.learning.practice.one_turn import OneTurn
from app.learning.replay.analysis.result import MissedTurn
from app.learning.replay.analysis.work import played_turns, seed_of, timeline_of
from app.matches.helpers.source import Source
from engine import actions
from engine.bots import puzzles, trial
from engine.bots.puzzles import Answer
from engine.bots.review import COSTLY
from engine.knowledge import knowledge_of
from engine.position import OVER

SEARCH_SECONDS: Final = 1.0
"""Of the processor, for the wider search before a turn is offered."""


@dataclass(frozen=True, slots=True)
class TryVerdict:
    """A judged try: the chance to win with it and with the expert's turn, and, if it failed, what answers it."""

    tried: float
    best: float
    passed: bool
    answer: tuple[Answer, ...] = ()

    @property
    def is_as_good(self) -> bool:
        """True if the tried turn is as good as the expert's."""
        return self.best - self.tried < trial.NOISE

    @property
    def is_masters(self) -> bool:
        """True if the tried turn passed only because the highest level plays it, too."""
        return self.passed and self.best - self.tried >= COSTLY


def task_of(source: Source, missed: MissedTurn) -> bytes | None:
    """Return the task of a costly turn, to be stored; None where a wider search does not come to the same verdict."""
    timeline = timeline_of(source)
    match = timeline.at(missed.step)
    played = next((turn.actions for turn in played_turns(timeline) if turn.step == missed.step), None)
    if played is None or match.position is None or match.to_act != (missed.player,):
        return None
    task = MistakeTask(match, missed, seed_of(source, missed.step))
    knowledge = knowledge_of(match, missed.player)
    clear = trial.is_clear(knowledge, played, missed.review.advice, seed=task.seed, enough=_clock(SEARCH_SECONDS))
    return task.to_bytes() if clear else None


def judge(text: bytes, moves: Sequence[Answer]) -> TryVerdict | None:
    """Judge a try of a stored task; None where these moves do not end the turn."""
    task = MistakeTask.from_bytes(text)
    turn, _ = OneTurn.begin(task.match, task.seat).played(moves)
    tried = [actions.from_json(action) for action in turn.tried]
    knowledge = knowledge_of(task.match, task.seat)
    found = trial.trial(knowledge, tried, task.missed.review.advice, seed=task.seed)
    if found is None:
        return None
    passed = trial.passes(knowledge, tried, found, seed=task.seed)
    return TryVerdict(found.played, found.best, passed, () if passed else _answer(turn))


def _answer(turn: OneTurn) -> tuple[Answer, ...]:
    """Return the opponent's best turn with the cards that they really had; the automaton has moved already."""
    position = turn.match.position
    if position is None or position.phase == OVER or position.active == turn.seat:
        return ()
    after = position.clone()
    return tuple(puzzles.played_out(after, puzzles.best_reply(after)))


def _clock(seconds: float) -> Callable[[], bool]:
    until = time.process_time() + seconds
    return lambda: time.process_time() > until
