"""PettingZoo: both players of a duel, or one alone against the automaton, one at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine.seat import Seat
from tools.packages.gym import actions
from tools.packages.gym.drawing import drawn
from tools.packages.gym.observation import HIGHEST, SIZE
from tools.packages.gym.table import MatchTable, Observation, changed_options, options_of

SEAT_OF: dict[str, Seat] = {"player_0": "A", "player_1": "B"}
"""The agents, and their seats."""
AGENT_AT = {seat: agent for agent, seat in SEAT_OF.items()}


def env(**chosen: Any) -> Any:
    """Return the environment with PettingZoo's wrappers: an illegal action loses the match."""
    made: Any = raw_env(**chosen)
    if chosen.get("render_mode") == "human":
        made = wrappers.CaptureStdoutWrapper(made)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def observation_space() -> spaces.Dict:
    """Return the space of what a player observes."""
    seen = spaces.Box(0, HIGHEST, (SIZE,), np.int16)
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions.SIZE,), np.int8)})


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 -- PettingZoo has no types; its name is PettingZoo's custom
    """The environment without wrappers. `chosen` are the engine's options by name: `format`, `edition`, `sets` …

    `reset(seed=…)` chooses the cards; `reset(options={"match": …})` changes options for one match.
    """

    metadata = {"name": "clash_of_decks_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, render_mode: str | None = None, **chosen: Any) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.chosen = chosen
        self.possible_agents: list[str] = list(SEAT_OF) if options_of(chosen, 0).solo is None else ["player_0"]
        self._observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(actions.SIZE) for agent in self.possible_agents}
        self.rng, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of what a player observes."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of the actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin another match."""
        if seed is not None:
            self.rng, _ = seeding.np_random(seed)
        changed = changed_options(self.chosen, options)
        self.table = MatchTable.new(options_of(changed, int(self.rng.integers(2**62))))
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()

    def _look(self) -> None:
        """Take over whose turn it is and whether the match is over."""
        seat = self.table.seat
        if seat is not None:
            self.agent_selection = AGENT_AT[seat]
            return
        self.rewards = {AGENT_AT[each]: reward for each, reward in self.table.returns().items()}
        self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Observation:
        """Return what `agent` sees."""
        return self.table.observe(SEAT_OF[agent])

    def step(self, action: int | None) -> None:
        """Play an action of the player to act; raises IllegalNumber for one that is not legal."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        played = self.table.play(int(action if action is not None else -1))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.table = played
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the table as everybody sees it, as text; print it in the mode "human"."""
        text = drawn(self.table.match.view_for(None))
        if self.render_mode == "human":
            print(text)
            return None
        return text
