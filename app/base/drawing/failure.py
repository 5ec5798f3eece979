"""The error of a page that cannot be drawn, as opposed to a refusal of what its visitor sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class DrawingError(Exception):
    """A page's content could not be drawn; the cause is the error raised while drawing."""


@contextmanager
def drawing() -> Iterator[None]:
    """Turn any error within the block into a DrawingError."""
    try:
        yield
    except Exception as error:
        raise DrawingError from error
