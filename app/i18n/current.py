"""The language of the present visitor, and texts in it."""

import gettext
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from typing import ParamSpec, TypeVar

from app.i18n.catalogue import DEFAULT, LANGUAGES, Language

P = ParamSpec("P")
T = TypeVar("T")

_current: ContextVar[Language] = ContextVar("language", default=LANGUAGES[DEFAULT])


def current_language() -> Language:
    """Return the language in which texts are shown now."""
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
    """Return `text` in the current language, or itself where there is no translation."""
    return _current.get().texts.gettext(text) if text else ""


def ntranslate(singular: str, plural: str, number: int) -> str:
    """Return the form that fits `number` in the current language; the number itself is for the caller to fill in."""
    return _current.get().texts.ngettext(singular, plural, number)


def once_in_each_language(words: Callable[P, T]) -> Callable[P, T]:
    """Return a function whose result depends on the language and its arguments alone, called once for each.

    Do not change it. Only for arguments of which there are few: everything is kept.
    """

    @cache
    def kept(_texts: gettext.NullTranslations, *args: Hashable, **named: Hashable) -> T:
        return words(*args, **named)  # type: ignore[arg-type] # a cache knows no parameters

    @wraps(words)
    def found(*args: P.args, **named: P.kwargs) -> T:
        return kept(_current.get().texts, *args, **named)  # type: ignore[arg-type] # the same

    return found
