"""Legality of a deck in constructed duels of each edition (R2.5, R2.6), with the reasons in words."""

from __future__ import annotations

from dataclasses import dataclass

from app.base.i18n import _, formats, ngettext
from app.cards.gallery.wording import name_in_text
from engine import cards, editions
from engine.editions import Edition
from engine.errors import IllegalAction
from engine.setup.building import check_deck

NEWEST_FIRST = ("2022", "2021")


@dataclass(frozen=True, slots=True)
class Legality:
    """The legality of a deck in an edition, and a sentence that states it and says what to change."""

    edition: str
    size: int
    legal: bool
    words: str


def is_legal(slugs: tuple[str, ...], edition: Edition) -> bool:
    """True if the engine would take this deck."""
    try:
        check_deck(list(slugs), edition)
    except IllegalAction:
        return False
    return True


def verdict(slugs: tuple[str, ...], edition: str) -> Legality:
    """Return the verdict on a deck of different cards in an edition."""
    rules = editions.BY_NAME[edition]
    legal = is_legal(slugs, rules)
    words = _legal(rules) if legal else _problems(slugs, rules)
    return Legality(edition, rules.deck_size, legal, words)


def verdicts(slugs: tuple[str, ...]) -> list[Legality]:
    """Return the verdicts for all editions, the newest first."""
    return [verdict(slugs, edition) for edition in NEWEST_FIRST]


def _legal(rules: Edition) -> str:
    words = {"edition": rules.name, "size": rules.deck_size}
    if rules.bans:
        return _(
            "Ready for %(edition)s: %(size)s different cards from the Initiation Pack, two of which will be banned.",
            **words,
        )
    return _("Ready for %(edition)s: %(size)s different cards.", **words)


def _problems(slugs: tuple[str, ...], rules: Edition) -> str:
    return " ".join(part for part in (_count(len(slugs), rules), _foreign(slugs, rules)) if part)


def _count(have: int, rules: Edition) -> str:
    missing = rules.deck_size - have
    words = {"edition": rules.name, "n": abs(missing), "have": have, "size": rules.deck_size}
    if missing > 0:
        return ngettext(
            "For %(edition)s: %(n)s card is missing (%(have)s of %(size)s).",
            "For %(edition)s: %(n)s cards are missing (%(have)s of %(size)s).",
            missing,
            **words,
        )
    if missing < 0:
        return ngettext(
            "For %(edition)s: %(n)s card too many (%(have)s, not %(size)s).",
            "For %(edition)s: %(n)s cards too many (%(have)s, not %(size)s).",
            -missing,
            **words,
        )
    return ""


def _foreign(slugs: tuple[str, ...], rules: Edition) -> str:
    strangers = [name_in_text(cards.ALL[slug]) for slug in slugs if cards.ALL[slug].set not in rules.sets]
    if not strangers:
        return ""
    if len(strangers) > 2:
        return _(
            "For %(edition)s: %(n)s cards are not in the Initiation Pack (%(card)s and others).",
            edition=rules.name,
            n=len(strangers),
            card=strangers[0],
        )
    return ngettext(
        "For %(edition)s: %(cards)s is not in the Initiation Pack.",
        "For %(edition)s: %(cards)s are not in the Initiation Pack.",
        len(strangers),
        edition=rules.name,
        cards=formats.listing(strangers),
    )
