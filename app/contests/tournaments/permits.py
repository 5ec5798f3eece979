"""The acts that a tournament allows in each of its states: one table. Pages ask it for their buttons, and the service
before it writes, so that no button is offered that would be refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from app.base.errors import AppError, Code
from app.contests.tournaments.rules.options import MAX_ENTRIES, Knockout
from app.contests.tournaments.rules.types import EntryState
from app.contests.tournaments.schemas import StatusName
from app.contests.tournaments.tournament import StoredTournament, TournamentBoard, TournamentEntry
from app.people.players.player import Player

CourseDecision = Literal["start", "pause", "resume", "next", "end", "pair"]
CourseAct = CourseDecision | Literal["computer"]
EntryAct = Literal["approve", "remove", "pause", "resume", "organizer"]
OwnAct = Literal["pause", "resume", "withdraw"]
BoardAct = Literal["rule", "unrule", "extend", "forfeit", "bye", "box", "online"]

RUNNING: Final[tuple[StatusName, ...]] = ("open", "playing", "paused")
BEGUN: Final[tuple[StatusName, ...]] = ("playing", "paused")
HERE: Final[tuple[EntryState, ...]] = ("in", "paused")


class TableNow(NamedTuple):
    """The match of an open board: whether somebody has acted in it, and whether it has a time to extend."""

    begun: bool
    timed: bool


class TournamentMoment(NamedTuple):
    """A tournament as somebody finds it. `tables` are those of its open boards, by match. `player`: the organizer who
    wants to act; None for a host of the site, who decides about any board."""

    tournament: StoredTournament
    tables: Mapping[str, TableNow] = {}
    player: Player | None = None

    def is_own(self, board: TournamentBoard) -> bool:
        """True for a board at which the organizer plays: there only another one acts."""
        own = self.tournament.entry_of(self.player)
        return own is not None and own.number in board.result.numbers

    def table(self, board: TournamentBoard) -> TableNow | None:
        """Return the open match of a board."""
        return self.tables.get(board.match_id or "") if board.result.is_open else None

    def is_begun(self, board: TournamentBoard) -> bool:
        """True if somebody has played at an open board, as far as is known."""
        table = self.table(board)
        return board.game > 1 or bool(board.reports.outcomes) or (table is not None and table.begun)

    @property
    def newest(self) -> list[TournamentBoard]:
        """The boards of the newest round."""
        return [board for board in self.tournament.boards if board.result.round == self.tournament.round]


def check(refusal: Code | None) -> None:
    """Raise a refusal of this table as AppError."""
    if refusal is not None:
        raise AppError(refusal, most=MAX_ENTRIES)


# --- the course of a tournament


def _anything(_: TournamentMoment) -> Code | None:
    return None


def _start(now: TournamentMoment) -> Code | None:
    return None if sum(entry.state == "in" for entry in now.tournament.entries) > 1 else Code.too_few_entries


def _next(now: TournamentMoment) -> Code | None:
    tournament = now.tournament
    is_between = tournament.system.has_rounds and 0 < tournament.round < tournament.rounds
    return (
        None if is_between and not any(result.is_open for result in tournament.results) else Code.not_now_in_tournament
    )


def _pair(now: TournamentMoment) -> Code | None:
    tables = [board for board in now.newest if board.result.is_meeting and not board.result.forfeit]
    if not now.tournament.system.has_rounds or not tables or not all(board.result.is_open for board in tables):
        return Code.not_now_in_tournament
    if any(map(now.is_begun, tables)):
        return Code.round_begun
    return Code.own_board if any(map(now.is_own, tables)) else None


def _computer(now: TournamentMoment) -> Code | None:
    tournament = now.tournament
    here = [entry for entry in tournament.entries if entry.state in HERE]
    computers = sum(entry.computer is not None for entry in here)
    people = len(here) - computers
    if tournament.options.computers is None:
        return Code.no_computers_here
    if not tournament.may_enter:
        return Code.tournament_closed
    if people < 2 or computers >= people:
        return Code.computers_need_people
    return Code.tournament_full if is_full(tournament) else None


COURSE: Final[Mapping[CourseAct, tuple[tuple[StatusName, ...], Callable[[TournamentMoment], Code | None]]]] = {
    "start": (("open",), _start),
    "pause": (("playing",), _anything),
    "resume": (("paused",), _anything),
    "next": (("playing",), _next),
    "end": (RUNNING, _anything),
    "pair": (BEGUN, _pair),
    "computer": (RUNNING, _computer),
}


def course_refusal(now: TournamentMoment, act: CourseAct) -> Code | None:
    """Return why an organizer may not do this now; None if they may."""
    statuses, condition = COURSE[act]
    return condition(now) if now.tournament.status in statuses else Code.not_now_in_tournament


# --- entries


def is_full(tournament: StoredTournament) -> bool:
    """True if nobody else has room. Players who have left take none; those waiting count among themselves."""
    return sum(entry.state in HERE for entry in tournament.entries) >= MAX_ENTRIES


def return_refusal(tournament: StoredTournament, entry: TournamentEntry) -> Code | None:
    """Return why an entry that has left may not come back: with its results, as long as the tournament runs; one that
    never had a place only while somebody may enter."""
    has_played = any(entry.number in result.numbers for result in tournament.results)
    if not tournament.is_running or not (has_played or tournament.may_enter):
        return Code.tournament_closed
    return Code.tournament_full if is_full(tournament) else None


def _let_in(now: TournamentMoment, entry: TournamentEntry) -> Code | None:
    return return_refusal(now.tournament, entry)


def _organizer(now: TournamentMoment, entry: TournamentEntry) -> Code | None:
    return Code.no_such_entry if entry.player is None or now.tournament.is_organizer(entry.player) else None


def _any_entry(_: TournamentMoment, __: TournamentEntry) -> Code | None:
    return None


ENTRIES: Final[
    Mapping[EntryAct, tuple[tuple[EntryState, ...], Callable[[TournamentMoment, TournamentEntry], Code | None]]]
] = {
    "approve": (("asked", "out"), _let_in),
    "remove": (("asked", "in", "paused"), _any_entry),
    "pause": (("in",), _any_entry),
    "resume": (("paused",), _any_entry),
    "organizer": (("asked", "in", "paused", "out"), _organizer),
}


def entry_refusal(now: TournamentMoment, entry: TournamentEntry, act: EntryAct) -> Code | None:
    """Return why an organizer may not do this with an entry now; None if they may."""
    states, condition = ENTRIES[act]
    if not now.tournament.is_running or entry.state not in states:
        return Code.not_now_in_tournament
    return condition(now, entry)


OWN: Final[Mapping[OwnAct, tuple[EntryState, ...]]] = {
    "pause": ("in",),
    "resume": ("paused", "out"),
    "withdraw": ("asked", "in", "paused"),
}


def own_refusal(tournament: StoredTournament, entry: TournamentEntry | None, act: OwnAct) -> Code | None:
    """Return why a player may not do this with their own entry now; None if they may."""
    if entry is None:
        return Code.not_entered
    if not tournament.is_running or entry.state not in OWN[act]:
        return Code.not_now_in_tournament
    if entry.state == "out":
        return Code.tournament_bars_you if entry.barred else return_refusal(tournament, entry)
    return None


# --- boards


def _rule(now: TournamentMoment, board: TournamentBoard) -> Code | None:
    if not board.result.is_meeting:
        return Code.no_such_board
    is_past = board.result.round < now.tournament.round
    return Code.ruling_too_late if is_past and isinstance(now.tournament.system, Knockout) else None


def _unrule(now: TournamentMoment, board: TournamentBoard) -> Code | None:
    result, is_over = board.result, now.tournament.status == "over"
    is_agreed = board.is_box and result.outcome is not None and not is_over  # by its players: to be reported again
    is_ruled = result.ruling is not None and not (is_over and result.outcome is None)
    return _rule(now, board) if is_ruled or is_agreed else Code.not_now_in_tournament


def _extend(now: TournamentMoment, board: TournamentBoard) -> Code | None:
    table = now.table(board)
    return None if table is not None and table.timed else Code.not_playing


def _forfeit(now: TournamentMoment, board: TournamentBoard) -> Code | None:
    return None if board.result.is_open else Code.not_playing


def _is_at_hand(now: TournamentMoment, board: TournamentBoard) -> bool:
    """True for an open board at which something can be played now: its match is there, or it needs none."""
    return now.table(board) is not None or (board.is_box and board.result.is_open)


def _bye(now: TournamentMoment, board: TournamentBoard) -> Code | None:
    byes = [one for one in now.newest if one.result.kind == "bye"]
    is_match = board in now.newest and board.result.b is not None and _is_at_hand(now, board)
    if not is_match or not byes or isinstance(now.tournament.system, Knockout):
        return Code.no_bye_here
    if now.is_begun(board):
        return Code.round_begun
    return Code.own_board if now.is_own(byes[0]) else None


def _box(now: TournamentMoment, board: TournamentBoard) -> Code | None:
    if board.is_box or not _is_at_hand(now, board):
        return Code.not_playing
    numbers = board.result.numbers
    if len(numbers) < 2 or any(now.tournament.entry(number).computer is not None for number in numbers):
        return Code.box_of_people
    return Code.round_begun if now.is_begun(board) else None


def _online(now: TournamentMoment, board: TournamentBoard) -> Code | None:
    if not board.is_box or not board.result.is_open:
        return Code.not_playing
    return Code.round_begun if now.is_begun(board) else None


BOARDS: Final[
    Mapping[BoardAct, tuple[tuple[StatusName, ...], Callable[[TournamentMoment, TournamentBoard], Code | None]]]
] = {
    "rule": ((*BEGUN, "over"), _rule),
    "unrule": ((*BEGUN, "over"), _unrule),
    "extend": (BEGUN, _extend),
    "forfeit": (BEGUN, _forfeit),
    "bye": (BEGUN, _bye),
    "box": (BEGUN, _box),
    "online": (BEGUN, _online),
}


def board_refusal(now: TournamentMoment, board: TournamentBoard, act: BoardAct) -> Code | None:
    """Return why an organizer may not do this at a board now; None if they may."""
    statuses, condition = BOARDS[act]
    if now.tournament.status not in statuses:
        return Code.not_now_in_tournament
    return condition(now, board) or (Code.own_board if now.is_own(board) else None)


def report_refusal(tournament: StoredTournament, board: TournamentBoard, player: Player) -> Code | None:
    """Return why a player may not report the result of a board now; None if they may."""
    entry = tournament.entry_of(player)
    if entry is None or entry.number not in board.result.numbers:
        return Code.not_your_board
    if tournament.status not in BEGUN:
        return Code.not_now_in_tournament
    if not board.is_box:
        return Code.board_on_site
    return None if board.result.is_open else Code.result_stands
