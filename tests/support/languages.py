"""Languages that a test adds to those of this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from app.base.i18n import FURTHER_LOCALES, LANGUAGES


@contextmanager
def no_further_languages_afterwards() -> Iterator[None]:
    """Remove afterwards the languages that a site has offered in addition to its own, from its helper processes,
    too."""
    offered, folders = dict(LANGUAGES), list(FURTHER_LOCALES)
    try:
        yield
    finally:
        LANGUAGES.clear()
        LANGUAGES.update(offered)
        FURTHER_LOCALES[:] = folders
