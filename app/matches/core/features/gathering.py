"""The next match of a series waits, not begun and without a clock, until both of its players are there.

It is an open table whose seats are both taken. A player is present with its page or a stream of it open, or after a
request for it; that is remembered where players come and go (correspondence), and for a minute where clocks are short.
If it has not begun within a day it is closed, and counts for nothing.
"""

from __future__ import annotations

from typing import Final

from app.base.seconds import DAY
from app.matches.core.features.clock import clock_option
from app.matches.core.features.feature import StoredValue
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from engine.seat import SEATS, BySeat, Seat

LAPSES_AFTER: Final = DAY  # seconds
THERE_FOR: Final = 60.0  # seconds for which a request of a player counts, where clocks are short
SEEN: Final[BySeat[StoredValue[float]]] = {
    "A": StoredValue("seen_a", number=float),
    "B": StoredValue("seen_b", number=float),
}
"""The site's time at which each player was first seen at the match, or last requested it."""


def is_gathering(row: MatchRow) -> bool:
    """True if a match waits for its players to come."""
    return row.status == "open" and row.is_full


def missing(live: LiveMatch, now: float) -> tuple[Seat, ...]:
    """Return the seats whose players have not come."""
    return tuple(seat for seat in SEATS if not live.last.presence.at(seat) and not _is_remembered(live.row, seat, now))


def _is_remembered(row: MatchRow, seat: Seat, now: float) -> bool:
    seen, option = SEEN[seat].of(row), clock_option(row)
    if seen is None:
        return False
    return option is None or not option.is_live or now - seen < THERE_FOR


def has_changed(row: MatchRow, seat: Seat, now: float) -> bool:
    """True if a player's presence is to be stored now."""
    seen = SEEN[seat].of(row)
    return seen is None or now - seen > THERE_FOR / 2


def has_come(row: MatchRow, seat: Seat) -> bool:
    """True if a player has been seen at a match that waits."""
    return SEEN[seat].of(row) is not None
