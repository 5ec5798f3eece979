"""Players' own acts: entering a tournament, pausing, leaving, and waiting for the next match of an arena."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.contests.tournaments import permits
from app.contests.tournaments.permits import OwnAct
from app.contests.tournaments.reading import TournamentReader
from app.contests.tournaments.rules.own_cards import BoardReport
from app.contests.tournaments.rules.types import EntryState
from app.contests.tournaments.running import own_cards, rounds
from app.contests.tournaments.schemas import BoardReportIn
from app.contests.tournaments.storage import admitting, statements
from app.contests.tournaments.storage.admitting import NewEntry
from app.contests.tournaments.storage.writing import TournamentWriter
from app.contests.tournaments.tournament import BoardPart, StoredTournament, TournamentEntry, load
from app.people.players.player import Player


class Entering:
    """Carries out what players ask for themselves."""

    def __init__(self, reader: TournamentReader, writer: TournamentWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def enter(
        self, tournament_id: str, player: Player, deck: int | list[str] | None, invite: str | None, address: str | None
    ) -> TournamentEntry:
        """Enter a tournament, or come back to it. `address` is the hash of the player's address.

        AppError: tournament_closed, tournament_full, tournament_crowded, tournament_by_invitation,
        tournament_bars_you, no_programs_here, own_deck_needed, no_deck_needed.
        """
        organizes = await self._reader.is_organizer(await self._reader.current(tournament_id), player)
        new = NewEntry(player, deck, invite, address, organizes)
        return await self._writer.write(tournament_id, partial(admitting.enter, new=new), code=Code.tournament_closed)

    async def withdraw(self, tournament_id: str, player: Player) -> TournamentEntry:
        """Leave a tournament: a match in play continues, but there is no further one. AppError(not_entered)."""
        return await self._set_own(tournament_id, player, "withdraw", "out")

    async def pause_own(self, tournament_id: str, player: Player) -> TournamentEntry:
        """Play no further round until `resume_own`. AppError(not_entered)."""
        return await self._set_own(tournament_id, player, "pause", "paused")

    async def resume_own(self, tournament_id: str, player: Player) -> TournamentEntry:
        """Play again, from the next round on, with all results; also after withdrawing. AppError: not_entered,
        tournament_bars_you, tournament_closed for who never had a place."""
        return await self._set_own(tournament_id, player, "resume", "in")

    async def report(self, tournament_id: str, player: Player, given: BoardReportIn) -> None:
        """Report the result of a player's own board, played with the cards. AppError: no_such_board, not_your_board,
        board_on_site, result_stands, not_now_in_tournament."""

        def write(connection: sa.Connection, tournament: StoredTournament) -> None:
            board = tournament.board(given.round, given.board)
            permits.check(permits.report_refusal(tournament, board, player))
            own_cards.report(connection, tournament, board, player, BoardReport(given.outcome, given.rated))

        part = BoardPart(player.id, given.round, given.board)
        await self._writer.write(tournament_id, write, *permits.RUNNING, "over", part=part, counts=False)

    async def wait(self, tournament_id: str, player: Player) -> None:
        """Store that a player waits for the next match of an arena. AppError(not_entered)."""
        entry = (await self._reader.current(tournament_id)).entry_of(player)
        if entry is None:
            raise AppError(Code.not_entered)
        await self.note_here(tournament_id, entry)
        self._reader.feed.on_change(tournament_id)

    async def note_here(self, tournament_id: str, entry: TournamentEntry, *, here: bool = True) -> None:
        """Note that the player of an entry has the tournament's page open, or no longer. Readers learn it from
        `LiveStates`."""
        noted = rounds.waits(tournament_id, entry.number, self._reader.site_time() if here else None)
        await self._writer.job(lambda connection: connection.execute(noted))

    async def _set_own(self, tournament_id: str, player: Player, act: OwnAct, state: EntryState) -> TournamentEntry:
        """Write a player's act on their entry; one that is as they want it stays as it is."""

        def write(connection: sa.Connection, tournament: StoredTournament) -> TournamentEntry:
            entry = tournament.entry_of(player)
            if entry is not None and entry.state == state:
                return entry
            if entry is not None and entry.state == "out":  # there may be no room for a player who comes back
                tournament = load(tournament.id)(connection)
            permits.check(permits.own_refusal(tournament, entry, act))
            assert entry is not None
            if entry.state == "out":
                return admitting.come_back(connection, tournament, entry, invited=tournament.is_organizer(player))
            statements.change_entry(connection, tournament, entry.number, state=state)
            return replace(entry, state=state)

        return await self._writer.write(tournament_id, write, part=BoardPart(player.id))
