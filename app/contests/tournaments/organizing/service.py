"""Organizers' acts: opening a tournament, and their decisions about its entries, its course and its boards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.contests.tournaments import permits
from app.contests.tournaments.organizing import course, opening, rulings
from app.contests.tournaments.permits import RUNNING, BoardAct, CourseDecision, TournamentMoment
from app.contests.tournaments.reading import TournamentReader
from app.contests.tournaments.running.matches import MatchMaker
from app.contests.tournaments.schemas import (
    BoardKindIn,
    ByeIn,
    EntryActIn,
    ExtensionIn,
    ForfeitIn,
    NewTournament,
    RulingIn,
)
from app.contests.tournaments.storage import admitting, statements
from app.contests.tournaments.storage.writing import TournamentWriter
from app.contests.tournaments.tournament import StoredTournament, TournamentBoard, TournamentEntry
from app.matches.core.interventions import abort_all, give_time
from app.matches.core.opening.admission import Admission
from app.matches.core.service import MatchService
from app.people.players.player import Player
from engine.seat import Seat

T = TypeVar("T")


class Organizing:
    """Carries out what organizers decide, if `permits` allows it."""

    def __init__(
        self, reader: TournamentReader, writer: TournamentWriter, matches: MatchService, admission: Admission
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._matches = matches
        self._maker = MatchMaker(matches.opening)
        self._admission = admission

    async def may_organize(self, player: Player | None) -> bool:
        """True if this visitor may open tournaments here."""
        try:
            await self.check_may_organize(player)
        except AppError:
            return False
        return True

    async def check_may_organize(self, player: Player | None) -> None:
        """Raise AppError(organizer_needed) for a visitor who may not open tournaments here."""
        if self._admission.may_organize is not None:
            await self._admission.may_organize(player)

    async def create(self, player: Player, new: NewTournament) -> StoredTournament:
        """Open a tournament, and return it. AppError, or the engine's BadPosition, for options that do not fit.

        AppError(own_cards_unrated): nobody sees those matches, so a host vouches for the player who opens it.
        """
        await self.check_may_organize(player)
        await self._admission.check_may_open(player)
        self._admission.has_room()
        opening.check(new)
        if new.box and new.rated and not await self._reader.may_rate_own_cards(player):
            raise AppError(Code.own_cards_unrated)
        return await self._writer.job(partial(opening.open_tournament, by=player, new=new))

    # -- entries

    async def act_on_entry(self, tournament_id: str, player: Player, number: int, act: EntryActIn) -> None:
        """Approve, remove, pause or resume an entry, or make its player an organizer. AppError(no_such_entry)."""

        def write(connection: sa.Connection, now: TournamentMoment) -> None:
            entry = now.tournament.entry(number)
            permits.check(permits.entry_refusal(now, entry, act.do))
            if act.do == "organizer" and entry.player is not None:
                opening.add_organizer(connection, tournament_id, entry.player)
            else:
                admitting.set_state(connection, now.tournament, entry, act.do)
            statements.note(connection, tournament_id, player, act.do, act.reason, entry=number)

        await self._organize(tournament_id, player, write)

    async def add_computer(self, tournament_id: str, player: Player, level: int | None, why: str) -> TournamentEntry:
        """Add a computer player. AppError: no_computers_here, computers_need_people, tournament_full."""

        def write(connection: sa.Connection, now: TournamentMoment) -> TournamentEntry:
            permits.check(permits.course_refusal(now, "computer"))
            added = admitting.add_computer(connection, now.tournament, level)
            statements.note(connection, tournament_id, player, "computer", why, entry=added.number)
            return added

        return await self._organize(tournament_id, player, write)

    # -- the course of the tournament

    async def direct(self, tournament_id: str, player: Player, act: CourseDecision, why: str) -> None:
        """Carry out a decision on the course of a tournament (`course.DECISIONS`), and end the matches that it leaves
        without a board. AppError: too_few_entries, not_now_in_tournament, round_begun, own_board."""
        by = course.Directed(player, why, self._reader.site_time())

        def write(connection: sa.Connection, now: TournamentMoment) -> list[str]:
            permits.check(permits.course_refusal(now, act))
            if act == "end" and now.tournament.round:
                self._reader.feed.on_storing(connection, now.tournament, 0)
            return course.DECISIONS[act](connection, now.tournament, by=by)

        await abort_all(self._matches, await self._organize(tournament_id, player, write))

    # -- boards

    async def rule(self, tournament_id: str, player: Player, ruling: RulingIn) -> None:
        """Rule the result of a board, or take a ruling back. A match in play there ends; the outcome of its record
        stays, too.

        AppError: no_such_board, ruling_too_late, own_board.
        """
        await self._rule(tournament_id, player, ruling, "unrule" if ruling.outcome is None else "rule")

    async def forfeit(self, tournament_id: str, player: Player, given: ForfeitIn) -> None:
        """Let an entry forfeit its match: a ruling. AppError: no_such_board, no_such_entry, own_board."""
        result = (await self._board(tournament_id, given)).result
        outcome = "b" if given.number == result.a else "a"
        ruling = RulingIn(round=given.round, board=given.board, outcome=outcome, reason=given.reason)
        await self._rule(tournament_id, player, ruling, "forfeit")

    async def _rule(self, tournament_id: str, player: Player, ruling: RulingIn, act: BoardAct) -> None:
        match_id = (await self._reader.tournament(tournament_id)).board(ruling.round, ruling.board).match_id
        live = None if match_id is None else await self._matches.live_match(match_id)

        def write(connection: sa.Connection, now: TournamentMoment) -> list[str]:
            permits.check(permits.board_refusal(now, now.tournament.board(ruling.round, ruling.board), act))
            return rulings.rule(connection, now, player, ruling, act, live.match if live else None)

        await abort_all(self._matches, await self._organize(tournament_id, player, write))

    async def set_kind(self, tournament_id: str, player: Player, given: BoardKindIn) -> None:
        """Let a board be played with the players' own cards, or on the site. AppError: no_such_board, not_playing,
        round_begun, box_of_people, own_board."""

        def write(connection: sa.Connection, now: TournamentMoment) -> list[str]:
            board = now.tournament.board(given.round, given.board)
            permits.check(permits.board_refusal(now, board, "box" if given.kind == "box" else "online"))
            return rulings.set_kind(connection, now, player, given)

        await abort_all(self._matches, await self._organize(tournament_id, player, write))

    async def _board(self, tournament_id: str, given: ForfeitIn | ExtensionIn) -> TournamentBoard:
        """Return the board of an entry; AppError: no_such_board, no_such_entry."""
        board = (await self._reader.tournament(tournament_id)).board(given.round, given.board)
        if given.number not in board.result.numbers:
            raise AppError(Code.no_such_entry)
        return board

    async def extend(self, tournament_id: str, player: Player, given: ExtensionIn) -> None:
        """Give a player of a board more time. AppError: no_such_board, no_such_entry, not_playing, own_board."""
        tournament, board = await self._reader.tournament(tournament_id), await self._board(tournament_id, given)
        if not await self._reader.is_organizer(tournament, player):
            raise AppError(Code.organizers_only)
        permits.check(permits.board_refusal(await self._reader.moment(tournament, player), board, "extend"))
        if board.match_id is not None:
            seat: Seat = "A" if given.number == board.result.a else "B"
            await give_time(self._matches, board.match_id, seat, given.seconds)

        def write(connection: sa.Connection, now: TournamentMoment) -> None:
            about = {"round": given.round, "board": given.board, "entry": given.number, "seconds": given.seconds}
            statements.note(connection, tournament_id, player, "extend", given.reason, **about)

        await self._organize(tournament_id, player, write)

    async def move_bye(self, tournament_id: str, player: Player, given: ByeIn) -> None:
        """Give the bye of the newest round to another entry, whose match nobody has begun, and that entry's place to
        the one that had the bye. AppError: no_bye_here, round_begun, own_board."""
        tournament = await self._reader.tournament(tournament_id)
        if tournament.status not in permits.BEGUN:
            raise AppError(Code.not_now_in_tournament)
        move = rulings.moved_bye(tournament, given.number)
        new = (
            None if move.match.is_box else self._maker.first(move.tournament, move.a, move.b, self._reader.site_time())
        )

        def write(connection: sa.Connection, now: TournamentMoment) -> list[str]:
            permits.check(permits.board_refusal(now, move.match, "bye"))
            return rulings.move_bye(connection, now.tournament, player, move, new, given.reason)

        old = await self._organize(tournament_id, player, write)
        if new is not None:
            self._maker.opened(new)
        await abort_all(self._matches, old)

    # -- writing

    async def _organize(
        self, tournament_id: str, player: Player, write: Callable[[sa.Connection, TournamentMoment], T]
    ) -> T:
        """Write an organizer's decision, which `permits` must allow; AppError(organizers_only)."""
        is_host = await self._reader.is_host(player)

        def checked(connection: sa.Connection, tournament: StoredTournament) -> T:
            if not is_host and not tournament.is_organizer(player):
                raise AppError(Code.organizers_only)
            tables = statements.tables(tournament, lock=True)(connection)
            return write(connection, TournamentMoment(tournament, tables, None if is_host else player))

        if not is_host and not (await self._reader.tournament(tournament_id)).is_organizer(player):
            raise AppError(Code.organizers_only)
        return await self._writer.write(tournament_id, checked, *RUNNING, "over")
