"""A match of a tournament: which one, and the time by which its players must have come. A player who has not acted by
`show_by` forfeits by an action of the record, as a flag does. It moves on with the first turns, so that nobody is late
because the opponent took their time. Its effect on the event is up to `app/tournaments`."""

from __future__ import annotations

from typing import Final

from app.errors import Code
from app.matches.features.feature import Fact, Feature, MatchActions, PlayedAction, RowChange, StoredValue
from app.matches.live.live_match import LiveMatch
from app.matches.match_row import MatchRow
from app.tasks import TaskSet
from engine.match import NO_SHOW
from engine.seat import SEATS, Seat

AT_LEAST: Final = 60.0  # seconds to come for a player who is awaited only after the opponent's move
FIRST_TURNS: Final = 2
IN_PLAY: Final = ("setup", "playing")

TOURNAMENT: Final = StoredValue[str]("tournament", length=16)
CASTER: Final = StoredValue[int]("caster")  # seconds after which a caster may see both hands; null: never
SHOW_BY: Final = StoredValue[float]("show_by", number=float)  # by the site's time; null: both have come


class Tournament(Feature):
    """The match of an event, in which an absent player forfeits."""

    name = "tournament"
    action = "no_show"
    stored = (TOURNAMENT, SHOW_BY, CASTER)
    template = "features/tournament.html"

    def __init__(self, actions: MatchActions) -> None:
        super().__init__(actions)
        self._tasks = TaskSet()

    @classmethod
    def keys(cls, row: MatchRow, seq: int) -> dict[str, Fact]:
        """Return the event, and the time by which both must have come."""
        return {name: row.features[name] for name in (TOURNAMENT.name, SHOW_BY.name, CASTER.name)}

    @classmethod
    def after(cls, row: MatchRow, played: PlayedAction) -> dict[str, Fact]:
        """Return the time by which the player to act must have come; None once both have had a turn."""
        due = row.features["show_by"]
        if not isinstance(due, float):
            return {}
        position = played.after.position
        if played.over or (position is not None and position.turn > FIRST_TURNS):
            return {SHOW_BY.name: None}
        if played.before.to_act == played.after.to_act:
            return {}
        return {SHOW_BY.name: max(due, played.now + AT_LEAST)}

    @classmethod
    def conditions(cls, row: MatchRow, seat: Seat) -> RowChange:
        """The deadline must still be the one that has passed."""
        return RowChange(Code.stale_clock, {SHOW_BY.name: None}, (SHOW_BY.among(SHOW_BY.of(row)),))

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
            there = {*await self.actions.acted(live), *live.row.bots}
            missing = [seat for seat in live.match.to_act if seat not in there]
            if missing:
                await self.actions.play(live, missing[0], NO_SHOW["both" if len(missing) == len(SEATS) else "one"])
                return
            later = None if len(there) == len(SEATS) else now + AT_LEAST
            seen = (SHOW_BY.among(due),)
            await self.actions.change(live, RowChange(Code.stale_clock, {SHOW_BY.name: later}, seen, statuses=IN_PLAY))

    def close(self) -> None:
        """End what is under way."""
        self._tasks.cancel()
