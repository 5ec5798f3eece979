"""A hint: the turn of a level, and its gains compared with just attacking.

Only cards that the player sees are named, never those that the search supposes in hidden places.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, Literal, TypeAlias

from engine import actions, hand, play
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
from engine.bots import assaults, choose, outlook, replies
from engine.bots.evaluation import EvaluationTerm
from engine.bots.outlook import TurnEnd
from engine.bots.settling import settle
from engine.cards import Card, CardNotation
from engine.events import Event
from engine.knowledge import Facts, Knowledge
from engine.log import EventLog
from engine.match import LegalAction
from engine.position import ASSAULT, OVER, SUMMON, Position, Side
from engine.preview import assault_alone, assault_preview
from engine.seat import Seat, other
from engine.view import View

PLAIN: Final = (END_SUMMON, ATTACK, ATTACK_ALL, END_TURN)
FALLS: Final = ("destroyed", "bastion_fell", "fort_fell")


@dataclass(frozen=True, slots=True)
class Gains:
    """The gains of a turn beyond an attack without any plays; for such an attack itself, all that it gains.

    `felled` are the opponent's creatures that fall; `damage` is how many places the opponent's fortress moves, while
    the same side of it is up, or how many cards the automaton's pile loses, beyond `damage_anyway`. `kept` is the side
    of the player's own fortress that the opponent's next assault would have brought down, without any plays, and now
    does not; `saved` are the player's creatures of which the same is true. `holds`: nothing that the opponent can play
    in their next turn brings `kept` down.
    """

    wins: bool = False
    breaks_bastion: bool = False
    felled: tuple[CardNotation, ...] = ()
    damage: int = 0
    kept: Literal["bastion", "fort"] | None = None
    saved: tuple[CardNotation, ...] = ()
    damage_anyway: int = 0
    holds: bool = False

    @property
    def has_any(self) -> bool:
        """True if there is something that can be counted."""
        return bool(self.wins or self.breaks_bastion or self.felled or self.damage or self.kept or self.saved)


@dataclass(frozen=True, slots=True)
class Improvement:
    """A turn of plays without gains. `better` are the parts of the position (`outlook.py`) that it improves, the
    largest first. `quiet`: nothing at all falls or is damaged. `forgoes`: an attack alone would win or bring down the
    opponent's Bastion, and this turn does neither."""

    better: tuple[EvaluationTerm, ...] = ()
    quiet: bool = True
    forgoes: bool = False


@dataclass(frozen=True, slots=True)
class NoPlay:
    """An attack without plays that gains nothing: no play would serve its player better."""


@dataclass(frozen=True, slots=True)
class Unforeseen:
    """Nothing can be said of a turn that cannot be played out."""


Effects: TypeAlias = Gains | Improvement | NoPlay | Unforeseen
"""The effects of a turn."""


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
        """The turn's actions in the notation."""
        return tuple(actions.to_json(named.action) for named in self.turn)


@dataclass(frozen=True, slots=True)
class _End:
    """The outcome of a turn, and where it stands `at` its end: the opponent's losses, and in the assault that would
    answer it, without another play, the player's; `fell`, `lost`, and which creatures `stand`."""

    at: TurnEnd
    won: bool = False
    broke: bool = False
    felled: tuple[CardNotation, ...] = ()
    damage: int = 0
    quiet: bool = True
    fell: Literal["bastion", "fort"] | None = None
    lost: tuple[CardNotation, ...] = ()
    stand: tuple[CardNotation, ...] = ()


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
    choice = choose(level, seat, view, facts, legal, seed=seed, enough=enough)
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
            card: Card | None = hand.card_at(own, place)
        case PlayChampion(lane, onto):
            card = own.champion
        case Cast(place, owner, lane, target):
            aimed = position.sides[owner].lanes[lane][target].card
            return NamedAction(action, hand.card_at(own, place).notation, aimed.notation)
        case _:
            return NamedAction(action)
    ridden = None if onto is None else own.lanes[lane][onto].card.notation
    return NamedAction(action, card.notation if card else None, ridden)


def effects(position: Position, seat: Seat, planned: Sequence[Action], *, seen: bool = True) -> Effects:
    """Return the gains of `seat` by these actions, the given position left as it is; none where cards are ordered.

    `seen`: the position holds no card that its player only supposes in the opponent's hand.
    """
    if position.active != seat or position.phase not in (SUMMON, ASSAULT) or not planned:
        return Unforeseen()
    end = _end(position, seat, planned)
    if all(action in PLAIN for action in planned):
        found = Gains(end.won, end.broke, end.felled, end.damage)
        return found if found.has_any else NoPlay()
    plain = _end(position, seat, ())
    kept = plain.fell if _keeps(end, seat, plain.fell) else None
    forgoes = (plain.won or plain.broke) and not (end.won or end.broke)
    found = Gains(
        wins=end.won,
        breaks_bastion=end.broke and not plain.broke,
        felled=_less(end.felled, plain.felled),
        damage=0 if forgoes else max(0, end.damage - plain.damage),  # less than what an attack alone takes
        kept=kept,
        saved=_saved(end, plain),
        damage_anyway=min(end.damage, plain.damage),
        holds=kept is not None and seen and replies.holds(end.at.after, kept),
    )
    return found if found.has_any else Improvement(outlook.better(seat, end.at, plain.at), end.quiet, forgoes)


def _keeps(end: _End, seat: Seat, side: Literal["bastion", "fort"] | None) -> bool:
    """True if this side of the player's fortress is up after the turn and after the assault that would answer it."""
    up = side == "fort" or not end.at.after.sides[seat].is_fort
    return side is not None and up and end.fell is None and not end.won


def _saved(end: _End, plain: _End) -> tuple[CardNotation, ...]:
    """Return the creatures that an attack alone would leave to the opponent's assault, and that now outlive it."""
    if end.won or end.fell == "fort":
        return ()
    left = _less(end.stand, plain.stand)
    return _less(plain.lost, _less(plain.lost, left))


def _end(position: Position, seat: Seat, planned: Sequence[Action]) -> _End:
    foe = other(seat)
    at, log = _played(position, seat, planned)
    after = at.after
    won = any(event["type"] == "over" and event["winner"] == seat for event in log)
    felled = tuple(event["card"] for event in log if event["type"] == "destroyed" and event["at"]["player"] == foe)
    broke = any(event["type"] == "bastion_fell" and event["player"] == foe for event in log)
    damage = _damage(position.sides[foe], at.table.sides[foe], log)
    quiet = not damage and not any(event["type"] in FALLS for event in log)
    if after.phase != SUMMON or after.solo is not None:
        is_lost = after.winner == foe and after.solo is None  # the automaton's turn belongs to the player's
        return _End(at, won, broke, felled, damage, quiet, "fort" if is_lost else None)
    answer = assault_preview(after)
    lost = tuple(creature["card"] for creature in answer["fallen"] if creature["player"] == seat)
    own = [creature.card.notation for lane in after.sides[seat].lanes for creature in lane]
    fell = answer["fortresses"][seat]["fell"]
    return _End(at, won, broke, felled, damage, quiet, fell, lost, _less(own, lost))


def _damage(before: Side, after: Side, log: Iterable[Event]) -> int:
    """Return how many places the opponent's fortress has moved, or how many cards its pile has lost.

    0 where the other side of it is up now: that it fell says more, and wounds left over were lost (R6.2).
    """
    if before.pile is not None:
        return sum(len(event["cards"]) for event in log if event["type"] == "pile_hit")
    return max(0, after.fort_at - before.fort_at) if before.is_fort == after.is_fort else 0


def _played(position: Position, seat: Seat, planned: Sequence[Action]) -> tuple[TurnEnd, list[Event]]:
    """Return the end of the turn of these actions, the rest of it played plainly, and its events."""
    now, log, left = position.clone(), EventLog(), deque(planned)
    table = now
    while now.phase in (SUMMON, ASSAULT) and (now.turn, now.active) == (position.turn, seat):
        action = left.popleft() if left else assaults.next_plain(now)
        if action in (END_SUMMON, END_TURN):
            table = now.clone()
        play.advance(now, action, log)
        settle(now, log)
    assault_alone(table)
    if now.phase == OVER and now.turn == position.turn:
        table = now
    return TurnEnd(table, now), list(takewhile(lambda event: event["type"] != "turn_ended", log.events))


def _less(cards: Sequence[CardNotation], fewer: Sequence[CardNotation]) -> tuple[CardNotation, ...]:
    """Return the cards that are not among the others."""
    left = list(cards)
    for card in fewer:
        if card in left:
            left.remove(card)
    return tuple(left)
