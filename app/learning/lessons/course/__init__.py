"""The lessons of the tutorial: a first game in ten positions (docs/notation.md), each a module with its texts."""

from __future__ import annotations

from typing import Final

from app.learning.lessons.course import (
    abilities,
    assault,
    bastion,
    fortress,
    hand,
    incantations,
    lanes,
    mana,
    returning,
    victory,
)

LESSONS: Final = (
    hand.LESSON,
    mana.LESSON,
    lanes.LESSON,
    assault.LESSON,
    fortress.LESSON,
    incantations.LESSON,
    returning.LESSON,
    bastion.LESSON,
    abilities.LESSON,
    victory.LESSON,
)
BY_SLUG: Final = {lesson.slug: lesson for lesson in LESSONS}
