"""The entries that wait for the next match of an arena: with an open page or stream, by a call, and computers."""

from __future__ import annotations

from typing import Final

from app.contests.tournaments.rules.types import Waiting
from app.contests.tournaments.tournament import StoredTournament

HERE_FOR: Final = 30.0  # seconds for which a sign of life counts
NOTE_EVERY: Final = 10.0  # seconds between two signs of life of an open stream


def waiting_in(tournament: StoredTournament, now: float) -> list[Waiting]:
    """Return the entries that wait now, by the site's time, since the wave in which they last played."""
    last = {number: float(result.round) for result in tournament.results for number in result.numbers}
    playing = {number for result in tournament.results if result.is_open for number in result.numbers}
    return [
        Waiting(entry.number, last.get(entry.number, 0.0))
        for entry in tournament.entries
        if entry.state == "in"
        and entry.number not in playing
        and (entry.computer is not None or (entry.here_at is not None and now - entry.here_at < HERE_FOR))
    ]
