"""Aura (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage
from app.cards.gallery.abilities.figure import Figure, fight


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Aura"),
        text=_(
            "The creatures directly in front of it and behind it, in its own lane, have the ability in the golden "
            "circle. "
            "It does not have it itself."
        ),
        clause="",  # a card says what it lends (wording.py)
        notes=[
            _(
                "It follows every move at once: a creature that steps away loses the ability,"
                " one that steps up gains it."
            ),
            _("Abilities do not add up: having one and being lent it as well is the same as having it."),
            _("In a Symbiote pair the Aura keeps working for the neighbours and gives nothing to the pair itself."),
        ],
        figure=Figure(fight(("brute blacksmith baron zombie", ""), ("", "")), ("top",)),
        caption=_("Brute and Baron, its neighbours, have Splash now. Zombie stands too far away."),
        icon="beams-aura",
        accent=None,  # a card with an Aura has the accent of what it lends
    )
