"""Vanish (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent
from app.cards.gallery.abilities.figure import ATTACK, FIGHT, Figure, fight


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Vanish"),
        text=_("Damaged but not destroyed, it slips away to the rear of its lane as soon as its attacker is done."),
        clause=_("damage sends it to the rear of its lane"),
        notes=[
            _("The creature behind it steps up to the bridge and will be met first by the next attacker."),
            _("It comes before Instinct: a creature with both answers from the rear."),
            _("Incantations set it off, too: it moves when their effect is over."),
        ],
        figure=Figure(fight(("partisan", ""), ("growler zombie", "")), ("top",), ATTACK, after=True, kinds=FIGHT),
        caption=_("Growler takes 3 damage, lives, and slips to the rear."),
        icon="dodging",
        accent=Accent("#d2fff3", "#3f9a82"),
    )
