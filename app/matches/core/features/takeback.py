"""A finished turn played again, as a courtesy of the opponent.

A request is for a certain moment: any action makes it void. A bot always agrees. See docs/decisions/going-back.md.
"""

from __future__ import annotations

from typing import Final, Literal

from app.base.errors import AppError, Code
from app.base.live.client_messages import FeatureIn
from app.matches.core.features.draw import check_playing
from app.matches.core.features.feature import Fact, Feature, MatchActions, OfferAnswer, RowChange, StoredValue
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from engine.errors import EngineError
from engine.match import Match
from engine.seat import Seat, Viewer, other

OFFER: Final = StoredValue[Seat]("takeback_offer", length=1)
SEQ: Final = StoredValue[int]("takeback_seq")
ACTION: Final = {"type": "takeback"}


class TakebackIn(FeatureIn):
    """A finished turn played again by consent: ask for it, withdraw that, accept or decline the other's."""

    type: Literal["takeback"] = "takeback"
    do: OfferAnswer


class Takeback(Feature):
    """Take your last finished turn back, if the opponent accepts. The offer lapses with the next action."""

    name = "takeback"
    message = TakebackIn
    action = "takeback"
    stored = (OFFER, SEQ)
    template = "matches/features/takeback.html"

    @classmethod
    def keys_after(cls, row: MatchRow, seq: int) -> dict[str, Fact]:
        """The key of the state: the seat that asks."""
        return {"takeback_offer": _asking(row, seq)}

    @classmethod
    def choices_now(cls, match: Match | None, viewer: Viewer, both: bool) -> dict[str, bool]:
        """True if there is a finished turn of the viewer's to ask for; at a hot seat, of the last who moved."""
        seat = _last_to_move(match) if both else viewer
        return {"can_take_back": match is not None and seat is not None and match.can_take_back(seat)}

    @classmethod
    def conditions(cls, row: MatchRow, seat: Seat) -> RowChange:
        """Condition: the offer is still open. Change: it is cleared."""
        return RowChange(Code.no_takeback_offer, {OFFER.name: None}, (OFFER.among(seat),))

    async def handle(self, live: LiveMatch, player_id: str, message: TakebackIn, seat: Viewer) -> None:
        """Offer or answer that the last finished turn is played again; at a hot seat the last one of both, at once.

        AppError: nothing_to_take_back, stale_offer (the other player asks for the same),
        no_takeback_offer.
        """
        asking = live.row.seat_for(player_id, _last_to_move(live.match) if live.row.hotseat else None)
        check_playing(live)
        standing = _asking(live.row, live.seq)
        if message.do == "offer":
            await self._ask(live, asking, standing)
        elif message.do == "accept":
            await self._give(live, other(asking))
        elif standing is not None:
            offered = OFFER.among(asking if message.do == "withdraw" else other(asking))
            gone = RowChange(Code.no_takeback_offer, {OFFER.name: None}, (offered,), statuses=("playing",))
            await self.actions.change(live, gone)

    async def _ask(self, live: LiveMatch, seat: Seat, standing: Viewer) -> None:
        if standing == other(seat):
            raise AppError(Code.stale_offer)
        if live.match is None or not live.match.can_take_back(seat):
            raise AppError(EngineError("nothing_to_take_back"))
        if standing is None:
            asked = {OFFER.name: seat, SEQ.name: live.seq}
            await self.actions.change(live, RowChange(Code.stale_offer, asked, statuses=("playing",), newest=live.seq))
        if live.row.hotseat or other(seat) in live.row.bots:
            await self._give(live, seat)

    async def _give(self, live: LiveMatch, seat: Seat) -> None:
        """Give the turn of `seat` back: the opponent consents."""
        if _asking(live.row, live.seq) != seat:
            raise AppError(Code.no_takeback_offer)
        await self.actions.play(live, seat, ACTION)


async def give_back(actions: MatchActions, live: LiveMatch) -> None:
    """Take back the last finished turn of either seat, without asking. AppError(nothing_to_take_back)."""
    seat = _last_to_move(live.match)
    if seat is None or live.match is None or not live.match.can_take_back(seat):
        raise AppError(EngineError("nothing_to_take_back"))
    asked = {OFFER.name: seat, SEQ.name: live.seq}
    await actions.change(live, RowChange(Code.stale_offer, asked, statuses=("playing",), newest=live.seq))
    await actions.play(live, seat, ACTION)


def _asking(row: MatchRow, seq: int) -> Viewer:
    """Return the seat that asks, while `seq` actions were played."""
    return OFFER.of(row) if SEQ.of(row) == seq and row.status == "playing" else None


def _last_to_move(match: Match | None) -> Viewer:
    """Return the seat that finished a turn last: at a hot seat this is the turn that both want back."""
    if match is None or match.position is None:
        return None
    return other(match.position.active)
