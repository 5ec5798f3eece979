"""Writing a study: made from a replay, comments and marks at its steps, its chapters and titles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Depends, Form, Query, Request
from markupsafe import Markup
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.i18n import _
from app.base.web.http import MAX_NUMBER, see_other
from app.base.web.limits import Limit, address_of
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.learning.replay import pages as replay_pages
from app.learning.replay.service import ReplayService
from app.learning.studies.models import TITLE_LENGTH, Study, new_chapter
from app.learning.studies.pages import CHAPTER, ChapterId, StudyId, open_chapter
from app.learning.studies.reading import OpenChapter, StudyReader
from app.learning.studies.service import StudyService
from app.learning.studies.text import clean_lines
from app.matches.core.opening.start import new_seed
from app.matches.table.marks import clean_marks
from app.matches.table.match_summary import display_names
from app.matches.talk.models import TEXT_LENGTH
from app.matches.talk.reports import Reports
from app.people.moderation.log import ModerationLog
from app.people.moderation.staff import Staff, StaffService
from app.people.players.identity import MaybePlayer, RequiredPlayer, guest, redirect_with_cookie, remember
from app.people.players.identity.counted import Count, counted, counting
from app.people.players.player import Player
from app.people.players.service import PlayerService
from engine.match import Options
from engine.notes import MAX_TEXT, StepNote
from engine.record import MatchRecord, RecordNotation

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask"))])

Step = Annotated[int, Form(ge=0, le=MAX_NUMBER)]
Version = Annotated[int, Form(ge=0, le=MAX_NUMBER)]
CommentText = Annotated[str, Form(max_length=MAX_TEXT * 2)]
Title = Annotated[str, Form(max_length=TITLE_LENGTH * 16)]
ReportText = Annotated[str, Form(max_length=TEXT_LENGTH)]
Of = Literal["replay", "position"]


async def make(
    request: Request,
    player: MaybePlayer,
    count: Annotated[Count, counting("create")],
    step: Step = 0,
    of: Annotated[Of, Form()] = "replay",
    into: Annotated[str, Form(max_length=32)] = "",
) -> Response:
    """Make a study of a replay, or of the position of a step; or add it to the visitor's study `into` as a chapter."""
    stored = replay_pages.stored_of(request)
    owner = await guest(request, player)
    count(owner)
    at = stored.clamped(step)
    record = await service_of(request, StudyReader).record(stored)
    if of == "position":
        options = await service_of(request, ReplayService).position(stored, at, new_seed())
        record, at = _position(record, options), 0
    names = display_names(stored.facts.names, solo=stored.facts.solo)
    title = _("%(first)s vs %(second)s", first=names["A"], second=names["B"])[:TITLE_LENGTH]
    service = service_of(request, StudyService)
    if into:
        study, chapter = await service.add_chapter(owner, into, title, record, address_of(request))
    else:
        chapter = new_chapter(title, record)
        study = await service.create(owner, title, (chapter,), address_of(request))
    return await redirect_with_cookie(request, f"/studies/{study.id}/{chapter.id}?step={at}", owner)


for base, find in replay_pages.BASES.items():
    router.add_api_route(f"{base}/study", make, methods=["POST"], dependencies=[Depends(find)])


@router.get("/studies/{study}/{chapter}/editor", dependencies=[Depends(open_chapter)])
async def editor(request: Request, player: RequiredPlayer, step: Annotated[int, Query(le=MAX_NUMBER)]) -> Response:
    """Show the form for what is said at a step."""
    opened: OpenChapter = request.state.chapter
    if not opened.study.belongs_to(player):
        raise AppError(Code.not_your_study)
    return _editor(request, opened, opened.stored.clamped(step))


def _editor(request: Request, opened: OpenChapter, step: int) -> Response:
    context = {"study": opened.study, "chapter": opened.chapter, "note": opened.chapter.note_at(step)}
    return service_of(request, Templates).page(request, "learning/studies/editor.html", context)


class Edit(NamedTuple):
    """A change to a chapter by `player`, who has seen this version of the study."""

    player: Player
    study: str
    version: int
    chapter: str


def _edit(
    request: Request, study: StudyId, chapter: ChapterId, player: Annotated[Player, counted("create")], version: Version
) -> Edit:
    return Edit(player, study, version, chapter)


Edited = Annotated[Edit, Depends(_edit)]


@router.post(CHAPTER + "/comment")
async def comment(
    request: Request, edit: Edited, step: Step, text: CommentText = "", question: CommentText = ""
) -> Response:
    """Say something at a step, and perhaps ask the reader to find the rest of the turn."""
    asked = clean_lines(question)
    reader = service_of(request, StudyReader)
    if asked:
        found, where = await reader.find(edit.study, edit.chapter)
        if not found.belongs_to(edit.player):
            raise AppError(Code.not_your_study)
        await reader.task(where, found, step)
    return await _annotated(request, edit, step, lambda note: note._replace(text=clean_lines(text), question=asked))


@router.post(CHAPTER + "/marks")
async def mark(
    request: Request, edit: Edited, step: Step, marks: Annotated[str, Form(max_length=200)] = ""
) -> Response:
    """Draw these marks at a step instead of those before."""
    drawn = clean_marks(marks)
    return await _annotated(request, edit, step, lambda note: note._replace(marks=drawn))


async def _annotated(request: Request, edit: Edit, step: int, change: Callable[[StepNote], StepNote]) -> Response:
    """Change a note, and show all comments of the chapter."""
    changed = await service_of(request, StudyService).annotate(*edit, step, change)
    reader = service_of(request, StudyReader)
    opened = await reader.open(edit.study, edit.chapter, edit.player)
    comments = await reader.comments(opened, step, opened.stored.perspective(""))
    context = {"study": changed, "comments": Markup(comments.text)}  # noqa: S704, RUF100 - our own template
    return service_of(request, Templates).page(request, "learning/studies/words.html", context)


@router.post(CHAPTER + "/titles")
async def rename(request: Request, edit: Edited, title: Title = "", chapter_title: Title = "") -> Response:
    """Give the study and a chapter of it other titles."""
    await service_of(request, StudyService).rename(*edit, title, chapter_title)
    return see_other(f"/studies/{edit.study}/{edit.chapter}")


@router.post(CHAPTER + "/remove")
async def remove_chapter(request: Request, edit: Edited) -> Response:
    """Remove a chapter."""
    changed = await service_of(request, StudyService).remove_chapter(*edit)
    return see_other(f"/studies/{changed.id}")


@router.post("/studies/{study}/moderate")
async def moderate(
    request: Request, study: StudyId, player: RequiredPlayer, reason: Annotated[str, Form(max_length=400)] = ""
) -> Response:
    """Delete anybody's study, as a moderator; the log of moderation has it."""
    role = await service_of(request, StaffService).role_of(player.id)
    if role is None:
        raise AppError(Code.not_your_study)
    found: Study = await service_of(request, StudyService).get(study)
    await service_of(request, StudyService).remove(study)
    await service_of(request, ModerationLog).add(Staff(role, player), "remove", found.title, reason=reason)
    return see_other("/studies")


@router.post("/studies/{study}/report")
async def report(
    request: Request,
    study: StudyId,
    player: MaybePlayer,
    count: Annotated[Count, counting("report")],
    why: ReportText = "",
) -> Response:
    """Report somebody else's study to the site host. A reader without a name becomes a guest."""
    found = await service_of(request, StudyService).get(study)
    author = await service_of(request, PlayerService).by_id(found.owner)
    reader = await guest(request, player)
    count(reader)
    if author is not None:
        await service_of(request, Reports).report_study(found.id, found.title, reader, author, why)
    answer = service_of(request, Templates).page(
        request, "learning/studies/report.html", {"study": found, "sent": True}
    )
    await remember(request, answer, reader)
    return answer


def _position(record: RecordNotation, options: Options) -> RecordNotation:
    """Return a record of nothing but a position: that of `options`."""
    names = record["names"]
    return MatchRecord(options, names, (), None).to_json()
