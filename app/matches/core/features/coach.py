"""A coach at a friendly match, if both sides agree: sees hands as agreed, and may take the match back a turn.

The coach sits down by a link (`app/matches/core/opening/guest_seats.py`); what a coach draws is a part of the chat.
"""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from app.base.errors import AppError, Code
from app.base.live.client_messages import FeatureIn
from app.matches.core.features.clock import clock_option
from app.matches.core.features.draw import check_playing
from app.matches.core.features.feature import Fact, Feature, RowChange, StoredValue
from app.matches.core.features.takeback import give_back
from app.matches.core.features.team import new_key
from app.matches.core.features.tournament import TOURNAMENT
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.reader_role import Sides
from app.matches.core.seat_holder import COACH, FREE, SeatChange
from engine.seat import Seat, Viewer, other

SEES: Final = StoredValue[Sides]("coach_sees", length=2)
KEY: Final = StoredValue[str]("coach_key", length=24)
OFFER: Final = StoredValue[Seat]("coach_offer", length=1)
WISH: Final = StoredValue[Sides]("coach_wish", length=2)

KEYS: Final = ("coach", "coach_sees", "coach_offer", "coach_wish")


class CoachIn(FeatureIn):
    """A coach for the match: offer one who `sees` one hand or both, withdraw that, accept the other's offer, naming
    what that one `sees`, or decline it; end the coaching; as the
    coach take the match back a turn."""

    type: Literal["coach"] = "coach"
    do: Literal["offer", "withdraw", "accept", "decline", "end", "take_back"]
    sees: Sides | None = Field(default=None, description="with `offer` and `accept`: the hands that the coach sees")

    @property
    def named(self) -> Sides:
        """The hands that an offer or an acceptance names; AppError(malformed) without them: the widest is no default
        for something that both must have agreed on."""
        if self.sees is None:
            raise AppError(Code.malformed, detail=AppError(Code.sent_missing, key="sees"))
        return self.sees


class Coaching(Feature):
    """Agree on a coach, who sees hands as agreed and may take the match back a turn; not at rated matches."""

    name = "coach"
    message = CoachIn
    stored = (SEES, KEY, OFFER, WISH)
    template = "matches/features/coach.html"

    @classmethod
    def keys(cls, row: MatchRow) -> dict[str, Fact]:
        """Return the coach's name, the hands as agreed, who offers what; nothing at other matches."""
        facts = (row.coach.name if row.coach else None, SEES.of(row), OFFER.of(row), WISH.of(row))
        return {key: fact for key, fact in zip(KEYS, facts, strict=True) if fact is not None} if any(facts) else {}

    async def handle(self, live: LiveMatch, player_id: str, message: CoachIn, seat: Viewer) -> None:
        """Carry out what a player, or the coach, says.

        AppError: malformed, no_coach_here, coach_settled, no_coach_offer, nothing_to_take_back.
        """
        if message.do == "take_back":
            await self._take_back(live, player_id)
            return
        asking = live.row.seat_for(player_id, seat)
        match message.do:
            case "offer":
                await self._offer(live, asking, message.named)
            case "accept":
                await self._accept(live, asking, message.named)
            case "end":
                gone = SeatChange(COACH, None, FREE)
                values = {SEES.name: None, KEY.name: None}
                await self.actions.change(live, RowChange(Code.not_playing, values, seated=gone))
            case "withdraw" | "decline":
                offered = OFFER.among(asking if message.do == "withdraw" else other(asking))
                await self.actions.change(live, RowChange(Code.no_coach_offer, _NO_OFFER, (offered,)))

    async def _offer(self, live: LiveMatch, asking: Seat, sees: Sides) -> None:
        check_playing(live)
        refusal = coach_refusal(live.row)
        if refusal is not None:
            raise AppError(refusal)
        wish = {OFFER.name: asking, WISH.name: sees}
        free = (OFFER.among(None, asking), SEES.among(None))
        await self.actions.change(live, RowChange(Code.coach_settled, wish, free, statuses=("playing",)))

    async def _accept(self, live: LiveMatch, asking: Seat, sees: Sides) -> None:
        """Agree to what the acceptance names: an offer that was changed meanwhile is another one."""
        agreed = {SEES.name: sees, KEY.name: new_key(), **_NO_OFFER}
        seen = (OFFER.among(other(asking)), WISH.among(sees))
        await self.actions.change(live, RowChange(Code.no_coach_offer, agreed, seen, statuses=("playing",)))

    async def _take_back(self, live: LiveMatch, player_id: str) -> None:
        """Take the last finished turn back, in the name of whose it was."""
        if live.row.coach is None or live.row.coach.id != player_id:
            raise AppError(Code.not_the_coach)
        check_playing(live)
        await give_back(self.actions, live)


_NO_OFFER: Final = {OFFER.name: None, WISH.name: None}


def coach_refusal(row: MatchRow) -> Code | None:
    """Return why there can be no coach; None where both sides may agree on one.

    Only at friendly matches of people at two devices without clocks, and not in tournaments.
    """
    if row.rated or TOURNAMENT.of(row) is not None or row.hotseat or not row.has_two_guests:
        return Code.no_coach_here
    if clock_option(row) is not None:
        return Code.no_coach_by_clock
    return Code.coach_settled if SEES.of(row) is not None else None
