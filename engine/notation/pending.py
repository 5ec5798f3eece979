"""Cards that wait for their owner's order (R5.8, 2021), and what is left to resolve after it.

`then` is the engine's own, but it comes from outside: it must point at things that exist, and that can have
destroyed as many cards as wait.
"""

from __future__ import annotations

from typing import cast

from engine import cards, realm
from engine.abilities import BERSERK, PERFORATION, SPLASH
from engine.actions import LANE_OF, MAX_ORDER
from engine.errors import BadPosition, bad_position
from engine.notation import bounds
from engine.notation.checks import A_SEAT, a_card, a_choice, a_count, a_flag, an_object, some_cards
from engine.position import ASSAULT, SUMMON, Pending, Position, Then
from engine.seat import AUTOMATON, Seat
from engine.summon import PLAYABLE

_KEYS = frozenset({"owner", "cards", "then"})
_THEN_KEYS = {
    "cast": frozenset({"phase", "again", "cast"}),
    "revealed": frozenset({"phase", "again", "revealed"}),
    "attacker": frozenset({"phase", "again", "attacker", "all"}),
}
_REVEALED_KEYS = frozenset({"card", "lane", "mana", "spent"})
_ATTACKER_KEYS = frozenset({"player", "lane", "index", "limited"})


def pending_of(value: object, position: Position) -> Pending:
    """Return the pending cards of a position that has been read otherwise.

    Solo: sets `active`, which the notation hides.
    """
    data = an_object(value, _KEYS, _KEYS, "pending")
    owner = a_choice(data["owner"], A_SEAT, "owner")
    waiting = tuple(some_cards(data["cards"], position.edition, "cards", MAX_ORDER))
    if len(waiting) < 2 or position.sides[owner].pile is not None:
        raise bad_position("pending_owner")
    then = data["then"]
    if isinstance(then, dict) and "automaton" in then and position.solo is not None:
        position.active = AUTOMATON
    flags = _flags_of_what_hit(then, owner, position)
    if len(waiting) > 1 + bool(flags & PERFORATION) + bool(flags & SPLASH):
        raise bad_position("pending_many")
    checked = cast("Then", then)
    revealed = cards.from_notation(checked["revealed"]["card"]) if "revealed" in checked else None
    return Pending(owner, waiting, checked, revealed)


def _unresumable() -> BadPosition:
    return bad_position("pending_then")


def _flags_of_what_hit(value: object, owner: Seat, position: Position) -> int:
    """Return the abilities of the creature or incantation that destroyed the cards.

    Refuses what neither leaves behind.
    """
    kind = next((kind for kind in _THEN_KEYS if isinstance(value, dict) and kind in value), None)
    if kind is None:
        raise _unresumable()
    by_automaton = position.active == AUTOMATON and position.solo is not None
    keys = _THEN_KEYS[kind] | ({"automaton"} if by_automaton else frozenset())
    then = an_object(value, keys, keys, "then")
    flags = _READERS[kind](then, owner, position)
    again = a_flag(then["again"], "again")
    if again != bool(flags & BERSERK) or (by_automaton and then["automaton"] is not True):
        raise _unresumable()
    return flags


def _attacker(then: dict[str, object], owner: Seat, position: Position) -> int:
    """Return a creature of the active player in the middle of its attacks."""
    attacker = an_object(then["attacker"], _ATTACKER_KEYS, _ATTACKER_KEYS, "attacker")
    seat = a_choice(attacker["player"], A_SEAT, "player")
    lane = position.sides[seat].lanes[a_choice(attacker["lane"], LANE_OF, "lane")]
    index = a_count(attacker["index"], "index", len(lane) - 1)
    everybody = a_flag(then["all"], "all") or position.sides[seat].pile is None
    acts = seat == position.active != owner and then["phase"] == ASSAULT and everybody and lane[index].done
    if not acts or attacker["limited"] is not lane[index].new:
        raise _unresumable()
    return realm.flags_at(position.sides[seat], lane, index)


def _cast(then: dict[str, object], owner: Seat, position: Position) -> int:
    """Return an incantation that is still in the active player's hand (R4.7)."""
    held = position.sides[position.active].hand[:PLAYABLE]
    card = held[a_count(then["cast"], "cast", len(held) - 1)]
    if card.is_creature or then["phase"] not in (SUMMON, ASSAULT):
        raise _unresumable()
    return card.flags


def _revealed(then: dict[str, object], owner: Seat, position: Position) -> int:
    """Return an incantation that the automaton has revealed, with its mana so far (R10.3)."""
    revealed = an_object(then["revealed"], _REVEALED_KEYS, _REVEALED_KEYS, "revealed")
    card = a_card(revealed["card"], position.edition)
    a_choice(revealed["lane"], LANE_OF, "lane")
    mana = a_count(revealed["mana"], "mana", bounds.MAX_AUTOMATON_MANA)
    before = a_count(revealed["spent"], "spent", bounds.MAX_SPENT) - card.cost
    plausible = "automaton" in then and then["phase"] == SUMMON and (before == 0 or 0 < before < mana)
    if card.is_creature or not plausible:
        raise _unresumable()
    return card.flags


_READERS = {"cast": _cast, "revealed": _revealed, "attacker": _attacker}
