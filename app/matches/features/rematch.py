"""Another match after this one: the next of its series (H11) at once, else one with the seats changed, when both have
asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.errors import AppError
from app.matches.features import series
from app.matches.features.feature import Fact, Feature, RowChange, StoredValue
from engine.seat import Seat, Viewer

if TYPE_CHECKING:
    from app.matches.live_match import LiveMatch
    from app.matches.match_row import MatchRow

OFFER: Final = StoredValue[Seat]("rematch_offer", length=1)
NEXT: Final = StoredValue[str]("next_id", length=32)


class Rematch(Feature):
    """Ask for another match, seats changed; when both have asked, `next` is its id (solo, and in a series: at once)."""

    name = "rematch"
    price = "create"
    refusals = (401, 403, 404, 409, 429)
    stored = (OFFER, NEXT, *series.STORED)

    @classmethod
    def keys(cls, row: MatchRow, seq: int) -> dict[str, Fact]:
        """Return who asks, where the next match is, and how the series stands."""
        standing = series.series_of(row)
        return {
            "rematch_offer": OFFER.of(row),
            "next": NEXT.of(row),
            "best_of": standing.best_of if standing else None,
            "won_a": standing.won["A"] if standing else None,
            "won_b": standing.won["B"] if standing else None,
        }

    async def hear(self, live: LiveMatch, player_id: str, message: None, seat: Viewer) -> None:
        """Ask for the next match, or open it: alone, at a hot seat, and where a series goes on, at once.

        AppError(not_over, 409).
        """
        row = live.row
        asking = None if row.hotseat and row.seats_of(player_id) else live.row.seat_for(player_id)
        if row.status != "over" or row.started_at is None:
            raise AppError("not_over", 409)
        if row.has_former_player:
            raise AppError("opponent_left", 409)
        if NEXT.of(row) is not None:
            return
        agreed = series.goes_on(row)
        if row.has_two_guests and asking is not None and not agreed and OFFER.of(row) in (None, asking):
            free = OFFER.among(None, asking)
            await self.desk.change(live, RowChange("stale_offer", {OFFER.name: asking}, (NEXT.among(None), free)))
            return
        opened = {NEXT.name: await self.desk.open_next(live)}
        await self.desk.change(live, RowChange("stale_offer", opened, (NEXT.among(None),)))
