"""Views (R2.5a): a position as one viewer may see it, built field by field.

Readings: the place of the hand that a card is played from is seen, as at a table, so a card that was seen returning
keeps its known place until it is played again. A card that was seen going onto the automaton's pile lies there known
until it is turned over; only a reshuffle mixes cards. After the match everything is shown.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Literal, NotRequired, TypedDict, cast, final

from engine import abilities, realm, summon
from engine.abilities import VULNERABILITY
from engine.cards import Card, CardNotation
from engine.notation import champion_to_json, header_to_json, pending_to_json, realm_to_json, solo_to_json
from engine.notation.types import HeaderNotation, HumanSide, PendingView, RealmNotation, SoloView
from engine.position import OVER, Lane, Position, Side
from engine.seat import BySeat, Viewer

UNKNOWN = "?"
FORTRESS = "*"
_EVERY_CARD = -1


class CreatureStats(TypedDict):
    """The current values of a creature in play (section 8)."""

    attack: int | Literal["X"]
    bonus: int
    health: int
    left: int
    abilities: list[str]
    lent: list[str]
    given: list[str]
    auras: list[str]


class SideStats(TypedDict):
    """The current values of a side: fortress, creatures by lane, and the cost of its Champion."""

    hp: int
    top: list[CreatureStats]
    bottom: list[CreatureStats]
    champion_cost: NotRequired[int]


@final
class AutomatonView(RealmNotation):
    """The automaton's side: `pile` is a number, after the match the cards; the top ones that are known, and discard."""

    pile: int | list[CardNotation]
    pile_known: list[CardNotation]
    discard: list[CardNotation]


SideView = HumanSide | AutomatonView


@final
class View(HeaderNotation):
    """A match in play as one viewer may see it."""

    A: SideView
    B: SideView
    solo: NotRequired[SoloView]
    pending: NotRequired[PendingView]
    stats: BySeat[SideStats]


class PublicView:
    """The public part of a position: made once, shared by the views of all viewers, which only read it."""

    __slots__ = ("header", "realms", "champions", "stats", "solo", "pending")

    def __init__(self, position: Position) -> None:
        sides = position.sides
        self.header = header_to_json(position)
        self.realms = {seat: realm_to_json(side) for seat, side in sides.items()}
        self.champions = {seat: champion_to_json(side) for seat, side in sides.items()}
        self.stats = {seat: _stats(position, side) for seat, side in sides.items()}
        self.solo = None if position.solo is None else solo_to_json(position.solo)
        self.pending = None if position.pending is None else pending_to_json(position.pending)


def view_for(
    position: Position,
    viewer: Viewer,
    *,
    also: Viewer = None,
    everything: bool = False,
    sealed: bool = False,
    table: PublicView | None = None,
) -> View:
    """Return the position as `viewer` sees it: "A", "B", or None for a spectator, who sees neither hand.

    `also` is a seat whose hand is shown, too: to a coach, who may see both.

    In a hand an unknown card is "?"; the automaton's pile is a number until the match is over, and `pile_known` lists
    the cards that are known to lie on it, the top one first; the seed is never shown.
    `stats` has the present values of each creature in play, so that no reader computes a rule.
    `everything` shows all cards, as after the match: for a replay, when nothing is secret any more. `sealed` shows no
    more after the match than during it: its decks are still being played with.
    `table` is the position's `PublicView` if it has been made already.
    """
    table = table or PublicView(position)
    over = everything or (position.phase == OVER and not sealed)
    sides: dict[str, SideView] = {}
    for seat, side in position.sides.items():
        if side.pile is not None:
            sides[seat] = _automaton(side, side.pile, table.realms[seat], position.seen, over)
        else:
            known = _EVERY_CARD if over or seat in (viewer, also) else 0 if viewer is None else position.seen
            sides[seat] = {"hand": _hand(side, known), **table.realms[seat], "champion": table.champions[seat]}
    shown = cast(View, {**table.header, **sides})
    if table.solo is not None:
        shown["solo"] = table.solo
    if table.pending is not None:
        shown["pending"] = table.pending
    shown["stats"] = table.stats
    return shown


def _hand(side: Side, known: int) -> list[CardNotation]:
    hand: list[CardNotation]
    if known == _EVERY_CARD:
        hand = [card.notation for card in side.hand]
    else:
        hand = [card.notation if known & card.bit else UNKNOWN for card in side.hand]
    hand.insert(side.fort_at, FORTRESS)
    return hand


def _automaton(side: Side, pile: list[Card], realm: RealmNotation, seen: int, over: bool) -> AutomatonView:
    return {
        "pile": [card.notation for card in pile] if over else len(pile),
        "pile_known": [card.notation for card in takewhile(lambda card: seen & card.bit, pile)],
        "discard": [card.notation for card in side.discard],
        **realm,
    }


def _stats(position: Position, side: Side) -> SideStats:
    top, bottom = side.lanes
    shown: SideStats = {"hp": side.hp, "top": _lane_stats(side, top), "bottom": _lane_stats(side, bottom)}
    if side.champion is not None:
        shown["champion_cost"] = summon.champion_cost(position, side.champion)
    return shown


def _lane_stats(side: Side, lane: Lane) -> list[CreatureStats]:
    return [_worth(side, lane, index) for index in range(len(lane))]


def _worth(side: Side, lane: Lane, index: int) -> CreatureStats:
    creature = lane[index]
    flags = realm.flags_at(side, lane, index)
    own, gift, auras = creature.flags, side.gift, creature.auras
    lent, given = flags & ~own & ~gift, gift & ~own
    return {
        "attack": "X" if flags & VULNERABILITY else creature.attack + creature.sprint,
        "bonus": creature.sprint,
        "health": creature.health,
        "left": creature.health - creature.wounds,
        "abilities": abilities.slugs_of(flags),
        "lent": abilities.slugs_of(lent) if lent else [],  # most creatures have none of these three
        "given": abilities.slugs_of(given) if given else [],
        "auras": abilities.slugs_of(auras) if auras else [],
    }
