"""Regeneration (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent
from app.cards.gallery.abilities.figure import ATTACK, FAR_HAND, FIGHT, Figure, position, side


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Regeneration"),
        text=_(
            "For each target that it damages, its player's Stronghold moves one place to the left. A Fort at the far "
            "left is rebuilt as a Bastion, second card from the right."
        ),
        clause=_("every target it damages mends your Stronghold"),
        aimed=_("every target damaged mends your Stronghold"),
        notes=[
            _("A Stronghold that it hits counts as a target like any creature: one place for it, however much damage."),
            _("A Bastion at the far left is as safe as can be and stays there."),
            _("It happens before destroyed cards return to a hand. The automaton has no hand and gains nothing."),
        ],
        figure=Figure(
            position(side("boom baron * partisan", "dryad", ""), side(FAR_HAND, "troll", "")),
            ("top", "hand-A"),
            ATTACK,
            after=True,
            kinds=FIGHT,
        ),
        caption=_("One target damaged: the Stronghold moves one place to the left, from 1 HP to 2."),
        icon="heart-plus",
        accent=Accent("#caf7a3", "#3a8f2c"),
    )
