"""Quick match: the seat at a table that waits for the same game, or a new table, which the next player finds.

The tables that wait are the queue: one transaction looks for a table and, where there is none, opens one, at one worker
after the other. So of two who ask at the same moment the second finds the first.
"""

from __future__ import annotations

from itertools import islice
from typing import Final, NamedTuple

import sqlalchemy as sa

from app.base.errors import AppError
from app.base.seconds import DAY
from app.base.store.database import Database
from app.matches.core import stored_options
from app.matches.core.features.clock import clock_option
from app.matches.core.finding.games import is_usual
from app.matches.core.finding.lobby import Listing
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.schemas import NewMatch
from app.matches.core.service import MatchService
from app.matches.core.storage.models import match_row_of, matches, select_matches
from app.people.players.player import Player

TABLES_COUNTED: Final = 20  # tables by which a wait is estimated
TABLES_SEARCHED: Final = 10 * TABLES_COUNTED  # tables among which those are searched
SINCE: Final = 14 * DAY  # seconds
GONE: Final = ("match_full", "table_closed", "no_such_match", "already_begun")


class Wait(NamedTuple):
    """The wait of an open table, in seconds, and whether somebody joined."""

    seconds: float
    met: bool


class QuickMatch:
    """Finds opponents."""

    def __init__(self, matches: MatchService, database: Database) -> None:
        self._matches = matches
        self._database = database

    async def play(
        self, player: Player, wish: NewMatch, address: str | None = None, *, chosen: bool = False
    ) -> LiveMatch:
        """Sit down where somebody waits for the same game, else open a table for the next who does; the match.

        `wish` has nothing special; who has not `chosen` its deck gets the most even one against somebody who waits. A
        player who waits already stays there. AppError(too_many_tables).
        """
        new = wish.model_copy(update={"public": True})
        passed: set[str] = set()
        while True:
            listing = Listing(passed=frozenset(passed))
            live = await self._matches.opening.create(player, new, address=address, listing=listing)
            if live.row.seats_of(player.id):
                return live
            own = chosen and new.deck not in live.row.options["decks"].values()
            deck = new.deck if own else stored_options.evenest_for(live.row.options)
            try:
                return await self._matches.joining.join(live.id, player, deck)
            except AppError as error:  # somebody was faster, or its host has closed it
                if error.code not in GONE:
                    raise
                if live.row.free_seat is None:  # else its host has only chosen another deck
                    passed.add(live.id)

    async def go_on(self, player: Player, live: LiveMatch, address: str | None = None) -> LiveMatch:
        """Return the table at which a player who waits here should be: another one, if there is one for the same game.

        Two may come to wait for each other where one was away when the other asked.
        """
        row = live.row
        if row.free_seat is None or await self._matches.lobby.same_game(live.id, player.id) is None:
            return live
        own = next(iter(row.options["decks"].values()), 1)
        same = {"edition": row.edition, "format": row.format, "deck": own, "clock": clock_option(row)}
        wish = NewMatch.model_validate(same)
        try:
            await self._matches.open_tables.cancel(live.id, player)
        except AppError as error:
            if error.code != "already_begun":
                raise
            return live
        return await self.play(player, wish, address, chosen=True)

    async def waits(self, edition: str, played: str, clock: str | None, now: float) -> list[Wait]:
        """The waits of the last tables that a quick match of this kind would meet (clocks as stored; None: none),
        the newest first; those that still wait are left out."""
        table = matches.c
        ended = sa.or_(table.started_at.is_not(None), table.status == "over")
        query = (
            select_matches()
            .where(table.public, table.rematch_of.is_(None), table.created_at > now - SINCE, ended)
            .where(table.edition == edition, table.format == played, table.clock == clock)
            .order_by(table.created_at.desc())
            .limit(TABLES_SEARCHED)
        )

        def read(connection: sa.Connection) -> list[MatchRow]:
            found = (match_row_of(row) for row in connection.execute(query))
            return list(islice(filter(is_usual, found), TABLES_COUNTED))

        return [_wait(row) for row in await self._database.read(read)]


def _wait(row: MatchRow) -> Wait:
    end = row.started_at or row.finished_at or row.created_at
    return Wait(max(0.0, end - row.created_at), row.started_at is not None and not row.bots)
