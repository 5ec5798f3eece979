"""Sentences on how even cards and preconstructed decks are: games of computers, with their number and interval."""

from __future__ import annotations

from dataclasses import dataclass

from app.base.i18n import _, formats
from app.cards.gallery import wording
from app.cards.gallery.starters import starters
from engine import balance
from engine.balance import EVEN, Rate
from engine.editions import BY_NAME, DEFAULT
from engine.setup.options import DECKS


def drafted(slug: str) -> list[str]:
    """Sentences on the win rate of players who drafted a card, for each edition in which it was drafted."""
    sentences = []
    for edition in reversed(BY_NAME):
        rate = balance.card_rate(slug, edition)
        if rate is not None:
            sentences.append(_drafted(edition, rate))
    return sentences


def _drafted(edition: str, rate: Rate) -> str:
    return _(
        "%(year)s rules: the player who drafted it won %(share)s of %(games)s games (%(low)s to %(high)s).",
        year=edition,
        games=rate.games,
        **_percents(rate),
    )


@dataclass(frozen=True, slots=True)
class RateWords:
    """The win rate of a card as a list shows it: its share, and the whole sentence."""

    share: str
    sentence: str


def rate_of(slug: str) -> RateWords | None:
    """Return the win rate of a card in the newest edition in which it was drafted; None where it never was."""
    found = balance.newest_rate(slug)
    return found and RateWords(formats.percent(found[1].share), _drafted(*found))


def uneven(edition: str, deck: int) -> list[str]:
    """Return a sentence for each preconstructed deck against which this one has it easier or harder."""
    names = {starter.number: starter.name for starter in starters()}
    rates = {against: balance.deck_pair(edition, deck, against) for against in DECKS if against != deck}
    return [
        _(
            "%(deck)s won %(share)s of %(games)s games against %(against)s (%(low)s to %(high)s).",
            deck=names[deck],
            against=names[against],
            games=rate.games,
            **_percents(rate),
        )
        for against, rate in rates.items()
        if not rate.low <= EVEN <= rate.high
    ]


def starting(edition: str) -> str:
    """Return a sentence on the win rate of the starting player with preconstructed decks."""
    rate = balance.first_with_starters(edition)
    return _(
        "Starter decks, %(year)s rules: the starting player won %(share)s of %(games)s games between computers"
        " (%(low)s to %(high)s).",
        year=edition,
        games=rate.games,
        **_percents(rate),
    )


def starting_in_all_drafts(edition: str) -> str:
    """Return a sentence on the win rate of the starting player in drafts, from whichever set."""
    rate = balance.first_in_all_drafts(edition)
    return _(
        "Drafts, %(year)s rules: the starting player won %(share)s of %(games)s games between computers"
        " (%(low)s to %(high)s).",
        year=edition,
        games=rate.games,
        **_percents(rate),
    )


def starting_in_drafts(edition: str, name: str) -> str:
    """A sentence on the win rate of the starting player in drafts from one set."""
    rate = balance.first_in_drafts(edition, name)
    return _(
        "Drafts from %(set)s, %(year)s rules: the starting player won %(share)s of %(games)s games"
        " (%(low)s to %(high)s).",
        set=wording.set_name(name),
        year=edition,
        games=rate.games,
        **_percents(rate),
    )


def starting_by_filter(sets: frozenset[str], edition: str = DEFAULT) -> list[str]:
    """Return sentences on the starting player's win rate in drafts from each of these sets; from whichever set if there
    is none."""
    sentences = [starting_in_drafts(edition, name) for name in BY_NAME[edition].sets if name in sets]
    return sentences or [starting_in_all_drafts(edition)]


def closest(edition: str) -> str:
    """Return the names of the two preconstructed decks that are most even."""
    names = {starter.number: starter.name for starter in starters()}
    one, two = balance.fair_pairs(edition)[0]
    return _("%(deck)s and %(against)s", deck=names[one], against=names[two])


def _percents(rate: Rate) -> dict[str, str]:
    return {name: formats.percent(getattr(rate, name)) for name in ("share", "low", "high")}
