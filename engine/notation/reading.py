"""Positions in, with the checks that refuse impossible ones and those beyond `bounds`."""

from __future__ import annotations

from engine import abilities, cards, identity
from engine.abilities import MERCENARY, SYMBIOTE
from engine.actions import LANES
from engine.cards import Card
from engine.editions import BY_NAME, Edition
from engine.errors import bad_position, brief
from engine.notation import bounds
from engine.notation.checks import A_SEAT, a_card, a_choice, a_count, a_flag, a_list, an_object, some_cards
from engine.notation.pending import pending_of
from engine.position import ASSAULT, DRAW, ORDER, OVER, SUMMON, Creature, Lane, Phase, Position, Side, Solo
from engine.seat import ALONE, AUTOMATON, SEATS, Seat

_TOP_KEYS = frozenset({"edition", "mode", "turn", "active", "phase", "mana", "winner", "A", "B"})
_SIDE_KEYS = frozenset({"hand", "fortress", "top", "bottom", "champion"})
_PILE_KEYS = frozenset({"pile", "discard", "fortress", "top", "bottom"})
_CREATURE_KEYS = frozenset({"card", "over", "wounds", "new", "done", "hit", "sprint", "champion"})
_SOLO_KEYS = frozenset({"fixed", "per_creature", "weakened", "abilities", "last_turn", "seed", "shuffles"})


def _creature(value: object, path: str, edition: Edition, ended: bool) -> Creature:
    if isinstance(value, dict) and len(value) == 1 and "card" in value:
        data: dict[str, object] = value
    else:
        data = an_object(value, _CREATURE_KEYS, frozenset({"card"}), path)
    card = a_card(data["card"], edition)
    over = None if data.get("over") is None else a_card(data["over"], edition)
    if not card.is_creature or (over is not None and not over.is_creature):
        raise bad_position("incantation_in_play")
    if over is not None and (not over.flags & SYMBIOTE or card.flags & SYMBIOTE):
        raise bad_position("symbiote_on")
    creature = Creature(
        card, over, new=a_flag(data.get("new", False), "new"), champion=a_flag(data.get("champion", False), "champion")
    )
    wounds = data.get("wounds", 0)
    if type(wounds) is not int or not 0 <= wounds < creature.health:
        raise bad_position("wounds")
    creature.wounds = wounds
    creature.done = a_flag(data.get("done", False), "done")
    creature.hit = a_flag(data.get("hit", False), "hit")
    creature.sprint = a_count(data.get("sprint", 0), "sprint", bounds.max_sprint(done=creature.done, over=ended))
    return creature


def _lanes(data: dict[str, object], edition: Edition, ended: bool) -> tuple[Lane, Lane]:
    top, bottom = (
        [
            _creature(item, f"{lane}[{index}]", edition, ended)
            for index, item in enumerate(a_list(data[lane], lane, bounds.MAX_LANE))
        ]
        for lane in LANES
    )
    return top, bottom


def _hand(value: object, edition: Edition) -> tuple[list[Card], int]:
    hand = a_list(value, "hand", bounds.MAX_CARDS + 1)
    if hand.count("*") != 1:
        raise bad_position("one_fortress")
    return [a_card(item, edition) for item in hand if item != "*"], hand.index("*")


def _champion(side: Side, value: object, edition: Edition) -> None:
    """Check that a side's Champion and the creature flagged as such agree (R9)."""
    flagged = [creature for lane in side.lanes for creature in lane if creature.champion]
    if value is not None:
        keys = frozenset({"card", "ready", "in_play"})
        data = an_object(value, keys, keys, "champion")
        if not edition.champions:
            raise bad_position("no_champions", edition=edition.name)
        side.champion = cards.from_notation(data["card"])
        side.ready, side.in_play = a_flag(data["ready"], "ready"), a_flag(data["in_play"], "in_play")
        if not side.champion.is_creature or side.champion.flags & MERCENARY:
            raise bad_position("champion_kind")
        if side.ready and side.in_play:
            raise bad_position("champion_in_play")
    if len(flagged) != side.in_play:
        raise bad_position("champion_flags")
    if flagged and side.champion is not None:
        both = (flagged[0].card, flagged[0].over)
        if all(card is None or card.key != side.champion.key for card in both):
            raise bad_position("champion_other")


def _fortress(value: object) -> bool:
    return a_choice(value, {"bastion": False, "fort": True}, "fortress")


def _human(value: object, seat: Seat, edition: Edition, ended: bool) -> Side:
    data = an_object(value, _SIDE_KEYS, _SIDE_KEYS - {"champion"}, seat)
    held, fort_at = _hand(data["hand"], edition)
    if fort_at >= len(held) and not ended:
        raise bad_position("far_right")
    side = Side(held)
    side.fort_at = fort_at
    side.is_fort = _fortress(data["fortress"])
    side.lanes = _lanes(data, edition, ended)
    _champion(side, data.get("champion"), edition)
    return side


def _automaton(value: object, edition: Edition, phase: str, solo: Solo) -> Side:
    data = an_object(value, _PILE_KEYS, _PILE_KEYS, AUTOMATON)
    side = Side([], pile=some_cards(data["pile"], edition, "pile", bounds.MAX_CARDS))
    side.discard = some_cards(data["discard"], edition, "discard", bounds.MAX_CARDS)
    side.is_fort = _fortress(data["fortress"])
    side.lanes = _lanes(data, edition, phase == OVER)
    side.gift = abilities.parse(solo.abilities)[0]
    if any(creature.champion for lane in side.lanes for creature in lane):
        raise bad_position("automaton_champion")
    # While its last card is resolving (an order is awaited) the pile is empty without having fallen yet (R10.3).
    if not side.pile and phase not in (OVER, ORDER) and not (side.is_fort and edition.last_turn):
        raise bad_position("automaton_pile")
    if solo.shuffles == bounds.MAX_SHUFFLES and not side.is_fort:
        raise bad_position("automaton_shuffles")
    return side


def _given(value: object, edition: Edition) -> tuple[str, ...]:
    """Return the abilities of all the automaton's creatures (R10.8)."""
    named: list[str] = []
    for slug in a_list(value, "abilities", edition.max_solo_abilities):
        if not isinstance(slug, str) or slug not in edition.solo_abilities:
            raise bad_position("automaton_ability", ability=brief(slug))
        named.append(slug)
    if len(set(named)) != len(named):
        raise bad_position("automaton_repeated")
    return tuple(named)


def _seed(value: object) -> int | str:
    if isinstance(value, str):
        if len(value) > bounds.MAX_SEED_TEXT or not value.isprintable():
            raise bad_position("seed_text", most=bounds.MAX_SEED_TEXT)
        return value
    if type(value) is not int or abs(value) >= bounds.MAX_SEED:
        raise bad_position("seed_number")
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
        raise bad_position("no_last_turn", edition=edition.name)
    return solo


def _phase(data: dict[str, object], edition: Edition) -> Phase:
    phase: Phase = a_choice(data["phase"], {word: word for word in (SUMMON, ASSAULT, ORDER, OVER)}, "phase")
    if phase in (ASSAULT, ORDER) and not edition.assault_pauses:
        raise bad_position("no_phase", phase=phase, edition=edition.name)
    if (phase == ORDER) != ("pending" in data and data["pending"] is not None):
        raise bad_position("pending_phase")
    return phase


def _count_cards(position: Position) -> None:
    """Check that all zones together hold what two decks can hold; Champions come on top (R9.2)."""
    total = 0
    for side in position.sides.values():
        total += len(side.hand) + len(side.pile or ()) + len(side.discard) - side.in_play
        total += sum(1 if creature.over is None else 2 for lane in side.lanes for creature in lane)
    if position.pending is not None:
        total += len(position.pending.cards) + ("revealed" in position.pending.then)
    if total > bounds.MAX_CARDS:
        raise bad_position("too_many_cards", most=bounds.MAX_CARDS)


def from_json(value: object) -> Position:
    """Return the position of its notation; raises BadPosition for a malformed or impossible one, or one beyond the
    bounds."""
    if not isinstance(value, dict):
        raise bad_position("key_object", key="position")
    solo_mode = a_choice(value.get("mode"), {"duel": False, "solo": True}, "mode")
    allowed = _TOP_KEYS | {"pending"} | ({"solo"} if solo_mode else frozenset())
    data = an_object(value, allowed, _TOP_KEYS - {"winner"}, "position")
    edition = a_choice(data["edition"], BY_NAME, "edition")
    phase = _phase(data, edition)
    over = phase == OVER
    first = _human(data["A"], "A", edition, over)
    solo = _solo(data.get("solo", {}), edition) if solo_mode else None
    second = _automaton(data["B"], edition, phase, solo) if solo is not None else _human(data["B"], "B", edition, over)
    position = Position(edition, first, second, solo)
    position.turn = a_count(data["turn"], "turn", bounds.MAX_TURN, 1)
    position.active = a_choice(data["active"], A_SEAT, "active")
    position.phase = phase
    position.mana = a_count(data["mana"], "mana", bounds.MAX_MANA)
    winner = data.get("winner")
    if winner is not None:
        position.winner = a_choice(winner, {word: word for word in (*SEATS, DRAW)}, "winner")
    if (winner is not None) != over:
        raise bad_position("winner_over")
    if solo_mode and position.active != ALONE:
        raise bad_position("automaton_active")
    if phase == ORDER:
        position.pending = pending_of(data["pending"], position)
    _count_cards(position)
    identity.assign(position)
    return position
