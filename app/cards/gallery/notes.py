"""Small print of the abilities, in our own words: what players ask about each (R8, R13)."""

from app.base.i18n import _


def ability_notes(slug: str) -> list[str]:
    """Return the small print of an ability; KeyError for an unknown slug."""
    return _notes()[slug]


def _notes() -> dict[str, list[str]]:
    return {
        "aerial": [
            _(
                "With Rage, on the turn it enters play, it does not attack at all in the mountain lane; nor does a "
                "Defender."
            ),
            _("It only says what this creature attacks. Others attack it as usual."),
        ],
        "sharpening": [
            _("It is not an attack on the Stronghold: Defender and the limits of Rage do not stop it."),
            _("Nothing carries over to the Stronghold where Protection absorbed the hit."),
            _("It hits the opposing Stronghold even when an incantation destroyed your own creature."),
        ],
        "aquatic": [_("The bonus of a sprint is doubled too: the sprint ends beside the bridge.")],
        "aura": [
            _(
                "It follows every move at once: a creature that steps away loses the ability,"
                " one that steps up gains it."
            ),
            _("Abilities do not add up: having one and being lent it as well is the same as having it."),
            _("In a Symbiote pair the Aura keeps working for the neighbours and gives nothing to the pair itself."),
        ],
        "berserk": [
            _("A Bastion is not a creature: bringing it down earns no further attack."),
            _("There is no limit, as long as each attack destroys a creature of the other side."),
        ],
        "catalyst": [_("It counts when its player's turn begins, so it has to have survived until then.")],
        "defender": [
            _("With nobody left to fight it does nothing. Its Sharpening, if it has any, still reaches the Stronghold.")
        ],
        "evasion": [
            _("The creature behind it steps up to the bridge and will be met first by the next attacker."),
            _("It comes before Instinct: a creature with both answers from the rear."),
            _("Incantations set it off, too: it moves when their effect is over."),
        ],
        "indestructible": [
            _("It can still be chosen as a target, to hit those beside and behind it."),
            _("With Protection as well: an incantation does not use up the Protection."),
        ],
        "instinct": [
            _("It answers even on the turn it enters play, and even against the Stronghold."),
            _("However often one attacker hits it in a row, it answers once."),
            _("It is an attack with all the creature's abilities."),
            _("Incantations do not set it off."),
        ],
        "mercenary": [
            _("Playing alone, yours go on top of the automaton's pile, and the automaton's come to your hand."),
            _("In a Symbiote pair both cards change sides. A Champion does not: it is set aside."),
            _("No Champion is a Mercenary, neither a printed creature nor one of your own design."),
        ],
        "perforation": [_("Behind means farther from the bridge. Both targets are hit at the same moment.")],
        "blood-price": [
            _("All mana is spent first. The damage comes one point at a time, before the card leaves the hand."),
            _("A price that brings down your own Fort loses you the match: the board asks first."),
        ],
        "protection": [
            _("One attack is one source, however many it hits. A second attack by the same creature is a second one."),
            _("It stops a hit by Splash or Perforation, too. The other targets are hit as usual."),
            _("An incantation does nothing to an Indestructible creature, so its Protection stays whole."),
            _("The card shows whether it is still there: the bubble bursts with the first hit and is back next turn."),
        ],
        "rage": [
            _("With Berserk it may attack further creatures, but does not reach the Stronghold on that turn."),
            _("If a sprint takes it away from the Aura that lent it Rage, the attack it has begun still counts."),
        ],
        "regeneration": [
            _("A Stronghold that it hits counts as a target like any creature: one place for it, however much damage."),
            _("A Bastion at the far left is as safe as can be and stays there."),
            _("It happens before destroyed cards return to a hand. The automaton has no hand and gains nothing."),
        ],
        "splash": [
            _("It does not combine with Perforation: the creature next to the one behind the target is not hit.")
        ],
        "sprint": [
            _("It still attacks once. A clear way to the bridge gives no bonus."),
            _("An attack of 0 is an attack: the creature still runs."),
        ],
        "symbiote": [
            _("The pair may attack this turn if the lower creature could. Damage to the lower one stays."),
            _("Destroyed, the Symbiote's card returns first, then the other."),
            _("Played alone it is a creature like any other, but a Symbiote alone cannot carry another Symbiote."),
        ],
        "vulnerability": [
            _("X is worked out for each target separately, also when it splashes or pierces."),
            _("When an Aura or a Symbiote gives it, it replaces the printed attack."),
        ],
    }
