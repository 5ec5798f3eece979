"""A player who keeps playing through all faults: connects again, also to another worker, and repeats unconfirmed
moves."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from typing import Final

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from engine.seat import Seat
from tools.faults.ledger import Book, Ledger
from tools.rig.guests import Guest
from tools.rig.json import Json
from tools.rig.random_moves import choose
from tools.rig.sockets import open_socket, receive, send_action

ANSWER_SECONDS: Final = 30.0
RETRY_DELAY: Final = 0.2  # seconds until a temporary refusal is tried again
HANDSHAKE_SECONDS: Final = 10.0  # after which the next worker may answer
PASSING: Final = {"storage_unavailable", "too_many"}  # refusals that mean: later
BROKEN: Final = (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, httpx.TransportError)
"""The errors of an unreachable server."""


def error_name(error: BaseException) -> str:
    """Return a short name of the error, to be counted."""
    if isinstance(error, ConnectionClosed):
        return f"closed {error.rcvd.code}" if error.rcvd else "cut"
    if isinstance(error, InvalidStatus):
        return f"handshake {error.response.status_code}"
    if isinstance(error, TimeoutError | httpx.TimeoutException):
        return "no answer"
    return "request cut" if isinstance(error, httpx.TransportError) else "handshake cut"


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
    sources: list[tuple[str, int] | None]
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

    async def play(self) -> None:
        """Play to the end of the match."""
        while not self.over:
            try:
                async with open_socket(
                    self.world.urls[self.worker], self.book.stream, self.guest.headers,
                    open_timeout=HANDSHAKE_SECONDS, local_addr=self.world.sources[self.worker],
                ) as connection:  # fmt: skip
                    await self._play(connection)
            except BROKEN as error:
                self.world.ledger.errors[error_name(error)] += 1
                self.worker = (self.worker + 1) % len(self.world.urls)
                await asyncio.sleep(RETRY_DELAY * self.rng.uniform(0.2, 1.0))

    async def _play(self, connection: ClientConnection) -> None:
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

    async def _receive(self, connection: ClientConnection) -> Json:
        if self.pending is None:
            return await receive(connection)
        async with asyncio.timeout(max(0.0, self.pending.due - time.monotonic())):
            return await receive(connection)

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
            self.book.acknowledged[self.pending.seq + 1] = (self.seat, self.pending.action)
            self.pending = None
            self.world.ledger.acknowledged += 1
            self.acknowledged_at.append(now)

    async def _refused(self, connection: ClientConnection, code: str) -> None:
        self.world.ledger.errors[code] += 1
        if self.pending is None:
            return
        if code in PASSING:
            await asyncio.sleep(RETRY_DELAY)
            await self._send(connection)
        elif code != "stale_seq":  # a resent move had arrived the first time: the update shows it
            self.world.ledger.problem(f"{self.book.id}: a legal move was refused with {code}")
            self.pending = None

    def may_act(self) -> bool:
        """True if the player is to move. Where both may act, A goes first.

        An answer then belongs to one move.
        """
        return bool(self.state["legal"]) and self.state["to_act"][:1] == [self.seat] and not self.over

    async def act(self, connection: ClientConnection) -> None:
        """Choose a move and send it, if it is time."""
        if self.pending is not None or not self.may_act():
            return
        await self.world.pace.wait(self.rng)
        self.pending = PendingMove(self.seq, choose(self.state, self.rng), 0.0)
        await self._send(connection)

    async def _send(self, connection: ClientConnection) -> None:
        assert self.pending is not None
        self.pending.due = time.monotonic() + ANSWER_SECONDS
        self.book.send(self.seat, self.pending.seq + 1, self.pending.action)
        await send_action(connection, self.pending.seq, self.pending.action)
