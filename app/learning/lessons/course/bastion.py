"""The lesson "Bastion and Fort": its texts, its position and its steps."""

from __future__ import annotations

from typing import Final

from app.base.i18n import _
from app.learning.lessons.course.goals import attack_step, cast, destroyed, fell, incantations, position, side
from app.learning.lessons.lesson_runner import END_SUMMON, Lesson, LessonStep
from app.learning.lessons.words import LessonWords, StepWords
from app.learning.practice.exercise import OPPONENT


def words() -> LessonWords:
    """Return the texts in the current language."""
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


LESSON: Final = Lesson(
    "bastion",
    words,
    position(
        13, 1,
        side("boom carapace troll annihilation * revenant partisan", top="baron", bottom="brute"),
        side("alpha abomination * lieutenant combustion scribe shaman", top="ogre", bottom="microctopus"),
    ),
    (
        LessonStep(incantations, destroyed("microctopus"), cast),
        attack_step(fell(OPPONENT, "bastion")),
    ),
    (
        {"type": "play", "hand": 0, "target": {"player": "B", "lane": "bottom", "index": 0}},
        END_SUMMON,
    ),
)  # fmt: skip
