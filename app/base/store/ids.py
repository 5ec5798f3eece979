"""Ids in links: of matches, decks, designed cards; the codes of invitations; tokens of programs."""

from __future__ import annotations

import re
import secrets
from typing import Final

BYTES: Final = 12
LENGTH: Final = 16  # so many characters are 12 bytes
TOKEN_BYTES: Final = 32


def new_id() -> str:
    """Return an id that cannot be guessed. It begins and ends in a letter or digit.

    Chats leave other characters at the end out of a link; a command line takes what begins with a dash for an option.
    """
    return _random(BYTES)


def new_token() -> str:
    """Return a secret for a program, which begins and ends like an id."""
    return _random(TOKEN_BYTES)


def _random(size: int) -> str:
    while not ((made := secrets.token_urlsafe(size))[0].isalnum() and made[-1].isalnum()):
        pass
    return made


def linked(section: str, text: str) -> str | None:
    """Return the id of the first link to a page `/section/id` in a text, if there is one.

    An older id may end in any of their characters.
    """
    found = re.search(rf"/{section}/([\w-]{{{LENGTH}}})(?![\w-])", text, re.ASCII)
    return found[1] if found else None
