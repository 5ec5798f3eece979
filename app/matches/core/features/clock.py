"""Clocks (H10): the time that each player has, and the end of a match when it is up.

The deadline is a column of the match's row, in site time; whichever worker sees it pass ends the match
by an action of the record, and the database decides whether it was first. See docs/decisions/clocks.md.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal, cast

from app.base.errors import AppError, Code
from app.base.live.client_messages import FeatureIn
from app.base.live.server_messages import ClockOut
from app.base.tasks import TaskSet
from app.matches.core.clocks.clock_option import AnyClock, option_of
from app.matches.core.clocks.clock_state import CACHE_SIZE, LAG, ClockState, first_state, moment_of, state_of, unstarted
from app.matches.core.features.feature import Fact, Feature, MatchActions, PlayedAction, RowChange, StoredValue
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.live.update import Change
from app.matches.core.match_row import MatchRow
from engine.flag import FLAG
from engine.match import Match
from engine.seat import SEATS, Seat, Viewer

RETRY_SECONDS: Final = 0.5  # until a flag that could not be stored is tried again
LONGEST_TIMER: Final = (
    3600.0  # seconds: a longer timer is set again after that, for site time may stand still meanwhile
)
IN_PLAY: Final = ("setup", "playing")

OPTION: Final = StoredValue[str]("clock", length=32)
STATE: Final = StoredValue[str]("clock_state", length=600)
DUE: Final = StoredValue[float]("clock_due", number=float)


def clock_option(row: MatchRow) -> AnyClock | None:
    """Return the clocks with which a match is played; None: without."""
    stored = OPTION.of(row)
    return None if stored is None else option_of(stored)


def clock_state(row: MatchRow) -> ClockState | None:
    """The clocks of a match; None before it begins, and without clocks."""
    return state_of(STATE.of(row))


@lru_cache(CACHE_SIZE)
def without_times(row: MatchRow) -> MatchRow:
    """Return the row as if its clocks had not moved, equal to that before a turn in which nothing else changed."""
    option = clock_option(row)
    if option is None or option.vacation_time:  # the clocks say who may go on vacation
        return row
    return replace(row, version=0, features={**row.features, STATE.name: None, DUE.name: None})


def clock_out(row: MatchRow, now: float) -> ClockOut | None:
    """Return the clocks as the API shows them at `now`, a time of the site's clock."""
    option = clock_option(row)
    if option is None:
        return None
    state = clock_state(row) or unstarted(option)
    moment_keys = {
        "left": {seat: round(state.left_at(seat, now), 1) for seat in SEATS},
        "runs": state.running(now),
        "vacation_left": {seat: round(state.vacation_at(seat, now)) for seat in SEATS}
        if option.vacation_time
        else None,
        "away": state.on_vacation(now),
    }
    return cast("ClockOut", _chosen(option) | moment_keys)


@lru_cache(256)
def _chosen(option: AnyClock) -> dict[str, object]:
    return option.model_dump()


class VacationIn(FeatureIn):
    """A vacation in a correspondence match: the player's clock stops from `begin` to `end`, or to their next action."""

    type: Literal["vacation"] = "vacation"
    do: Literal["begin", "end"]


class Clock(Feature):
    """Go on vacation in a correspondence match, or come back: meanwhile the clock stops."""

    follows_moves = False
    name = "vacation"
    message = VacationIn
    action = "flag"
    stored = (OPTION, STATE, DUE)
    chosen = (OPTION,)
    template = "matches/features/clock.html"

    def __init__(self, actions: MatchActions) -> None:
        super().__init__(actions)
        # Of this worker's matches whose clocks run, with the row whose deadline each waits for.
        self._timers: dict[str, tuple[MatchRow, asyncio.TimerHandle]] = {}
        self._tasks = TaskSet()
        self._live: set[str] = set()

    # -- what the row keeps

    @classmethod
    def choices(cls, row: MatchRow, viewer: Viewer, both: bool) -> dict[str, bool]:
        """True if the viewer may go on vacation, or come back. At a hot seat nobody is away."""
        state = clock_state(row)
        has_any = state is not None and viewer is not None and not both and viewer in state.vacation
        is_away = state is not None and viewer in state.away
        return {"may_go_on_vacation": has_any and not is_away, "may_come_back": has_any and is_away}

    @classmethod
    def preferred_options(cls, row: MatchRow) -> dict[str, object]:
        return {"clock": clock_option(row)}

    @classmethod
    def begun(cls, row: MatchRow, match: Match, now: float) -> dict[str, Fact]:
        """Return the clocks of a match that begins."""
        option = clock_option(row)
        return {} if option is None else _columns(first_state(option, moment_of(match), now))

    @classmethod
    def after(cls, row: MatchRow, played: PlayedAction) -> dict[str, Fact]:
        """Return the clocks after an action; most actions within a turn change nothing."""
        option, state = clock_option(row), clock_state(row)
        if option is None or state is None:
            return {}
        before, then = moment_of(played.before), moment_of(played.after)
        changed = state.after(option, played.seat, played.kind, before, then, played.now, played.events)
        return {} if changed is state or changed == state else _columns(changed)

    @classmethod
    def conditions(cls, row: MatchRow, seat: Seat) -> RowChange:
        """Condition: the deadline is still the one that has passed."""
        return RowChange(Code.stale_clock, {}, (DUE.among(DUE.of(row)),))

    @classmethod
    def with_more(cls, row: MatchRow, seat: Seat, seconds: float) -> dict[str, Fact]:
        """Return the clocks with more time for a player."""
        state = clock_state(row)
        return {} if state is None else _columns(state.with_more(seat, seconds))

    # -- what it observes

    async def handle(self, live: LiveMatch, player_id: str, message: VacationIn, seat: Viewer) -> None:
        """Begin a vacation or end it. AppError: no_vacation where there is none, no_vacation_left."""
        own_seat = live.row.seat_for(player_id, seat)
        option, state = clock_option(live.row), clock_state(live.row)
        if option is None or state is None or not option.vacation_time or live.row.status not in IN_PLAY:
            raise AppError(Code.no_vacation)
        await self.check(live)
        now = self.actions.site_time()
        if message.do == "begin" and not state.vacation_at(own_seat, now):
            raise AppError(Code.no_vacation_left)
        changed = state.with_vacation(own_seat, now) if message.do == "begin" else state.without_vacation(own_seat, now)
        if changed != state:
            seen = (STATE.among(STATE.of(live.row)),)
            await self.actions.change(
                live, RowChange(Code.stale_offer, _columns(changed), seen, statuses=IN_PLAY, newest=live.seq)
            )

    async def check(self, live: LiveMatch) -> None:
        """End the match if somebody's flag has fallen, and refuse what comes too late: AppError(time_is_up)."""
        due = DUE.of(live.row)
        if due is not None and self.actions.site_time() > due and await self._fall(live):
            raise AppError(Code.time_is_up)

    # -- when a flag falls

    @property
    def runs(self) -> bool:
        """True if this worker holds a match at whose table clocks run."""
        return bool(self._live)

    def opened(self, live: LiveMatch) -> None:
        """Watch its clocks."""
        self._watch(live)

    def changed(self, live: LiveMatch, change: Change) -> None:
        """Watch its clocks as they stand now."""
        watched = self._timers.get(live.id)
        if change.kind != "presence" and (watched is None or watched[0] is not live.row):
            self._watch(live)

    def closed(self, live: LiveMatch) -> None:
        """Watch them no more; the database knows what is due."""
        self._stop(live.id)

    def _stop(self, match_id: str) -> None:
        self._live.discard(match_id)
        watched = self._timers.pop(match_id, None)
        if watched is not None:
            watched[1].cancel()

    def _watch(self, live: LiveMatch, at_least: float = 0.0) -> None:
        self._stop(live.id)
        option, due = clock_option(live.row), DUE.of(live.row)
        if option is None or due is None or live.row.status not in IN_PLAY:
            return
        if option.is_live:
            self._live.add(live.id)
        wait = min(LONGEST_TIMER, max(at_least, due + LAG - self.actions.site_time()))
        loop = asyncio.get_running_loop()
        timer = loop.call_later(wait, lambda: self._tasks.run(self._time_is_up(live)))
        self._timers[live.id] = live.row, timer

    async def _time_is_up(self, live: LiveMatch) -> None:
        """End the match if that is so: a timer is a guess."""
        try:
            async with live.lock:
                await self._fall(live)
        finally:
            if live.id in self._timers:
                self._watch(live, RETRY_SECONDS)

    async def _fall(self, live: LiveMatch) -> bool:
        """Play the end on time if a flag has fallen, by the site's time as the database has it; the lock is held."""
        state = clock_state(live.row)
        if state is None or state.fallen(self.actions.site_time()) is None:
            return False
        seat = state.fallen(await self.actions.confirmed_time())
        if seat is None or live.row.status not in IN_PLAY:
            return False
        await self.actions.play(live, seat, FLAG)
        return True

    async def due(self) -> None:
        """End every match whose time is up, also those that no worker has in memory."""
        for live in await self.actions.overdue(DUE.name, self.actions.site_time() - LAG):
            self._tasks.run(self._time_is_up(live))

    def close(self) -> None:
        """End what is under way."""
        for _, timer in self._timers.values():
            timer.cancel()
        self._tasks.cancel()


def _columns(state: ClockState) -> dict[str, Fact]:
    return {STATE.name: state.stored(), DUE.name: state.first_due}
