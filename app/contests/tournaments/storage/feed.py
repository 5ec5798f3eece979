"""The tournaments that are followed at this worker, and those that were asked for last."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import sqlalchemy as sa
from cachetools import LRUCache

from app.base.live.bus import Bus
from app.base.live.copy import Copy
from app.base.live.worker_hints import TournamentHint
from app.base.signals import Signal
from app.base.store.database import Database, Query, StoredRow
from app.base.tasks import TaskHealth
from app.contests.tournaments.models import acts, boards, tournaments
from app.contests.tournaments.storage.heads import IN_PLAY, RunningHead, Stamp, stamp_of
from app.contests.tournaments.tournament import StoredTournament, load
from app.matches.core.match_row import MatchRow
from app.people.players.models import with_current_name

CACHE_SIZE: Final = 16  # copies of tournaments that nobody follows, for the next request
LARGE: Final = 400  # boards from which on standings are computed in a thread


class TournamentCopy(NamedTuple):
    """A tournament and its log, as they were at one moment."""

    tournament: StoredTournament
    acts: Sequence[StoredRow]


class _Kept:
    """A tournament that nobody follows here, as it was read last."""

    __slots__ = ("copy", "reading")

    def __init__(self) -> None:
        self.copy: TournamentCopy | None = None
        self.reading = asyncio.Lock()


class TournamentFeed(Copy[str, TournamentCopy]):
    """The copies, by the tournament's id. `on_change` gets the id of each tournament that has changed; `on_storing` the
    tournament as it was and the number of the round that begins, 0 for its end, within the transaction that stores
    it."""

    def __init__(self, database: Database, bus: Bus, health: TaskHealth | None = None) -> None:
        async def load(tournament_id: str, _: TournamentCopy | None) -> TournamentCopy:
            return await self._copied(tournament_id)

        super().__init__(
            "tournament copies", load, hint=lambda changed: bus.publish(TournamentHint(changed)), health=health
        )
        self._database = database
        self._kept: LRUCache[str, _Kept] = LRUCache(CACHE_SIZE)
        self.on_change = Signal[[str]]()
        self.on_storing = Signal[[sa.Connection, StoredTournament, int]]()
        bus.subscribe(TournamentHint, lambda hint: self.stale(hint.tournament))

    async def current(self, key: str) -> TournamentCopy:
        """Return a tournament as it is now: read once for all who follow it, and else again only where it has changed
        since the last request. AppError(no_such_tournament)."""
        return await (super().current(key) if key in self else self._unfollowed(key))

    def stale(self, key: str) -> None:
        """Note that a tournament has changed: read it again, and let who waits for news know."""
        self._kept.pop(key, None)
        self.on_change(key)
        super().stale(key)

    def player_changed(self, player_id: str) -> None:
        """Note that a guest has perhaps another name: read again what shows it."""
        kept = [(key, one.copy) for key, one in self._kept.items() if one.copy is not None]
        for key, copy in [*kept, *self.loaded()]:
            if _shows(copy, player_id):
                self._kept.pop(key, None)
                if key in self:
                    super().stale(key)

    def match_ended(self, row: MatchRow) -> None:
        """Note that a match has ended at this worker: its tournament has changed, if it belongs to one."""
        tournament_id = row.features["tournament"]
        if isinstance(tournament_id, str):
            self.changed(tournament_id)

    async def _unfollowed(self, tournament_id: str) -> TournamentCopy:
        kept = self._kept.get(tournament_id)
        if kept is None:
            kept = self._kept[tournament_id] = _Kept()
        async with kept.reading:
            known = kept.copy
            if known is not None and await self._database.read(_mark_of(tournament_id)) == _as_read(known):
                return known
            kept.copy = None
            kept.copy = await self._copied(tournament_id)
            return kept.copy

    async def _copied(self, tournament_id: str) -> TournamentCopy:
        found = await self._database.read(_copy(tournament_id))
        if len(found.tournament.boards) > LARGE:
            await asyncio.to_thread(lambda: found.tournament.standings)
        return found

    def compare(self, heads: Mapping[str, RunningHead]) -> None:
        """Read again what has changed unnoticed: the hint of another worker was lost, or it was killed before."""
        for tournament_id, copy in self.loaded():
            head, tournament = heads.get(tournament_id), copy.tournament
            if tournament.status in IN_PLAY if head is None else head.stamp != stamp_of(tournament):
                super().stale(tournament_id)


def _shows(copy: TournamentCopy, player_id: str) -> bool:
    people = (*copy.tournament.organizers, *(entry.player for entry in copy.tournament.entries))
    return any(one is not None and one.id == player_id for one in people) or any(
        act.player_id == player_id for act in copy.acts
    )


def _copy(tournament_id: str) -> Query[TournamentCopy]:
    return lambda connection: TournamentCopy(load(tournament_id)(connection), log_of(tournament_id)(connection))


def _mark_of(tournament_id: str) -> Query[tuple[Stamp, str, int] | None]:
    """Return what differs after any change of a tournament or its log, in one row; None where it is gone."""
    tournament = sa.select(tournaments.c.version, tournaments.c.next_at, tournaments.c.status)
    mine = boards.c.tournament_id == tournament_id
    decided = boards.c.outcome.is_not(None) | boards.c.ruling.is_not(None)
    of_boards = sa.select(
        sa.func.count(sa.case((decided, 1))),
        sa.func.coalesce(sa.func.sum(boards.c.game), 0),
        sa.func.coalesce(sa.func.max(boards.c.reported_at), 0.0),
    )
    of_acts = sa.select(sa.func.count()).select_from(acts).where(acts.c.tournament_id == tournament_id)

    def read(connection: sa.Connection) -> tuple[Stamp, str, int] | None:
        row = connection.execute(tournament.where(tournaments.c.id == tournament_id)).one_or_none()
        if row is None:
            return None
        count, games, reported_at = connection.execute(of_boards.where(mine)).one()
        logged = connection.execute(of_acts).scalar_one()
        return Stamp(row.version, row.next_at, int(count), int(games), reported_at), row.status, logged

    return read


def _as_read(copy: TournamentCopy) -> tuple[Stamp, str, int]:
    return stamp_of(copy.tournament), copy.tournament.status, len(copy.acts)


def log_of(tournament_id: str) -> Query[Sequence[StoredRow]]:
    """Return the log of a tournament, the first act first."""
    query = with_current_name(acts.c.by).where(acts.c.tournament_id == tournament_id).order_by(acts.c.number)
    return lambda connection: connection.execute(query).all()
