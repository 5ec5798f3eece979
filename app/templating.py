"""Templates: one Jinja environment with the site's helpers, rendered to pages or to fragments for sockets."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Mapping, MutableMapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import jinja2
from markupsafe import Markup, escape
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from app.assets import Assets
from app.cards import icons
from app.cards.drawing import HELPERS
from app.i18n import LANGUAGES, current_language, ntranslate, translate

ROOT = Path(__file__).resolve().parent.parent
KEPT_FRAGMENTS = 16_384  # of each language; some 700 bytes each
KEPT_ZONES = 8_192  # some 40 references each
CUT = Markup("\x04")
"""Where the HTML of a fragment is cut: something is put in there, or what comes is found again elsewhere."""

P = ParamSpec("P")
T = TypeVar("T")


class Environment(jinja2.Environment):
    """Jinja's environment, whose templates see their globals as a plain dictionary: a chain of them costs each time."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template."""
        return {**self.globals, **(d or {})}


class Templates:
    """Renders files of templates/.

    In every template: `_` and `ngettext` (autoescaped; `%(name)s` is filled from keyword arguments), `asset("css/…")`,
    `language` (code, name, direction), `languages`, `notices()`, `banner()`, what `cards/card.html` needs; in pages
    also `request`. `cut` is for what is drawn by `Pen.parts` alone. `drawn(name, …)` and `drawn_around(text, name, …)`
    take a fragment from what was drawn before.
    """

    def __init__(self, assets: Assets, *, dev: bool = False) -> None:
        self.env = Environment(
            loader=jinja2.FileSystemLoader(ROOT / "templates"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            extensions=["jinja2.ext.i18n"],
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=dev,
        )
        install = self.env.install_gettext_callables  # type: ignore[attr-defined] # added by the extension
        install(translate, ntranslate, newstyle=True)
        self.env.globals.update(asset=assets.url, languages=LANGUAGES, current_language=current_language)
        self.env.globals.update(HELPERS, icon_authors=icons.AUTHORS, notices=tuple, cut=CUT)
        self.env.globals.update(banner=self.banner, drawn=self._drawn, drawn_around=self._drawn_around)
        self.version = assets.version
        self._dev = dev
        self._pens: dict[str, Pen] = {}

    def text(self, name: str, context: Mapping[str, Any] | None = None) -> str:
        """The HTML of template `name`, in the current language."""
        return self.env.get_template(name).render(context or {}, language=current_language())

    def banner(self) -> Markup:
        """What the host says to everybody, as it stands on each page."""
        return Markup(self.text("banner.html"))

    def _drawn(self, name: str, **what: Hashable) -> Markup:
        """`Pen.fragment` for templates."""
        return self.pen().fragment(name, **what)

    def _drawn_around(self, text: str, name: str, **what: Hashable) -> Markup:
        """`Pen.parts` for templates, with `text` wherever the template is cut: for what differs on each page."""
        return Markup(str(escape(text)).join(self.pen().parts(name, **what)))

    def pen(self) -> Pen:
        """What draws in the current language, and keeps what it has drawn."""
        language, drawn = current_language().code, icons.changes()
        pen = self._pens.get(language)
        if pen is None or pen.icons != drawn:
            pen = self._pens[language] = Pen(self, drawn, keep=not self._dev)
        return pen

    def page(
        self, request: Request, name: str, context: Mapping[str, Any] | None = None, *, status: int = 200
    ) -> HTMLResponse:
        """A whole page as an answer to `request`; never kept by caches, because it is the visitor's own."""
        html = self.text(name, {**(context or {}), "request": request})
        headers = {"Cache-Control": "no-store", "Content-Language": current_language().code, "Vary": "Accept-Language"}
        return HTMLResponse(html, status_code=status, headers=headers)


class Pen:
    """Draws in one language, everything equal once: what was drawn lately is found again, for whoever it is."""

    def __init__(self, templates: Templates, icons: int, *, keep: bool) -> None:
        self.templates = templates
        self.icons = icons  # how often icons of designed cards had changed: this pen draws them as they were then
        # The caches themselves are called, without a function around them: a move asks them forty times.
        self._fragment = lru_cache(KEPT_FRAGMENTS)(self._draw) if keep else self._draw
        self._parts = lru_cache(KEPT_FRAGMENTS)(self._cut) if keep else self._cut
        self._zone = lru_cache(KEPT_ZONES)(self._make) if keep else self._make

    @property
    def fragment(self) -> Callable[..., Markup]:
        """`fragment(name, **what)`: the HTML of template `name` and nothing but `what`, all of it hashable."""
        return self._fragment

    @property
    def parts(self) -> Callable[..., tuple[str, ...]]:
        """The same in parts, as the template cuts it."""
        return self._parts

    def zone(self, make: Callable[Concatenate[Pen, P], T], *args: P.args, **what: P.kwargs) -> T:
        """`make(pen, …)`, kept like a fragment: whatever it depends on must be among its arguments."""
        made = self._zone(make, *args, **what)  # type: ignore[arg-type] # lru_cache knows no parameters
        return cast("T", made)

    def _draw(self, name: str, **what: Hashable) -> Markup:
        return Markup(self.templates.text(name, what).strip())

    def _cut(self, name: str, **what: Hashable) -> tuple[str, ...]:
        # Equal parts are one object: thousands of fragments have the same few beginnings and ends.
        return tuple(map(sys.intern, str(self._draw(name, **what)).split(CUT)))

    def _make(self, make: Callable[..., Any], *args: Hashable, **what: Hashable) -> Any:
        return make(self, *args, **what)


def templates(connection: HTTPConnection) -> Templates:
    """The application's templates."""
    found: Templates = connection.app.state.templates
    return found
