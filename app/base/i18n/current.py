"""The language of the present visitor, and texts in it."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from gettext import NullTranslations
from typing import ParamSpec, TypeVar

from app.base.i18n.catalogue import DEFAULT, LANGUAGES, Language

P = ParamSpec("P")
T = TypeVar("T")

_current: ContextVar[Language] = ContextVar("language", default=LANGUAGES[DEFAULT])


def current_language() -> Language:
    return _current.get()


@contextmanager
def use_language(code: str) -> Iterator[Language]:
    """Show texts in the language `code` within the block; KeyError for one that there is no catalogue of."""
    token = _current.set(LANGUAGES[code])
    try:
        yield LANGUAGES[code]
    finally:
        _current.reset(token)


def gettext(text: str, /, **values: object) -> str:
    """Return `text` in the current language, `values` at its places such as %(name)s; a sign % of its own is %%."""
    return _current.get().texts.gettext(text) % values if text else ""


def ngettext(singular: str, plural: str, num: int, /, **values: object) -> str:
    """Return the form that fits `num` in the current language, with `num` and `values` at their places."""
    return _current.get().texts.ngettext(singular, plural, num) % {"num": num, **values}


def pgettext(context: str, text: str, /, **values: object) -> str:
    """Return `text` as `gettext` does, for one that has another meaning elsewhere: `context` says which is meant."""
    return _current.get().texts.pgettext(context, text) % values


def npgettext(context: str, singular: str, plural: str, num: int, /, **values: object) -> str:
    """Return the form that fits `num` as `ngettext` does, in this `context`."""
    return _current.get().texts.npgettext(context, singular, plural, num) % {"num": num, **values}


def once_in_each_language(words: Callable[P, T]) -> Callable[P, T]:
    """Return a function whose result depends on the language and its arguments alone, called once for each.

    Do not change it. Only for arguments of which there are few: everything is kept.
    """

    @cache
    def kept(_texts: NullTranslations, *args: Hashable, **named: Hashable) -> T:
        return words(*args, **named)  # type: ignore[arg-type] # a cache knows no parameters

    @wraps(words)
    def found(*args: P.args, **named: P.kwargs) -> T:
        return kept(_current.get().texts, *args, **named)  # type: ignore[arg-type] # the same

    return found
