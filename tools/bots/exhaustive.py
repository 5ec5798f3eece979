"""Every turn from a position, by the rules' own list of legal actions and nothing else.

Slower than `engine.bots.turns`, and made without it, so that the promises of puzzles are checked by the rules alone.
Also finds what that module leaves out: incantations between the attacks, and the orders of returning cards
(2021).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine import play
from engine.actions import ATTACK, END_SUMMON, END_TURN, Action, Cast, EndSummon
from engine.bots import puzzles, turns
from engine.bots.fingerprints import Key, hand_key, lane_key
from engine.bots.puzzles import SURVIVE, Goal
from engine.position import ASSAULT, ORDER, OVER, SUMMON, Position


@dataclass(frozen=True, slots=True)
class TurnPosition:
    """A position within a turn or at its end, and the player's actions that led there."""

    position: Position
    actions: tuple[Action, ...]


def position_key(position: Position) -> Key:
    """Return a key that is equal for positions that play on alike."""
    pending, sides = position.pending, position.sides.values()
    return (
        position.mana,
        position.phase,
        position.active,
        position.winner,
        *[(side.fort_at, side.is_fort, side.ready, side.in_play, hand_key(side)) for side in sides],
        *[(*map(lane_key, side.lanes), None if side.pile is None else len(side.pile)) for side in sides],
        None if pending is None else (pending.owner, tuple([card.key for card in pending.cards])),
    )


def endings(position: Position) -> Iterator[TurnPosition]:
    """Yield the end of every turn of the active player, once for each position before the assault.

    In 2021 also for each way to cast incantations between the attacks that comes to positions which no other turn comes
    through. The opponent's returning cards come back as listed (R5.8).
    """
    return _Turns(position).all()


def reaching(position: Position, goal: Goal) -> Iterator[TurnPosition]:
    """Yield the turns that reach the goal of a puzzle."""
    for moment in endings(position):
        after = moment.position
        if goal == SURVIVE and after.phase != OVER and after.active != position.active:
            if _is_safe(after):
                yield moment
        elif puzzles.reached(goal, position, after):
            yield moment


def _is_safe(position: Position) -> bool:
    """True if the player to move cannot win in this turn; turns that a quick search finds are played, never trusted."""
    seat = position.active
    quick = puzzles.winning_turn(position)
    if quick is not None:
        now = turns.replay(position, quick)
        turns.finish(now)
        if now.phase == OVER and now.winner == seat:
            return False
    return not any(reply.position.phase == OVER and reply.position.winner == seat for reply in endings(position))


class _Turns:
    """The turns from one position. `_met` are the moments of the assaults so far, `_between` those after an attack."""

    def __init__(self, position: Position) -> None:
        self._start = position
        self._met: set[Key] = set()
        self._between: list[TurnPosition] = []

    def all(self) -> Iterator[TurnPosition]:
        """Yield the turns without casts between attacks first, so that `_met` holds all their positions."""
        for table in self._tables():
            if self._is_over(table.position):
                yield table
            else:
                yield from self._assault(self._after(table, END_SUMMON))
        while self._between:
            moment = self._between.pop()
            for action in play.legal_actions(moment.position):
                if isinstance(action, Cast):
                    for after in self._after(moment, action):
                        yield from self._assault([after])

    def _tables(self) -> Iterator[TurnPosition]:
        """Yield every table that plays lead to, each once."""
        waiting = [TurnPosition(self._start, ())]
        seen = {position_key(self._start)}
        while waiting:
            table = waiting.pop()
            yield table
            if self._is_over(table.position):
                continue
            for action in play.legal_actions(table.position):
                if isinstance(action, EndSummon):
                    continue
                for after in self._after(table, action):
                    key = position_key(after.position)
                    if key not in seen:
                        seen.add(key)
                        waiting.append(after)

    def _assault(self, begun: list[TurnPosition]) -> Iterator[TurnPosition]:
        """Go through the assault attack by attack to the end of the turn, from moments that were not met before."""
        waiting = begun
        while waiting:
            moment = waiting.pop()
            if self._is_over(moment.position):
                yield moment
                continue
            key = position_key(moment.position)
            if key in self._met:
                continue
            self._met.add(key)
            if ATTACK in moment.actions:
                self._between.append(moment)
            legal = play.legal_actions(moment.position)
            waiting += self._after(moment, ATTACK if ATTACK in legal else END_TURN)

    def _after(self, moment: TurnPosition, action: Action) -> list[TurnPosition]:
        """Return the moments after an action: several where the player orders cards, else one."""
        now = moment.position.clone()
        play.advance(now, action)
        reached = TurnPosition(now, (*moment.actions, action))
        if now.phase != ORDER or now.pending is None:
            return [reached]
        orders = play.legal_actions(now)
        if now.pending.owner == self._start.active:
            return [after for order in orders for after in self._after(reached, order)]
        return [TurnPosition(after.position, reached.actions) for after in self._after(reached, orders[0])]

    def _is_over(self, position: Position) -> bool:
        return position.phase not in (SUMMON, ASSAULT) or position.turn != self._start.turn
