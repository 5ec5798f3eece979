"""Mercenary (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Mercenary"),
        text=_(
            "Instead of going back to its player's hand it changes sides: it goes to the far right of the opponent's "
            "hand and belongs to them from then on."
        ),
        clause=_("it leaves for the opponent's hand"),
        aimed=_("then it goes to the opponent's hand"),
        notes=[
            _("Playing alone, yours go on top of the automaton's pile, and the automaton's come to your hand."),
            _("In a Symbiote pair both cards change sides. A Champion does not: it is set aside."),
            _("No Champion is a Mercenary, neither a printed creature nor one of your own design."),
        ],
        figure=None,
        icon="two-coins",
        accent=Accent("#f5d6b0", "#8a5733"),
    )
