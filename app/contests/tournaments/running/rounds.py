"""Rounds: the transaction in which one begins, with all its boards, seatings and matches or not at all.

The guard is the row of the tournament: `WHERE round = r AND version = v AND status = 'playing'`. If it is not found,
another worker was faster, or an entry has changed since the pairing was computed: it is computed again.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import sqlalchemy as sa

from app.contests.tournaments.models import boards, entries, seatings, tournaments
from app.contests.tournaments.rules.types import MEETINGS, Pairing
from app.contests.tournaments.running.matches import PreparedMatch
from app.contests.tournaments.storage import statements
from app.contests.tournaments.tournament import StoredTournament
from app.matches.core.features.rematch import NEXT
from app.matches.core.features.tournament import SHOW_BY, TOURNAMENT
from app.matches.core.match_row import MatchRow
from app.matches.core.storage import store
from app.matches.core.storage.models import match_row_of, matches, select_matches

IN_PLAY: Final = ("setup", "playing")


class Dangling(NamedTuple):
    """The leftovers of a killed worker, and series that continue: `undecided` boards whose match is over or gone, and
    matches `orphaned`, which are in play though their board is decided, or has another match."""

    undecided: tuple[tuple[int, int, MatchRow | None], ...]
    orphaned: tuple[str, ...]


def begin(
    connection: sa.Connection,
    tournament: StoredTournament,
    pairings: Sequence[Pairing],
    opened: Mapping[int, PreparedMatch],
    next_at: float | None,
) -> bool:
    """Begin the next round of a tournament that has not changed since it was paired; False if it has.

    `opened` are the matches by their boards.
    """
    number = tournament.round + 1
    values = {"round": number, "version": tournament.version + 1, "next_at": next_at, "trouble": None}
    if not _changed(connection, tournament, values):
        return False
    for match in opened.values():
        match.insert(connection)
    rows = [_board(tournament, number, one, opened.get(one.board)) for one in pairings]
    seats = [seating for one in pairings for seating in _seatings(tournament, number, one)]
    connection.execute(sa.insert(boards), rows)
    connection.execute(sa.insert(seatings), seats)
    return True


def _changed(connection: sa.Connection, tournament: StoredTournament, values: Mapping[str, object]) -> bool:
    """Change a tournament in play that has not changed since it was read; False if it has."""
    same = (
        tournaments.c.id == tournament.id,
        tournaments.c.round == tournament.round,
        tournaments.c.version == tournament.version,
    )
    done = sa.update(tournaments).where(*same, tournaments.c.status == "playing").values(values)
    return connection.execute(done).rowcount == 1


def _board(tournament: StoredTournament, number: int, one: Pairing, match: PreparedMatch | None) -> dict[str, object]:
    return {
        "tournament_id": tournament.id,
        "round": number,
        "board": one.board,
        "match_id": None if match is None else match.id,
        "kind": one.kind,
        "game": 1,
        "outcome": one.outcome,
        "ruling": None,
        "forfeit": one.outcome is not None,
    }


def _seatings(tournament: StoredTournament, number: int, one: Pairing) -> list[dict[str, object]]:
    here = {"tournament_id": tournament.id, "round": number, "board": one.board}
    sides = {"a": one.a, "b": one.b}
    return [{**here, "entry": entry, "side": side} for side, entry in sides.items() if entry is not None]


def announce(connection: sa.Connection, tournament: StoredTournament, next_at: float) -> bool:
    """Set the time of the next round, unless a board is still open or somebody was faster."""
    still_open = sa.exists().where(
        boards.c.tournament_id == tournament.id,
        boards.c.kind.in_(MEETINGS),
        boards.c.outcome.is_(None),
        boards.c.ruling.is_(None),
    )
    here = (
        tournaments.c.id == tournament.id,
        tournaments.c.round == tournament.round,
        tournaments.c.status == "playing",
    )
    due = sa.update(tournaments).where(*here, tournaments.c.next_at.is_(None), ~still_open).values(next_at=next_at)
    return connection.execute(due).rowcount == 1


def finish(connection: sa.Connection, tournament: StoredTournament) -> list[str] | None:
    """End a tournament after its last round, unless it has changed meanwhile (None). Returns the matches that are left
    without a board and must end: those which an arena leaves behind after its end."""
    values = {"status": "over", "next_at": None, "code": None, "finished_at": time.time()}
    if not _changed(connection, tournament, {"version": tournament.version + 1, **values}):
        return None
    left = [board.match_id for board in tournament.boards if board.result.is_open and board.match_id]
    for match_id in left:
        detach(connection, match_id)
    return left


def hand_to_organizer(connection: sa.Connection, tournament: StoredTournament, why: str) -> bool:
    """Pause a tournament whose next round cannot be paired, instead of trying it forever."""
    values = {"version": tournament.version + 1, "next_at": None, "trouble": why, "status": "paused"}
    if not _changed(connection, tournament, values):
        return False
    statements.note(connection, tournament.id, statements.SITE, "not_paired", round=tournament.round + 1, code=why)
    return True


def loose_ends(connection: sa.Connection, tournament_id: str) -> Dangling:
    """Return the boards of a tournament that need something, and its stray matches."""
    open_ones = sa.and_(
        boards.c.tournament_id == tournament_id,
        boards.c.kind == "match",
        boards.c.outcome.is_(None),
        boards.c.ruling.is_(None),
    )
    played = select_matches(boards.c.round, boards.c.board).join(matches, matches.c.id == boards.c.match_id)
    rows = connection.execute(played.where(open_ones, matches.c.status == "over"))
    undecided: list[tuple[int, int, MatchRow | None]] = [(row.round, row.board, match_row_of(row)) for row in rows]
    gone = sa.select(boards.c.round, boards.c.board).where(open_ones, boards.c.match_id.is_(None))
    undecided += [(row.round, row.board, None) for row in connection.execute(gone)]
    needed = sa.exists().where(boards.c.match_id == matches.c.id, boards.c.outcome.is_(None), boards.c.ruling.is_(None))
    in_play = (matches.c[TOURNAMENT.name] == tournament_id, matches.c.status.in_(IN_PLAY))
    orphaned = connection.execute(sa.select(matches.c.id).where(*in_play, ~needed)).scalars()
    return Dangling(tuple(undecided), tuple(orphaned))


def open_next(
    connection: sa.Connection,
    tournament: StoredTournament,
    board: tuple[int, int],
    before: MatchRow | None,
    new: PreparedMatch,
    *,
    again: bool,
) -> MatchRow | bool | None:
    """Put the next match of a series on its board; False if another worker was faster. `again`: it counts as the same
    one. Returns the changed row of the match before."""
    old = boards.c.match_id.is_(None) if before is None else boards.c.match_id == before.id
    still = (*statements.is_board(tournament.id, *board), old, boards.c.outcome.is_(None), boards.c.ruling.is_(None))
    game = boards.c.game if again else boards.c.game + 1
    if connection.execute(sa.update(boards).where(*still).values(game=game)).rowcount != 1:
        return False
    new.insert(connection)
    connection.execute(sa.update(boards).where(*statements.is_board(tournament.id, *board)).values(match_id=new.id))
    if again:  # no count shows it
        statements.change(connection, tournament.id, version=tournaments.c.version + 1)
    return None if before is None else store.change(before.id, {NEXT.name: new.id})(connection)


def detach(connection: sa.Connection, match_id: str | None) -> None:
    """Remove a match that will be ended from its board: it counts for nothing, and nobody has to come any more."""
    values = {"rated": False, SHOW_BY.name: None, "version": matches.c.version + 1}
    connection.execute(sa.update(matches).where(matches.c.id == match_id).values(values))


def take_back(connection: sa.Connection, tournament: StoredTournament) -> list[str]:
    """Undo the pairing of the newest round, in which nobody has acted; its matches, which are to be ended."""
    ids = [board.match_id for board in tournament.boards if board.result.round == tournament.round and board.match_id]
    for match_id in ids:
        detach(connection, match_id)
    for table in (seatings, boards):
        connection.execute(
            sa.delete(table).where(table.c.tournament_id == tournament.id, table.c.round == tournament.round)
        )
    return ids


def pause_banned(connection: sa.Connection, tournament: StoredTournament, numbers: Sequence[int]) -> None:
    """Pause entries of banned players in a locked tournament."""
    for number in numbers:
        statements.change_entry(connection, tournament, number, state="out", barred=True)
        statements.note(connection, tournament.id, statements.SITE, "banned", entry=number)


def waits(tournament_id: str, number: int, now: float | None) -> sa.Update:
    """Return the statement that stores that an entry waits for its next match in an arena; None: no longer."""
    here = (entries.c.tournament_id == tournament_id, entries.c.number == number)
    return sa.update(entries).where(*here).values(here_at=now)
