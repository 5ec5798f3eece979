"""A match that can be seen at any moment: the events of each step, and a state now and then.

Step 0 is the match before its first action, step n the match after its n-th. Pure: nothing here knows a database.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.events import Event
from engine.match import Match
from engine.record import MatchRecord
from engine.seat import Viewer

KEEP_EVERY: Final = 16
"""A state is kept after so many actions; between two of them the few actions are played again."""


@dataclass(frozen=True, slots=True)
class TimelineTurn:
    """A turn and the step with which it begins."""

    number: int
    player: str
    step: int


class ReplayTimeline:
    """A record, replayed once: BadPosition if it cannot be, or does not end as recorded."""

    def __init__(self, record: MatchRecord) -> None:
        begun, events = Match.start(record.options)
        self.record = replace(record, moves=(), result=None)
        self.events: list[list[Event]] = [events]
        self.end = begun
        self._kept: list[Match] = [begun]
        self._shown = (0, begun)
        self.grow(record)

    def grow(self, record: MatchRecord) -> None:
        """Replay what `record`, which must begin like the present one (`leads_to`), has on top. If that fails, or is
        broken off, this timeline is of no use any more."""
        for number, change in enumerate(record.replay_after(self.last, self.end), self.last + 1):
            self.events.append(change.events)
            if number % KEEP_EVERY == 0:
                self._kept.append(change.match)
            self.end = change.match
        record.check_result(self.end)
        self.record = record
        self.turns = _turns(self._kept[0], self.events)

    def leads_to(self, record: MatchRecord) -> bool:
        """True if `record` is of the same match, at this moment or a later one."""
        return self.record.options == record.options and self.record.moves == record.moves[: self.last]

    @property
    def solo(self) -> bool:
        """True if the match was played against the automaton."""
        return self.record.options.solo is not None

    @property
    def last(self) -> int:
        """The last step: the number of actions."""
        return len(self.events) - 1

    def clamped(self, change: int) -> int:
        """Return the nearest existing step."""
        return min(max(change, 0), self.last)

    def at(self, change: int) -> Match:
        """Return the match after `step` actions. Hidden cards inside: show only its views."""
        kept = change // KEEP_EVERY * KEEP_EVERY
        shown, match = self._shown
        if not kept <= shown <= change:
            shown, match = kept, self._kept[kept // KEEP_EVERY]
        for move in self.record.moves[shown:change]:
            match, _ = match.apply(move.by, move.action)
        self._shown = (change, match)
        return match

    def events_at(self, change: int, viewer: Viewer, *, everything: bool = False) -> list[Event]:
        """Return the events of a step as `viewer` received them during the match, or all of them."""
        match = self.end if change == self.last else self._kept[0]
        return match.events_for(self.events[change], viewer, everything=everything)

    def turn_at(self, change: int) -> TimelineTurn | None:
        """Return the turn that step belongs to; None before the first."""
        begun = [turn for turn in self.turns if turn.step <= change]
        return begun[-1] if begun else None

    def mana_at(self, change: int) -> int:
        """Return the mana with which the turn in progress at `step` began; 0 if it was not public."""
        for events in reversed(self.events[: change + 1]):
            for event in reversed(events):
                if event["type"] == "mana":
                    return int(event["amount"])
                if event["type"] == "taken_back":
                    return 0
        return 0


def _turns(beginning: Match, steps: list[list[Event]]) -> list[TimelineTurn]:
    """Return the turns in the order in which they were played.

    One that was taken back begins again where it was resumed. Of turns that begin in the same step (the automaton's,
    and the player's after it) the last is the one that is seen.
    """
    found: dict[int, TimelineTurn] = {}
    position = beginning.position
    if position is not None:
        found[0] = TimelineTurn(position.turn, position.active, 0)
    for number, events in enumerate(steps):
        for event in events:
            if event["type"] in ("turn_began", "taken_back"):
                found[number] = TimelineTurn(event["turn"], event["player"], number)
    return list(found.values())
