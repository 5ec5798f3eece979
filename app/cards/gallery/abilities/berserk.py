"""Berserk (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent
from app.cards.gallery.abilities.figure import ATTACK, FIGHT, Figure, fight


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Berserk"),
        text=_(
            "Each time its attack destroys an opposing creature it attacks again: the next creature, or the Stronghold "
            "when none is left. On the turn it enters play with Rage it still spares the Stronghold."
        ),
        clause=_("each creature it destroys buys it another attack"),
        notes=[
            _("A Bastion is not a creature: bringing it down earns no further attack."),
            _("There is no limit, as long as each attack destroys a creature of the other side."),
        ],
        figure=Figure(fight(("ogre", ""), ("zombie microctopus", "")), ("top",), ATTACK, kinds=FIGHT),
        caption=_("Ogre destroys one, then the next, and then hits the Stronghold: three attacks in one turn."),
        icon="crossed-axes",
        accent=Accent("#ffa8a8", "#ad2030"),
    )
