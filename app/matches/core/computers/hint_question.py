"""The question of a player who asks for a hint, to the expert among the bots: values alone."""

from __future__ import annotations

from typing import Final

from app.base.errors import AppError, Code
from app.matches.bots.thinking import Question, question_of
from app.matches.core.features.deal import DEAL
from app.matches.core.live.live_match import LiveMatch
from engine.errors import EngineError

LEVEL: Final = 5


def hint_question(live: LiveMatch, player_id: str, seed: str) -> Question:
    """Return the question of a player who is to act against a computer or the automaton.

    AppError: not_your_seat, no_hints_in_deals, no_hints_here against people, match_over, no_hint_now,
    no_hint_before_play in the set-up.
    """
    match, held = live.match, live.row.seats_of(player_id)
    if not held:
        raise AppError(Code.not_your_seat)
    if DEAL.of(live.row) is not None:
        raise AppError(Code.no_hints_in_deals)
    if len(live.row.guests) != 1 or not live.row.is_full:
        raise AppError(Code.no_hints_here)
    if live.row.status == "over":
        raise AppError(EngineError("match_over"))
    if match is None or held[0] not in match.to_act:
        raise AppError(Code.no_hint_now)
    question = question_of(match, LEVEL, held[0], seed)
    if "turn" not in question.view:
        raise AppError(Code.no_hint_before_play)
    return question
