"""The idea of the game in one blow, for the home page and for invited friends: a creature crosses its bridge, and the
wounds push the opponent's fortress through the hand. The engine computes the blow; a script shows it."""

from __future__ import annotations

from typing import Final, NamedTuple

from app.matches.table import board
from app.matches.table.board import Board
from app.matches.table.hands import OpenHand
from engine.match import Match, Options
from engine.seat import Seat

POSITION: Final = {
    "edition": "2022",
    "mode": "duel",
    "turn": 3,
    "active": "A",
    "phase": "summon",
    "mana": 0,
    "A": {
        "hand": ["gnome", "*", "zombie", "scribe"],
        "fortress": "bastion",
        "champion": None,
        "top": [{"card": "troll"}],
        "bottom": [],
    },
    "B": {
        "hand": ["gnome", "*", "zombie", "scribe", "reptile", "assassin"],
        "fortress": "bastion",
        "champion": None,
        "top": [],
        "bottom": [{"card": "ogre"}],
    },
}


class PushedFortress(NamedTuple):
    """The table before the blow; the attacker and its lane; the places of the hand that the fortress is pushed through,
    and its HP then."""

    board: Board
    lane: str
    struck: Seat
    passed: range
    left: int


def _blow(seat: Seat, struck: Seat, lane: str) -> PushedFortress:
    match = Match.new(Options(seed=0, edition="2022", format="position", position=POSITION))
    before = board.build(match, None)
    ended, _events = match.apply(seat, {"type": "end_summon"})
    hand, after = before.hands[struck], board.build(ended, None).hands[struck]
    assert isinstance(hand, OpenHand)
    assert isinstance(after, OpenHand)
    return PushedFortress(before, lane, struck, range(_place(hand) + 1, _place(after) + 1), after.hp)


def _place(hand: OpenHand) -> int:
    return next(place for place, item in enumerate(hand.items) if item.fortress)


BLOW: Final = _blow("A", "B", "top")
