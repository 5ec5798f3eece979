"""The organizers' part of a tournament's page, and their log in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import orjson

from app.base.i18n import _
from app.base.i18n.formats import isolated, listing
from app.base.store.database import StoredRow
from app.contests.tournaments import permits
from app.contests.tournaments.drawing import words
from app.contests.tournaments.drawing.contexts import invitation, name_of, own_step, start_is_next
from app.contests.tournaments.drawing.form_boards import board_value, seat_value
from app.contests.tournaments.permits import BoardAct, EntryAct, TournamentMoment
from app.contests.tournaments.rules.types import BoardResult
from app.contests.tournaments.tournament import StoredTournament, TournamentEntry
from app.people.players.player import Player

MAX_RULED: Final = 256  # boards that the form offers
SEATED: Final[tuple[BoardAct, ...]] = ("extend", "forfeit", "bye")
MOVED: Final[tuple[BoardAct, ...]] = ("box", "online")


class ActItem(NamedTuple):
    """An act: its author (empty: the site), what, about which board or entry, the reason, and the time."""

    by: str
    what: str
    about: str
    why: str
    at: float


class Offered(NamedTuple):
    """A board, or a player at one, as an organizer's form offers them."""

    value: str
    words: str


class Reported(NamedTuple):
    """A board as its players have reported it: a sentence, and the results that were named, several where they
    contradict each other."""

    value: str
    words: str
    outcomes: tuple[str, ...]


class RuledRound(NamedTuple):
    """A round whose results may be ruled: its boards."""

    number: int
    boards: list[Offered]


class Managed(NamedTuple):
    """An entry, and the acts on it that are accepted now."""

    entry: TournamentEntry
    state: str
    acts: frozenset[EntryAct]


def log_lines(tournament: StoredTournament, rows: Sequence[StoredRow]) -> list[ActItem]:
    """Return the log of a tournament in words."""
    return [
        ActItem(
            row.by, words.acts().get(row.what, row.what), _about(tournament, orjson.loads(row.about)), row.why, row.at
        )
        for row in rows
    ]


def _about(tournament: StoredTournament, about: Mapping[str, int]) -> str:
    if "board" in about:
        return _("round %(round)s, board %(board)s", round=about["round"], board=about["board"])
    return name_of(tournament, about.get("entry"))


def organizers_context(now: TournamentMoment, player: Player | None, site: str) -> Mapping[str, object]:
    """Return the context of an organizer's part: only what is accepted now is offered."""
    tournament = now.tournament
    entry = tournament.entry_of(player)
    return {
        "tournament": tournament,
        "entry": entry,
        "step": own_step(tournament, entry),
        "starts": start_is_next(tournament, player),
        "is_organizer": tournament.is_organizer(player),
        "invitation": invitation(tournament, site),
        "acts": {act for act in permits.COURSE if permits.course_refusal(now, act) is None},
        "results": words.results(),
        "seats": {act: _seats(now, act) for act in SEATED},
        "moved": {act: _moved(now, act) for act in MOVED},
        "reported": _reported(now),
        "ruled": _ruled(now),
        "unruled": [
            Offered(board_value(board), f"{words.round_title(board.result.round)}, {_words(tournament, board.result)}")
            for board in tournament.boards
            if permits.board_refusal(now, board, "unrule") is None
        ],
        "managed": [_managed(now, one) for one in tournament.entries],
        "entered": sum(one.state == "in" for one in tournament.entries),
        "playing": [board.result.board for board in tournament.boards if board.result.is_open],
        "played": any(
            board.result.round == tournament.round and not board.result.is_open for board in tournament.boards
        ),
        "plays_open_board": any(board.result.is_open and now.is_own(board) for board in tournament.boards),
    }


def _managed(now: TournamentMoment, entry: TournamentEntry) -> Managed:
    acts = frozenset(act for act in permits.ENTRIES if permits.entry_refusal(now, entry, act) is None)
    return Managed(entry, words.states()[entry.state], acts)


def _seats(now: TournamentMoment, act: BoardAct) -> list[Offered]:
    """Return the players with an open board at which an act is accepted."""
    return [
        Offered(
            seat_value(board, number),
            _("Board %(board)s: %(player)s", board=board.result.board, player=name_of(now.tournament, number)),
        )
        for board in now.tournament.boards
        if board.result.is_open and permits.board_refusal(now, board, act) is None
        for number in board.result.numbers
    ]


def _moved(now: TournamentMoment, act: BoardAct) -> list[Offered]:
    """Return the boards that may be moved from the site to the players' own cards, or back."""
    boards = [board for board in now.tournament.boards if permits.board_refusal(now, board, act) is None]
    return [Offered(board_value(board), _words(now.tournament, board.result)) for board in boards]


def _reported(now: TournamentMoment) -> list[Reported]:
    """Return the boards with a report that is not confirmed, contradictions first."""
    tournament, results = now.tournament, words.results()
    found = []
    for board in tournament.boards:
        said = zip(board.result.numbers, board.reports, strict=False)
        reports = [
            _(
                "%(player)s reports %(result)s",
                player=isolated(name_of(tournament, number)),
                result=results[one.outcome],
            )
            for number, one in said
            if one is not None
        ]
        if reports and board.result.is_open and permits.board_refusal(now, board, "rule") is None:
            title = _("Board %(board)s: %(player)s", board=board.result.board, player=listing(reports))
            found.append(Reported(board_value(board), title, board.reports.outcomes))
    return sorted(found, key=lambda one: -len(one.outcomes))


def _ruled(now: TournamentMoment) -> list[RuledRound]:
    """Return the boards that may be ruled, the newest round first, until there are enough to choose from."""
    by_round: dict[int, list[Offered]] = {}
    for board in reversed(now.tournament.boards):
        number = board.result.round
        if sum(map(len, by_round.values())) >= MAX_RULED and number not in by_round:
            break
        if permits.board_refusal(now, board, "rule") is None:
            by_round.setdefault(number, []).insert(0, Offered(board_value(board), _words(now.tournament, board.result)))
    return [RuledRound(number, boards) for number, boards in by_round.items()]


def _words(tournament: StoredTournament, result: BoardResult) -> str:
    other = name_of(tournament, result.b) if result.b is not None else words.kinds()[result.kind]
    return _("Board %(board)s: %(one)s – %(two)s", board=result.board, one=name_of(tournament, result.a), two=other)
