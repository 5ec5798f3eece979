"""The ways in which one address attacks. Each continues until it is cancelled, and counts the statuses it got.

Its strength is a number of connections; each rests a moment between two requests, because attackers and players share
the processor.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

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
PEOPLE: Final = 4  # entries of an arena for computers
ENDLESS: Final = 150 * 1024 * 1024


@dataclass
class Camp:
    enemy: Enemy
    cookie: str
    match_id: str
    long_match_id: str
    record: str
    tournament_id: str
    field_id: str  # a tournament with own cards, large, in which the cookie's player sits at this seat
    field_seat: str
    paired_id: str  # a tournament of the cookie's player, whose entries and channel have messages sent to `accepting`
    accepting: str  # a receiver that accepts every message
    strength: float = 1.0  # of the numbers of connections
    answers: Counter[str] = field(default_factory=Counter)

    async def many(self, connections: int, one: Callable[[Wire], Awaitable[None]], again: float = 0.05) -> None:
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

        await asyncio.gather(*(forever(number) for number in range(max(1, round(connections * self.strength)))))

    async def ask(self, connections: int, line: str, headers: str = HTML, body: bytes = b"") -> None:
        """Send one request over and over on `connections` connections."""

        async def one(wire: Wire) -> None:
            request = wire.request(line, headers, body)
            while not wire.closing:
                self.answers[await wire.ask(request)] += 1
                await asyncio.sleep(REST)

        await self.many(connections, one)


@asynccontextmanager
async def _meanwhile(work: Coroutine[Any, Any, T]) -> AsyncIterator[asyncio.Task[T]]:
    """Run `work` as a task during the block; cancel it at its end."""
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def page(path: str, connections: int = 8) -> Callable[[Camp], Awaitable[None]]:
    """Request a page on this many connections."""
    return lambda camp: camp.ask(connections, f"GET {path.format(camp=camp)}")


def form(path: str, connections: int, **fields: str) -> Callable[[Camp], Awaitable[None]]:
    """Send a form on this many connections over and over."""

    def sent(camp: Camp) -> Awaitable[None]:
        body = urlencode({name: value.format(camp=camp) for name, value in fields.items()})
        return camp.ask(connections, f"POST {path.format(camp=camp)}", _form_headers(camp.cookie), body.encode())

    return sent


def _form_headers(cookie: str) -> str:
    own = f"Cookie: {cookie}\r\n" if cookie else ""
    return f"{HTML}{own}Content-Type: application/x-www-form-urlencoded\r\n"


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


def follow(path: str) -> Callable[[Camp, Wire], Awaitable[None]]:
    """Open a websocket, and let it stay."""

    async def one(camp: Camp, wire: Wire) -> None:
        camp.answers[status := await wire.upgrade(f"{path.format(camp=camp)}/{LIVE}")] += 1
        if status == "101":
            await wire.drain()

    return one


async def sockets(camp: Camp) -> None:
    """Open fifteen hundred websockets that stay."""
    await camp.many(1500, partial(follow("/match/{camp.match_id}"), camp), KNOCK_AGAIN)


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


async def undrawn_pages(camp: Camp) -> None:
    """Request pages of cards that nobody has requested before."""
    numbers = count()

    async def one(wire: Wire) -> None:
        while not wire.closing:
            camp.answers[await wire.ask(wire.request(f"GET /cards?q=o&sort={next(numbers)}", HTML))] += 1
            await asyncio.sleep(REST)

    await camp.many(8, one)


async def large_tournament(camp: Camp) -> None:
    """Open a large tournament: its page on eight connections, and two hundred sockets of it."""

    pages = camp.ask(8, f"GET /tournament/{camp.tournament_id}")
    await asyncio.gather(pages, camp.many(200, partial(follow("/tournament/{camp.tournament_id}"), camp), KNOCK_AGAIN))


async def messages_to_others(camp: Camp) -> None:
    """Give one address after the other that accepts every message, and have a test message sent there."""
    numbers = count()

    async def one(wire: Wire) -> None:
        while not wire.closing:
            address = f"{camp.accepting}/{next(numbers)}"
            for fields in ({"do": "save", "address": address}, {"do": "try"}):
                body = urlencode(fields).encode()
                camp.answers[await wire.ask(wire.request("POST /settings/word", _form_headers(camp.cookie), body))] += 1
            await asyncio.sleep(REST)

    await camp.many(8, one)


async def computers_alone(camp: Camp) -> None:
    """Open arenas for as many computers as people who never come, so that computers play each other."""

    async def one(wire: Wire) -> None:
        async def send(path: str, cookie: str = "", **fields: str) -> dict[str, str]:
            body = urlencode(fields).encode()
            status, headers = await wire.answer(wire.request(f"POST {path}", _form_headers(cookie), body))
            camp.answers[status] += 1
            return headers

        while not wire.closing:
            opened = await send("/tournaments/new", name="Alone", system="arena", computers="6")
            path, cookie = opened.get("location", ""), opened.get("set-cookie", "").partition(";")[0]
            if not cookie:
                return
            for number in range(PEOPLE):
                await send(f"{path}/enter", name=f"Eve {number}")
            for _ in range(PEOPLE):
                await send(f"{path}/organize", cookie, do="computer")
            await send(f"{path}/organize", cookie, do="start")

    await camp.many(4, one, KNOCK_AGAIN)


ATTACKS: Final[dict[str, Callable[[Camp], Awaitable[None]]]] = {
    "/cards": page("/cards"),
    "/decks/new": page("/decks/new"),
    "/readyz": page("/readyz"),
    "log of a long match": page("/match/{camp.long_match_id}/log", 10),
    "endless headers": header_flood,
    "half-sent requests": half_requests,
    "many sockets": sockets,
    "talking sockets": questions,
    "uploads": form("/replays", 4, text="{camp.record}"),
    "matches against bots": form("/new", 4, mode="bot", opponent="6", first="friend"),
    "hints": form("/match/{camp.match_id}/hint", 8),
    "a large tournament": large_tournament,
    "public records": page("/api/records", 80),
    "reports of a field": form("/tournament/{camp.field_id}/report", 8, seat="{camp.field_seat}", outcome="a"),
    "silent webhooks": form("/settings/word", 8, do="try"),
    "messages to others": messages_to_others,
    "pairing again": form("/tournament/{camp.paired_id}/organize", 8, do="pair", reason="again"),
    "computers alone": computers_alone,
    "undrawn pages": undrawn_pages,
    "/openapi.json": page("/openapi.json"),
}
EVERYTHING: Final = "all at once"


async def everything(camp: Camp) -> None:
    """All of them at the same time."""
    await asyncio.gather(*(attack(camp) for attack in ATTACKS.values()))


def attack_named(name: str) -> Callable[[Camp], Awaitable[object]]:
    """Return an attack, or all."""
    return everything if name == EVERYTHING else ATTACKS[name]
