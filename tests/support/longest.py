"""A match as long as one can be: plays that are undone again and again, up to the last action that is allowed."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.history import MOST_UNDOS
from engine.match import Match, Options
from engine.record import MOST_ACTIONS, Move

UNDO, END = {"type": "undo"}, {"type": "end_summon"}
OPTIONS = Options(seed=11, first="A", decks={"A": 1, "B": 2})


@cache
def longest() -> tuple[tuple[Move, ...], Match]:
    """Its MOST_ACTIONS moves, one a second, and the match after them, which is not over."""
    match = Match.new(OPTIONS)
    moves: list[Move] = []

    def make(action: dict[str, Any]) -> None:
        nonlocal match
        by = match.to_act[0]
        match, _ = match.apply(by, action)
        moves.append(Move(by, action, float(len(moves))))

    while len(moves) < MOST_ACTIONS:
        legal = match.legal_actions(match.to_act[0])
        play = next((action for action in legal if action["type"] == "play"), None)
        if play is not None and match.history.undone < MOST_UNDOS:
            make(play)
            if len(moves) < MOST_ACTIONS:
                make(UNDO)
            continue
        make(END if END in legal else legal[-1])
    assert match.status == "playing"
    return tuple(moves), match
