"""Time that passes on the site's own clock, without anybody waiting for it."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

import sqlalchemy as sa

from app.base.live.models import site_clock
from app.base.live.site_clock import SLACK
from app.matches.core.sync import CLOCK_EVERY, POLL
from app.site.site import Site

LATE = POLL * CLOCK_EVERY + SLACK
"""Seconds by which a late beat moves the site's clock back at most."""


async def passes(site: Site, seconds: float) -> float:
    """Let so many seconds pass on the site's clock, and return its time, which this worker then knows."""
    later = sa.update(site_clock).values(now=site_clock.c.now + seconds)
    await site.base.writer.job(lambda connection: connection.execute(later))
    return await site.matches.service.site_clock.beat()


async def let_due_happen(site: Site) -> None:
    """Let happen what is due in tournaments. If a beat has just come late, the site's clock has stepped back, and what
    was due at once would wait for it."""
    await passes(site, LATE)
    await site.contests.tournament_driver.tick()


def noon(day: date) -> datetime:
    """Return the moment in the middle of a day, UTC."""
    return datetime.combine(day, time(12), UTC)


class SteadyClock:
    """A steady clock in the place of `time`: it stands still but for what a test lets pass."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def monotonic(self) -> float:
        """The time of `time.monotonic`."""
        return self.now

    def passes(self, seconds: float) -> None:
        """Let so much time pass."""
        self.now += seconds
