"""Tournaments: the only writer of entries and of organizers' decisions. Rounds begin in `driver.py`.

Every method that changes something is one job of the writer, which begins by locking the event (`statements.locked`),
so that one act comes after the other; it refuses with AppError, having changed nothing, and is published afterwards.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from app.errors import AppError, Code
from app.helpers.process import HelperProcess
from app.matches.finding import spoken_codes
from app.matches.opening.opening import Admission
from app.matches.service import MatchService
from app.moderation.staff import StaffService
from app.players.player import Player
from app.store.database import Database, StoredRow
from app.store.group_commit import Writer
from app.tournaments import caster, permits
from app.tournaments.caster import CasterOut
from app.tournaments.event import EventBoard, EventEntry, StoredEvent, load
from app.tournaments.models import entries, tournaments
from app.tournaments.organizing import course, opening, rulings
from app.tournaments.permits import RUNNING, BoardAct, CourseAct, EventMoment, OwnAct
from app.tournaments.rules.types import EntryState
from app.tournaments.running import rounds
from app.tournaments.running.matches import MatchMaker
from app.tournaments.schemas import (
    ByeIn,
    EntryActIn,
    ExtensionIn,
    ForfeitIn,
    NewTournament,
    RulingIn,
    StatusName,
    TournamentLine,
)
from app.tournaments.storage import entering, statements
from app.tournaments.storage.entering import NewEntry
from app.tournaments.storage.feed import TournamentFeed, log_of

T = TypeVar("T")
LISTED: Final = 50
Write = Callable[[sa.Connection, StoredEvent], T]
OrganizerWrite = Callable[[sa.Connection, EventMoment], T]


class TournamentService:
    """Opens events, and carries out requests of players and organizers. `feed` publishes changes."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        matches: MatchService,
        staff: StaffService,
        feed: TournamentFeed,
        admission: Admission,
        helper: HelperProcess,
    ) -> None:
        self._database = database
        self._writer = writer
        self._matches = matches
        self._staff = staff
        self._maker = MatchMaker(matches.opening)
        self._admission = admission
        self._helper = helper
        self.feed = feed
        matches.on_end.subscribe(lambda row: self._ended(row.features["tournament"]))

    # -- looking

    async def event(self, tournament_id: str) -> StoredEvent:
        """Return an event as it is stored now; AppError(no_such_tournament)."""
        return await self._database.read(load(tournament_id))

    async def current(self, tournament_id: str) -> StoredEvent:
        """Return an event as it is now, read once for all who follow it. AppError(no_such_tournament)."""
        return (await self.feed.current(tournament_id)).event

    def site_time(self) -> float:
        """Return the site's time, by which rounds begin."""
        return self._matches.site_time()

    async def seconds_to_come(self, match_id: str, player: Player) -> int | None:
        """Return how long a player has for the first move of a match; None where they are not awaited."""
        due = await self._database.read(statements.must_come(match_id, player))
        return None if due is None else max(0, round(due - self.site_time()))

    async def listed(self, player: Player | None) -> list[TournamentLine]:
        """Return the events that anybody may find, and those of the player, that are not over: the newest first."""
        mine = sa.false() if player is None else statements.concerns(player)
        shown = tournaments.c.listed & statements.is_among_newest_of_its_organizer()
        return await self._database.read(
            statements.listed(tournaments.c.status.in_(RUNNING) & (shown | mine), LISTED, filled_first=True)
        )

    async def of_player(self, player_id: str, limit: int = LISTED, *, listed: bool = False) -> list[TournamentLine]:
        """Return the events that a player has entered, the newest first; `listed`: those that anybody may find."""
        mine = sa.exists().where(entries.c.tournament_id == tournaments.c.id, entries.c.player_id == player_id)
        shown = tournaments.c.listed if listed else sa.true()
        return await self._database.read(statements.listed(mine & shown & (tournaments.c.status != "cancelled"), limit))

    async def found(self, typed: str) -> str:
        """Return the id of the event with these four words; AppError(no_such_code)."""
        codes = spoken_codes.read_codes(typed)
        query = sa.select(tournaments.c.code, tournaments.c.id).where(tournaments.c.code.in_(codes))
        by_code: dict[str, str] = dict(
            await self._database.read(lambda connection: [(row.code, row.id) for row in connection.execute(query)])
        )
        found = next((by_code[code] for code in codes if code in by_code), None)
        if found is None:
            raise AppError(Code.no_such_code)
        return found

    async def acts(self, tournament_id: str) -> Sequence[StoredRow]:
        """Return the log of an event, the first act first."""
        await self.event(tournament_id)
        return await self._database.read(log_of(tournament_id))

    async def cast(
        self, tournament_id: str, round_number: int, board: int, key: str, player: Player | None
    ) -> CasterOut:
        """Return a board with both hands, some minutes late. AppError: no_caster_here, caster_plays, no_such_board."""
        event = await self.for_caster(tournament_id, key, player)
        match_id = event.board(round_number, board).match_id
        if match_id is None:
            raise AppError(Code.no_such_board)
        return await caster.board_then(self._database, self._helper, match_id, event.options.caster or 0)

    async def for_caster(self, tournament_id: str, key: str, player: Player | None) -> StoredEvent:
        """Return an event to the reader of its caster's link; AppError: no_caster_here, caster_plays."""
        event = await self.event(tournament_id)
        caster.check(event, key, player)
        return event

    async def is_organizer(self, event: StoredEvent, player: Player | None) -> bool:
        """True if this player organizes an event: as such, or as a host of the site."""
        if player is None or event.is_organizer(player):
            return player is not None
        return await self.is_host(player)

    async def is_host(self, player: Player | None) -> bool:
        """True if this player is a host of the site."""
        return player is not None and await self._staff.role_of(player.id) == "host"

    # -- opening

    async def may_organize(self, player: Player | None) -> bool:
        """True if this visitor may open events here."""
        try:
            await self.check_may_organize(player)
        except AppError:
            return False
        return True

    async def check_may_organize(self, player: Player | None) -> None:
        """Raise AppError(organizer_needed) for a visitor who may not open events here."""
        if self._admission.may_organize is not None:
            await self._admission.may_organize(player)

    async def create(self, player: Player, new: NewTournament) -> StoredEvent:
        """Open an event, and return it. AppError, or the engine's BadPosition, for options that do not fit."""
        await self.check_may_organize(player)
        if self._admission.may_open is not None:
            await self._admission.may_open(player)
        self._admission.has_room()
        opening.check(new)
        return await self._writer.job(partial(opening.open_event, by=player, new=new))

    # -- players

    async def enter(
        self, tournament_id: str, player: Player, deck: int | list[str] | None, invite: str | None, address: str | None
    ) -> EventEntry:
        """Enter an event, or come back to it. `address` is the hash of the player's address.

        AppError: event_closed, event_full, event_crowded, event_by_invitation, event_bars_you, no_programs_here,
        own_deck_needed, no_deck_needed.
        """
        organizes = await self.is_organizer(await self.event(tournament_id), player)
        new = NewEntry(player, deck, invite, address, organizes)
        return await self._write(tournament_id, partial(entering.enter, new=new), code=Code.event_closed)

    async def withdraw(self, tournament_id: str, player: Player) -> EventEntry:
        """Leave an event: a match in play goes on, but there is no further one. AppError(not_entered)."""
        return await self._set_own(tournament_id, player, "withdraw", "out")

    async def pause_own(self, tournament_id: str, player: Player) -> EventEntry:
        """Play no further round until `resume_own`. AppError(not_entered)."""
        return await self._set_own(tournament_id, player, "pause", "paused")

    async def resume_own(self, tournament_id: str, player: Player) -> EventEntry:
        """Play again, from the next round on, with all results; also after withdrawing. AppError: not_entered,
        event_bars_you, event_closed for who never had a place."""
        return await self._set_own(tournament_id, player, "resume", "in")

    async def wait(self, tournament_id: str, player: Player) -> None:
        """Store that a player waits for the next match of an arena. AppError(not_entered)."""
        entry = (await self.event(tournament_id)).entry_of(player)
        if entry is None:
            raise AppError(Code.not_entered)
        await self.note_here(tournament_id, entry)
        self.feed.on_news(tournament_id)

    async def note_here(self, tournament_id: str, entry: EventEntry, *, here: bool = True) -> None:
        """Note that the player of an entry has the event's page open, or no longer. Readers learn it from
        `LiveStates`."""
        noted = rounds.waits(tournament_id, entry.number, self._matches.site_time() if here else None)
        await self._writer.job(lambda connection: connection.execute(noted))

    async def _set_own(self, tournament_id: str, player: Player, act: OwnAct, state: EntryState) -> EventEntry:
        """Write a player's act on their entry; one that is as they want it stays as it is."""

        def write(connection: sa.Connection, event: StoredEvent) -> EventEntry:
            entry = event.entry_of(player)
            if entry is not None and entry.state == state:
                return entry
            permits.check(permits.own_refusal(event, entry, act))
            assert entry is not None
            if entry.state == "out":
                return entering.come_back(connection, event, entry, invited=event.is_organizer(player))
            statements.change_entry(connection, event, entry.number, state=state)
            return load(event.id)(connection).entry(entry.number)

        return await self._write(tournament_id, write)

    # -- organizers: entries

    async def act_on_entry(self, tournament_id: str, player: Player, number: int, act: EntryActIn) -> None:
        """Approve, remove, pause or resume an entry, or make its player an organizer. AppError(no_such_entry)."""

        def write(connection: sa.Connection, now: EventMoment) -> None:
            entry = now.event.entry(number)
            permits.check(permits.entry_refusal(now, entry, act.do))
            if act.do == "organizer" and entry.player is not None:
                opening.add_organizer(connection, tournament_id, entry.player)
            else:
                entering.set_state(connection, now.event, entry, act.do)
            statements.note(connection, tournament_id, player, act.do, act.reason, entry=number)

        await self._organize(tournament_id, player, write)

    async def add_computer(self, tournament_id: str, player: Player, level: int | None, why: str) -> EventEntry:
        """Add a computer player. AppError: no_computers_here, computers_need_people, event_full."""

        def write(connection: sa.Connection, now: EventMoment) -> EventEntry:
            permits.check(permits.course_refusal(now, "computer"))
            added = entering.add_computer(connection, now.event, level)
            statements.note(connection, tournament_id, player, "computer", why, entry=added.number)
            return added

        return await self._organize(tournament_id, player, write)

    # -- organizers: the course of the event

    async def start(self, tournament_id: str, player: Player, why: str) -> None:
        """Start: the first round is paired at once. AppError(too_few_entries)."""
        await self._direct(tournament_id, player, "start", why)

    async def pause(self, tournament_id: str, player: Player, why: str) -> None:
        """Let no further round begin until `resume`; matches go on."""
        await self._direct(tournament_id, player, "pause", why)

    async def resume(self, tournament_id: str, player: Player, why: str) -> None:
        """Go on after a pause: the gap before the next round begins again."""
        await self._direct(tournament_id, player, "resume", why)

    async def next_round(self, tournament_id: str, player: Player, why: str) -> None:
        """Begin the next round now. AppError(not_now_in_event) while a board is open, or after the last round."""
        await self._direct(tournament_id, player, "next", why)

    async def end(self, tournament_id: str, player: Player, why: str) -> None:
        """End an event: matches in play end without a result. One that has not begun is cancelled."""
        await self._direct(tournament_id, player, "end", why)

    async def pair_again(self, tournament_id: str, player: Player, why: str) -> None:
        """Pair the newest round again, which nobody has begun. AppError: round_begun, own_board."""
        await self._direct(tournament_id, player, "pair", why)

    async def _direct(self, tournament_id: str, player: Player, act: CourseAct, why: str) -> None:
        """Write a decision on the course of an event, and end the matches that it leaves without a board."""
        by = course.Directed(player, why, self._matches.site_time())

        def write(connection: sa.Connection, now: EventMoment) -> list[str]:
            permits.check(permits.course_refusal(now, act))
            return course.DECISIONS[act](connection, now.event, by=by)

        await self._abort(await self._organize(tournament_id, player, write))

    # -- organizers: boards

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
        match_id = (await self.event(tournament_id)).board(ruling.round, ruling.board).match_id
        live = None if match_id is None else await self._matches.live_match(match_id)

        def write(connection: sa.Connection, now: EventMoment) -> list[str]:
            permits.check(permits.board_refusal(now, now.event.board(ruling.round, ruling.board), act))
            return rulings.rule(connection, now, player, ruling, live.match if live else None)

        await self._abort(await self._organize(tournament_id, player, write))

    async def _board(self, tournament_id: str, given: ForfeitIn | ExtensionIn) -> EventBoard:
        """Return the board of an entry; AppError: no_such_board, no_such_entry."""
        board = (await self.event(tournament_id)).board(given.round, given.board)
        if given.number not in board.result.numbers:
            raise AppError(Code.no_such_entry)
        return board

    async def extend(self, tournament_id: str, player: Player, given: ExtensionIn) -> None:
        """Give a player of a board more time. AppError: no_such_board, no_such_entry, not_playing, own_board."""
        event, board = await self.event(tournament_id), await self._board(tournament_id, given)
        if not await self.is_organizer(event, player):
            raise AppError(Code.organizers_only)
        permits.check(permits.board_refusal(await self.moment(event, player), board, "extend"))
        if board.match_id is not None:
            await self._matches.give_time(board.match_id, "A" if given.number == board.result.a else "B", given.seconds)

        def write(connection: sa.Connection, now: EventMoment) -> None:
            about = {"round": given.round, "board": given.board, "entry": given.number, "seconds": given.seconds}
            statements.note(connection, tournament_id, player, "extend", given.reason, **about)

        await self._organize(tournament_id, player, write)

    async def move_bye(self, tournament_id: str, player: Player, given: ByeIn) -> None:
        """Give the bye of the newest round to another entry, whose match nobody has begun, and that entry's place to
        the one that had the bye. AppError: no_bye_here, round_begun, own_board."""
        event = await self.event(tournament_id)
        if event.status not in permits.BEGUN:
            raise AppError(Code.not_now_in_event)
        move = rulings.moved_bye(event, given.number)
        new = self._maker.first(move.event, move.a, move.b, self._matches.site_time())

        def write(connection: sa.Connection, now: EventMoment) -> list[str]:
            permits.check(permits.board_refusal(now, move.match, "bye"))
            return rulings.move_bye(connection, now.event, player, move, new, given.reason)

        old = await self._organize(tournament_id, player, write)
        self._maker.opened(new)
        await self._abort(old)

    # -- writing

    async def moment(self, event: StoredEvent, player: Player) -> EventMoment:
        """Return an event as an organizer finds it now, for the buttons of a page."""
        tables = await self._database.read(statements.tables(event))
        return EventMoment(event, tables, None if await self.is_host(player) else player)

    async def _organize(
        self, tournament_id: str, player: Player, write: Callable[[sa.Connection, EventMoment], T]
    ) -> T:
        """Write an organizer's decision, which `permits` must allow; AppError(organizers_only)."""
        is_host = await self.is_host(player)

        def checked(connection: sa.Connection, event: StoredEvent) -> T:
            if not is_host and not event.is_organizer(player):
                raise AppError(Code.organizers_only)
            tables = statements.tables(event, lock=True)(connection)
            return write(connection, EventMoment(event, tables, None if is_host else player))

        if not is_host and not (await self.event(tournament_id)).is_organizer(player):
            raise AppError(Code.organizers_only)
        return await self._write(tournament_id, checked, *RUNNING, "over")

    async def _write(
        self, tournament_id: str, write: Write[T], *statuses: StatusName, code: Code = Code.not_now_in_event
    ) -> T:
        def job(connection: sa.Connection) -> T:
            return write(connection, statements.locked(connection, tournament_id, *(statuses or RUNNING), code=code))

        try:
            done = await self._writer.job(job)
        except IntegrityError:  # the player has just become another guest, or was deleted: now that is seen
            done = await self._writer.job(job)
        self.feed.changed(tournament_id)
        return done

    async def _abort(self, match_ids: Sequence[str]) -> None:
        """End matches that count for nothing any more; the driver does it where this worker dies now."""
        for match_id in match_ids:
            with contextlib.suppress(AppError):  # it has just ended
                await self._matches.abort(match_id)

    def _ended(self, tournament_id: object) -> None:
        if isinstance(tournament_id, str):
            self.feed.changed(tournament_id)
