"""OpenSpiel: the game `python_clash_of_decks`, registered by importing this module.

Chance deals once, by choosing one of `DEALS` seeds; everything after that follows from the actions.
`resample_from_infostate` draws what a player cannot know from their knowledge, not from the seeds.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pyspiel

from engine.events import Event
from engine.match import Match
from engine.seat import SEATS, Seat
from tools.packages.gym import actions
from tools.packages.gym.observation import SIZE, observe
from tools.packages.gym.table import MatchTable, options_of
from tools.packages.gym.worlds import resampled

DEALS = 10_000
MAX_MOVES = 5_000
"""Actions of a match at most: 199 turns have some 1,000."""
PARAMETERS: dict[str, Any] = {
    "edition": 2022, "format": "preconstructed", "sets": "initiation", "champions": "no", "mirror": False,
}  # fmt: skip
"""The options of a duel; `sets` are divided by spaces, `champions` is "no", "yes" or "optional"."""
_CHAMPIONS: dict[str, bool | str] = {"no": False, "yes": True, "optional": "optional"}

GAME_TYPE = pyspiel.GameType(
    short_name="python_clash_of_decks",
    long_name="Clash of Decks",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


def options_by_name(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the engine's options of a game's parameters."""
    named = {**PARAMETERS, **parameters}
    named["edition"] = str(named["edition"])
    named["sets"] = tuple(named["sets"].split())
    named["champions"] = _CHAMPIONS[named["champions"]]
    return named


class ClashGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """Clash of Decks with the given parameters."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.chosen = options_by_name(params or {})
        options_of(self.chosen, 0)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions.SIZE,
            max_chance_outcomes=DEALS,
            num_players=len(SEATS),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_MOVES,
        )
        super().__init__(GAME_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> ClashState:
        """Return the state before the cards are dealt."""
        return ClashState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ClashObserver:
        """Return an observer: what a player sees, as numbers or as text."""
        return ClashObserver(iig_obs_type, params)


@dataclass(frozen=True)
class ClashMoment:
    """All that a state knows, in one value: `recall` stands for what each player has seen since the beginning."""

    table: MatchTable | None = None
    recall: Mapping[Seat, str] = field(default_factory=lambda: dict.fromkeys(SEATS, ""))

    def __deepcopy__(self, memo: object) -> ClashMoment:
        return self

    def dealt(self, chosen: Mapping[str, Any], seed: int) -> ClashMoment:
        """Return the first moment of a match."""
        match, events = Match.start(options_of(chosen, seed))
        return ClashMoment(MatchTable(match), _recalled(self.recall, match, events))

    def after(self, action: int) -> ClashMoment:
        """Return the moment after an action of the player to act."""
        table = self.table
        assert table is not None
        chosen = table.legal[action]
        seat = table.seat
        if chosen is None or seat is None:
            return replace(self, table=table.play(action))
        match, events = table.match.apply(seat, chosen)
        return ClashMoment(MatchTable(match), _recalled(self.recall, match, events))


def _recalled(recall: Mapping[Seat, str], match: Match, events: list[Event]) -> dict[Seat, str]:
    """Return what each player has seen, with `events` added: a digest, because whole matches are long."""
    seen = {seat: json.dumps(match.events_for(events, seat)) for seat in SEATS}
    return {seat: hashlib.sha256(f"{recall[seat]}{seen[seat]}".encode()).hexdigest() for seat in SEATS}


class ClashState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """One state; player 0 is seat A, player 1 seat B."""

    def __init__(self, game: ClashGame) -> None:
        super().__init__(game)
        self.chosen = game.chosen
        self.moment = ClashMoment()

    def current_player(self) -> int:
        """Return the player to act, or the chance that deals, or the end."""
        table = self.moment.table
        if table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if table.seat is None else SEATS.index(table.seat)

    def _legal_actions(self, player: int) -> list[int]:
        table = self.moment.table
        assert table is not None
        return sorted(table.legal) if table.seat == SEATS[player] else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, each as likely."""
        return [(deal, 1 / DEALS) for deal in range(DEALS)]

    def _apply_action(self, action: int) -> None:
        if self.moment.table is None:
            self.moment = self.moment.dealt(self.chosen, action)
        else:
            self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else actions.words(action)

    def is_terminal(self) -> bool:
        """True if the match is over."""
        return self.moment.table is not None and self.moment.table.seat is None

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser."""
        table = self.moment.table
        if table is None:
            return [0.0] * self.num_players()
        return [*table.returns().values()]

    def observation_string(self, player: int | None = None) -> str:
        """Return what a player sees, as JSON; without a number the player to act."""
        table = self.moment.table
        if table is None:
            return ""
        seat = SEATS[self.current_player() if player is None else player]
        return json.dumps([table.view(seat), table.chosen if seat == table.seat else ()])

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a player has seen since the beginning, as a digest, and what they see now; without a number the
        player to act."""
        seat = SEATS[self.current_player() if player is None else player]
        return f"{self.moment.recall[seat]} {self.observation_string(player)}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> ClashState:
        """Return a state that the player could not distinguish from this one.

        Its history is empty: the way there contains what the player does not know.
        """
        state = ClashState(self.get_game())
        table = self.moment.table
        if table is None:
            return state
        rng, seat = random.Random(sampler()), SEATS[player]
        match = resampled(table.match, seat, rng)
        # What the other has seen is unknown. It is the same for all states that are drawn from here: a search comes
        # again to the other's nodes, which their present view tells apart.
        mine = self.moment.recall[seat]
        recall = {each: mine if each == seat else f"other than {mine}" for each in SEATS}
        state.moment = ClashMoment(MatchTable(match, table.chosen if table.seat == seat else ()), recall)
        return state

    def __str__(self) -> str:
        table = self.moment.table
        return "the deal" if table is None else f"{json.dumps(table.match.to_json())} {table.chosen}"


class ClashObserver:
    """An observation of a player: `tensor`, and as text."""

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"The observer takes no parameters; it got {params}.")
        self.tensor = np.zeros(SIZE, np.float32)
        self.dict = {"observation": self.tensor}
        self.perfect = iig_obs_type is not None and iig_obs_type.perfect_recall

    def set_from(self, state: ClashState, player: int) -> None:
        """Take over what `player` sees in `state`."""
        table, seat = state.moment.table, SEATS[player]
        if table is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = observe(seat, table.view(seat), table.chosen if seat == table.seat else ())

    def string_from(self, state: ClashState, player: int) -> str:
        """Return what `player` sees in `state` as text."""
        return state.information_state_string(player) if self.perfect else state.observation_string(player)


pyspiel.register_game(GAME_TYPE, ClashGame)
