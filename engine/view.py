"""Views (R2.5a): a position as one viewer may see it, built field by field.

Readings: the place of the hand that a card is played from is seen, as at a table, so a card that was seen returning
keeps its known place until it is played again. A card that was seen going onto the automaton's pile lies there known
until it is turned over; only a reshuffle mixes cards. After the match everything is shown.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from engine import abilities, realm, summon
from engine.abilities import VULNERABILITY
from engine.actions import LANES, SEATS
from engine.notation import champion_to_json, creature_to_json, fortress_word, header_to_json, solo_to_json
from engine.position import OVER, Creature, Lane, Position, Side

UNKNOWN = "?"
FORTRESS = "*"
_EVERY_CARD = -1


class PublicView:
    """The public part of a position: made once, shared by the views of all viewers, which only read it."""

    __slots__ = ("header", "realms", "stats", "solo", "pending")

    def __init__(self, position: Position) -> None:
        self.header = header_to_json(position)
        self.realms = tuple(_realm(side) for side in position.sides)
        self.stats = {SEATS[seat]: _stats(position, side) for seat, side in enumerate(position.sides)}
        self.solo: dict[str, Any] | None = None
        if position.solo is not None:
            self.solo = {key: value for key, value in solo_to_json(position.solo).items() if key != "seed"}
        self.pending: dict[str, Any] | None = None
        if position.pending is not None:
            listed = [card.notation for card in position.pending.cards]
            self.pending = {"owner": SEATS[position.pending.owner], "cards": listed}


def view_for(
    position: Position, viewer: str | None, *, everything: bool = False, table: PublicView | None = None
) -> dict[str, Any]:
    """Return the position as `viewer` sees it: "A", "B", or None for a spectator, who sees neither hand.

    In a hand an unknown card is "?"; the automaton's pile is a number until the match is over, and `pile_known` lists
    the cards that are known to lie on it, the top one first; the seed is never shown.
    `stats` tells for each creature in play what it is worth at this moment, so that no reader computes a rule.
    `everything` shows all cards, as after the match: for a replay, when nothing is secret any more.
    `table` is the position's `Table` if it has been made already.
    """
    table = table or PublicView(position)
    over = everything or position.phase == OVER
    shown = dict(table.header)
    for seat, side in enumerate(position.sides):
        own = over or viewer == SEATS[seat]
        if side.pile is not None:
            hidden = _automaton(side, position.seen, over)
        else:
            hidden = _human(side, _EVERY_CARD if own else 0 if viewer is None else position.seen)
        shown[SEATS[seat]] = hidden | table.realms[seat]
    if table.solo is not None:
        shown["solo"] = table.solo
    if table.pending is not None:
        shown["pending"] = table.pending
    shown["stats"] = table.stats
    return shown


def _realm(side: Side) -> dict[str, Any]:
    shown: dict[str, Any] = {"fortress": fortress_word(side)}
    for name, lane in zip(LANES, side.lanes, strict=True):
        shown[name] = [creature_to_json(creature) for creature in lane]
    if side.pile is None:
        shown["champion"] = champion_to_json(side)
    return shown


def _human(side: Side, known: int) -> dict[str, Any]:
    if known == _EVERY_CARD:
        row = [card.notation for card in side.hand]
    else:
        row = [card.notation if known & card.bit else UNKNOWN for card in side.hand]
    row.insert(side.fort_at, FORTRESS)
    return {"hand": row}


def _automaton(side: Side, seen: int, over: bool) -> dict[str, Any]:
    pile = side.pile or []
    shown_pile: Any = [card.notation for card in pile] if over else len(pile)
    known = [card.notation for card in takewhile(lambda card: seen & card.bit, pile)]
    return {"pile": shown_pile, "pile_known": known, "discard": [card.notation for card in side.discard]}


def _stats(position: Position, side: Side) -> dict[str, Any]:
    shown: dict[str, Any] = {"hp": side.hp}
    for name, lane in zip(LANES, side.lanes, strict=True):
        shown[name] = [_worth(side, lane, index) for index in range(len(lane))]
    if side.champion is not None:
        shown["champion_cost"] = summon.champion_cost(position, side.champion)
    return shown


def _worth(side: Side, lane: Lane, index: int) -> dict[str, Any]:
    creature: Creature = lane[index]
    flags = realm.flags_at(side, lane, index)
    own = creature.flags
    return {
        "attack": "X" if flags & VULNERABILITY else creature.attack + creature.sprint,
        "bonus": creature.sprint,
        "health": creature.health,
        "left": creature.health - creature.wounds,
        "abilities": abilities.slugs_of(flags),
        "lent": abilities.slugs_of(flags & ~own & ~side.gift),
        "given": abilities.slugs_of(side.gift & ~own),
        "auras": abilities.slugs_of(creature.auras),
    }
