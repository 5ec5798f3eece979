"""A small language for positions in tests.

    game = duel(A=side("* zombie brute", top="ogre"), B=side("* lich", bottom="giant:2 treant+spectre"), mana=3)
    after = game.play("zombie", "top").assault()
    assert after.hand("B") == "lich *"
    assert after.narrated("attack") == ["ogre attacks fortress"]

A hand is a row of words with `*` for the fortress. A lane is a row of creatures, the one at the bridge first; a
creature is its card, `+` a Symbiote on it, and after colons its wounds and what else there is to say (`new`, `done`,
`hit`, `champion`, `sprint=2`). A place is said as "B top 0". Every step also checks what must hold for all steps: the
action is accepted exactly if it is listed as legal, the old position is untouched, no card appears or vanishes, each
event has the keys of its kind, and the new position survives the way through its notation.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from engine import actions, notation, play
from engine.actions import ActionNotation
from engine.audience import KINDS
from engine.errors import IllegalAction
from engine.events import Event
from engine.log import EventLog
from engine.position import Position
from engine.seat import Seat
from tools.rig.json import Json

HAND = "* brute baron martyr troll"
"""A hand for tests that do not depend on it: known to both editions, four cards."""

_DESIGNS: dict[str, Json] = {}


def design(name: str, attack: int | str, health: int, abilities: str = "", *, cost: int = 3) -> str:
    """Return a designed creature that may from now on be named in hands and lanes; returns its name.

    A name means one design in all tests.
    """
    shown = {"name": name, "type": "creature", "cost": cost, "attack": attack, "health": health}
    shown["abilities"] = abilities.split()
    assert _DESIGNS.setdefault(name, shown) == shown
    return name


def card(word: str) -> Any:
    """Return the notation of a card: its slug, or the object of a designed one."""
    return _DESIGNS.get(word, word)


def _name(shown: object) -> str:
    return shown["name"] if isinstance(shown, dict) else str(shown)


def _cards(row: str) -> list[Any]:
    return [card(word) for word in row.split()]


def _creature(word: str) -> Json:
    who, *states = word.split(":")
    below, _, over = who.partition("+")
    creature: Json = {"card": card(below), "over": card(over) if over else None}
    for state in states:
        key, _, value = state.partition("=")
        if key.isdigit():
            creature["wounds"] = int(key)
        else:
            creature[key] = int(value) if value else True
    return creature


def _lane(row: str) -> list[Json]:
    return [_creature(word) for word in row.split()]


def side(hand: str = HAND, *, top: str = "", bottom: str = "", fort: bool = False, champion: str | None = None) -> Json:
    """Return a player's side; `champion` is "Rex ready", "Rex tapped" or "Rex in_play"."""
    shown: Json = {"hand": _cards(hand), "fortress": "fort" if fort else "bastion"}
    shown |= {"top": _lane(top), "bottom": _lane(bottom), "champion": None}
    if champion:
        name, state = champion.split()
        shown["champion"] = {"card": card(name), "ready": state == "ready", "in_play": state == "in_play"}
    return shown


def automaton(pile: str, *, discard: str = "", top: str = "", bottom: str = "", fort: bool = False) -> Json:
    """Return the automaton's side: the top of the pile first, the oldest of the discard first."""
    shown: Json = {"pile": _cards(pile), "discard": _cards(discard)}
    return shown | {"fortress": "fort" if fort else "bastion", "top": _lane(top), "bottom": _lane(bottom)}


def duel(A: Json | None = None, B: Json | None = None, *, edition: str = "2022", **header: object) -> Game:
    """Return a duel with A to play in turn 9 with 20 mana, unless `turn`, `active`, `phase` or `mana` say otherwise."""
    return Game.of({**_header("duel", edition, header), "A": A or side(), "B": B or side()})


def solo(A: Json, B: Json, *, edition: str = "2022", **more: Any) -> Game:
    """Return a solo game; `fixed`, `per_creature`, `weakened`, `abilities`, `last_turn`, `seed` and `shuffles` may
    differ."""
    options: Json = {"fixed": 6, "per_creature": 1, "weakened": False, "abilities": [], "last_turn": False}
    options |= {"seed": 7, "shuffles": 0}
    options |= {key: more.pop(key) for key in list(more) if key in options}
    return Game.of({**_header("solo", edition, more), "A": A, "B": B, "solo": options})


def _header(mode: str, edition: str, more: Json) -> Json:
    usual = {"turn": 9, "active": "A", "phase": "summon", "mana": 20, "winner": None}
    assert more.keys() <= usual.keys()
    return {"edition": edition, "mode": mode, **usual, **more}


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Expect that the block is refused for this reason."""
    with pytest.raises(IllegalAction) as caught:
        yield
    assert caught.value.code == code


# In words of its own, not the game's narration (`engine.narration`): a wrong sentence must not hide a wrong event.
_NARRATED: dict[str, str] = {
    "mana": "{player} gains {amount}", "rested": "{card} rests", "attack": "{card} attacks {target}",
    "sprint": "{card} sprints {bonus}", "wounded": "{card} takes {amount}", "absorbed": "{card} absorbs",
    "immune": "{card} is immune", "evaded": "{card} evades", "destroyed": "{card} falls",
    "returned": "{card} returns to {player}", "aside": "{card} is set aside", "champion_ready": "{card} is ready",
    "blood_price": "{player} bleeds {wounds}", "fortress_hit": "{player} is hit {amount}",
    "regeneration": "{player} regenerates {steps}", "bastion_fell": "{player}'s Bastion falls",
    "fort_turned": "{player}'s Fort turns", "fort_fell": "{player}'s Fort falls", "revealed": "{card} revealed {lane}",
    "fizzled": "{card} fizzles", "to_discard": "{card} to the discard", "to_pile": "{card} onto the pile",
    "pile_hit": "the pile loses {amount}", "pile_reshuffled": "a new pile of {count}", "last_turn": "the last turn",
    "over": "{winner} wins by {reason}",
}  # fmt: skip


def _in_words(event: Event) -> str:
    words: Json = dict(event)
    if "card" in words:
        words["card"] = _name(words["card"]) + (f"+{_name(words['over'])}" if words.get("over") else "")
    if event["type"] == "attack":
        words["target"] = "fortress" if "fortress" in words["target"] else _name(words["target"]["card"])
    return _NARRATED[event["type"]].format(**words)


def _inventory(shown: Mapping[str, Any]) -> Counter[str]:
    """Return every card of a position, wherever it is."""
    found: list[Any] = []
    for seat in ("A", "B"):
        half = shown[seat]
        found += half.get("hand", []) + half.get("pile", []) + half.get("discard", [])
        for creature in half["top"] + half["bottom"]:
            found += [creature["card"], creature["over"]]
        champion = half.get("champion")
        found += [champion["card"]] if champion and not champion["in_play"] else []
    if "pending" in shown:
        found += shown["pending"]["cards"] + [shown["pending"]["then"].get("revealed", {}).get("card")]
    return Counter(json.dumps(item) for item in found if item not in (None, "*"))


@dataclass(frozen=True)
class Game:
    """A position and what happened on the way to it."""

    position: Position
    events: tuple[Event, ...] = ()

    @classmethod
    def of(cls, shown: Json) -> Game:
        """Return the game at a position of the notation."""
        return cls(notation.from_json(shown))

    # -- doing

    def do(self, action: Json) -> Game:
        """Return the game after an action of the notation by the player to act."""
        before = notation.to_json(self.position)
        listed = [json.dumps(one) for one in self.legal()]
        assert len(listed) == len(set(listed))
        offered = json.dumps(action) in listed
        position = self.position.clone()
        log = EventLog()
        try:
            play.advance(position, actions.from_json(action), log)
        except IllegalAction:
            assert not offered and notation.to_json(position) == before
            raise
        after = notation.to_json(position)
        assert offered or action["type"] == "resign"
        assert all(event.keys() == {"type", *KINDS[event["type"]]} for event in log.events)
        assert notation.to_json(self.position) == before and notation.to_json(notation.from_json(after)) == after
        assert after["phase"] == "over" or _inventory(after) == _inventory(before)
        return Game(position, (*self.events, *log.events))

    def play(self, word: str, lane: str, *, onto: int | None = None) -> Game:
        """Play a creature from the hand of the active player."""
        return self.do({"type": "play", "hand": self._place(word), "lane": lane} | self._onto(onto))

    def cast(self, word: str, target: str) -> Game:
        """Cast an incantation from the hand of the active player at a place."""
        player, lane, index = target.split()
        shown = {"player": player, "lane": lane, "index": int(index)}
        return self.do({"type": "play", "hand": self._place(word), "target": shown})

    def champion(self, lane: str, *, onto: int | None = None) -> Game:
        """Play the active player's Champion."""
        return self.do({"type": "champion", "lane": lane} | self._onto(onto))

    def end_summon(self) -> Game:
        """Continue to the assault."""
        return self.do({"type": "end_summon"})

    def attack(self) -> Game:
        """Activate the next creature (2021)."""
        return self.do({"type": "attack"})

    def attack_all(self) -> Game:
        """Activate all remaining creatures (2021)."""
        return self.do({"type": "attack_all"})

    def end_turn(self) -> Game:
        """End the turn (2021)."""
        return self.do({"type": "end_turn"})

    def order(self, cards: str) -> Game:
        """Let cards return in this order (2021)."""
        return self.do({"type": "order", "cards": _cards(cards)})

    def resign(self, player: str) -> Game:
        """Return a player gives up."""
        return self.do({"type": "resign", "player": player})

    def assault(self) -> Game:
        """Play from the summon phase through the whole assault, in either edition, with the listed order where one is
        asked."""
        game, turn = self.end_summon(), self.turn
        while game.turn == turn and game.phase in ("assault", "order"):
            kinds = [action["type"] for action in game.legal()]
            if game.phase == "order":
                game = game.order(" ".join(game.pending))
            else:
                game = game.attack_all() if "attack_all" in kinds else game.end_turn()
        return game

    def _place(self, word: str) -> int:
        return self.hand(self.active).split().index(word)

    @staticmethod
    def _onto(onto: int | None) -> dict[str, int]:
        return {} if onto is None else {"onto": onto}

    # -- looking

    @property
    def shown(self) -> Json:
        """The whole position in the notation."""
        shown: Any = notation.to_json(self.position)
        return dict(shown)

    def legal(self) -> list[ActionNotation]:
        """Return the legal actions in the notation."""
        return [actions.to_json(action) for action in play.legal_actions(self.position)]

    @property
    def playable(self) -> set[str]:
        """The cards of the hand that can be played in one way or another."""
        row = self.hand(self.active).split()
        return {row[action["hand"]] for action in self.legal() if action["type"] == "play"}

    @property
    def pending(self) -> list[str]:
        """The cards that wait for their order."""
        return [_name(one) for one in self.shown["pending"]["cards"]]

    def _half(self, seat: Seat) -> Json:
        half: Json = self.shown[seat]
        return half

    def hand(self, seat: Seat) -> str:
        """Return a hand as a row of words."""
        return " ".join(_name(one) for one in self._half(seat)["hand"])

    def fortress(self, seat: Seat) -> str:
        """Return the side of the fortress that is up."""
        return str(self._half(seat)["fortress"])

    def lane(self, where: str) -> str:
        """Return the lane "A top" as a row of words: cards and wounds."""
        seat, lane = where.split()
        words = []
        for creature in self.shown[seat][lane]:
            over = f"+{_name(creature['over'])}" if creature["over"] else ""
            words.append(_name(creature["card"]) + over + (f":{creature['wounds']}" if creature["wounds"] else ""))
        return " ".join(words)

    def creature(self, where: str) -> Json:
        """Return the creature at "A top 0", with all its keys."""
        seat, lane, index = where.split()
        found: Json = self.shown[seat][lane][int(index)]
        return found

    def champion_of(self, seat: Seat) -> str | None:
        """Return "ready", "tapped" or "in_play", or None where there is no Champion."""
        champion = self._half(seat)["champion"]
        if champion is None:
            return None
        return "in_play" if champion["in_play"] else "ready" if champion["ready"] else "tapped"

    @property
    def pile(self) -> str:
        """The automaton's pile, top first."""
        return " ".join(_name(one) for one in self._half("B")["pile"])

    @property
    def discard(self) -> str:
        """The automaton's discard, oldest first."""
        return " ".join(_name(one) for one in self._half("B")["discard"])

    @property
    def mana(self) -> int:
        """The mana of the active player."""
        return self.position.mana

    @property
    def turn(self) -> int:
        """The number of turns begun."""
        return self.position.turn

    @property
    def active(self) -> Seat:
        """The active player."""
        return notation.to_json(self.position)["active"]

    @property
    def phase(self) -> str:
        """The phase."""
        return self.position.phase

    @property
    def winner(self) -> str | None:
        """The winner, "draw", or None."""
        winner: str | None = self.shown["winner"]
        return winner

    def narrated(self, *kinds: str) -> list[str]:
        """Return the events of these kinds, in their order, as short sentences."""
        assert all(kind in _NARRATED for kind in kinds)
        return [_in_words(event) for event in self.events if event["type"] in kinds]

    def story(self, *kinds: str) -> str:
        """Return these sentences as one text."""
        return "; ".join(self.narrated(*kinds))
