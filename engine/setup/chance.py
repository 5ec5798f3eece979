"""All chance before the first turn comes from the seed, one independent source for each purpose."""

from __future__ import annotations

import random


def source(seed: int, purpose: str) -> random.Random:
    """Return the source for one purpose: the same for the same seed on every machine."""
    return random.Random(f"{seed}/{purpose}")
