"""Legality of a deck in constructed duels of each edition (R2.5, R2.6), with the reasons in words."""

from __future__ import annotations

from dataclasses import dataclass

from babel.lists import format_list

from app.cards.wording import card_name
from app.i18n import _, current_language, ngettext
from engine import cards, editions
from engine.editions import Edition
from engine.errors import IllegalAction
from engine.setup.building import check_deck

NEWEST_FIRST = ("2022", "2021")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The legality of a deck in an edition, and a sentence that states it and what is to be done."""

    edition: str
    size: int
    legal: bool
    words: str


def is_legal(slugs: tuple[str, ...], edition: Edition) -> bool:
    """Return whether the engine would take this deck."""
    try:
        check_deck(list(slugs), edition)
    except IllegalAction:
        return False
    return True


def verdict(slugs: tuple[str, ...], edition: str) -> Verdict:
    """Return the verdict on a deck of different cards in an edition."""
    rules = editions.BY_NAME[edition]
    legal = is_legal(slugs, rules)
    words = _legal(rules) if legal else _problems(slugs, rules)
    return Verdict(edition, rules.deck_size, legal, words)


def verdicts(slugs: tuple[str, ...]) -> list[Verdict]:
    """Return the verdicts for all editions, the newest first."""
    return [verdict(slugs, edition) for edition in NEWEST_FIRST]


def _legal(rules: Edition) -> str:
    if rules.bans:
        text = _("Ready for {edition}: {size} different cards from the Starter Kit, two of which will be banned.")
    else:
        text = _("Ready for {edition}: {size} different cards.")
    return text.format(edition=rules.name, size=rules.deck_size)


def _problems(slugs: tuple[str, ...], rules: Edition) -> str:
    return " ".join(part for part in (_count(len(slugs), rules), _foreign(slugs, rules)) if part)


def _count(have: int, rules: Edition) -> str:
    missing = rules.deck_size - have
    if missing > 0:
        text = ngettext(
            "For {edition}: {n} card is missing ({have} of {size}).",
            "For {edition}: {n} cards are missing ({have} of {size}).",
            missing,
        )
    elif missing < 0:
        text = ngettext(
            "For {edition}: {n} card too many ({have}, not {size}).",
            "For {edition}: {n} cards too many ({have}, not {size}).",
            -missing,
        )
    else:
        return ""
    return text.format(edition=rules.name, n=abs(missing), have=have, size=rules.deck_size)


def _foreign(slugs: tuple[str, ...], rules: Edition) -> str:
    """Return the cards that the edition does not have."""
    strangers = [card_name(cards.ALL[slug]) for slug in slugs if cards.ALL[slug].set not in rules.sets]
    if not strangers:
        return ""
    if len(strangers) > 2:
        text = _("For {edition}: {n} cards are not in the Starter Kit: {card} and others.")
        return text.format(edition=rules.name, n=len(strangers), card=strangers[0])
    text = ngettext(
        "For {edition}: {cards} is not in the Starter Kit.",
        "For {edition}: {cards} are not in the Starter Kit.",
        len(strangers),
    )
    return text.format(edition=rules.name, cards=format_list(strangers, locale=current_language().code))
