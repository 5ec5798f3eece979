"""The name of a guest as it is shown, or filled into their own forms: most give none."""

from __future__ import annotations

from app.base.i18n import _
from app.people.players.player import DEFAULT_NAME, Player


def guest_words(name: str) -> str:
    """Return a player's name as it is shown: without one it is "Guest" in the reader's language."""
    return _("Guest") if name == DEFAULT_NAME else name


def given_name(player: Player | None) -> str:
    """Return the name that a visitor has given, for an input to show again; else empty."""
    return player.name if player and player.name != DEFAULT_NAME else ""


def marked_name(name: str, *, program: bool) -> str:
    """Return a player's name as it is shown, with a mark where a program plays."""
    shown = guest_words(name or DEFAULT_NAME)
    return _("%(name)s (bot)", name=shown) if program else shown
