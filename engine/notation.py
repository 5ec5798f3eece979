"""Positions as JSON, in and out, with the checks that refuse impossible ones (notation.md)."""

from __future__ import annotations

from typing import Any

from engine import abilities, cards
from engine.abilities import MERCENARY, SYMBIOTE
from engine.actions import LANES, SEAT_OF, SEATS
from engine.cards import Card
from engine.editions import BY_NAME, Edition
from engine.errors import BadPosition
from engine.pile import AUTOMATON
from engine.position import ASSAULT, DRAW, ORDER, OVER, SUMMON, Creature, Lane, Pending, Position, Side, Solo

_WINNERS: dict[int | None, str | None] = {None: None, 0: "A", 1: "B", DRAW: "draw"}
_WINNER_OF = {word: number for number, word in _WINNERS.items()}
_TOP_KEYS = frozenset({"edition", "mode", "turn", "active", "phase", "mana", "winner", "A", "B"})
_SIDE_KEYS = frozenset({"hand", "fortress", "top", "bottom", "champion"})
_PILE_KEYS = frozenset({"pile", "discard", "fortress", "top", "bottom"})
_CREATURE_KEYS = frozenset({"card", "over", "wounds", "new", "done", "hit", "sprint", "champion"})
_SOLO_KEYS = frozenset({"fixed", "per_creature", "weakened", "abilities", "last_turn", "seed", "shuffles"})

_THEN_KEYS = {
    "cast": frozenset({"phase", "again", "cast"}),
    "revealed": frozenset({"phase", "again", "revealed", "automaton"}),
    "attacker": frozenset({"phase", "again", "attacker", "all"}),
}
_REVEALED_KEYS = frozenset({"card", "lane", "mana", "spent"})
_ATTACKER_KEYS = frozenset({"player", "lane", "index", "limited"})


# -- out


def creature_to_json(creature: Creature) -> dict[str, Any]:
    """A creature with all its keys."""
    return {
        "card": creature.card.notation,
        "over": None if creature.over is None else creature.over.notation,
        "wounds": creature.wounds,
        "new": creature.new,
        "done": creature.done,
        "hit": creature.hit,
        "sprint": creature.sprint,
        "champion": creature.champion,
    }


def champion_to_json(side: Side) -> dict[str, Any] | None:
    """A side's Champion, or None."""
    if side.champion is None:
        return None
    return {"card": side.champion.notation, "ready": side.ready, "in_play": side.in_play}


def fortress_word(side: Side) -> str:
    """Which side of the fortress card is up (R1.2)."""
    return "fort" if side.is_fort else "bastion"


def _side_to_json(side: Side) -> dict[str, Any]:
    top, bottom = side.lanes
    shown: dict[str, Any] = {
        "fortress": fortress_word(side),
        "top": [creature_to_json(creature) for creature in top],
        "bottom": [creature_to_json(creature) for creature in bottom],
    }
    if side.pile is not None:
        discard = [card.notation for card in side.discard]
        return {"pile": [card.notation for card in side.pile], "discard": discard, **shown}
    row = [card.notation for card in side.hand]
    row.insert(side.fort_at, "*")
    return {"hand": row, **shown, "champion": champion_to_json(side)}


def solo_to_json(solo: Solo) -> dict[str, Any]:
    """The automaton's options and state, the seed included."""
    return {key: list(solo.abilities) if key == "abilities" else getattr(solo, key) for key in Solo.__slots__}


def header_to_json(position: Position) -> dict[str, Any]:
    """What everybody may know of a position besides the two sides."""
    return {
        "edition": position.edition.name,
        "mode": "duel" if position.solo is None else "solo",
        "turn": position.turn,
        # Solo is never at rest in the automaton's turn, but while the player orders cards in it: then they are active.
        "active": SEATS[position.active] if position.solo is None else SEATS[0],
        "phase": position.phase,
        "mana": position.mana,
        "winner": _WINNERS[position.winner],
    }


def to_json(position: Position) -> dict[str, Any]:
    """The complete position, hidden cards included."""
    first, second = position.sides
    shown = {**header_to_json(position), "A": _side_to_json(first), "B": _side_to_json(second)}
    if position.solo is not None:
        shown["solo"] = solo_to_json(position.solo)
    pending = position.pending
    if pending is not None:
        listed = [card.notation for card in pending.cards]
        shown["pending"] = {"owner": SEATS[pending.owner], "cards": listed, "then": pending.then}
    return shown


# -- in


def _refuse(detail: str) -> BadPosition:
    return BadPosition("bad_position", detail=detail)


def _object(value: object, keys: frozenset[str], needed: frozenset[str], what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _refuse(f"{what} must be an object")
    if not value.keys() <= keys:
        raise _refuse(f"{what} has the unknown key {sorted(map(str, value.keys() - keys))[0][:40]!r}")
    if not needed <= value.keys():
        raise _refuse(f"{what} lacks {sorted(needed - value.keys())[0]!r}")
    return value


def _count(value: object, what: str, low: int = 0) -> int:
    if type(value) is not int or value < low:
        raise _refuse(f"{what} must be a whole number from {low}")
    return value


def _flag(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise _refuse(f"{what} must be true or false")
    return value


def _choice(value: object, words: dict[str, Any], what: str) -> Any:
    if not isinstance(value, str) or value not in words:
        raise _refuse(f"{what} must be one of {', '.join(words)}")
    return words[value]


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise _refuse(f"{what} must be a list")
    return value


def _card(value: object, edition: Edition) -> Card:
    card = cards.from_notation(value)
    if not edition.champions and card.set not in edition.sets:
        raise _refuse(f"{card.name} does not exist in the {edition.name} edition")
    return card


def _cards(value: object, edition: Edition, what: str) -> list[Card]:
    return [_card(item, edition) for item in _list(value, what)]


def _creature(value: object, edition: Edition) -> Creature:
    if isinstance(value, dict) and len(value) == 1 and "card" in value:
        data: dict[str, Any] = value
    else:
        data = _object(value, _CREATURE_KEYS, frozenset({"card"}), "a creature")
    card = _card(data["card"], edition)
    over = None if data.get("over") is None else _card(data["over"], edition)
    if not card.is_creature or (over is not None and not over.is_creature):
        raise _refuse("an incantation is in play")
    if over is not None and (not over.flags & SYMBIOTE or card.flags & SYMBIOTE):
        raise _refuse("only a Symbiote lies on a creature, and on none that is a Symbiote")
    creature = Creature(
        card, over, new=_flag(data.get("new", False), "new"), champion=_flag(data.get("champion", False), "champion")
    )
    creature.wounds = _count(data.get("wounds", 0), "wounds")
    creature.done = _flag(data.get("done", False), "done")
    creature.hit = _flag(data.get("hit", False), "hit")
    creature.sprint = _count(data.get("sprint", 0), "sprint")
    if creature.wounds >= creature.health:
        raise _refuse("a creature in play has wounds not below its health")
    return creature


def _lanes(data: dict[str, Any], edition: Edition) -> tuple[Lane, Lane]:
    top, bottom = ([_creature(item, edition) for item in _list(data[lane], "a lane")] for lane in LANES)
    return top, bottom


def _hand(value: object, edition: Edition) -> tuple[list[Card], int]:
    row = _list(value, "a hand")
    if row.count("*") != 1:
        raise _refuse("a hand holds exactly one fortress")
    return [_card(item, edition) for item in row if item != "*"], row.index("*")


def _champion(side: Side, value: object, edition: Edition) -> None:
    """A side's Champion and the creature flagged as such must tell the same story (R9)."""
    flagged = [creature for lane in side.lanes for creature in lane if creature.champion]
    if value is not None:
        keys = frozenset({"card", "ready", "in_play"})
        data = _object(value, keys, keys, "a Champion")
        if not edition.champions:
            raise _refuse(f"there are no Champions in the {edition.name} edition")
        side.champion = cards.from_notation(data["card"])
        side.ready, side.in_play = _flag(data["ready"], "ready"), _flag(data["in_play"], "in_play")
        if not side.champion.is_creature or side.champion.flags & MERCENARY:
            raise _refuse("a Champion is a creature without Mercenary")
        if side.ready and side.in_play:
            raise _refuse("a Champion in play is not ready")
    if len(flagged) != side.in_play:
        raise _refuse("the Champion in play and the creatures flagged as Champion contradict each other")
    if flagged and side.champion is not None:
        both = (flagged[0].card, flagged[0].over)
        if all(card is None or card.key != side.champion.key for card in both):
            raise _refuse("the creature flagged as Champion is another card")


def _human(value: object, edition: Edition, over: bool) -> Side:
    data = _object(value, _SIDE_KEYS, _SIDE_KEYS - {"champion"}, "a side")
    held, fort_at = _hand(data["hand"], edition)
    if fort_at >= len(held) and not over:
        raise _refuse("a fortress stands at the far right of the hand")
    side = Side(held)
    side.fort_at = fort_at
    side.is_fort = _choice(data["fortress"], {"bastion": False, "fort": True}, "the fortress")
    side.lanes = _lanes(data, edition)
    _champion(side, data.get("champion"), edition)
    return side


def _automaton(value: object, edition: Edition, phase: str, gift: int) -> Side:
    data = _object(value, _PILE_KEYS, _PILE_KEYS, "the automaton's side")
    side = Side([], pile=_cards(data["pile"], edition, "the pile"))
    side.discard = _cards(data["discard"], edition, "the discard")
    side.is_fort = _choice(data["fortress"], {"bastion": False, "fort": True}, "the fortress")
    side.lanes = _lanes(data, edition)
    side.gift = gift
    if any(creature.champion for lane in side.lanes for creature in lane):
        raise _refuse("the automaton has no Champion")
    # While its last card is resolving (an order is awaited) the pile is empty without having fallen yet (R10.3).
    if not side.pile and phase not in (OVER, ORDER) and not (side.is_fort and edition.last_turn):
        raise _refuse("the automaton's pile is empty")
    return side


def _solo(value: object, edition: Edition) -> Solo:
    data = _object(value, _SOLO_KEYS, frozenset(), "solo")
    named = _list(data.get("abilities", []), "the automaton's abilities")
    if len(named) > edition.max_solo_abilities or len(set(map(str, named))) != len(named):
        raise _refuse("the automaton has too many abilities or one of them twice")
    for slug in named:
        if not isinstance(slug, str) or slug not in edition.solo_abilities:
            raise _refuse(f"the automaton's creatures cannot be given {str(slug)[:40]!r} in this edition")
    seed = data.get("seed", 0)
    if type(seed) is not int and not isinstance(seed, str):
        raise _refuse("the seed must be a whole number or a text")
    solo = Solo(
        _count(data.get("fixed", 6), "fixed"),
        _count(data.get("per_creature", 1), "per_creature"),
        _flag(data.get("weakened", False), "weakened"),
        tuple(named),
        _flag(data.get("last_turn", False), "last_turn"),
        seed,
        _count(data.get("shuffles", 0), "shuffles"),
    )
    if solo.last_turn and not edition.last_turn:
        raise _refuse(f"there is no last turn in the {edition.name} edition")
    return solo


def _pending(value: object, position: Position) -> Pending:
    keys = frozenset({"owner", "cards", "then"})
    data = _object(value, keys, keys, "pending")
    owner = _choice(data["owner"], SEAT_OF, "the owner")
    waiting = tuple(_cards(data["cards"], position.edition, "the pending cards"))
    if len(waiting) < 2 or position.sides[owner].pile is not None or not isinstance(data["then"], dict):
        raise _refuse("what is pending is not an order of a human player's cards")
    if "automaton" in data["then"] and position.solo is not None:
        position.active = AUTOMATON
    _check_then(data["then"], position)
    return Pending(owner, waiting, data["then"])


def _check_then(then: dict[str, Any], position: Position) -> None:
    """`then` is the engine's own, but it comes from outside: it must point at things that exist."""
    try:
        kind = next(kind for kind in _THEN_KEYS if kind in then)
        known = then["phase"] in (SUMMON, ASSAULT) and then.keys() - {"automaton"} == _THEN_KEYS[kind] - {"automaton"}
        known &= all(type(then[key]) is bool for key in ("again", "all", "automaton") if key in then)
        known &= ("automaton" in then) == (position.sides[position.active].pile is not None)
        if kind == "cast":
            known &= type(then["cast"]) is int and 0 <= then["cast"] < len(position.sides[position.active].hand)
        elif kind == "revealed":
            revealed = then["revealed"]
            known &= "automaton" in then and revealed.keys() == _REVEALED_KEYS
            known &= revealed["lane"] in LANES and type(revealed["mana"]) is int and type(revealed["spent"]) is int
            known &= not cards.from_notation(revealed["card"]).is_creature
        else:
            attacker = then["attacker"]
            known &= attacker.keys() == _ATTACKER_KEYS and type(attacker["limited"]) is bool
            row = position.sides[SEAT_OF[attacker["player"]]].lanes[LANES.index(attacker["lane"])]
            known &= type(attacker["index"]) is int and 0 <= attacker["index"] < len(row)
    except (KeyError, TypeError, ValueError, AttributeError, StopIteration):
        known = False
    if not known:
        raise _refuse("what is pending cannot be resumed")


def _phase(data: dict[str, Any], edition: Edition) -> str:
    phase: str = _choice(data["phase"], {word: word for word in (SUMMON, ASSAULT, ORDER, OVER)}, "the phase")
    if phase in (ASSAULT, ORDER) and not edition.assault_pauses:
        raise _refuse(f"there is no phase {phase} in the {edition.name} edition")
    if (phase == ORDER) != ("pending" in data and data["pending"] is not None):
        raise _refuse("cards are pending in the order phase and only in it")
    return phase


def from_json(value: object) -> Position:
    """The position of its notation; raises BadPosition for a malformed or impossible one."""
    if not isinstance(value, dict):
        raise _refuse("a position must be an object")
    solo_mode = _choice(value.get("mode"), {"duel": False, "solo": True}, "the mode")
    allowed = _TOP_KEYS | {"pending"} | ({"solo"} if solo_mode else frozenset())
    data = _object(value, allowed, _TOP_KEYS - {"winner"}, "the position")
    edition: Edition = _choice(data["edition"], BY_NAME, "the edition")
    phase = _phase(data, edition)
    over = phase == OVER
    first = _human(data["A"], edition, over)
    solo = _solo(data.get("solo", {}), edition) if solo_mode else None
    gift = abilities.parse(solo.abilities)[0] if solo else 0
    second = _automaton(data["B"], edition, phase, gift) if solo_mode else _human(data["B"], edition, over)
    position = Position(edition, (first, second), solo)
    position.turn = _count(data["turn"], "the turn", 1)
    position.active = _choice(data["active"], SEAT_OF, "the active player")
    position.phase = phase
    position.mana = _count(data["mana"], "the mana")
    winner = data.get("winner")
    if winner is not None:
        _choice(winner, {word: word for word in ("A", "B", "draw")}, "the winner")
    position.winner = _WINNER_OF[winner]
    if (winner is not None) != over:
        raise _refuse("a match has a winner when it is over, and only then")
    if solo_mode and position.active:
        raise _refuse("the automaton is never waited for")
    if phase == ORDER:
        position.pending = _pending(data["pending"], position)
    return position
