"""The lesson "Victory": its texts, its position and its steps."""

from __future__ import annotations

from typing import Final

from app.base.i18n import _
from app.learning.lessons.course.goals import anything, attacked, fell, position, side
from app.learning.lessons.lesson_runner import END_SUMMON, Lesson, LessonStep
from app.learning.lessons.words import LessonWords, StepWords
from app.learning.practice.exercise import OPPONENT


def words() -> LessonWords:
    """Return the texts in the current language."""
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
        lost=_(
            "The Fort still stands. Think about who bars Brute's way, and remember that each creature sent home gives "
            "1 HP."
        ),
    )


LESSON: Final = Lesson(
    "victory",
    words,
    position(
        17, 7,
        side("annihilation boom partisan troll * revenant carapace", top="brute", bottom="baron"),
        side("alpha abomination * combustion scribe shaman lieutenant", "ogre", "microctopus", fortress="fort"),
    ),
    (
        LessonStep(anything, fell(OPPONENT, "fort"), attacked),
    ),
    (
        {"type": "play", "hand": 0, "target": {"player": "B", "lane": "top", "index": 0}},
        END_SUMMON,
    ),
)  # fmt: skip
