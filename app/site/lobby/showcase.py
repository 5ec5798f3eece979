"""The match that start pages show as a small live table: a public one in play, else the last that was played out."""

from __future__ import annotations

from typing import Final, NamedTuple

from app.base.errors import AppError
from app.base.live.copy import Copy
from app.base.tasks import TaskHealth
from app.matches.core.match_row import MatchRow
from app.matches.core.service import MatchService
from app.matches.table import board
from app.matches.table.board import Board
from app.site.lobby.copies import LobbyCopy
from engine.match import Match

EVERY: Final = 3.0  # seconds between two looks, while somebody follows


class ShownMatch(NamedTuple):
    """A match as somebody without a seat sees it."""

    row: MatchRow
    match: Match
    board: Board


class ShowcaseCopy(Copy[None, ShownMatch | None]):
    """One copy for all start pages; None on a site where there is nothing to be seen."""

    def __init__(self, lobby: LobbyCopy, matches: MatchService, health: TaskHealth | None = None) -> None:
        super().__init__("showcase", self._look, again=lambda _: EVERY, health=health)
        self._lobby = lobby
        self._matches = matches

    async def _look(self, _: None, before: ShownMatch | None) -> ShownMatch | None:
        now = await self._lobby.current(None)
        played = () if now.watched else await self._matches.lobby.played_out()
        for row in (*now.watched, *played):
            try:
                live = await self._matches.live_matches.current(row.id)
            except AppError:
                continue  # it was deleted in this moment
            if before is not None and before.match is live.match and before.row is live.row:
                return before
            if live.match is not None and live.match.position is not None:
                return ShownMatch(live.row, live.match, board.build(live.match, None))
        return None
