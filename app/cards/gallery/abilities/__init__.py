"""The special abilities (R8) as the site explains and shows them: a module for each, with a `page()` by language."""

from collections.abc import Callable, Mapping
from typing import Final

from app.cards.gallery.abilities import (
    aerial,
    aquatic,
    aura,
    berserk,
    blood_price,
    catalyst,
    defender,
    evasion,
    indestructible,
    instinct,
    mercenary,
    perforation,
    protection,
    rage,
    regeneration,
    sharpening,
    splash,
    sprint,
    symbiote,
    vulnerability,
)
from app.cards.gallery.abilities.ability_page import AbilityPage
from engine.abilities import NAMES

PAGES: Final[Mapping[str, Callable[[], AbilityPage]]] = {
    "aerial": aerial.page,
    "sharpening": sharpening.page,
    "aquatic": aquatic.page,
    "aura": aura.page,
    "berserk": berserk.page,
    "catalyst": catalyst.page,
    "defender": defender.page,
    "evasion": evasion.page,
    "indestructible": indestructible.page,
    "instinct": instinct.page,
    "mercenary": mercenary.page,
    "perforation": perforation.page,
    "blood-price": blood_price.page,
    "protection": protection.page,
    "rage": rage.page,
    "regeneration": regeneration.page,
    "splash": splash.page,
    "sprint": sprint.page,
    "symbiote": symbiote.page,
    "vulnerability": vulnerability.page,
}
"""By the slug of the ability, as `engine.abilities.NAMES` has them."""
if differing := set(NAMES) ^ set(PAGES):  # here, so that no site starts whose rulebook cannot be drawn
    raise LookupError(f"an ability without its page, or a page without its ability: {', '.join(sorted(differing))}")
