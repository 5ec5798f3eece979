"""Steps a second of the environments, and of PettingZoo's own classic games: `python -m tools.packages.speed`.

Random legal actions, every observation made, seconds of one core. The classic games need more than the tests do
(`pip install "pettingzoo[classic]"`); those that cannot be imported are left out with a line.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from typing import Any

import numpy as np

from tools.packages.gym import env

CLASSIC = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4", "hanabi_v5", "go_v5", "chess_v6")
OURS: tuple[dict[str, Any], ...] = ({}, {"format": "draft"}, {"format": "constructed"}, {"mode": "solo"})


def steps_per_second(made: Any, seconds: float) -> float:
    """Return the steps that an environment makes in a second of this core."""
    dice = random.Random(1)
    steps, began = 0, time.process_time()
    while True:
        made.reset(seed=steps)
        for agent in made.agent_iter():
            seen, _, terminated, truncated, info = made.last()
            mask = seen.get("action_mask") if isinstance(seen, dict) else info.get("action_mask")
            if terminated or truncated:
                made.step(None)
            elif mask is None:
                made.step(made.action_space(agent).sample())
            else:
                made.step(dice.choice(np.flatnonzero(mask).tolist()))
            steps += 1
            taken = time.process_time() - began
            if taken >= seconds:
                return steps / taken


def main() -> None:
    """Print a line for each environment."""
    read = argparse.ArgumentParser(description="Measure the environments.")
    read.add_argument("--seconds", type=float, default=3)
    seconds: float = read.parse_args().seconds
    for chosen in OURS:
        name = " ".join(map(str, chosen.values())) or "preconstructed"
        print(f"clash_of_decks_v0 {name:<16} {steps_per_second(env(**chosen), seconds):8,.0f} steps/s", flush=True)
    for name in CLASSIC:
        try:
            other = importlib.import_module(f"pettingzoo.classic.{name}").env()
        except ImportError as error:
            print(f"{name:<34} left out: {error}")
            continue
        print(f"{name:<34} {steps_per_second(other, seconds):8,.0f} steps/s", flush=True)


if __name__ == "__main__":
    main()
