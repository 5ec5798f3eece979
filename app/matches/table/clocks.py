"""Clocks as a table shows them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from app.base.drawing.renderer import FragmentCache
from app.base.seconds import MINUTE
from app.matches.core.clocks.clock_state import CACHE_SIZE
from app.matches.core.features.clock import clock_state
from app.matches.core.match_row import MatchRow
from engine.seat import SEATS, BySeat


class ClockFace(NamedTuple):
    """A player's clock: the seconds `left` while it stands, and where it runs, when it is `due` by the site's time;
    it never shows more than `left`, because what happened may still be shown. `resting`: its player is on vacation."""

    left: int
    due: float | None = None
    resting: bool = False

    @property
    def words(self) -> str:
        """The seconds left as a clock shows them: the page continues from there."""
        minutes, seconds = divmod(self.left, MINUTE)
        hours, minutes = divmod(minutes, MINUTE)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"

    def html(self, fragments: FragmentCache, player: str, *, own: bool) -> str:
        """Return the clock of `player`; `own`: the viewer is its player. Only the frame around the time is kept."""
        until = "" if self.due is None else f' data-until="{self.due}"'
        mark = " data-own" if own else ""
        time = f'<time role="timer" data-clock="{self.left}"{until}{mark}>{self.words}</time>'
        return fragments.around(
            time, "matches/table/clock.html", runs=self.due is not None, resting=self.resting, player=player, own=own
        )


@lru_cache(CACHE_SIZE)
def clock_faces(row: MatchRow) -> BySeat[ClockFace]:
    """Return the clocks of a match that has begun, by seat; nothing where there are none."""
    state = clock_state(row)
    if state is None:
        return {}
    begun = {**state.since, **state.away}
    left = {seat: state.left_at(seat, begun[seat]) if seat in begun else state.left[seat] for seat in SEATS}
    dues = {seat: state.due(seat) for seat in SEATS}
    return {
        seat: ClockFace(round(left[seat]), None if due is None else round(due, 1), seat in state.away)
        for seat, due in dues.items()
    }
