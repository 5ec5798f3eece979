"""A hint: the turn of a level, and its gains compared with just attacking.

Only cards that the player sees are named, never those that the search supposes in hidden places.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final, Literal

from engine import actions, bots, play
from engine.actions import (
    ATTACK,
    ATTACK_ALL,
    END_SUMMON,
    END_TURN,
    Action,
    ActionNotation,
    Cast,
    Order,
    Play,
    PlayChampion,
)
from engine.bots import assaults, replies
from engine.bots.evaluation import EvaluationTerm, evaluation
from engine.bots.settling import settle
from engine.cards import Card, CardNotation
from engine.events import Event
from engine.knowledge import Facts, Knowledge
from engine.log import EventLog
from engine.match import LegalAction
from engine.position import ASSAULT, SUMMON, Position
from engine.preview import assault_preview
from engine.seat import Seat, other
from engine.view import View

PLAIN: Final = (END_SUMMON, ATTACK, ATTACK_ALL, END_TURN)
FALLS: Final = ("destroyed", "bastion_fell", "fort_fell")
WORTH_SAYING: Final = 0.1
"""The smallest difference between two turns, in log odds, that is a reason."""


@dataclass(frozen=True, slots=True)
class Effects:
    """The gains of a turn beyond an attack without any plays; for such an attack itself (`plain`), all that it gains.

    `felled` are the opponent's creatures that fall; `damage` is what the opponent's fortress, or the automaton's pile,
    loses, beyond `damage_anyway`. `kept` is the side of the player's own fortress that the opponent's next assault
    would have brought down, without any plays, and now does not; `saved` are the player's creatures of which the same
    is true. `holds`: nothing that the opponent can play in their next turn brings `kept` down. `better` are the parts
    of the position that the evaluation likes more, the largest first. `quiet`: nothing at all falls or is damaged.
    """

    wins: bool = False
    breaks_bastion: bool = False
    felled: tuple[CardNotation, ...] = ()
    damage: int = 0
    kept: Literal["bastion", "fort"] | None = None
    saved: tuple[CardNotation, ...] = ()
    damage_anyway: int = 0
    better: tuple[EvaluationTerm, ...] = ()
    quiet: bool = True
    plain: bool = False
    holds: bool = False


@dataclass(frozen=True, slots=True)
class NamedAction:
    """An action with the card that it plays and the creature that it is played on, if any."""

    action: Action
    card: CardNotation | None = None
    target: CardNotation | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """The actions from now to the end of the turn, the chance to win with them, and what they bring."""

    turn: tuple[NamedAction, ...]
    chance: float | None
    effects: Effects

    @property
    def actions(self) -> tuple[ActionNotation, ...]:
        """The same actions in the notation."""
        return tuple(actions.to_json(named.action) for named in self.turn)


@dataclass(frozen=True, slots=True)
class _End:
    """The outcome of a turn: the opponent's losses, the player's own losses in the assault that would answer it, and
    the terms of the evaluation after it."""

    won: bool = False
    broke: bool = False
    felled: tuple[CardNotation, ...] = ()
    damage: int = 0
    fell: Literal["bastion", "fort"] | None = None
    lost: tuple[CardNotation, ...] = ()
    quiet: bool = True
    terms: Mapping[EvaluationTerm, float] = field(default_factory=dict)
    after: Position | None = None


def advise(
    level: int,
    seat: Seat,
    view: View,
    facts: Facts,
    legal: Sequence[LegalAction],
    *,
    seed: str,
    enough: Callable[[], bool] | None = None,
) -> Advice:
    """Return the advice of a level in a match in play (the arguments are those of `bots.choose`)."""
    choice = bots.choose(level, seat, view, facts, legal, seed=seed, enough=enough)
    planned = [actions.from_json(action) for action in choice.actions]
    return advice_of(Knowledge(seat, view, facts), planned, choice.chance, seed)


def advice_of(knowledge: Knowledge, planned: Sequence[Action], chance: float | None, seed: str) -> Advice:
    """Return the advice to play this turn, found in the world of the `seed`."""
    world = knowledge.world(random.Random(seed))
    gains = effects(world, knowledge.seat, planned, seen=not knowledge.hidden_hand)
    return Advice(named(world, knowledge.seat, planned), chance, gains)


def named(position: Position, seat: Seat, planned: Iterable[Action]) -> tuple[NamedAction, ...]:
    """Return these actions of `seat`, one after the other, with what each plays; the position is left as it is."""
    now, found = position.clone(), list[NamedAction]()
    for action in planned:
        found.append(_named(now, seat, action))
        if isinstance(action, Order):  # no view says what it interrupted: nothing can be played after it here
            break
        play.advance(now, action)
        settle(now)
    return tuple(found)


def _named(position: Position, seat: Seat, action: Action) -> NamedAction:
    own = position.sides[seat]
    match action:
        case Play(place, lane, onto):
            card: Card | None = own.hand[place if place < own.fort_at else place - 1]
        case PlayChampion(lane, onto):
            card = own.champion
        case Cast(place, owner, lane, target):
            aimed = position.sides[owner].lanes[lane][target].card
            return NamedAction(action, own.hand[place if place < own.fort_at else place - 1].notation, aimed.notation)
        case _:
            return NamedAction(action)
    ridden = None if onto is None else own.lanes[lane][onto].card.notation
    return NamedAction(action, card.notation if card else None, ridden)


def effects(position: Position, seat: Seat, planned: Sequence[Action], *, seen: bool = True) -> Effects:
    """Return the gains of `seat` by these actions, the given position left as it is; none where cards are ordered.

    `seen`: the position holds no card that its player only supposes in the opponent's hand.
    """
    if position.active != seat or position.phase not in (SUMMON, ASSAULT) or not planned:
        return Effects()
    end, plain = _end(position, seat, planned), _end(position, seat, ())
    if planned[0] in PLAIN:
        return Effects(end.won, end.broke, end.felled, end.damage, quiet=end.quiet, plain=True)
    kept = plain.fell if end.fell is None and not end.won else None
    return Effects(
        wins=end.won,
        breaks_bastion=end.broke and not plain.broke,
        felled=_less(end.felled, plain.felled),
        damage=max(0, end.damage - plain.damage),
        kept=kept,
        saved=() if end.won else _less(plain.lost, end.lost),
        damage_anyway=min(end.damage, plain.damage),
        better=_better(end.terms, plain.terms),
        quiet=end.quiet,
        holds=kept is not None and seen and end.after is not None and replies.holds(end.after, kept),
    )


def _better(terms: Mapping[EvaluationTerm, float], plain: Mapping[EvaluationTerm, float]) -> tuple[EvaluationTerm, ...]:
    """Return the terms that are worth more after a turn than after an attack alone, the largest difference first."""
    more = {term: value - plain[term] for term, value in terms.items() if term in plain}
    return tuple(sorted((term for term in more if more[term] >= WORTH_SAYING), key=lambda term: -more[term]))


def _end(position: Position, seat: Seat, planned: Sequence[Action]) -> _End:
    foe = other(seat)
    after, log = _played(position, seat, planned)
    won = any(event["type"] == "over" and event["winner"] == seat for event in log)
    damage = sum(_damage(event, foe) for event in log)
    felled = tuple(event["card"] for event in log if event["type"] == "destroyed" and event["at"]["player"] == foe)
    broke = any(event["type"] == "bastion_fell" and event["player"] == foe for event in log)
    quiet = not damage and not any(event["type"] in FALLS for event in log)
    if after.phase != SUMMON:
        return _End(won, broke, felled, damage, quiet=quiet)
    if after.solo is not None:
        terms = evaluation("solo").terms(after, seat)
        own = {term: value for term, value in terms.items() if term not in ("foe_hand", "foe_fortress")}
        return _End(won, broke, felled, damage, quiet=quiet, terms=own)
    answer = assault_preview(after)
    lost = tuple(creature["card"] for creature in answer["fallen"] if creature["player"] == seat)
    fell = answer["fortresses"][seat]["fell"]
    return _End(won, broke, felled, damage, fell, lost, quiet, evaluation("duel").terms(after, seat), after)


def _damage(event: Event, foe: Seat) -> int:
    """Return the damage of an event to the opponent's fortress, or to the automaton's pile."""
    if event["type"] == "pile_hit" or (event["type"] == "fortress_hit" and event["player"] == foe):
        return event["amount"]
    return 0


def _played(position: Position, seat: Seat, planned: Sequence[Action]) -> tuple[Position, list[Event]]:
    """Return the position after the actions and the rest of the turn, and the events of this turn."""
    now, log = position.clone(), EventLog()
    for action in planned:
        play.advance(now, action, log)
        settle(now)
    while now.phase in (SUMMON, ASSAULT) and (now.turn, now.active) == (position.turn, seat):
        play.advance(now, assaults.next_plain(now), log)
        settle(now)
    return now, list(takewhile(lambda event: event["type"] != "turn_ended", log.events))


def _less(cards: Sequence[CardNotation], fewer: Sequence[CardNotation]) -> tuple[CardNotation, ...]:
    """Return the cards that are not among the others."""
    left = list(cards)
    for card in fewer:
        if card in left:
            left.remove(card)
    return tuple(left)
