"""Valid input of all kinds, from matches by chance: the raw material of hostile input."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine import actions, cards, notation, play
from engine.match import Match, Options
from engine.position import Position
from engine.record import MatchRecord, Move
from tools.rig import extremes

ReadOnlyJson = Mapping[str, Any]
SEEDS = 40
_DRAFTS = ("initiation", "treachery", "submersion")


def _options(seed: int) -> Options:
    edition, mode = extremes.KINDS[seed % len(extremes.KINDS)]
    sets = _DRAFTS if edition == "2022" else _DRAFTS[:1]
    return Options(seed=seed, edition=edition, mode=mode, format=("draft", "preconstructed")[seed // 4 % 2], sets=sets)


@lru_cache(maxsize=SEEDS)
def _match(seed: int) -> tuple[MatchRecord, list[Position]]:
    """Return a match by chance, and the positions that it went through."""
    dice = random.Random(f"fuzz/{seed}")
    match = Match.new(_options(seed))
    moves, positions = list[Move](), list[Position]()
    while match.status != "over" and len(moves) < 250:
        if match.position is not None:
            positions.append(match.position)
        seat = match.to_act[0]
        action = dice.choice(match.legal_actions(seat))
        match, _ = match.apply(seat, action)
        moves.append(Move(seat, action, float(len(moves))))
    return MatchRecord(match.options, {"A": "Ann", "B": "Bob"}, moves, match.outcome), positions


def record(dice: random.Random) -> ReadOnlyJson:
    """Return the record of a match: one that was played, or one that only begins with a position."""
    if dice.random() < 0.4:
        shown = position(dice)
        chosen = Options(seed=1, edition=shown["edition"], mode=shown["mode"], format="position", position=shown)
        return MatchRecord(chosen, {"A": "Ann", "B": None}, (), None).to_json()
    return _match(dice.randrange(SEEDS))[0].to_json()


def position(dice: random.Random) -> ReadOnlyJson:
    """Return a position that a match went through, or one as large as they get."""
    if dice.random() < 0.2:
        return extremes.position(dice, *dice.choice(extremes.KINDS))
    return notation.to_json(dice.choice(_match(dice.randrange(SEEDS))[1]))


def action(dice: random.Random, shown: ReadOnlyJson) -> ReadOnlyJson:
    """Return a legal action of a position."""
    legal = play.legal_actions(notation.from_json(shown))
    return actions.to_json(dice.choice(legal)) if legal else {"type": "end_summon"}


def any_action(dice: random.Random) -> ReadOnlyJson:
    """Return an action of any kind, legal or not."""
    target = {"player": dice.choice("AB"), "lane": "top", "index": 0}
    found: list[ReadOnlyJson] = [
        {"type": dice.choice(("end_summon", "attack", "attack_all", "end_turn", "undo", "takeback", "draw"))},
        {"type": "play", "hand": dice.randrange(5), "lane": dice.choice(("top", "bottom"))},
        {"type": "play", "hand": dice.randrange(5), "target": target},
        {"type": "play", "hand": dice.randrange(5), "lane": "top", "onto": 0},
        {"type": "champion", "lane": "top"},
        {"type": "order", "cards": slugs(dice, 2)},
        {"type": "resign", "player": dice.choice("AB")},
        {"type": "claim", "take": "win"},
        {"type": "pick", "card": slugs(dice, 1)[0]},
        {"type": "ban", "card": slugs(dice, 1)[0]},
        {"type": "deck", "cards": slugs(dice, 8)},
        {"type": "champion_choice", "card": dice.choice((None, "ogre", design()))},
    ]
    return dice.choice(found)


def slugs(dice: random.Random, count: int) -> list[str]:
    """Different printed cards."""
    return dice.sample(list(cards.ALL), count)


def design() -> ReadOnlyJson:
    """Return a designed Champion."""
    numbers = {"cost": 4, "attack": 3, "health": 3}
    return {"name": "Rex", "type": "creature", **numbers, "abilities": ["rage"], "icon": "duck"}
