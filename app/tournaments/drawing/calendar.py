"""Tournaments as a calendar (iCalendar, RFC 5545): when they begin and end, and their next round."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from app.i18n import _
from app.seconds import HOUR
from app.tournaments.drawing.facts import expected_seconds, match_seconds
from app.tournaments.event import StoredEvent

LINE_BYTES = 75
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


class CalendarEntry(NamedTuple):
    """An entry: its times in seconds since 1970 (a moment ends as it begins), and a name that stays the same."""

    name: str
    begins: float
    ends: float
    title: str
    url: str
    version: int = 0
    cancelled: bool = False


def entries_of(event: StoredEvent, site: str, ahead: float) -> list[CalendarEntry]:
    """Return a tournament and its next round, where their times are known. `ahead` are the seconds by which the clock
    on the wall is ahead of the site's time."""
    found: list[CalendarEntry] = []
    begins, url = event.started_at or event.options.begins_at, f"{site}/tournament/{event.id}"
    if begins is not None:
        ends = event.finished_at or begins + max(expected_seconds(event) or 0, HOUR)
        cancelled = event.status == "cancelled"
        found.append(
            CalendarEntry(event.id, begins, max(begins, ends), event.name, url, event.version, cancelled=cancelled)
        )
    if event.status == "playing" and event.round and event.next_at is not None and event.system.has_rounds:
        at = event.next_at + ahead
        title = _("%(tournament)s: round %(round)s", tournament=event.name, round=event.round + 1)
        name = f"{event.id}-{event.round + 1}"
        ends = at + match_seconds(event.options.clock)
        found.append(CalendarEntry(name, at, ends, title, url, event.version))
    return found


def calendar_text(title: str, entries: Iterable[CalendarEntry], now: float) -> bytes:
    """Return a calendar; programs that have subscribed look again after a quarter of an hour."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Clash of Decks online//Calendar//EN", "CALSCALE:GREGORIAN"]
    lines += [f"X-WR-CALNAME:{title.translate(ESCAPED)}", "REFRESH-INTERVAL;VALUE=DURATION:PT15M"]
    for one in entries:
        lines += ["BEGIN:VEVENT", f"UID:{one.name}@clash-of-decks", f"DTSTAMP:{_utc(now)}"]
        lines += [f"DTSTART:{_utc(one.begins)}", f"SUMMARY:{one.title.translate(ESCAPED)}", f"URL:{one.url}"]
        lines += [f"DTEND:{_utc(one.ends)}"] if one.ends > one.begins else []
        lines += [f"STATUS:{'CANCELLED' if one.cancelled else 'CONFIRMED'}", f"SEQUENCE:{one.version}", "END:VEVENT"]
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"]).encode()


def _utc(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y%m%dT%H%M%SZ}"


def _folded(line: str) -> str:
    """Return a line broken into pieces of 75 bytes at most, between characters."""
    pieces, room = [""], LINE_BYTES
    for char in line:
        room -= len(char.encode())
        if room < 0:
            pieces, room = [*pieces, ""], LINE_BYTES - 1 - len(char.encode())
        pieces[-1] += char
    return "\r\n ".join(pieces)
