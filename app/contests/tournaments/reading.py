"""Reading tournaments: one of them, lists, the log, the board for a commentator, and who organizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.database import Database, StoredRow
from app.contests.tournaments import caster
from app.contests.tournaments.caster import CasterOut
from app.contests.tournaments.models import boards, entries, tournaments
from app.contests.tournaments.permits import RUNNING, TournamentMoment
from app.contests.tournaments.schemas import TournamentItem
from app.contests.tournaments.storage import statements
from app.contests.tournaments.storage.feed import TournamentFeed, log_of
from app.contests.tournaments.tournament import BoardPart, StoredTournament, load
from app.matches.core.finding import spoken_codes
from app.matches.core.service import MatchService
from app.matches.helpers.process import HelperProcess
from app.people.moderation.staff import StaffService
from app.people.players.player import Player

LISTED: Final = 50


class TournamentReader:
    """Reads tournaments, and changes none. `feed` has the copies of those that are followed here."""

    def __init__(
        self,
        database: Database,
        matches: MatchService,
        staff: StaffService,
        feed: TournamentFeed,
        helper: HelperProcess,
    ) -> None:
        self._database = database
        self._staff = staff
        self._helper = helper
        self.site_time = matches.site_time
        self.feed = feed

    async def tournament(self, tournament_id: str) -> StoredTournament:
        """Return a tournament as it is stored now; AppError(no_such_tournament)."""
        return await self._database.read(load(tournament_id))

    async def current(self, tournament_id: str) -> StoredTournament:
        """Return a tournament as it is now, read once for all who follow it. AppError(no_such_tournament)."""
        return (await self.feed.current(tournament_id)).tournament

    async def part(self, tournament_id: str, part: BoardPart) -> StoredTournament:
        """Return this part of a tournament as it is stored now; AppError(no_such_tournament)."""
        return await self._database.read(load(tournament_id, part))

    async def rows_of(self, tournament_id: str) -> int:
        """Return the number of rows that a tournament takes: entries, boards and two seats at each."""
        counts = (
            sa.select(sa.func.count()).select_from(table).where(table.c.tournament_id == tournament_id)
            for table in (entries, boards)
        )
        of_entries, of_boards = (count.scalar_subquery() for count in counts)
        return int(await self._database.value(sa.select(of_entries + 3 * of_boards)))

    async def seconds_to_come(self, match_id: str, player: Player) -> int | None:
        """Return how long a player has for the first move of a match; None where they are not awaited."""
        due = await self._database.read(statements.must_come(match_id, player))
        return None if due is None else max(0, round(due - self.site_time()))

    async def listed(self, player: Player | None) -> list[TournamentItem]:
        """Return the tournaments that anybody may find, and those of the player, that are not over: the newest
        first."""
        mine = sa.false() if player is None else statements.concerns(player)
        shown = tournaments.c.listed & statements.is_among_newest_of_its_organizer()
        return await self._database.read(
            statements.listed(tournaments.c.status.in_(RUNNING) & (shown | mine), LISTED, filled_first=True)
        )

    async def of_player(self, player_id: str, limit: int = LISTED, *, listed: bool = False) -> list[TournamentItem]:
        """Return the tournaments that a player has entered, the newest first; `listed`: those that anybody may find."""
        mine = sa.exists().where(entries.c.tournament_id == tournaments.c.id, entries.c.player_id == player_id)
        shown = tournaments.c.listed if listed else sa.true()
        return await self._database.read(statements.listed(mine & shown & (tournaments.c.status != "cancelled"), limit))

    async def public(self) -> Sequence[StoredRow]:
        """Return the tournaments that anybody may find, as rows with the time of the last step (`changed_at`), the
        newest first."""
        row = tournaments.c
        changed = sa.func.coalesce(row.finished_at, row.started_at, row.created_at).label("changed_at")
        shown = (row.listed, row.status != "cancelled", statements.is_among_newest_of_its_organizer())
        query = sa.select(tournaments, changed).where(*shown).order_by(row.created_at.desc(), row.id)
        return await self._database.rows(query.limit(LISTED))

    async def found(self, typed: str) -> str:
        """Return the id of the tournament with these four words; AppError(no_such_code)."""
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
        """Return the log of a tournament, the first act first."""
        await self.tournament(tournament_id)
        return await self._database.read(log_of(tournament_id))

    async def cast(
        self, tournament_id: str, round_number: int, board: int, key: str, player: Player | None
    ) -> CasterOut:
        """Return a board with both hands, some minutes late. AppError: no_caster_here, caster_plays, no_such_board."""
        tournament = await self.for_caster(tournament_id, key, player)
        match_id = tournament.board(round_number, board).match_id
        if match_id is None:
            raise AppError(Code.no_such_board)
        return await caster.board_then(self._database, self._helper, match_id, tournament.options.caster or 0)

    async def for_caster(self, tournament_id: str, key: str, player: Player | None) -> StoredTournament:
        """Return a tournament to the reader of its caster's link; AppError: no_caster_here, caster_plays."""
        tournament = await self.tournament(tournament_id)
        caster.check(tournament, key, player)
        return tournament

    async def is_organizer(self, tournament: StoredTournament, player: Player | None) -> bool:
        """True if this player organizes a tournament: as such, or as a host of the site."""
        if player is None or tournament.is_organizer(player):
            return player is not None
        return await self.is_host(player)

    async def is_host(self, player: Player | None) -> bool:
        """True if this player is a host of the site."""
        return player is not None and await self._staff.role_of(player.id) == "host"

    async def may_rate_own_cards(self, player: Player | None) -> bool:
        """True if matches with the players' own cards may be rated in a tournament that this player opens."""
        return player is not None and await self._staff.may_rate_own_cards(player)

    async def moment(self, tournament: StoredTournament, player: Player) -> TournamentMoment:
        """Return a tournament as an organizer finds it now, for the buttons of a page."""
        tables = await self._database.read(statements.tables(tournament))
        return TournamentMoment(tournament, tables, None if await self.is_host(player) else player)
