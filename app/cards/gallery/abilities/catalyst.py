"""Catalyst (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Catalyst"),
        text=_("While it is in play, its player gains 2 more mana at the start of each of their turns."),
        clause=_("it brings 2 extra mana every turn"),
        notes=[_("It counts when its player's turn begins, so it has to have survived until then.")],
        figure=None,
        icon="crystal-growth",
        accent=Accent("#bdf2ff", "#1a8fbe"),
    )
