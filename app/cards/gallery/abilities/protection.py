"""Protection (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent
from app.cards.gallery.abilities.figure import ATTACK, FIGHT, ORDER, Figure, fight


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Protection"),
        text=_("Each turn, the first attack or incantation that would damage it does nothing to it."),
        clause=_("the first hit of each turn bounces off"),
        notes=[
            _("One attack is one source, however many it hits. A second attack by the same creature is a second one."),
            _("It stops a hit by Splash or Perforation, too. The other targets are hit as usual."),
            _("An incantation does nothing to an Indestructible creature, so its Protection stays whole."),
            _("The card shows whether it is still there: the bubble bursts with the first hit and is back next turn."),
        ],
        figure=Figure(fight(("brute baron", ""), ("carapace", "")), ("top",), ATTACK, kinds=FIGHT | {ORDER}),
        caption=_("Baron's attack bounces off. Brute's is the second one this turn, and goes through."),
        icon="magic-shield",
        accent=Accent("#e6f5ff", "#5d93c4"),
    )
