"""The lesson "Mana": its texts, its position and its steps."""

from __future__ import annotations

from typing import Final

from app.base.i18n import _
from app.learning.lessons.course.goals import all_mana_spent, creatures, position, side
from app.learning.lessons.lesson_runner import Lesson, LessonStep
from app.learning.lessons.words import LessonWords, StepWords


def words() -> LessonWords:
    """Return the texts in the current language."""
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


LESSON: Final = Lesson(
    "mana",
    words,
    position(
        3, 7,
        side("* brute carapace revenant troll annihilation boom", top="baron", bottom="partisan"),
        side("* lieutenant ogre combustion scribe shaman alpha abomination", top="microctopus"),
    ),
    (LessonStep(creatures, all_mana_spent),),
    ({"type": "play", "hand": 1, "lane": "bottom"}, {"type": "play", "hand": 1, "lane": "top"}),
)  # fmt: skip
