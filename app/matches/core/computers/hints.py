"""Hints: what the expert among the bots would do for a player against the computer. Never in a match of two people.

A match in which one was given counts for no rating, and else nothing changes. A process of the bots computes it from
its player's view, outside the lock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.base.errors import AppError, Code
from app.matches.bots.thinkers import Thinkers
from app.matches.bots.thinking import Question
from app.matches.core.computers.hint_question import hint_question
from app.matches.core.interventions import make_friendly
from app.matches.core.service import MatchService
from app.people.players.player import Player
from engine.bots.advice import Advice
from engine.seat import Seat

RETRY_SECONDS: Final = 1


@dataclass(frozen=True, slots=True)
class GivenHint:
    """Advice for `seat` after `seq` actions; `unrated`: the match counted for ratings until now."""

    seq: int
    seat: Seat
    advice: Advice
    unrated: bool


class Hints:
    """Answers players who ask what to do."""

    def __init__(self, service: MatchService, thinkers: Thinkers) -> None:
        self._service = service
        self._thinkers = thinkers
        self._under_way: set[str] = set()  # ids of players

    async def hint(self, match_id: str, player: Player, owner: str) -> GivenHint:
        """Return a hint for a player who is to act; `owner` is that of the queue in which it waits.

        AppError: too_many while another one for the same player is under way; what `hint_question` raises.
        """
        live = await self._service.live_match(match_id)
        seq = live.seq
        question = hint_question(live, player.id, self._thinkers.seeds.of(match_id, seq, "hint"))
        advice = await self._advice(question, player, owner)
        unrated = live.row.rated
        await make_friendly(self._service, live)
        return GivenHint(seq, question.seat, advice, unrated)

    async def _advice(self, question: Question, player: Player, owner: str) -> Advice:
        if player.id in self._under_way:
            raise AppError(Code.too_many, seconds=RETRY_SECONDS)
        self._under_way.add(player.id)
        try:
            return await self._thinkers.advise(question, owner)
        finally:
            self._under_way.discard(player.id)
