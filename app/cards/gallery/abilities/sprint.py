"""Sprint (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent
from app.cards.gallery.abilities.figure import ATTACK, FIGHT, Figure, fight, just_played


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Sprint"),
        text=_(
            "When it attacks it first runs to the bridge, and until the end of the assault its attack grows by 1 for "
            "each creature it overtook."
        ),
        clause=_("it runs to the bridge and gains 1 attack for each creature overtaken"),
        notes=[
            _("It still attacks once. A clear way to the bridge gives no bonus."),
            _("An attack of 0 is an attack: the creature still runs."),
        ],
        figure=Figure(
            fight(([just_played("baron"), just_played("brute"), "summit-hound"], ""), ("giant", "")),
            ("top",),
            ATTACK,
            after=True,
            kinds=FIGHT,
        ),
        caption=_("It overtakes two, gains 2 attack, and deals 4 damage from beside the bridge."),
        icon="running-shoe",
        accent=Accent("#f7ffa6", "#8a9a18"),
    )
