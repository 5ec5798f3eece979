"""Going back: undo of one's own plays within the turn, and takeback of a finished turn.

Neither is a rule of the game; they are courtesies of the table. Plays can be undone until the attack, as long as they
revealed nothing (R3.2); a takeback needs the opponent's consent, which is the caller's business. What the opponent has
seen meanwhile stays known (R2.5a).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Cast, Play, PlayChampion
from engine.errors import IllegalAction
from engine.events import Event
from engine.position import SUMMON, Position

UNDO, TAKEBACK = "undo", "takeback"
_REVEALING = frozenset({"pile_hit", "pile_reshuffled"})
_TURNS_KEPT = 4
MOST_UNDOS: Final = 100
"""Undos in one turn: far more than anybody needs, and an end to going to and fro for ever."""


@dataclass(frozen=True, slots=True)
class History:
    """Earlier positions: before each play of this turn that can be undone, and at the beginning of the last turns.

    `undone` is how often the turn's player has gone back by undo.
    """

    plays: tuple[Position, ...] = ()
    turns: tuple[Position, ...] = ()
    undone: int = 0

    def after(self, before: Position, action: Action, position: Position, log: list[Event]) -> History:
        """The history after `action` led from `before` to `position`."""
        undoable = isinstance(action, Play | Cast | PlayChampion) and before.phase == position.phase == SUMMON
        undoable = undoable and not any(event["type"] in _REVEALING for event in log)
        plays = (*self.plays, before) if undoable else ()
        if position.turn != before.turn:
            return History(plays, (*self.turns, position)[-_TURNS_KEPT:])
        return History(plays, self.turns, self.undone)

    def undo(self, current: Position) -> tuple[History, Position]:
        """The position before the last play of this turn; raises IllegalAction: none, or MOST_UNDOS before."""
        if not self.plays or current.phase != SUMMON:
            raise IllegalAction("nothing_to_undo")
        if self.undone >= MOST_UNDOS:
            raise IllegalAction("too_many_undos", most=MOST_UNDOS)
        return History(self.plays[:-1], self.turns, self.undone + 1), _seen(self.plays[-1], current)

    def last_turn_of(self, seat: int, current: Position) -> Position | None:
        """The beginning of the last turn that `seat` finished, if it is still kept."""
        for position in reversed(self.turns):
            if position.active == seat and position.turn < current.turn:
                return position
        return None

    def take_back(self, seat: int, current: Position) -> tuple[History, Position]:
        """The beginning of the last finished turn of `seat`; raises IllegalAction when there is none."""
        earlier = self.last_turn_of(seat, current)
        if earlier is None or current.solo is not None:
            raise IllegalAction("nothing_to_take_back")
        turns = tuple(position for position in self.turns if position.turn < earlier.turn)
        restored = _seen(earlier, current)
        return History((), (*turns, restored)), restored


def _public(position: Position) -> Counter[object]:
    """How often each card lies open or is known in a hand."""
    seen: Counter[object] = Counter()
    for side in position.sides:
        for lane in side.lanes:
            for creature in lane:
                seen.update(card.key for card in (creature.card, creature.over) if card is not None)
        seen.update(card.key for index, card in enumerate(side.hand) if side.known >> index & 1)
    return seen


def _seen(earlier: Position, current: Position) -> Position:
    """A copy of `earlier` in which the cards shown since then stay known, the active player's first."""
    restored = earlier.clone()
    shown = _public(current) - _public(earlier)
    for seat in (earlier.active, 1 - earlier.active):
        side = restored.sides[seat]
        for index, card in enumerate(side.hand):
            if not side.known >> index & 1 and shown[card.key] > 0:
                side.known |= 1 << index
                shown[card.key] -= 1
    return restored
