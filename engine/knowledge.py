"""What a player knows as a position to think about: a view (R2.5a), the facts of the match, and cards by chance.

A world is a whole position that looks to the player exactly as theirs does: what is hidden from them has been drawn
from the cards that can still lie there. Cards in a hand that have been seen keep their places in the view, so that a
view and the decks, as far as they are public, are all that an attentive player remembers.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from engine import abilities, cards
from engine.actions import LANES, SEAT_OF, SEATS
from engine.cards import Card, from_notation
from engine.editions import BY_NAME
from engine.match import Match
from engine.position import DRAW, Creature, Lane, Pending, Position, Side, Solo
from engine.view import FORTRESS, UNKNOWN


class Knowledge:
    """Everything that the player at `seat` may know: `view` is `Match.view_for`, `facts` are `facts_of`; both JSON."""

    __slots__ = ("seat", "view", "facts", "hidden_hand", "hidden_pile", "candidates")

    def __init__(self, seat: str, view: dict[str, Any], facts: dict[str, Any]) -> None:
        self.seat = seat
        self.view = view
        self.facts = facts
        other = view[_other(seat)]
        self.hidden_hand = other.get("hand", []).count(UNKNOWN)
        self.hidden_pile = other["pile"] - len(other.get("pile_known", [])) if "pile" in other else 0
        self.candidates = _candidates(self)

    def world(self, rng: random.Random) -> Position:
        """Return one position that is consistent with everything the player has seen."""
        drawn = self._draw(rng)
        view = self.view
        solo = _solo(view["solo"], rng) if "solo" in view else None
        gift = abilities.parse(solo.abilities)[0] if solo else 0
        sides = [_side(view[seat], drawn if seat != self.seat else [], gift) for seat in SEATS]
        position = Position(BY_NAME[view["edition"]], (sides[0], sides[1]), solo)
        position.turn, position.active = view["turn"], SEAT_OF[view["active"]]
        position.phase, position.mana = view["phase"], view["mana"]
        if view["winner"] is not None:
            position.winner = DRAW if view["winner"] == "draw" else SEAT_OF[view["winner"]]
        if "pending" in view:
            listed = tuple(map(from_notation, view["pending"]["cards"]))
            position.pending = Pending(SEAT_OF[view["pending"]["owner"]], listed, {})
        return position

    def _draw(self, rng: random.Random) -> list[Card]:
        """Cards for all hidden places, from left to right or from top to bottom."""
        wanted = self.hidden_hand + self.hidden_pile
        pool = list(self.candidates)
        if len(pool) < wanted:  # a given position may hold what no deck explains
            pool += rng.choices([slug for slug in cards.ALL if slug not in pool], k=wanted - len(pool))
        return [from_notation(notation) for notation in rng.sample(pool, wanted)]


def facts_of(match: Match, seat: str) -> dict[str, Any]:
    """What the player at `seat` knows besides the view: the options, and the decks as far as they are known to them."""
    return {"options": match.options.public(), "decks": match.setup.known_decks(seat)}


def knowledge_of(match: Match, seat: str) -> Knowledge:
    """What the player at `seat` knows of a match in play."""
    return Knowledge(seat, match.view_for(seat), facts_of(match, seat))


def _other(seat: str) -> str:
    return SEATS[1 - SEAT_OF[seat]]


# -- what can still be hidden


def _candidates(known: Knowledge) -> list[Any]:
    """Return the cards that may lie in the hidden places, in the notation.

    All that are left of the decks where these are known; else cards of the edition, each once.
    """
    decks: dict[str, list[str] | None] = known.facts["decks"]
    seen = _seen(known.view)
    listed = [deck for deck in decks.values() if deck is not None]
    if len(listed) == len(SEATS):
        left = Counter(slug for deck in listed for slug in deck) - seen
        return sorted(left.elements())
    # The same card may be in both decks of a constructed duel, but not twice in one.
    shown = _shown_of(known.view, _other(known.seat))
    return [slug for slug in cards.of_sets(BY_NAME[known.view["edition"]].sets) if slug not in shown]


def _seen(view: dict[str, Any]) -> Counter[str]:
    """How often each card of the decks lies where the viewer sees it; Champions come from outside the decks."""
    found: Counter[str] = Counter()
    for seat in SEATS:
        side = view[seat]
        champion = (side.get("champion") or {}).get("card")
        found.update(_slugs(side.get("hand", [])))
        found.update(_slugs(side.get("discard", [])))
        found.update(_slugs(side.get("pile_known", [])))
        for creature in (creature for lane in LANES for creature in side[lane]):
            both = [creature["card"], creature["over"]]
            if creature["champion"] and champion in both:
                both.remove(champion)
            found.update(_slugs(both))
    found.update(_slugs(view.get("pending", {}).get("cards", [])))
    return found


def _shown_of(view: dict[str, Any], seat: str) -> set[str]:
    """Return the cards on one side that the viewer sees, its Champion left out."""
    both = {key: value for key, value in view.items() if key != "pending"}
    both[_other(seat)] = {"top": [], "bottom": []}
    return set(_seen(both))


def _slugs(listed: list[Any]) -> list[str]:
    return [card for card in listed if isinstance(card, str) and card not in (UNKNOWN, FORTRESS)]


# -- a position out of a view


def _side(shown: dict[str, Any], drawn: list[Card], gift: int) -> Side:
    """Return a side of the view, its unknown cards taken from `drawn`."""
    hidden = iter(drawn)
    row = shown.get("hand", [FORTRESS])
    held = [next(hidden) if card == UNKNOWN else from_notation(card) for card in row if card != FORTRESS]
    side = Side(held)
    side.fort_at = row.index(FORTRESS)
    side.is_fort = shown["fortress"] == "fort"
    side.lanes = (_lane(shown["top"]), _lane(shown["bottom"]))
    champion = shown.get("champion")
    if champion is not None:
        side.champion = from_notation(champion["card"])
        side.ready, side.in_play = champion["ready"], champion["in_play"]
    if "pile" in shown:
        side.pile = [*map(from_notation, shown.get("pile_known", [])), *hidden]
        side.discard = [from_notation(card) for card in shown["discard"]]
        side.gift = gift
    return side


def _lane(shown: list[dict[str, Any]]) -> Lane:
    return [_creature(creature) for creature in shown]


def _creature(shown: dict[str, Any]) -> Creature:
    over = None if shown["over"] is None else from_notation(shown["over"])
    creature = Creature(from_notation(shown["card"]), over, new=shown["new"], champion=shown["champion"])
    creature.wounds, creature.sprint = shown["wounds"], shown["sprint"]
    creature.done, creature.hit = shown["done"], shown["hit"]
    return creature


def _solo(shown: dict[str, Any], rng: random.Random) -> Solo:
    """Return the automaton's options; how its pile will be shuffled is not known."""
    return Solo(
        shown["fixed"],
        shown["per_creature"],
        shown["weakened"],
        tuple(shown["abilities"]),
        shown["last_turn"],
        rng.getrandbits(32),
        shown["shuffles"],
    )
