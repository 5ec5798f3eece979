"""A player as a value that knows no database."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final
from zlib import crc32

from engine import cards

DEFAULT_NAME: Final = "Guest"
NAME_LENGTH: Final = 24
CREATURES: Final = tuple(slug for slug, card in cards.ALL.items() if card.is_creature)
"""The game's creatures by their slugs: a player's picture is one of them."""


@dataclass(frozen=True, slots=True)
class Player:
    """A guest. The id is a secret between the guest and the server: other players see names only."""

    id: str = field(repr=False)
    name: str
    program: bool = False  # a bot account: marked as a program everywhere
    chosen_face: str | None = None  # the creature that they chose as their picture

    @property
    def face(self) -> str:
        """The slug of the creature that is shown as their picture: without a choice always the same one."""
        return self.chosen_face or CREATURES[crc32(self.id.encode()) % len(CREATURES)]
