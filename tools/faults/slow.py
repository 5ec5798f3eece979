"""Sockets that stop reading: others notice nothing, and the slow get the newest state when they read again."""

from __future__ import annotations

import asyncio
import socket
import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Final

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from app.matches.core.live.hub import MAX_LAG
from tools.faults.drill import Fault, NoEffect
from tools.faults.ledger import Book
from tools.faults.players import error_name
from tools.faults.tables import Hall
from tools.rig import usage
from tools.rig.guests import GUEST_CLIENTS, Guest
from tools.rig.json import Json
from tools.rig.programs import NotAvailable
from tools.rig.sockets import open_socket, receive

MAX_BUFFERED: Final = 2048  # bytes that the system holds for a reader, on both sides
USUAL: Final = 1 << 20
ASKED_AGAIN: Final = 4  # times that a slow reader requests everything, to have too much to read
TOO_FAR: Final = 4 * MAX_LAG  # steps: more than the server can write ahead (64 KB), however short the match was
EARLY: Final = 2 * MAX_LAG
"""Actions until which a match is sure to have so many left."""
CONTROL_SECONDS: Final = 10.0
CATCH_UP_SECONDS: Final = 60.0
MAX_KIB: Final = 512  # of the server's memory that one slow reader may cost
PINGED_AFTER: Final = "closed 1011"  # readers that answer no ping are disconnected


class SlowReader:
    """A second tab of a player, or a spectator, who stops reading."""

    def __init__(self, url: str, guest: Guest, book: Book) -> None:
        self._url = url
        self._guest = guest
        self._book = book
        self._seq = 0
        self.skipped = 0  # steps that came together with a later one
        self.cut = ""
        self._socket: ClientConnection | None = None

    async def come(self) -> None:
        """Connect, ask for more than can be read, and read no more."""
        self._socket = await self._connect(_small_socket(self._url))
        self._take(await receive(self._socket))
        for _ in range(ASKED_AGAIN):
            await self._socket.send('{"type": "since", "since": 0}')
        self._socket.transport.pause_reading()

    async def _connect(self, at: socket.socket | None = None) -> ClientConnection:
        return await open_socket(self._url, self._book.stream, self._guest.headers, sock=at, max_queue=4)

    async def read_again(self) -> None:
        """Read until the newest action that the players know; a disconnected reader comes back. TimeoutError without
        it."""
        assert self._socket is not None
        wanted = self._book.sent_seq
        self._socket.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, USUAL)
        self._socket.transport.resume_reading()
        async with asyncio.timeout(CATCH_UP_SECONDS):
            while self._seq < wanted:
                try:
                    self._take(await receive(self._socket))
                except ConnectionClosed as closed:
                    self.cut = error_name(closed)
                    self._socket = await self._connect()

    @property
    def is_far(self) -> bool:
        """True if there is more to read than the server can write ahead, or all that its match gives."""
        return self._book.over or self._book.sent_seq - self._seq > TOO_FAR

    def _take(self, message: Json) -> None:
        seq = message.get("seq", 0)
        if seq > self._seq:  # else it is sent again, as requested
            self.skipped += seq - self._seq - 1
            self._seq = seq

    async def leave(self) -> None:
        """Go."""
        if self._socket is not None:
            await self._socket.close()


def _small_socket(url: str) -> socket.socket:
    opened = socket.socket()
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, MAX_BUFFERED)
    parts = httpx.URL(url)
    opened.connect((parts.host, parts.port))
    opened.setblocking(False)
    return opened


def slow_readers(seconds: float, control: float = CONTROL_SECONDS, most_kib: float = MAX_KIB) -> Fault:
    """Return the fault of readers who stop reading for so long.

    At every second table a spectator and a player's second tab. The memory of each is measured only roughly, the less
    exactly the shorter the `control` play without them.
    """

    async def inject(hall: Hall) -> str:
        if not usage.PROC.is_dir():
            raise NotAvailable("this machine has no /proc to read the memory of a process from")
        play_kib = [await _growth(hall, control)]
        memory, moves = hall.site.memory_kib, hall.ledger.acknowledged
        readers = await _come(hall)
        began = time.monotonic()
        await hall.play(seconds)
        await hall.play_until(lambda: any(reader.is_far for reader in readers))
        memory, moves = hall.site.memory_kib - memory, hall.ledger.acknowledged - moves
        ratio = _ratio(hall, began)
        stuck = await _each(readers, lambda reader: reader.read_again())
        await _each(readers, lambda reader: reader.leave())
        # Matches that are played cost memory, too: how much, is seen before the readers come, and after they have left.
        play_kib.append(await _growth(hall, control))
        cost = max(0.0, memory - moves * statistics.mean(play_kib)) / len(readers)
        _judge(hall, readers, sum(isinstance(error, Exception) for error in stuck))
        if cost > most_kib:
            hall.ledger.problem(f"each slow reader cost the server {cost:.0f} KiB")
        cut = sum(reader.cut != "" for reader in readers)
        return (
            f"{len(readers)} do not read for {seconds:.0f} s, {cut} of them cut; {cost:.0f} KiB of memory for each; "
            f"p50 at the other tables {ratio:.1f} times that of before"
        )

    return Fault("slow readers", inject)


async def _growth(hall: Hall, seconds: float) -> float:
    """Return the KiB by which the memory of the workers grows with each move, without slow readers."""
    memory, moves = hall.site.memory_kib, hall.ledger.acknowledged
    await hall.play(seconds)
    return max(0, hall.site.memory_kib - memory) / max(1, hall.ledger.acknowledged - moves)


async def _come(hall: Hall) -> list[SlowReader]:
    # Near its end a match gives nobody too much to read.
    await hall.play_until(lambda: any(_is_early(table.players[0].book) for table in hall.tables[::2]))
    readers = []
    try:
        for worker in hall.site.workers:
            worker.send_little(MAX_BUFFERED)
        for table in hall.tables[::2]:
            url = hall.world.urls[table.number // 2 % len(hall.world.urls)]
            book = table.players[0].book
            spectator = await GUEST_CLIENTS["api"].guest(hall.world.clients[0], "Eve")
            readers += [SlowReader(url, spectator, book), SlowReader(url, book.host, book)]
        for error in await _each(readers, lambda reader: reader.come()):
            if error is not None:
                raise error
    finally:
        for worker in hall.site.workers:
            worker.send_little(USUAL)
    return readers


def _is_early(book: Book) -> bool:
    return not book.over and book.sent_seq < EARLY


def _ratio(hall: Hall, began: float) -> float:
    """Return the median time of a move to the opponent at the tables without slow readers, against the time before."""
    others = range(1, len(hall.tables), 2)
    before, during = hall.ledger.latencies(0, began, others), hall.ledger.latencies(began, time.monotonic(), others)
    return statistics.median(during) / statistics.median(before) if before and during else 0.0


def _judge(hall: Hall, readers: list[SlowReader], stuck: int) -> None:
    if not any(reader.skipped or reader.cut for reader in readers):
        raise NoEffect("the server could send everything to everybody")
    if stuck:
        hall.ledger.problem(f"{stuck} slow readers did not get the newest state when they read again")
    for reader in readers:
        if reader.cut not in ("", PINGED_AFTER):
            hall.ledger.problem(f"a slow reader was {reader.cut}")


async def _each(readers: list[SlowReader], work: Callable[[SlowReader], Awaitable[None]]) -> list[BaseException | None]:
    return await asyncio.gather(*(work(reader) for reader in readers), return_exceptions=True)
