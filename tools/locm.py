"""A yardstick from outside: random games of Legends of Code and Magic in gym-locm's own engine, where it is installed.

It is no part of the requirements: `pip install --pre gym-locm` puts it beside them (Python 3.12 or newer).
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Any

NOT_INSTALLED = "gym-locm is not installed (pip install --pre gym-locm)"
NO_CARDS = "the gym-locm that is installed lacks its list of cards"


class LeftOut(Exception):
    """The reason why no game of gym-locm can be played here."""


def random_game() -> Callable[[random.Random], int]:
    """Return what plays one random game, draft and battle (LOCM 1.2), and returns its number of actions.

    Raises LeftOut where that cannot be.
    """
    try:
        state: Any = importlib.import_module("gym_locm.engine").State
    except ImportError:
        raise LeftOut(NOT_INSTALLED) from None
    try:
        state(seed=1, version="1.2")
    except FileNotFoundError:
        raise LeftOut(NO_CARDS) from None

    def play(rng: random.Random) -> int:
        game = state(seed=rng.getrandbits(32), version="1.2")
        actions = 0
        while not game.is_ended():
            offered = game.available_actions
            game.act(offered[int(rng.random() * len(offered))])
            actions += 1
        return actions

    return play
