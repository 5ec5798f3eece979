"""A bot's answer to a person who offers a draw: at once, by the chance to win that it sees.

Each worker that has the match in memory may answer; the offer is gone with the first answer, which refuses the others.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import structlog

from app.base.errors import AppError
from app.base.tasks import TaskSet
from app.matches.bots.thinkers import Thinkers
from app.matches.bots.thinking import question_of
from app.matches.core.features.draw import OFFER
from app.matches.core.live.live_match import LiveMatch, MatchObserver
from app.matches.core.live.update import Change
from app.matches.core.service import MatchService
from engine.seat import Seat, other

AGREES_BELOW: Final = 0.45
"""The chance to win below which a bot is content with a draw."""

log = structlog.get_logger(__name__)


class BotAnswers(MatchObserver):
    """Answers for the bots of this worker's matches."""

    follows_moves = False

    def __init__(self, service: MatchService, thinkers: Thinkers) -> None:
        self._service = service
        self._thinkers = thinkers
        self._answering: set[str] = set()
        self._tasks = TaskSet()

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Answer within the block."""
        async with self._tasks:
            yield

    def opened(self, live: LiveMatch) -> None:
        """Answer an offer that nobody has answered since the match was last in memory."""
        self._consider(live)

    def changed(self, live: LiveMatch, change: Change) -> None:
        """Answer a new offer."""
        self._consider(live)

    def _consider(self, live: LiveMatch) -> None:
        seat = _asked(live)
        if seat is not None and live.id not in self._answering:
            self._answering.add(live.id)
            task = self._tasks.run(self._answer(live, seat))
            task.add_done_callback(lambda _done: self._answering.discard(live.id))

    async def _answer(self, live: LiveMatch, seat: Seat) -> None:
        assert live.match is not None
        seed = self._thinkers.seeds.of(live.id, live.seq, "draw")
        question = question_of(live.match, live.row.bots[seat].level, seat, seed)
        try:
            accept = await self._thinkers.likelihood(question) < AGREES_BELOW
            await self._service.answer_draw_for_bot(live.id, seat, accept=accept)
        except AppError as error:  # answered already, the match continues or is over, or the database is away
            log.info("no_answer_of_a_bot", match=live.id, code=error.code)


def _asked(live: LiveMatch) -> Seat | None:
    """Return the seat of the bot that is offered a draw."""
    offering = OFFER.of(live.row)
    if offering is None or live.match is None or live.match.status != "playing" or live.row.status != "playing":
        return None
    return other(offering) if other(offering) in live.row.bots else None
