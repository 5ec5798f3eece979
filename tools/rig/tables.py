"""Tables at which two players with a socket each play legal moves by chance, and their observations."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tools.rig.guests import GUEST_CLIENTS, ClientKind, Guest
from tools.rig.json import Json
from tools.rig.readers import READERS, MatchReader
from tools.rig.sockets import open_socket, send_action

COMPRESSION: dict[ClientKind, str | None] = {"api": None, "page": "deflate"}  # as programs and browsers offer it


@dataclass
class Tally:
    """The observations of all tables: moves that came back, seconds until the opponent had them, refusals by code."""

    moves: int = 0
    seconds: list[float] = field(default_factory=list)
    errors: dict[str, int] = field(default_factory=dict)

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self.errors[code] = self.errors.get(code, 0) + 1


class Gate:
    """Holds all players back, so that a clock can be stopped while no move is on its way."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._changed = asyncio.Event()
        self._waiting = 0

    def open(self) -> None:
        """Let everybody play."""
        self._open.set()

    def close(self) -> None:
        """Let nobody begin another move."""
        self._open.clear()

    async def wait(self) -> bool:
        """Pass, now or when it opens; True if it was closed."""
        closed = not self._open.is_set()
        self._waiting += 1
        self._changed.set()
        await self._open.wait()
        self._waiting -= 1
        return closed

    def invalidate(self) -> None:
        """Check again whether all wait: there may be fewer players to wait for."""
        self._changed.set()

    async def all_wait(self, players: Callable[[], int], seconds: float) -> None:
        """Wait until this many players wait at it, or the time is up."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._waiting < players():
                    self._changed.clear()
                    await self._changed.wait()


class Chair:
    """One player's place: a socket, and what was read from it."""

    def __init__(self, socket: ClientConnection, reader: MatchReader) -> None:
        self.socket = socket
        self.eye = reader

    async def send(self, action: Json) -> None:
        """Play an action."""
        await send_action(self.socket, self.eye.seq, action)


async def sit_down(kind: ClientKind, url: str, guest: Guest, match_id: str, live: str) -> Chair:
    """Connect to a match and read its first message; `live` is the last part of the address of the site's sockets."""
    path = GUEST_CLIENTS[kind].socket_path(match_id, live)
    socket = await open_socket(url, path, {**guest.headers, "Origin": url}, compression=COMPRESSION[kind])
    chair = Chair(socket, READERS[kind]())
    refused = chair.eye.read(await socket.recv(decode=False))
    if refused is not None:
        raise ConnectionRefusedError(f"{path}: {refused}")
    return chair


class Spectator:
    """A socket that is read and never sends."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self._socket.recv(decode=False)

    async def leave(self) -> None:
        """Close the socket."""
        await self._socket.close()
        await self._reading


class PlayedTable:
    """A match between two chairs of this process, so that one clock times each move from one to the other."""

    def __init__(
        self,
        chairs: tuple[Chair, Chair],
        tally: Tally,
        gate: Gate,
        rng: random.Random,
        spectators: Sequence[Spectator] = (),
    ) -> None:
        self._chairs = chairs
        self._spectators = spectators
        self._tally = tally
        self._gate = gate
        self._rng = rng
        self._sent: dict[int, tuple[float, Chair]] = {}  # the time and the sender of each move
        self._next = 0.0
        self.pause = 0.0  # seconds between the beginnings of two moves; 0: as fast as it goes

    async def play(self) -> None:
        """Play to the end of the match."""
        self._next = time.perf_counter() + self._rng.random() * self.pause
        readers = [asyncio.create_task(self._play(chair)) for chair in self._chairs]
        try:
            await asyncio.gather(*readers)
        finally:
            for reader in readers:
                reader.cancel()

    async def leave(self) -> None:
        """Close all sockets."""
        closing = [*(chair.socket.close() for chair in self._chairs), *(each.leave() for each in self._spectators)]
        await asyncio.gather(*closing)

    async def _play(self, chair: Chair) -> None:
        await self._move(chair)
        while not chair.eye.over:
            try:
                text = await chair.socket.recv(decode=False)
            except ConnectionClosed as closed:
                self._tally.refused(f"closed {closed.rcvd.code if closed.rcvd else 1006}")
                return
            now = time.perf_counter()
            before = chair.eye.seq
            code = chair.eye.read(text)
            if code is not None:
                self._tally.refused(code)
            elif chair.eye.seq > before:
                self._arrived(chair, before, now)
                await self._move(chair)

    def _arrived(self, chair: Chair, before: int, now: float) -> None:
        """Record the arrival of moves after the `before`-th at a chair: its own are counted, the opponent's timed."""
        for seq in range(before + 1, chair.eye.seq + 1):
            sent_at, mover = self._sent.get(seq, (now, chair))
            if chair is mover:
                self._tally.moves += 1
            else:
                self._tally.seconds.append(now - sent_at)
                del self._sent[seq]

    async def _move(self, chair: Chair) -> None:
        legal = chair.eye.legal
        if not legal or chair.eye.over:
            return
        action = legal[int(self._rng.random() * len(legal))]
        held = await self._gate.wait()
        if self.pause:
            now = time.perf_counter()
            # Players who were held continue one after another: all at once, they would stay in step from then on.
            self._next = now + self._rng.random() * self.pause if held else max(self._next + self.pause, now)
            await asyncio.sleep(self._next - now)
        self._sent[chair.eye.seq + 1] = (time.perf_counter(), chair)
        await chair.send(action)
