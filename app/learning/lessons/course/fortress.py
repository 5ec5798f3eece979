"""The lesson "The Stronghold": its texts, its position and its steps."""

from __future__ import annotations

from typing import Final

from app.base.i18n import _
from app.learning.lessons.course.goals import attack_step, fortress_hit, position, side
from app.learning.lessons.lesson_runner import END_SUMMON, Lesson
from app.learning.lessons.words import LessonWords, StepWords
from app.learning.practice.exercise import OPPONENT


def words() -> LessonWords:
    """Return the texts in the current language."""
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


LESSON: Final = Lesson(
    "fortress",
    words,
    position(
        7, 7,
        side("* carapace annihilation troll revenant partisan boom", top="baron", bottom="brute"),
        side("* scribe shaman alpha abomination lieutenant microctopus combustion", top="ogre"),
    ),
    (attack_step(fortress_hit(OPPONENT)),),
    (END_SUMMON,),
)  # fmt: skip
