"""The computer opponents of this site by name: each has a level of `engine.bots`; the first of a level sits down where
only the level was chosen."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final

from app.base.i18n import _
from engine.bots.levels import LEVELS
from engine.bots.steps import step

PREFIX: Final = "bot:"
FIRST_LEVEL: Final = 2
"""The level that is offered first."""


@dataclass(frozen=True, slots=True)
class Character:
    """A computer opponent; the name is the same in every language.

    `deck` is the preconstructed deck that it plays where there are such (R2.2), `facing` the one against it in the
    campaign. Its portrait is drawn by `tools/portraits.py`, what it says is in `sayings.py`.
    """

    slug: str
    name: str
    level: int
    deck: int
    facing: int
    text: Callable[[], str] = field(repr=False)

    @property
    def level_words(self) -> str:
        words = (_("beginner"), _("novice"), _("easy"), _("medium"), _("hard"), _("expert"), _("master"))
        return words[self.level]

    @property
    def step_words(self) -> str:
        """The share of duels that its level wins against the one below it, in words; "" for the lowest."""
        return step_words(self.level)


CHARACTERS: Final = (
    Character(
        "biscuit", "Biscuit", 0, 3, 4, lambda: _("A ship's dog who plays the leftmost card and forgets the rest.")
    ),
    Character("pip", "Pip", 1, 3, 2, lambda: _("A deckhand who plays whatever shines.")),
    Character("old-gus", "Old Gus", 1, 1, 3, lambda: _("A watchman who sleeps through half the match.")),
    Character("marla", "Marla", 2, 4, 1, lambda: _("An innkeeper who never saves mana for tomorrow.")),
    Character("tobias", "Tobias", 2, 1, 3, lambda: _("A gambler who trusts the strongest card in hand.")),
    Character("corso", "Corso", 3, 4, 2, lambda: _("A duellist who never looks past the next blow.")),
    Character("wren", "Wren", 3, 3, 4, lambda: _("A scout who counts every point of damage before it is dealt.")),
    Character("brandt", "Brandt", 5, 4, 3, lambda: _("A siege master who knows your answer first.")),
    Character("ysolde", "Ysolde", 4, 4, 2, lambda: _("A bridge warden who plans her whole turn.")),
    Character("harrow", "Harrow", 4, 3, 4, lambda: _("A judge who weighs each lane against the other.")),
    Character("the-tide", "The Tide", 6, 4, 1, lambda: _("It has seen every wave before it breaks.")),
    Character("mirel", "Mirel", 5, 1, 4, lambda: _("A seer who forgives no open lane.")),
    Character("queen-ash", "Queen Ash", 6, 3, 2, lambda: _("She lost once, long ago, and never forgot how.")),
)
"""In the order of the campaign, which rises evenly (`docs/opponents.md`)."""
BY_SLUG: Final = {character.slug: character for character in CHARACTERS}
BY_NAME: Final = {character.name: character for character in CHARACTERS}


def of_level(level: int) -> Character:
    """Return the default opponent of a level."""
    return next(character for character in CHARACTERS if character.level == level)


FOR_LEVELS: Final = tuple(of_level(level.number) for level in LEVELS)
_BY_LEVEL: Final = {name: of_level(level.number) for level in LEVELS for name in (level.name, str(level.number))}


def next_island(beaten: Collection[str]) -> Character | None:
    """Return the first opponent of the campaign whose name is not among the beaten ones."""
    return next((character for character in CHARACTERS if character.name not in beaten), None)


def opponent_in(word: str) -> Character | None:
    """Return the character named by a word such as "bot:4", "bot:hard" or "bot:Ysolde", in any case, or None."""
    lowered = word.lower()
    name = lowered.removeprefix(PREFIX)
    if name == lowered:
        return None
    return BY_SLUG.get(name) or _BY_LEVEL.get(name)


def step_words(level: int) -> str:
    """Return how often a level beats the one below it in drafts, in words to the nearest of a few fractions, as it was
    counted; "" for the lowest."""
    found = step(level)
    if found is None:
        return ""
    words = {
        2 / 3: _("In drafts, beats level %(n)s two times in three.", n=level - 1),
        3 / 4: _("In drafts, beats level %(n)s three times in four.", n=level - 1),
        4 / 5: _("In drafts, beats level %(n)s four times in five.", n=level - 1),
        9 / 10: _("In drafts, beats level %(n)s nine times in ten.", n=level - 1),
    }
    return words[min(words, key=lambda share: abs(share - found.share))]


def level_words(level: int) -> str:
    """The name of a level as people read it."""
    return of_level(level).level_words
