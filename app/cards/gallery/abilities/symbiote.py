"""Symbiote (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent
from app.cards.gallery.abilities.figure import FAR_HAND, Figure, position, side


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Symbiote"),
        text=_(
            "It may be played on top of one of your creatures. The two become one: attack, health and abilities add "
            "up. A creature carries one Symbiote at most."
        ),
        clause=_("it may ride on another creature and add its strength"),
        notes=[
            _("The pair may attack this turn if the lower creature could. Damage to the lower one stays."),
            _("Destroyed, the Symbiote's card returns first, then the other."),
            _("Played alone it is a creature like any other, but a Symbiote alone cannot carry another Symbiote."),
        ],
        figure=Figure(
            position(side("familiar * boom baron", "ogre", ""), side(FAR_HAND, "", ""), mana=2),
            ("top",),
            {"type": "play", "hand": 0, "lane": "top", "onto": 0},
            after=True,
        ),
        caption=_("Familiar rides on Ogre: attack 4 + 1, health 4 + 1, and the abilities of both."),
        icon="linked-rings",
        accent=Accent("#ffc2ec", "#a83a8a"),
    )
