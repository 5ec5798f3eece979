"""The emotes: small drawings of our own (static/img/emotes/), each with its name."""

from __future__ import annotations

from typing import Final, Literal, get_args

from app.base.i18n import _

Emote = Literal["hello", "luck", "well-played", "thanks", "wow", "oops", "thinking", "laugh"]
EMOTES: Final[tuple[Emote, ...]] = get_args(Emote)


def emotes_in_words() -> list[tuple[Emote, str]]:
    """Return all emotes with their words."""
    return [(emote, emote_words(emote)) for emote in EMOTES]


def emote_words(emote: str) -> str:
    """The words of an emote in the visitor's language: screen readers read them out."""
    return {
        "hello": _("Hello!"),
        "luck": _("Good luck!"),
        "well-played": _("Well played!"),
        "thanks": _("Thank you!"),
        "wow": _("Wow!"),
        "oops": _("Oops!"),
        "thinking": _("Let me think …"),
        "laugh": _("Ha ha!"),
    }[emote]
