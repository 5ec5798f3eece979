"""The environments as their own projects judge them: PettingZoo, Gymnasium, OpenSpiel."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from tests.engine.playing import KINDS
from tools.packages.gym import IllegalNumber, SeatEnv, actions, env, openspiel, raw_env
from tools.packages.gym.table import Observation
from tools.rig.json import Json

# What these checkers recommend but PettingZoo's own classic games do not do either: no plain array as observation.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
GAMES = [
    "python_clash_of_decks",
    "python_clash_of_decks(edition=2021,format=draft)",
    "python_clash_of_decks(format=constructed,champions=optional)",
]


def by_chance(seen: Observation, dice: random.Random) -> int:
    return dice.choice(np.flatnonzero(seen["action_mask"]).tolist())


@pytest.mark.parametrize("kind", KINDS)
def test_pettingzoos_tests_of_the_interface_and_of_seeds(kind: str) -> None:
    api_test(env(**KINDS[kind]), num_cycles=150)
    seed_test(lambda: env(**KINDS[kind]), num_cycles=60)


@pytest.mark.parametrize("kind", KINDS)
def test_whole_matches_stay_within_the_spaces_and_end_as_the_engine_says(kind: str) -> None:
    made, dice = raw_env(**KINDS[kind]), random.Random(kind)
    made.reset(seed=5)
    for agent in made.agent_iter():
        seen, _, over, _, _ = made.last()
        assert made.observation_space(agent).contains(seen)
        made.step(None if over else by_chance(seen, dice))
        if made.terminations and all(made.terminations.values()) and made.table.outcome is not None:
            winner = made.table.outcome.winner
            break
    if winner == "draw":
        assert set(made.rewards.values()) == {0.0}
    else:
        assert made.rewards.get({"A": "player_0", "B": "player_1"}[winner], 1.0) == 1.0
        assert len(made.rewards) == 1 or sum(made.rewards.values()) == 0.0


def test_an_illegal_action_loses_in_the_wrapped_environment_and_is_refused_in_the_raw_one() -> None:
    raw: Any = raw_env()
    raw.reset(seed=1)
    with pytest.raises(IllegalNumber):
        raw.step(actions.DECLINE)
    made = env()
    made.reset(seed=1)
    agent = made.agent_selection
    made.step(actions.DECLINE)
    assert made.rewards[agent] == -1
    assert all(made.terminations.values())


@pytest.mark.parametrize("chosen", [{}, {"mode": "solo"}, {"format": "draft", "opponent": "random"}], ids=str)
def test_gymnasiums_checker(chosen: Json) -> None:
    made = gymnasium.make("ClashOfDecks-v0", **chosen)
    check_env(made.unwrapped, skip_render_check=True)


@pytest.mark.parametrize(
    ("kind", "opponent"), [("2021-duel-constructed", "easy"), ("2022-duel-draft-champions", "random")]
)
def test_one_seat_against_each_kind_of_opponent(kind: str, opponent: int | str) -> None:
    made, dice = SeatEnv(opponent, **KINDS[kind]), random.Random(kind)
    for seed in range(2):
        seen, _ = made.reset(seed=seed)
        over = False
        while not over:
            seen, reward, over, _, _ = made.step(np.int64(by_chance(seen, dice)))
        outcome = made.table.outcome
        assert outcome is not None
        assert reward == {"draw": 0.0, made.seat: 1.0}.get(outcome.winner, -1.0)


def test_what_cannot_be_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="seat 'C'"):
        SeatEnv(1, seat="C")  # type: ignore[arg-type]
    for made in (SeatEnv(1), env()):
        with pytest.raises(ValueError, match="mode"):
            made.reset(options={"match": {"mode": "solo"}})
        made.reset(options={"match": {"edition": "2021"}})


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_simulation_by_chance(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_has_the_same_information_and_plays_to_its_end(name: str) -> None:
    dice = random.Random(name)
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(11)
    while not state.is_terminal():
        player = state.current_player()
        drawn = state.resample_from_infostate(player, dice.random)
        assert drawn.information_state_string(player) == state.information_state_string(player)
        assert drawn.legal_actions() == state.legal_actions()
        again = state.resample_from_infostate(player, dice.random)
        assert again.moment.recall == drawn.moment.recall, "else a search never meets the other's nodes twice"
        state.apply_action(dice.choice(state.legal_actions()))
    while not drawn.is_terminal():
        drawn.apply_action(dice.choice(drawn.legal_actions()))
    assert sum(drawn.returns()) == sum(state.returns()) == 0


def test_the_observer_agrees_with_the_environment() -> None:
    game = pyspiel.load_game(GAMES[1])
    state = game.new_initial_state()
    observer = game.make_py_observer()
    assert isinstance(observer, openspiel.ClashObserver)
    for action in (3, *[None] * 30):
        state.apply_action(action if action is not None else state.legal_actions()[0])
        player = state.current_player()
        observer.set_from(state, player)
        table = state.moment.table
        assert np.array_equal(observer.tensor, table.observe("AB"[player])["observation"])
