"""A draw by agreement (R7.1). An offer stands until it is answered, withdrawn, or the opponent plays on.

A bot answers in `app/matches/core/computers/bot_answers.py`.
"""

from __future__ import annotations

from typing import Final, Literal

from app.base.errors import AppError, Code
from app.base.live.client_messages import FeatureIn
from app.matches.core.features.feature import Fact, Feature, OfferAnswer, PlayedAction, RowChange, StoredValue
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from engine.match import DRAW_AGREED
from engine.seat import Seat, Viewer, other

OFFER: Final = StoredValue[Seat]("draw_offer", length=1)


class DrawIn(FeatureIn):
    """A draw by agreement (R7.1): offer one, take your offer back, accept or decline the other's."""

    type: Literal["draw"] = "draw"
    do: OfferAnswer


class Draw(Feature):
    """Agree on a draw (R7.1). An offer stands until it is answered, withdrawn, or the opponent plays on."""

    name = "draw"
    message = DrawIn
    action = "draw"
    stored = (OFFER,)
    template = "matches/features/draw.html"

    @classmethod
    def keys(cls, row: MatchRow) -> dict[str, Fact]:
        """The key of the state: the seat that offers."""
        return {"draw_offer": OFFER.of(row)}

    @classmethod
    def after(cls, row: MatchRow, played: PlayedAction) -> dict[str, Fact]:
        """The change that clears the offer: at the end, with a turn taken back, and when its receiver plays on."""
        lapses = played.over or played.kind == "takeback" or OFFER.of(row) == other(played.seat)
        return {OFFER.name: None} if lapses else {}

    @classmethod
    def conditions(cls, row: MatchRow, seat: Seat) -> RowChange:
        """Condition: the opponent's offer is still open."""
        return RowChange(Code.no_draw_offer, {}, (OFFER.among(other(seat)),))

    async def handle(self, live: LiveMatch, player_id: str, message: DrawIn, seat: Viewer) -> None:
        """Offer or answer a draw. Two at one device have agreed before they say so: their offer is accepted at once."""
        await self.say(live, live.row.seat_for(player_id, seat), message.do)

    async def say(self, live: LiveMatch, asking: Seat, do: OfferAnswer) -> None:
        """Offer or answer a draw for a seat; the match's lock is held."""
        check_playing(live)
        if live.row.hotseat and do == "offer":
            await self._set(live, None, asking)
            do, asking = "accept", other(asking)
        offer = OFFER.of(live.row)
        if do == "accept" or (do == "offer" and offer == other(asking)):
            if offer != other(asking):
                raise AppError(Code.no_draw_offer)
            await self.actions.play(live, asking, DRAW_AGREED)
        elif do == "offer":
            await self._set(live, None, asking)
        else:
            await self._set(live, asking if do == "withdraw" else other(asking), None)

    async def _set(self, live: LiveMatch, old: Viewer, new: Viewer) -> None:
        if OFFER.of(live.row) != new:
            change = RowChange(Code.no_draw_offer, {OFFER.name: new}, (OFFER.among(old),), statuses=("playing",))
            await self.actions.change(live, change)


def check_playing(live: LiveMatch) -> None:
    """Raise AppError(not_playing) unless two players, people or bots, are in the middle of their match."""
    if live.row.status != "playing" or live.row.has_automaton:
        raise AppError(Code.not_playing)
