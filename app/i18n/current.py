"""The language of the present visitor, and texts in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from app.i18n.catalogue import DEFAULT, LANGUAGES, Language

_current: ContextVar[Language] = ContextVar("language", default=LANGUAGES[DEFAULT])


def current_language() -> Language:
    """The language in which texts are shown now."""
    return _current.get()


@contextmanager
def use_language(code: str) -> Iterator[Language]:
    """Show texts in the language `code` within the block; KeyError for one that there is no catalogue of."""
    token = _current.set(LANGUAGES[code])
    try:
        yield LANGUAGES[code]
    finally:
        _current.reset(token)


def translate(text: str) -> str:
    """`text` in the current language, itself where there is no translation."""
    return _current.get().texts.gettext(text) if text else ""


def ntranslate(singular: str, plural: str, number: int) -> str:
    """The form that fits `number` in the current language; the number itself is for the caller to fill in."""
    return _current.get().texts.ngettext(singular, plural, number)
