"""The contexts of a tournament's pages: boards, standings, crosstable and bracket, and the viewer's own next step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from app.base.web.http import typed_address
from app.cards.decks.models import Deck
from app.contests.tournaments import permits
from app.contests.tournaments.drawing import words
from app.contests.tournaments.drawing.crosstable import PART, columns_of, cross_rows
from app.contests.tournaments.drawing.form_boards import board_value
from app.contests.tournaments.rules.knockout import bracket
from app.contests.tournaments.rules.options import Knockout
from app.contests.tournaments.rules.tie_breaks import unit_of
from app.contests.tournaments.tournament import PODIUM, StoredTournament, TournamentBoard, TournamentEntry
from app.matches.core.finding.spoken_codes import translated
from app.people.players.player import Player
from app.people.players.shown_names import given_name
from engine.cards import ALL, Card

EARLIER: Final = 128  # boards of earlier rounds on the page; the others are pages on their own


@dataclass(frozen=True, slots=True)
class BoardItem:
    """A board in a list: the player who begins, the opponent or a word such as "bye", the result, the match to watch,
    and the outcome, "a" or "b" for who has won; `is_box`: with the players' own cards; the pictures of both."""

    board: int
    a: str
    b: str
    result: str
    match_id: str | None
    is_open: bool
    won: str
    is_box: bool
    a_face: str
    b_face: str


@dataclass(frozen=True, slots=True)
class RankedItem:
    """A line of the standings."""

    rank: int
    number: int
    name: str
    state: str
    face: str
    points: str
    ties: tuple[str, ...]


class TieBreakColumn(NamedTuple):
    """A tie-break's column: its name and what it means."""

    name: str
    text: str


class OwnBox(NamedTuple):
    """A viewer's open board with their own cards: its place in forms, whether they begin, what they and the opponent
    have reported ("won", "draw", "lost", to the viewer), what there is to report with its value, and whether it may be
    rated."""

    board: int
    seat: str
    begins: bool
    mine: str
    theirs: str
    outcomes: tuple[tuple[str, str], ...]
    rated: bool


class OwnStep(NamedTuple):
    """The one next thing for a viewer: a case of the template, with the opponent and the match, or their board."""

    case: str
    opponent: str = ""
    match_id: str | None = None
    box: OwnBox | None = None


class Invitation(NamedTuple):
    """The ways to a tournament: its link, and the words to type at this `address`."""

    id: str
    link: str
    code: str
    address: str


class OwnTournament(NamedTuple):
    """Of a tournament, what the viewer's own zone shows."""

    id: str
    status: str
    own_decks: bool


def name_of(tournament: StoredTournament, number: int | None) -> str:
    """Return the name of an entry; empty for none."""
    return "" if number is None else tournament.names.get(number, "")


def board_lines(tournament: StoredTournament, number: int) -> list[BoardItem]:
    """Return the boards of a round."""
    return [board_line(tournament, board) for board in tournament.boards if board.result.round == number]


def board_line(tournament: StoredTournament, board: TournamentBoard) -> BoardItem:
    """Return a board as lists show it."""
    result = board.result
    other = words.kinds()[result.kind] if result.b is None else name_of(tournament, result.b)
    shown = words.results()[result.result or ""] if result.is_meeting else ""
    won = result.result or ""
    names = (name_of(tournament, result.a), other)
    faces = [tournament.faces.get(one or 0, "") for one in (result.a, result.b)]
    return BoardItem(result.board, *names, shown, board.match_id, result.is_open, won, board.is_box, *faces)


def ranked(tournament: StoredTournament) -> tuple[list[TieBreakColumn], list[RankedItem]]:
    """Return the columns and lines of the standings."""
    rows = tournament.standings
    shown = [tie for tie in tournament.system.tie_breaks if tie != "lot"]
    names, texts = words.tie_breaks(), words.tie_break_texts()
    columns = [TieBreakColumn(names[tie], texts[tie]) for tie in shown]
    by_number = {entry.number: entry for entry in tournament.entries}
    lines = [
        RankedItem(
            row.rank,
            row.number,
            by_number[row.number].name,
            words.states()[by_number[row.number].state],
            tournament.faces.get(row.number, ""),
            f"{row.points / tournament.system.unit:g}",
            tuple(f"{row.ties[tie] / unit_of(tie):g}" for tie in shown),
        )
        for row in rows
    ]
    return columns, lines


def clock_context(tournament: StoredTournament, now: float) -> Mapping[str, int | None]:
    """Return the seconds that are left, and how long a break is as a `whole`; `now` is the site's time."""
    begins = tournament.next_at if tournament.status == "playing" and tournament.system.has_rounds else None
    ends = tournament.ends_at if tournament.is_running else None
    return {
        "whole": tournament.options.gap,
        "left": None if begins is None else max(0, round(begins - now)),
        "ends": None if ends is None else max(0, round(ends - now)),
    }


def winner_of(tournament: StoredTournament) -> int | None:
    """Return the entry that has won a tournament which is over; None where nobody stands alone at the top."""
    first = [row.number for row in tournament.standings if row.rank == 1]
    return first[0] if tournament.status == "over" and len(first) == 1 and tournament.round else None


def podium_decks(tournament: StoredTournament, lines: Sequence[RankedItem]) -> Mapping[int, Sequence[Card]]:
    """Return the cards of the decks that the first three handed in, by entry; nothing before the end."""
    first = {line.number for line in lines[:PODIUM]} if tournament.status == "over" else set[int]()
    decks = {entry.number: entry.shown_deck for entry in tournament.entries if entry.number in first}
    return {number: tuple(map(ALL.__getitem__, deck)) for number, deck in decks.items() if isinstance(deck, list)}


def shared_context(tournament: StoredTournament) -> Mapping[str, object]:
    """Return the context of the shared zone."""
    columns, lines = ranked(tournament)
    crossed = columns_of(tournament)
    shown = rounds_shown(tournament)
    return {
        "tournament": tournament,
        "podium_decks": podium_decks(tournament, lines),
        "rounds": [(number, board_lines(tournament, number)) for number in shown],
        "earlier": range(shown[-1] - 1, 0, -1) if shown else (),
        "columns": columns,
        "lines": lines,
        "crosstable": cross_rows(crossed, tournament.results) if len(crossed) <= PART else [],
        "parts": [one.name for one in crossed[::PART]] if len(crossed) > PART else [],
        "bracket": _bracket(tournament),
        "trouble": words.troubles().get(tournament.trouble or "", ""),
    }


def rounds_shown(tournament: StoredTournament) -> list[int]:
    """Return the rounds whose boards are on the page, the newest first; of earlier ones so many boards as are soon
    drawn."""
    boards = Counter(result.round for result in tournament.results)
    shown: list[int] = []
    for number in range(tournament.round, 0, -1):
        if shown and sum(boards[one] for one in (*shown[1:], number)) > EARLIER:
            break
        shown.append(number)
    return shown


def _bracket(tournament: StoredTournament) -> list[list[tuple[str, str, str]]]:
    """Return each round of a knockout as names: both of a board, and the one who continues."""
    if not isinstance(tournament.system, Knockout) or not tournament.round:
        return []
    columns = bracket(tournament.entrants, tournament.results, tournament.rounds, tournament.seed)
    return [
        [
            (name_of(tournament, slot.a), name_of(tournament, slot.b), name_of(tournament, slot.winner))
            for slot in column
        ]
        for column in columns
    ]


def own_step(tournament: StoredTournament, entry: TournamentEntry | None) -> OwnStep:
    """Return the one next thing for a player: their match, a wait, the way in."""
    if tournament.status in ("over", "cancelled"):
        return OwnStep(tournament.status)
    if entry is None:
        return OwnStep("enter" if tournament.may_enter else "watch")
    own = [board for board in tournament.boards if board.result.is_open and entry.number in board.result.numbers]
    for board in own:
        if board.is_box:  # a player who has just withdrawn has still to report
            opponent = name_of(tournament, board.result.opponent_of(entry.number))
            return OwnStep("box", opponent, box=_own_box(tournament, board, entry.number))
    if entry.state == "out":
        return OwnStep("left" if permits.own_refusal(tournament, entry, "resume") is None else "watch")
    for board in own:
        if board.match_id is not None:
            opponent = name_of(tournament, board.result.opponent_of(entry.number))
            return OwnStep("match", opponent, board.match_id)
    if entry.state in ("asked", "paused"):
        return OwnStep(entry.state)
    if tournament.status == "open":
        return OwnStep("start")
    return OwnStep("wait" if tournament.system.has_rounds else "wait_here")


def _own_box(tournament: StoredTournament, board: TournamentBoard, number: int) -> OwnBox:
    result, own = board.result, board.result.side_of(number)
    other: Literal["a", "b"] = "b" if own == "a" else "a"
    seen = {own: "won", "draw": "draw", other: "lost"}
    mine, theirs = (board.reports.a, board.reports.b) if own == "a" else (board.reports.b, board.reports.a)
    said = [seen.get(one.outcome, "") if one else "" for one in (mine, theirs)]
    rated = tournament.options.box and tournament.options.rated
    return OwnBox(
        result.board, board_value(board), own == "a", said[0], said[1],
        tuple((name, value) for value, name in seen.items()), rated,
    )  # fmt: skip


def start_is_next(tournament: StoredTournament, player: Player | None) -> bool:
    """True if an organizer who has not entered may start: then that is the one next thing, and not to enter."""
    entered = sum(entry.state == "in" for entry in tournament.entries)
    return (
        tournament.status == "open"
        and entered > 1
        and tournament.is_organizer(player)
        and tournament.entry_of(player) is None
    )


def invitation(tournament: StoredTournament, site: str) -> Invitation:
    """Return how others find a tournament at this site (`http.site_url`), in the current language."""
    code = translated(tournament.code) if tournament.code else ""
    return Invitation(tournament.id, f"{site}/tournament/{tournament.id}", code, typed_address(site))


def own_context(
    tournament: StoredTournament, player: Player | None, decks: list[Deck], left: int | None, site: str
) -> dict[str, Hashable]:
    """Return the context of the viewer's own zone: everything of which it is drawn. `left`: the seconds for the first
    move of their match. An organizer begins with the `invitation`, until somebody has entered."""
    entry = tournament.entry_of(player)
    step = own_step(tournament, entry)
    invites = tournament.is_organizer(player) and tournament.may_enter and not tournament.entries
    if step.case == "watch" and tournament.is_organizer(player):
        step = OwnStep("organize")
    return {
        "own_tournament": OwnTournament(tournament.id, tournament.status, tournament.options.decks == "own"),
        "own_acts": tuple(act for act in permits.OWN if permits.own_refusal(tournament, entry, act) is None),
        "winner": name_of(tournament, winner_of(tournament)),
        "step": step,
        "left": left,
        "decks": tuple(decks),
        "name": given_name(player),
        "starts": start_is_next(tournament, player),
        "invitation": invitation(tournament, site) if invites else None,
    }
