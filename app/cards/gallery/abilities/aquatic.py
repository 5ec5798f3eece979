"""Aquatic (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent
from app.cards.gallery.abilities.figure import ATTACK, ORDER, WOUND, Figure, fight


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Aquatic"),
        text=_("Right beside the bridge, in either lane, it deals double damage."),
        clause=_("beside the bridge it hits twice as hard"),
        notes=[_("The bonus of a sprint is doubled too: the sprint ends beside the bridge.")],
        figure=Figure(
            fight(("abyssal-warrior abyssal-warrior", ""), ("djinn", "")),
            ("top",),
            ATTACK,
            kinds=frozenset({ORDER, WOUND}),
        ),
        caption=_("The first attacker, at the rear, inflicts 3; the second, beside the bridge, 6."),
        icon="water-drop",
        accent=Accent("#add9ff", "#2560b8"),
    )
