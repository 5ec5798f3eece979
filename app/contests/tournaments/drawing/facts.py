"""The facts of a tournament, in one line for everybody: system, decks, clock, rounds, length, organizers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.base.i18n import _, ngettext
from app.base.i18n.formats import duration, isolated, listing
from app.contests.tournaments.drawing import words
from app.contests.tournaments.rules.options import Arena, Swiss
from app.contests.tournaments.tournament import StoredTournament
from app.matches.core.clocks.clock_option import ClockOption
from app.people.players.shown_names import guest_words

WITHOUT_CLOCK: Final = 900  # seconds of a usual match
BETWEEN: Final = 120  # seconds between rounds that an organizer begins
MIN_FIELD: Final = 3  # entries from which on the number of rounds is more than a guess


def tournament_facts(tournament: StoredTournament) -> tuple[str, ...]:
    """Return phrases: system, decks, edition, clock, rounds, about how long it takes, organizers."""
    chosen = tournament.options
    organizers = listing([isolated(guest_words(one.name)) for one in tournament.organizers])
    facts = (
        words.systems()[chosen.system],
        _("played with the players' own cards") if chosen.box else "",
        words.formats()["own" if chosen.decks == "own" else chosen.format],
        chosen.edition,
        "" if chosen.box else chosen.clock.words if chosen.clock else _("No clock"),
        _rounds(tournament),
        _length(tournament),
        _("organized by %(players)s", players=organizers) if organizers else "",
    )
    return tuple(filter(None, facts))


def _rounds(tournament: StoredTournament) -> str:
    if not tournament.system.has_rounds:
        return ""
    if count := _chosen_rounds(tournament):
        return ngettext("%(num)s round", "%(num)s rounds", count)
    field = sum(entry.state in ("in", "paused") for entry in tournament.entries)
    if not tournament.round and field < MIN_FIELD:
        return _("as many rounds as the field needs")
    return ngettext("%(num)s round", "%(num)s rounds", tournament.rounds)


def _chosen_rounds(tournament: StoredTournament) -> int:
    return (tournament.system.rounds or 0) if isinstance(tournament.system, Swiss) else 0


def _length(tournament: StoredTournament) -> str:
    if isinstance(tournament.system, Arena):
        return duration(tournament.system.seconds)
    seconds = expected_seconds(tournament)
    return "" if seconds is None else _("about %(time)s", time=duration(round(seconds / 600 + 0.5) * 600))


def expected_seconds(tournament: StoredTournament) -> float | None:
    """Return about how long a tournament takes; None where its players have days for each turn."""
    if isinstance(tournament.system, Arena):
        return tournament.system.seconds
    clock = None if tournament.options.box else tournament.options.clock
    if clock and clock.expected_match_seconds is None:
        return None
    gap = BETWEEN if tournament.options.gap is None else tournament.options.gap
    rounds = max(tournament.rounds, _chosen_rounds(tournament))
    return rounds * match_seconds(clock) + (rounds - 1) * gap


def match_seconds(clock: ClockOption | None) -> float:
    """Return how long a match takes, in seconds; a usual time where its clocks do not say it."""
    return (clock and clock.expected_match_seconds) or WITHOUT_CLOCK


def head_context(tournament: StoredTournament) -> Mapping[str, object]:
    """Return the context of the lines under the title."""
    return {
        "tournament": tournament,
        "status": words.statuses()[tournament.status],
        "facts": tournament_facts(tournament),
    }
