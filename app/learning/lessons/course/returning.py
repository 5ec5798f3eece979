"""The lesson "Falling and returning": its texts, its position and its steps."""

from __future__ import annotations

from typing import Final

from app.base.i18n import _
from app.learning.lessons.course.goals import attack_step, brute_came_back, card_only, fell, played, position, side
from app.learning.lessons.lesson_runner import END_SUMMON, Lesson, LessonStep
from app.learning.lessons.words import LessonWords, StepWords
from app.learning.practice.exercise import YOU


def words() -> LessonWords:
    """Return the texts in the current language."""
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


LESSON: Final = Lesson(
    "return",
    words,
    position(
        11, 4,
        side("brute carapace troll annihilation revenant boom * partisan", top="baron"),
        side("* alpha abomination lieutenant combustion scribe shaman", top="ogre", bottom="microctopus"),
    ),
    (
        LessonStep(card_only("brute"), played),
        attack_step(brute_came_back, fell(YOU, "bastion")),
    ),
    ({"type": "play", "hand": 0, "lane": "bottom"}, END_SUMMON),
)  # fmt: skip
