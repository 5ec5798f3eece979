"""The features of a match. Each is one module here, with one template and one file of tests; this is the list.

Their public keys have this order in the API. See CONTRIBUTING.md, "a feature of a match".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from inspect import getattr_static
from typing import Final, cast

from pydantic import TypeAdapter

from app.base.live.client_messages import ActIn, FrontIn, HelloIn, LiftIn, WhyIn, reader
from app.base.live.server_messages import FeatureKeys
from app.matches.core.features.absence import Absence, ClaimIn
from app.matches.core.features.clock import Clock, VacationIn
from app.matches.core.features.coach import CoachIn, Coaching
from app.matches.core.features.deal import PlayedDeal
from app.matches.core.features.draw import Draw, DrawIn
from app.matches.core.features.feature import Fact, Feature
from app.matches.core.features.rematch import Rematch, RematchIn
from app.matches.core.features.series import Series
from app.matches.core.features.takeback import Takeback, TakebackIn
from app.matches.core.features.team import Team, TeamIn
from app.matches.core.features.tournament import Tournament
from app.matches.core.live.update import Update
from app.matches.core.match_row import MatchRow
from engine.seat import Viewer

FEATURES: Final[tuple[type[Feature], ...]] = (
    Draw,
    Takeback,
    Absence,
    Rematch,
    Series,
    Clock,
    Team,
    Coaching,
    Tournament,
    PlayedDeal,
)


CACHE_SIZE: Final = 4096


def that_have(method: str) -> tuple[type[Feature], ...]:
    """Return the features that have a method of their own: the others cost nothing."""
    common = getattr_static(Feature, method)  # static: a bound class method differs for each class
    return tuple(feature for feature in FEATURES if getattr_static(feature, method) is not common)


BY_ACTION: Final = {feature.action: feature for feature in FEATURES if feature.action is not None}
BY_MESSAGE: Final = {feature.message: feature for feature in FEATURES if feature.message is not None}
STORED: Final = tuple(stored for feature in FEATURES for stored in feature.stored)
WITH_KEYS: Final = that_have("keys")
EXPIRING: Final = that_have("keys_after")
OFFERING: Final = that_have("choices")
OFFERING_NOW: Final = that_have("choices_now")
MovingFacts = tuple[tuple[str, Fact], ...]
"""The facts that change while only cards move."""


PageMessage = (
    ActIn
    | HelloIn
    | FrontIn
    | WhyIn
    | LiftIn
    | DrawIn
    | TakebackIn
    | ClaimIn
    | RematchIn
    | VacationIn
    | TeamIn
    | CoachIn
)
PAGE: Final[TypeAdapter[PageMessage]] = reader(PageMessage)
"""Reads what the page of a match may send."""


class FeatureFacts(dict[str, Fact]):
    """The facts of the features that templates need. Never changed, so that it can be a key of cached drawings."""

    __slots__ = ("_hash",)
    _hash: int

    def __hash__(self) -> int:  # type: ignore[override]
        try:
            return self._hash
        except AttributeError:  # the first of some ten times for each update
            self._hash = hash(frozenset(self.items()))
            return self._hash


NO_FACTS: Final = FeatureFacts()


def moving_facts(update: Update, viewer: Viewer, both: bool) -> MovingFacts:
    """Return the facts that templates need for this viewer and that change while only cards move; `both`: one player
    holds both seats of a hot seat."""
    facts = dict(update.shared("expiring", partial(_expiring, update.row, update.seq)))
    for feature in OFFERING_NOW:
        facts |= feature.choices_now(update.match, viewer, both)
    return tuple(facts.items())


def feature_facts(row: MatchRow, moving: MovingFacts, viewer: Viewer, both: bool) -> FeatureFacts:
    """Return all facts that templates need for this viewer."""
    facts = FeatureFacts(_keys_of_row(row))
    for feature in OFFERING:
        facts |= feature.choices(row, viewer, both)
    facts |= moving
    return facts


def public_keys(update: Update) -> FeatureKeys:
    """Return the keys of the features in the API; made once."""
    return update.shared("features", partial(_keys, update.row, update.seq))


def _keys(row: MatchRow, seq: int) -> FeatureKeys:
    return cast("FeatureKeys", {**_keys_of_row(row), **_expiring(row, seq)})  # a test compares the two


def _expiring(row: MatchRow, seq: int) -> dict[str, Fact]:
    """Return the keys that hold after this number of actions only."""
    keys: dict[str, Fact] = {}
    for feature in EXPIRING:
        keys |= feature.keys_after(row, seq)
    return keys


@lru_cache(CACHE_SIZE)
def _keys_of_row(row: MatchRow) -> Mapping[str, Fact]:
    """Return the keys that stay while only cards move, and before any action the others: in the order of the API."""
    keys: dict[str, Fact] = {}
    for feature in FEATURES:
        if feature in WITH_KEYS:
            keys |= feature.keys(row)
        if feature in EXPIRING:
            keys |= feature.keys_after(row, 0)
    return keys
