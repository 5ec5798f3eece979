"""A match as all environments play it: action by number, one player at a time, decks card by card."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.match import Match, Options, Outcome
from engine.seat import SEATS, Seat
from engine.setup.options import DUEL
from engine.setup.views import MatchView
from tools.packages.gym import actions, observation
from tools.packages.gym.actions import EngineAction, Numbered

Mask = NDArray[np.int8]
Observation = dict[str, Any]
"""`observation`, a row of numbers, and `action_mask`, 1 where an action is legal."""


class IllegalNumber(ValueError):
    """An action that is not legal now."""


def changed_options(chosen: dict[str, Any], options: dict[str, Any] | None) -> dict[str, Any]:
    """Return the engine's options by name for one match, of which `options["match"]` changes some; ValueError for the
    mode, on which the number of players depends."""
    changed = {**chosen, **(options or {}).get("match", {})}
    if changed.get("mode", DUEL) != chosen.get("mode", DUEL):
        raise ValueError("The mode cannot be changed for one match: make another environment.")
    return changed


def options_of(chosen: Mapping[str, Any], seed: int) -> Options:
    """Return the options of a match: the engine's own by name, without the ways back (undo).

    Raises BadPosition if they do not fit together, ValueError for a position with more cards than actions can name.
    """
    options = Options(**{"undo": False, **chosen, "seed": seed})
    if options.position is not None and _cards_in(options.position) > actions.MAX_CARDS:
        raise ValueError(f"The position has more than {actions.MAX_CARDS} cards.")
    return options


def _cards_in(position: Mapping[str, Any]) -> int:
    """Count the cards of a position in the notation, Champions and fortresses with them: rather too many."""
    zones = ("hand", "pile", "discard", "top", "bottom")
    listed = [card for seat in SEATS for zone in zones for card in position.get(seat, {}).get(zone, ())]
    return len(listed) + sum(isinstance(card, dict) and bool(card.get("over")) for card in listed)


@dataclass(frozen=True)
class MatchTable:
    """One moment of a match; `play` returns the next one. `chosen` are the cards that the player to act has named."""

    match: Match
    chosen: tuple[str, ...] = ()

    @classmethod
    def new(cls, options: Options) -> MatchTable:
        """Return a table at the beginning of a match."""
        return cls(Match.new(options))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that somebody plays: one alone against the automaton."""
        return SEATS if self.match.options.solo is None else SEATS[:1]

    @cached_property
    def seat(self) -> Seat | None:
        """The player to act: where both may (secret decks), A first. None when the match is over."""
        to_act = self.match.to_act
        return to_act[0] if to_act else None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the match continues."""
        return self.match.outcome

    def view(self, seat: Seat) -> MatchView:
        """Return what `seat` sees."""
        return self._own_view if seat == self.seat else self.match.view_for(seat)

    @cached_property
    def _own_view(self) -> MatchView:
        """The view of the player to act: it is read twice, for the actions and for the observation."""
        return self.match.view_for(self.seat)

    @cached_property
    def legal(self) -> Numbered:
        """The legal actions of the player to act, by number."""
        if self.seat is None:
            return {}
        return actions.numbered(self.seat, self.view(self.seat), self.match.legal_actions(self.seat), self.chosen)

    def mask(self, seat: Seat) -> Mask:
        """Return 1 for each legal action of `seat`; all 0 for a player who waits."""
        mask: Mask = np.zeros(actions.SIZE, dtype=np.int8)
        if seat == self.seat:
            mask[list(self.legal)] = 1
        return mask

    def observe(self, seat: Seat) -> Observation:
        """Return the observation of `seat`."""
        chosen = self.chosen if seat == self.seat else ()
        return {"observation": observation.observe(seat, self.view(seat), chosen), "action_mask": self.mask(seat)}

    def play(self, number: int) -> MatchTable:
        """Return the table after an action of the player to act; raises IllegalNumber."""
        if number not in self.legal:
            raise IllegalNumber(f"Action {number} is not legal now.")
        action = self.legal[number]
        if action is None:
            return MatchTable(self.match, (*self.chosen, actions.CARDS[number - actions.CARD]))
        return self.play_action(action)

    def play_action(self, action: EngineAction) -> MatchTable:
        """Return the table after an action in the engine's notation, such as a bot's."""
        assert self.seat is not None
        return MatchTable(self.match.apply(self.seat, action)[0])

    def returns(self) -> dict[Seat, float]:
        """Return 1 for the winner, -1 for the loser, 0 for both after a draw and before the end."""
        outcome = self.outcome
        if outcome is None or outcome.winner == "draw":
            return dict.fromkeys(self.seats, 0.0)
        return {seat: 1.0 if seat == outcome.winner else -1.0 for seat in self.seats}

    def by_chance(self, rng: random.Random) -> int:
        """Return a legal action by chance, each as likely."""
        return rng.choice(list(self.legal))
