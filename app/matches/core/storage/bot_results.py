"""A guest's results against bots, from their own finished matches; and the level that fits them now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import sqlalchemy as sa

from app.base.store.database import Database
from app.matches.bots.characters import FIRST_LEVEL
from app.matches.core.seat_holder import Bot, SeatRow, holder_of
from app.matches.core.storage.models import HELD, matches, seats
from app.matches.core.storage.seats import holds_alone
from app.people.players.player import Player
from engine.bots.levels import LEVELS
from engine.seat import SEATS

LATEST: Final = 20
"""The number of latest matches that count for the level."""


class BotResult(NamedTuple):
    """A finished match against a bot, and whether the guest won it (None: a draw)."""

    bot: Bot
    won: bool | None


class BotResults:
    """The reader of results against bots."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: Player | None, *, in_public: bool = False) -> list[BotResult]:
        """Return a guest's results, oldest first. Casual matches do not count. `in_public`: of matches alone that were
        open to everybody or rated, which others may see."""
        return await self._database.read(_results_of(player.id, in_public)) if player else []

    async def level_of(self, player: Player | None) -> int:
        """Return the level of bots that fits a guest now."""
        return level_for(await self.of(player))


def _results_of(player_id: str, in_public: bool) -> Callable[[sa.Connection], list[BotResult]]:
    bots = seats.alias()
    query = (
        sa.select(matches.c.winner, bots.c.seat, *(bots.c[column.name] for column in HELD))
        .join(bots, (bots.c.match_id == matches.c.id) & (bots.c.kind == "bot"))
        .where(matches.c.status == "over", matches.c.winner.is_not(None), sa.not_(matches.c.casual))
        .where(sa.or_(*(holds_alone(seat, player_id) for seat in SEATS)))
        .order_by(matches.c.finished_at)
    )
    if in_public:
        query = query.where(sa.or_(matches.c.public, matches.c.rated))

    def read(connection: sa.Connection) -> list[BotResult]:
        found = []
        for winner, seat, *of_holder in connection.execute(query):
            bot = holder_of([SeatRow(*of_holder)])
            if isinstance(bot, Bot):
                found.append(BotResult(bot, None if winner == "draw" else winner != seat))
        return found

    return read


def level_for(results: Iterable[BotResult]) -> int:
    """Return the level that fits: one higher after a win against it, one lower after two losses in a row."""
    level, lost = FIRST_LEVEL, 0
    for result in list(results)[-LATEST:]:
        if result.won and result.bot.level >= level:
            level, lost = min(LEVELS[-1].number, result.bot.level + 1), 0
        elif result.won is False and result.bot.level <= level:
            lost += 1
            if lost == 2:
                level, lost = max(LEVELS[0].number, level - 1), 0
        else:
            lost = 0
    return level


def losses_in_a_row(results: Iterable[BotResult]) -> dict[str, int]:
    """Return how many of a guest's latest matches against each bot, by name, were lost one after the other."""
    found: dict[str, int] = {}
    for result in results:
        found[result.bot.name] = found.get(result.bot.name, 0) + 1 if result.won is False else 0
    return found


def beaten(results: Iterable[BotResult]) -> frozenset[str]:
    """Return the names of the bots that were beaten at least once."""
    return frozenset(result.bot.name for result in results if result.won)
