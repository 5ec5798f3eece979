"""Players who stay away: after a grace the opponent is offered the win, a draw, or to wait on. Nothing ends on its own.
Nobody has to wait for a player who was banned.

A player is away while they have no open page and no open stream, at any worker. Only a player whose action is awaited
can be found absent, and each action begins the grace again. See docs/decisions/abandoned-matches.md.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final, Literal

from app.base.errors import AppError, Code
from app.base.live.client_messages import FeatureIn
from app.base.tasks import TaskSet
from app.matches.core.features.clock import clock_option
from app.matches.core.features.feature import REFUSALS, Fact, Feature, MatchActions, RowChange, StoredValue
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.live.update import Change
from app.matches.core.match_row import MatchRow
from app.people.players.player import Player
from engine.match import CLAIMS
from engine.seat import Seat, Viewer, other

RETRY_SECONDS: Final = 0.5  # seconds until an offer that could not be made is tried again
Claim = Literal["win", "draw", "wait"]
"""A choice of who waits for an absent opponent: the win, a draw, or more time for the opponent."""
IN_PLAY: Final = ("setup", "playing")
# The seat whose player stayed away beyond the grace, and the number of actions then: void after a further one.
ABSENT: Final = StoredValue[Seat]("absent", length=1)
SEQ: Final = StoredValue[int]("absent_seq")


class ClaimIn(FeatureIn):
    """A claim on the opponent's absence: the win, a draw, or more time for the opponent."""

    type: Literal["claim"] = "claim"
    take: Claim


class Away:
    """The absence of one match's players: since when they have been away, and when to check again."""

    __slots__ = ("since", "timer")

    def __init__(self) -> None:
        self.since: dict[Seat, float] = {}
        self.timer: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        """Cancel the timer."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Absence(Feature):
    """Claim what the opponent's absence gives, once `absent` names the opponent's seat."""

    # Times are this process's own steady clock: a clock that jumps makes nobody absent.

    name = "claim"
    message = ClaimIn
    refusals = tuple(status for status in REFUSALS if status != 422)
    action = "claim"
    stored = (ABSENT, SEQ)
    template = "matches/features/absence.html"

    def __init__(self, actions: MatchActions) -> None:
        super().__init__(actions)
        self._away: dict[str, Away] = {}
        self._tasks = TaskSet()

    @classmethod
    def keys_after(cls, row: MatchRow, seq: int) -> dict[str, Fact]:
        """The key of the state: the absent seat."""
        return {"absent": absent_seat(row, seq)}

    @classmethod
    def conditions(cls, row: MatchRow, seat: Seat) -> RowChange:
        """Condition: the opponent is still marked absent, and connected nowhere."""
        return RowChange(Code.no_absence, {}, (ABSENT.among(other(seat)),), unconnected=other(seat))

    async def handle(self, live: LiveMatch, player_id: str, message: ClaimIn, seat: Viewer) -> None:
        """Claim the win or a draw, or give the opponent more time: then the grace period restarts.

        AppError(no_absence) when the opponent is not absent, or is back.
        """
        claiming = live.row.seat_for(player_id)
        gone = other(claiming)
        if absent_seat(live.row, live.seq) != gone or live.last.presence.at(gone):
            raise AppError(Code.no_absence)
        if message.take == "wait":
            self._give_time(live, gone)  # first, so that the next change is drawn with the new time
            await self._set(live, _back(live, gone))
        else:
            await self.actions.play(live, claiming, CLAIMS[message.take])

    def opened(self, live: LiveMatch) -> None:
        """Start the timers of players who are away already."""
        if self.actions.grace:  # 0 offers nothing
            self._away[live.id] = Away()
            self._update_timers(live, {})

    def changed(self, live: LiveMatch, change: Change) -> None:
        """Start a timer for each awaited player who is away; it fires after the grace period."""
        away = self._away.get(live.id)
        if away is not None and not (change.kind == "action" and self._are_all_here(live, away)):
            self._update_timers(live, {} if change.kind == "action" else away.since)

    @staticmethod
    def _are_all_here(live: LiveMatch, away: Away) -> bool:
        """True if nobody was missed, and nobody is: so it is nearly always, with each move."""
        there = live.last.presence
        return there.A and there.B and not (away.since or live.due) and ABSENT.of(live.row) is None

    def closed(self, live: LiveMatch) -> None:
        """Cancel the timer."""
        away = self._away.pop(live.id, None)
        if away is not None:
            away.stop()

    def _update_timers(self, live: LiveMatch, before: dict[Seat, float]) -> None:
        now = time.monotonic()
        there = live.last.presence
        away = self._away[live.id]
        away.since = {
            seat: before.get(seat) or self._begins(live, seat, now) for seat in awaited(live) if not there.at(seat)
        }
        live.set_facts(due={seat: since + self.actions.grace for seat, since in away.since.items()})
        absent = absent_seat(live.row, live.seq)
        if absent is not None and there.at(absent):
            self._tasks.run(self._withdraw(live, absent))
        self._set_timer(live, away, now)

    def _begins(self, live: LiveMatch, seat: Seat, now: float) -> float:
        """Return when the grace of a seat begins that is found away now; a banned player has none."""
        holder = live.row.holders[seat]
        banned = isinstance(holder, Player) and self.actions.is_banned(holder.id)
        return now - self.actions.grace if banned else now

    def _set_timer(self, live: LiveMatch, away: Away, now: float) -> None:
        away.stop()
        waiting = [since for seat, since in away.since.items() if live.last.presence.at(other(seat))]
        if waiting and absent_seat(live.row, live.seq) is None:
            due = max(RETRY_SECONDS, min(waiting) + self.actions.grace - now)
            away.timer = asyncio.get_running_loop().call_later(due, self._grace_is_over, live, away)

    def _grace_is_over(self, live: LiveMatch, away: Away) -> None:
        """Offer what is due. An obstacle of this moment, such as a timer that fired too early, does not prevent it for
        good."""
        seat = self._overdue(away)
        if seat is not None and live.last.presence.at(other(seat)):
            self._tasks.run(self._offer(live, away, seat))
        self._set_timer(live, away, time.monotonic())

    def _overdue(self, away: Away) -> Viewer:
        """Return the seat that has been away for the whole grace."""
        now = time.monotonic()
        return next((seat for seat, since in away.since.items() if now - since >= self.actions.grace), None)

    async def asked(self, live: LiveMatch, seat: Viewer) -> None:
        """On a request from a program: its player is present, and may claim on the opponent's absence."""
        away = self._away.get(live.id)
        if away is None or seat is None:
            return
        if absent_seat(live.row, live.seq) == seat:
            await self._withdraw(live, seat)
        if seat in away.since:
            away.since[seat] = time.monotonic()
            live.set_facts(due={**live.due, seat: away.since[seat] + self.actions.grace})
        gone = self._overdue(away)
        if gone is not None and gone != seat and absent_seat(live.row, live.seq) is None:
            await self._offer(live, away, gone)

    async def _offer(self, live: LiveMatch, away: Away, seat: Seat) -> None:
        """Let the other player choose, if the seat is still awaited and no worker has its player connected."""
        async with live.lock:
            if absent_seat(live.row, live.seq) is None and self._overdue(away) == seat:
                found = {ABSENT.name: seat, SEQ.name: live.seq}
                newest = RowChange(Code.no_absence, found, statuses=IN_PLAY, newest=live.seq, unconnected=seat)
                await self._set(live, newest)

    async def _withdraw(self, live: LiveMatch, seat: Seat) -> None:
        """Withdraw the offer, because the player is back."""
        async with live.lock:
            await self._set(live, _back(live, seat))

    async def _set(self, live: LiveMatch, change: RowChange) -> None:
        try:
            await self.actions.change(live, change)
        except AppError as error:
            if error.code != "no_absence":  # else somebody was faster: the next read of the database shows it
                raise

    def _give_time(self, live: LiveMatch, seat: Seat) -> None:
        away = self._away.get(live.id)
        if away is not None:
            self._update_timers(live, {**away.since, seat: time.monotonic()})

    def begin_afresh(self, live: LiveMatch) -> None:
        """Restart the grace of both players, because one of them was banned."""
        if live.id in self._away:
            self._update_timers(live, {})

    def close(self) -> None:
        """End what is under way."""
        self._tasks.cancel()


def awaited(live: LiveMatch) -> tuple[Seat, ...]:
    """Return the seats that keep a duel between two guests waiting."""
    row = live.row
    option = clock_option(row)
    # By correspondence the clock alone says when somebody has been away for too long.
    by_post = option is not None and not option.is_live
    if live.match is None or row.status == "over" or row.hotseat or by_post or not row.has_two_guests:
        return ()
    return live.match.to_act


def _back(live: LiveMatch, seat: Seat) -> RowChange:
    """The change that marks the seat as present."""
    return RowChange(Code.no_absence, {ABSENT.name: None, SEQ.name: live.seq}, (ABSENT.among(seat),), statuses=IN_PLAY)


def absent_seat(row: MatchRow, seq: int) -> Viewer:
    """Return the seat that has been found absent while `seq` actions were played."""
    return ABSENT.of(row) if SEQ.of(row) == seq and row.status in IN_PLAY else None
