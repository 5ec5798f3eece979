"""A tournament in a few lines, for visitors who think about entering."""

from __future__ import annotations

from typing import Final

from app.base.i18n import _, ngettext
from app.base.i18n.formats import duration, listing
from app.contests.tournaments.drawing import words
from app.contests.tournaments.rules.options import Arena, Swiss
from app.contests.tournaments.tournament import StoredTournament
from app.matches.core.clocks.clock_option import ClockOption
from app.people.players.shown_names import guest_words

WITHOUT_CLOCK: Final = 900  # seconds of a usual match
BETWEEN: Final = 120  # seconds between rounds that an organizer begins
SMALLEST: Final = 3  # entries from which on the number of rounds is more than a guess


def tournament_facts(tournament: StoredTournament) -> tuple[tuple[str, str], ...]:
    """Return names and values: decks, edition, clock, rounds, about how long it takes, organizers."""
    chosen = tournament.options
    clock = chosen.clock.words if chosen.clock else _("As much as you like")
    lines = [
        (_("System"), words.systems()[chosen.system]),
        (_("Played with"), _("the players' own cards") if chosen.box else ""),
        (_("Decks"), words.formats()["own" if chosen.decks == "own" else chosen.format]),
        (_("Edition"), chosen.edition),
        (_("Time to think"), "" if chosen.box else clock),
        (_("Rounds"), _rounds(tournament)),
        (_("Takes about"), _length(tournament)),
        (_("Organized by"), listing([guest_words(one.name) for one in tournament.organizers])),
    ]
    return tuple((name, value) for name, value in lines if value)


def _rounds(tournament: StoredTournament) -> str:
    if not tournament.system.has_rounds:
        return ""
    if chosen := _chosen_rounds(tournament):
        return str(chosen)
    field = sum(entry.state in ("in", "paused") for entry in tournament.entries)
    if field < SMALLEST:
        return _("as many as the field needs")
    players = ngettext("%(count)s player", "%(count)s players", field, count=field)
    return _("%(rounds)s with %(players)s", rounds=tournament.rounds, players=players)


def _chosen_rounds(tournament: StoredTournament) -> int:
    return (tournament.system.rounds or 0) if isinstance(tournament.system, Swiss) else 0


def _length(tournament: StoredTournament) -> str:
    if isinstance(tournament.system, Arena):
        return duration(tournament.system.seconds)
    seconds = expected_seconds(tournament)
    return "" if seconds is None else duration(round(seconds / 600 + 0.5) * 600)


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
