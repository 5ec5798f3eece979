"""Sizes from environment variables."""

import os
import sys


def number(name: str, default: int) -> int:
    """Return a whole number from 1; the program ends with one sentence where the variable is anything else."""
    value = os.environ.get(name) or str(default)
    if not value.isdigit() or not int(value):
        sys.exit(f"{name} must be a whole number from 1, not {value!r}.")
    return int(value)
