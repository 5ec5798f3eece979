"""Going back: undo of a player's own plays within the turn, and takeback of a finished turn.

Neither is a rule of the game; they are courtesies. Plays can be undone until the attack, as long as they
revealed nothing (R3.2); a takeback needs the opponent's consent, which is the caller's business. Cards that were
seen meanwhile stay known (R2.5a): a card that was shown is known wherever it lies again, and no other card is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Cast, Play, PlayChampion
from engine.errors import IllegalAction
from engine.events import Event
from engine.position import SUMMON, Position
from engine.seat import Seat

UNDO, TAKEBACK = "undo", "takeback"
_REVEALING = frozenset({"pile_hit", "pile_reshuffled"})
_MAX_TURNS = 4
MAX_UNDOS: Final = 100
"""Undos in one turn: far more than anybody needs, and an end to going to and fro forever."""


@dataclass(frozen=True, slots=True)
class History:
    """Earlier positions: before each play of this turn that can be undone, and at the beginning of the last turns.

    `undone` is how often the turn's player has gone back by undo.
    """

    plays: tuple[Position, ...] = ()
    turns: tuple[Position, ...] = ()
    undone: int = 0

    def after(self, before: Position, action: Action, position: Position, log: list[Event]) -> History:
        """Return the history after `action` led from `before` to `position`."""
        undoable = isinstance(action, Play | Cast | PlayChampion) and before.phase == position.phase == SUMMON
        undoable = undoable and _REVEALING.isdisjoint([event["type"] for event in log])
        plays = (*self.plays, before) if undoable else ()
        if position.turn != before.turn:
            return History(plays, (*self.turns, position)[-_MAX_TURNS:])
        return History(plays, self.turns, self.undone)

    def undo(self, current: Position) -> tuple[History, Position]:
        """Return the position before the last play of this turn; raises IllegalAction: none, or MAX_UNDOS before."""
        if not self.plays or current.phase != SUMMON:
            raise IllegalAction("nothing_to_undo")
        if self.undone >= MAX_UNDOS:
            raise IllegalAction("too_many_undos", most=MAX_UNDOS)
        return History(self.plays[:-1], self.turns, self.undone + 1), _seen(self.plays[-1], current)

    def last_turn_of(self, seat: Seat, current: Position) -> Position | None:
        """Return the beginning of the last turn that `seat` finished, if it is still kept."""
        for position in reversed(self.turns):
            if position.active == seat and position.turn < current.turn:
                return position
        return None

    def take_back(self, seat: Seat, current: Position) -> tuple[History, Position]:
        """Return the beginning of the last finished turn of `seat`; raises IllegalAction when there is none."""
        earlier = self.last_turn_of(seat, current)
        if earlier is None or current.solo is not None:
            raise IllegalAction("nothing_to_take_back")
        turns = tuple(position for position in self.turns if position.turn < earlier.turn)
        restored = _seen(earlier, current)
        return History((), (*turns, restored)), restored


def _seen(earlier: Position, current: Position) -> Position:
    """Return a copy of `earlier` in which nobody has forgotten a card that has been shown since."""
    restored = earlier.clone()
    restored.seen |= current.seen
    return restored
