"""A match page apart from the cards: names, presence, offers, the result."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from app.base.i18n import _, current_language
from app.base.i18n.formats import isolated
from app.matches.bots.characters import level_words
from app.matches.core.features import NO_FACTS, FeatureFacts
from app.matches.core.features.coach import coach_refusal
from app.matches.core.features.deal import road_of
from app.matches.core.features.gathering import is_gathering
from app.matches.core.features.series import series_of
from app.matches.core.features.team import PAIRS, SideFacts, side_facts
from app.matches.core.live.update import Presence
from app.matches.core.match_row import MatchRow
from app.matches.core.reader_role import part_in
from app.matches.core.seat_holder import (
    Automaton,
    Bot,
    FormerPlayer,
    FreeSeat,
    Partners,
    SeatHolder,
    face_of,
    name_of,
)
from app.people.players.player import DEFAULT_NAME, Player
from app.people.players.shown_names import guest_words, marked_name
from engine.seat import SEATS, BySeat, Seat, Viewer, other

CACHE_SIZE: Final = 4096
FALLS: Final = frozenset({"fort", "pile"})  # the reasons of results that a fallen Fort decided
AT_HAND = "at-hand"  # at the same device: nobody is connected or away


class Person(NamedTuple):
    """A player at a seat: the name as shown, and the presence ("here", "away", "automaton", "bot", "free", "former",
    "at-hand"); in a series (H11) how many matches they have won, of how many that are needed; the picture by its slug;
    the names of two who hold the side together; `is_stuck`: a computer that cannot think at present."""

    name: str
    you: bool
    presence: str
    presence_words: str
    won: int | None = None
    needed: int = 0
    face: str = ""
    members: tuple[str, ...] = ()
    is_stuck: bool = False

    def named_in(self, turn: int) -> str:
        """Return the name; of two who hold a side (H12) that of who takes this turn."""
        return self.members[part_in(turn)] if self.members and turn else self.name


class MatchSummary(NamedTuple):
    """A match apart from its cards, as its page shows it to one viewer."""

    id: str
    has_two_guests: bool
    pairs: bool
    can_be_drawn: bool
    has_automaton: bool
    edition: str
    format: str
    waiting: bool
    gathering: bool
    public: bool
    over: bool
    winner: str | None
    ended_words: str
    reason_words: str
    features: FeatureFacts
    watchers: int
    has_record: bool
    is_sealed: bool
    fort_fell: bool = False
    may_be_coached: bool = False
    road: str | None = None  # of Legacy, to which it belongs
    side: SideFacts | None = None  # what only the viewer's own side may know


def player_names(row: MatchRow) -> BySeat[str]:
    """Return the players' names by seat, as the log and the page write them."""
    return _player_names(current_language().code, row)


@lru_cache(CACHE_SIZE)
def _player_names(_language: str, row: MatchRow) -> BySeat[str]:
    return display_names({seat: shown_name(row.holders[seat]) for seat in SEATS}, solo=row.has_automaton)


def shown_name(holder: SeatHolder) -> str | None:
    """Return the name of who holds a seat, with a mark where a program plays for a guest; None where it has none."""
    if isinstance(holder, Partners):
        return pair_words(*map(_member_words, holder.members))
    name = name_of(holder)
    if isinstance(holder, Player) and (name or holder.program):
        return marked_name(name or "", program=holder.program)
    return guest_words(name) if name else None


def _member_words(member: Player) -> str:
    return shown_name(member) or guest_words(member.name)


def pair_words(one: str, two: str) -> str:
    """Return the names of two who hold a side together, as one."""
    # Translators: two players who hold one side of a match together.
    return _("%(one)s & %(two)s", one=one, two=two)


def display_names(given: Mapping[Seat, str | None], *, solo: bool) -> BySeat[str]:
    """Return the names by seat as they are shown; two equal names get a mark, two without one a number."""
    shown: BySeat[str] = {seat: guest_words(name) if (name := given[seat]) else _("A former player") for seat in SEATS}
    if solo:
        shown["B"] = _("The automaton")
    elif given["A"] == given["B"] == DEFAULT_NAME:
        shown = {seat: _("Player %(number)s", number=number) for number, seat in enumerate(SEATS, 1)}
    elif shown["A"] == shown["B"]:
        shown = {seat: f"{name} {seat}" for seat, name in shown.items()}
    return shown


def opponent_words(row: MatchRow, seat: Seat) -> str:
    """Return the opponent of `seat` for a list: "Against Anna"."""
    if row.has_automaton:
        return _("Against the automaton")
    return _("Against %(player)s", player=isolated(player_names(row)[other(seat)]))


def opponent_face(row: MatchRow, seat: Viewer) -> str:
    """Return the picture of who sits opposite a seat, by its slug; "" where there is none."""
    return face_of(row.holders[other(seat or "A")])


def people(row: MatchRow, presence: Presence, viewer: Viewer) -> BySeat[Person]:
    """Return both players by seat."""
    shown = player_names(row)
    present = {seat: _person(row, presence, viewer, seat, shown[seat]) for seat in SEATS}
    series = series_of(row)
    if series is None:
        return present
    return {seat: person._replace(won=series.won[seat], needed=series.needed) for seat, person in present.items()}


def _person(row: MatchRow, presence: Presence, viewer: Viewer, seat: Seat, name: str) -> Person:
    holder = row.holders[seat]
    if isinstance(holder, Automaton):
        return Person(name, False, "automaton", "")
    if isinstance(holder, Bot):
        words = _("computer, %(level)s", level=level_words(holder.level))
        return Person(name, False, "bot", words, face=face_of(holder), is_stuck=presence.is_stuck)
    if row.hotseat:
        return Person(name, False, AT_HAND, "")
    if isinstance(holder, FormerPlayer):
        return Person(name, False, "former", "")
    if isinstance(holder, FreeSeat):
        return Person(_("Free seat"), False, "free", _("nobody yet"))
    members = tuple(map(_member_words, holder.members)) if isinstance(holder, Partners) else ()
    here = presence.at(seat)
    presence_of, words_of = ("here", _("is here")) if here else ("away", _("is away"))
    face = face_of(holder) if row.id else ""  # without a connection nobody knows it
    return Person(name, seat == viewer, presence_of, words_of, face=face, members=members)


def match_summary(
    row: MatchRow, presence: Presence, features: FeatureFacts = NO_FACTS, viewer: Viewer = None
) -> MatchSummary:
    """Return the match apart from its cards; `features` are the facts for their templates."""
    result = row.result
    return MatchSummary(
        id=row.id,
        has_two_guests=row.has_two_guests,
        pairs=PAIRS.of(row) is not None,
        can_be_drawn=row.is_full and not row.has_automaton,
        has_automaton=row.has_automaton,
        edition=row.edition,
        format=row.format,
        waiting=row.status == "open",
        gathering=is_gathering(row),
        public=row.public,
        over=row.status == "over",
        winner=result.winner if result else None,
        ended_words=ended_words(row),
        reason_words=reason_words(row),
        features=features,
        watchers=presence.watchers,
        has_record=result is not None and result.winner is not None,
        is_sealed=row.is_sealed,
        fort_fell=result is not None and result.reason in FALLS,
        may_be_coached=viewer is not None and coach_refusal(row) is None,
        road=road_of(row),
        side=side_facts(row, viewer),
    )


def ended_words(row: MatchRow) -> str:
    """Return the end of a match that nobody has won, lost or drawn, in a few words; "" for a result, and before."""
    result = row.result
    if result is None or (result.winner is not None and result.reason != "aborted"):
        return ""
    if result.reason == "declined":
        return _("Challenge declined")
    if result.reason == "cancelled" and row.is_full:
        return _("The series has ended")
    return _("Match ended") if row.is_full else _("Table closed")


def reason_words(row: MatchRow) -> str:
    """Return a sentence on the end of the match; "" while it continues."""
    result = row.result
    if result is None:
        return ""
    shown = player_names(row)
    if result.reason == "cancelled" and row.is_full:
        return _("The next match never began: the series ends here.")
    if result.reason == "cancelled":
        return _("The table was closed before anybody sat down.")
    if result.reason == "declined":
        return _("Your challenge was declined.")
    if result.reason == "closed":
        return _("The moderators of this site have closed this table.")
    if result.winner == "draw":
        drawn = {
            "agreement": _("You both agreed to it."),
            "abandonment": _("One player left and did not come back; the other settled for a draw."),
            "aborted": _("The moderators of this site have ended this match. It counts for nobody."),
            "no_show": _("Neither player came in time."),
            "time": _("Time ran out, but the opponent could not have won any more."),
        }
        return drawn.get(result.reason, _("Two hundred turns, and both Strongholds still stand."))
    words = {"player": isolated(shown[other(result.winner or "B")])}
    sentences = {
        "fort": _("%(player)s's Fort has fallen.", **words),
        "pile": _("%(player)s's pile has run out, and its Fort has nothing left.", **words),
        "resignation": _("%(player)s resigned.", **words),
        "abandonment": _("%(player)s left and did not come back.", **words),
        "no_show": _("%(player)s did not come in time.", **words),
        "time": _("%(player)s has run out of time.", **words),
    }
    return sentences.get(result.reason, _("%(player)s has lost.", **words))
