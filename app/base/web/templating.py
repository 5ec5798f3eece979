"""Templates as pages of the site: drawn with its static files, and as answers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.base.drawing.renderer import Renderer
from app.base.drawing.symbols import symbol_of
from app.base.i18n import current_language
from app.base.web.assets import Assets, keep_size
from app.base.web.page_context import PageContext

ROOT = Path(__file__).resolve().parents[3]


class Templates(Renderer):
    """The site's templates; in pages there are `request` and `modules("js/…")` of a script, too."""

    def __init__(self, assets: Assets, *, dev: bool = False, helpers: Mapping[str, object]) -> None:
        super().__init__(assets.url, lambda icon: assets.url(symbol_of(icon)), dev=dev, helpers=helpers)
        self.env.globals.update(modules=assets.modules, keep_size=partial(keep_size, assets.folder))
        self.version = assets.version
        self.asset = assets.url

    def page(
        self, request: Request, name: str, context: Mapping[str, object] | None = None, *, status: int = 200
    ) -> HTMLResponse:
        """Return a whole page as an answer to `request`; never kept by caches, because it is the visitor's own."""
        html = self.text(name, {**(context or {}), "request": request})
        headers = {"Cache-Control": "no-store", "Content-Language": current_language().code, "Vary": "Accept-Language"}
        return HTMLResponse(html, status_code=status, headers=headers)

    def show(self, request: Request, shown: PageContext, *, status: int = 200) -> HTMLResponse:
        """Return the page of a documented context, the same way."""
        return self.page(request, shown.template, shown.template_values(), status=status)
