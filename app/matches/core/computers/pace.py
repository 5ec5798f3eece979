"""The time that a bot takes for a turn where clocks run: a small part of what is left, however long it waits for a
process."""

from __future__ import annotations

from typing import Final

from app.matches.core.clocks.clock_option import ClockOption
from app.matches.core.clocks.clock_state import LAG, ClockState
from app.matches.core.features.clock import clock_option, clock_state
from app.matches.core.match_row import MatchRow
from engine.seat import Seat

TURNS_AHEAD: Final = 12
"""Turns among which a bot divides what is left of its time for the match."""
GIVEN_BACK: Final = 0.75 * LAG
"""Seconds of a wait that cost nothing: most of those that the clock gives back, the rest is for the way there."""
OF_INCREMENT: Final = 0.5
MAX_SHARE: Final = 0.25
"""The share of what is left that one turn may take, at most, besides `MIN_SECONDS`."""
MIN_SECONDS: Final = 0.25
"""Seconds that a turn gets however little is left: much less than the clock gives back after each wait (LAG)."""
TO_ASK: Final = 0.7
"""The share of a turn's time in which the plan must be there; the rest is for playing it."""
TO_THINK: Final = 0.5
"""The share of a turn's time in which a process should be done thinking."""


def turn_seconds(row: MatchRow, seat: Seat, now: float) -> float | None:
    """Return the seconds from `now` that a bot may take for its turn; None where no clock limits it."""
    option, state = clock_option(row), clock_state(row)
    if option is None or state is None or not option.is_live or seat not in state.since:
        return None
    return seconds_of(option, state, seat, now)


def seconds_of(option: ClockOption, state: ClockState, seat: Seat, now: float) -> float:
    """Return the seconds for a turn where a clock runs. Animations cost no time: the bot may think meanwhile."""
    left = state.left_at(seat, now)
    share = left if option.is_by_turn else left / TURNS_AHEAD + option.bonus * OF_INCREMENT
    return max(0.0, state.since[seat] - now) + min(GIVEN_BACK + share, MIN_SECONDS + left * MAX_SHARE)


class TurnPace:
    """The timing of one turn, by the loop's time: `pause` seconds from one action to the next, less where `seconds`,
    which the whole turn may take, do not allow it."""

    def __init__(self, begun: float, pause: float, seconds: float | None) -> None:
        self._last = begun
        self._pause = pause
        self._until = None if seconds is None else begun + seconds
        self.plan_by = None if seconds is None else begun + seconds * TO_ASK
        self.thought_by = None if seconds is None else begun + seconds * TO_THINK

    def wait(self, now: float, actions_left: int) -> float:
        """Return the seconds to wait before the next of so many actions."""
        wait = self._last + self._pause - now
        if self._until is not None:
            wait = min(wait, (self._until - now) / actions_left)
        return max(0.0, wait)

    def acts(self, now: float) -> None:
        """Call when an action is played."""
        self._last = now
