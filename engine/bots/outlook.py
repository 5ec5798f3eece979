"""The reasons for a turn that wins nothing yet, by what lies on the table, never by what the evaluation says alone.

Two ends of a turn are compared, that of the turn and that of an attack without any plays. The evaluation says which
part of the position it likes more; it is named only where the cards say so, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.bots.evaluation import TERMS, EvaluationTerm, evaluation
from engine.bots.turns import finish
from engine.position import SUMMON, Position, Side
from engine.preview import assault_alone
from engine.seat import Seat, other
from engine.summon import PLAYABLE

WORTH_SAYING: Final = 0.1
"""The smallest difference between two turns, in log odds, that is a reason."""

ALONE: Final[tuple[EvaluationTerm, ...]] = ("top", "bottom", "hand")
"""The terms that are known against the automaton: its next assault depends on cards that nobody has seen."""


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """A turn's end: its `table` after the assault, and the position in which the next turn has begun."""

    table: Position
    after: Position


def better(seat: Seat, turn: TurnEnd, plain: TurnEnd) -> tuple[EvaluationTerm, ...]:
    """Return the parts that are better after a turn than after an attack alone, the largest difference first."""
    if turn.after.phase != SUMMON or plain.after.phase != SUMMON:
        return ()
    judge = evaluation("duel" if turn.after.solo is None else "solo")
    terms, others = judge.terms(turn.after, seat), judge.terms(plain.after, seat)
    gain: Mapping[EvaluationTerm, float] = {term: terms[term] - others[term] for term in terms}
    liked = sorted((term for term in gain if gain[term] >= WORTH_SAYING), key=lambda term: -gain[term])
    known = TERMS if turn.after.solo is None else ALONE
    facts = (term for term in liked if term in known)
    return tuple(term for term in facts if _is_more(_FACTS[term](seat, turn), _FACTS[term](seat, plain)))


TableFact = tuple[int, ...] | None
"""A number, or several of which the first that differ count; more is better for the player. None: the match is lost."""


def _is_more(now: TableFact, then: TableFact) -> bool:
    return now is not None and then is not None and now > then


def _lane(lane: int, seat: Seat, end: TurnEnd) -> TableFact:
    """Attack and health of the player's creatures in a lane, less those of the opponent's."""
    own, foe = (end.table.sides[each].lanes[lane] for each in (seat, other(seat)))
    return (sum(one.attack + one.health for one in own) - sum(one.attack + one.health for one in foe),)


def _payable(side: Side) -> int:
    """Return how many cards within reach the mana of the next turn pays for, each alone."""
    return sum(card.cost <= len(side.hand) + 1 for card in side.hand[:PLAYABLE])


def _fortress(side: Side) -> tuple[int, int]:
    return int(not side.is_fort), side.hp


def _safety(seat: Seat, end: TurnEnd) -> TableFact:
    """Return the player's fortress after the opponent's next assault, without another play."""
    after = end.after.clone()
    assault_alone(after)
    return _fortress(after.sides[seat])


def _danger(seat: Seat, end: TurnEnd) -> TableFact:
    """Return the loss of the opponent's fortress by the player's next assault, if nobody plays a card before it."""
    after = end.after.clone()
    finish(after)
    assault_alone(after)
    if after.winner not in (None, seat):
        return None
    is_bastion, hp = _fortress(after.sides[other(seat)])
    return -is_bastion, -hp


_FACTS: Final[Mapping[EvaluationTerm, Callable[[Seat, TurnEnd], TableFact]]] = {
    "top": lambda seat, end: _lane(0, seat, end),
    "bottom": lambda seat, end: _lane(1, seat, end),
    "hand": lambda seat, end: (_payable(end.table.sides[seat]),),
    "foe_hand": lambda seat, end: (-len(end.table.sides[other(seat)].hand),),
    "fortress": _safety,
    "foe_fortress": _danger,
}
