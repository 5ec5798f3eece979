"""The pages of the tutorial: the list of lessons, and each lesson with its socket."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.websockets import WebSocket

from app.base.errors import AppError, Code
from app.base.i18n import _
from app.base.web.http import see_other
from app.base.web.limits import DRAWN, Limit
from app.base.web.page_cache import cached_page, cached_part
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.learning.lessons import marks
from app.learning.lessons.course import BY_SLUG, LESSONS
from app.learning.lessons.lesson_page import LessonExercise, lesson_links
from app.learning.practice.page import position_picture, practice_page
from app.learning.practice.progress import ProgressService
from app.learning.practice.socket import serve_practice
from app.people.players.identity import MaybePlayer

router = APIRouter(include_in_schema=False)

Slug = Annotated[str, Path(max_length=32)]


@router.get("/learn", dependencies=[Depends(Limit("ask"))])
async def overview(request: Request, player: MaybePlayer) -> Response:
    """Show all lessons, and where to continue."""
    done = await service_of(request, ProgressService).done(player, "lesson") if player else set[str]()
    shown = lesson_links(done)
    context: dict[str, object] = {
        "stops": shown,
        "following": next((stop for stop in shown if not stop.done), None),
        "begun": bool(done),
        "page": "learn",
    }
    return service_of(request, Templates).page(request, "learning/lessons/overview.html", context)


@router.post("/learn/again", dependencies=[Depends(Limit("ask"))])
async def again(request: Request, player: MaybePlayer) -> Response:
    """Start the tutorial again from its first lesson."""
    if player is not None:
        await service_of(request, ProgressService).forget(player, "lesson")
    return see_other(f"/learn/{LESSONS[0].slug}")


@router.get("/learn/marks", dependencies=[Depends(Limit("ask"))])
async def what_marks_mean(request: Request) -> Response:
    """Show what the marks of the table mean: as a page, or as a part of the help next to a table."""
    if "hx-request" in request.headers:
        return await cached_part(request, "learning/lessons/marks_list.html", "marks", lambda: {"marks": marks.of()})
    return await cached_page(
        request, "learning/lessons/marks.html", "marks", lambda: {"marks": marks.of(), "page": "marks"}
    )


@router.get("/learn/{slug}", dependencies=[Depends(Limit("ask", DRAWN))])
async def lesson_page(request: Request, slug: Slug, player: MaybePlayer) -> Response:
    """Show a lesson where the guest left it."""
    exercise = await _exercise(request, slug)
    number = list(BY_SLUG).index(slug) + 1
    what = _("Lesson %(number)s of %(all)s", number=number, all=len(LESSONS))
    title = f"{BY_SLUG[slug].words().title} · {_('Learn to play')}"
    return await practice_page(request, player, exercise, title, what, _("Leave (the lesson will wait)"))


@router.get("/learn/{slug}/picture", dependencies=[Depends(Limit("ask"))])
async def picture(request: Request, slug: Slug) -> Response:
    """Show the first position of a lesson as a small picture."""
    exercise = await _exercise(request, slug)
    return await position_picture(request, ("lesson", slug), lambda: exercise.table(exercise.resume(())))


@router.websocket("/learn/{slug}/live", dependencies=[Depends(Limit("ask"))])
async def live(socket: WebSocket, slug: str) -> None:
    """Serve the socket of one lesson's page."""
    await serve_practice(socket, "lesson", lambda _: _exercise(socket, slug))


async def _exercise(connection: HTTPConnection, slug: str) -> LessonExercise:
    lesson = BY_SLUG.get(slug)
    if lesson is None:
        raise AppError(Code.no_page)
    return LessonExercise(lesson, service_of(connection, ProgressService))
