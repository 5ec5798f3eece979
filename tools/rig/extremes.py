"""Positions as large as the notation takes them: as many cards, creatures, numbers and words as fit."""

from __future__ import annotations

import random

from engine import abilities, cards
from engine.editions import BY_NAME
from engine.notation import bounds
from tools.rig.json import Json

KINDS = [(edition, mode) for edition in BY_NAME for mode in ("duel", "solo")]

_CREATURE_WORDS = [a.slug for a in abilities.TABLE if a.slug not in ("mercenary", "symbiote")]
_AURAS = [f"aura:{a.slug}" for a in abilities.TABLE if a.lendable]
_INCANTATION_WORDS = [a.slug for a in abilities.TABLE if a.incantation_cost is not None]
_LETTERS = "WMÄ漢ш֎🂡<&\"'"


def position(dice: random.Random, edition: str, mode: str, *, over: bool = False) -> Json:
    """Return a position at the bounds, another one for each state of the dice: in play, or over."""
    return _Maker(dice, edition, mode, over).make()


class _Maker:
    def __init__(self, dice: random.Random, edition: str, mode: str, over: bool) -> None:
        self.dice, self.edition, self.solo = dice, edition, mode == "solo"
        self.rules = BY_NAME[edition]
        self.over = over
        self.left = bounds.MAX_CARDS

    def make(self) -> Json:
        dice = self.dice
        phases = ["summon", "assault"] if self.rules.assault_pauses else ["summon"]
        shown: Json = {
            "edition": self.edition,
            "mode": "solo" if self.solo else "duel",
            "turn": dice.choice((1, bounds.MAX_TURN - 1, bounds.MAX_TURN)),
            "active": "A" if self.solo else dice.choice("AB"),
            "phase": "over" if self.over else dice.choice(phases),
            "mana": dice.choice((0, bounds.MAX_MANA, bounds.MAX_MANA)),
            "winner": dice.choice(("A", "B", "draw")) if self.over else None,
            "A": self._player(),
            "B": self._automaton() if self.solo else self._player(),
        }
        self._deal(shown)
        return shown | ({"solo": self._options(shown["B"]["fortress"])} if self.solo else {})

    # -- the table without most of its cards

    def _player(self) -> Json:
        side: Json = {"hand": ["*", self._take()], "fortress": self.dice.choice(("bastion", "fort"))}
        side |= {"top": [], "bottom": [], "champion": None}
        if self.rules.champions and self.dice.random() < 0.8:
            card, state = self._creature_card(), self.dice.choice(("ready", "in_play", "tapped"))
            side["champion"] = {"card": card, "ready": state == "ready", "in_play": state == "in_play"}
            if state == "in_play":
                side[self.dice.choice(("top", "bottom"))].append({**self._creature(card), "champion": True})
        return side

    def _automaton(self) -> Json:
        side = {"pile": [self._take()], "discard": [], "fortress": self.dice.choice(("bastion", "fort"))}
        return {**side, "top": [], "bottom": []}

    def _options(self, fortress: str) -> Json:
        dice, rules = self.dice, self.rules
        given = sorted(rules.solo_abilities)
        most = bounds.MAX_SHUFFLES - (fortress == "bastion")
        return {
            "fixed": bounds.MAX_FIXED,
            "per_creature": bounds.MAX_PER_CREATURE,
            "weakened": dice.random() < 0.5,
            "abilities": dice.sample(given, dice.randint(0, min(len(given), rules.max_solo_abilities))),
            "last_turn": False,
            "seed": dice.choice((2**63, 1 - 2**63, "x" * bounds.MAX_SEED_TEXT)),
            "shuffles": dice.choice((0, most)),
        }

    def _deal(self, shown: Json) -> None:
        """Deal all remaining cards to a few zones, so that some of them are full."""
        zones: list[tuple[Json, str]] = []
        for seat in "AB":
            zones += [
                (shown[seat], zone) for zone in ("hand", "pile", "discard", "top", "bottom") if zone in shown[seat]
            ]
        chosen = self.dice.sample(zones, self.dice.randint(1, len(zones)))
        while self.left:
            side, zone = self.dice.choice(chosen)
            side[zone].append(self._in_lane() if zone in ("top", "bottom") else self._take())

    # -- cards

    def _take(self) -> str | Json:
        self.left -= 1
        return self._card()

    def _in_lane(self) -> Json:
        self.left -= 1
        creature = self._creature(self._creature_card())
        if self.left and self.rules.champions and self.dice.random() < 0.3:
            self.left -= 1
            creature["over"] = self._designed("creature", ["symbiote", *self.dice.sample(_AURAS, 5)])
        return creature

    def _creature(self, card: str | Json) -> Json:
        done = self.dice.random() < 0.5
        most = bounds.max_sprint(done=done, over=self.over)
        health = card["health"] if isinstance(card, dict) else cards.ALL[card].health
        state = {"wounds": self.dice.choice((0, health - 1)), "sprint": self.dice.choice((0, most)), "done": done}
        return {"card": card, "over": None, **state, "new": self.dice.random() < 0.5, "hit": self.dice.random() < 0.5}

    def _card(self) -> str | Json:
        if self.dice.random() < 0.3:
            return self._incantation()
        return self._creature_card()

    def _creature_card(self) -> str | Json:
        if self.rules.champions and self.dice.random() < 0.6:
            words = self.dice.sample(_CREATURE_WORDS + _AURAS, cards.MAX_ABILITIES)
            return self._designed("creature", words)
        return self._printed(True)

    def _incantation(self) -> str | Json:
        if self.rules.champions and self.dice.random() < 0.6:
            return self._designed("incantation", [word for word in _INCANTATION_WORDS if word != "mercenary"])
        return self._printed(False)

    def _printed(self, creature: bool) -> str:
        found = [
            slug for slug in cards.of_sets(self.rules.sets)
            if cards.ALL[slug].is_creature is creature and not cards.ALL[slug].flags & abilities.SYMBIOTE
            and not cards.ALL[slug].flags & abilities.MERCENARY
        ]  # fmt: skip
        return self.dice.choice(found)

    def _designed(self, kind: str, words: list[str]) -> Json:
        dice = self.dice
        name = "".join(dice.choice(_LETTERS) for _ in range(cards.MAX_NAME))
        attack = "X" if "vulnerability" in words else cards.MAX_VALUE
        shown = {"name": name, "type": kind, "cost": dice.choice((0, 3, cards.MAX_COST)), "attack": attack}
        shown["icon"] = "x" * cards.MAX_ICON
        return {**shown, "abilities": words} | ({"health": cards.MAX_VALUE} if kind == "creature" else {})
