"""The tutorial's texts: a title, a sentence for each step, a hint and a summary, in the visitor's language."""

from __future__ import annotations

from dataclasses import dataclass

from app.base.i18n import _


@dataclass(frozen=True, slots=True)
class StepWords:
    """An instruction, a hint for those who hesitate or try something else, and the marks on the table (marks.ALL)."""

    say: str
    hint: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonWords:
    """The texts of a lesson. `done` is what to take away, `lost` why it did not work (empty where it always works)."""

    title: str
    about: str
    steps: tuple[StepWords, ...]
    done: str
    lost: str = ""


def words(slug: str) -> LessonWords:
    """Return the texts of a lesson; KeyError for an unknown slug."""
    return _WORDS[slug]()


def _hand() -> LessonWords:
    return LessonWords(
        title=_("Your hand"),
        about=_("Four cards stand up: those are yours to play."),
        steps=(
            StepWords(
                _(
                    "This row is your hand, and its order matters: only the four cards that stand up, the leftmost, "
                    "can be played. Choose one, then choose a lane."
                ),
                _("Choose one of the four cards that stand up, then the mountain or the wave lane."),
                ("playable", "standing"),
            ),
            StepWords(
                _(
                    "The next card has stood up in its place. Your card cost 3 of your 6 mana: 3 are left. Play "
                    "another card that you can pay."
                ),
                _("The number at the top left of a card is its cost. You have 3 mana left."),
                ("playable", "dear"),
            ),
            StepWords(
                _("No mana left, so your summons are over. Press Attack!"),
                _("Press the big button: it ends your summons and starts your assault."),
            ),
        ),
        done=_(
            "Creatures rest on the turn they arrive, so nobody struck. Then the Admiral had a turn, and now it is "
            "yours again."
        ),
    )


def _mana() -> LessonWords:
    return LessonWords(
        title=_("Mana"),
        about=_("One for every card in your hand. Spend it or lose it."),
        steps=(
            StepWords(
                _(
                    "Each turn you gain 1 mana for every card in your hand, and the Stronghold counts: 7 cards, 7 "
                    "mana. What you do not spend is lost. Spend all 7 on creatures."
                ),
                _("4 + 3 makes 7. Look at the numbers at the top left of the cards."),
                ("playable", "dear"),
            ),
        ),
        done=_(
            "All spent. Your hand is smaller now, so next turn brings less mana: a big hand is rich, a small one has "
            "its creatures out fighting."
        ),
        lost=_("The mana that is left pays for nothing and would be lost. Try another pair of creatures."),
    )


def _lanes() -> LessonWords:
    return LessonWords(
        title=_("Two lanes"),
        about=_("Creatures fight across their own bridge."),
        steps=(
            StepWords(
                _(
                    "A creature attacks straight ahead, across the bridge of its own lane; where nobody stands in the "
                    "way it hits the Stronghold. The Admiral's Lieutenant is coming: put a creature in its way."
                ),
                _("The Lieutenant stands in the mountain lane, so that is where your creature is needed."),
            ),
            StepWords(_("Now press Attack! and see what the Lieutenant does."), _("Press the big button.")),
        ),
        done=_("Your blocker took the damage, and your Stronghold none. At the end of every turn all creatures heal."),
        lost=_("The Lieutenant found its lane empty and hit your Stronghold. Put your creature in the mountain lane."),
    )


def _assault() -> LessonWords:
    return LessonWords(
        title=_("The assault"),
        about=_("Who strikes first: always in the same order."),
        steps=(
            StepWords(
                _(
                    "Your creatures attack on their own, in a fixed order: the mountain lane from the rear to the "
                    "bridge, then the wave lane. Press Attack! and follow the light."
                ),
                _("Press the big button and watch who attacks first."),
                ("falls", "wounded"),
            ),
        ),
        done=_(
            "Baron, at the rear, struck first; Brute finished Ogre off, because damage adds up within a turn. And the "
            "attacked do not strike back."
        ),
    )


def _fortress() -> LessonWords:
    return LessonWords(
        title=_("The Stronghold"),
        about=_("It slides through the hand, one place per point of damage."),
        steps=(
            StepWords(
                _(
                    "Nobody guards the Admiral's wave lane. Each point of damage pushes a Stronghold one place to the "
                    "right in its own hand; the cards still to its right are its HP. Attack, and watch it slide."
                ),
                _("Press the big button and watch the Admiral's hand."),
                ("after",),
            ),
        ),
        done=_(
            "Brute hit for 5, so the Stronghold slid 5 places: from 7 HP to 2. Ogre took 3 damage, lived, and has "
            "healed."
        ),
    )


def _incantations() -> LessonWords:
    return LessonWords(
        title=_("Incantations"),
        about=_("They strike at once, then return to your hand."),
        steps=(
            StepWords(
                _(
                    "Boom! is an incantation: it hits any one creature at once. Microctopus has only 1 health, and "
                    "it stands in Brute's way. Choose Boom!, then Microctopus."
                ),
                _("Choose Boom!, the leftmost card, then Microctopus in the Admiral's wave lane."),
            ),
            StepWords(_("The way is clear. Attack!"), _("Press the big button.")),
        ),
        done=_(
            "Boom! was not used up: it lies at the far right of your hand and will work its way back to the left as "
            "you play the cards before it."
        ),
        lost=_("One point of damage was not enough there: Microctopus, with 1 health, still bars the wave lane."),
    )


def _return() -> LessonWords:
    return LessonWords(
        title=_("Falling and returning"),
        about=_("A destroyed card is never lost."),
        steps=(
            StepWords(
                _(
                    "Trouble: one card to the right of your Stronghold, so 1 HP, and Microctopus will strike for 5 "
                    "through the empty wave lane. Send Brute to stop it, even if it costs Brute's life."
                ),
                _("Brute is the leftmost card; Microctopus stands in the wave lane."),
            ),
            StepWords(_("Press Attack! and watch what happens when Brute falls."), _("Press the big button.")),
        ),
        done=_(
            "A destroyed creature returns to the right end of its owner's hand. That is the game's healing: your "
            "Stronghold has 2 HP now, and Brute can be played again."
        ),
        lost=_("Microctopus met nobody and brought your Stronghold down. Brute belongs in the wave lane."),
    )


def _bastion() -> LessonWords:
    return LessonWords(
        title=_("Bastion and Fort"),
        about=_("A Stronghold falls twice."),
        steps=(
            StepWords(
                _(
                    "The Admiral's Stronghold shows its strong side, the Bastion, and has 4 HP. Microctopus guards it. "
                    "Send it home with Boom!: that gives the Admiral 1 HP, and Brute hits for 5."
                ),
                _("Choose Boom!, then Microctopus in the wave lane."),
            ),
            StepWords(_("5 HP, and Brute hits for 5. Attack!"), _("Press the big button."), ("after",)),
        ),
        done=_(
            "The Bastion has fallen: it turned over, became a Fort, and went back to the far left. Once more to the "
            "far right, and its owner has lost."
        ),
        lost=_("Microctopus still guards the wave lane, and Brute cannot pass. Aim Boom! at it."),
    )


def _abilities() -> LessonWords:
    return LessonWords(
        title=_("Abilities"),
        about=_("The symbols in the middle of a card."),
        steps=(
            StepWords(
                _(
                    "The symbols in the middle of a card are its abilities: point at a card, or hold it, to read "
                    "them. Partisan has Rage: it may attack creatures on the turn it arrives. Play it where it clears "
                    "Brute's way."
                ),
                _("A new creature goes to the rear, and the rear attacks first. Brute waits in the mountain lane."),
            ),
            StepWords(
                _("Partisan, at the rear, attacks before Brute does. Attack!"),
                _("Press the big button."),
                ("falls", "after", "aura"),
            ),
        ),
        done=_(
            "Partisan sent Shaman home, and Brute, next in order, found the lane empty. There are twenty abilities; "
            "the board explains each one where you meet it."
        ),
        lost=_("Shaman still stood in Brute's way. Partisan would have opened it from the rear of the mountain lane."),
    )


def _victory() -> LessonWords:
    return LessonWords(
        title=_("Victory"),
        about=_("One turn, 7 mana, a Fort with 4 HP."),
        steps=(
            StepWords(
                _(
                    "The Admiral's Fort has 4 HP. Bring it down this turn! You have 7 mana, and all you have learnt. "
                    "There is more than one way."
                ),
                _("Brute hits for 5, but Ogre bars the mountain lane. Annihilation deals 6 damage."),
            ),
        ),
        done=_("The Fort has fallen, and the match is yours, Captain. You know all you need for your first real game."),
        lost=_("The Fort still stands. Think of who bars Brute's way, and that each creature sent home gives 1 HP."),
    )


_WORDS = {
    "hand": _hand,
    "mana": _mana,
    "lanes": _lanes,
    "assault": _assault,
    "fortress": _fortress,
    "incantations": _incantations,
    "return": _return,
    "bastion": _bastion,
    "abilities": _abilities,
    "victory": _victory,
}
