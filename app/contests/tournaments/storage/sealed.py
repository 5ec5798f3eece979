"""Finished matches whose decks are still being played with: those of a tournament that shows decks at its end, and of a
series for which decks are kept. Until then nobody reads their records, replays or analyses."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

import orjson
import sqlalchemy as sa

from app.contests.tournaments.models import entries, tournaments
from app.contests.tournaments.permits import RUNNING
from app.matches.core.features import series
from app.matches.core.features.rematch import NEXT
from app.matches.core.features.tournament import TOURNAMENT
from app.matches.core.match_row import MatchRow
from app.matches.core.storage.models import match_row_of, matches, select_matches
from engine.setup.options import CONSTRUCTED


def still_sealed(connection: sa.Connection, rows: Iterable[MatchRow]) -> set[str]:
    """Return those of these finished matches whose decks are still played with, however many by a few statements."""
    sealed = [row for row in rows if row.is_sealed]
    named = {found for row in sealed if (found := TOURNAMENT.of(row)) is not None}
    query = sa.select(tournaments.c.id, tournaments.c.status, tournaments.c.options).where(tournaments.c.id.in_(named))
    own = {
        row.id: row.status in RUNNING
        for row in (connection.execute(query) if named else ())
        if orjson.loads(row.options)["decks"] == "own"
    }
    of_tournaments = {row.id for row in sealed if own.get(TOURNAMENT.of(row) or "")}
    return of_tournaments | _going_on(connection, [row for row in sealed if TOURNAMENT.of(row) not in own])


_HAS_OWN_DECKS: Final = (matches.c.format == CONSTRUCTED) & sa.exists().where(
    entries.c.tournament_id == matches.c[TOURNAMENT.name], entries.c.deck.is_not(None)
)
ARE_SEALED: Final = _HAS_OWN_DECKS & sa.exists().where(
    tournaments.c.id == matches.c[TOURNAMENT.name], tournaments.c.status.in_(RUNNING)
)
"""The condition of a match whose decks, handed in at entry, its tournament still plays with."""


def series_in_play(connection: sa.Connection, match_ids: Collection[str]) -> set[str]:
    """Return those of these finished matches whose decks are kept for later matches of a series that continues."""
    query = select_matches().where(matches.c.id.in_(match_ids), ~_HAS_OWN_DECKS)
    found = [match_row_of(row) for row in connection.execute(query)]
    return _going_on(connection, [row for row in found if row.is_sealed])


def _going_on(connection: sa.Connection, of_series: Iterable[MatchRow]) -> set[str]:
    """Return the matches whose series continues: one statement for each match that has followed in the longest."""
    going_on: set[str] = set()
    last = {row.id: row for row in of_series}
    while last:
        following = {match_id: after for match_id, row in last.items() if (after := NEXT.of(row)) is not None}
        going_on |= {match_id for match_id in last.keys() - following if series.goes_on(last[match_id])}
        query = select_matches().where(matches.c.id.in_(set(following.values())))
        found = {row.id: match_row_of(row) for row in connection.execute(query)} if following else {}
        last = {match_id: found[after] for match_id, after in following.items() if after in found}
        going_on |= {match_id for match_id, row in last.items() if row.status != "over"}
        last = {match_id: row for match_id, row in last.items() if match_id not in going_on}
    return going_on
