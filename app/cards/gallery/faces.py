"""Card faces for the templates: a printed card, or a creature in play with its current numbers.

A face holds plain values only, so the templates decide nothing; equal faces are shared.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from typing import Protocol

from app.base.i18n import _, current_language, formats, ngettext
from app.cards.gallery import icons, looks, wording
from engine import abilities
from engine.cards import ALL, Card
from engine.legacy import growths_of, scars_of

MAX_CRACKS = 3
NAME_STEPS = (7, 11, 14, 17, 20)
"""Lengths of name up to which it is written in size 1, 2, 3."""


@dataclass(frozen=True, slots=True)
class AbilityToken:
    """One ability as a small round mark: an Aura's own (`aura`), lent by an Aura (`lent`), used up (`spent`), gained on
    a road (`grown`, H15)."""

    slug: str
    name: str
    icon: str
    aura: bool = False
    lent: bool = False
    spent: bool = False
    grown: bool = False

    @property
    def word(self) -> str:
        """The word under the mark, on a card with room for it; "Aura" for an Aura, whose mark shows what it gives."""
        return wording.ability_name(abilities.AURA) if self.aura else self.name


@dataclass(frozen=True, slots=True)
class Face:
    """A card face: `attack` is an incantation's wounds; `label` describes the whole card to a screen reader.

    `accent` and `sky` are the rest of its picture (looks.py). `attack_change` and `health_change` are -1, 0 or 1
    against what is printed; `cracks` is 0 to 3, and of a card as it lies in a deck the number of its scars (H14).
    """

    slug: str
    name: str
    kind: str
    kind_name: str
    set: str
    icon: str
    cost: int
    attack: str
    health: str
    tokens: tuple[AbilityToken, ...]
    label: str
    accent: str
    sky: int
    attack_change: int = 0
    health_change: int = 0
    wounds: int = 0
    cracks: int = 0
    protected: bool = False
    reaches: bool = False

    @property
    def name_size(self) -> int:
        """The size in which its name can be written: 1 (short) to 6; from 4 on a card has two lines for it."""
        return 1 + sum(len(self.name) > most for most in NAME_STEPS)

    @property
    def crowded(self) -> bool:
        """True if a low tile lacks the room for all signs next to the name: next to a short one there are three."""
        return len(self.tokens) > max(4 - self.name_size, 1)

    @property
    def longest_word(self) -> int:
        """The letters of the longest word of its name; a hyphen ends a word, too."""
        return max(map(len, self.name.replace("-", " ").split()), default=0)


class InPlay(Protocol):
    """A creature in play as the board describes it, from the engine's view and its statistics."""

    @property
    def card(self) -> Card:
        """The card itself, the lower one of a pair."""
        ...

    @property
    def over(self) -> Card | None:
        """The Symbiote on it."""
        ...

    @property
    def attack(self) -> int | str:
        """Attack now, "X" with Vulnerability."""
        ...

    @property
    def health(self) -> int:
        """Health when unhurt."""
        ...

    @property
    def left(self) -> int:
        """Health that is left this turn."""
        ...

    @property
    def abilities(self) -> Collection[str]:
        """Slugs of the abilities it has now."""
        ...

    @property
    def lent(self) -> Collection[str]:
        """The abilities that a neighbour's Aura gives."""
        ...

    @property
    def hit(self) -> bool:
        """True if the creature has met its first source of wounds this turn."""
        ...


def token(slug: str, *, lent: bool = False, spent: bool = False, grown: bool = False) -> AbilityToken:
    """Return the mark of an ability slug; an Aura's mark shows what it lends."""
    aura = slug.startswith(wording.AURA_PREFIX)
    plain = slug.removeprefix(wording.AURA_PREFIX)
    return AbilityToken(slug, wording.ability_name(slug), icons.ui_icon(f"ability.{plain}"), aura, lent, spent, grown)


def face(card: Card) -> Face:
    """Return the face of a card as printed, in the current language."""
    return _printed(card, current_language().texts)


@lru_cache(maxsize=4096)
def _printed(card: Card, texts: NullTranslations) -> Face:
    growths, scars = growths_of(card), scars_of(card)
    tokens = tuple(token(slug, grown=slug in growths) for slug in card.printed)
    parts = [wording.card_name(card), wording.numbers(card), *(_spoken(mark) for mark in tokens)]
    parts += [ngettext("%(n)s scar", "%(n)s scars", len(scars), n=len(scars))] if scars else []
    return Face(
        slug=card.slug or "",
        name=wording.card_name(card),
        kind=card.kind,
        kind_name=wording.kind_name(card.kind),
        set=ALL[card.origin].set if card.origin else "custom",
        icon=icons.card_icon(card),
        cost=card.cost,
        attack=wording.attack_text(card),
        health=str(card.health) if card.is_creature else "",
        tokens=tokens,
        label=formats.series(parts),
        accent=looks.accent(card),
        sky=looks.sky(card),
        attack_change=-("attack" in scars),
        health_change=-("health" in scars),
        cracks=min(MAX_CRACKS, len(scars)),
        reaches=bool(card.auras),
    )


def creature_face(creature: InPlay) -> Face:
    """Return the face of a creature in play: numbers of the moment, wounds, lent abilities.

    Of a pair the upper card.
    """
    cards = [creature.card, creature.over] if creature.over else [creature.card]
    top = cards[-1]
    base = face(top)
    health = sum(card.health for card in cards)
    wounds = creature.health - creature.left
    tokens = _tokens_in_play(creature, cards)
    return Face(
        slug=base.slug,
        name=base.name,
        kind=base.kind,
        kind_name=base.kind_name,
        set=base.set,
        icon=base.icon,
        cost=base.cost,
        attack=str(creature.attack),
        health=str(creature.left),
        tokens=tokens,
        label=_label(creature, tokens, wounds),
        accent=base.accent,
        sky=base.sky,
        attack_change=_change(creature.attack, cards),
        health_change=(creature.health > health) - (creature.health < health),
        wounds=wounds,
        cracks=-(-MAX_CRACKS * wounds // creature.health) if wounds else 0,
        protected="protection" in creature.abilities and not creature.hit,
        reaches=any(card.auras for card in cards),
    )


def _change(now: int | str, cards: list[Card]) -> int:
    printed = "X" if any("vulnerability" in card.printed for card in cards) else sum(card.attack for card in cards)
    if isinstance(now, str) or isinstance(printed, str):
        return 0 if now == printed else -1 if now == "X" else 1
    return (now > printed) - (now < printed)


def _tokens_in_play(creature: InPlay, cards: list[Card]) -> tuple[AbilityToken, ...]:
    """Return a creature's abilities in the order printed, then those its neighbours lend; an Aura keeps its mark."""
    printed = [slug for card in cards for slug in card.printed]
    grown = [slug for card in cards if card.slug is None for slug in growths_of(card)]
    effective = dict.fromkeys([*(s for s in printed if s.startswith(wording.AURA_PREFIX) or s in creature.abilities)])
    effective.update(dict.fromkeys(creature.abilities))
    return tuple(
        token(
            slug,
            lent=slug in creature.lent and slug not in printed,
            spent=slug == "protection" and creature.hit,
            grown=slug in grown,
        )
        for slug in effective
    )


def _label(creature: InPlay, tokens: tuple[AbilityToken, ...], wounds: int) -> str:
    name = wording.name_in_text(creature.card)
    if creature.over:
        name = _("%(card)s carrying %(symbiote)s", card=name, symbiote=wording.name_in_text(creature.over))
    parts = [name, _("attack %(attack)s, health %(left)s", attack=creature.attack, left=creature.left)]
    if wounds:
        parts.append(ngettext("%(n)s damage", "%(n)s damage", wounds, n=wounds))
    parts.extend(_spoken(mark) for mark in tokens)
    return formats.series(parts)


def _spoken(mark: AbilityToken) -> str:
    if mark.spent:
        return _("%(ability)s (used this turn)", ability=mark.name)
    if mark.grown:
        # Translators: an ability that a card has gained on a road of Legacy.
        return _("%(ability)s (gained)", ability=mark.name)
    return _("%(ability)s (from an Aura)", ability=mark.name) if mark.lent else mark.name


def fortress_label(side: str, hp: int | None) -> str:
    """Return a fortress in words: which side is up ("bastion" or "fort") and its HP (None: unknown)."""
    name = fortress_name(side)
    return name if hp is None else _("%(fortress)s, %(hp)s HP", fortress=name, hp=hp)


def fortress_name(side: str) -> str:
    """Return "Bastion" or "Fort"; KeyError for another side."""
    return {"bastion": _("Bastion"), "fort": _("Fort")}[side]
