"""The ways in which one address attacks. Each goes on until it is cancelled, and counts the statuses it got.

Its strength is a number of connections; each rests a moment between two requests, because attackers and players share
the processor.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

import orjson

from tools.rig.guests import LIVE
from tools.siege.wire import BROKEN, CLOSED, Enemy, Wire

T = TypeVar("T")

REST: Final = 0.005  # seconds between an answer and the next request
KNOCK_AGAIN: Final = 2.0  # seconds until a connection that was refused is tried again
STAGGER: Final = 0.002
HTML: Final = "Accept: text/html\r\n"
HEADERS: Final = b"a: b\r\n" * 2700
SENT_HEADERS: Final = "KB of headers"
SENT_MESSAGES: Final = "messages"
ENDLESS: Final = 150 * 1024 * 1024
BROWSERS: Final = 10  # that one guest may subscribe
KEYS: Final = {  # any point of the curve will do
    "p256dh": "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
    "auth": "AAAAAAAAAAAAAAAAAAAAAA",
}


@dataclass
class Camp:
    enemy: Enemy
    cookie: str
    match_id: str
    long_match_id: str
    record: str
    event_id: str
    push: str  # the origin of a push service that never answers
    tokens: list[str]  # of guests with all their browsers subscribed
    strength: float = 1.0  # of the numbers of connections
    answers: Counter[str] = field(default_factory=Counter)

    async def many(self, count: int, one: Callable[[Wire], Awaitable[None]], again: float = 0.05) -> None:
        """A number of equal connections, each started again when it ends."""

        async def forever(number: int) -> None:
            await asyncio.sleep(number * STAGGER)
            while True:
                try:
                    async with Wire(self.enemy) as wire:
                        await one(wire)
                except BROKEN:
                    self.answers[CLOSED] += 1
                await asyncio.sleep(again)

        await asyncio.gather(*(forever(number) for number in range(max(1, round(count * self.strength)))))

    async def ask(self, count: int, line: str, headers: str = HTML, body: bytes = b"") -> None:
        """The same request over and over on so many connections."""

        async def one(wire: Wire) -> None:
            request = wire.request(line, headers, body)
            while not wire.closing:
                self.answers[await wire.ask(request)] += 1
                await asyncio.sleep(REST)

        await self.many(count, one)


@asynccontextmanager
async def _meanwhile(work: Coroutine[Any, Any, T]) -> AsyncIterator[asyncio.Task[T]]:
    """Something that goes on during the block, and no longer."""
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def page(path: str, count: int = 8) -> Callable[[Camp], Awaitable[None]]:
    """Request a page on this many connections."""
    return lambda camp: camp.ask(count, f"GET {path}")


async def logs(camp: Camp) -> None:
    """Ten readers of a long match's log."""
    await camp.ask(10, f"GET /match/{camp.long_match_id}/log")


async def uploads(camp: Camp) -> None:
    """A long record, uploaded over and over."""
    form = f"{HTML}Cookie: {camp.cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    await camp.ask(4, "POST /replays", form, urlencode({"text": camp.record}).encode())


async def header_flood(camp: Camp) -> None:
    """Small headers without end."""

    async def one(wire: Wire) -> None:
        await wire.send(wire.request("GET /")[:-2])
        async with _meanwhile(wire.head()) as answer:
            for _ in range(ENDLESS // len(HEADERS)):
                if answer.done():
                    break
                with contextlib.suppress(*BROKEN):
                    await wire.send(HEADERS)
                camp.answers[SENT_HEADERS] += len(HEADERS) // 1024
                await asyncio.sleep(REST)
            camp.answers[(await answer)[0]] += 1

    await camp.many(8, one)


async def half_requests(camp: Camp) -> None:
    """A thousand requests of which the second half never comes: every other one has its head."""
    sent = 0

    async def one(wire: Wire) -> None:
        nonlocal sent
        sent += 1
        half = wire.request("POST /new", "Content-Type: application/x-www-form-urlencoded\r\n", b"x" * 999)
        await wire.send(half[: -900 if sent % 2 else 20])
        camp.answers[(await wire.head())[0]] += 1

    await camp.many(1000, one, KNOCK_AGAIN)


async def sockets(camp: Camp) -> None:
    """Fifteen hundred websockets that stay."""

    async def one(wire: Wire) -> None:
        camp.answers[status := await wire.upgrade(f"/match/{camp.match_id}/{LIVE}")] += 1
        if status == "101":
            await wire.drain()

    await camp.many(1500, one, KNOCK_AGAIN)


async def questions(camp: Camp) -> None:
    """Twenty websockets that request the whole board again and again, and send outdated moves."""

    async def one(wire: Wire) -> None:
        camp.answers[status := await wire.upgrade(f"/match/{camp.match_id}/{LIVE}", f"Cookie: {camp.cookie}\r\n")] += 1
        if status != "101":
            return
        async with _meanwhile(wire.drain()) as reading:
            while not reading.done():
                await wire.say('{"type": "hello", "hello": 1000000}')
                await wire.say('{"type": "act", "seq": 1000000, "action": {"type": "attack"}}')
                camp.answers[SENT_MESSAGES] += 2
                await asyncio.sleep(0.08)  # the rate at which a socket is not closed yet

    await camp.many(20, one)


async def bot_matches(camp: Camp) -> None:
    """Matches against the strongest bot, which begins, one after the other."""
    form = f"{HTML}Cookie: {camp.cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    await camp.ask(4, "POST /new", form, urlencode({"mode": "bot", "opponent": "6", "first": "friend"}).encode())


async def slow_push(camp: Camp) -> None:
    """Guests who subscribe at a push service that never answers, with ten browsers each, and have each one tried."""
    numbers = itertools.count()

    async def one(wire: Wire) -> None:
        number = next(numbers)
        token = camp.tokens[number % len(camp.tokens)]
        headers = f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        endpoint = {"endpoint": f"{camp.push}/{number % (len(camp.tokens) * BROWSERS)}"}
        subscription = orjson.dumps({**endpoint, "keys": KEYS})
        camp.answers[await wire.ask(wire.request("POST /api/push/subscribe", headers, subscription))] += 1
        request = wire.request("POST /api/push/try", headers, orjson.dumps(endpoint))
        while not wire.closing:
            camp.answers[await wire.ask(request)] += 1
            await asyncio.sleep(REST)

    await camp.many(len(camp.tokens) * BROWSERS, one, KNOCK_AGAIN)


async def handshakes(camp: Camp) -> None:
    """Seven hundred handshakes for websockets that announce a body."""

    async def one(wire: Wire) -> None:
        camp.answers[await wire.upgrade(f"/match/{camp.match_id}/{LIVE}", "Content-Length: 5\r\n")] += 1

    await camp.many(700, one)


async def hints(camp: Camp) -> None:
    """Hints for the same match, requested over and over."""
    await camp.ask(8, f"POST /match/{camp.match_id}/hint", f"{HTML}Cookie: {camp.cookie}\r\n")


async def large_event(camp: Camp) -> None:
    """A large event: its page on eight connections, and two hundred sockets of it."""

    async def follow(wire: Wire) -> None:
        camp.answers[status := await wire.upgrade(f"/tournament/{camp.event_id}/{LIVE}")] += 1
        if status == "101":
            await wire.drain()

    pages = camp.ask(8, f"GET /tournament/{camp.event_id}")
    await asyncio.gather(pages, camp.many(200, follow, KNOCK_AGAIN))


ATTACKS: Final[dict[str, Callable[[Camp], Awaitable[None]]]] = {
    "/cards": page("/cards"),
    "/decks/new": page("/decks/new"),
    "/readyz": page("/readyz"),
    "log of a long match": logs,
    "endless headers": header_flood,
    "half-sent requests": half_requests,
    "many sockets": sockets,
    "talking sockets": questions,
    "uploads": uploads,
    "matches against bots": bot_matches,
    "slow push": slow_push,
    "handshakes with bodies": handshakes,
    "hints": hints,
    "a large event": large_event,
}
EVERYTHING: Final = "all at once"


async def everything(camp: Camp) -> None:
    """All of them at the same time."""
    await asyncio.gather(*(attack(camp) for attack in ATTACKS.values()))


def attack_named(name: str) -> Callable[[Camp], Awaitable[object]]:
    """Return an attack, or all."""
    return everything if name == EVERYTHING else ATTACKS[name]
