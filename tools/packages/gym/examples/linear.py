"""A linear policy: the worth of an action is a weighted sum of what it does, as far as the observation shows it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tools.packages.gym import actions
from tools.packages.gym.observation import CREATURE, FACE, FACES, SIDE, ObservationRow, section
from tools.packages.gym.table import Observation

Weights = NDArray[np.float64]
Lanes = tuple[ObservationRow, ObservationRow]
"""The player's own and theirs."""
NAMES: Final = (
    "ends the turn", "summons", "summons from behind the fortress", "the same with little left", "cost", "attack",
    "health", "mana left over", "attack against the lane opposite", "health against the attack opposite",
    "fills an empty lane that is attacked", "fills a lane that nobody defends", "casts on theirs", "casts on one's own",
    "kills", "attack of what it kills", "wounds wasted", "worth of the card in the set-up", "lays a Symbiote",
    "creatures in that lane",
)  # fmt: skip
_FACE: Final = {name: place for place, name in enumerate(FACE)}
_CREATURE: Final = {name: place for place, name in enumerate(CREATURE)}
_SIDE: Final = {name: place for place, name in enumerate(SIDE)}


def features(seen: Observation) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the legal actions, and one row of `NAMES` for each."""
    row: ObservationRow = seen["observation"]
    legal = np.flatnonzero(seen["action_mask"])
    found = np.zeros((len(legal), len(NAMES)))
    hand = section(row, "my_hand")
    cards = hand[(hand[:, _FACE["fortress"]] == 0) & (hand[:, _FACE["creature"]] + hand[:, _FACE["attack"]] > 0)]
    behind = int(np.argmax(hand[:, _FACE["fortress"]]))
    left = float(section(row, "my_side")[_SIDE["hp"]])
    mana = float(section(row, "match")[3])
    lanes = section(row, "my_lanes"), section(row, "their_lanes")
    for place, number in enumerate(legal.tolist()):
        if actions.SUMMON <= number < actions.TARGET:
            slot, lane = divmod(number - actions.SUMMON, 2)
            _summons(found[place], cards[slot], lane, lanes)
            _spends(found[place], cards[slot], slot >= behind, left, mana)
        elif actions.TARGET <= number < actions.CHAMPION:
            slot, target = divmod(number - actions.TARGET, 4 * actions.LANE)
            _aims(found[place], cards[slot], target, lanes)
            _spends(found[place], cards[slot], slot >= behind and found[place][18] > 0, left, mana)
        elif number >= actions.CARD and number != actions.DECLINE:
            face = FACES[number - actions.CARD + 1]
            found[place, 17] = face[_FACE["attack"]] + face[_FACE["health"]] - face[_FACE["cost"]]
        elif number in (0, 3):
            found[place, 0] = 1
    return legal, found


def _spends(out: NDArray[np.float64], card: ObservationRow, exposes: bool, left: float, mana: float) -> None:
    out[4] = card[_FACE["cost"]] / 4
    out[7] = max(0.0, mana - float(card[_FACE["cost"]])) / 4
    out[2] = exposes
    out[3] = exposes / max(left, 1.0)


def _summons(out: NDArray[np.float64], card: ObservationRow, lane: int, lanes: Lanes) -> None:
    own, theirs = lanes[0][lane], lanes[1][lane]
    attack, health = float(card[_FACE["attack"]]), float(card[_FACE["health"]])
    defended, opposed = bool(own[0, 0]), bool(theirs[0, 0])
    out[1] = 1
    out[5], out[6] = attack / 4, health / 4
    if opposed:
        out[8] = (attack - float(theirs[0, _CREATURE["left"]])) / 4
        out[9] = (health - float(theirs[0, _CREATURE["attack"]])) / 4
        out[10] = not defended
    else:
        out[11] = 1
    out[19] = np.count_nonzero(own[:, 0]) / 2


def _aims(out: NDArray[np.float64], card: ObservationRow, target: int, lanes: Lanes) -> None:
    theirs, spot = divmod(target, 2 * actions.LANE)
    lane, index = divmod(spot, actions.LANE)
    if card[_FACE["creature"]]:
        out[18] = 1
        out[5], out[6] = card[_FACE["attack"]] / 4, card[_FACE["health"]] / 4
        return
    creature = lanes[theirs][lane, index]
    wounds, left = float(card[_FACE["attack"]]), float(creature[_CREATURE["left"]])
    out[12 if theirs else 13] = 1
    if theirs and wounds >= left:
        out[14] = 1
        out[15] = creature[_CREATURE["attack"]] / 4
        out[16] = (wounds - left) / 4


def best(weights: Weights, seen: Observation) -> int:
    """Return the legal action that is worth most."""
    legal, found = features(seen)
    return int(legal[int(np.argmax(found @ weights))])
