"""Blood Price (R8), in our own words, with its figure and its mark."""

from app.base.i18n import _, once_in_each_language
from app.cards.gallery.abilities.ability_page import AbilityPage, Accent
from app.cards.gallery.abilities.figure import Figure, hand


@once_in_each_language
def page() -> AbilityPage:
    """Return what the site says and shows of it."""
    return AbilityPage(
        name=_("Blood Price"),
        text=_("It may be played with too little mana: each missing mana is 1 damage to its player's own Stronghold."),
        clause=_("missing mana is paid by your own Stronghold"),
        notes=[
            _("All mana is spent first. The damage comes one point at a time, before the card leaves the hand."),
            _("A price that brings down your own Fort loses you the match: the board asks first."),
        ],
        figure=Figure(
            hand("gargoyle * boom partisan carapace", mana=2),
            ("hand-A",),
            {"type": "play", "hand": 0, "lane": "top"},
            after=True,
        ),
        caption=_("It costs 4 and you have 2 mana: the Stronghold pays the other 2."),
        icon="heart-drop",
        accent=Accent("#ff9aa6", "#8a1028"),
    )
