"""Another match after this one: the next of its series (H11), which waits until both are there (`gathering.py`), else
one with the seats changed, when both have asked."""

from __future__ import annotations

from typing import Final, Literal

from app.base.errors import AppError, Code
from app.base.live.client_messages import FeatureIn
from app.base.tasks import TaskSet
from app.matches.core.features import series
from app.matches.core.features.feature import Fact, Feature, MatchActions, RowChange, StoredValue
from app.matches.core.features.gathering import SEEN, has_changed, is_gathering, missing
from app.matches.core.features.tournament import TOURNAMENT
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.live.update import Change
from app.matches.core.match_row import MatchRow
from engine.seat import SEATS, Seat, Viewer

OFFER: Final = StoredValue[Seat]("rematch_offer", length=1)
NEXT: Final = StoredValue[str]("next_id", length=32)


class RematchIn(FeatureIn):
    """A wish for another match."""

    type: Literal["rematch"] = "rematch"


class Rematch(Feature):
    """Ask for another match, seats changed; when both have asked, `next` is its id (solo, and in a series: at once).

    The next match of a series begins when both are there.
    """

    follows_moves = False
    name = "rematch"
    message = RematchIn
    price = "create"
    refusals = (401, 403, 404, 409, 429)
    stored = (OFFER, NEXT, *SEEN.values())

    def __init__(self, actions: MatchActions) -> None:
        super().__init__(actions)
        self._tasks = TaskSet()

    @classmethod
    def keys(cls, row: MatchRow) -> dict[str, Fact]:
        """Return the seat that asks, and the id of the next match."""
        return {"rematch_offer": OFFER.of(row), "next": NEXT.of(row)}

    async def handle(self, live: LiveMatch, player_id: str, message: RematchIn, seat: Viewer) -> None:
        """Ask for the next match, or open it: alone, at a hot seat, and where a series continues, at once.

        A player who asks for the next match of a series has come to it.

        AppError: not_over, next_by_tournament.
        """
        row = live.row
        asking = None if row.hotseat and row.seats_of(player_id) else live.row.seat_for(player_id)
        if row.status != "over" or row.started_at is None:
            raise AppError(Code.not_over)
        if row.has_former_player:
            raise AppError(Code.opponent_left)
        follows = series.goes_on(row)
        opened = NEXT.of(row)
        if opened is None:
            if TOURNAMENT.of(row) is not None:
                raise AppError(Code.next_by_tournament)
            if row.has_two_guests and asking is not None and not follows and OFFER.of(row) in (None, asking):
                free = OFFER.among(None, asking)
                await self.actions.change(
                    live, RowChange(Code.stale_offer, {OFFER.name: asking}, (NEXT.among(None), free))
                )
                return
            opened = await self.actions.open_next(live)
            await self.actions.change(live, RowChange(Code.stale_offer, {NEXT.name: opened}, (NEXT.among(None),)))
        if follows and asking is not None:
            await self._come(await self.actions.live_match(opened), asking)

    # -- the next match of a series waits for both

    def opened(self, live: LiveMatch) -> None:
        """Let it begin if both are there."""
        self._observe(live)

    def changed(self, live: LiveMatch, change: Change) -> None:
        """Let it begin if both are there now."""
        self._observe(live)

    def _observe(self, live: LiveMatch) -> None:
        if is_gathering(live.row):
            here = [seat for seat in SEATS if live.last.presence.at(seat)]
            if here:
                self._tasks.run(self._come(live, *here))

    async def asked(self, live: LiveMatch, seat: Viewer) -> None:
        """Count the program of this seat as present."""
        if seat is not None and is_gathering(live.row):
            await self._come(live, seat)

    async def _come(self, live: LiveMatch, *seats: Seat) -> None:
        now = self.actions.site_time()
        try:
            async with live.lock:
                if not is_gathering(live.row):
                    return
                if not set(missing(live, now)) - set(seats):
                    await self.actions.begin(live)
                    return
                news = {SEEN[seat].name: now for seat in seats if has_changed(live.row, seat, now)}
                if news:
                    await self.actions.change(live, RowChange(Code.already_begun, news, statuses=("open",)))
        except AppError as error:
            if error.code != "already_begun":  # else another worker was faster
                raise

    async def due(self) -> None:
        """Close the matches to which, for a day, not both have come."""
        await self.actions.close_ungathered()

    def close(self) -> None:
        """End what is under way."""
        self._tasks.cancel()
