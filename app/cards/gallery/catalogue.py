"""Filter, search and sort the printed cards; find the previous and the next card."""

from collections.abc import Callable
from dataclasses import dataclass, field

from app.base.i18n import once_in_each_language
from app.base.i18n.comparing import plain
from app.cards.gallery import wording
from engine import cards
from engine.abilities import AURA
from engine.balance import newest_rate
from engine.cards import Card

WON = "won"
SORTS = ("set", "name", "cost", "attack", "health", WON)
TYPES = (cards.CREATURE, cards.INCANTATION)
COSTS = tuple(sorted({card.cost for card in cards.ALL.values()}))
DECKS = tuple(sorted({card.deck for card in cards.ALL.values() if card.deck is not None}))
MAX_SEARCHED = 60
PRINTED = {
    "vanish": "evasion",
    "breaching-in": "breaching",
    "initiation-pack": "initiation",
    "starter-kit": "initiation",
}
"""Printed English names, as slugs, of what has another slug here (docs/notation.md)."""


@dataclass(frozen=True, slots=True)
class CardFilter:
    """A filter for cards; an empty field filters nothing. A card must have all of `abilities`.

    The Auras of an ability count as having it; `aura` alone means any Aura.
    """

    sets: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    costs: frozenset[int] = frozenset()
    abilities: frozenset[str] = frozenset()
    text: str = ""
    sort: str = "set"
    words: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Cut the searched text into words once."""
        object.__setattr__(self, "words", tuple(plain(self.text[:MAX_SEARCHED]).split()))

    @property
    def is_empty(self) -> bool:
        """True if every card fits."""
        return not (self.sets or self.types or self.costs or self.abilities or self.words)


def find(card_filter: CardFilter) -> list[Card]:
    """Return the printed cards that fit `card_filter`, sorted as it says."""
    found = [card for card in cards.ALL.values() if _fits(card, card_filter)]
    if card_filter.sort == "set":
        return found
    return sorted(found, key=_sort_key(card_filter.sort))


def _fits(card: Card, card_filter: CardFilter) -> bool:
    return (
        (not card_filter.sets or card.set in card_filter.sets)
        and (not card_filter.types or card.kind in card_filter.types)
        and (not card_filter.costs or card.cost in card_filter.costs)
        and card_filter.abilities <= ability_slugs(card)
        and (not card_filter.words or _mentions(card, card_filter.words))
    )


def ability_slugs(card: Card) -> set[str]:
    """Return the slugs of a card's abilities: its own, those that its Auras lend, and `aura` if it has an Aura."""
    slugs = {slug.removeprefix(wording.AURA_PREFIX) for slug in card.printed}
    return slugs | {AURA} if card.auras else slugs


def _mentions(card: Card, words: tuple[str, ...]) -> bool:
    searched = _searched(str(card.slug))
    return all(word in searched for word in words)


@once_in_each_language
def _searched(slug: str) -> str:
    """Return the text of a printed card that is searched: names in the visitor's language, slugs, and printed words."""
    card = cards.ALL[slug]
    abilities = [wording.ability_name(slug) for slug in card.printed]
    texts = [*wording.card_names(card).values(), wording.set_name(card.set), wording.kind_name(card.kind)]
    slugs = {card.set, *ability_slugs(card)}
    printed = [word.replace("-", " ") for word, slug in PRINTED.items() if slug in slugs]
    return plain(" ".join([*texts, *abilities, *sorted(slugs), *printed]))


def _sort_key(sort: str) -> Callable[[Card], tuple[int, str]]:
    by_name: Callable[[Card], str] = lambda card: _plain_name(str(card.slug))  # noqa: E731
    keys: dict[str, Callable[[Card], tuple[int, str]]] = {
        "name": lambda card: (0, by_name(card)),
        "cost": lambda card: (card.cost, by_name(card)),
        "attack": lambda card: (-_attack(card), by_name(card)),
        "health": lambda card: (-card.health, by_name(card)),
        WON: lambda card: (-_won(card), by_name(card)),
    }
    return keys[sort]


def _won(card: Card) -> int:
    """Return the win rate of players who drafted a card, in millionths; -1 if it was never drafted."""
    rate = newest_rate(str(card.slug))
    return -1 if rate is None else round(1_000_000 * rate[1].share)


@once_in_each_language
def _plain_name(slug: str) -> str:
    return plain(wording.card_name(cards.ALL[slug]))


def _attack(card: Card) -> int:
    return cards.MAX_VALUE + 1 if "vulnerability" in card.printed else card.attack


def neighbours(card: Card) -> tuple[Card, Card]:
    """Return the cards before and after a printed card in its set, the set taken as a ring."""
    ring = [cards.ALL[slug] for slug in cards.of_sets((card.set,))]
    number = ring.index(card)
    return ring[number - 1], ring[(number + 1) % len(ring)]


def deck_mates(card: Card) -> list[Card]:
    """Return the whole preconstructed deck that a card is in (R2.2); empty if it is in none."""
    return [cards.ALL[slug] for slug in cards.preconstructed(card.deck)] if card.deck else []


def with_ability(slug: str) -> list[Card]:
    """Return the cards that have an ability themselves, then those that lend it by an Aura.

    For `aura` all that lend.
    """
    every = cards.ALL.values()
    if slug == AURA:
        return [card for card in every if card.auras]
    own = [card for card in every if slug in card.printed]
    return own + [card for card in every if wording.AURA_PREFIX + slug in card.printed and card not in own]
