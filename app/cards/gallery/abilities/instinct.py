"""Instinct (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent
from app.cards.gallery.abilities.figure import ATTACK, FIGHT, Figure, fight


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Instinct"),
        text=_(
            "Damaged by a creature but not destroyed, it answers as soon as its attacker is done: a full attack, even "
            "out of turn, on the first creature opposite or on the Stronghold when there is none."
        ),
        clause=_("it strikes back at once when a creature damages it"),
        notes=[
            _("It answers even on the turn it enters play, and even against the Stronghold."),
            _("However often one attacker hits it in a row, it answers once."),
            _("It is an attack with all the creature's abilities."),
            _("Incantations do not set it off."),
        ],
        figure=Figure(fight(("lanternfish", ""), ("untamed-mount", "")), ("top",), ATTACK, kinds=FIGHT),
        caption=_("The mount takes 2 damage, lives, and answers with 3."),
        icon="claw-slashes",
        accent=Accent("#ffd085", "#c06e10"),
    )
