"""The words of ratings and results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from app.base.i18n import _
from app.contests.ratings.verdicts import Verdict

FORMATS: Final[Mapping[str, Callable[[], str]]] = {
    "preconstructed": lambda: _("Starter decks"),
    "draft": lambda: _("Draft"),
    "constructed": lambda: _("Constructed"),
    "position": lambda: _("Set position"),
}
OUTCOMES: Final[Mapping[str, Callable[[], str]]] = {
    # Translators: the result of a match in a list, for its reader.
    "won": lambda: _("Won"),
    "lost": lambda: _("Lost"),
    "draw": lambda: _("A draw"),
}


def format_name(slug: str) -> str:
    """Return the name of a format."""
    return FORMATS[slug]() if slug in FORMATS else slug


def verdict_words(verdict: Verdict, *, asked: bool) -> str:
    """Return the reason why a match did not count; nothing for one that was friendly from the beginning (not
    `asked`)."""
    if verdict == "early":
        return _("Broken off before both players had a turn: not rated.")
    if verdict == "often":
        return _("You two have reached today's limit of rated matches: this one does not count.")
    if verdict == "newcomer":
        return _("You have played many newcomers: this match does not change your rating.")
    return _("This match is not rated.") if asked and verdict == "friendly" else ""
