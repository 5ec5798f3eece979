"""Hints: what the expert among the bots would do for a player against the computer. Never in a match of two people.

A match in which one was given counts for no rating, and else nothing changes. A process of the bots computes it from
its player's view, outside the lock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.bots.thinkers import Thinkers
from app.bots.thinking import Question, question_of
from app.errors import AppError, Code
from app.matches.features.deal import DEAL
from app.matches.service import MatchService
from app.players.player import Player
from engine.bots.advice import Advice
from engine.errors import EngineError
from engine.seat import Seat

LEVEL: Final = 5
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

        AppError: too_many while another one for the same player is under way, not_your_seat, no_hints_here
        against people, no_hint_now, no_hint_before_play in the set-up, match_over.
        """
        live = await self._service.live_match(match_id)
        match, seq, held = live.match, live.seq, live.row.seats_of(player.id)
        if not held:
            raise AppError(Code.not_your_seat)
        if DEAL.of(live.row) is not None:
            raise AppError(Code.no_hints_in_deals)
        if len(live.row.guests) != 1 or not live.row.is_full:
            raise AppError(Code.no_hints_here)
        if live.row.status == "over":
            raise AppError(EngineError("match_over"))
        seat = held[0]
        if match is None or seat not in match.to_act:
            raise AppError(Code.no_hint_now)
        question = question_of(match, LEVEL, seat, self._thinkers.seeds.of(match_id, seq, "hint"))
        if "turn" not in question.view:
            raise AppError(Code.no_hint_before_play)
        advice = await self._advice(question, player, owner)
        unrated = live.row.rated
        await self._service.make_friendly(live)
        return GivenHint(seq, seat, advice, unrated)

    async def _advice(self, question: Question, player: Player, owner: str) -> Advice:
        if player.id in self._under_way:
            raise AppError(Code.too_many, seconds=RETRY_SECONDS)
        self._under_way.add(player.id)
        try:
            return await self._thinkers.advise(question, owner)
        finally:
            self._under_way.discard(player.id)
