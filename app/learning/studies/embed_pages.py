"""Studies and replays inside the pages of other sites: nothing of the reader's account, and frames allowed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request
from markupsafe import Markup
from starlette.responses import Response

from app.base.web.headers import policy
from app.base.web.http import MAX_NUMBER
from app.base.web.language import EMBEDDED as PREFIX
from app.base.web.limits import DRAWN, Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.learning.replay import pages as replay_pages
from app.learning.replay.service import ReplayService, StoredReplay
from app.learning.studies.models import Study, StudyChapter
from app.learning.studies.pages import CHAPTER, ChapterId, StudyId, chapter_context
from app.learning.studies.reading import OpenChapter, StudyReader

NO_COMMENTS: Final = Markup()
FRAMED: Final = {"Content-Security-Policy": policy(framed_by="*")}

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask", DRAWN))])


async def _chapter(request: Request, study: StudyId, chapter: ChapterId) -> None:
    opened = await service_of(request, StudyReader).open(study, chapter, None, PREFIX)
    request.state.chapter = opened
    replay_pages.keep(request, opened.stored)


async def _match(request: Request, match: str) -> None:
    await replay_pages.check_may_see(request, match, None)  # other pages show it to anybody
    _keep(request, await service_of(request, ReplayService).of_match(match))


async def _record(request: Request, record: str) -> None:
    _keep(request, await service_of(request, ReplayService).of_upload(record))


def _keep(request: Request, stored: StoredReplay) -> None:
    replay_pages.keep(request, replace(stored, base=PREFIX + stored.base))


@dataclass(frozen=True, kw_only=True)
class EmbeddedPage(replay_pages.TableContext):
    """A replay in another page, or a chapter of a study; `whole` is its address here."""

    template = "learning/studies/embed.html"
    whole: str
    study: Study | None = None
    chapter: StudyChapter | None = None
    comments: Markup = NO_COMMENTS
    author: str = ""


async def embedded(
    request: Request,
    step: Annotated[int, Query(le=MAX_NUMBER)] = 0,
    perspective: replay_pages.PerspectiveQuery = "",
) -> Response:
    """Show a replay, or a chapter of a study, without anything of the site around it."""
    stored = replay_pages.stored_of(request)
    shown, seen_by = stored.clamped(step), stored.perspective(perspective)
    opened: OpenChapter | None = getattr(request.state, "chapter", None)
    table = await replay_pages.table_context(request, stored, shown, seen_by)
    whole = f"{table.site}{stored.base.removeprefix(PREFIX)}?step={shown}"
    said = await chapter_context(request, opened, shown, seen_by.slug) if opened is not None else None
    about = {name: getattr(said, name) for name in ("study", "chapter", "comments", "author")} if said else {}
    page = service_of(request, Templates).show(request, EmbeddedPage.of(table, whole=whole, **about))
    page.headers.update(FRAMED)
    return page


def _serve(base: str, find: Callable[..., Awaitable[None]]) -> None:
    """Serve the framed page of the replays below `base`, and what it asks for; `find` keeps the replay."""
    found = [Depends(find)]
    router.add_api_route(base, embedded, dependencies=found)
    router.add_api_route(f"{base}/frame", replay_pages.frame, dependencies=found)
    router.add_api_route(f"{base}/log", replay_pages.log, dependencies=found)


_serve(PREFIX + CHAPTER, _chapter)
_serve(PREFIX + "/match/{match}/replay", _match)
_serve(PREFIX + "/replays/{record}", _record)
