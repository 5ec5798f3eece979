"""Positions in, with the checks that refuse impossible ones and those beyond `bounds`."""

from __future__ import annotations

from engine import abilities, cards, identity
from engine.abilities import MERCENARY, SYMBIOTE
from engine.actions import LANES
from engine.cards import Card
from engine.editions import BY_NAME, Edition
from engine.errors import brief
from engine.notation import bounds
from engine.notation.checks import A_SEAT, a_card, a_choice, a_count, a_flag, a_list, an_object, refuse, some_cards
from engine.notation.pending import pending_of
from engine.position import ASSAULT, DRAW, ORDER, OVER, SUMMON, Creature, Lane, Phase, Position, Side, Solo
from engine.seat import ALONE, SEATS

_TOP_KEYS = frozenset({"edition", "mode", "turn", "active", "phase", "mana", "winner", "A", "B"})
_SIDE_KEYS = frozenset({"hand", "fortress", "top", "bottom", "champion"})
_PILE_KEYS = frozenset({"pile", "discard", "fortress", "top", "bottom"})
_CREATURE_KEYS = frozenset({"card", "over", "wounds", "new", "done", "hit", "sprint", "champion"})
_SOLO_KEYS = frozenset({"fixed", "per_creature", "weakened", "abilities", "last_turn", "seed", "shuffles"})


def _creature(value: object, edition: Edition, ended: bool) -> Creature:
    if isinstance(value, dict) and len(value) == 1 and "card" in value:
        data: dict[str, object] = value
    else:
        data = an_object(value, _CREATURE_KEYS, frozenset({"card"}), "a creature")
    card = a_card(data["card"], edition)
    over = None if data.get("over") is None else a_card(data["over"], edition)
    if not card.is_creature or (over is not None and not over.is_creature):
        raise refuse("an incantation is in play")
    if over is not None and (not over.flags & SYMBIOTE or card.flags & SYMBIOTE):
        raise refuse("only a Symbiote lies on a creature, and on none that is a Symbiote")
    creature = Creature(
        card, over, new=a_flag(data.get("new", False), "new"), champion=a_flag(data.get("champion", False), "champion")
    )
    wounds = data.get("wounds", 0)
    if type(wounds) is not int or not 0 <= wounds < creature.health:
        raise refuse("the wounds of a creature in play must be a whole number from 0, below its health")
    creature.wounds = wounds
    creature.done = a_flag(data.get("done", False), "done")
    creature.hit = a_flag(data.get("hit", False), "hit")
    creature.sprint = a_count(data.get("sprint", 0), "sprint", bounds.max_sprint(done=creature.done, over=ended))
    return creature


def _lanes(data: dict[str, object], edition: Edition, ended: bool) -> tuple[Lane, Lane]:
    top, bottom = (
        [_creature(item, edition, ended) for item in a_list(data[lane], "a lane", bounds.MAX_LANE)] for lane in LANES
    )
    return top, bottom


def _hand(value: object, edition: Edition) -> tuple[list[Card], int]:
    row = a_list(value, "a hand", bounds.MAX_CARDS + 1)
    if row.count("*") != 1:
        raise refuse("a hand holds exactly one fortress")
    return [a_card(item, edition) for item in row if item != "*"], row.index("*")


def _champion(side: Side, value: object, edition: Edition) -> None:
    """A side's Champion and the creature flagged as such must tell the same story (R9)."""
    flagged = [creature for lane in side.lanes for creature in lane if creature.champion]
    if value is not None:
        keys = frozenset({"card", "ready", "in_play"})
        data = an_object(value, keys, keys, "a Champion")
        if not edition.champions:
            raise refuse(f"there are no Champions in the {edition.name} edition")
        side.champion = cards.from_notation(data["card"])
        side.ready, side.in_play = a_flag(data["ready"], "ready"), a_flag(data["in_play"], "in_play")
        if not side.champion.is_creature or side.champion.flags & MERCENARY:
            raise refuse("a Champion is a creature without Mercenary")
        if side.ready and side.in_play:
            raise refuse("a Champion in play is not ready")
    if len(flagged) != side.in_play:
        raise refuse("the Champion in play and the creatures flagged as Champion contradict each other")
    if flagged and side.champion is not None:
        both = (flagged[0].card, flagged[0].over)
        if all(card is None or card.key != side.champion.key for card in both):
            raise refuse("the creature flagged as Champion is another card")


def _fortress(value: object) -> bool:
    return a_choice(value, {"bastion": False, "fort": True}, "the fortress")


def _human(value: object, edition: Edition, ended: bool) -> Side:
    data = an_object(value, _SIDE_KEYS, _SIDE_KEYS - {"champion"}, "a side")
    held, fort_at = _hand(data["hand"], edition)
    if fort_at >= len(held) and not ended:
        raise refuse("a fortress stands at the far right of the hand")
    side = Side(held)
    side.fort_at = fort_at
    side.is_fort = _fortress(data["fortress"])
    side.lanes = _lanes(data, edition, ended)
    _champion(side, data.get("champion"), edition)
    return side


def _automaton(value: object, edition: Edition, phase: str, solo: Solo) -> Side:
    data = an_object(value, _PILE_KEYS, _PILE_KEYS, "the automaton's side")
    side = Side([], pile=some_cards(data["pile"], edition, "the pile", bounds.MAX_CARDS))
    side.discard = some_cards(data["discard"], edition, "the discard", bounds.MAX_CARDS)
    side.is_fort = _fortress(data["fortress"])
    side.lanes = _lanes(data, edition, phase == OVER)
    side.gift = abilities.parse(solo.abilities)[0]
    if any(creature.champion for lane in side.lanes for creature in lane):
        raise refuse("the automaton has no Champion")
    # While its last card is resolving (an order is awaited) the pile is empty without having fallen yet (R10.3).
    if not side.pile and phase not in (OVER, ORDER) and not (side.is_fort and edition.last_turn):
        raise refuse("the automaton's pile is empty")
    if solo.shuffles == bounds.MAX_SHUFFLES and not side.is_fort:
        raise refuse("the automaton's pile has been shuffled too often for a Bastion")
    return side


def _given(value: object, edition: Edition) -> tuple[str, ...]:
    """Return the abilities of all the automaton's creatures (R10.8)."""
    named: list[str] = []
    for slug in a_list(value, "the automaton's abilities", edition.max_solo_abilities):
        if not isinstance(slug, str) or slug not in edition.solo_abilities:
            raise refuse(f"the automaton's creatures cannot be given {brief(slug)!r} in this edition")
        named.append(slug)
    if len(set(named)) != len(named):
        raise refuse("the automaton has one of its abilities twice")
    return tuple(named)


def _seed(value: object) -> int | str:
    if isinstance(value, str):
        if len(value) > bounds.MAX_SEED_TEXT or not value.isprintable():
            raise refuse(f"a seed that is a text has at most {bounds.MAX_SEED_TEXT} printable characters")
        return value
    if type(value) is not int or abs(value) >= bounds.MAX_SEED:
        raise refuse("the seed must be a whole number of at most 128 bits, or a text")
    return value


def _solo(value: object, edition: Edition) -> Solo:
    data = an_object(value, _SOLO_KEYS, frozenset(), "solo")
    solo = Solo(
        a_count(data.get("fixed", 6), "fixed", bounds.MAX_FIXED),
        a_count(data.get("per_creature", 1), "per_creature", bounds.MAX_PER_CREATURE),
        a_flag(data.get("weakened", False), "weakened"),
        _given(data.get("abilities", []), edition),
        a_flag(data.get("last_turn", False), "last_turn"),
        _seed(data.get("seed", 0)),
        a_count(data.get("shuffles", 0), "shuffles", bounds.MAX_SHUFFLES),
    )
    if solo.last_turn and not edition.last_turn:
        raise refuse(f"there is no last turn in the {edition.name} edition")
    return solo


def _phase(data: dict[str, object], edition: Edition) -> Phase:
    phase: Phase = a_choice(data["phase"], {word: word for word in (SUMMON, ASSAULT, ORDER, OVER)}, "the phase")
    if phase in (ASSAULT, ORDER) and not edition.assault_pauses:
        raise refuse(f"there is no phase {phase} in the {edition.name} edition")
    if (phase == ORDER) != ("pending" in data and data["pending"] is not None):
        raise refuse("cards are pending in the order phase and only in it")
    return phase


def _count_cards(position: Position) -> None:
    """All zones together hold what two decks can hold; Champions come on top (R9.2)."""
    total = 0
    for side in position.sides.values():
        total += len(side.hand) + len(side.pile or ()) + len(side.discard) - side.in_play
        total += sum(1 if creature.over is None else 2 for lane in side.lanes for creature in lane)
    if position.pending is not None:
        total += len(position.pending.cards) + ("revealed" in position.pending.then)
    if total > bounds.MAX_CARDS:
        raise refuse(f"there are more than {bounds.MAX_CARDS} cards in it, Champions apart")


def from_json(value: object) -> Position:
    """Return the position of its notation; raises BadPosition for a malformed or impossible one, or one beyond the
    bounds."""
    if not isinstance(value, dict):
        raise refuse("a position must be an object")
    solo_mode = a_choice(value.get("mode"), {"duel": False, "solo": True}, "the mode")
    allowed = _TOP_KEYS | {"pending"} | ({"solo"} if solo_mode else frozenset())
    data = an_object(value, allowed, _TOP_KEYS - {"winner"}, "the position")
    edition = a_choice(data["edition"], BY_NAME, "the edition")
    phase = _phase(data, edition)
    over = phase == OVER
    first = _human(data["A"], edition, over)
    solo = _solo(data.get("solo", {}), edition) if solo_mode else None
    second = _automaton(data["B"], edition, phase, solo) if solo is not None else _human(data["B"], edition, over)
    position = Position(edition, first, second, solo)
    position.turn = a_count(data["turn"], "the turn", bounds.MAX_TURN, 1)
    position.active = a_choice(data["active"], A_SEAT, "the active player")
    position.phase = phase
    position.mana = a_count(data["mana"], "the mana", bounds.MAX_MANA)
    winner = data.get("winner")
    if winner is not None:
        position.winner = a_choice(winner, {word: word for word in (*SEATS, DRAW)}, "the winner")
    if (winner is not None) != over:
        raise refuse("a match has a winner when it is over, and only then")
    if solo_mode and position.active != ALONE:
        raise refuse("the automaton is never waited for")
    if phase == ORDER:
        position.pending = pending_of(data["pending"], position)
    _count_cards(position)
    identity.assign(position)
    return position
