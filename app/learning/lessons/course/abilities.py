"""The lesson "Abilities": its texts, its position and its steps."""

from __future__ import annotations

from typing import Final

from app.base.i18n import _
from app.learning.lessons.course.goals import attack_step, card_only, fortress_hit, played, position, side
from app.learning.lessons.lesson_runner import END_SUMMON, Lesson, LessonStep
from app.learning.lessons.words import LessonWords, StepWords
from app.learning.practice.exercise import OPPONENT


def words() -> LessonWords:
    """Return the texts in the current language."""
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
        lost=_("Shaman still stood in Brute's way. Partisan would have cleared it from the rear of the mountain lane."),
    )


LESSON: Final = Lesson(
    "abilities",
    words,
    position(
        15, 3,
        side("partisan troll annihilation * revenant boom carapace", top="brute", bottom="baron"),
        side("* alpha abomination lieutenant combustion scribe microctopus", "shaman", "ogre", fortress="fort"),
    ),
    (LessonStep(card_only("partisan"), played), attack_step(fortress_hit(OPPONENT))),
    ({"type": "play", "hand": 0, "lane": "top"}, END_SUMMON),
)  # fmt: skip
