"""Friends: two players who met by link and keep each other. Only these two see anything of it, and neither of them
before both have agreed; a block by either side hides it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from app.base.errors import AppError, Code
from app.base.signals import Signal
from app.base.store.database import Columns, Database
from app.base.store.group_commit import Writer
from app.base.store.ids import new_id
from app.matches.core.match_row import MatchRow
from app.matches.core.opponents.challenges import opponent_in
from app.matches.core.service import MatchService
from app.matches.core.storage.models import match_row_of, matches, select_matches
from app.matches.core.storage.seats import MINE, OPPOSITE, with_opponent
from app.people.players.bans.blocks import Blocks
from app.people.players.models import friendships, players
from app.people.players.player import Player
from app.people.players.preference_service import PreferenceService, chosen_by, face_in
from engine.setup.options import POSITION

MAX_FRIENDS: Final = 50
"""The most players that one player can keep."""


class Friend(NamedTuple):
    """A friend under the name of today; `id` is that of the player's own row. `shows`: both let friends see them."""

    id: str
    player: Player
    shows: bool


class Score(NamedTuple):
    """The results of the finished matches of two players, from the side of one of them."""

    won: int
    lost: int
    drawn: int


class Friends:
    """The only writer of friendships. `on_change` is called with each player whose friends have changed here."""

    def __init__(
        self, database: Database, writer: Writer, matches: MatchService, preferences: PreferenceService, blocks: Blocks
    ) -> None:
        self._database = database
        self._writer = writer
        self._matches = matches
        self._preferences = preferences
        self._blocks = blocks
        self.on_change = Signal[[str]]()

    async def met_by_link(self, player: Player, match_id: str) -> Player | None:
        """Return the opponent that a player may keep after this match: a person met by link, with no block on either
        side."""
        row = (await self._matches.live_match(match_id)).row
        met = opponent_in(row, player)
        if met is None or met.program or player.program or row.public or row.status != "over":
            return None
        return None if await self._blocks.apart(player.id, (met.id,)) else met

    async def keep(self, player: Player, match_id: str) -> Player:
        """Keep the opponent of a match, and return them; again changes nothing.

        AppError: not_by_link, too_many_friends.
        """
        met = await self.met_by_link(player, match_id)
        if met is None:
            raise AppError(Code.not_by_link)
        row = {"id": new_id(), "player_id": player.id, "friend_id": met.id, "name": met.name, "at": time.time()}
        try:
            await self._writer.job(lambda connection: _insert(connection, row))
        except IntegrityError:
            return met  # kept already
        self.on_change(player.id)
        self.on_change(met.id)
        return met

    async def keeps(self, player: Player, other: Player) -> bool:
        """True if `player` has added `other` as a friend; `other` need not have added them."""
        row = _kept(player.id).where(friendships.c.friend_id == other.id)
        return bool(await self._database.row(row))

    async def drop(self, player: Player, friend_id: str) -> None:
        """Remove a friend; AppError(no_such_friend)."""
        gone = sa.delete(friendships).where(friendships.c.id == friend_id, friendships.c.player_id == player.id)
        if not await self._writer.execute(gone):
            raise AppError(Code.no_such_friend)
        self.on_change(player.id)

    async def of(self, player: Player) -> list[Friend]:
        """Return the friends of a player, by their names; one statement only for a player without friends."""
        back = friendships.alias()
        query = (
            sa.select(friendships.c.id, players.c.id.label("player_id"), players.c.name, chosen_by(players.c.id))
            .join(players, players.c.id == friendships.c.friend_id)
            .join(back, (back.c.player_id == friendships.c.friend_id) & (back.c.friend_id == friendships.c.player_id))
            .where(friendships.c.player_id == player.id)
            .order_by(players.c.name, friendships.c.id)
        )
        rows = await self._database.rows(query)
        if not rows:
            return []
        ids = [row.player_id for row in rows]
        apart = await self._blocks.apart(player.id, ids)
        hidden = await self._preferences.switched_off("friends", (player.id, *ids))
        shown = set() if player.id in hidden else set(ids) - hidden
        return [
            Friend(row.id, Player(row.player_id, row.name, chosen_face=face_in(row.chosen)), row.player_id in shown)
            for row in rows
            if row.player_id not in apart
        ]

    async def friend(self, player: Player, friend_id: str) -> Friend:
        """Return one friend; AppError(no_such_friend), too, where only one side keeps the other."""
        found = next((each for each in await self.of(player) if each.id == friend_id), None)
        if found is None:
            raise AppError(Code.no_such_friend)
        return found

    async def last_matches(self, player: Player, player_ids: Sequence[str]) -> dict[str, MatchRow]:
        """Return the last match that a player began with each of these, but from a position of another match."""
        together = OPPOSITE.c.player_id.in_(player_ids) & (matches.c.format != POSITION)
        opponent = OPPOSITE.c.player_id.label("met")
        newest: sa.Select[Any] = sa.select(opponent, sa.func.max(matches.c.created_at).label("at")).select_from(matches)
        latest = with_opponent(newest, player.id).where(together).group_by(opponent).subquery()
        query = with_opponent(select_matches(), player.id).where(together)
        query = query.join(latest, (latest.c.at == matches.c.created_at) & (latest.c.met == OPPOSITE.c.player_id))
        rows = await self._database.all(query, match_row_of)
        return {met.id: row for row in rows if (met := opponent_in(row, player)) is not None}

    async def played(self, player: Player, friend: Player, before: float | None, most: int) -> list[MatchRow]:
        """Return finished matches of two players, the last first, those that ended before a moment."""
        query = _between(select_matches(), player, friend).where(matches.c.winner.is_not(None))
        if before is not None:
            query = query.where(matches.c.finished_at < before)
        query = query.order_by(matches.c.finished_at.desc()).limit(most)
        return await self._database.all(query, match_row_of)

    async def score(self, player: Player, friend: Player) -> Score:
        """Return the results of all finished matches of two players; those that the site has ended count for nobody."""
        won = sa.func.sum(sa.case((matches.c.winner == MINE.c.seat, 1), else_=0))
        drawn = sa.func.sum(sa.case((matches.c.winner == "draw", 1), else_=0))
        # Any: numbers of several types.
        counted: tuple[sa.ColumnElement[Any], ...] = (won, drawn, sa.func.count(matches.c.winner))
        over = (matches.c.status == "over", matches.c.reason != "aborted")
        query = _between(sa.select(*counted).select_from(matches).where(*over), player, friend)
        row = await self._database.read(lambda connection: connection.execute(query).one())
        wins, draws, count = (int(value or 0) for value in row)
        return Score(wins, count - wins - draws, draws)


def _kept(player_id: str) -> sa.Select[tuple[str]]:
    return sa.select(friendships.c.id).where(friendships.c.player_id == player_id)


def _between(query: sa.Select[*Columns], player: Player, friend: Player) -> sa.Select[*Columns]:
    return with_opponent(query, player.id).where(OPPOSITE.c.player_id == friend.id)


def _insert(connection: sa.Connection, row: dict[str, object]) -> None:
    counted = sa.select(sa.func.count()).select_from(friendships).where(friendships.c.player_id == row["player_id"])
    if connection.execute(counted).scalar_one() >= MAX_FRIENDS:
        raise AppError(Code.too_many_friends, most=MAX_FRIENDS)
    connection.execute(sa.insert(friendships).values(row))
