"""The lesson "The assault": its texts, its position and its steps."""

from __future__ import annotations

from typing import Final

from app.base.i18n import _
from app.learning.lessons.course.goals import attack_step, attacked, position, side
from app.learning.lessons.lesson_runner import END_SUMMON, Lesson
from app.learning.lessons.words import LessonWords, StepWords


def words() -> LessonWords:
    """Return the texts in the current language."""
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
            "Baron, at the rear, struck first; Brute finished Ogre off, because damage adds up within a turn. And "
            "creatures that are attacked do not strike back."
        ),
    )


LESSON: Final = Lesson(
    "assault",
    words,
    position(
        5, 6,
        side("* boom carapace annihilation troll revenant", top="brute baron", bottom="partisan"),
        side("* combustion scribe shaman alpha abomination lieutenant", top="ogre", bottom="microctopus"),
    ),
    (attack_step(attacked),),
    (END_SUMMON,),
)  # fmt: skip
