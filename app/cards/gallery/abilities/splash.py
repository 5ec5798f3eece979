"""Splash (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent
from app.cards.gallery.abilities.figure import ATTACK, FIGHT, Figure, fight


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Splash"),
        text=_(
            "It also hits the creature in the same place in the other lane, for the same damage. Never a Stronghold."
        ),
        clause=_("it hits the same place in the other lane too"),
        aimed=_("so does the same place in the other lane"),
        notes=[_("It does not combine with Perforation: the creature next to the one behind the target is not hit.")],
        figure=Figure(fight(("reaper", ""), ("giant scribe", "troll baron")), ("top", "bottom"), ATTACK, kinds=FIGHT),
        caption=_("The target in the mountain lane, and the same place in the wave lane."),
        icon="split-arrows",
        accent=Accent("#b0f5ea", "#1a8a85"),
    )
