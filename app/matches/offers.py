"""Agreements between the players of a duel: a draw (R7.1), or a finished turn played again.

An offer is a column of the match's row. A draw's stands until it is answered, withdrawn, or the opponent plays on; one
to take a turn back is about a certain moment: any action makes it void.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import sqlalchemy as sa

from app.errors import AppError
from app.live.client_messages import Answer
from app.matches import store
from app.matches.live_match import LiveMatch, Update
from app.matches.match_row import MatchRow
from app.matches.models import matches
from app.matches.seats import Seat, Viewer, other
from app.store.group_commit import Writer

Play = Callable[[LiveMatch, Seat, dict[str, Any]], Awaitable[Update]]

DRAW = {"type": "draw"}
TAKEBACK = {"type": "takeback"}


class OfferService:
    """Makes and answers offers. Whoever calls holds the match's lock; `play` carries out what was agreed on."""

    def __init__(self, writer: Writer, changed: Callable[[LiveMatch, MatchRow], None], play: Play) -> None:
        self._writer = writer
        self._changed = changed
        self._play = play

    async def draw(self, live: LiveMatch, seat: Seat, do: Answer) -> None:
        """Offer or answer a draw. Two at one device have agreed before they say so: their offer is accepted at once."""
        _check_playing(live)
        if live.row.hotseat and do == "offer":
            await self._set_draw(live, None, seat)
            do, seat = "accept", other(seat)
        offer = live.row.draw_offer
        if do == "accept" or (do == "offer" and offer == other(seat)):
            if offer != other(seat):
                raise AppError("no_draw_offer", 409)
            await self._play(live, seat, DRAW)
        elif do == "offer":
            await self._set_draw(live, None, seat)
        else:
            await self._set_draw(live, seat if do == "withdraw" else other(seat), None)

    async def _set_draw(self, live: LiveMatch, old: Viewer, new: Viewer) -> None:
        if live.row.draw_offer == new:
            return
        standing = matches.c.draw_offer.is_(None) if old is None else matches.c.draw_offer == old
        await self._set(live, standing, code="no_draw_offer", draw_offer=new)

    async def takeback(self, live: LiveMatch, seat: Seat, do: Answer) -> None:
        """Offer or answer that the player at `seat` plays the last finished turn again, as a courtesy of the opponent.

        AppError: nothing_to_take_back (422), stale_offer (409: the other player asks for the same),
        no_takeback_offer (409).
        """
        _check_playing(live)
        standing = live.takeback
        if do == "offer":
            await self._ask_back(live, seat, standing)
        elif do == "accept":
            await self._give_back(live, other(seat))
        elif standing is not None:
            asking = seat if do == "withdraw" else other(seat)
            await self._set(live, matches.c.takeback_offer == asking, code="no_takeback_offer", takeback_offer=None)

    async def _ask_back(self, live: LiveMatch, seat: Seat, standing: Viewer) -> None:
        if standing == other(seat):
            raise AppError("stale_offer", 409)
        if live.match is None or not live.match.can_take_back(seat):
            raise AppError("nothing_to_take_back", 422)
        if standing is None:
            now = sa.literal(live.seq) == store.LAST_SEQ
            await self._set(live, now, code="stale_offer", takeback_offer=seat, takeback_seq=live.seq)
        if live.row.hotseat:
            await self._give_back(live, seat)

    async def _give_back(self, live: LiveMatch, seat: Seat) -> None:
        """Give the turn of `seat` back: the opponent consents."""
        if live.takeback != seat:
            raise AppError("no_takeback_offer", 409)
        await self._play(live, seat, TAKEBACK)

    async def _set(self, live: LiveMatch, *conditions: sa.ColumnElement[bool], code: str, **values: Any) -> None:
        changed = store.change(live.id, matches.c.status == "playing", *conditions, code=code, **values)
        await self._writer.job(changed, partial(self._changed, live))


def _check_playing(live: LiveMatch) -> None:
    if live.row.status != "playing" or not live.row.has_two_guests:
        raise AppError("not_playing", 422)


def last_to_move(live: LiveMatch) -> Seat:
    """Return whose turn was finished last: at a hot seat this is the turn that both want back."""
    assert live.match is not None
    assert live.match.position is not None
    return "A" if live.match.position.active else "B"
