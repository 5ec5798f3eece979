"""A computer opponent at a table without a line, and an expert's hint: imported after the table is shown."""

from __future__ import annotations

from typing import Final

from app.matches.bots.thinking import LEVEL_SECONDS, Plan, advise, likelihood, question_of, think
from app.matches.core.computers.hint_question import hint_question
from app.matches.core.live.live_match import LiveMatch
from app.matches.table.hint import HintOut, hint_of
from engine.match import Match
from engine.seat import Seat

AGREES_BELOW: Final = 0.45
SLOWER: Final = 4
"""A computer may think so many times as long here as on a server: a browser is slower."""
MAX_SECONDS: Final = 4.0
"""The longest that it may think, in seconds, so that its turn is there after five."""
TIMES: Final = tuple(min(seconds * SLOWER, MAX_SECONDS) for seconds in LEVEL_SECONDS)
"""By level."""


def plan(match: Match, level: int, seat: Seat, seed: str, fingerprints: tuple[int, ...]) -> Plan:
    """Return what a level plays now at `seat`."""
    return think(question_of(match, level, seat, seed, fingerprints), TIMES[level])


def agrees(match: Match, level: int, seat: Seat, seed: str) -> bool:
    """True if a level takes a draw at `seat`."""
    return likelihood(question_of(match, level, seat, seed)) < AGREES_BELOW


def hint(live: LiveMatch, player: str, seed: str) -> HintOut:
    """Return a hint for the player; AppError if there is none (`hint_question`)."""
    question = hint_question(live, player, seed)
    advice = advise(question, TIMES[question.level])
    return hint_of(live.seq, question.seat, advice, alone=live.row.has_automaton, unrated=False)
