"""The balance of decks and cards, counted in games of the computer opponents (`tools/bots/balance.py`).

The counts are data, `data/balance.json`; each rate comes with its interval.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import sqrt
from typing import TypedDict, cast

from engine import data_files
from engine.editions import BY_NAME
from engine.setup.options import DECKS

EVEN = 0.5
_Z = 1.96


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of games won: `wins` of `games`, a draw counting as half of one; `low` to `high` is its 95 % interval."""

    wins: float
    games: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share itself; one half where nothing was played."""
        return self.wins / self.games if self.games else EVEN


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of the counts: the level of both players, and the seed of the command."""

    level: int
    seed: int


def wilson(points: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of points (Wilson's)."""
    if not games:
        return 0.0, 1.0
    share = points / games
    middle = share + _Z * _Z / (2 * games)
    spread = _Z * sqrt(share * (1 - share) / games + _Z * _Z / (4 * games * games))
    whole = 1 + _Z * _Z / games
    return (middle - spread) / whole, (middle + spread) / whole


def rate(points: float, games: int) -> Rate:
    """Return the share of these points with its interval."""
    return Rate(points, games, *wilson(points, games))


def origin() -> Origin:
    """Return the source of the counts."""
    return Origin(_stored()["level"], _stored()["seed"])


def deck_pair(edition: str, a: int, b: int) -> Rate:
    """Return the rate of preconstructed deck `a` against deck `b`; raises KeyError for no such pair or edition."""
    points, games = _counts(edition)["decks"][f"{min(a, b)}-{max(a, b)}"]
    return rate(points if a < b else games - points, int(games))


def best_against(deck: int, level: int) -> int:
    """Return the preconstructed deck that wins most against this one in the 2022 edition, between players of the
    counted level that comes closest to `level`."""
    counted = {int(name): found for name, found in _stored()["levels"].items()}
    counted[_stored()["level"]] = _counts("2022")["decks"]
    pairs = counted[min(counted, key=lambda one: abs(one - level))]

    def share(other: int) -> float:
        won = _rate(pairs[f"{min(deck, other)}-{max(deck, other)}"]).share
        return won if other < deck else 1 - won

    return max((other for other in DECKS if other != deck), key=share)


def card_rate(slug: str, edition: str) -> Rate | None:
    """Return the rate of players who drafted a card, in drafts from its set; None where it was never drafted."""
    found = _counts(edition)["cards"].get(slug)
    return None if found is None else _rate(found)


def newest_rate(slug: str) -> tuple[str, Rate] | None:
    """Return the newest edition in which a card was drafted, and its rate there; None where it never was."""
    rates = ((edition, card_rate(slug, edition)) for edition in reversed(BY_NAME))
    return next(((edition, rate) for edition, rate in rates if rate is not None), None)


def first_with_starters(edition: str) -> Rate:
    """Return the rate of the player who begins with preconstructed decks; raises KeyError for no such edition."""
    whole, drafts = _rate(_counts(edition)["first"]), first_in_all_drafts(edition)
    return rate(whole.wins - drafts.wins, whole.games - drafts.games)


def first_in_all_drafts(edition: str) -> Rate:
    """Return the rate of the player who begins in drafts, from whichever set; raises KeyError for no such edition."""
    sets = [first_in_drafts(edition, name) for name in _counts(edition)["sets"]]
    return rate(sum(each.wins for each in sets), sum(each.games for each in sets))


def first_in_drafts(edition: str, name: str) -> Rate:
    """Return the rate of the player who begins in drafts from a set; raises KeyError for no such edition or set."""
    return _rate(_counts(edition)["sets"][name])


def fair_pairs(edition: str) -> list[tuple[int, int]]:
    """Return the pairs of preconstructed decks that may be even, the closest first; at least one.

    A pair may be even if one half lies in its interval; where none does, the closest pair is what there is.
    """
    pairs = sorted(combinations(DECKS, 2), key=lambda pair: abs(deck_pair(edition, *pair).share - EVEN))
    rates = {pair: deck_pair(edition, *pair) for pair in pairs}
    return [pair for pair in pairs if rates[pair].low <= EVEN <= rates[pair].high] or pairs[:1]


def evenest(edition: str, deck: int) -> int:
    """Return the preconstructed deck that comes closest to one half against this one."""
    others = (other for other in DECKS if other != deck)
    return min(others, key=lambda other: abs(deck_pair(edition, deck, other).share - EVEN))


class StoredCounts(TypedDict):
    """The counts of one edition in the data: [points, games] of the player who began, in all games and in drafts
    by set; by pair of decks ("1-2"), by card."""

    first: list[float]
    sets: dict[str, list[float]]
    decks: dict[str, list[float]]
    cards: dict[str, list[float]]


class StoredBalance(TypedDict):
    """The whole of `data/balance.json`; `levels` are the pairs of decks of the 2022 edition by another level."""

    level: int
    seed: int
    editions: dict[str, StoredCounts]
    levels: dict[str, dict[str, list[float]]]


@cache
def _stored() -> StoredBalance:
    text = data_files.read("balance.json")
    return cast(StoredBalance, json.loads(text))


def _counts(edition: str) -> StoredCounts:
    return _stored()["editions"][edition]


def _rate(count: list[float]) -> Rate:
    points, games = count
    return rate(points, int(games))
