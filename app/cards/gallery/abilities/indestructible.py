"""Indestructible (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Indestructible"),
        text=_(
            "Incantations cannot harm it. They may still be aimed at it, and what splashes or pierces past it hits "
            "the others."
        ),
        clause=_("incantations leave it cold"),
        notes=[
            _("It can still be chosen as a target, to hit those beside and behind it."),
            _("With Protection as well: an incantation does not use up the Protection."),
        ],
        figure=None,
        icon="anvil",
        accent=Accent("#ffeaa3", "#ab7f14"),
    )
