"""A player who keeps playing through all faults: connects again, also to another worker, and repeats unconfirmed
moves."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import httpx

from engine.seat import Seat
from tools.faults.connections import BROKEN, PlayerConnection, PlayerStream, RequestConnection, error_name
from tools.faults.ledger import Book, Ledger
from tools.rig.guests import Guest
from tools.rig.json import Json
from tools.rig.random_moves import choose

ANSWER_SECONDS: Final = 30.0
AGAIN: Final = 0.2  # seconds until a temporary refusal is tried again
PASSING: Final = {"storage_unavailable", "too_many"}  # refusals that mean: later


class Pace:
    """The pace of all players, who may also be stopped."""

    def __init__(self, pause: float) -> None:
        self.pause = pause  # seconds that a player thinks, on average
        self._open = asyncio.Event()
        self._open.set()

    def stop(self) -> None:
        """Let nobody begin another move."""
        self._open.clear()

    def go(self) -> None:
        """Play on."""
        self._open.set()

    async def wait(self, rng: random.Random) -> None:
        """Think."""
        await asyncio.sleep(self.pause * rng.uniform(0.5, 1.5))
        await self._open.wait()


@dataclass
class World:
    """The things that all players share: the addresses of the workers, clients to them, the books, the pace.

    A worker stands here several times if players come to it from several addresses: `sources`, None for any.
    """

    urls: list[str]
    sources: list[str | None]
    clients: list[httpx.AsyncClient]
    ledger: Ledger
    pace: Pace


@dataclass
class PendingMove:
    """A move on its way."""

    seq: int
    action: Json
    due: float  # the time after which its player no longer waits for an answer


class DrillPlayer:
    """One player at one seat of one match."""

    def __init__(self, world: World, guest: Guest, seat: Seat, worker: int, rng: random.Random, book: Book) -> None:
        self.world = world
        self.guest = guest
        self.seat: Seat = seat
        self.worker = worker
        self.rng = rng
        self.book = book
        self.state: Json = {"seq": -1, "status": "open", "legal": [], "to_act": []}
        self.pending: PendingMove | None = None
        self.acknowledged_at: list[float] = []
        self.by_requests = False
        self.on_state: Callable[[DrillPlayer], None] = lambda player: None

    @property
    def seq(self) -> int:
        """The number of actions that this player knows."""
        return int(self.state["seq"])

    @property
    def over(self) -> bool:
        """True if the player knows that the match has ended."""
        return bool(self.state["status"] == "over")

    @property
    def waits(self) -> bool:
        """True if something that this player has sent is not answered yet."""
        return self.pending is not None

    def connect(self) -> PlayerConnection:
        """Return a new connection to the worker that the player tries next."""
        if self.by_requests:
            return RequestConnection(self.world.clients[self.worker], self.guest, self.book.id)
        return PlayerStream(self.world.urls[self.worker], self.guest, self.book.id, self.world.sources[self.worker])

    async def play(self) -> None:
        """Play to the end of the match."""
        while not self.over:
            try:
                async with self.connect() as connection:
                    await self._play(connection)
            except BROKEN as error:
                self._broken(error)
                self.worker = (self.worker + 1) % len(self.world.urls)
                await asyncio.sleep(AGAIN * self.rng.uniform(0.2, 1.0))

    def _broken(self, error: BaseException) -> None:
        self.world.ledger.errors[error_name(error)] += 1
        if self.pending is not None:
            self.world.ledger.unsure += 1

    async def _play(self, connection: PlayerConnection) -> None:
        began = True
        while not self.over:
            message = await self._receive(connection)
            if "error" in message:
                await self._refused(connection, str(message["code"]))
                continue
            self.take(message)
            if began and self.pending is not None:
                await self._send(connection)  # it may have arrived: sent again it counts once
            began = False
            await self.act(connection)

    async def _receive(self, connection: PlayerConnection) -> Json:
        if self.pending is None:
            return await connection.receive()
        async with asyncio.timeout(max(0.0, self.pending.due - time.monotonic())):
            return await connection.receive()

    def take(self, message: Json) -> None:
        """Read a state or a change of it; the player's own moves in it are acknowledged."""
        if message["seq"] < self.seq:
            self.world.ledger.problem(f"{self.book.id}: after {self.seq} actions a player was sent {message['seq']}")
        now = time.monotonic()
        for number in range(self.seq + 1, message["seq"] + 1):
            if self.seq >= 0 and self.seat not in (seat for seat, _ in self.book.tried.get(number, [])):
                self.world.ledger.arrivals.append((self.book.sent_at.get(number, now), now, self.book.table))
        self.state.update(message)
        self.book.sent_seq = max(self.book.sent_seq, self.seq)
        self.book.over = self.book.over or self.over
        if self.pending is not None and self.seq > self.pending.seq:
            self.acknowledge(self.pending.seq + 1, self.pending.action)
            self.pending = None
        self.on_state(self)

    def acknowledge(self, number: int, action: Json | None) -> None:
        """Record that the server has acknowledged the `number`-th action, or one of those that were sent."""
        if action is not None:
            self.book.acknowledged[number] = (self.seat, action)
        self.world.ledger.acknowledged += 1
        self.acknowledged_at.append(time.monotonic())

    async def _refused(self, connection: PlayerConnection, code: str) -> None:
        self.world.ledger.errors[code] += 1
        if self.pending is None:
            return
        if code in PASSING:
            await asyncio.sleep(AGAIN)
            await self._send(connection)
        elif code != "stale_seq":  # a resent move had arrived the first time: the update shows it
            self.world.ledger.problem(f"{self.book.id}: a legal move was refused with {code}")
            self.pending = None

    def may_act(self) -> bool:
        """True if it is this player's move. Where both may act, A goes first.

        An answer then belongs to one move.
        """
        return bool(self.state["legal"]) and self.state["to_act"][:1] == [self.seat] and not self.over

    async def act(self, connection: PlayerConnection) -> None:
        """Choose a move and send it, if it is time."""
        if self.pending is not None or not self.may_act():
            return
        await self.world.pace.wait(self.rng)
        self.pending = PendingMove(self.seq, choose(self.state, self.rng), 0.0)
        await self._send(connection)

    async def _send(self, connection: PlayerConnection) -> None:
        assert self.pending is not None
        self.pending.due = time.monotonic() + ANSWER_SECONDS
        self.book.send(self.seat, self.pending.seq + 1, self.pending.action)
        await connection.send(self.pending.seq, self.pending.action)
