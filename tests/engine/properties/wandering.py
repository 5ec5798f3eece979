"""Matches by chance that go to and fro: undone, taken back, stored and read again, with cards that are easy to mix up.

Decks are built of few cards, so that both players own the same ones; Champions are equal to cards of the opponent's
deck, designed, or declined; there are Symbiotes, Mercenaries and Blood Price.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from engine import cards, design
from engine.match import Match, Options
from engine.record import Move, ReplayStep
from engine.seat import SEATS, Seat
from tests.engine.playing import KINDS, choose
from tools.rig.json import Json

MAX_ACTIONS = 140
"""Actions after which a match goes straight on."""
_FEW_2022 = "boom zombie spectre familiar rascal licker unstable-mixture gargoyle gnome brute lanternfish"
FEW = {"2021": (*cards.preconstructed(1), *cards.preconstructed(2)[:4]), "2022": tuple(_FEW_2022.split(" "))}


def _mercenaries(edition: str) -> Json:
    """Return a solo game in which the player holds what goes onto the automaton's pile."""
    hand = ["*", "rascal", "boom", "licker", "unstable-mixture", "spectre", "mind-gnawer", "dislocation", "brute"]
    player = {"hand": hand, "fortress": "bastion", "top": [{"card": "rascal"}], "bottom": [], "champion": None}
    pile = ["combustion", "zombie", "reptile", "boom", "brute", "baron", "naga", "genie"]
    rest = {"pile": pile, "discard": ["lieutenant"], "fortress": "bastion", "top": [{"card": "gnome"}], "bottom": []}
    start = {"edition": edition, "mode": "solo", "turn": 9, "active": "A", "phase": "summon", "mana": 20}
    return {**start, "A": player, "B": rest, "solo": {"seed": 3}}


def _twins(edition: str) -> Json:
    """Return a duel in which both hold the same cards, each some of them twice."""
    hand = ["*", "boom", "zombie", "combustion", "zombie", "baron", "meteorite", "brute", "boom", "parasite"]
    other = ["*", "zombie", "meteorite", "boom", "zombie", "combustion", "parasite", "brute", "baron", "boom"]
    front = {"top": [{"card": "zombie"}, {"card": "gnome"}], "bottom": [{"card": "gnome"}]}
    sides = {
        seat: {"hand": row, "fortress": "bastion", **front, "champion": None}
        for seat, row in (("A", hand), ("B", other))
    }
    return {"edition": edition, "mode": "duel", "turn": 3, "active": "A", "phase": "summon", "mana": 9, **sides}


ALL: dict[str, Json] = {
    **KINDS,
    "2022-solo-mercenaries": {"mode": "solo", "format": "position", "position": _mercenaries("2022")},
    "2021-duel-twins": {"edition": "2021", "format": "position", "position": _twins("2021")},
    "2022-duel-twins": {"format": "position", "position": _twins("2022")},
}


def _champion(match: Match, seat: Seat, dice: random.Random) -> Any:
    own, others = (match.setup.decks.get(one, ()) for one in (seat, "B" if seat == "A" else "A"))
    fitting = [
        slug
        for slug in (*others, *FEW["2022"])
        if slug not in own and cards.ALL[slug].is_creature and "mercenary" not in cards.ALL[slug].printed
    ]
    if fitting and dice.random() < 0.7:
        return dice.choice(fitting)
    rex: Json = {"name": "Rex", "type": "creature", "cost": 0, "attack": 2, "health": 1}
    rex["abilities"] = dice.sample(["symbiote", "blood-price", "rage"], dice.randint(0, 2))
    return {**rex, "cost": design.paid_cost(cards.designed(rex))}


def _wish(match: Match, seat: Seat, dice: random.Random) -> Any:
    """Return a legal action of `seat`."""
    kinds = {action["type"] for action in match.legal_actions(seat)}
    if "deck" in kinds:
        return {"type": "deck", "cards": dice.sample(FEW[match.options.edition], match.options.rules.deck_size)}
    if "champion_choice" in kinds and (match.options.champions is True or dice.random() < 0.8):
        return {"type": "champion_choice", "card": _champion(match, seat, dice)}
    champions = [action for action in match.legal_actions(seat) if action["type"] == "champion"]
    return dice.choice(champions) if champions and dice.random() < 0.6 else choose(match, seat, dice)


def _backward(match: Match, dice: random.Random) -> tuple[Seat, Any] | None:
    """The seat that goes back, and the way, or None."""
    for seat in dice.sample(SEATS, 2):
        if match.can_undo(seat) and dice.random() < 0.3:
            return seat, {"type": "undo"}
        waiting = match.position is not None and match.position.phase == "order"
        if match.can_take_back(seat) and dice.random() < (0.5 if waiting else 0.03):
            return seat, {"type": "takeback"}
    return None


@cache
def wander(kind: str, seed: int) -> tuple[ReplayStep, ...]:
    """Return a match to its end. It is played once."""
    return tuple(_wandering(kind, seed))


def _wandering(kind: str, seed: int) -> Iterator[ReplayStep]:
    dice = random.Random(f"{kind}/{seed}")
    match, events = Match.start(Options(seed=seed, **ALL[kind]))
    yield ReplayStep(None, match, events)
    number = 0
    while match.status != "over":
        number += 1
        seat, action = (_backward(match, dice) if number < MAX_ACTIONS else None) or (dice.choice(match.to_act), None)
        action = action or _wish(match, seat, dice)
        if dice.random() < 0.1:
            match = Match.from_json(json.loads(json.dumps(match.to_json())))
        match, events = match.apply(seat, action)
        yield ReplayStep(Move(seat, action, float(number)), match, events)
