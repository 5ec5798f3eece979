"""The fixed set of 803 actions, and which of them stand for what is legal now.

Everything is read from what a player sees, so that the same numbers serve here and over the API. A turn's actions name
one of the four leftmost cards (R4.1) as slot 0 to 3, and a creature by whose it is, its lane and its index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from engine import cards
from engine.abilities import MERCENARY
from engine.actions import LANE_OF, LANES, ActionNotation
from engine.editions import BY_NAME
from engine.match import LegalAction
from engine.seat import Seat
from engine.setup.choices import SetupAction
from engine.setup.views import MatchView, SetupView
from engine.summon import PLAYABLE
from engine.view import FORTRESS

EngineAction = ActionNotation | SetupAction
Numbered = dict[int, EngineAction | None]
"""The legal actions by number; None where a card is added to a deck that has too few yet."""

MAX_CARDS: Final = 32
"""In a match: a deck of 8 and the automaton's 24. Two players have 16."""
LANE: Final = MAX_CARDS - 1
"""Creatures in a lane at most: one card is in the hand of the player to act, or in the pile; a Champion may be
added in place of the other."""
PLAIN: Final = ("end_summon", "attack", "attack_all", "end_turn")
ORDERS: Final = 6
CARDS: Final = tuple(cards.ALL)
NUMBER_OF: Final = {slug: number for number, slug in enumerate(CARDS)}

ORDER: Final = len(PLAIN)
SUMMON: Final = ORDER + ORDERS
TARGET: Final = SUMMON + 2 * PLAYABLE
CHAMPION: Final = TARGET + PLAYABLE * 2 * 2 * LANE
CHAMPION_ONTO: Final = CHAMPION + 2
CARD: Final = CHAMPION_ONTO + 2 * LANE
DECLINE: Final = CARD + len(CARDS)
SIZE: Final = DECLINE + 1
"""The number of actions."""


def numbered(seat: Seat, view: MatchView, legal: Sequence[LegalAction], chosen: Sequence[str] = ()) -> Numbered:
    """Return the actions that are legal for `seat`, by their numbers.

    `chosen` are the cards that the player has named so far for a deck, which is built card by card.
    """
    if not legal:
        return {}
    if "turn" not in view:
        return _in_setup(seat, view, legal, chosen)
    playing = cast("Sequence[ActionNotation]", legal)
    if playing[0]["type"] == "order":
        return {ORDER + number: action for number, action in enumerate(playing)}
    own = view[seat]
    fortress = own["hand"].index(FORTRESS) if "hand" in own else 0
    return {_number(seat, fortress, action): action for action in playing}


def _number(seat: Seat, fortress: int, action: ActionNotation) -> int:
    if action["type"] == "play":
        slot = action["hand"] - (action["hand"] > fortress)
        if "target" in action:
            target = action["target"]
            return _target(slot, target["player"] != seat, LANE_OF[target["lane"]], target["index"])
        lane = LANE_OF[action["lane"]]
        return _target(slot, False, lane, action["onto"]) if "onto" in action else SUMMON + 2 * slot + lane
    if action["type"] == "champion":
        lane = LANE_OF[action["lane"]]
        return CHAMPION_ONTO + lane * LANE + action["onto"] if "onto" in action else CHAMPION + lane
    return PLAIN.index(action["type"])


def _target(slot: int, theirs: bool, lane: int, index: int) -> int:
    assert index < LANE
    return TARGET + ((slot * 2 + theirs) * 2 + lane) * LANE + index


def _in_setup(seat: Seat, view: SetupView, legal: Sequence[LegalAction], chosen: Sequence[str]) -> Numbered:
    found: Numbered = {}
    for offer in legal:
        if offer["type"] == "pick" or offer["type"] == "ban":
            found[CARD + NUMBER_OF[offer["card"]]] = offer
        elif offer["type"] == "deck" and "choose" in offer:
            last = len(chosen) == offer["choose"] - 1
            for slug in cards.of_sets(BY_NAME[view["edition"]].sets):
                if slug not in chosen:
                    found[CARD + NUMBER_OF[slug]] = {"type": "deck", "cards": [*chosen, slug]} if last else None
        elif offer["type"] == "champion_choice" and "choose" in offer:
            deck = (view["decks"].get(seat) or ()) if "decks" in view else ()
            for slug, card in cards.ALL.items():
                if card.is_creature and not card.flags & MERCENARY and slug not in deck:
                    found[CARD + NUMBER_OF[slug]] = {"type": "champion_choice", "card": slug}
        else:
            found[DECLINE] = {"type": "champion_choice", "card": None}
    return found


def words(action: int) -> str:
    """Return an action in words, such as "slot 2, their top lane, creature 1"."""
    if not 0 <= action < SIZE:
        raise ValueError(f"{action} is none of the {SIZE} actions.")
    if action < ORDER:
        return PLAIN[action]
    if action < SUMMON:
        return f"order {action - ORDER}"
    if action < TARGET:
        slot, lane = divmod(action - SUMMON, 2)
        return f"slot {slot}, {LANES[lane]} lane"
    if action < CHAMPION:
        rest, index = divmod(action - TARGET, LANE)
        rest, lane = divmod(rest, 2)
        slot, theirs = divmod(rest, 2)
        return f"slot {slot}, {('own', 'their')[theirs]} {LANES[lane]} lane, creature {index}"
    if action < CARD:
        lane, index = divmod(action - CHAMPION_ONTO, LANE)
        onto = f", creature {index}" if action >= CHAMPION_ONTO else ""
        return f"Champion, {LANES[lane if onto else action - CHAMPION]} lane{onto}"
    return "no Champion" if action == DECLINE else f"card {CARDS[action - CARD]}"
