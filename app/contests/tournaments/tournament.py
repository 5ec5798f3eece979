"""`StoredTournament`: a tournament as the database has it at one moment, as a value."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, TypeVar, cast

import orjson
import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.database import Columns, Query, StoredRow
from app.contests.tournaments.models import boards, entries, organizers, seatings, tournaments
from app.contests.tournaments.rules.options import OF_SYSTEMS, SYSTEM, AnySystem
from app.contests.tournaments.rules.own_cards import BoardReports
from app.contests.tournaments.rules.pairing import latest_entry, round_count
from app.contests.tournaments.rules.standings import standings
from app.contests.tournaments.rules.types import BoardKind, BoardOutcome, BoardResult, Entrant, EntryState, RankedEntry
from app.contests.tournaments.schemas import NEW_TOURNAMENT, NewTournament, StatusName
from app.matches.bots.characters import BY_NAME
from app.people.players.models import with_current_name
from app.people.players.player import Player
from app.people.players.preference_service import chosen_by, face_in

T = TypeVar("T")

FACED: Final = 32  # entries of a field whose players are all shown with their pictures
PODIUM: Final = 3


@dataclass(frozen=True, slots=True)
class TournamentEntry:
    """An entry: a player, a computer player of level `computer`, or a former player."""

    number: int
    player: Player | None
    name: str
    computer: int | None
    program: bool
    rating: int
    state: EntryState
    barred: bool
    from_round: int
    deck: str | None
    here_at: float | None

    @property
    def entrant(self) -> Entrant:
        """The entry as the rules know it."""
        return Entrant(self.number, self.rating, self.state, self.from_round)

    @property
    def face(self) -> str:
        """The slug of the picture: a guest's creature, or the character of a computer player."""
        return self.player.face if self.player else BY_NAME[self.name].slug if self.name in BY_NAME else ""

    @property
    def shown_deck(self) -> int | list[str] | None:
        """The handed-in deck: a starter deck's number, or slugs."""
        if self.deck is None:
            return None
        return int(self.deck) if self.deck.isdigit() else self.deck.split()


@dataclass(frozen=True, slots=True)
class TournamentBoard:
    """A board, and the match that is played there; with the players' own cards there is none, but what they report."""

    result: BoardResult
    match_id: str | None
    game: int
    reports: BoardReports
    reported_at: float = 0.0  # Unix seconds; 0 before the first report

    @property
    def is_box(self) -> bool:
        """True if the tournament is played with the players' own cards."""
        return self.result.kind == "box"


@dataclass(frozen=True)
class StoredTournament:
    """A tournament with its entries and boards. `version` counts changes of entries and rounds, not of outcomes."""

    id: str
    name: str
    options: NewTournament
    status: StatusName
    round: int
    next_at: float | None
    ends_at: float | None
    seed: int
    code: str | None
    invite: str
    caster: str
    trouble: str | None
    version: int
    created_at: float
    started_at: float | None
    finished_at: float | None
    organizers: tuple[Player, ...]
    entries: tuple[TournamentEntry, ...]
    boards: tuple[TournamentBoard, ...]

    @cached_property
    def system(self) -> AnySystem:
        """The system and its options."""
        return SYSTEM.validate_python(self.options.model_dump(include={"system", *OF_SYSTEMS}))

    @cached_property
    def entrants(self) -> list[Entrant]:
        """The entries as the rules know them: without those that wait for approval."""
        return [entry.entrant for entry in self.entries if entry.state != "asked"]

    @cached_property
    def results(self) -> list[BoardResult]:
        """The boards of the newest round as the rules know them."""
        return [board.result for board in self.boards]

    @cached_property
    def names(self) -> Mapping[int, str]:
        """The names of its entries; empty for a former player."""
        return {entry.number: entry.name for entry in self.entries}

    @cached_property
    def faces(self) -> Mapping[int, str]:
        """The pictures of its entries by their slugs; of a large field those of the first three alone, at its end."""
        podium = self.standings[:PODIUM] if self.status == "over" else ()
        first = podium if len(self.entries) > FACED else self.entries
        return {one.number: self.entry(one.number).face for one in first}

    @cached_property
    def rounds(self) -> int:
        """The number of rounds with this field; 0 for an arena."""
        return round_count(self.system, self.entrants, self.results)

    @cached_property
    def standings(self) -> Sequence[RankedEntry]:
        """The standings: a pure function of entries and boards."""
        return standings(self.system, self.entrants, self.results, self.seed)

    @property
    def is_running(self) -> bool:
        """True if the tournament is neither over nor cancelled."""
        return self.status in ("open", "playing", "paused")

    @property
    def may_enter(self) -> bool:
        """True if a new entry is still accepted: from the next round on."""
        return self._takes_entries_in(self.round)

    @property
    def may_ever_enter(self) -> bool:
        """True if players may enter, now or as soon as an organizer takes the newest round back to pair it again."""
        return self._takes_entries_in(self.round - 1)

    def _takes_entries_in(self, number: int) -> bool:
        if not self.is_running or self.status == "open":
            return self.is_running
        last = self.options.late_until or latest_entry(self.system, self.rounds)
        return not self.system.has_rounds or (self.system.system == "swiss" and number < last)

    @cached_property
    def _made(self) -> dict[Hashable, object]:
        return {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return `make()`, called once for this copy of the tournament."""
        if key not in self._made:
            self._made[key] = make()
        return cast("T", self._made[key])

    def entry_of(self, player: Player | None) -> TournamentEntry | None:
        """Return a player's entry."""
        found = (entry for entry in self.entries if player and entry.player and entry.player.id == player.id)
        return next(found, None)

    def entry(self, number: int) -> TournamentEntry:
        """Return an entry; AppError(no_such_entry)."""
        found = next((entry for entry in self.entries if entry.number == number), None)
        if found is None:
            raise AppError(Code.no_such_entry)
        return found

    def board(self, round_number: int, board: int) -> TournamentBoard:
        """Return a board; AppError(no_such_board)."""
        for found in self.boards:
            if (found.result.round, found.result.board) == (round_number, board):
                return found
        raise AppError(Code.no_such_board)

    def is_organizer(self, player: Player | None) -> bool:
        """True if this player is one of its organizers; hosts of the site are checked elsewhere."""
        return player is not None and any(one.id == player.id for one in self.organizers)


PARTS: Final = (
    (organizers, with_current_name(organizers.c.name), (organizers.c.at, organizers.c.player_id)),
    (entries, with_current_name(entries.c.name).add_columns(chosen_by(entries.c.player_id)), (entries.c.number,)),
    (boards, sa.select(boards), (boards.c.round, boards.c.board)),
    (seatings, sa.select(seatings), (seatings.c.round, seatings.c.board, seatings.c.side)),
)
"""The other tables that hold parts of a tournament, how they are read, and the order of their rows."""


class BoardPart(NamedTuple):
    """The rows of a tournament that one board's result or one player's own entry needs, however large the field is:
    that entry, and a board with the entries that sit there."""

    player_id: str
    round: int = 0
    board: int = 0

    def narrowed(self, query: sa.Select[*Columns], table: sa.Table, tournament_id: str) -> sa.Select[*Columns]:
        """Return a query of one of the PARTS for these rows alone."""
        if table is organizers:
            return query
        if table is not entries:
            return query.where(table.c.round == self.round, table.c.board == self.board)
        seated = sa.select(seatings.c.entry).where(
            seatings.c.tournament_id == tournament_id, seatings.c.round == self.round, seatings.c.board == self.board
        )
        return query.where((entries.c.player_id == self.player_id) | entries.c.number.in_(seated))


def load(tournament_id: str, part: BoardPart | None = None) -> Query[StoredTournament]:
    """Return the tournament as it is stored, or with no more of its entries and boards than this part of it.

    AppError(no_such_tournament).
    """

    def query(connection: sa.Connection) -> StoredTournament:
        row = connection.execute(sa.select(tournaments).where(tournaments.c.id == tournament_id)).one_or_none()
        if row is None:
            raise AppError(Code.no_such_tournament)
        found = []
        for table, every, order in PARTS:
            here = every.where(table.c.tournament_id == tournament_id).order_by(*order)
            wanted = here if part is None else part.narrowed(here, table, tournament_id)
            found.append(connection.execute(wanted).all())
        return _tournament(row, *found)

    return query


def _tournament(
    row: StoredRow,
    of_organizers: Sequence[StoredRow],
    of_entries: Sequence[StoredRow],
    of_boards: Sequence[StoredRow],
    of_seatings: Sequence[StoredRow],
) -> StoredTournament:
    seated: dict[tuple[int, int], dict[str, int]] = {}
    for seating in of_seatings:
        seated.setdefault((seating.round, seating.board), {})[seating.side] = seating.entry
    return StoredTournament(
        id=row.id,
        name=row.name,
        options=NEW_TOURNAMENT.validate_python(orjson.loads(row.options)),
        status=row.status,
        round=row.round,
        next_at=row.next_at,
        ends_at=row.ends_at,
        seed=row.seed,
        code=row.code,
        invite=row.invite,
        caster=row.caster,
        trouble=row.trouble,
        version=row.version,
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        organizers=tuple(Player(one.player_id, one.name) for one in of_organizers),
        entries=tuple(map(_entry, of_entries)),
        boards=tuple(_board(one, seated[one.round, one.board]) for one in of_boards),
    )


def _entry(row: StoredRow) -> TournamentEntry:
    player = None if row.player_id is None else Player(row.player_id, row.name, row.program, face_in(row.chosen))
    return TournamentEntry(
        row.number, player, row.name, row.computer, row.program, row.rating, row.state, row.barred,
        row.from_round, row.deck, row.here_at,
    )  # fmt: skip


def _board(row: StoredRow, sides: dict[str, int]) -> TournamentBoard:
    result = BoardResult(
        row.round,
        row.board,
        cast("BoardKind", row.kind),
        sides["a"],
        sides.get("b"),
        cast("BoardOutcome | None", row.outcome),
        cast("BoardOutcome | None", row.ruling),
        row.forfeit,
    )
    return TournamentBoard(result, row.match_id, row.game, BoardReports.read(row.reports), row.reported_at or 0.0)
