"""`SocketGuard`: ends the open sockets of this worker whose players have lost access. It acts on changes: at this
worker and, by hints, at the others at once. Without hints, and for safety, it reads the database now and then: a ban is
found within POLL seconds, an ended session or token a little later."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from app.base.errors import AppError
from app.base.tasks import TaskHealth, TaskSet
from app.people.players.bans.bans import Ban, BanList
from app.people.players.bans.open_sockets import OpenSocket, OpenSockets
from app.people.players.service import PlayerService

POLL: Final = 4.0  # seconds between two readings of the bans
OWNERS_EVERY: Final = 7  # polls between two checks of all keys, for safety
OWNERS_WITHOUT_HINTS: Final = 2
RETRY_DELAY: Final = 1.0  # seconds until the database is read again after a failure

OnBans: TypeAlias = Callable[[Sequence[Ban]], Awaitable[None]]
Strangers: TypeAlias = Callable[[Collection[str]], Awaitable[set[str]]]
"""Returns those of the players whose sign-in is too old, where the site is for accounts only."""


@dataclass(slots=True)
class DueChecks:
    """The checks that are due: keys of changed players, new bans, the stored bans, and every key for safety's sake."""

    changed: set[str] = field(default_factory=set)
    new: list[Ban] = field(default_factory=list)
    poll: bool = False
    everybody: bool = False


class SocketGuard:
    """`on_bans` gets the bans that are new to this worker, and none at a check for safety's sake."""

    def __init__(
        self,
        sockets: OpenSockets,
        players: PlayerService,
        bans: BanList,
        hints_arrive: Callable[[], bool],
        on_bans: OnBans,
        health: TaskHealth | None = None,
        strangers: Strangers | None = None,
    ) -> None:
        self._strangers = strangers
        self._sockets = sockets
        self._players = players
        self._bans = bans
        self._hints_arrive = hints_arrive
        self._on_bans = on_bans
        self._due = DueChecks()
        self._tasks = TaskSet(health)
        self._wake = asyncio.Event()
        players.on_change.subscribe(self._player_changed)
        bans.on_change.subscribe(self._wake.set)
        bans.on_new.subscribe(self._found)

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Guard the sockets within the block."""
        async with self._tasks:
            self._tasks.forever("socket guard", self._run)
            yield

    def _player_changed(self, player_id: str) -> None:
        if self._sockets.of((player_id,)):
            self._due.changed.add(player_id)
            self._wake.set()

    def _found(self, bans: Sequence[Ban]) -> None:
        self._sockets.end_banned(bans)
        self._due.new += bans
        self._wake.set()

    async def _run(self) -> None:
        polls, next_poll = 0, time.monotonic() + POLL
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(next_poll - time.monotonic()):
                    await self._wake.wait()
            self._wake.clear()
            if time.monotonic() >= next_poll:
                polls, next_poll = polls + 1, time.monotonic() + POLL
                self._due.poll = True
                if polls >= (OWNERS_EVERY if self._hints_arrive() else OWNERS_WITHOUT_HINTS):
                    polls, self._due.everybody = 0, True
            due, self._due = self._due, DueChecks()
            try:
                await self._look(due)
            except Exception as error:
                self._due = DueChecks(
                    due.changed | self._due.changed, due.new + self._due.new, due.poll, everybody=True
                )
                self._wake.set()
                if not isinstance(error, AppError):  # else the database is away, which is logged where it happened
                    raise
                await asyncio.sleep(RETRY_DELAY)

    async def _look(self, due: DueChecks) -> None:
        """Read the bans, which may find new ones, and end the sockets that must end."""
        if due.poll:
            await self._bans.read()
            due.poll = False
        else:
            await self._bans.refresh()
        await self._end_strangers(self._sockets.of(None if due.everybody else due.changed))
        if due.everybody and self._strangers is not None:
            await self._end_old_sign_ins(self._strangers)
        if due.new or due.everybody:
            await self._on_bans(due.new)

    async def _end_strangers(self, sockets: Sequence[OpenSocket]) -> None:
        """End the sockets whose keys lead to nobody any more, or to somebody else."""
        if not sockets:
            return
        owners = await self._players.owners({socket.key for socket in sockets if socket.key is not None})
        for socket in sockets:
            if socket.key is not None and owners.get(socket.key) != socket.player_id:
                socket.end()

    async def _end_old_sign_ins(self, strangers: Strangers) -> None:
        players = {socket.player_id for socket in self._sockets.of(None) if socket.player_id is not None}
        for socket in self._sockets.of(await strangers(players)):
            socket.end()
