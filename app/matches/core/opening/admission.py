"""The site's checks of those who open tables, sit down at them, and look on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Final

from app.base.live.shards import ALONE, Shards
from app.matches.bots.queue import BotQueues
from app.matches.core.features.deal import DEAL
from app.matches.core.match_row import MatchRow
from app.people.players.player import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """The site's checks before somebody opens a table or sits down at one; each refuses with AppError."""

    may_open: Callable[[Player], Awaitable[None]] | None = None  # players who may not open tables here
    may_organize: Callable[[Player | None], Awaitable[None]] | None = None  # visitors who may not open tournaments here
    may_meet: Callable[[Player, Iterable[Player]], Awaitable[None]] | None = None  # those who block each other
    has_room: Callable[[], None] = lambda: None  # every new table while the disk is full
    may_see: Callable[[MatchRow, Player | None], Awaitable[None]] | None = None  # a match of a deal still to be played
    bot_queues: BotQueues | None = None  # an address that waits for too many bots already
    shards: Shards = ALONE  # names the matches that this worker opens

    async def check_may_open(self, player: Player) -> None:
        """Raise AppError where a player may not open tables."""
        if self.may_open is not None:
            await self.may_open(player)

    async def check_may_meet(self, player: Player, others: Iterable[Player]) -> None:
        """Raise AppError(blocked) where a player does not sit at a table with one of these."""
        if self.may_meet is not None:
            await self.may_meet(player, (guest for guest in others if guest.id != player.id))

    async def check_may_see(self, row: MatchRow, player: Player | None) -> None:
        """Raise AppError(deal_unfinished) for a match whose cards a visitor must not know yet."""
        if self.may_see is not None and DEAL.of(row) is not None:
            await self.may_see(row, player)


ANYBODY: Final = Admission()
