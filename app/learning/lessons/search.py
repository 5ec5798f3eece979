"""Searching the rulebook: its headings and abilities, by the words of their rules too, and the cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from itertools import islice
from typing import Final

from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.responses import Response

from app.base.i18n import LANGUAGES, current_language
from app.base.i18n.comparing import plain
from app.base.web.limits import Limit
from app.base.web.page_cache import cached_page, cached_part
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.cards.gallery import catalogue
from app.cards.gallery.catalogue import MAX_SEARCHED, CardFilter
from app.cards.gallery.filter_query import wants_fragment
from app.learning.lessons.rulebook import draw_chapters
from engine.cards import Card

router = APIRouter(include_in_schema=False)

MAX_ENTRIES: Final = 12
MAX_CARDS: Final = 8
GIST: Final = 70  # letters of a rule without a title
ENTRIES: Final = {"chapter", "rule", "ability"}  # classes of the elements that have an anchor of their own
HEADINGS: Final = {"h2", "h3"}
UNREAD: Final = {"svg", "template", "style"}
NUMBERS: Final = {"edition", "rule-number", "chapter-number"}  # classes of elements that are not part of the text
VOID: Final = {"img", "br", "use", "path", "input", "hr", "wbr"}


@dataclass(slots=True)
class RuleEntry:
    """A heading: its anchor, its kind ("chapter", "rule" or "ability"), its title, and the words below it."""

    id: str
    kind: str
    title: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class RulesFound:
    """The results of a search: headings, those with a matching title first, and cards."""

    query: str
    entries: list[RuleEntry] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)


class _Reader(HTMLParser):
    """Takes the entries out of the rulebook's HTML; words belong to the innermost of them."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[RuleEntry] = []
        self._open: list[tuple[str, RuleEntry | None, bool]] = []  # tag, entry that it begins, whether it is read

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        named = dict(attrs)
        classes = set((named.get("class") or "").split())
        kinds = ENTRIES & classes
        entry = RuleEntry(named.get("id") or "", kinds.pop()) if kinds else None
        if entry:
            self.entries.append(entry)
        self._open.append((tag, entry, tag not in UNREAD and not NUMBERS & classes))

    def handle_endtag(self, tag: str) -> None:
        if any(opened == tag for opened, _, _ in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        inner = next((entry for _, entry, _ in reversed(self._open) if entry), None)
        if inner is None or not data.strip() or not all(is_read for _, _, is_read in self._open):
            return
        if any(tag in HEADINGS for tag, _, _ in self._open):
            inner.title = f"{inner.title} {data.strip()}".strip()
        else:
            inner.text = f"{inner.text} {data.strip()}".strip()


@lru_cache(maxsize=len(LANGUAGES))
def _entries(render: Templates, _language: str) -> list[tuple[RuleEntry, str, str]]:
    """Return the headings in the current language, with their titles and words as they are compared."""
    reader = _Reader()
    reader.feed(draw_chapters(render, lambda _slug: Markup()))
    for entry in reader.entries:
        entry.title = entry.title or f"{entry.text[:GIST]} …"
    return [(each, plain(f"{each.id} {each.title}"), plain(f"{each.title} {each.text}")) for each in reader.entries]


def search(render: Templates, query: str) -> RulesFound:
    """Return the headings and cards that have all words of `query`; nothing for an empty one."""
    query = query.strip()[:MAX_SEARCHED]
    words = plain(query).split()
    if not words:
        return RulesFound("")
    indexed = _entries(render, current_language().code)
    titled = [entry for entry, title, _ in indexed if all(word in title for word in words)]
    mentioned = [entry for entry, _, text in indexed if entry not in titled and all(word in text for word in words)]
    entries = list(islice((*titled, *mentioned), MAX_ENTRIES))
    return RulesFound(query, entries, catalogue.find(CardFilter(text=query, sort="name"))[:MAX_CARDS])


@router.get("/rules/found", dependencies=[Depends(Limit("ask"))])
async def found(request: Request, q: str = "") -> Response:
    """Show the results of a search; htmx gets the list alone."""
    query = " ".join(q.split())[:MAX_SEARCHED]

    def context() -> dict[str, object]:
        return {"found": search(service_of(request, Templates), query), "page": "rules"}

    if wants_fragment(request):
        return await cached_part(request, "learning/lessons/found.html", query, lambda: {**context(), "rulebook": ""})
    return await cached_page(
        request, "learning/lessons/found_page.html", query, lambda: {**context(), "rulebook": "/rules"}
    )
