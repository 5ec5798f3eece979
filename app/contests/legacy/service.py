"""Roads: they begin, their matches are opened, and choices are made, each at one place in time."""

from __future__ import annotations

import secrets
import time
import zlib
from datetime import date
from typing import Final

import orjson
import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.store.ids import new_id
from app.base.store.upsert import insert_if_new
from app.contests.legacy.models import road_weeks, roads
from app.contests.legacy.rows import road_in, values_after
from app.contests.legacy.stored_road import RoadSteps, StoredRoad
from app.learning.puzzles import daily
from app.matches.core.features.deal import ROAD_MARK, road_of
from app.matches.core.history.match_history import MatchHistory
from app.matches.core.match_row import MatchRow
from app.matches.core.opening.start import bot_of
from app.matches.core.service import MatchService
from app.matches.core.storage.models import matches
from app.matches.helpers.process import HelperProcess
from app.matches.helpers.source import Source
from app.people.players.models import players
from app.people.players.player import Player
from engine.legacy import LIVES, Road, ScarredCard
from engine.record import MatchRecord
from engine.setup.options import DECKS

SEED_BYTES: Final = 16
HALL_SHOWN: Final = 30
"""Roads of a player that are listed."""


def this_week() -> str:
    """Return the week that it is, such as "2026-W49"; it begins on Monday, UTC."""
    return week_of(daily.today())


def week_of(day: date) -> str:
    """Return the week of a day."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


def starter_of(week: str) -> int:
    """Return the starter deck of the road of a week: each of them in turn."""
    return DECKS[date.fromisocalendar(int(week[:4]), int(week[6:]), 1).toordinal() // 7 % len(DECKS)]


def scar_in(source: Source, road: Road) -> ScarredCard | None:
    """Return the scar that a lost match leaves on a road: the work of a helper process."""
    record = MatchRecord.from_json(orjson.loads(zlib.decompress(source.text)))
    return road.scar(step.events for step in record.replay())


async def check_may_see(database: Database, row: MatchRow, player: Player | None) -> None:
    """Raise AppError(road_unfinished) where a match of a road would show another player cards too early: before its
    road is over, and on the road of this week before the reader's own is."""
    found = await database.row(sa.select(roads).where(roads.c.id == road_of(row)))
    if found is None or (player is not None and row.seats_of(player.id)):
        return
    reader = "" if player is None else player.id
    own = sa.select(roads.c.id).where(
        roads.c.player_id == reader, roads.c.week == found.week, roads.c.ended_at.is_not(None)
    )
    unplayed = found.week == this_week() and await database.row(own) is None
    if found.ended_at is None or unplayed:
        raise AppError(Code.road_unfinished)


class RoadService:
    """The only writer of roads, but for the end of a match (`stored_road.record_end`)."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        service: MatchService,
        history: MatchHistory,
        helper: HelperProcess,
    ) -> None:
        self._database = database
        self._writer = writer
        self._matches = service
        self._history = history
        self._helper = helper
        self._add = insert_if_new(database.engine, roads)
        self._add_week = insert_if_new(database.engine, road_weeks)

    # --- reading

    async def get(self, road_id: str, player: Player | None) -> StoredRoad:
        """Return a road; AppError(no_page) for one that is not there, or another player's that is not over."""
        stored = await self._read(road_id)
        if stored is None or not (stored.is_over or (player is not None and stored.player_id == player.id)):
            raise AppError(Code.no_page)
        return await self._scarred(stored) if stored.lacks_scar else stored

    async def _read(self, road_id: str) -> StoredRoad | None:
        named = sa.select(roads, players.c.name).join(players, players.c.id == roads.c.player_id)
        row = await self._database.row(named.where(roads.c.id == road_id))
        return None if row is None else road_in(row, row.name)

    async def own(self, road_id: str, player: Player) -> StoredRoad:
        """Return a road of this player; AppError(no_page) for another."""
        stored = await self.get(road_id, player)
        if stored.player_id != player.id:
            raise AppError(Code.no_page)
        return stored

    async def of_player(self, player_id: str, *, over: bool) -> list[StoredRoad]:
        """Return the roads of a player that are over, or not; those that went furthest first."""
        mine = (roads.c.player_id == player_id, roads.c.ended_at.is_not(None) if over else roads.c.ended_at.is_(None))
        query = sa.select(roads).where(*mine).order_by(roads.c.won.desc(), roads.c.created_at.desc()).limit(HALL_SHOWN)
        return [road_in(row) for row in await self._database.rows(query)]

    async def of_week(self, week: str, player: Player) -> StoredRoad | None:
        """Return a player's road of a week."""
        row = await self._database.row(sa.select(roads).where(roads.c.player_id == player.id, roads.c.week == week))
        return None if row is None else road_in(row)

    async def _scarred(self, stored: StoredRoad) -> StoredRoad:
        """Return a road with the scar of its last match, which is found in its record once."""
        before = stored.before(len(stored.steps) - 1)
        try:
            live = await self._matches.live_match(stored.steps[-1]["match"])
            scar = await self._helper.run(scar_in, await self._history.finished_unchecked(live), before)
        except AppError as error:
            if error.code not in ("no_such_match", "no_record"):
                raise
            scar = before.scar([])
        await self._write(stored, stored.with_last(scar=scar))
        return await self._read(stored.id) or stored

    # --- playing

    async def begin(self, player: Player, starter: int) -> str:
        """Return the id of a new road with a starter deck; of the one that is not over, if there is one."""
        for stored in await self.of_player(player.id, over=False):
            if stored.week is None and stored.starter == starter:
                return stored.id
        return await self._begun(player, starter, secrets.token_bytes(SEED_BYTES), None)

    async def begin_week(self, player: Player) -> str:
        """Return the id of the player's road of this week, which begins unless it has."""
        week = this_week()
        known = await self.of_week(week, player)
        if known is not None:
            return known.id
        await self._writer.execute(self._add_week.values(week=week, seed=secrets.token_bytes(SEED_BYTES)))
        seed: bytes = await self._database.value(sa.select(road_weeks.c.seed).where(road_weeks.c.week == week))
        return await self._begun(player, starter_of(week), seed, week)

    async def _begun(self, player: Player, starter: int, seed: bytes, week: str | None) -> str:
        road_id, begun = ROAD_MARK + new_id()[1:], {"steps": "[]", "version": 0, "won": 0, "lives": LIVES[starter]}
        begun |= {"id": road_id, "player_id": player.id, "week": week, "starter": starter, "seed": seed}
        await self._writer.execute(self._add.values({**begun, "created_at": time.time()}))
        if week is None:
            return road_id
        stored = await self.of_week(week, player)  # another tab may have been faster
        assert stored is not None
        return stored.id

    async def play(self, player: Player, road_id: str) -> str:
        """Return the match in which a road goes on: the one that is being played, else a new one.

        AppError: no_page, road_over, road_waits for a choice.
        """
        stored = await self.own(road_id, player)
        stored.check_sails()
        current = stored.current
        if current is not None and await self._is_there(current["match"]):
            return current["match"]
        options = stored.road.options(stored.rival.deck).to_json()
        live = await self._matches.opening.play_deal(player, stored.id, options, bot_of(stored.rival), casual=True)
        if await self._write(stored, stored.sailing(live.id)):
            return live.id
        await self._writer.execute(sa.delete(matches).where(matches.c.id == live.id))  # nobody has seen it
        self._matches.forget([live.id])
        return await self.play(player, road_id)

    async def _is_there(self, match_id: str) -> bool:
        return await self._database.row(sa.select(matches.c.id).where(matches.c.id == match_id)) is not None

    async def choose(self, player: Player, road_id: str, version: int, choice: object) -> None:
        """Take one of the three offers after a won island; there is no way back.

        AppError: no_page, road_moved_on where something else has happened since; what the engine refuses.
        """
        stored = await self.own(road_id, player)
        if not await self._write(stored, stored.chosen(version, choice)):
            raise AppError(Code.road_moved_on)

    async def give_up(self, player: Player, road_id: str) -> None:
        """End a road where it is; a match that is being played counts for nothing."""
        stored = await self.own(road_id, player)
        if stored.is_over:
            raise AppError(Code.road_over)
        if not await self._write(stored, stored.steps, ended_at=time.time()):
            raise AppError(Code.road_moved_on)

    async def _write(self, stored: StoredRoad, steps: RoadSteps, **more: object) -> bool:
        """Store the steps of a road, and return True, unless it has changed since it was read."""
        values = values_after(stored, steps, time.time()) | more
        unchanged = (roads.c.id == stored.id, roads.c.version == stored.version)
        return bool(await self._writer.execute(sa.update(roads).where(*unchanged).values(values)))
