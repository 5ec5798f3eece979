"""Languages: the list, a visitor's choice, and the translation of a text.

The language is a context variable, set for each request and socket by `app.base.web.language`; a task that renders for
several visitors wraps each rendering in `use_language`. English texts are the keys of the catalogues, with places for
values such as %(name)s.
"""

from app.base.i18n.catalogue import DEFAULT, FURTHER_LOCALES, LANGUAGES, Language, offer_further
from app.base.i18n.current import (
    current_language,
    gettext,
    ngettext,
    npgettext,
    once_in_each_language,
    pgettext,
    use_language,
)

_ = gettext

__all__ = [
    "DEFAULT", "FURTHER_LOCALES", "LANGUAGES", "Language", "_",
    "current_language", "gettext", "ngettext", "npgettext", "offer_further", "once_in_each_language", "pgettext",
    "use_language",
]  # fmt: skip
