"""Limits by cost: who asks for more than a share of the server's time waits, then is refused; nobody else notices."""

from __future__ import annotations

import asyncio
import itertools

import pytest
from starlette.requests import HTTPConnection

from app.base.errors import AppError
from app.base.web.limits import RateLimits
from app.base.web.limits.rates import MAX_HELD, MAX_WAIT_SECONDS
from app.base.web.limits.table import SHARE

ONE, OTHER = "192.0.2.1", "192.0.2.2"
MOMENT, LONG_RUN = SHARE


class Clock:
    """A clock that advances only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0

    def budget(self, factor: float = 1.0, proxies: str = "") -> RateLimits:
        """Return a budget by this clock."""
        return RateLimits(factor, proxies, lambda: self.now, self.sleep)

    async def sleep(self, seconds: float) -> None:
        """Let so much time pass."""
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    """Provide the budget's own clock."""
    return Clock()


def connection(host: str) -> HTTPConnection:
    """Return a connection from this address."""
    return HTTPConnection({"type": "http", "client": (host, 1234), "headers": []})


async def took(budget: RateLimits, clock: Clock, host: str, price: float, times: int) -> float:
    """Seconds that it takes to be served so often, one after the other."""
    began = clock.now
    for _ in range(times):
        await budget.pay(connection(host), price)
    return clock.now - began


async def test_an_address_gets_its_share_by_what_it_costs_and_others_do_not_wait(clock: Clock) -> None:
    budget = clock.budget()
    assert await took(budget, clock, ONE, 1, int(MOMENT.at_once)) == 0
    await took(budget, clock, ONE, 10, 200)
    assert await took(budget, clock, ONE, 10, 200) == pytest.approx(2000 / LONG_RUN.per_second)
    assert await took(budget, clock, OTHER, 30, 1) == 0
    fresh = clock.budget()
    dear, cheap = await took(fresh, clock, ONE, 10, 400), await took(fresh, clock, OTHER, 1, 400)
    assert dear > 10 * cheap


async def test_between_two_works_for_one_address_others_get_theirs_done(clock: Clock) -> None:
    """Also right after a rest: saved-up requests are not all served in one go."""
    budget, price, starts = clock.budget(), 20.0, []
    for _ in range(10):
        await budget.pay(connection(ONE), price)
        starts.append(clock.now)
    gaps = [later - earlier for earlier, later in itertools.pairwise(starts[2:])]
    assert min(gaps) >= 2 * price / 1000 - 1e-9


async def test_a_wait_that_is_too_long_is_refused_with_the_time_to_come_again(clock: Clock) -> None:
    budget = clock.budget()
    budget.charge(connection(ONE), (MAX_WAIT_SECONDS + 5) * LONG_RUN.per_second + LONG_RUN.at_once)
    with pytest.raises(AppError) as refused:
        await budget.pay(connection(ONE), 1)
    assert (refused.value.code, refused.value.status) == ("too_many", 429)
    again = int(refused.value.headers["Retry-After"])
    assert 4 <= again <= 7
    await clock.sleep(again)
    await budget.pay(connection(ONE), 1)


async def test_refusals_are_held_back_but_not_without_end() -> None:
    """An address that asks again at once gets so many refusals a second, and no more of them wait than fit."""
    held = 0
    release = asyncio.Event()

    async def wait(seconds: float) -> None:
        nonlocal held
        held += 1
        await release.wait()

    budget = RateLimits(clock=lambda: 1000.0, sleep=wait)
    budget.charge(connection(ONE), 10 * MAX_WAIT_SECONDS * LONG_RUN.per_second)
    crowd = [asyncio.create_task(budget.pay(connection(ONE), 1)) for _ in range(MAX_HELD + 20)]
    done, _waiting = await asyncio.wait(crowd, return_when=asyncio.FIRST_COMPLETED)
    assert held == MAX_HELD and len(done) == 20
    release.set()
    answers = await asyncio.gather(*crowd, return_exceptions=True)
    assert {type(each) for each in answers} == {AppError}


async def test_a_socket_waits_and_is_not_refused(clock: Clock) -> None:
    budget = clock.budget()
    budget.charge(connection(ONE), 3 * MAX_WAIT_SECONDS * LONG_RUN.per_second)
    before = clock.now
    await budget.wait(connection(ONE), "act")
    assert clock.now - before > 2 * MAX_WAIT_SECONDS


async def test_a_rest_gives_back_what_may_be_done_at_once_and_no_more(clock: Clock) -> None:
    budget = clock.budget()
    first = await took(budget, clock, ONE, 10, 100)
    await clock.sleep(3600)
    assert await took(budget, clock, ONE, 10, 100) == pytest.approx(first)


async def test_the_factor_widens_and_zero_switches_off(clock: Clock) -> None:
    plain = await took(clock.budget(), clock, ONE, 10, 500)
    assert await took(clock.budget(10), clock, ONE, 10, 500) < plain / 10
    assert await took(clock.budget(0), clock, ONE, 10, 500) == 0


async def test_proxies_and_local_sockets_are_not_counted_unless_everybody_is_believed(clock: Clock) -> None:
    for host in ("testclient", "127.0.0.1", "10.1.2.3"):
        assert await took(clock.budget(1, "127.0.0.1,10.0.0.0/8"), clock, host, 10, 500) == 0
    assert await took(clock.budget(1, "*"), clock, ONE, 10, 500) > 0


async def test_a_count_is_charged_for(clock: Clock) -> None:
    limits = clock.budget()
    for _ in range(30):
        limits.check("since", connection(ONE))
    before = clock.now
    await limits.wait(connection(ONE), "message")
    assert clock.now > before
