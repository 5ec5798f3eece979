"""A player's knowledge as a position to think about: a view (R2.5a), the facts of the match, and cards by chance.

A world is a whole position whose view for the player equals theirs: the hidden cards have been drawn
from the cards that can still lie there. Cards in a hand that have been seen keep their places in the view, so that a
view and the decks, as far as they are public, are all that an attentive player remembers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import TypedDict

from engine import abilities, cards
from engine.cards import Card, CardNotation, from_notation, from_text, text_of
from engine.editions import BY_NAME
from engine.match import Match
from engine.notation.types import CreatureNotation, HumanSide, SoloView
from engine.position import Creature, Lane, Pending, Position, Side, Solo
from engine.seat import SEATS, Seat, other
from engine.setup.options import PublicOptions
from engine.setup.views import KnownDecks
from engine.view import FORTRESS, UNKNOWN, AutomatonView, SideView, View


class Facts(TypedDict):
    """A player's knowledge of a match besides the view: the options, and the decks as far as they are known."""

    options: PublicOptions
    decks: KnownDecks


class Knowledge:
    """Everything that the player at `seat` may know: `view` is `Match.view_for`, `facts` are `facts_of`; both JSON."""

    __slots__ = ("seat", "view", "facts", "hidden_hand", "hidden_pile", "candidates")

    def __init__(self, seat: Seat, view: View, facts: Facts) -> None:
        self.seat = seat
        self.view = view
        self.facts = facts
        theirs = view[other(seat)]
        self.hidden_hand = theirs["hand"].count(UNKNOWN) if "hand" in theirs else 0
        self.hidden_pile = _face_down(theirs) if "pile" in theirs else 0
        self.candidates = _candidates(self)

    def world(self, rng: random.Random) -> Position:
        """Return one position that is consistent with everything the player has seen."""
        drawn = self._draw(rng)
        view = self.view
        solo = _solo(view["solo"], rng) if "solo" in view else None
        gift = abilities.parse(solo.abilities)[0] if solo else 0
        first, second = (_side(view[seat], drawn if seat != self.seat else [], gift) for seat in SEATS)
        position = Position(BY_NAME[view["edition"]], first, second, solo)
        position.turn, position.active = view["turn"], view["active"]
        position.phase, position.mana = view["phase"], view["mana"]
        position.winner = view["winner"]
        if "pending" in view:
            listed = tuple(map(from_notation, view["pending"]["cards"]))
            position.pending = Pending(view["pending"]["owner"], listed, {})
        return position

    def _draw(self, rng: random.Random) -> list[Card]:
        """Draw cards for all hidden places, from left to right or from top to bottom."""
        wanted = self.hidden_hand + self.hidden_pile
        pool = list(self.candidates)
        if len(pool) < wanted:  # a given position may hold what no deck explains
            pool += rng.choices([slug for slug in cards.ALL if slug not in pool], k=wanted - len(pool))
        return [from_text(text) for text in rng.sample(pool, wanted)]


def facts_of(match: Match, seat: Seat) -> Facts:
    """Return the facts that the player at `seat` knows besides the view: options, and known decks."""
    return {"options": match.options.public(), "decks": match.setup.known_decks(seat)}


def knowledge_of(match: Match, seat: Seat) -> Knowledge:
    """Return the knowledge of the player at `seat` in a match in play."""
    return Knowledge(seat, match.table_view(seat), facts_of(match, seat))


def _face_down(side: AutomatonView) -> int:
    """Return the number of unknown cards in the pile."""
    pile = side["pile"]
    return (pile if isinstance(pile, int) else len(pile)) - len(side["pile_known"])


# -- what can still be hidden


def _candidates(known: Knowledge) -> list[str]:
    """Return the cards that may lie in the hidden places, as `text_of` writes them.

    All that are left of the decks where these are known; else cards of the edition, each once.
    """
    view = known.view
    listed = [deck for deck in known.facts["decks"].values() if deck is not None]
    if len(listed) == len(SEATS):
        left = Counter(text for deck in listed for text in deck) - _seen(view)
        return sorted(left.elements())
    # The same card may be in both decks of a constructed duel, but not twice in one.
    shown = set(_seen_of(view[other(known.seat)]))
    return [slug for slug in cards.of_sets(BY_NAME[view["edition"]].sets) if slug not in shown]


def _seen(view: View) -> Counter[str]:
    """Count the copies of each card of the decks that the viewer sees."""
    found = Counter(slug for seat in SEATS for slug in _seen_of(view[seat]))
    if "pending" in view:
        found.update(_texts(view["pending"]["cards"]))
    return found


def _seen_of(side: SideView) -> list[str]:
    """Return the deck cards that the viewer sees on a side; Champions come from outside the decks."""
    champion = None
    if "hand" in side:
        found = [*side["hand"]]
        champion = side["champion"] and side["champion"]["card"]
    else:
        found = [*side["discard"], *side["pile_known"]]
    for creature in (*side["top"], *side["bottom"]):
        both = [creature["card"], creature["over"]]
        if creature["champion"] and champion in both:
            both.remove(champion)
        found += [card for card in both if card is not None]
    return _texts(found)


def _texts(listed: Iterable[CardNotation]) -> list[str]:
    return [text_of(card) for card in listed if card not in (UNKNOWN, FORTRESS)]


# -- a position out of a view


def _side(shown: SideView, drawn: list[Card], gift: int) -> Side:
    """Return a side of the view, its unknown cards taken from `drawn`."""
    side = _human(shown, drawn) if "hand" in shown else _automaton(shown, drawn, gift)
    side.is_fort = shown["fortress"] == "fort"
    side.lanes = (_lane(shown["top"]), _lane(shown["bottom"]))
    return side


def _human(shown: HumanSide, drawn: list[Card]) -> Side:
    hidden, hand = iter(drawn), shown["hand"]
    held = [next(hidden) if card == UNKNOWN else from_notation(card) for card in hand if card != FORTRESS]
    side = Side(held)
    side.fort_at = hand.index(FORTRESS)
    champion = shown["champion"]
    if champion is not None:
        side.champion = from_notation(champion["card"])
        side.ready, side.in_play = champion["ready"], champion["in_play"]
    return side


def _automaton(shown: AutomatonView, drawn: list[Card], gift: int) -> Side:
    side = Side([], pile=[*map(from_notation, shown["pile_known"]), *drawn])
    side.discard = [from_notation(card) for card in shown["discard"]]
    side.gift = gift
    return side


def _lane(shown: list[CreatureNotation]) -> Lane:
    return [_creature(creature) for creature in shown]


def _creature(shown: CreatureNotation) -> Creature:
    over = None if shown["over"] is None else from_notation(shown["over"])
    creature = Creature(from_notation(shown["card"]), over, new=shown["new"], champion=shown["champion"])
    creature.wounds, creature.sprint = shown["wounds"], shown["sprint"]
    creature.done, creature.hit = shown["done"], shown["hit"]
    return creature


def _solo(shown: SoloView, rng: random.Random) -> Solo:
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
