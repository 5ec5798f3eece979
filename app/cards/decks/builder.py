"""The deck builder's state: it lives in the address of the page, so that reload, back and a shared link keep it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import Depends, Query

from app.base.errors import AppError, Code
from app.cards.decks.legality import NEWEST_FIRST, Legality, verdict
from app.cards.decks.models import MAX_CARDS, NAME_LENGTH, in_order, shown
from app.cards.gallery import catalogue
from app.cards.gallery.catalogue import CardFilter
from app.cards.gallery.curve import Curve, curve
from app.cards.gallery.filter_query import QueriedFilter
from engine import cards
from engine.cards import Card

SEPARATOR: Final = "."
MAX_TEXT: Final = 1000
_CHANCE: Final = random.SystemRandom()


@dataclass(frozen=True, slots=True)
class Builder:
    """A deck being built. `pool`: the sets whose cards may go in; `editions`: those whose rules are mentioned."""

    slugs: tuple[str, ...]
    card_filter: CardFilter
    name: str = ""
    note: str = ""
    pool: tuple[str, ...] = cards.SETS
    editions: tuple[str, ...] = NEWEST_FIRST
    cards: tuple[Card, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Put the cards in the order in which they are shown."""
        object.__setattr__(self, "cards", shown(self.slugs))

    @property
    def text(self) -> str:
        """The deck as the page's forms carry it."""
        return text_of(self.slugs)

    @property
    def found(self) -> list[Card]:
        """The cards on offer, as the filters ask."""
        return [card for card in catalogue.find(self.card_filter) if card.set in self.pool]

    @property
    def total(self) -> int:
        """The number of cards without filters."""
        return len(cards.of_sets(self.pool))

    @property
    def curve(self) -> Curve:
        """The deck's mana curve."""
        return curve(self.cards)

    @property
    def verdicts(self) -> list[Legality]:
        """The verdicts on the deck's legality."""
        return [verdict(self.slugs, edition) for edition in self.editions]

    @property
    def size(self) -> int:
        """The target size: the smallest legal deck size that is not exceeded, else the largest."""
        sizes = sorted(each.size for each in self.verdicts)
        return next((size for size in sizes if size >= len(self.slugs)), sizes[-1])

    @property
    def most(self) -> int:
        """The largest number of cards that fit."""
        return MAX_CARDS

    def address(self, path: str) -> str:
        """Return the page's address that shows this state again."""
        card_filter = self.card_filter
        asked: list[tuple[str, str]] = [("deck", self.text)]
        if self.name:
            asked.append(("name", self.name))
        asked += [("q", card_filter.text)] if card_filter.text else []
        asked += [("sort", card_filter.sort)] if card_filter.sort != "set" else []
        boxes = {
            "set": card_filter.sets,
            "type": card_filter.types,
            "cost": card_filter.costs,
            "ability": card_filter.abilities,
        }
        asked += [(key, str(value)) for key, values in boxes.items() for value in sorted(values, key=str)]
        return f"{path}?{urlencode(asked)}"


@dataclass(frozen=True, slots=True)
class BuilderQuery:
    """The builder's form: the deck (None: not sent), one change to it, and the filters."""

    deck: tuple[str, ...] | None
    toggle: str
    fill: int
    clear: bool
    name: str
    card_filter: CardFilter

    @property
    def one_card(self) -> bool:
        """True if at most one card changes, so that the others on the page can stay as they are."""
        return not self.fill and not self.clear

    def builder(
        self,
        kept: tuple[str, ...] = (),
        name: str = "",
        pool: tuple[str, ...] = cards.SETS,
        editions: tuple[str, ...] = NEWEST_FIRST,
    ) -> Builder:
        """Return the builder after the change; it begins with the deck `kept` and its name where the form sent none."""
        before = kept if self.deck is None else self.deck
        note = ""
        try:
            after = self._changed(before, pool)
        except AppError as error:
            after, note = before, error.sentence
        return Builder(after, self.card_filter, self.name or name, note, pool, editions)

    def _changed(self, deck: tuple[str, ...], pool: tuple[str, ...]) -> tuple[str, ...]:
        if self.clear:
            return ()
        if self.fill > len(deck):
            offered = [str(card.slug) for card in catalogue.find(self.card_filter)]
            left = [slug for slug in offered if slug not in deck and cards.ALL[slug].set in pool]
            return in_order((*deck, *_CHANCE.sample(left, min(len(left), self.fill - len(deck)))))
        if self.toggle not in cards.ALL:
            return deck
        if self.toggle in deck:
            return tuple(slug for slug in deck if slug != self.toggle)
        if len(deck) >= MAX_CARDS:
            raise AppError(Code.deck_too_large, most=MAX_CARDS)
        return in_order((*deck, self.toggle))


def text_of(slugs: tuple[str, ...]) -> str:
    """Return a deck as forms and addresses carry it."""
    return SEPARATOR.join(slugs)


def cards_of(text: str) -> tuple[str, ...]:
    """Return the cards of a deck as forms and addresses carry it; what does not exist or comes too much is left out."""
    return in_order(tuple(text[:MAX_TEXT].split(SEPARATOR)))[:MAX_CARDS]


def builder_query(
    card_filter: QueriedFilter,
    deck: Annotated[str | None, Query(max_length=MAX_TEXT)] = None,
    toggle: Annotated[str, Query(max_length=40)] = "",
    fill: Annotated[str, Query(max_length=3)] = "",
    clear: Annotated[str, Query(max_length=3)] = "",
    name: Annotated[str, Query(max_length=NAME_LENGTH * 4)] = "",
) -> BuilderQuery:
    wanted = min(int(fill), MAX_CARDS) if fill.isascii() and fill.isdigit() else 0
    return BuilderQuery(None if deck is None else cards_of(deck), toggle, wanted, bool(clear), name, card_filter)


QueriedDeck = Annotated[BuilderQuery, Depends(builder_query)]
