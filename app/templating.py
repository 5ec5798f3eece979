"""Templates: one Jinja environment with the site's helpers, rendered to pages or to fragments for sockets."""

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import jinja2
from markupsafe import Markup
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from app.assets import Assets
from app.cards import icons
from app.cards.drawing import HELPERS
from app.i18n import LANGUAGES, current_language, ntranslate, translate

ROOT = Path(__file__).resolve().parent.parent
KEPT_FRAGMENTS = 20_000  # half a kilobyte each, more or less

P = ParamSpec("P")
T = TypeVar("T")


class Templates:
    """Renders files of templates/.

    In every template: `_` and `ngettext` (autoescaped; `%(name)s` is filled from keyword arguments), `asset("css/…")`,
    `language` (code, name, direction), `languages`, `notices()`, what `cards/card.html` needs; in pages also `request`.
    """

    def __init__(self, assets: Assets, *, dev: bool = False) -> None:
        self.env = jinja2.Environment(
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
        self.env.globals.update(HELPERS, icon_authors=icons.AUTHORS, notices=tuple)
        self._keep = self._make if dev else lru_cache(maxsize=KEPT_FRAGMENTS)(self._make)

    def text(self, name: str, context: Mapping[str, Any] | None = None) -> str:
        """The HTML of template `name`, in the current language."""
        return self.env.get_template(name).render(context or {}, language=current_language())

    def kept(self, make: Callable[Concatenate["Templates", P], T], *args: P.args, **what: P.kwargs) -> T:
        """`make(self, …)`, made once for equal arguments, language and icons; the latest are kept.

        Whatever `make` depends on must be among its arguments, and each of them must be hashable.
        """
        kept = self._keep(make, current_language().code, icons.changes(), *args, **what)  # type: ignore[arg-type]
        return cast("T", kept)  # lru_cache knows neither the parameters nor the result

    def _make(self, make: Callable[..., Any], _text: str, _icons: int, *args: Hashable, **what: Hashable) -> Any:
        return make(self, *args, **what)

    def fragment(self, name: str, **what: Hashable) -> Markup:
        """The HTML of template `name` and nothing but `what`: equal fragments are drawn once, for all visitors."""
        return self.kept(_drawn, name, **what)

    def page(
        self, request: Request, name: str, context: Mapping[str, Any] | None = None, *, status: int = 200
    ) -> HTMLResponse:
        """A whole page as an answer to `request`; never kept by caches, because it is the visitor's own."""
        html = self.text(name, {**(context or {}), "request": request})
        headers = {"Cache-Control": "no-store", "Content-Language": current_language().code, "Vary": "Accept-Language"}
        return HTMLResponse(html, status_code=status, headers=headers)


def _drawn(templates: Templates, /, name: str, **what: Hashable) -> Markup:
    return Markup(templates.text(name, what).strip())


def templates(connection: HTTPConnection) -> Templates:
    """The application's templates."""
    found: Templates = connection.app.state.templates
    return found
