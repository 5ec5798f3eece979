"""Defender (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Defender"),
        text=_("It fights creatures only: it never attacks a Stronghold."),
        clause=_("it leaves Strongholds alone"),
        notes=[
            _("With nobody left to fight it does nothing. Its Sharpening, if it has any, still reaches the Stronghold.")
        ],
        figure=None,
        icon="stone-wall",
        accent=Accent("#e0dacb", "#7c725f"),
    )
