"""The pages of studies: the visitor's own, a chapter to read, its questions on the board, its file, a copy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from markupsafe import Markup, escape
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.i18n import _, formats
from app.base.web.http import MAX_NUMBER, see_other, site_url
from app.base.web.language import EMBEDDED
from app.base.web.limits import DRAWN, Limit, address_of
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.learning.replay import pages as replay_pages
from app.learning.replay.library import PASTE_FIELD, sent_text
from app.learning.studies import files
from app.learning.studies.models import Study, StudyChapter
from app.learning.studies.reading import OpenChapter, StudyReader
from app.learning.studies.service import StudyService
from app.matches.table.marks import MAX_MARKS
from app.people.moderation.staff import StaffService
from app.people.players.identity import MaybePlayer, guest, redirect_with_cookie
from app.people.players.identity.counted import Count, counted, counting
from app.people.players.invited import MayOpen
from app.people.players.invites import InviteService
from app.people.players.player import Player
from app.people.players.service import PlayerService
from app.people.players.shown_names import guest_words
from engine.notes import StepNote

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask", DRAWN))])

CHAPTER: Final = "/studies/{study}/{chapter}"
StudyId = Annotated[str, Path(max_length=32)]
ChapterId = Annotated[str, Path(max_length=16)]


@dataclass(frozen=True, kw_only=True)
class ChapterContext(PageContext):
    """The text of a chapter at a step; `waiting`: the step of a question that the reader has to answer to read on;
    `frame`: the HTML that shows it in another page."""

    study: Study
    chapter: StudyChapter
    note: StepNote
    waiting: int | None
    comments: Markup
    author: str
    origin: Study | None
    link: str
    frame: str


@dataclass(frozen=True, kw_only=True)
class StudyPage(ChapterContext, replay_pages.TableContext):
    """A chapter of a study on the board; `moderates`: its reader may delete it, though it is not their `own`."""

    template = "learning/studies/study.html"
    most_marks = MAX_MARKS
    own: bool
    moderates: bool


@router.get("/studies")
async def index(request: Request, player: MaybePlayer) -> Response:
    """Show the visitor's studies, and the form for a file."""
    return await _index(request, player)


@dataclass(frozen=True, kw_only=True)
class StudiesPage(PageContext):
    """The visitor's studies, each with the day of its last change."""

    template = "learning/studies/index.html"
    page = "studies"
    paste = PASTE_FIELD
    studies: list[tuple[Study, str]]
    error: str
    may_upload: bool


async def _index(request: Request, player: Player | None, error: AppError | None = None) -> Response:
    found = await service_of(request, StudyService).of(player)
    shown = StudiesPage(
        studies=[(study, formats.day(study.updated_at)) for study in found],
        error=error.sentence if error else "",
        may_upload=await service_of(request, InviteService).may_open(player),
    )
    status = error.status if error else 200
    return service_of(request, Templates).show(request, shown, status=status)


@router.post("/studies/import")
async def import_study(
    request: Request, player: MaybePlayer, may_open: MayOpen, count: Annotated[Count, counting("upload")]
) -> Response:
    """Store the study of a file, or of a pasted text."""
    if not may_open:
        return await _index(request, player, AppError(Code.invite_needed))
    count(player)  # before anything of it is read
    async with request.form(max_files=1, max_fields=4, max_part_size=PASTE_FIELD) as form:
        text = await sent_text(form)
    try:
        service, address = service_of(request, StudyService), address_of(request)
        await service.check_budget(address, len(text))
        read = await service_of(request, StudyReader).read_file(text)
        owner = await guest(request, player)
        study = await service.create(owner, read.title or _("A study"), _named(read), address)
    except AppError as error:
        return await _index(request, player, error)
    return await redirect_with_cookie(request, f"/studies/{study.id}", owner)


def _named(read: files.ImportedStudy) -> tuple[StudyChapter, ...]:
    return tuple(
        chapter if chapter.title else chapter.titled(_("Chapter %(number)s", number=number))
        for number, chapter in enumerate(read.chapters, 1)
    )


@router.get("/studies/choice")
async def choice(request: Request, player: MaybePlayer) -> Response:
    """Show a list of the visitor's studies, for the menu of a replay."""
    found = await service_of(request, StudyService).of(player)
    return service_of(request, Templates).page(request, "learning/studies/choice.html", {"studies": found})


@router.get("/studies/{study}")
async def first_chapter(request: Request, study: StudyId) -> Response:
    """Go to the first chapter."""
    found = await service_of(request, StudyService).get(study)
    return see_other(f"/studies/{found.id}/{found.chapters[0].id}")


@router.get("/studies/{study}/file")
async def study_file(request: Request, study: StudyId, player: MaybePlayer) -> Response:
    """Return a study as a file (docs/notation.md), with the answers to its questions."""
    found = await service_of(request, StudyService).get(study)
    name = f"study-{found.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(files.to_file(found), media_type="application/json", headers=headers)


@router.post("/studies/{study}/copy")
async def copy(
    request: Request, study: StudyId, player: MaybePlayer, count: Annotated[Count, counting("create")]
) -> Response:
    """Save a copy among the visitor's own studies, and go there."""
    owner = await guest(request, player)
    count(owner)
    made = await service_of(request, StudyService).copy(owner, study, address_of(request))
    return await redirect_with_cookie(request, f"/studies/{made.id}", owner)


@router.post("/studies/{study}/delete")
async def delete(request: Request, study: StudyId, player: Annotated[Player, counted("create")]) -> Response:
    """Delete the visitor's study."""
    await service_of(request, StudyService).delete(player, study)
    return see_other("/studies")


async def open_chapter(request: Request, study: StudyId, chapter: ChapterId, player: MaybePlayer) -> None:
    """Find the chapter at whose address a request comes, as far as this reader may see it."""
    opened = await service_of(request, StudyReader).open(study, chapter, player)
    request.state.chapter = opened
    replay_pages.keep(request, opened.stored)


replay_pages.serve_parts(router, CHAPTER, open_chapter)


@router.get(CHAPTER, dependencies=[Depends(open_chapter)])
async def chapter_page(
    request: Request,
    player: MaybePlayer,
    step: Annotated[int, Query(le=MAX_NUMBER)] = 0,
    perspective: replay_pages.PerspectiveQuery = "",
) -> Response:
    """Show a chapter at a step."""
    opened: OpenChapter = request.state.chapter
    shown, seen_by = opened.stored.clamped(step), opened.stored.perspective(perspective)
    own = opened.study.belongs_to(player)
    table = await replay_pages.table_context(request, opened.stored, shown, seen_by)
    chapter = await chapter_context(request, opened, shown, seen_by.slug)
    moderates = not own and player is not None and await _moderates(request, player)
    return service_of(request, Templates).show(request, StudyPage.of(table, chapter, own=own, moderates=moderates))


async def chapter_context(request: Request, opened: OpenChapter, step: int, perspective: str) -> ChapterContext:
    """Return what a chapter says, without its replay."""
    study = opened.study
    seen_by = opened.stored.perspective(perspective)
    comments = await service_of(request, StudyReader).comments(opened, step, seen_by)
    author = await service_of(request, PlayerService).by_id(study.owner)
    return ChapterContext(
        study=study,
        chapter=opened.chapter,
        note=opened.chapter.note_at(step),
        waiting=opened.waiting,
        comments=Markup(comments.text),  # noqa: S704, RUF100 - drawn by our own templates
        author=guest_words(author.name) if author is not None else "",
        origin=await _origin(request, study),
        link=f"{site_url(request)}/studies/{study.id}",
        frame=f'<iframe src="{site_url(request)}{EMBEDDED}/studies/{study.id}/{opened.chapter.id}" width="100%" '
        f'style="aspect-ratio:4/3;min-height:30rem;border:0" title="{escape(study.title)}"></iframe>',
    )


async def _origin(request: Request, study: Study) -> Study | None:
    """Return the study of which this one is a copy, if it is still there."""
    if study.copied_from is None:
        return None
    try:
        return await service_of(request, StudyService).get(study.copied_from)
    except AppError:
        return None


async def _moderates(request: Request, player: Player) -> bool:
    return await service_of(request, StaffService).role_of(player.id) is not None
