"""The host's own pages: imprint, privacy, rules of the house, contact; files in a folder, one for each language.

`imprint.md` is for visitors without an `imprint.de.md` in their language. They are read once, at the start.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Depends, Request
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.i18n import DEFAULT, LANGUAGES, _, current_language
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates

router = APIRouter(include_in_schema=False)

FOLDER: Final = "texts"  # in the data folder, unless the setting `house_texts` names another
MAX_BYTES: Final = 256 * 1024
TITLES: Final[Mapping[str, Callable[[], str]]] = {
    # Translators: a page by the site host: who they are, as the law of some countries demands.
    "imprint": lambda: _("Imprint"),
    "privacy": lambda: _("Privacy"),
    # Translators: what is allowed on this site, by its host; not the rules of the game.
    "house-rules": lambda: _("Rules of this site"),
    "contact": lambda: _("Contact"),
}
_FILE: Final = re.compile(rf"({'|'.join(TITLES)})(?:\.([A-Za-z]{{2,3}}(?:-[A-Za-z0-9]{{2,8}})*))?\.md")
# No HTML of the file's own; the library refuses links that would run anything. Pictures are none of this site's.
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


@dataclass(frozen=True, slots=True)
class SitePage:
    """A text as HTML, and its language; empty: the file does not say."""

    html: Markup
    language: str


class SitePages:
    """The pages that exist."""

    def __init__(self, folder: Path) -> None:
        self._pages: dict[tuple[str, str], SitePage] = {}
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            found = _FILE.fullmatch(path.name)
            if found and path.is_file() and path.stat().st_size <= MAX_BYTES:
                name, language = found[1], (found[2] or "").lower()
                html = Markup(_MARKDOWN.render(path.read_text("utf-8", "replace")))
                self._pages[name, language] = SitePage(html, language)

    def links(self) -> list[tuple[str, str]]:
        """Return the addresses and the titles of the existing texts, for the foot of each page."""
        there = {name for name, _language in self._pages}
        return [(f"/{name}", title()) for name, title in TITLES.items() if name in there]

    def text(self, name: str) -> SitePage | None:
        """Return a text in the language of the page, else the one for everybody, else in English, else in any
        language."""
        wanted = current_language().code.lower()
        for language in (wanted, wanted.partition("-")[0], "", DEFAULT):
            if (name, language) in self._pages:
                return self._pages[name, language]
        return next((text for (each, _language), text in self._pages.items() if each == name), None)


@router.get("/imprint", dependencies=[Depends(Limit("ask"))])
@router.get("/privacy", dependencies=[Depends(Limit("ask"))])
@router.get("/house-rules", dependencies=[Depends(Limit("ask"))])
@router.get("/contact", dependencies=[Depends(Limit("ask"))])
async def site_page(request: Request) -> Response:
    """Show one of the texts; 404 where there is none."""
    name = request.url.path.strip("/")
    text = service_of(request, SitePages).text(name)
    if text is None:
        raise AppError(Code.no_page)
    known = LANGUAGES.get(text.language)
    context = {"text": text, "title": TITLES[name](), "direction": known.direction if known else "auto"}
    return service_of(request, Templates).page(request, "base/web/site_page.html", {**context, "page": name})
