"""What the players of a duel agree on: a draw (R7.1), or that one of them plays a finished turn again.

An offer is a column of the match's row. A draw's stands until it is answered, withdrawn, or the opponent plays on; one
to take a turn back is about a certain moment: any action makes it void.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Literal

import sqlalchemy as sa

from app.commit import Writer
from app.errors import AppError
from app.matches import store
from app.matches.models import Meta, Seat, Viewer, matches, other
from app.matches.room import Room, Update

Answer = Literal["offer", "withdraw", "accept", "decline"]
Play = Callable[[Room, Seat, dict[str, Any]], Awaitable[Update]]

DRAW = {"type": "draw"}
TAKEBACK = {"type": "takeback"}


class OfferService:
    """Makes and answers offers. Whoever calls holds the room's lock; `play` carries out what was agreed on."""

    def __init__(self, writer: Writer, changed: Callable[[Room, Meta], None], play: Play) -> None:
        self._writer = writer
        self._changed = changed
        self._play = play

    async def draw(self, room: Room, seat: Seat, do: Answer) -> None:
        """An offer of a draw. Two at one device have agreed before they say so: an offer is accepted at once."""
        _check_playing(room)
        if room.meta.hotseat and do == "offer":
            await self._set_draw(room, None, seat)
            do, seat = "accept", other(seat)
        offer = room.meta.draw_offer
        if do == "accept" or (do == "offer" and offer == other(seat)):
            if offer != other(seat):
                raise AppError("no_draw_offer", 409)
            await self._play(room, seat, DRAW)
        elif do == "offer":
            await self._set_draw(room, None, seat)
        else:
            await self._set_draw(room, seat if do == "withdraw" else other(seat), None)

    async def _set_draw(self, room: Room, old: Viewer, new: Viewer) -> None:
        if room.meta.draw_offer == new:
            return
        standing = matches.c.draw_offer.is_(None) if old is None else matches.c.draw_offer == old
        await self._set(room, standing, code="no_draw_offer", draw_offer=new)

    async def takeback(self, room: Room, seat: Seat, do: Answer) -> None:
        """An offer to let the one at `seat` play the last finished turn again, as a courtesy of the opponent.

        AppError: nothing_to_take_back (422), stale_offer (409: the other player asks for the same),
        no_takeback_offer (409).
        """
        _check_playing(room)
        standing = room.takeback
        if do == "offer":
            await self._ask_back(room, seat, standing)
        elif do == "accept":
            await self._give_back(room, other(seat))
        elif standing is not None:
            asking = seat if do == "withdraw" else other(seat)
            await self._set(room, matches.c.takeback_offer == asking, code="no_takeback_offer", takeback_offer=None)

    async def _ask_back(self, room: Room, seat: Seat, standing: Viewer) -> None:
        if standing == other(seat):
            raise AppError("stale_offer", 409)
        if room.match is None or not room.match.can_take_back(seat):
            raise AppError("nothing_to_take_back", 422)
        if standing is None:
            now = sa.literal(room.seq) == store.LAST_SEQ
            await self._set(room, now, code="stale_offer", takeback_offer=seat, takeback_seq=room.seq)
        if room.meta.hotseat:
            await self._give_back(room, seat)

    async def _give_back(self, room: Room, seat: Seat) -> None:
        """The opponent of `seat` consents."""
        if room.takeback != seat:
            raise AppError("no_takeback_offer", 409)
        await self._play(room, seat, TAKEBACK)

    async def _set(self, room: Room, *conditions: sa.ColumnElement[bool], code: str, **values: Any) -> None:
        changed = store.change(room.id, matches.c.status == "playing", *conditions, code=code, **values)
        await self._writer.job(changed, partial(self._changed, room))


def _check_playing(room: Room) -> None:
    if room.meta.status != "playing" or room.meta.mode != "duel":
        raise AppError("not_playing", 422)


def last_to_move(room: Room) -> Seat:
    """Whose turn was finished last: at a hot seat it is that one which both would rather play again."""
    assert room.match is not None
    assert room.match.position is not None
    return "A" if room.match.position.active else "B"
