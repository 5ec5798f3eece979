"""Aerial (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent
from app.cards.gallery.abilities.figure import ATTACK, FIGHT, Figure, fight


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Aerial"),
        text=_(
            "In the mountain lane it flies over every creature and attacks the Stronghold itself. "
            "In the wave lane the wings do nothing."
        ),
        clause=_("in the mountain lane it flies past everyone and attacks the Stronghold"),
        notes=[
            _(
                "With Rage, on the turn it enters play, it does not attack at all in the mountain lane; nor does a "
                "Defender."
            ),
            _("It only says what this creature attacks. Others attack it as usual."),
        ],
        figure=Figure(fight(("harasser", "harasser"), ("ogre", "troll")), ("top", "bottom"), ATTACK, kinds=FIGHT),
        caption=_(
            "The same creature in both lanes: in the mountain lane it flies past Ogre, in the wave lane it fights."
        ),
        icon="feathered-wing",
        accent=Accent("#ffffff", "#7fa9cf"),
    )
