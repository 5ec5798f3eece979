"""A match of a tournament: which one, and the time by which its players must have come. A player who has not acted by
`show_by` forfeits by an action of the record, as a flag does. It moves on when it is the next player's turn to come, so
that nobody is late because the opponent took their time. Its effect on the tournament is up to
`app/contests/tournaments`."""

from __future__ import annotations

from typing import Final

from app.base.errors import Code
from app.base.tasks import TaskSet
from app.matches.core.features.feature import Fact, Feature, MatchActions, PlayedAction, RowChange, StoredValue
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from engine.match import NO_SHOW, Match
from engine.seat import SEATS, Seat

AT_LEAST: Final = 60.0  # seconds to come for a player who is awaited only after the opponent's move
IN_PLAY: Final = ("setup", "playing")

TOURNAMENT: Final = StoredValue[str]("tournament", length=16)
CASTER: Final = StoredValue[int]("caster")  # seconds after which a caster may see both hands; null: never
SHOW_BY: Final = StoredValue[float]("show_by", number=float)  # by the site's time; null: both have come
TO_COME: Final = StoredValue[str]("to_come", length=2)  # the seats whose players have not acted yet
AWAITED: Final = StoredValue[str]("awaited", length=2)  # those of them who are to act, or forfeit


class Tournament(Feature):
    """The match of a tournament, in which an absent player forfeits."""

    name = "tournament"
    action = "no_show"
    stored = (TOURNAMENT, SHOW_BY, CASTER, TO_COME, AWAITED)
    template = "matches/features/tournament.html"

    def __init__(self, actions: MatchActions) -> None:
        super().__init__(actions)
        self._tasks = TaskSet()

    @classmethod
    def keys(cls, row: MatchRow) -> dict[str, Fact]:
        """Return the tournament, the time by which both must have come, and who is awaited now."""
        keys = {name: row.features[name] for name in (TOURNAMENT.name, SHOW_BY.name, CASTER.name)}
        if keys["show_by"] is not None and (awaited := row.features["awaited"]):
            keys["awaited"] = awaited
        return keys

    @classmethod
    def begun(cls, row: MatchRow, match: Match, now: float) -> dict[str, Fact]:
        """Return who must come: everybody but computers."""
        if row.features["show_by"] is None:
            return {}
        return _waiting("".join(seat for seat in SEATS if seat not in row.bots), match)

    @classmethod
    def after(cls, row: MatchRow, played: PlayedAction) -> dict[str, Fact]:
        """Return who must still come, and until when; None once both have acted."""
        due = row.features["show_by"]
        if not isinstance(due, float):
            return {}
        waiting = _waiting((TO_COME.of(row) or "").replace(played.seat, ""), played.after)
        if played.over or not waiting[TO_COME.name]:
            return {SHOW_BY.name: None, TO_COME.name: None, AWAITED.name: None}
        if set(str(waiting[AWAITED.name] or "")) - set(AWAITED.of(row) or ""):
            waiting[SHOW_BY.name] = max(due, played.now + AT_LEAST)
        return waiting

    @classmethod
    def conditions(cls, row: MatchRow, seat: Seat) -> RowChange:
        """The deadline must still be the one that has passed."""
        seen = (SHOW_BY.among(SHOW_BY.of(row)), TO_COME.among(TO_COME.of(row)))
        return RowChange(Code.stale_clock, {SHOW_BY.name: None}, seen)

    @classmethod
    def with_more(cls, row: MatchRow, seconds: float) -> dict[str, Fact]:
        """Add time in which to come."""
        due = SHOW_BY.of(row)
        return {} if due is None else {SHOW_BY.name: due + seconds}

    async def due(self) -> None:
        """End every match to which somebody has not come."""
        for live in await self.actions.overdue(SHOW_BY.name, self.actions.site_time()):
            self._tasks.run(self._check(live))

    async def _check(self, live: LiveMatch) -> None:
        async with live.lock:
            now, due = await self.actions.confirmed_time(), SHOW_BY.of(live.row)
            if due is None or due > now or live.match is None or live.row.status not in IN_PLAY:
                return
            to_come = TO_COME.of(live.row)
            missing = [seat for seat in live.match.to_act if seat in (to_come or "")]
            if missing:
                await self.actions.play(live, missing[0], NO_SHOW["both" if len(missing) == len(SEATS) else "one"])
                return
            later = now + AT_LEAST if to_come else None
            seen = (SHOW_BY.among(due), TO_COME.among(to_come))
            await self.actions.change(live, RowChange(Code.stale_clock, {SHOW_BY.name: later}, seen, statuses=IN_PLAY))

    def close(self) -> None:
        """End what is under way."""
        self._tasks.cancel()


def _waiting(to_come: str, match: Match) -> dict[str, Fact]:
    """Return the columns of who must still come, and who of them now."""
    return {TO_COME.name: to_come, AWAITED.name: "".join(seat for seat in match.to_act if seat in to_come) or None}
