"""Perforation (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent
from app.cards.gallery.abilities.figure import ATTACK, FIGHT, Figure, fight


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Perforation"),
        text=_("It also hits the creature right behind its target, for as much. Never a Stronghold."),
        clause=_("it also hits the creature behind its target"),
        aimed=_("the creature behind the target takes the same"),
        notes=[_("Behind means farther from the bridge. Both targets are hit at the same moment.")],
        figure=Figure(fight(("turbo-gunner", ""), ("ogre giant baron", "")), ("top",), ATTACK, kinds=FIGHT),
        caption=_("The target and the creature right behind it, no farther."),
        icon="piercing-sword",
        accent=Accent("#ffd9a3", "#a3642a"),
    )
