"""Quiet hours: when a guest's notifications wait, in the guest's time zone."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from app.players.preferences import Preferences


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
    return datetime.combine(day, end, zone).timestamp()
