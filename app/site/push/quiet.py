"""Quiet hours: when a guest's notifications wait, in the guest's time zone."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from app.people.players.preferences import Preferences


def quiet_until(chosen: Preferences, now: float) -> float | None:
    """Return the end of the quiet hours around `now` (seconds since 1970); None outside of them."""
    if not chosen.quiet_from or not chosen.quiet_to:
        return None
    begin, end = time.fromisoformat(chosen.quiet_from), time.fromisoformat(chosen.quiet_to)
    zone = ZoneInfo(chosen.zone) if chosen.zone else UTC
    local = datetime.fromtimestamp(now, zone)
    at = local.time()
    over_midnight = end <= begin
    inside = at >= begin or at < end if over_midnight else begin <= at < end
    if not inside:
        return None
    day = local.date() + timedelta(days=1) if at >= end else local.date()
    until = datetime.combine(day, end, zone)
    # In autumn an hour comes twice: in its second time the end of the first is over.
    return max(until.timestamp(), until.replace(fold=1).timestamp() if until.timestamp() <= now else 0)
