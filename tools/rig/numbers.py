"""Sizes from environment variables, and shares of what was measured."""

import math
import os
import sys
from collections.abc import Sequence


def number(name: str, default: int, least: int = 1) -> int:
    """Return a whole number; the program ends with one sentence where the variable is anything else."""
    value = os.environ.get(name) or str(default)
    if not value.isdecimal() or int(value) < least:
        sys.exit(f"{name} must be a whole number from {least}, not {value!r}.")
    return int(value)


def in_milliseconds(seconds: Sequence[float], share: float) -> float:
    """Return the milliseconds within which this share of these lies."""
    ordered = sorted(seconds)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else math.nan
