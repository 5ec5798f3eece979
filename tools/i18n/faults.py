"""The faults of a catalogue, each as one line that names the text."""

import re
from collections.abc import Iterator
from gettext import c2py
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural

PLACEHOLDER: Final = re.compile(r"%\((\w+)\)s")
# Placeholders that a form for exactly one number may spell out.
NUMBERS: Final = {"num", "n", "count", "steps", "number", "amount", "wounds"}
_PLURALS: Final = {"he": (3, "(n == 1 ? 0 : n == 2 ? 1 : 2)")}
"""Rules that Babel does not know: Hebrew has a dual, which Babel's table leaves out."""
_BARE: Final = re.compile(r"%(?!\(\w+\)s)")
_TAG: Final = re.compile(r"</?\w[^>]*>")
_EDGES: Final = re.compile(r"^\s*|\s*$")
_COUNTED: Final = range(1000)


def forms_of(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return the forms of a text: one, or those for different numbers."""
    return tuple(text) if isinstance(text, tuple | list) else (text or "",)


def faults(catalogue: Catalog, template: Catalog, language: str) -> list[str]:
    """Return the mistakes in the complete catalogue of a language, compared with the present texts."""
    there = {(message.id, message.context) for message in catalogue if message.id}
    wanted = {(message.id, message.context) for message in template if message.id}
    found = list(_header_faults(catalogue, language))
    found += [f"not in the catalogue: {text}" for text, _ in sorted(wanted - there, key=str)]
    found += [f"stale: {text}" for text, _ in sorted(there - wanted, key=str)]
    found += [f"obsolete: {text}" for text in catalogue.obsolete]
    single = forms_of_one(catalogue.plural_expr, catalogue.num_plurals)
    for message in catalogue:
        if message.id:
            found += [f"{text}: {message.id!r} is {message.string!r}" for text in entry_faults(message, single)]
    return found


def forms_of_one(rule: str, count: int) -> list[bool]:
    """Return for each plural form whether it is for one thing, or none: a number there may be spelled out."""
    form = c2py(rule)
    numbers = [{number for number in _COUNTED if form(number) == index} for index in range(count)]
    return [each in ({1}, {0, 1}, {2}) for each in numbers]


def _header_faults(catalogue: Catalog, language: str) -> Iterator[str]:
    known = get_plural(Locale.parse(language))
    right = _PLURALS.get(language, (known.num_plurals, known.plural_expr))
    if catalogue.locale != Locale.parse(language):
        yield f"the header's language is {catalogue.locale}, not {language}"
    if (catalogue.num_plurals, catalogue.plural_expr) != right:
        yield f"the header's plural forms are {catalogue.plural_forms}, not nplurals={right[0]}; plural={right[1]}"
    if catalogue.charset.lower() != "utf-8":
        yield f"the header's character set is {catalogue.charset}, not utf-8"
    if catalogue.fuzzy:
        yield "the header is marked as fuzzy"


def entry_faults(message: Message, single: list[bool]) -> Iterator[str]:
    """Yield the mistakes in one translated text; `single` as from `forms_of_one`."""
    sources, forms = forms_of(message.id), forms_of(message.string)
    if message.fuzzy:
        yield "fuzzy"
    if not all(forms):
        yield "missing"
        return
    for index, form in enumerate(forms):
        of_one = len(sources) > 1 and single[min(index, len(single) - 1)]
        yield from _form_faults(form, sources[min(index, len(sources) - 1)], sources[-1], of_one=of_one)


def _form_faults(form: str, same: str, general: str, *, of_one: bool) -> Iterator[str]:
    """Yield the mistakes in a form; `same` is the English form at its place, `general` that for any number."""
    names, wanted = _names(form), {*map(frozenset, (_names(same), _names(general)))}
    if of_one:
        wanted.add(frozenset(_names(general) - NUMBERS))
    if names not in wanted:
        yield f"placeholders {sorted(names)} instead of {sorted(_names(general))}"
    if _BARE.search(form.replace("%%", "")):
        yield "a bare percent sign, which is written %%"
    if form.count("%%") != general.count("%%"):
        yield "another number of percent signs"
    if "{" in form or "}" in form:
        yield "a brace"
    if sorted(_TAG.findall(form)) != sorted(_TAG.findall(general)):
        yield "other tags"
    if _EDGES.findall(form) != _EDGES.findall(general):
        yield "other white space at its ends"
    if form.count("\n") != general.count("\n"):
        yield "other line ends"


def _names(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text.replace("%%", "")))
