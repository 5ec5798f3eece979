"""One Jinja environment with helpers, and the HTML of its templates: whole, or as fragments that are kept.

It needs nothing of the web: a table is drawn wherever there are the templates, the catalogues and the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, MutableMapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

import jinja2
from jinja2.runtime import Context
from markupsafe import Markup, escape

from app.base.drawing.compiled_templates import CompiledTemplates
from app.base.i18n import LANGUAGES, current_language, formats

FOLDER: Final = Path(__file__).resolve().parents[3] / "templates"
CACHE_SIZE = 16_384  # of each language; some 700 bytes each
SLOT: Final = Markup("\x04")
"""The place in a kept frame for what goes into it: a character that no name and no text has."""


class Environment(jinja2.Environment):
    """Jinja's environment, whose templates see their globals as a plain dictionary: a chain of them costs each time. So
    does a look into Jinja's own cache of templates, which each import in a template is."""

    def get_template(
        self,
        name: str | jinja2.Template,
        parent: str | None = None,
        globals: MutableMapping[str, object] | None = None,
    ) -> jinja2.Template:
        """Return a template, the same as before unless files are looked at for changes."""
        if self.auto_reload or globals or isinstance(name, jinja2.Template):
            return super().get_template(name, parent, globals)
        if name not in self._found:
            self._found[name] = super().get_template(name)
        return self._found[name]

    @cached_property
    def _found(self) -> dict[str, jinja2.Template]:
        return {}

    def make_globals(self, d: MutableMapping[str, object] | None) -> MutableMapping[str, object]:
        """Return the globals of a template."""
        return {**self.globals, **(d or {})}


# Jinja fills in the values itself, escaped: it gets the texts as the catalogue has them.


def _text(text: str) -> str:
    return current_language().texts.gettext(text) if text else ""


def _form(singular: str, plural: str, num: int) -> str:
    return current_language().texts.ngettext(singular, plural, num)


def _text_of(context: str, text: str) -> str:
    return current_language().texts.pgettext(context, text)


def _form_of(context: str, singular: str, plural: str, num: int) -> str:
    return current_language().texts.npgettext(context, singular, plural, num)


def _when_drawn(function: Callable[..., object]) -> Callable[..., object]:
    """Return a filter that is never applied when a template is compiled, in the language of the first request."""

    @jinja2.pass_context
    def applied(_context: Context, *args: object, **kwargs: object) -> object:
        return function(*args, **kwargs)

    return applied


class Renderer:
    """Renders files of templates/. `asset` gives the address of a static file, `symbol` that of an icon's symbol.

    In every template: `_`, `ngettext`, `pgettext` and `npgettext` (autoescaped; `%(name)s` is filled from keyword
    arguments), `asset("css/…")`, `symbol("cog")` of an icon, `language` (code, name, direction), `languages`,
    `notices()`, `banner()`, what `cards/gallery/card.html` needs (as filters, too), filters for numbers, days, lists,
    names (app/base/i18n/formats.py); in pages also `request`. `drawn(name, …)` and `drawn_around(text, name, …)` take a
    fragment from what was drawn before, `{% call kept_part("name") %}` a part of a page that shows nothing of its
    visitor.
    """

    def __init__(
        self,
        asset: Callable[[str], str],
        symbol: Callable[[str], str],
        *,
        dev: bool = False,
        helpers: Mapping[str, object],
    ) -> None:
        self.env = Environment(
            loader=jinja2.FileSystemLoader(FOLDER),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            extensions=["jinja2.ext.i18n"],
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=dev,
            bytecode_cache=CompiledTemplates(__file__),
        )
        install = self.env.install_gettext_callables  # type: ignore[attr-defined] # added by the extension
        install(_text, _form, newstyle=True, pgettext=_text_of, npgettext=_form_of)
        self.env.globals.update(asset=asset, symbol=symbol)
        self.env.globals.update(languages=LANGUAGES, current_language=current_language)
        self.env.globals.update(notices=tuple, site_links=tuple, site_mark="")
        self.env.filters.update({name: _when_drawn(function) for name, function in formats.FILTERS.items()})
        self.offer(helpers)
        self.env.globals.update(banner=self.banner, drawn=self._drawn, drawn_around=self._drawn_around)
        self.env.globals.update(cached_part=self._cached_part)
        self._dev = dev
        self._kept_blocks: dict[tuple[str, str], Markup] = {}
        self._fragment_caches: dict[str, FragmentCache] = {}

    def offer(self, helpers: Mapping[str, object]) -> None:
        """Let templates know further names, functions also as filters. Only before the first template is compiled."""
        self.env.filters.update({name: _when_drawn(each) for name, each in helpers.items() if callable(each)})
        self.env.globals.update(helpers)

    def compile_all(self) -> None:
        """Compile every template, each of which otherwise waits until it is first needed."""
        if not self._dev:
            for name in self.env.list_templates():
                self.env.get_template(name)

    def text(self, name: str, context: Mapping[str, object] | None = None) -> str:
        """Return the HTML of template `name`, in the current language."""
        return self.env.get_template(name).render(context or {}, language=current_language())

    def banner(self) -> Markup:
        """Return the host's notices as they stand on each page."""
        return Markup(self.text("banner.html"))

    def _drawn(self, name: str, **what: Hashable) -> Markup:
        """Give templates `FragmentCache.fragment`."""
        return Markup(self.fragments().fragment(name, **what))

    def _drawn_around(self, text: str, name: str, **what: Hashable) -> Markup:
        """Give templates `FragmentCache.around`, around a text."""
        return Markup(self.fragments().around(escape(text), name, **what))

    def _cached_part(self, name: str, caller: Callable[[], Markup]) -> Markup:
        """Return what a `call` block holds: drawn once in each language."""
        key = (name, current_language().code)
        if self._dev or key not in self._kept_blocks:
            self._kept_blocks[key] = caller()
        return self._kept_blocks[key]

    def fragments(self) -> FragmentCache:
        """Return the cache of fragments in the current language."""
        language = current_language().code
        cache = self._fragment_caches.get(language)
        if cache is None:
            cache = self._fragment_caches[language] = FragmentCache(self, keep=not self._dev)
        return cache


class FragmentCache:
    """Draws in one language, everything equal once: recent fragments are cached for all viewers."""

    def __init__(self, templates: Renderer, *, keep: bool) -> None:
        self._templates = templates
        # The cache itself is called, without a function around it: a move asks it fifty times.
        self.fragment: Callable[..., str] = lru_cache(CACHE_SIZE)(self.fresh) if keep else self.fresh
        """`fragment(name, **context)`: the HTML of template `name` with nothing but `context`, all of it hashable."""

    def around(self, inner: str, name: str, **context: Hashable) -> str:
        """Return the fragment with `inner`, which is HTML, at its `slot`: a frame is kept once for all that goes in."""
        return self.fragment(name, slot=SLOT, **context).replace(SLOT, inner)

    def fresh(self, name: str, **context: object) -> str:
        """Return the HTML of template `name`, drawn now: for what is never the same twice."""
        return self._templates.text(name, context).strip()
