"""Gymnasium: one seat of a match, against a level of the computer opponents, a policy, or the automaton."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from engine import bots
from engine.errors import IllegalAction
from engine.knowledge import facts_of
from engine.seat import SEATS, Seat, other
from tools.packages.gym import actions
from tools.packages.gym.actions import EngineAction
from tools.packages.gym.aec import observation_space
from tools.packages.gym.drawing import drawn
from tools.packages.gym.table import IllegalNumber, MatchTable, Observation, changed_options, options_of

Policy = Callable[[Observation], int]
"""From what a player observes to the number of a legal action."""
OpponentChoice = int | str | Policy
"""A level of the bots by number or name, "random", or a policy."""


class LevelPlayer:
    """A level of the computer opponents at a table: it plays the plan of a whole turn while that is legal."""

    def __init__(self, level: int | str, rng: random.Random) -> None:
        self.level = bots.level_of(level)
        self.rng = rng
        self._plan: list[EngineAction] = []
        self._earlier: list[int] = []

    def play(self, table: MatchTable) -> MatchTable:
        """Return the table after one action of the player to act."""
        if self._plan:
            try:
                return table.play_action(self._plan.pop(0))
            except IllegalAction:
                self._plan = []
        seat, match = table.seat, table.match
        assert seat is not None
        view, facts, legal = match.view_for(seat), facts_of(match, seat), match.legal_actions(seat)
        seed = self.rng.getrandbits(32)
        choice = bots.choose(self.level.number, seat, view, facts, legal, seed=seed, fingerprints=self._earlier)
        self._plan = choice.actions[1:]
        self._earlier.append(choice.fingerprint)
        return table.play_action(choice.actions[0])


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a match; rewards are 1 for a win, -1 for a loss, 0 for everything else.

    `opponent` plays the other seat of a duel. `seat` is "A", "B", or None: by chance in each match. `chosen` are the
    engine's options by name. An action that is not legal loses the match: choose among `action_mask`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 -- Gymnasium's own way

    def __init__(
        self,
        opponent: OpponentChoice = 1,
        seat: Literal["A", "B"] | None = None,
        render_mode: str | None = None,
        **chosen: Any,
    ) -> None:
        if seat not in (None, *SEATS):
            raise ValueError(f"There is no seat {seat!r}: it is A, B or None.")
        self.observation_space = observation_space()
        self.action_space = spaces.Discrete(actions.SIZE)
        self.render_mode = render_mode
        self.opponent = opponent
        self.wanted: Seat | None = SEATS[0] if options_of(chosen, 0).solo is not None else seat
        self.seat: Seat = self.wanted or SEATS[0]
        self.chosen = chosen
        if not callable(opponent) and opponent != "random":
            bots.level_of(opponent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin another match; `options["match"]` changes options of the engine for this one."""
        super().reset(seed=seed)
        dice = random.Random(int(self.np_random.integers(2**62)))
        self.seat = dice.choice(SEATS) if self.wanted is None else self.wanted
        changed = changed_options(self.chosen, options)
        self.table = MatchTable.new(options_of(changed, dice.getrandbits(62)))
        self._dice = dice
        self._level = None if callable(self.opponent) or self.opponent == "random" else LevelPlayer(self.opponent, dice)
        self._let_play()
        return self.table.observe(self.seat), {}

    def _let_play(self) -> None:
        """Let the opponent act until it is the own turn, or the match is over."""
        while self.table.seat == other(self.seat):
            if self._level is not None:
                self.table = self._level.play(self.table)
            elif callable(self.opponent):
                self.table = self.table.play(self.opponent(self.table.observe(other(self.seat))))
            else:
                self.table = self.table.play(self.table.by_chance(self._dice))

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, and the opponent's until it is the own turn again."""
        try:
            self.table = self.table.play(int(action))
        except IllegalNumber:
            return self.table.observe(self.seat), -1.0, True, False, {"illegal": True}
        self._let_play()
        return self.table.observe(self.seat), self.table.returns()[self.seat], self.table.seat is None, False, {}

    def render(self) -> str:
        """Return the table as the player sees it, as text."""
        return drawn(self.table.view(self.seat))
