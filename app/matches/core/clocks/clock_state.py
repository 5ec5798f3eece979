"""`ClockState`: the clocks of a match at one moment, as a value; how actions change it, and when a flag falls.

All times are of the site's own clock (`app.base.live.site_clock`), in seconds: it stands still while the site does, so
nothing here needs to know of that. See docs/decisions/clocks.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple

import orjson

from app.matches.core.clocks.clock_option import ClockOption
from engine.history import TAKEBACK
from engine.match import Match
from engine.seat import SEATS, BySeat, Seat

LAG: Final = 1.0
"""Seconds of each wait that are given back: the time that a connection may take to carry a move to and fro."""
AT_START: Final = 5.0
"""Seconds in which the pages of a new match open."""
SECONDS_PER_EVENT: Final = 0.4
MAX_SHOWING: Final = 15.0
"""The most seconds that showing what happened is taken to last."""
EVENTS_WITHOUT_TIME: Final = 3
"""Events in the middle of a turn that need no time to be shown."""
MAX_SNAPSHOTS: Final = 5
CACHE_SIZE: Final = 4096
"""Stored states that are kept parsed: one for each match in memory."""


class Moment(NamedTuple):
    """The part of a state that clocks need: who is awaited, and in which turn, 0 before the first.

    `plays_again`: something was undone in this turn, and what was played last can be undone as well.
    """

    to_act: tuple[Seat, ...]
    turn: int
    plays_again: bool = False


def moment_of(match: Match) -> Moment:
    """Return the part of a match that clocks need."""
    over = match.outcome is not None
    plays_again = bool(match.history.undone and match.history.plays)
    return Moment(() if over else tuple(match.to_act), match.position.turn if match.position else 0, plays_again)


class ClockSnapshot(NamedTuple):
    """The seconds that both had left when a turn began."""

    turn: int
    left: tuple[float, float]


@dataclass(frozen=True, slots=True)
class ClockState:
    """Both clocks: seconds `left` by seat when its clock last stopped, and `since` when the running ones run.

    `since` may lie ahead: what happened is still being shown. `used` are the seconds of the same wait before `since`.
    `vacation` are the seconds left of it, `away` since when somebody is on theirs. `snapshots` are for takebacks.
    """

    left: BySeat[float]
    since: Mapping[Seat, float] = field(default_factory=dict)
    vacation: Mapping[Seat, float] = field(default_factory=dict)
    away: Mapping[Seat, float] = field(default_factory=dict)
    snapshots: tuple[ClockSnapshot, ...] = ()
    used: Mapping[Seat, float] = field(default_factory=dict)

    # -- looking

    def left_at(self, seat: Seat, now: float) -> float:
        return max(0.0, self.left[seat] - self._used(seat, now))

    def vacation_at(self, seat: Seat, now: float) -> float:
        """Return the seconds of vacation that a player has left."""
        rest = self.vacation.get(seat, 0.0)
        return max(0.0, rest - max(0.0, now - self.away[seat])) if seat in self.away else rest

    def on_vacation(self, now: float) -> list[Seat]:
        """Return the seats whose players are on vacation: it ends on its own when it is spent."""
        return [seat for seat in SEATS if seat in self.away and self.vacation_at(seat, now)] if self.away else []

    def running(self, now: float) -> list[Seat]:
        """Return the seats whose clocks run: those of awaited players who are not on vacation."""
        resting = self.on_vacation(now)
        return [seat for seat in SEATS if seat in self.since and seat not in resting]

    def due(self, seat: Seat) -> float | None:
        """Return the time at which a player's time is up; None while their clock stands."""
        if seat not in self.since:
            return None
        due = self.since[seat] + self.left[seat] - self.used.get(seat, 0.0)
        begun = self.away.get(seat)
        if begun is None or begun >= due:
            return due
        return due + max(0.0, begun + self.vacation[seat] - max(begun, self.since[seat]))

    @property
    def first_due(self) -> float | None:
        """The first moment at which somebody's time is up."""
        return min((due for seat in self.since if (due := self.due(seat)) is not None), default=None)

    def fallen(self, now: float) -> Seat | None:
        """Return the seat whose flag has fallen: the first one, once the allowance for its connection is over, too."""
        seats = sorted(self.since, key=lambda seat: self.due(seat) or 0.0)
        return next((seat for seat in seats if now > (self.due(seat) or 0.0) + LAG), None)

    def _used(self, seat: Seat, now: float) -> float:
        """Return the seconds that a running clock has used in this wait, less its vacation."""
        if seat not in self.since:
            return 0.0
        since = self.since[seat]
        used = now - since
        if seat in self.away:
            begun = max(self.away[seat], since)
            used -= max(0.0, min(now, self.away[seat] + self.vacation[seat]) - begun)
        return self.used.get(seat, 0.0) + max(0.0, used)

    # -- continuing

    def after(
        self, option: ClockOption, seat: Seat, kind: str, before: Moment, then: Moment, now: float, events: int
    ) -> ClockState:
        """The clocks after an action of `seat`, of which so many events are shown."""
        showing = min(MAX_SHOWING, SECONDS_PER_EVENT * events)
        if kind == TAKEBACK:
            return self._taken_back(option, seat, then, now + showing)
        came_back = self.without_vacation(seat, now)
        over = not then.to_act
        finished = then.turn != before.turn or not before.turn  # each choice of the set-up counts as a turn
        if not over and not finished and then.to_act == before.to_act:
            is_shown = events > EVENTS_WITHOUT_TIME and not then.plays_again  # else a clock is held by going to and fro
            return came_back._shown(now, showing) if is_shown else came_back
        stopped = {one for one in before.to_act if one not in then.to_act} | ({seat} if finished else set())
        left = {
            one: max(0.0, self.left[one] - max(0.0, came_back._used(one, now) - LAG))
            if one in stopped
            else self.left[one]
            for one in SEATS
        }
        if finished and not over:
            left = _with_turn(option, left, seat, new_turn=then.turn != before.turn)
        since = {
            one: came_back.since[one] if one in came_back.since and one not in stopped else now + showing
            for one in then.to_act
        }
        used = {one: seconds for one, seconds in self.used.items() if one in then.to_act and one not in stopped}
        snapshots = self.snapshots
        if then.turn > before.turn:
            snapshots = (*snapshots, ClockSnapshot(then.turn, (left["A"], left["B"])))[-MAX_SNAPSHOTS:]
        return replace(came_back, left=left, since=since, snapshots=snapshots, used=used)

    def _shown(self, now: float, showing: float) -> ClockState:
        """Return the clocks while events in the middle of a turn are shown: meanwhile no clock runs. Time used so far
        stays used: else the time of showing could be saved up by actions that are undone."""
        used = {one: self._used(one, now) for one in self.since}
        return replace(self, since={one: max(at, now + showing) for one, at in self.since.items()}, used=used)

    def _taken_back(self, option: ClockOption, seat: Seat, then: Moment, now: float) -> ClockState:
        """Return the clocks at the end of the turn of `seat` that is played again, less its increment, which comes when
        it ends again: the time of that turn stays spent, the time since is given back."""
        left = self.left
        found = next((snapshot for snapshot in self.snapshots if snapshot.turn == then.turn + 1), None)
        if option.is_by_turn:
            left = dict.fromkeys(SEATS, option.time)
        elif found is not None:
            left = dict(zip(SEATS, found.left, strict=True))
            left[seat] = max(0.0, left[seat] - option.bonus)
        snapshots = tuple(snapshot for snapshot in self.snapshots if snapshot.turn <= then.turn)
        return replace(self, left=left, since=dict.fromkeys(then.to_act, now), snapshots=snapshots, used={})

    def with_more(self, seat: Seat, seconds: float) -> ClockState:
        """Return the clocks with `seconds` more for the player of `seat`."""
        return replace(self, left={**self.left, seat: self.left[seat] + seconds})

    # -- vacation

    def with_vacation(self, seat: Seat, now: float) -> ClockState:
        """Return the clocks with the player of `seat` on vacation from now on."""
        return self if seat in self.away else replace(self, away={**self.away, seat: now})

    def without_vacation(self, seat: Seat, now: float) -> ClockState:
        """Return the clocks with the player of `seat` back from vacation, its seconds spent."""
        if seat not in self.away:
            return self
        rest = self.vacation_at(seat, now)
        spent = self.vacation[seat] - rest
        since = dict(self.since)
        if seat in since:  # what the vacation took of the wait did not run
            since[seat] += max(0.0, self.away[seat] + spent - max(self.away[seat], since[seat]))
        away = {one: begun for one, begun in self.away.items() if one != seat}
        return replace(self, since=since, vacation={**self.vacation, seat: rest}, away=away)

    # -- storage

    def stored(self) -> str:
        """Return the clocks as a column holds them."""
        return orjson.dumps(
            {
                "left": {seat: round(seconds, 3) for seat, seconds in self.left.items()},
                "since": {seat: round(at, 3) for seat, at in self.since.items()},
                "vacation": {seat: round(seconds, 3) for seat, seconds in self.vacation.items()},
                "away": {seat: round(at, 3) for seat, at in self.away.items()},
                "marks": [[turn, round(first, 3), round(second, 3)] for turn, (first, second) in self.snapshots],
                "used": {seat: round(seconds, 3) for seat, seconds in self.used.items()},
            }
        ).decode()


@lru_cache(CACHE_SIZE)
def state_of(stored: str | None) -> ClockState | None:
    """Return the clocks that a column holds; asked several times for each move."""
    if stored is None:
        return None
    data = orjson.loads(stored)
    snapshots = tuple([ClockSnapshot(turn, (first, second)) for turn, first, second in data["marks"]])
    return ClockState(data["left"], data["since"], data["vacation"], data["away"], snapshots, data["used"])


def unstarted(option: ClockOption) -> ClockState:
    """Return the clocks of a match that has not begun."""
    vacation = dict.fromkeys(SEATS, option.vacation_time) if option.vacation_time else {}
    return ClockState(dict.fromkeys(SEATS, option.time), vacation=vacation)


def first_state(option: ClockOption, begun: Moment, now: float) -> ClockState:
    """The clocks at the beginning of a match: they run as soon as the pages have opened."""
    snapshots = (ClockSnapshot(begun.turn, (option.time, option.time)),) if begun.turn else ()
    return replace(unstarted(option), since=dict.fromkeys(begun.to_act, now + AT_START), snapshots=snapshots)


def _with_turn(option: ClockOption, left: BySeat[float], seat: Seat, *, new_turn: bool) -> BySeat[float]:
    """Return the seconds after a finished turn of `seat`: its increment, or the whole time of a turn.

    A new turn of the table begins with the whole time for both: in 2021 each may have cards to order in it.
    """
    if not option.is_by_turn:
        return {**left, seat: left[seat] + option.bonus}
    return dict.fromkeys(SEATS, option.time) if new_turn else {**left, seat: option.time}
