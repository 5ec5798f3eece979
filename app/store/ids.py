"""Ids in links: of matches, decks, designed cards; the codes of invitations."""

from __future__ import annotations

import re
import secrets
from typing import Final

BYTES: Final = 12
LENGTH: Final = 16  # so many characters are 12 bytes


def new_id() -> str:
    """Return an id that cannot be guessed. It ends in a letter or digit.

    Chats leave other characters at the end out of a link.
    """
    while not (made := secrets.token_urlsafe(BYTES))[-1].isalnum():
        pass
    return made


def linked(section: str, text: str) -> str | None:
    """Return the id of the first link to a page `/section/id` in a text, if there is one.

    An older id may end in any of their characters.
    """
    found = re.search(rf"/{section}/([\w-]{{{LENGTH}}})(?![\w-])", text, re.ASCII)
    return found[1] if found else None
