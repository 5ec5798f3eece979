"""The lesson "Your hand": its texts, its position and its steps."""

from __future__ import annotations

from typing import Final

from app.base.i18n import _
from app.learning.lessons.course.goals import attack_step, creatures, played, position, side, your_turn_again
from app.learning.lessons.lesson_runner import END_SUMMON, Lesson, LessonStep
from app.learning.lessons.words import LessonWords, StepWords


def words() -> LessonWords:
    """Return the texts in the current language."""
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
                _("No mana left, so you have finished summoning. Press Attack!"),
                _("Press the big button: it ends your summoning and starts your assault."),
            ),
        ),
        done=_(
            "Creatures rest on the turn they arrive, so nobody struck. Then the Admiral had a turn, and now it is "
            "yours again."
        ),
    )


LESSON: Final = Lesson(
    "hand",
    words,
    position(
        1, 6,
        side("* baron partisan carapace revenant brute boom annihilation troll"),
        side("* microctopus lieutenant ogre combustion scribe shaman alpha abomination"),
    ),
    (LessonStep(creatures, played), LessonStep(creatures, played), attack_step(your_turn_again)),
    (
        {"type": "play", "hand": 1, "lane": "top"},
        {"type": "play", "hand": 1, "lane": "bottom"},
        END_SUMMON,
    ),
    script=({"type": "play", "hand": 1, "lane": "top"},),
)  # fmt: skip
