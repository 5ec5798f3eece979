"""The matches that a player has not finished, and the ones in which an opponent waits for that player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from app.base.errors import AppError
from app.base.store.database import Database
from app.matches.core.features.gathering import has_come, is_gathering
from app.matches.core.match_row import MatchRow
from app.matches.core.memory.live_matches import LiveMatches
from app.matches.core.storage import store
from app.matches.core.storage.store import UnfinishedMatch
from engine.match import Match
from engine.seat import Viewer

LISTED: Final = 50


@dataclass(frozen=True, slots=True)
class OngoingMatch:
    """A match that is not over. `seat` is the player's, None at a hot seat, where there are two.

    `awaited`: another person waits for the player, since `since` (seconds since 1970, as the last action). Nobody waits
    at an open table, in solo, against a bot or at a hot seat. `match` is its state, where it is in memory.
    """

    row: MatchRow
    seat: Viewer
    awaited: bool
    since: float
    match: Match | None = field(compare=False)


async def ongoing_of(database: Database, live_matches: LiveMatches, player_id: str) -> list[OngoingMatch]:
    """Return a player's unfinished matches: those in which they are awaited, the longest first, then the newest."""
    found = await database.read(store.unfinished_of(player_id, LISTED))
    ongoing = [await _ongoing(live_matches, unfinished, player_id) for unfinished in found]
    return sorted(ongoing, key=lambda one: (not one.awaited, one.since if one.awaited else -one.row.created_at))


def awaited_in(ongoing: Iterable[OngoingMatch], but: str = "") -> list[OngoingMatch]:
    """Return the matches in which the player is awaited, except the one whose id is `but`."""
    return [one for one in ongoing if one.awaited and one.row.id != but]


async def _ongoing(live_matches: LiveMatches, unfinished: UnfinishedMatch, player_id: str) -> OngoingMatch:
    row = unfinished.row
    seat = row.seat_of(player_id)
    if is_gathering(row):
        awaited = seat is not None and not has_come(row, seat)
    else:
        awaited = seat is not None and row.has_two_guests and player_id in await _awaited(live_matches, unfinished)
    live = live_matches.cached(row.id)
    return OngoingMatch(row, seat, awaited, unfinished.since, live.match if live else None)


async def _awaited(live_matches: LiveMatches, unfinished: UnfinishedMatch) -> frozenset[str]:
    """Return the players who are awaited, by id; a match that cannot be loaded waits for nobody."""
    row = unfinished.row
    try:
        live = await live_matches.get(row.id)
        if live.seq < unfinished.seq or live.row.version < row.version:  # another worker plays it
            async with live.lock:
                await live_matches.refresh(live)
    except AppError:
        return frozenset()
    if live.row.status == "over":
        return frozenset()
    return frozenset(guest.id for seat in live.last.to_act for guest in live.row.awaited_at(seat, live.match))
