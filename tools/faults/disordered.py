"""Messages that come twice, late, early and in the wrong order, also at two workers at once: each move counts once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import httpx
from typing_extensions import override

from tools.faults.connections import PlayerConnection, PlayerStream, error_name
from tools.faults.drill import Fault, NoEffect
from tools.faults.players import ANSWER_SECONDS, DrillPlayer
from tools.faults.tables import Hall
from tools.rig.json import Json
from tools.rig.random_moves import choose

NEVER: Final = {"internal", "storage_unavailable"}  # refusals that no message of a player may meet here


class DisorderedPlayer(DrillPlayer):
    """A player whose messages arrive in every way but the right one; each must be answered once, for what it is."""

    _sent = 0
    _refusals = 0
    _counted = 0
    _elsewhere = 0  # moves that the other worker accepted

    @override
    def connect(self) -> PlayerConnection:
        """Open a stream, always: there messages can overtake each other."""
        return PlayerStream(self.world.urls[self.worker], self.guest, self.book.id, patience=None)

    @property
    @override
    def waits(self) -> bool:
        """True if some of the messages are not answered yet."""
        return self._unanswered > 0

    @property
    def _unanswered(self) -> int:
        """Messages that were neither refused nor became a move."""
        return self._sent - self._refusals - (self._counted - self._elsewhere)

    @override
    async def _play(self, connection: PlayerConnection) -> None:
        self._sent = self._refusals = self._counted = self._elsewhere = 0
        while not self.over or self._unanswered > 0:
            async with asyncio.timeout(ANSWER_SECONDS if self._unanswered else None):
                message = await connection.receive()
            if "error" in message:
                self._refusal(str(message["code"]))
            else:
                self.take(message)
            await self.act(connection)
        if self._unanswered:
            self.world.ledger.problem(f"{self.book.id}: {-self._unanswered} messages were answered twice")

    @override
    def _broken(self, error: BaseException) -> None:
        super()._broken(error)
        self.world.ledger.problem(f"{self.book.id}: {self._unanswered} messages were not answered: {error_name(error)}")

    def _refusal(self, code: str) -> None:
        self._refusals += 1
        self.world.ledger.errors[code] += 1
        if code in NEVER:
            self.world.ledger.problem(f"{self.book.id}: a strange message was answered with {code}")

    @override
    def take(self, message: Json) -> None:
        """Read the server's messages, one action after the other; the player's own count as acknowledged."""
        before, mine = self.seq, self.state["to_act"][:1] == [self.seat]
        super().take(message)
        if before < 0 or self.seq == before:
            return
        if self.seq > before + 1:
            self.world.ledger.problem(f"{self.book.id}: {self.seq - before} actions came at once to a player who reads")
        elif mine:
            self._counted += 1
            tried = [action for seat, action in self.book.tried[self.seq] if seat == self.seat]
            # The answer does not show which of two actions was accepted; the record must have one of them.
            self.acknowledge(self.seq, tried[0] if all(action == tried[0] for action in tried) else None)

    @override
    async def act(self, connection: PlayerConnection) -> None:
        """Send a move, and in some way more than that."""
        if self._unanswered or not self.may_act():
            return
        await self.world.pace.wait(self.rng)
        seq, action, other = self.seq, choose(self.state, self.rng), choose(self.state, self.rng)
        tricks: list[Callable[[PlayerConnection, int, Json, Json], Awaitable[None]]] = [
            self._twice, self._late, self._early, self._swapped, self._far, self._at_both,
        ]  # fmt: skip
        await self.rng.choice(tricks)(connection, seq, action, other)

    async def _say(self, connection: PlayerConnection, seq: int, action: Json, *, may_count: bool = True) -> None:
        if may_count:
            self.book.send(self.seat, seq + 1, action)
        self._sent += 1
        await connection.send(seq, action)

    async def _twice(self, connection: PlayerConnection, seq: int, action: Json, other: Json) -> None:
        await self._say(connection, seq, action)
        await self._say(connection, seq, action)

    async def _late(self, connection: PlayerConnection, seq: int, action: Json, other: Json) -> None:
        """Send a message of before, then the move."""
        await self._say(connection, max(0, seq - 1), action, may_count=seq == 0)
        await self._say(connection, seq, action)

    async def _early(self, connection: PlayerConnection, seq: int, action: Json, other: Json) -> None:
        """Send the next move before this one is answered: if it is legal then, it counts, as the next."""
        await self._say(connection, seq, action)
        await self._say(connection, seq + 1, other)

    async def _swapped(self, connection: PlayerConnection, seq: int, action: Json, other: Json) -> None:
        await self._say(connection, seq + 1, other, may_count=False)
        await self._say(connection, seq, action)

    async def _far(self, connection: PlayerConnection, seq: int, action: Json, other: Json) -> None:
        await self._say(connection, seq + 7, other, may_count=False)
        await self._say(connection, seq, action)

    async def _at_both(self, connection: PlayerConnection, seq: int, action: Json, other: Json) -> None:
        """Send the same move to two workers at once: one of them accepts it."""
        client = self.world.clients[(self.worker + 1) % len(self.world.clients)]
        path, body = f"/api/matches/{self.book.id}/actions", {"seq": seq, "action": action}
        posted = asyncio.create_task(client.post(path, json=body, headers=self.guest.headers))
        await self._say(connection, seq, action)
        answer = await posted
        if answer.status_code == httpx.codes.OK:
            self._elsewhere += 1
        else:
            self.world.ledger.errors[answer.json()["code"]] += 1


def disordered_messages(seconds: float = 6.0) -> Fault:
    """Return the fault in which everybody plays like that all the time."""

    async def inject(hall: Hall) -> str:
        await hall.play(seconds)
        if not await hall.play_until(lambda: hall.ledger.errors["stale_seq"] > 0):
            raise NoEffect("no message was out of its place")
        return "twice, late, early, swapped, far ahead, at both workers"

    return Fault("double and reordered messages", inject, DisorderedPlayer)
