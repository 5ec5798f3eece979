"""A card on the designer's table: read from the page's form, drawn with its cost, checked by the engine (R9.6)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Final

from fastapi import Depends, Query

from app.base.errors import AppError
from app.base.i18n import _
from app.base.i18n.comparing import plain
from app.cards.designer.code import named, priced
from app.cards.gallery import wording
from app.cards.gallery.designed_icons import DESIGNED, known
from engine import abilities, cards, design
from engine.cards import MAX_ABILITIES, MAX_VALUE, Card
from engine.errors import EngineError

MAX_DIGITS: Final = 3
VULNERABILITY: Final = "vulnerability"
_MARKS: Final = {Fraction(1, 2): "½"}


@dataclass(frozen=True, slots=True)
class CostTerm:
    """One term of the design cost: what it is for, and its value such as "+1½"."""

    words: str
    value: str


@dataclass(frozen=True, slots=True)
class CardDraft:
    """A design as the form holds it; its name may still be missing, its abilities may be too many."""

    name: str = ""
    attack: int = 2
    health: int = 3
    abilities: tuple[str, ...] = ()
    icon: str = DESIGNED

    @property
    def variable(self) -> bool:
        """True if the attack is X."""
        return VULNERABILITY in self.abilities

    def _notation(self, name: str, slugs: tuple[str, ...]) -> dict[str, object]:
        attack: int | str = "X" if VULNERABILITY in slugs else self.attack
        return {
            "name": name,
            "type": cards.CREATURE,
            "attack": attack,
            "health": self.health,
            "abilities": list(slugs),
            "icon": self.icon,
        }

    @property
    def preview(self) -> Card:
        """The card in its present state."""
        shown = self._notation(self.name or _("No name yet"), self.abilities[:MAX_ABILITIES])
        return cards.designed(priced(shown))

    def card(self) -> Card:
        """Return the finished card; raises the engine's IllegalAction if it is not valid."""
        shown = self._notation(self.name, self.abilities)
        try:
            shown = priced(shown)
        except EngineError:
            shown["cost"] = 0  # never reached: `check_design` finds a better reason first
        return design.check_design(shown)

    @property
    def problem(self) -> str:
        """The error, as a sentence; empty when the card is finished, or lacks only its name."""
        try:
            CardDraft(self.name or "?", self.attack, self.health, self.abilities).card()
        except EngineError as error:
            return AppError.of(error).sentence
        return ""

    @property
    def terms(self) -> list[CostTerm]:
        """The sum of R9.6, term by term."""
        return [CostTerm(_words(name, self), signed(value)) for name, value in design.cost_terms(self.preview)]

    @property
    def total(self) -> str:
        """The sum before rounding."""
        return halves(design.design_cost(self.preview))

    @property
    def rounding(self) -> str:
        """A description of the rounding from the sum to the cost; empty where the sum is whole."""
        exact = design.design_cost(self.preview)
        if exact < 0:
            return _("never below 0")
        return _("rounded up") if exact.denominator > 1 else ""

    @classmethod
    def of(cls, card: Card) -> CardDraft:
        """Return the card draft of a finished card."""
        return cls(card.name, card.attack, card.health, card.printed, known(card.icon))


def _words(name: str, card_draft: CardDraft) -> str:
    if name == "attack":
        if card_draft.variable:
            return _("half of an attack X, which counts as 1")
        return _("half of attack %(n)s", n=card_draft.attack)
    if name == "health":
        return _("half of health %(n)s", n=card_draft.health)
    return _("every creature") if name == "creature" else wording.ability_name(name)


def halves(value: Fraction) -> str:
    """Return a multiple of one half as people write it: "−1½", "0", "3"."""
    whole, rest = divmod(abs(value), 1)
    text = f"{whole or ''}{_MARKS[rest]}" if rest else str(whole)
    return f"−{text}" if value < 0 else text


def signed(value: Fraction) -> str:
    """Return a number with its sign, as a term of a sum."""
    return halves(value) if value < 0 else f"+{halves(value)}"


def ability_choices(*, aura: bool = False) -> list[tuple[str, str]]:
    """Return the abilities that a Champion may have, by name: slug and cost; with `aura` the Auras instead."""
    offered = [each for each in abilities.TABLE if each.flag != abilities.MERCENARY and (each.lendable or not aura)]
    prefix = wording.AURA_PREFIX if aura else ""
    slugs = sorted((prefix + each.slug for each in offered), key=lambda slug: plain(wording.ability_name(slug)))
    return [(slug, signed(design.ability_cost(slug))) for slug in slugs]


def queried_draft(
    name: Annotated[str, Query(max_length=design.MAX_NAME * 16)] = "",
    attack: Annotated[str, Query(max_length=MAX_DIGITS)] = "2",
    health: Annotated[str, Query(max_length=MAX_DIGITS)] = "3",
    ability: Annotated[list[str], Query(max_length=60)] = [],  # noqa: B006 # FastAPI copies it
    icon: Annotated[str, Query(max_length=60)] = DESIGNED,
) -> CardDraft:
    """Return the card draft of the form's query; numbers beyond the limits become the nearest, unknown abilities are
    left
    out."""
    return CardDraft(
        named(name),
        _within(attack, 0),
        _within(health, 1),
        tuple(dict.fromkeys(slug for slug in ability if _exists(slug))),
        known(icon),
    )


def _within(text: str, least: int) -> int:
    number = int(text) if len(text) <= MAX_DIGITS and text.isascii() and text.isdigit() else least
    return max(least, min(number, MAX_VALUE))


def _exists(slug: str) -> bool:
    try:
        abilities.parse([slug])
    except (KeyError, ValueError):
        return False
    return True


QueriedDraft = Annotated[CardDraft, Depends(queried_draft)]
