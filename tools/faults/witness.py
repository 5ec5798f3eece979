"""A client of a worker whose clock is wrong: it must still know its guests, and find nobody absent."""

from __future__ import annotations

import asyncio
import contextlib
import time
from email.utils import parsedate_to_datetime
from typing import Final

import httpx

from tools.faults.connections import PlayerStream
from tools.faults.tables import Hall
from tools.rig.guests import GUEST_CLIENTS, Guest

REFILL: Final = 4.0  # requests a second that refill the limit, with the drill's CLASH_RATE_LIMIT
LONG: Final = 20.0  # seconds after which it is so full that using it up again costs too much
AT_ONCE: Final = 20  # requests by which it is used up: one after the other they could be too slow
GRACE: Final = 120  # seconds of the site's settings: any offer of the win before that comes too early
DATE_SECONDS: Final = 30.0  # an answer's date is renewed once a second
NEAR: Final = 60.0


class Witness:
    """A host with a page's cookie whose awaited opponent never connects, and who has used up a limit."""

    def __init__(self, hall: Hall, number: int) -> None:
        self._hall = hall
        self._http = hall.world.clients[number]
        self._url = hall.world.urls[number]
        self._cookie = self._guest = Guest({})
        self._match_id = ""
        self._waits_since = 0.0
        self._used_up_at = 0.0  # before this moment the limit was not used up
        self._stream: asyncio.Task[None] | None = None

    async def come(self) -> None:
        """Sit down, and use up a limit."""
        api = GUEST_CLIENTS["api"]
        self._cookie = await GUEST_CLIENTS["page"].guest(self._http, "Ann")
        self._guest = await api.guest(self._http, "Ann")
        opened = {"seat": "A", "first": "B", "format": "preconstructed"}
        answer = await self._http.post("/api/matches", json=opened, headers=self._guest.headers)
        self._match_id = answer.json()["id"]
        bob = await api.guest(self._http, "Bob")
        self._waits_since = time.monotonic()
        await api.join(self._http, bob, self._match_id)
        self._stream = asyncio.create_task(self._listen())
        await self._use_up()

    async def leave(self) -> None:
        """Go."""
        if self._stream is not None:
            self._stream.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._stream

    async def _sit_again(self) -> httpx.Response:
        """Send a request that changes nothing and is limited to so many times a minute."""
        return await self._http.post(f"/api/matches/{self._match_id}/join", json={}, headers=self._guest.headers)

    async def _listen(self) -> None:
        async with PlayerStream(self._url, self._guest, self._match_id, patience=None) as connection:
            while True:
                self._check_offer(await connection.receive())

    def _check_offer(self, state: dict[str, object]) -> None:
        if state.get("absent") is not None and time.monotonic() - self._waits_since < GRACE:
            self._hall.ledger.problem("a player was found absent long before the grace was over")

    async def believes(self, wrong: float) -> bool:
        """True if the worker's own answers show a time that is wrong by so many seconds."""
        give_up = time.monotonic() + DATE_SECONDS
        while time.monotonic() < give_up:
            answer = await self._http.get("/healthz")
            state = parsedate_to_datetime(answer.headers["date"]).timestamp()
            if abs(state - time.time() - wrong) < NEAR:
                return True
            await asyncio.sleep(0.1)
        return False

    async def check(self) -> None:
        """Send a request as a guest that the worker has seen before."""
        path = f"/api/matches/{self._match_id}"
        for guest, seat in ((self._cookie, None), (self._guest, "A")):
            answer = await self._http.get(path, headers=guest.headers)
            if answer.status_code != httpx.codes.OK or answer.json()["seat"] != seat:
                self._hall.ledger.problem(f"a guest is no longer known: {answer.status_code}")
            else:
                self._check_offer(answer.json())
        await self._check_limit()

    async def _check_limit(self) -> None:
        since = self._used_up_at
        if time.monotonic() - since > LONG:
            return
        passed, waits = await self._use_up()
        if passed > REFILL * (time.monotonic() - since) + 1 or not waits <= {"1", "2"}:
            self._hall.ledger.problem(f"a limit let {passed} requests pass, then said to try again in {waits} s")

    async def _use_up(self) -> tuple[int, set[str]]:
        """Use up the limit; return the number of requests that passed, and the seconds to wait that refusals name."""
        passed = 0
        while True:
            self._used_up_at = time.monotonic()
            answers = await asyncio.gather(*(self._sit_again() for _ in range(AT_ONCE)))
            refused = [answer for answer in answers if answer.status_code == httpx.codes.TOO_MANY_REQUESTS]
            passed += len(answers) - len(refused)
            if refused:
                return passed, {answer.headers.get("retry-after", "") for answer in refused}
