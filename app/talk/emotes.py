"""The emotes: small drawings of our own (static/img/emotes/), each with its name."""

from __future__ import annotations

from typing import Final, Literal, get_args

from app.i18n import _

Emote = Literal["hello", "luck", "well-played", "thanks", "wow", "oops", "thinking", "laugh"]
EMOTES: Final[tuple[Emote, ...]] = get_args(Emote)


def emote_words(emote: str) -> str:
    """Return what an emote says, in the visitor's language: it is read out where the drawing is not seen."""
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
