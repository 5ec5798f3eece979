"""Rage (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent
from app.cards.gallery.abilities.figure import ATTACK, FIGHT, REST, Figure, fight, just_played


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Rage"),
        text=_("It may attack on the very turn it enters play, but creatures only."),
        clause=_("it attacks creatures on the turn it arrives"),
        notes=[
            _("With Berserk it may attack further creatures, but does not reach the Stronghold on that turn."),
            _("If a sprint takes it away from the Aura that lent it Rage, the attack it has begun still counts."),
        ],
        figure=Figure(
            fight(([just_played("partisan")], [just_played("baron")]), ("ogre", "zombie")),
            ("top", "bottom"),
            ATTACK,
            kinds=FIGHT | {REST},
        ),
        caption=_("Both arrived this turn: Partisan has Rage and attacks, Baron rests."),
        icon="flame",
        accent=Accent("#ffb591", "#c2401c"),
    )
