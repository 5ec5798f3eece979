"""How even cards and preconstructed decks are, in sentences: games of computers, with their number and interval."""

from __future__ import annotations

from app.i18n import _
from engine import balance
from engine.balance import EVEN, Rate
from engine.editions import BY_NAME
from engine.setup.options import DECKS


def drafted(slug: str) -> list[str]:
    """Return how often whoever had drafted a card won, a sentence for each edition; none where it was never drafted."""
    told = []
    for edition in reversed(BY_NAME):
        rate = balance.card_rate(slug, edition)
        if rate is not None:
            told.append(
                _("{year} rules: whoever drafted it won {share} of {games} games ({low} to {high}).").format(
                    year=edition, games=rate.games, **_percents(rate)
                )
            )
    return told


def uneven(edition: str, deck: int) -> list[str]:
    """Return a sentence for each preconstructed deck against which this one has it easier or harder."""
    rates = {against: balance.deck_pair(edition, deck, against) for against in DECKS if against != deck}
    return [
        _("Deck {deck} won {share} of {games} games against deck {against} ({low} to {high}).").format(
            deck=deck, against=against, games=rate.games, **_percents(rate)
        )
        for against, rate in rates.items()
        if not rate.low <= EVEN <= rate.high
    ]


def _percents(rate: Rate) -> dict[str, str]:
    return {name: f"{getattr(rate, name):.0%}" for name in ("share", "low", "high")}
