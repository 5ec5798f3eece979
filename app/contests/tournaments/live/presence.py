"""Open pages and streams of a tournament: their player is here, and in an arena waits for the next match. A page that
is closed, or lies behind another tab, takes that back at once."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from typing import Final

from starlette.websockets import WebSocket

from app.base.errors import AppError, Code
from app.base.web.running import running
from app.base.web.services import service_of
from app.contests.tournaments.entering import Entering
from app.contests.tournaments.reading import TournamentReader
from app.contests.tournaments.running.waiting import NOTE_EVERY
from app.people.players.identity import player_or_none
from app.people.players.player import Player

HERE_EVERY: Final = 20.0  # seconds between two signs of life where nobody is paired by them
MAX_SOCKETS: Final = 12  # of a player at a tournament, at this worker
RETRY_SECONDS: Final = 30


class TournamentPresence:
    """The sockets of players at tournaments, at this worker."""

    def __init__(self, reader: TournamentReader, entering: Entering) -> None:
        self._reader = reader
        self._entering = entering
        self._open = Counter[tuple[str, str]]()
        self._seen = Counter[tuple[str, str]]()

    def check_room(self, tournament_id: str, player: Player) -> None:
        """Raise AppError(too_many_pages) for a player who has enough sockets at a tournament."""
        if self._open[tournament_id, player.id] >= MAX_SOCKETS:
            raise AppError(Code.too_many_pages, seconds=RETRY_SECONDS, most=MAX_SOCKETS)

    @contextlib.asynccontextmanager
    async def counted(self, tournament_id: str, player: Player | None) -> AsyncIterator[OpenPage]:
        """Count a socket while the block lasts, in which its player is here."""
        page = OpenPage(self._reader, self._entering, self._seen, tournament_id, player)
        key = (tournament_id, player.id if player else "")
        self._open[key] += 1
        try:
            async with running(page.keep_here()):
                yield page
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]
            await asyncio.shield(page.leave())


class OpenPage:
    """One open page or stream. `show` says whether it is the tab in front; a stream always is."""

    def __init__(
        self,
        reader: TournamentReader,
        entering: Entering,
        seen: Counter[tuple[str, str]],
        tournament_id: str,
        player: Player | None,
    ) -> None:
        self._reader = reader
        self._entering = entering
        self._seen = seen
        self._id = tournament_id
        self._player = player
        self._key = (tournament_id, player.id if player else "")
        self._is_in_front = False
        self._has_come = asyncio.Event()
        self._come()

    def _come(self) -> None:
        self._is_in_front = True
        self._has_come.set()
        self._seen[self._key] += 1

    async def show(self, *, in_front: bool) -> None:
        """Note that the page has come to the front, or lies behind another."""
        if in_front and not self._is_in_front:
            self._come()
        elif not in_front:
            await self.leave()

    async def leave(self) -> None:
        """Take the sign of life back, if no other page of this player is in front."""
        if not self._is_in_front:
            return
        self._is_in_front = False
        self._seen[self._key] -= 1
        if self._seen[self._key] > 0:
            return
        del self._seen[self._key]
        with contextlib.suppress(
            AppError
        ):  # the database is away, or the tournament is gone: the sign of life runs out
            entry = (await self._reader.current(self._id)).entry_of(self._player)
            if entry is not None and self._key not in self._seen:
                await self._entering.note_here(self._id, entry, here=False)

    async def keep_here(self) -> None:
        """Give a sign of life every few seconds, for as long as the tournament runs and the page is in front."""
        while self._player is not None:
            if not self._is_in_front:
                await self._has_come.wait()
            self._has_come.clear()
            pause = HERE_EVERY
            with contextlib.suppress(AppError):  # the database is away, or the guest was deleted: try again next time
                tournament = await self._reader.current(self._id)
                entry = tournament.entry_of(self._player)
                if not tournament.is_running:
                    return
                if not tournament.system.has_rounds and tournament.status == "playing":
                    pause = NOTE_EVERY
                    if entry is not None:
                        await self._entering.wait(self._id, self._player)
                elif entry is not None:
                    await self._entering.note_here(self._id, entry)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._has_come.wait()


async def admit(socket: WebSocket) -> Player | None:
    """Return the reader of a tournament's socket; AppError: no_such_tournament, too_many_pages."""
    tournament_id: str = socket.path_params["id"]
    await service_of(socket, TournamentReader).current(tournament_id)
    player = await player_or_none(socket)
    if player is not None:
        service_of(socket, TournamentPresence).check_room(tournament_id, player)
    return player
