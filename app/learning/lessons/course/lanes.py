"""The lesson "Two lanes": its texts, its position and its steps."""

from __future__ import annotations

from typing import Final

from app.base.i18n import _
from app.learning.lessons.course.goals import attack_step, creatures, fortress_hit, held, played, position, side
from app.learning.lessons.lesson_runner import END_SUMMON, Lesson, LessonStep
from app.learning.lessons.words import LessonWords, StepWords
from app.learning.practice.exercise import YOU


def words() -> LessonWords:
    """Return the texts in the current language."""
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


LESSON: Final = Lesson(
    "lanes",
    words,
    position(
        3, 4,
        side("* brute baron boom annihilation troll partisan revenant", bottom="carapace"),
        side("* ogre combustion scribe shaman alpha abomination microctopus", top="lieutenant"),
    ),
    (LessonStep(creatures, played), attack_step(held, fortress_hit(YOU))),
    ({"type": "play", "hand": 1, "lane": "top"}, END_SUMMON),
)  # fmt: skip
