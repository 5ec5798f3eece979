"""Deals and the one try of each player: matches are opened, finished ones passed on, and kept from those who may not
see them yet."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from datetime import time as dawn
from typing import Final

import orjson
import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.database import Database, StoredRow
from app.base.store.group_commit import Writer
from app.base.store.ids import new_id
from app.base.store.upsert import add_new, insert_if_new
from app.contests.deals.board import DealBoards
from app.contests.deals.models import deals, tries
from app.contests.deals.plans import DealPlan, plan_of
from app.contests.deals.results import DealTry, result_of, try_of
from app.learning.puzzles import daily
from app.matches.bots import characters
from app.matches.core.features.deal import DEAL
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.opening.start import bot_of
from app.matches.core.service import MatchService
from app.matches.core.storage.models import matches
from app.matches.core.storage.seats import holds
from app.people.players.player import Player
from engine.setup.options import OptionsNotation

PAST_DAYS: Final = 30
"""The number of past days that may still be played, without the table."""


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """A deal as everybody may know it. `day` is None where it was passed on from a match."""

    id: str
    day: date | None
    plan: DealPlan

    @property
    def starts_at(self) -> float:
        """The beginning of its day, in seconds since 1970."""
        return 0.0 if self.day is None else datetime.combine(self.day, dawn(), UTC).timestamp()

    @property
    def counts(self) -> bool:
        """True if a try that begins now counts."""
        return self.day is None or self.day in daily.open_days()


class FinishedDeals:
    """The deals that players have finished: only then may they see other players' matches of it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def check_may_see(self, row: MatchRow, player: Player | None) -> None:
        """Raise AppError(deal_unfinished) where a match would show the cards of a deal that is still to be played."""
        deal_id = DEAL.of(row)
        if deal_id is None or (player is not None and row.seats_of(player.id)):
            return
        if player is None or not await self.has_finished(player, deal_id):
            raise AppError(Code.deal_unfinished)

    async def has_finished(self, player: Player, deal_id: str) -> bool:
        """Return whether a player has finished their try."""
        mine = (tries.c.deal_id == deal_id, tries.c.player_id == player.id, tries.c.outcome.is_not(None))
        query = sa.select(tries.c.deal_id).where(*mine)
        return await self._database.row(query) is not None


class DealService:
    """The only writer of deals and of tries that begin."""

    def __init__(self, database: Database, writer: Writer, service: MatchService, finished: FinishedDeals) -> None:
        self._database = database
        self._writer = writer
        self._matches = service
        self.finished = finished
        self.boards = DealBoards(database)
        self._add_deal = insert_if_new(database.engine, deals)

    # --- reading

    async def get(self, deal_id: str) -> SharedDeal:
        """Return a deal; AppError(no_page) for one that is not there, or not yet, or too long ago."""
        day = _day(deal_id)
        if day is not None:
            if not timedelta(0) <= daily.today() - day <= timedelta(PAST_DAYS):
                raise AppError(Code.no_page)
            return deal_of_day(day)
        stored = await self._stored(deal_id)
        options: OptionsNotation = orjson.loads(stored.options)
        decks = tuple(options["decks"].values())
        return SharedDeal(deal_id, None, DealPlan(options["mode"], decks))

    async def tries_of(self, player: Player) -> dict[str, DealTry]:
        """Return a player's tries, by deal."""
        query = sa.select(tries).where(tries.c.player_id == player.id)
        rows = await self._database.rows(query)
        return {row.deal_id: try_of(row) for row in rows}

    async def finished_try(self, player: Player, deal: SharedDeal) -> DealTry:
        """Return a player's finished try; AppError(no_page) before its end."""
        own = (await self.tries_of(player)).get(deal.id)
        if own is None or own.outcome is None:
            raise AppError(Code.no_page)
        return own

    async def rank(self, own: DealTry) -> int:
        """Return the place of a finished try among all."""
        better = (tries.c.deal_id == own.deal_id, tries.c.counts, tries.c.score > own.score)
        query = sa.select(sa.func.count()).select_from(tries).where(*better)
        return 1 + int(await self._database.value(query))

    async def try_in(self, match_id: str) -> DealTry | None:
        """Return the try that was played in a match."""
        query = sa.select(tries).where(tries.c.match_id == match_id)
        row = await self._database.row(query)
        return None if row is None else try_of(row)

    async def _stored(self, deal_id: str) -> StoredRow:
        query = sa.select(deals).where(deals.c.id == deal_id)
        row = await self._database.row(query)
        if row is None:
            raise AppError(Code.no_page)
        return row

    # --- playing

    async def play(self, player: Player, deal: SharedDeal) -> str:
        """Return the match in which a player plays a deal: the one that they have begun, else a new one.

        There is one try: of two matches that two tabs open at once, the second is deleted before anybody has seen it.
        AppError(deal_played) where the match has been deleted since.
        """
        known = (await self.tries_of(player)).get(deal.id)
        if known is None:
            return await self._begin(player, deal)
        if known.match_id is None:
            raise AppError(Code.deal_played)
        return known.match_id

    async def _begin(self, player: Player, deal: SharedDeal) -> str:
        if deal.day is not None:
            await self.draw(deal, deal.plan.options)
        stored = await self._stored(deal.id)
        bot = None if stored.level is None else bot_of(characters.of_level(stored.level))
        opened = await self._opened(player, deal)  # its try was not stored: the worker has died at that moment
        if opened is None:
            live = await self._matches.opening.play_deal(
                player, deal.id, orjson.loads(stored.options), bot, casual=deal.day is None
            )
            opened = live.id
        return await self._store_try(player, deal, opened)

    async def _opened(self, player: Player, deal: SharedDeal) -> str | None:
        mine = (holds(player.id), matches.c[DEAL.name] == deal.id)
        query = sa.select(matches.c.id).where(*mine).order_by(matches.c.created_at).limit(1)
        found: str | None = await self._database.value(query)
        return found

    async def _store_try(self, player: Player, deal: SharedDeal, opened: str) -> str:
        values = {"deal_id": deal.id, "player_id": player.id, "match_id": opened, "counts": deal.counts}
        known = sa.select(tries.c.match_id).where(tries.c.deal_id == deal.id, tries.c.player_id == player.id)
        unseen = sa.delete(matches).where(matches.c.id == opened)

        def write(connection: sa.Connection) -> str | None:
            if add_new(connection, tries, values):
                return opened
            found: str | None = connection.execute(known).scalar_one_or_none()
            if found != opened:
                connection.execute(unseen)
            return found

        match_id = await self._writer.job(write)
        if match_id != opened:
            self._matches.forget([opened])
        if match_id is None:
            raise AppError(Code.deal_played)
        return match_id

    async def is_drawn(self, deal: SharedDeal) -> bool:
        """Return whether the deal of a day is drawn."""
        return await self._database.row(sa.select(deals.c.id).where(deals.c.id == deal.id)) is not None

    async def draw(self, deal: SharedDeal, options: OptionsNotation, won_by: int | None = None) -> None:
        """Draw the deal of a day, unless it is drawn: before its day, or at the first try; `won_by` is the level of a
        computer that has won it."""
        bot = deal.plan.bot
        values = {"id": deal.id, "level": bot.level if bot else None, "won_by": won_by, "created_at": time.time()}
        await self._writer.execute(self._add_deal.values(options=orjson.dumps(options), **values))

    async def pass_on(self, player: Player, match_id: str) -> str:
        """Return the deal of a finished solo match, by which others play the same cards; its player's result stands.

        AppError: no_such_match, not_your_seat, not_over, no_deal_here.
        """
        live = await self._matches.live_match(match_id)
        live.row.seat_for(player.id)
        if live.row.status != "over":
            raise AppError(Code.not_over)
        if not may_be_passed_on(live):
            raise AppError(Code.no_deal_here)
        known = await self.try_in(match_id)
        if known is not None:
            return known.deal_id
        assert live.match is not None
        deal_id, now = new_id(), time.time()
        deal = {"id": deal_id, "options": orjson.dumps(live.row.options), "level": None, "created_at": now}
        own = {"deal_id": deal_id, "player_id": player.id, "match_id": match_id, "counts": True}
        own |= result_of(live.row, live.match)

        def write(connection: sa.Connection) -> str:
            there = connection.execute(sa.select(tries.c.deal_id).where(tries.c.match_id == match_id)).scalar()
            if there is not None:
                return str(there)
            connection.execute(sa.insert(deals).values(deal))
            connection.execute(sa.insert(tries).values(own))
            return deal_id

        return await self._writer.job(write)


def deal_of_day(day: date) -> SharedDeal:
    """Return the deal of a day."""
    return SharedDeal(day.isoformat(), day, plan_of(day))


def may_be_passed_on(live: LiveMatch) -> bool:
    """Return whether a match is one against the automaton that was played to its end, and no deal of a day."""
    row = live.row
    return row.has_automaton and row.status == "over" and live.match is not None and DEAL.of(row) is None


def _day(deal_id: str) -> date | None:
    try:
        return date.fromisoformat(deal_id) if len(deal_id) == len("2026-12-31") else None
    except ValueError:
        return None
