"""The computer opponents of this site by name: each has a level of `engine.bots`; the first of a level sits down where
only the level was chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from app.i18n import _
from engine.bots.levels import LEVELS, Level, level_of

PREFIX: Final = "bot:"


@dataclass(frozen=True, slots=True)
class Character:
    """A computer opponent: its name is said alike in every language.

    `icon` is one of the site's own (`app/cards/ui_icons.json`); `deck` the preconstructed deck that it plays where
    there are such (R2.2).
    """

    slug: str
    name: str
    level: int
    deck: int
    icon: str
    text: Callable[[], str] = field(repr=False)

    @property
    def level_words(self) -> str:
        """The name of its level as people read it."""
        return level_words(self.level)


CHARACTERS: Final = (
    Character("pip", "Pip", 1, 1, "hand", lambda: _("A deckhand who plays whatever shines.")),
    Character("marla", "Marla", 2, 2, "bell", lambda: _("An innkeeper who never saves mana for tomorrow.")),
    Character("corso", "Corso", 3, 3, "duel", lambda: _("A duellist who looks at what the next blow does.")),
    Character("ysolde", "Ysolde", 4, 4, "bridge", lambda: _("A bridge warden who plans her whole turn.")),
    Character("brandt", "Brandt", 5, 2, "fortress.fort", lambda: _("A siege master who hears your answer first.")),
    Character("the-tide", "The Tide", 6, 1, "island", lambda: _("It has seen every wave before it breaks.")),
)
BY_SLUG: Final = {character.slug: character for character in CHARACTERS}
BY_NAME: Final = {character.name: character for character in CHARACTERS}


def of_level(level: int) -> Character:
    """Return who plays at a level where nothing but the level was chosen."""
    return next(character for character in CHARACTERS if character.level == level)


def level_in(word: str) -> Level | None:
    """Return the level of an opponent's word, "bot:4" or "bot:hard"; None for what names no bot."""
    name = word.removeprefix(PREFIX)
    if name == word:
        return None
    if name.isdecimal() and len(name) == 1:
        return LEVELS[int(name) - 1] if 1 <= int(name) <= len(LEVELS) else None
    try:
        return level_of(name)
    except KeyError:
        return None


def level_words(level: int) -> str:
    """Return the name of a level as people read it."""
    return (_("novice"), _("easy"), _("medium"), _("hard"), _("expert"), _("master"))[level - 1]
