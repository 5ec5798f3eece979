"""The lesson "Incantations": its texts, its position and its steps."""

from __future__ import annotations

from typing import Final

from app.base.i18n import _
from app.learning.lessons.course.goals import attack_step, cast, destroyed, fortress_hit, incantations, position, side
from app.learning.lessons.lesson_runner import END_SUMMON, Lesson, LessonStep
from app.learning.lessons.words import LessonWords, StepWords
from app.learning.practice.exercise import OPPONENT


def words() -> LessonWords:
    """Return the texts in the current language."""
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


LESSON: Final = Lesson(
    "incantations",
    words,
    position(
        9, 2,
        side("* boom troll revenant partisan annihilation carapace", top="baron", bottom="brute"),
        side("* shaman alpha abomination lieutenant combustion scribe", top="ogre", bottom="microctopus"),
    ),
    (LessonStep(incantations, destroyed("microctopus"), cast), attack_step(fortress_hit(OPPONENT))),
    (
        {"type": "play", "hand": 1, "target": {"player": "B", "lane": "bottom", "index": 0}},
        END_SUMMON,
    ),
)  # fmt: skip
