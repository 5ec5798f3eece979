"""A player as a value that knows no database."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

DEFAULT_NAME: Final = "Guest"
NAME_LENGTH: Final = 24


@dataclass(frozen=True, slots=True)
class Player:
    """A guest. The id is a secret between the guest and the server: other players see names only."""

    id: str = field(repr=False)
    name: str
    program: bool = False  # a bot account: marked as a program everywhere
