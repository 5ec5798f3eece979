"""The work of a process in which bots think: a question in, a plan out. Nothing here knows a match, or its cards.

A `Question` is all that leaves the server for it: what the bot's player may see (`Match.view_for` of its seat, the
facts that are public to it, what is legal), never a hidden card and never the match's seed.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine import bots
from engine.bots import advice
from engine.bots.advice import Advice
from engine.bots.evaluation import card_values, chance, evaluation
from engine.knowledge import Facts, Knowledge, facts_of
from engine.match import LegalAction, Match
from engine.seat import Seat
from engine.setup.views import MatchView

LEVEL_SECONDS: Final = (0.1, 0.1, 0.1, 0.2, 0.4, 1.0, 2.0)
"""By level: CPU seconds that one plan may take, where no other question waits. Most need far less."""
COLLECT_EVERY: Final = 200
QUICK_LEVEL: Final = 2
"""The level whose turn takes a millisecond or two."""
QUICK: Final = 100
"""Positions that it judges at most."""


@dataclass(frozen=True, slots=True)
class Question:
    """The turn of the bot at `seat`; `seed` is the source of its chance, `fingerprints`: of positions it has left."""

    level: int
    seat: Seat
    view: MatchView
    facts: Facts
    legal: Sequence[LegalAction]
    seed: str
    fingerprints: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Actions in the notation, one after the other; `fingerprint` is that of the position they lead to."""

    actions: tuple[dict[str, object], ...]
    fingerprint: int


def question_of(match: Match, level: int, seat: Seat, seed: str, fingerprints: tuple[int, ...] = ()) -> Question:
    view, facts = match.view_for(seat), facts_of(match, seat)
    return Question(level, seat, view, facts, match.legal_actions(seat), seed, fingerprints)


def prepare() -> None:
    """Begin: a search makes no cycles, and looking for them would take a sixth of its time."""
    evaluation("duel")
    card_values()
    gc.collect()
    gc.freeze()
    gc.disable()


_answered = 0


def think(question: Question, seconds: float, time_left: float | None = None) -> Plan:
    """Return the bot's plan after thinking for at most about so many seconds of this process, and `time_left` seconds
    of any clock."""
    choice = bots.choose(
        question.level,
        question.seat,
        question.view,
        question.facts,
        question.legal,
        seed=question.seed,
        fingerprints=list(question.fingerprints),
        enough=_clock(seconds, time_left),
    )
    _collect_now_and_then()
    return _plan(choice)


def quick_plan(question: Question) -> Plan:
    """Return the bot's plan where there is no time to think: cheap enough for any process."""
    level = min(question.level, QUICK_LEVEL) if "turn" in question.view else question.level
    choice = bots.choose(
        level, question.seat, question.view, question.facts, question.legal, seed=question.seed, positions=QUICK
    )
    return _plan(choice)


def _plan(choice: bots.Choice) -> Plan:
    return Plan(tuple(dict(action) for action in choice.actions), choice.fingerprint)


def advise(question: Question, seconds: float) -> Advice:
    """Return a hint for the player of a seat in a match in play, having thought for about so many seconds at most."""
    view = question.view
    assert "turn" in view
    found = advice.advise(
        question.level,
        question.seat,
        view,
        question.facts,
        question.legal,
        seed=question.seed,
        enough=_clock(seconds),
    )
    _collect_now_and_then()
    return found


def likelihood(question: Question) -> float:
    """Return the chance to win as a bot estimates it at one glance, in a match in play, whichever seat is to act."""
    view = question.view
    assert "turn" in view
    world = Knowledge(question.seat, view, question.facts).world(random.Random(question.seed))
    judge = evaluation("duel" if world.solo is None else "solo")
    return chance(judge.for_seat(world, question.seat))


def _clock(seconds: float, time_left: float | None = None) -> Callable[[], bool]:
    until = time.process_time() + seconds
    if time_left is None:
        return lambda: time.process_time() > until
    last = time.monotonic() + time_left
    return lambda: time.process_time() > until or time.monotonic() > last


def _collect_now_and_then() -> None:
    global _answered  # noqa: PLW0603, RUF100 - a process has one
    _answered += 1
    if _answered % COLLECT_EVERY == 0:
        gc.collect()
