"""Sharpening (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent
from app.cards.gallery.abilities.figure import ATTACK, FIGHT, Figure, fight


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Sharpening"),
        text=_(
            "Damage beyond what it took to destroy its targets is not wasted: it is added up and hits the "
            "opposing Stronghold once the destroyed creatures have left."
        ),
        clause=_("excess damage carries over to the Stronghold"),
        aimed=_("excess damage carries over to the opposing Stronghold"),
        notes=[
            _("It is not an attack on the Stronghold: Defender and the limits of Rage do not stop it."),
            _("Nothing carries over to the Stronghold where Protection absorbed the hit."),
            _("It hits the opposing Stronghold even when an incantation destroyed your own creature."),
        ],
        figure=Figure(fight(("abyssal-grrr", ""), ("zombie", "")), ("top",), ATTACK, kinds=FIGHT),
        caption=_("3 damage, of which 1 was enough: the other 2 hit the Stronghold."),
        icon="sharp-axe",
        accent=Accent("#e9eef4", "#748291"),
    )
