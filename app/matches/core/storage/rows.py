"""A match's row after an action, and as it was at an earlier one."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate
from typing import Final, NamedTuple, cast

from app.base.live.server_messages import Status
from app.base.store.database import Query
from app.matches.core.features import BY_ACTION, STORED, that_have
from app.matches.core.features.feature import Fact, PlayedAction, RowChange
from app.matches.core.match_row import MatchRow, Result
from app.matches.core.storage import store
from engine.history import TAKEBACK
from engine.match import Match

FEATURE_COLUMNS: Final = frozenset(stored.name for stored in STORED)
CHANGED_BY_ACTIONS: Final = that_have("after")


class RowAfter(NamedTuple):
    """The change of a match's row by an action: these columns, if the conditions of its feature hold."""

    values: dict[str, object]
    wanted: RowChange | None = None

    @property
    def is_of_features(self) -> bool:
        """True if only the features' columns change, without a condition: clocks at the end of a turn."""
        return self.wanted is None and self.values.keys() <= FEATURE_COLUMNS

    def applied(self, row: MatchRow) -> MatchRow:
        """Return the row with the features' new values."""
        features = {**row.features, **cast("dict[str, Fact]", self.values)}
        return replace(row, features=features, version=row.version + 1)

    def query(self, match_id: str) -> Query[MatchRow]:
        """Return the change as a query for the writer."""
        if self.wanted is not None:
            return store.change_by_feature(match_id, self.wanted, self.values)
        return store.change(match_id, self.values)


def row_after(row: MatchRow, played: PlayedAction) -> RowAfter | None:
    """The change of a match's row with an action; None where it stays, which is nearly always."""
    after, kind = played.after, played.kind
    values: dict[str, object] = {}
    if after.outcome is not None:
        values = store.finished(Result(after.outcome.winner, after.outcome.reason), time.time())
    elif after.status != row.status:
        values = {"status": after.status}
    if kind == TAKEBACK and row.bots and row.rated:
        values["rated"] = False  # a bot gives every turn back
    for feature in CHANGED_BY_ACTIONS:
        values |= feature.after(row, played)
    if kind in BY_ACTION:
        return RowAfter(values, BY_ACTION[kind].conditions(row, played.seat))
    return RowAfter(values) if values else None


def seconds(times: Iterable[float], began: float) -> list[float]:
    """Return times as a record has them: seconds since the beginning, never backwards even if a clock was set."""
    return list(accumulate((round(at - began, 3) for at in times), max, initial=0.0))[1:]


def row_then(row: MatchRow, match: Match) -> MatchRow:
    """Return the row of a match as it was while this state was the newest."""
    return replace(
        row,
        status=cast("Status", match.status),
        result=None,
        features=dict.fromkeys(row.features),
    )
