"""Each sentence of the log and each number of its animation, held against the table before and after."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from engine import realm, summon
from engine.abilities import AERIAL, CATALYST, CATALYST_MANA, DEFENDER
from engine.actions import LANE_OF
from engine.cards import Card
from engine.position import DRAW, ORDER, Position, Side
from engine.seat import SEATS, Seat, other
from engine.turn import FIRST_MANA
from tools.bots.logged_step import NAMES, LoggedStep, flags_at, is_at, lane_at, left_at, name_of, names_of

_SEATS: Final[dict[str, Seat]] = {NAMES[seat]: seat for seat in SEATS}
_GOALS: Final = ("returned", "aside", "to_discard", "to_pile")
_MOVES: Final = ("fortress_moved",)
Arrival = tuple[str, str]
"""A card's name, and where it went."""


# -- turns and plays


def _turn_began(step: LoggedStep, index: int, turn: str, player: str) -> bool:
    table = step.tables[index]
    return (table.turn, NAMES[table.active]) == (int(turn), player)


def _mana(step: LoggedStep, index: int, player: str, amount: str) -> bool:
    table, seat = step.tables[index], _SEATS[player]
    side = table.sides[seat]
    if table.active != seat:
        return False
    catalysts = CATALYST_MANA * realm.count_with(side, CATALYST)
    if table.solo is not None and side.pile is not None:  # R10.2
        rules = table.solo
        return int(amount) == rules.fixed + rules.per_creature * realm.count(table.sides[other(seat)]) + catalysts
    return int(amount) == table.mana == (FIRST_MANA if table.turn == 1 else len(side.hand) + 1 + catalysts)


def _played(step: LoggedStep, index: int, player: str, champion: str | None, card: str, lane: str) -> bool:
    side = step.after.sides[_SEATS[player]]
    creatures = side.lanes[lane == "wave"]
    is_champion = champion is not None
    there = bool(creatures) and (name_of(creatures[-1].card.notation), creatures[-1].champion) == (card, is_champion)
    return step.after.winner is not None or (there and _paid(step, index))


def _joined(step: LoggedStep, index: int, player: str, card: str, lane: str) -> bool:
    event = step.events[index]
    creatures = step.after.sides[_SEATS[player]].lanes[lane == "wave"]
    over = creatures[event["index"]].over if event["index"] < len(creatures) else None
    return step.after.winner is not None or (over is not None and name_of(over.notation) == card and _paid(step, index))


def _paid(step: LoggedStep, index: int) -> bool:
    """True if the mana that a play costs is what is gone after it."""
    return bool(step.before.mana - step.after.mana == step.events[index]["cost"])


def _cast(step: LoggedStep, index: int, player: str, card: str, target: str) -> bool:
    event = step.events[index]
    return (
        NAMES[event["player"]] == player
        and name_of(event["card"]) == card
        and is_at(step.tables[index], {"at": event["target"]}, event["target"]["index"], target)
    )


def _blood_price(step: LoggedStep, index: int, player: str, wounds: str) -> bool:
    """Read "Ann pays a Blood Price of N damage": the mana that is missing (R13.2)."""
    was, event = step.was(index), step.events[index - 1]
    side = was.sides[_SEATS[player]]
    played = side.champion if event.get("champion") else None
    held = next((card for card in side.hand if name_of(card.notation) == name_of(event["card"])), None)
    cost = summon.champion_cost(was, played) if played is not None else held.cost if held is not None else 0
    return int(wounds) == cost - was.mana


def _champion_ready(step: LoggedStep, index: int, card: str) -> bool:
    side = step.then(index).sides[step.events[index]["player"]]
    return side.ready and side.champion is not None and name_of(side.champion.notation) == card


# -- the automaton


def _revealed(step: LoggedStep, index: int, card: str, lane: str, full: str | None, spent: str, mana: str) -> bool:
    event, side = step.events[index], step.was(index).sides["B"]
    pile = side.pile or []
    said = (int(full), int(full)) if full else (int(spent), int(mana))
    counted = min(event["spent"], event["mana"]), event["mana"]
    before = [past for past in step.events[:index] if past["type"] in ("revealed", "mana")]
    cost = 0
    if before and before[-1]["type"] == "revealed":
        cost = event["spent"] - before[-1]["spent"]
    elif before:
        cost = event["spent"] if event["mana"] == before[-1]["amount"] else -1
    top = pile[0] if pile else None
    if (
        top is None
        or said != counted
        or name_of(top.notation) != card
        or (event["lane"] == "top") != (lane == "mountain")
    ):
        return False
    counts = top.is_creature or bool(step.tables[index].sides["A"].lanes[LANE_OF[event["lane"]]])
    return not before or cost == (top.cost if counts else 0)


def _fizzled(step: LoggedStep, index: int, card: str) -> bool:
    event = step.events[index]
    return name_of(event["card"]) == card and not step.tables[index].sides["A"].lanes[LANE_OF[event["lane"]]]


def _pile_hit(step: LoggedStep, index: int, count: str, left: str) -> bool:
    now, was = (len(table.sides["B"].pile or ()) for table in (step.tables[index], step.was(index)))
    return (int(count), int(left)) == (was - now, now)


def _reshuffled(step: LoggedStep, index: int, count: str) -> bool:
    return len(step.tables[index].sides["B"].pile or ()) == int(count) == len(step.was(index).sides["B"].discard)


def _last_turn(step: LoggedStep, index: int) -> bool:
    table = step.tables[index]
    return table.solo is not None and table.solo.last_turn and not table.sides["B"].pile


# -- the assault


def _assault_began(step: LoggedStep, index: int, player: str) -> bool:
    return NAMES[step.tables[index].active] == player


def _attacks_stronghold(step: LoggedStep, index: int, card: str) -> bool:
    event, table = step.events[index], step.tables[index]
    spot = event["at"]
    facing = table.sides[other(spot["player"])].lanes[LANE_OF[spot["lane"]]]
    flies = spot["lane"] == "top" and flags_at(table, event) & AERIAL
    return is_at(table, event, spot["index"], card) and bool(not facing or flies)


def _attacks(step: LoggedStep, index: int, cause: str | None, card: str, target: str) -> bool:
    event, table = step.events[index], step.tables[index]
    spot = event["at"]
    facing = {"at": {**spot, "player": other(spot["player"])}}
    known = {None: "activation", "Instinct": "instinct", "Berserk": "berserk"}[cause]
    return known == event["cause"] and is_at(table, event, spot["index"], card) and is_at(table, facing, 0, target)


def _rests(step: LoggedStep, index: int, card: str, why: str) -> bool:
    event, table = step.events[index], step.tables[index]
    place = event["at"]["index"]
    if why.startswith("is a Defender"):
        return is_at(table, event, place, card) and bool(flags_at(table, event) & DEFENDER)
    return is_at(table, event, place, card) and lane_at(table, event)[place].new


def _sprints(step: LoggedStep, index: int, card: str, bonus: str) -> bool:
    event = step.events[index]
    moved = is_at(step.was(index), event, int(bonus), card) and is_at(step.tables[index], event, 0, card)
    grown = [lane_at(table, event)[at].sprint for table, at in ((step.was(index), int(bonus)), (step.tables[index], 0))]
    return moved and grown[1] - grown[0] == int(bonus)


def _wounded(step: LoggedStep, index: int, card: str, amount: str, left: str) -> bool:
    event = step.events[index]
    was, now = left_at(step.was(index), event), left_at(step.tables[index], event)
    return is_at(step.tables[index], event, event["at"]["index"], card) and (int(amount), int(left)) == (was - now, now)


def _unhurt(step: LoggedStep, index: int, card: str) -> bool:
    event = step.events[index]
    same = left_at(step.was(index), event) == left_at(step.tables[index], event)
    return same and is_at(step.tables[index], event, event["at"]["index"], card)


def _evaded(step: LoggedStep, index: int, card: str) -> bool:
    return is_at(step.tables[index], step.events[index], -1, card)


def _gone(step: LoggedStep, index: int, source: str | None, card: str, symbiote: str | None, goal: str | None) -> bool:
    """Read "X destroys Y carrying Z: …"; where the cards of one blow went is compared once, with its last."""
    event, was = step.events[index], step.was(index)
    lane = lane_at(was, event)
    creature = lane[event["at"]["index"]]
    over = None if creature.over is None else name_of(creature.over.notation)
    is_it = (name_of(creature.card.notation), over) == (card, symbiote) and (source or "") == step.source(index)
    is_last = not step.then_comes(index, "destroyed")
    return is_it and creature.wounds >= creature.health and (not is_last or _went(step, index))


def _went(step: LoggedStep, last: int) -> bool:
    first = last
    while first and step.events[first - 1]["type"] == "destroyed":
        first -= 1
    said: list[Arrival] = []
    for line in step.lines[first : last + 1]:
        found = line and _DESTROYED.fullmatch(line.text)
        if not found:
            return False
        said += _goals(*found.groups())
    if not said:  # their owner is asked for their order first (2021), or nobody knows what did it
        return step.then_comes(last, "order_asked") or not step.source(last)
    end = last + len(said)
    if any(event["type"] not in _GOALS for event in step.events[last + 1 : end + 1]):
        return False
    return Counter(said) == _arrivals(step.tables[last], step.tables[end])


def _goals(source: str | None, card: str, symbiote: str | None, goal: str | None) -> list[Arrival]:
    """Return where each card goes by the end of the sentence."""
    if goal is None:
        return []
    parted = re.fullmatch(r"(.+) is set aside, (.+) (goes .+)", goal)
    if parted and {parted[1], parted[2]} == {card, symbiote}:
        return [(parted[1], "aside"), (parted[2], parted[3].removeprefix("goes "))]
    end = "aside" if goal == "the Champion is set aside" else re.sub("^(it goes|both go) ", "", goal)
    return [(each, end) for each in (card, symbiote) if each is not None]


def _arrivals(before: Position, now: Position) -> Counter[Arrival]:
    """Return the cards that came to a place, by the tables."""
    found = Counter[Arrival]()
    for seat in SEATS:
        was, side = before.sides[seat], now.sides[seat]
        ends: list[tuple[str, Sequence[Card] | None, Sequence[Card] | None]] = [
            (f"to {NAMES[seat]}'s hand", was.hand, side.hand),
            ("to the discard pile", was.discard, side.discard),
            ("on top of the pile", was.pile, side.pile),
        ]
        for end, old, new in ends:
            for card, count in (names_of(new) - names_of(old)).items():
                found[card, end] += count
        if was.in_play and not side.in_play and side.champion is not None:
            found[name_of(side.champion.notation), "aside"] += 1
    return found


def _order_asked(step: LoggedStep, index: int, player: str) -> bool:
    return step.after.phase == ORDER and step.after.pending is not None


# -- fortresses


def _fortress_hit(step: LoggedStep, index: int, player: str, amount: str, source: str) -> bool:
    seat = _SEATS[player]
    same = step.tables[index].sides[seat].is_fort == step.was(index).sides[seat].is_fort
    return same and step.source(index) == source and 0 < int(amount) == step.lost_by(index, seat)


def _regeneration(step: LoggedStep, index: int, player: str, steps: str) -> bool:
    seat, end = _SEATS[player], index + 1
    while end < len(step.events) and step.events[end]["type"] in _MOVES and step.events[end]["player"] == seat:
        end += 1
    was, now = step.was(index).sides[seat], step.tables[end - 1].sides[seat]
    return was.is_fort == now.is_fort and 0 < int(steps) == now.hp - was.hp


def _bastion_fell(step: LoggedStep, index: int, player: str) -> bool:
    was, now = (table.sides[_SEATS[player]] for table in (step.was(index), step.tables[index]))
    return not was.is_fort and now.is_fort


def _fort_turned(step: LoggedStep, index: int, player: str) -> bool:
    was, now = (table.sides[_SEATS[player]] for table in (step.was(index), step.tables[index]))
    return was.is_fort and not now.is_fort


def _fort_fell(step: LoggedStep, index: int, player: str) -> bool:
    side: Side = step.after.sides[_SEATS[player]]
    return step.after.winner == other(_SEATS[player]) and side.is_fort and not side.hp


def _won(step: LoggedStep, index: int, player: str) -> bool:
    return step.after.winner == _SEATS[player]


_DESTROYED: Final = re.compile(r"(?:(.+) destroys )?(.+?)(?: carrying (.+?))?(?: is destroyed|: (.+))?")
LogRule = Callable[..., bool]
_RULES: Final[dict[str, tuple[tuple[re.Pattern[str], LogRule], ...]]] = {
    kind: tuple((re.compile(pattern), rule) for pattern, rule in rules)
    for kind, rules in {
        "turn_began": ((r"Turn (\d+): (.+)", _turn_began),),
        "mana": ((r"(.+) gains (\d+) mana", _mana),),
        "played": (
            (r"(.+) puts (.+) on a creature in the (mountain|wave) lane", _joined),
            (r"(.+?) plays (the Champion )?(.+) in the (mountain|wave) lane", _played),
        ),
        "cast": ((r"(.+?) casts (.+) on (.+)", _cast),),
        "blood_price": ((r"(.+) pays a Blood Price of (\d+) damage", _blood_price),),
        "champion_ready": ((r"The Champion (.+) is ready", _champion_ready),),
        "revealed": (
            (
                r"The automaton reveals (.+) for the (mountain|wave) lane"
                r" \((?:all (\d+) mana spent|(\d+) of (\d+) mana)\)",
                _revealed,
            ),
        ),
        "fizzled": ((r"(.+) finds no target", _fizzled),),
        "pile_hit": ((r"The pile loses (\d+) cards?, (\d+) left", _pile_hit),),
        "pile_reshuffled": ((r"The discard pile becomes a new pile of (\d+) cards?", _reshuffled),),
        "last_turn": ((r"The pile is empty: the automaton has one last turn", _last_turn),),
        "assault_began": ((r"(.+) attacks!", _assault_began),),
        "attack": (
            (r"(.+) attacks the Stronghold", _attacks_stronghold),
            (r"(?:(Instinct|Berserk): )?(.+?) (?:attacks|strikes back at|goes on to attack) (.+)", _attacks),
        ),
        "rested": (
            (
                r"(.+?) (has just arrived and rests|may not attack the Stronghold this turn and rests"
                r"|is a Defender and leaves the Stronghold alone)",
                _rests,
            ),
        ),
        "sprint": ((r"(.+) sprints to the bridge: \+(\d+) attack", _sprints),),
        "wounded": ((r"(.+) takes (\d+) damage \((\d+) health left\)", _wounded),),
        "absorbed": ((r"Protection: (.+) takes no damage", _unhurt),),
        "immune": ((r"Indestructible: no effect on (.+)", _unhurt),),
        "evaded": ((r"Vanish: (.+) slips to the rear", _evaded),),
        "destroyed": ((_DESTROYED.pattern, _gone),),
        "order_asked": ((r"(.+) chooses the order of the returning cards", _order_asked),),
        "fortress_hit": ((r"(.+)'s Stronghold takes (\d+) damage from (.+)", _fortress_hit),),
        "regeneration": ((r"(.+)'s Stronghold regains (\d+) HP by Regeneration", _regeneration),),
        "bastion_fell": ((r"(.+)'s Bastion falls!", _bastion_fell),),
        "fort_turned": ((r"(.+)'s Fort is a Bastion again", _fort_turned),),
        "fort_fell": ((r"(.+)'s Fort falls!", _fort_fell),),
        "over": (
            (r"(.+) wins the match", _won),
            (r"The match is a draw", lambda step, _: step.after.winner == DRAW),
        ),
    }.items()
}


def holds(step: LoggedStep, index: int) -> bool:
    """Return whether the sentence of an event is true; False for one that no rule knows."""
    line = step.lines[index]
    assert line is not None
    for pattern, rule in _RULES.get(step.events[index]["type"], ()):
        found = pattern.fullmatch(line.text)
        if found is not None:
            return rule(step, index, *found.groups())
    return False


def is_shown_as_it_is(step: LoggedStep, index: int) -> bool:
    """Return whether the numbers are true that the animation of an event shows (`static/js/match/`)."""
    event, table = step.events[index], step.tables[index]
    match event["type"]:
        case "wounded":
            was, now = left_at(step.was(index), event), left_at(table, event)
            return (event["lost"], event["left"]) == (was - now, now)
        case "fortress_hit":
            return bool(event["lost"] == step.lost_by(index, event["player"]))
        case "fortress_moved" | "fort_turned":
            side = table.sides[event["player"]]
            return (event["hp"], event["to"]) == (side.hp, side.fort_at)
        case "pile_hit":
            was, now = (len(each.sides["B"].pile or ()) for each in (step.was(index), table))
            return (len(event["cards"]), event["left"]) == (was - now, now)
        case "pile_reshuffled":
            return bool(event["count"] == len(table.sides["B"].pile or ()))
    return True
