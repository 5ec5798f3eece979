"""Players' faces in what a site sends: each is a creature of the game, and so looks like a card that leaks."""

from __future__ import annotations

import re
from typing import Final

PICTURE: Final = re.compile(r'<span class=\\?"face .*?</span>', re.DOTALL)
KEY: Final = re.compile(r"""(["'])face\1: ?(["']).*?\2""")


def without_pictures(html: str) -> str:
    """Return a page, or a frame with HTML, without the pictures of players."""
    return PICTURE.sub("", html)


def without_faces(state: str) -> str:
    """Return a state of the API without the faces of players. In frames of pages that key is a card's."""
    return KEY.sub("", state)
