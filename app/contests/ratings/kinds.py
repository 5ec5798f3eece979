"""`Kind`: the matches that share a rating, by kind of opponent, format and sort of clocks."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

from app.base.i18n import _
from app.matches.core.clocks.clock_option import ClockOption, Family
from app.matches.core.features.clock import clock_option
from app.matches.core.match_row import MatchRow

Against = Literal["people", "bots", "cards"]
Format = Literal["preconstructed", "draft", "constructed"]
ClockFamily = Literal["none", Family]
SOLO: Final = "automaton"
CARDS: Final = "cards"
"""Against people with their own cards, at a table that the site has not seen: results come from reports."""


class Kind(NamedTuple):
    """A kind of match: people, bots and the players' own cards apart, by format, by the family of its clocks."""

    against: Against
    format: Format
    clock: ClockFamily

    @property
    def slug(self) -> str:
        """As in a path: `people.draft.none`."""
        return ".".join(self)

    @property
    def words(self) -> str:
        # Translators: kinds of matches that are rated: with starter decks, with drafted, with decks built at home.
        played = {"preconstructed": _("Starter decks"), "draft": _("Draft"), "constructed": _("Constructed")}
        words = {"format": played[self.format]}
        return {
            "none": _("%(format)s, without clocks", **words),
            "live": _("%(format)s, with clocks", **words),
            "correspondence": _("%(format)s, by correspondence", **words),
        }[self.clock]

    @property
    def against_words(self) -> str:
        return {
            "people": _("Against people"),
            "bots": _("Against the computer"),
            "cards": _("With your own cards"),
        }[self.against]

    @property
    def was_seen(self) -> bool:
        """True if the matches were played on the site: only then they stand on a leaderboard."""
        return self.against != CARDS


_ALL: Final = (
    Kind(against, played, clock)
    for against in get_args(Against)
    for played in get_args(Format)
    for clock in get_args(ClockFamily)
    if against != CARDS or clock == "none"
)
KINDS: Final = {kind.slug: kind for kind in _ALL}
"""All kinds, by their slugs."""


def against(row: MatchRow) -> str:
    """Return the kind of opponent that the guest of a match meets; a bot account is a bot."""
    programs = any(player.program for player in row.guests)
    return "bots" if row.bots or programs else SOLO if row.has_automaton else "people"


def clock_family(row: MatchRow) -> ClockFamily:
    """Return the sort of clocks of a match."""
    return family_of(clock_option(row))


def family_of(clock: ClockOption | None) -> ClockFamily:
    """Return the sort of clocks; "none" without."""
    return "none" if clock is None else clock.family


def kind_of(row: MatchRow) -> Kind | None:
    """Return the kind of a match; None for one that has no rating: alone, from a set position."""
    return KINDS.get(f"{against(row)}.{row.format}.{clock_family(row)}")
