"""Tables that play match after match while a fault comes and goes, and the hall that holds them."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final

import httpx

from tools.faults.ledger import Book, Ledger
from tools.faults.players import ANSWER_SECONDS, BROKEN, DrillPlayer, Pace, World, error_name
from tools.rig.guests import Guest
from tools.rig.json import Json
from tools.rig.site import RunningSite

CLOCK: Final[Json] = {"kind": "turn", "seconds": 300}
"""Nobody is this slow: any flag that falls is wrong."""
FORMATS: Final[list[Json]] = [
    {"format": "preconstructed", "clock": CLOCK},
    {"format": "draft", "clock": {"kind": "fischer", "base": 600, "increment": 5}},
    {"mode": "solo"},
    {"format": "constructed", "clock": CLOCK},
    {"edition": "2021", "format": "preconstructed"},
    {"mode": "solo", "format": "draft"},
    {"edition": "2021", "format": "constructed"},
    {"format": "draft", "sets": ["initiation"], "champions": True},
]
OPENING_SLOTS: Final = 25
ASK_AGAIN: Final = 0.2
BITE_SECONDS: Final = 30.0  # seconds within which a fault must be noticed, however slow the machine is
STUCK: Final = 60.0  # seconds without any move after which unfinished matches are stuck


class DrillTable:
    """Two guests (one at a solo match) who play match after match until the hall closes; they end the last one."""

    def __init__(self, world: World, number: int, options: Json) -> None:
        self.number = number
        self.options = options
        self.ending = False
        self.players: list[DrillPlayer] = []
        self.acknowledged_at: list[float] = []
        self._world = world
        self._rng = random.Random(f"0-{number}")
        self._guests: list[Guest] = []
        self.begun = asyncio.Event()

    @property
    def has_bot(self) -> bool:
        """True if the site plays the other seat."""
        return str(self.options.get("opponent", "")).startswith("bot:")

    async def play(self) -> None:
        """Play until asked to end, and then to the end of the match."""
        while not self.ending or not self.players:
            await self._play(await self._open())

    async def _play(self, book: Book) -> None:
        self.players = [self._seat(book, number) for number in range(len(self._guests))]
        self.begun.set()
        async with asyncio.TaskGroup() as group:
            for player in self.players:
                group.create_task(player.play())

    def _seat(self, book: Book, number: int) -> DrillPlayer:
        worker = (self.number + number) % len(self._world.urls)  # the players of a match sit at different workers
        rng = random.Random(self._rng.random())
        player = DrillPlayer(self._world, self._guests[number], "AB"[number], worker, rng, book)  # type: ignore[arg-type]
        player.acknowledged_at = self.acknowledged_at
        return player

    async def _open(self) -> Book:
        if not self._guests:
            alone = self.has_bot or self.options.get("mode") == "solo"
            names = ["Ann"] if alone else ["Ann", "Bob"]
            tokens = [(await self.ask("/api/players", {"name": name}))["token"] for name in names]
            self._guests = [Guest({"Authorization": f"Bearer {token}"}) for token in tokens]
        opened = await self.ask("/api/matches", {"seat": "A", **self.options}, self._guests[0])
        book = Book(opened["id"], self.number, self._guests[0])
        if self.has_bot:
            book.bots.add("B")
        self._world.ledger.books.append(book)
        if len(self._guests) > 1:
            await self.ask(f"/api/matches/{book.id}/join", {}, self._guests[1])
        return book

    async def ask(self, path: str, body: Json, guest: Guest | None = None) -> Json:
        """Return the answer to a request, repeated, also at other workers, until there is one."""
        worker = self.number
        while True:
            client = self._world.clients[worker % len(self._world.clients)]
            try:
                answer = await client.post(path, json=body, headers=guest.headers if guest else {})
                reply: Json = answer.json()
                if "error" not in reply:
                    return reply
                self._world.ledger.errors[reply["code"]] += 1
                if answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR:
                    self._world.ledger.problem(f"POST {path} was refused with {reply['code']}")
            except BROKEN as error:
                self._world.ledger.errors[error_name(error)] += 1
            worker += 1
            await asyncio.sleep(ASK_AGAIN)


class Hall:
    """All tables of a site; their players come from the addresses of this machine that `sources` names."""

    def __init__(
        self,
        site: RunningSite,
        matches: int,
        pause: float,
        sources: Sequence[str | None] = (None,),
        formats: Sequence[Json] = FORMATS,
    ) -> None:
        self.site = site
        self.ledger = Ledger()
        self.pace = Pace(pause)
        ways = [(worker.url, source) for source in sources for worker in site.workers]
        urls = [url for url, _ in ways]
        clients = [_client(url, source) for url, source in ways]
        addresses = [(source, 0) if source else None for _, source in ways]
        self.world = World(urls, addresses, clients, self.ledger, self.pace)
        self.tables = [DrillTable(self.world, number, formats[number % len(formats)]) for number in range(matches)]
        self._tasks: list[asyncio.Task[None]] = []
        self._full = asyncio.Semaphore(OPENING_SLOTS)

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Hall]:
        """Let everybody sit down and play; at the end of the block those in play leave."""
        self._tasks = [asyncio.create_task(self._play(table)) for table in self.tables]
        try:
            async with asyncio.timeout(STUCK):
                await asyncio.gather(*(table.begun.wait() for table in self.tables))
            yield self
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await asyncio.gather(*(client.aclose() for client in self.world.clients))

    async def _play(self, table: DrillTable) -> None:
        async with asyncio.TaskGroup() as group:
            async with self._full:
                playing = group.create_task(table.play())
                await asyncio.wait(
                    (playing, group.create_task(table.begun.wait())), return_when=asyncio.FIRST_COMPLETED
                )
            await playing

    def everybody(self) -> list[DrillPlayer]:
        return [player for table in self.tables for player in table.players]

    async def play(self, seconds: float) -> None:
        """Let them play for so long; raises the exception of a player's program."""
        for task in (await asyncio.wait(self._tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION))[0]:
            task.result()

    async def play_until(self, seen: Callable[[], bool], at_most: float = BITE_SECONDS) -> bool:
        """Let them play until a condition holds, for so many seconds at most; True if it does."""
        give_up = time.monotonic() + at_most
        while not seen() and time.monotonic() < give_up:
            await self.play(0.1)
        return seen()

    async def stand_still(self) -> bool:
        """Stop everybody until each move is answered, also by bots, and each listener has it; False if that does not
        happen."""
        self.pace.stop()
        give_up = time.monotonic() + STUCK / 2
        while not all(_is_calm(table) for table in self.tables):
            if time.monotonic() > give_up:
                return False
            await asyncio.sleep(0.05)
        return True

    async def end(self) -> None:
        """Let everybody play the last match to its end; those who cannot are given up when nothing moves any more."""
        self.pace.go()
        self.pace.pause = 0.0
        for table in self.tables:
            table.ending = True
        waiting = set(self._tasks)
        while waiting:
            before = self.ledger.acknowledged
            done, waiting = await asyncio.wait(waiting, timeout=STUCK)
            for task in done:
                task.result()
            if not done and self.ledger.acknowledged == before:
                return


def _client(url: str, source: str | None) -> httpx.AsyncClient:
    limits = httpx.Limits(max_connections=200, max_keepalive_connections=50)
    transport = httpx.AsyncHTTPTransport(limits=limits, local_address=source)
    return httpx.AsyncClient(base_url=url, timeout=ANSWER_SECONDS, transport=transport, trust_env=False)


def _is_calm(table: DrillTable) -> bool:
    """True if everything is answered, everybody knows the same, and no computer player is about to move."""
    players = table.players
    awaited = not table.has_bot or all(player.over or player.may_act() for player in players)
    return awaited and not any(player.waits for player in players) and len({player.seq for player in players}) <= 1
