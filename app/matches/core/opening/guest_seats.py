"""Sitting down by a secret link at a match that others play: at a side that two may hold (H12), or as the coach."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import NamedTuple

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.group_commit import Writer
from app.matches.core.features import coach, team
from app.matches.core.features.feature import StoredValue
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.memory.live_matches import LiveMatches
from app.matches.core.memory.presence import PresenceService
from app.matches.core.reader_role import Sides
from app.matches.core.seat_holder import COACH, FREE, Partners, SeatChange
from app.matches.core.storage import store
from app.matches.core.storage.models import matches
from app.people.players.player import Player
from engine.seat import SEATS, Seat


class Invitations(NamedTuple):
    """The secret parts of a player's links: to sit down at their side, and for the coach; None where there is none."""

    partner: str | None
    coach: str | None


class OpenSeat(NamedTuple):
    """The seat that a link offers: at a side, or that of the coach, who sees these hands."""

    seat: Seat | None
    sees: Sides | None


class GuestSeats:
    """Seats partners and coaches. `changed` takes a changed row into the match in memory and publishes it."""

    def __init__(
        self,
        writer: Writer,
        live_matches: LiveMatches,
        presence: PresenceService,
        changed: Callable[[LiveMatch, MatchRow], None],
        check_may_meet: Callable[[Player, Iterable[Player]], Awaitable[None]],
    ) -> None:
        self._writer = writer
        self._live_matches = live_matches
        self._presence = presence
        self._changed = changed
        self._check_may_meet = check_may_meet

    async def invitations(self, match_id: str, player: Player) -> Invitations:
        """Return the links that a player may pass on. AppError(not_your_seat)."""
        row = (await self._live_matches.current(match_id)).row
        seat = row.seat_for(player.id)
        partner = team.KEYS[seat].of(row) if team.may_be_joined(row, seat) else None
        return Invitations(partner, coach.KEY.of(row) if row.coach is None and row.status != "over" else None)

    async def offered(self, match_id: str, key: str) -> OpenSeat:
        """Return what a link offers now. AppError: no_such_match, no_room_beside."""
        return _offered(await self._live_matches.current(match_id), key)

    async def sit(self, match_id: str, player: Player, key: str) -> LiveMatch:
        """Take the seat that a link offers; a player who has it already stays.

        AppError: no_such_match, no_room_beside, seated_already, blocked.
        """
        live = await self._live_matches.current(match_id)
        people = (*live.row.guests, *((live.row.coach,) if live.row.coach else ()))
        await self._check_may_meet(player, people)
        async with live.lock:
            await self._live_matches.refresh(live)
            if any(player.id == person.id for person in people):
                raise AppError(Code.seated_already)
            offered = _offered(live, key)
            change = _coach_sits(live.row, player) if offered.seat is None else _sits(live.row, offered.seat, player)
            still = (matches.c.status != "over", change.key)
            found = store.change(live.id, {}, *still, code=Code.no_room_beside, seated=change.seated)
            await self._writer.job(found, partial(self._changed, live))
        self._presence.settle(live)
        return live


class SeatTaken(NamedTuple):
    """A seat that somebody takes by a link, and the condition that the link is still the same."""

    seated: SeatChange
    key: sa.ColumnElement[bool]


def _offered(live: LiveMatch, key: str) -> OpenSeat:
    row = live.row
    for seat in SEATS:
        if team.may_be_joined(row, seat) and _is_key(team.KEYS[seat].of(row), key):
            return OpenSeat(seat, None)
    if row.coach is None and row.status != "over" and _is_key(coach.KEY.of(row), key):
        return OpenSeat(None, coach.SEES.of(row))
    raise AppError(Code.no_room_beside)


def _is_key(known: str | None, given: str) -> bool:
    return known is not None and hmac.compare_digest(known.encode(), given.encode())


def _sits(row: MatchRow, seat: Seat, player: Player) -> SeatTaken:
    (holder,) = row.members(seat)
    return SeatTaken(SeatChange(seat, holder, Partners(holder, player)), _still(row, team.KEYS[seat]))


def _coach_sits(row: MatchRow, player: Player) -> SeatTaken:
    return SeatTaken(SeatChange(COACH, FREE, player), _still(row, coach.KEY))


def _still(row: MatchRow, key: StoredValue[str]) -> sa.ColumnElement[bool]:
    return matches.c[key.name] == key.of(row)
