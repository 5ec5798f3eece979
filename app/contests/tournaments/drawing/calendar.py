"""Tournaments as a calendar (iCalendar, RFC 5545): when they begin and end, and their next round."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from starlette.responses import Response

from app.base.i18n import _
from app.base.seconds import HOUR
from app.contests.tournaments.drawing.facts import expected_seconds, match_seconds
from app.contests.tournaments.tournament import StoredTournament

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


def entries_of(tournament: StoredTournament, site: str, ahead: float) -> list[CalendarEntry]:
    """Return a tournament and its next round, where their times are known. `ahead` are the seconds by which the clock
    on the wall is ahead of the site's time."""
    found: list[CalendarEntry] = []
    begins, url = tournament.started_at or tournament.options.begins_at, f"{site}/tournament/{tournament.id}"
    if begins is not None:
        ends = tournament.finished_at or begins + max(expected_seconds(tournament) or 0, HOUR)
        cancelled = tournament.status == "cancelled"
        found.append(
            CalendarEntry(
                tournament.id, begins, max(begins, ends), tournament.name, url, tournament.version, cancelled=cancelled
            )
        )
    if (
        tournament.status == "playing"
        and tournament.round
        and tournament.next_at is not None
        and tournament.system.has_rounds
    ):
        at = tournament.next_at + ahead
        title = _("%(tournament)s: round %(round)s", tournament=tournament.name, round=tournament.round + 1)
        name = f"{tournament.id}-{tournament.round + 1}"
        ends = at + match_seconds(tournament.options.clock)
        found.append(CalendarEntry(name, at, ends, title, url, tournament.version))
    return found


def calendar_answer(title: str, entries: Iterable[CalendarEntry], now: float) -> Response:
    """Return a calendar as an answer that its reader may keep for some minutes."""
    headers = {"Cache-Control": "private, max-age=300", "Content-Disposition": 'inline; filename="calendar.ics"'}
    return Response(calendar_text(title, entries, now), media_type="text/calendar", headers=headers)


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
