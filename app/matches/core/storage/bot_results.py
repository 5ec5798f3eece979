"""A guest's results against bots, from their own finished matches; and the level that fits them now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import sqlalchemy as sa

from app.base.store.database import Database
from app.matches.bots.characters import FIRST_LEVEL
from app.matches.core.seat_holder import BOT, Bot, from_columns
from app.matches.core.storage.models import matches
from app.people.players.player import Player
from engine.bots.levels import LEVELS

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
    table = matches.c
    ended = sa.select(table.seat_a, table.winner, table.name_a, table.name_b, table.computer_a, table.computer_b).where(
        table.status == "over", table.winner.is_not(None), sa.not_(table.casual), _alone()
    )
    if in_public:
        ended = ended.where(sa.or_(table.public, table.rated))
    at_a = ended.where(table.seat_a == player_id, table.computer_b.startswith(BOT))
    at_b = ended.where(table.seat_b == player_id, table.computer_a.startswith(BOT))
    both = at_a.add_columns(table.finished_at.label("at")).union_all(at_b.add_columns(table.finished_at)).subquery()

    def query(connection: sa.Connection) -> list[BotResult]:
        found = []
        for row in connection.execute(sa.select(both).order_by(both.c.at)):
            seat = "A" if row.seat_a == player_id else "B"
            name, computer = (row.name_b, row.computer_b) if seat == "A" else (row.name_a, row.computer_a)
            bot = from_columns(None, name, computer)
            if isinstance(bot, Bot):
                found.append(BotResult(bot, None if row.winner == "draw" else row.winner == seat))
        return found

    return query


def _alone() -> sa.ColumnElement[bool]:
    """A condition: nobody held a side with another (H12)."""
    return sa.and_(matches.c.second_a.is_(None), matches.c.second_b.is_(None))


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
