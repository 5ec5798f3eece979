"""Random play for tests: every edition, mode and format, from the options to the end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from engine import cards, design
from engine.events import Event
from engine.match import Match, Options, SoloOptions
from engine.record import MatchRecord, Move, ReplayStep
from engine.seat import SEATS, Seat, Viewer
from tools.rig.json import Json

VIEWERS: tuple[Viewer, ...] = (*SEATS, None)


def _late(edition: str) -> Json:
    """Return a solo game near its end: the automaton's pile is thin under its Fort, and the
    player's creatures are out."""
    hand = ["*", "troll", "ogre", "boom", "brute", "martyr", "zombie", "meteorite"]
    player = {"hand": hand, "fortress": "bastion", "top": [{"card": "alpha"}], "bottom": [{"card": "mutant"}]}
    pile = ["combustion", "vortex", "reptile", "boom"]
    rest = {"pile": pile, "discard": ["lieutenant"], "fortress": "fort", "top": [], "bottom": [{"card": "gnome"}]}
    start = {"edition": edition, "mode": "solo", "turn": 9, "active": "A", "phase": "summon", "mana": 8, "winner": None}
    solo = {"fixed": 6, "per_creature": 1, "weakened": False, "abilities": [], "last_turn": False, "seed": 3}
    return {**start, "A": {**player, "champion": None}, "B": rest, "solo": {**solo, "shuffles": 1}}


KINDS: dict[str, Json] = {
    "2021-duel-preconstructed": {"edition": "2021"},
    "2021-duel-draft": {"edition": "2021", "format": "draft"},
    "2021-duel-constructed": {"edition": "2021", "format": "constructed"},
    "2021-solo-preconstructed": {"edition": "2021", "mode": "solo"},
    "2021-solo-draft": {"edition": "2021", "mode": "solo", "format": "draft"},
    "2021-solo-custom": {
        "edition": "2021",
        "mode": "solo",
        "solo": SoloOptions(
            fixed=8, automaton_starts=True, weakened=True, abilities=("splash",), no_bastion=True, level=5
        ),
    },
    "2022-duel-preconstructed": {"decks": {"A": 1, "B": 4}},
    "2022-duel-draft": {"format": "draft", "sets": cards.SETS},
    "2022-duel-draft-champions": {"format": "draft", "sets": ("treachery", "elusive"), "champions": True},
    "2022-duel-constructed": {"format": "constructed"},
    "2022-duel-constructed-champions": {"format": "constructed", "champions": True},
    "2022-duel-constructed-optional-champions": {"format": "constructed", "champions": "optional"},
    "2022-solo-preconstructed": {"mode": "solo", "decks": {"A": 2}},
    "2022-solo-draft": {"mode": "solo", "format": "draft", "sets": cards.SETS},
    "2022-solo-custom": {
        "mode": "solo",
        "format": "draft",
        "sets": ("submersion", "resistance", "breaching"),
        "champions": True,
        "solo": SoloOptions(
            fixed=7, per_creature=2, weakened=True, abilities=("sprint", "evasion", "instinct"), level=6
        ),
    },
    "2021-solo-position": {"edition": "2021", "mode": "solo", "format": "position", "position": _late("2021")},
    "2022-solo-position": {"mode": "solo", "format": "position", "position": _late("2022")},
}
"""One of each edition, mode and format, with and without options and Champions."""

_CREATURES = [slug for slug, card in cards.ALL.items() if card.is_creature and "mercenary" not in card.printed]


def options(kind: str, seed: int) -> Options:
    """Return the options of a kind of match."""
    return Options(seed=seed, **KINDS[kind])


def _pool(match: Match) -> list[str]:
    return cards.of_sets(match.options.pool)


def _champion(match: Match, seat: Seat, dice: random.Random) -> Any:
    if dice.random() < 0.5:
        return dice.choice([slug for slug in _CREATURES if slug not in match.setup.decks[seat]])
    shape = {"name": "Rex", "type": "creature", "cost": 0, "attack": dice.randint(0, 6), "health": dice.randint(1, 6)}
    wanted = ["rage", "aura:sprint", "instinct", "evasion", "symbiote", "blood-price", "aura:catalyst", "splash"]
    rex = {**shape, "abilities": dice.sample(wanted, dice.randint(0, 3))}
    return {**rex, "cost": design.paid_cost(cards.designed(rex))}


def choose(match: Match, seat: Seat, dice: random.Random) -> Any:
    """Return one legal action of `seat` by chance, rather a play than the end of the summon unless
    few cards are left."""
    legal = match.legal_actions(seat)
    plays = [action for action in legal if action["type"] in ("play", "champion")]
    bold = match.position is None or match.position.sides[seat].hp > 3
    action = dice.choice(plays if plays and dice.random() < (0.95 if bold else 0.1) else legal)
    if action["type"] == "deck" and "choose" in action:
        return {"type": "deck", "cards": dice.sample(_pool(match), action["choose"])}
    if action["type"] == "champion_choice" and "choose" in action:
        return {"type": "champion_choice", "card": _champion(match, seat, dice)}
    return action


def _courtesy(match: Match, seat: Seat, dice: random.Random) -> Any:
    """Return now and then what no list of legal actions names: undo, takeback, the end by agreement or resignation."""
    chance = dice.random()
    if chance < 0.03 and match.can_undo(seat):
        return {"type": "undo"}
    if chance < 0.01 and match.can_take_back(seat):
        return {"type": "takeback"}
    if chance > 0.998 and match.position is not None and match.options.solo is None:
        return {"type": "draw"}
    return {"type": "resign", "player": seat} if chance > 0.997 else None


@cache
def steps(kind: str, seed: int) -> tuple[ReplayStep, ...]:
    """Return a whole match by chance: its beginning and every action, the last one ending it. It is played once."""
    return tuple(_played(kind, seed))


def _played(kind: str, seed: int) -> Iterator[ReplayStep]:
    dice = random.Random(f"{kind}/{seed}")
    match, events = Match.start(options(kind, seed))
    yield ReplayStep(None, match, events)
    seconds = 0.0
    while match.status != "over":
        seat = dice.choice(match.to_act)
        action = _courtesy(match, seat, dice) or choose(match, seat, dice)
        match, events = match.apply(seat, action)
        seconds += dice.randint(1, 30)
        yield ReplayStep(Move(seat, action, seconds), match, events)


def record(kind: str, seed: int) -> MatchRecord:
    """Return the record of a whole match by chance."""
    played = steps(kind, seed)
    moves = [step.move for step in played if step.move is not None]
    return MatchRecord(played[0].match.options, {"A": "Ada", "B": None}, moves, played[-1].match.outcome)


def sight(step: ReplayStep, viewer: Viewer) -> Json:
    """Return everything that a viewer gets after an action."""
    match = step.match
    legal = match.legal_actions(viewer) if viewer else []
    events: list[Event] = match.events_for(step.events, viewer)
    return {"view": match.view_for(viewer), "events": events, "legal": legal, "to_act": list(match.to_act)}
