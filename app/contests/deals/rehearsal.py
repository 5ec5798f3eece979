"""The deals of today and tomorrow are played by computers before they are drawn: a seed that none wins is not taken."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from typing import Final

from app.base.errors import AppError
from app.base.tasks import TaskHealth, TaskSet
from app.contests.deals.service import DealService, SharedDeal, deal_of_day
from app.learning.puzzles import daily
from app.matches.bots import thinking
from app.matches.bots.thinkers import Thinkers
from engine.match import Match
from engine.seat import SEATS
from engine.setup.options import Options, OptionsNotation

LEVELS: Final = (2, 4, 6, 6, 6)
"""Of those that play a seed, one after the other, until one has won."""
MAX_SEEDS: Final = 12
"""The last one is taken unseen: one in six is won by nobody."""
CHECK_SECONDS: Final = 600.0


class DealRehearsals:
    """Draws the deals in each worker's spare time; where several are at it, the first to end has drawn."""

    def __init__(
        self,
        deals: DealService,
        thinkers: Thinkers,
        *,
        is_on: bool,
        levels: Sequence[int] = LEVELS,
        health: TaskHealth | None = None,
    ) -> None:
        self._deals = deals
        self._thinkers = thinkers
        self._is_on = is_on
        self._levels = levels
        self._tasks = TaskSet(health)

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Draw what is due within the block."""
        async with self._tasks:
            if self._is_on:
                self._tasks.forever("deals", self._forever)
            yield

    async def _forever(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS * random.random())  # so that workers come one after the other
            with contextlib.suppress(AppError):  # the database is away, or a process came to its end: logged there
                await self.draw_due()

    async def draw_due(self) -> None:
        """Draw the deals of today and tomorrow, unless they are drawn."""
        for ahead in range(2):
            deal = deal_of_day(daily.today() + timedelta(days=ahead))
            if not await self._deals.is_drawn(deal):
                options, won_by = await self._rehearsed(deal)
                await self._deals.draw(deal, options, won_by)

    async def _rehearsed(self, deal: SharedDeal) -> tuple[OptionsNotation, int | None]:
        """Return the options of the first seed that a computer wins, and its level."""
        for _ in range(MAX_SEEDS):
            options = deal.plan.options
            for number, level in enumerate(self._levels):
                if await self._wins(deal, options, level, f"rehearsal {number}"):
                    return options, level
        return options, None

    async def _wins(self, deal: SharedDeal, options: OptionsNotation, level: int, use: str) -> bool:
        """Return whether a computer of a level wins with these cards at seat A, by the chance of this `use`."""
        bot, match = deal.plan.bot, Match.new(Options.from_json(options))
        moment, left = 0, {seat: list[int]() for seat in SEATS}
        while match.outcome is None:
            (seat,) = match.to_act
            asked = bot.level if bot and seat == "B" else level
            seed = self._thinkers.seeds.of(f"{deal.id} {options['seed']}", moment, use)
            question = thinking.question_of(match, asked, seat, seed, tuple(left[seat]))
            plan = await self._thinkers.when_idle(thinking.think, question, thinking.LEVEL_SECONDS[asked], None)
            left[seat].append(plan.fingerprint)
            for action in plan.actions:
                match, _ = match.apply(seat, action)
                moment += 1
        return match.outcome.winner == "A"
