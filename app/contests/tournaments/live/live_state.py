"""The part of a tournament that moves from second to second: the boards in play as small pictures, and the players
present.

Read once for all followers of a tournament at this worker, and not at all without any: a move costs nothing more, and
each board is drawn at most once in `EVERY` seconds.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError
from app.base.live.copy import Copy
from app.base.live.models import presence
from app.base.store.database import Database
from app.base.tasks import TaskHealth
from app.contests.tournaments.models import entries
from app.contests.tournaments.reading import TournamentReader
from app.contests.tournaments.tournament import StoredTournament, TournamentBoard
from app.matches.core.service import MatchService
from app.matches.core.storage import store
from app.matches.core.storage.store import Head
from app.matches.table.picture import Picture, picture_of

EVERY: Final = 1.5  # seconds between two looks
HERE_FOR: Final = 45.0  # seconds for which an open page's sign of life counts
MAX_PICTURES: Final = 32  # boards with a picture


@dataclass(frozen=True, slots=True)
class LiveState:
    """The pictures of the open boards by their matches, the numbers of the entries that are here, and how far each
    match was when its picture was made."""

    pictures: Mapping[str, Picture] = field(default_factory=dict)
    here: frozenset[int] = frozenset()
    heads: Mapping[str, Head] = field(default_factory=dict, compare=False)


NOTHING: Final = LiveState()


def pictured(tournament: StoredTournament) -> list[TournamentBoard]:
    """Return the boards that have a picture: those that are being played, the first ones of the newest round first."""
    playing = [board for board in tournament.boards if board.result.is_open and board.match_id]
    return sorted(playing, key=lambda board: (-board.result.round, board.result.board))[:MAX_PICTURES]


class LiveStates(Copy[str, LiveState]):
    """The live states of the tournaments that are followed at this worker."""

    def __init__(
        self, database: Database, matches: MatchService, service: TournamentReader, health: TaskHealth | None = None
    ) -> None:
        super().__init__("tournament pictures", self._look, again=lambda _: EVERY, health=health)
        self._database = database
        self._matches = matches
        self._service = service

    def of(self, tournament_id: str) -> LiveState:
        """Return the known state of a tournament: nothing while nobody follows it."""
        return self.known(tournament_id) or NOTHING

    async def _look(self, tournament_id: str, before: LiveState | None) -> LiveState:
        before = before or NOTHING
        tournament = await self._service.current(tournament_id)
        if not tournament.is_running:
            return before
        boards = pictured(tournament)
        matches = [board.match_id for board in boards if board.match_id]
        since = self._service.site_time() - HERE_FOR
        heads, at_page, at_table = await self._database.read(
            lambda connection: (
                store.heads(matches)(connection),
                _at_page(connection, tournament_id, since),
                _at_table(connection, matches),
            )
        )
        here = frozenset(at_page | {number for board in boards for number in _seated(board, at_table)})
        found = {match_id: await self._seen(match_id, head, before) for match_id, head in heads.items()}
        pictures = {match_id: picture for match_id, picture in found.items() if picture is not None}
        return LiveState(pictures, before.here if before.here == here else here, heads)

    async def _seen(self, match_id: str, head: Head, before: LiveState) -> Picture | None:
        """Return the picture of a match, made again only if it has continued."""
        drawn = before.pictures.get(match_id)
        if drawn is None or before.heads.get(match_id) != head:
            with contextlib.suppress(AppError):  # it was deleted in this moment
                return await self._picture(match_id, head)
        return drawn

    async def _picture(self, match_id: str, head: Head) -> Picture | None:
        live = await self._matches.live_matches.get(match_id)
        if live.seq < head.seq or live.row.version < head.version:  # another worker plays it
            async with live.lock:
                await self._matches.live_matches.refresh(live)
        return picture_of(live.match)


def _at_page(connection: sa.Connection, tournament_id: str, since: float) -> set[int]:
    """Return the entries whose page or stream of the tournament is open."""
    query = sa.select(entries.c.number).where(entries.c.tournament_id == tournament_id, entries.c.here_at > since)
    return set(connection.execute(query).scalars())


def _at_table(connection: sa.Connection, matches: Sequence[str]) -> dict[str, tuple[bool, bool]]:
    """Return for each of these matches whether A and B are connected to it."""
    found: dict[str, tuple[bool, bool]] = {}
    for row in connection.execute(sa.select(presence).where(presence.c.match_id.in_(matches))):
        a, b = found.get(row.match_id, (False, False))
        found[row.match_id] = (a or row.a, b or row.b)
    return found


def _seated(board: TournamentBoard, at_table: Mapping[str, tuple[bool, bool]]) -> list[int]:
    """Return the entries of a board that are connected to its match."""
    there = at_table.get(board.match_id or "", (False, False))
    return [number for number, is_there in zip(board.result.numbers, there, strict=False) if is_there]
