"""Ratings as the site shows them: profiles, histories, the leaderboard. Nothing is written here but names of pages."""

from __future__ import annotations

import time
from typing import Final, NamedTuple

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.database import Database, StoredRow
from app.base.store.group_commit import Writer
from app.base.store.upsert import insert_if_new
from app.contests.ratings import figures, queries
from app.contests.ratings.ending import new_handle
from app.contests.ratings.kinds import Kind
from app.contests.ratings.models import profiles
from app.contests.ratings.queries import DeckRecord, Filters, MatchRating, PlayedMatch, Ranked, RatingNow, RatingPoint
from app.matches.solo import ladder
from app.matches.solo.ladder import Rung
from app.people.players.player import Player
from app.people.players.preference_service import PreferenceService

NO_FILTERS: Final = Filters()


class Profile(NamedTuple):
    """A guest's page: the guest, the name of the page, and whether it is the reader's own."""

    player: Player
    handle: str
    own: bool

    @property
    def shown(self) -> sa.ColumnElement[bool]:
        """The condition of the results that the reader may see: all of their own."""
        return queries.EVERYTHING if self.own else queries.IN_PUBLIC


class RatingService:
    """Reads ratings and results. `listed`: whether this site has a leaderboard."""

    def __init__(self, database: Database, writer: Writer, preferences: PreferenceService, *, listed: bool) -> None:
        self._database = database
        self._writer = writer
        self._preferences = preferences
        self.listed = listed

    async def own(self, player: Player) -> Profile:
        return Profile(player, await self.handle_of(player.id), True)

    async def profile(self, handle: str, viewer: Player | None) -> Profile:
        """Return the page of this name; AppError: no_such_profile, profile_closed."""
        player = await self._database.read(queries.guest_of(handle))
        if player is None:
            raise AppError(Code.no_such_profile)
        own = viewer is not None and viewer.id == player.id
        if not own and (await self._preferences.of(player.id)).profile == "off":
            raise AppError(Code.profile_closed)
        return Profile(player, handle, own)

    async def handle_of(self, player_id: str) -> str:
        """Return the name of a guest's page, which gets one if there is none yet."""
        known = await self._database.read(queries.handle_of(player_id))
        if known is not None:
            return known

        def write(connection: sa.Connection) -> str | None:
            connection.execute(insert_if_new(connection, profiles), {"player_id": player_id, "handle": new_handle()})
            return queries.handle_of(player_id)(connection)

        made = await self._writer.job(write)
        assert made is not None
        return made

    async def ratings(self, profile: Profile) -> list[RatingNow]:
        """Return the ratings of a guest."""
        return await self._database.read(queries.ratings_of(profile.player.id, time.time()))

    async def points(self, profile: Profile, kind: Kind) -> list[RatingPoint]:
        return await self._database.read(queries.points_of(profile.player.id, kind))

    async def history(
        self, profile: Profile, wanted: Filters = NO_FILTERS, before: float | None = None, limit: int = 30
    ) -> list[PlayedMatch]:
        """Return matches that ended before `before`, the last first."""
        return await self._database.read(queries.history(profile.player.id, wanted, before, limit, profile.shown))

    async def opponents(self, profile: Profile) -> list[str]:
        """Return the names of a guest's opponents, the last first."""
        return await self._database.read(queries.opponents_of(profile.player.id, profile.shown))

    async def decks(self, profile: Profile) -> list[DeckRecord]:
        """A guest's results with each deck."""
        return await self._database.read(queries.decks_of(profile.player.id, profile.shown))

    async def counted(self, profile: Profile) -> list[StoredRow]:
        """Return what a guest's figures are made of."""
        return await self._database.read(figures.counted(profile.player.id))

    async def rungs(self, profile: Profile) -> list[Rung]:
        """A guest's progress against the automaton."""
        return ladder.best(await self._database.read(ladder.wins_of(profile.player.id)))

    async def leaderboard(self, kind: Kind) -> list[Ranked]:
        """Return the best of a kind; AppError(no_page) where the host has switched that off, and for duels that the
        site has not seen."""
        if not self.listed or not kind.was_seen:
            raise AppError(Code.no_page)
        return await self._database.read(queries.leaderboard(kind, time.time()))

    async def of_match(self, match_id: str) -> list[MatchRating]:
        """Return the effect of a finished match on each guest's rating."""
        return await self._database.read(queries.of_match(match_id))
