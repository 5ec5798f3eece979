"""Clash of Decks as an environment: PettingZoo (`env`), Gymnasium (`SeatEnv`, "ClashOfDecks-v0"), and OpenSpiel.

The game for OpenSpiel is registered by `import clash_of_decks_gym.openspiel`, which needs `open_spiel`.
"""

from __future__ import annotations

import gymnasium

from tools.packages.gym.aec import env, raw_env
from tools.packages.gym.seat_env import SeatEnv
from tools.packages.gym.table import IllegalNumber, MatchTable, options_of

__all__ = ["IllegalNumber", "MatchTable", "SeatEnv", "env", "options_of", "raw_env"]

gymnasium.register("ClashOfDecks-v0", entry_point=SeatEnv)
