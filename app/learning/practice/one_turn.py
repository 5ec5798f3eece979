"""One turn of a match to be played by the rules, and then what answers it.

Pure functions on top of `engine.match`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.base.errors import AppError, Code
from engine import actions, play
from engine.actions import ActionNotation
from engine.bots.puzzles import Answer
from engine.events import Event
from engine.match import Match
from engine.seat import Seat, other

MAX_MOVES: Final = 60
"""More than any turn needs."""


@dataclass(frozen=True, slots=True)
class OneTurn:
    """A turn of `seat` under way: the match in its present state, and all actions so far.

    `answered` says that some of them came after the turn: they answer a wrong turn.
    """

    seat: Seat
    number: int
    match: Match
    moves: tuple[Answer, ...] = ()
    answered: bool = False

    @classmethod
    def begin(cls, match: Match, seat: Seat) -> OneTurn:
        """Return the turn that begins with this match, in which nothing can be undone."""
        assert match.position is not None
        return cls(seat, match.position.turn, replace(match, options=replace(match.options, undo=False)))

    @property
    def is_over(self) -> bool:
        """True if the turn has ended, so that it is to be judged."""
        position = self.match.position
        return self.match.status == "over" or position is None or position.turn != self.number

    def act(self, action: object, *, over: Code, not_in: Code) -> tuple[OneTurn, list[Event]]:
        """Return the turn after an action of its player, and what happened.

        The opponent's cards that must be put in order (2021) return as they are listed. Raises EngineError, or AppError
        with `over` after the turn and `not_in` for what is no play of a turn, and changes nothing.
        """
        if self.is_over or len(self.moves) >= MAX_MOVES:
            raise AppError(over)
        legal = next((each for each in self._legal() if each == action), None)
        if legal is None:
            self.match.apply(self.seat, action)  # the rules' own reason comes first
            raise AppError(not_in)
        turn, log = self._moved(Answer(self.seat, legal))
        opponent = other(self.seat)
        while not turn.is_over and turn.match.to_act == (opponent,):
            turn, events = turn._moved(Answer(opponent, turn._legal()[0]))
            log += events
        return turn, log

    def played(self, moves: Sequence[Answer]) -> tuple[OneTurn, list[Event]]:
        """Return the turn after these moves of either player, and what happened."""
        turn, log = self, list[Event]()
        for move in moves:
            turn, events = turn._moved(move)
            log += events
        return turn, log

    @property
    def tried(self) -> list[ActionNotation]:
        """The player's own actions."""
        return [move.action for move in self.moves if move.by == self.seat]

    def _legal(self) -> list[ActionNotation]:
        """Return the legal actions of the seat to act."""
        position = self.match.position
        return [] if position is None else [actions.to_json(action) for action in play.legal_actions(position)]

    def _moved(self, move: Answer) -> tuple[OneTurn, list[Event]]:
        match, events = self.match.apply(move.by, move.action)
        return replace(self, match=match, moves=(*self.moves, move), answered=self.is_over), events
