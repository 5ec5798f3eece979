"""The opponents of a road, island by island."""

from __future__ import annotations

from typing import Final

from app.matches.bots.characters import CHARACTERS
from engine.legacy import ISLANDS

RIVALS: Final = CHARACTERS[-ISLANDS:]
"""The characters of the campaign in their order, without the one that is for beginners."""
