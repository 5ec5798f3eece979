"""The pages of the tutorial: the list of lessons, and each lesson."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from starlette.responses import RedirectResponse, Response

from app.errors import AppError
from app.i18n import _
from app.learn.lesson_page import LessonRenderer, coach, lesson_links, resume
from app.learn.lessons import BY_SLUG, LESSONS
from app.learn.models import LessonProgress
from app.learn.progress import progress_service
from app.players.identity import MaybePlayer, player_service, remember
from app.players.player import Player
from app.web.limits import DRAWN, Limit, rate_limits
from app.web.templating import templates

router = APIRouter(include_in_schema=False)

Slug = Annotated[str, Path(max_length=32)]
SEE_OTHER = 303


async def _progress_of(request: Request, player: Player | None) -> dict[str, LessonProgress]:
    return await progress_service(request).of(player) if player else {}


def lessons_done(progress: dict[str, LessonProgress]) -> set[str]:
    """Return the slugs of the lessons that are done."""
    return {slug for slug, each in progress.items() if each.done}


@router.get("/learn", dependencies=[Depends(Limit("ask"))])
async def overview(request: Request, player: MaybePlayer) -> Response:
    """Show all lessons, and where to continue."""
    done = lessons_done(await _progress_of(request, player))
    shown = lesson_links(done)
    context: dict[str, object] = {
        "stops": shown,
        "following": next((stop for stop in shown if not stop.done), None),
        "begun": bool(done),
        "page": "learn",
    }
    return templates(request).page(request, "learn/overview.html", context)


@router.post("/learn/again", dependencies=[Depends(Limit("ask"))])
async def again(request: Request, player: MaybePlayer) -> Response:
    """Begin the tutorial afresh."""
    if player is not None:
        await progress_service(request).forget(player)
    return RedirectResponse(f"/learn/{LESSONS[0].slug}", SEE_OTHER)


@router.get("/learn/{slug}", dependencies=[Depends(Limit("ask", DRAWN))])
async def lesson_page(request: Request, slug: Slug, player: MaybePlayer) -> Response:
    """Show a lesson where the guest left it. Progress needs an owner, so a new visitor becomes a guest here."""
    lesson = BY_SLUG.get(slug)
    if lesson is None:
        raise AppError("no_page", 404)
    guest = player or await _new_guest(request)
    progress = await _progress_of(request, guest)
    mine, done = progress.get(slug) or LessonProgress(slug), lessons_done(progress)
    run = resume(lesson, mine)
    frames = LessonRenderer(templates(request))
    zones = frames.zones(run, mine, done)
    shown = coach(run, done)
    context = {
        "stage": frames.stage(zones),
        "coach_zone": zones["coach"],
        "title": f"{shown.words.title} · {_('Learn to play')}",
        "what": _("Lesson {number} of {all}").format(number=shown.number, all=len(shown.stops)),
        "live": f"/learn/{slug}/live",
        "leave": "/learn",
        "leave_words": _("Leave; the lesson waits for you"),
        "viewer": "A",
        "page": "learn",
    }
    page = templates(request).page(request, "learn/lesson.html", context)
    if player is None:
        remember(request, page, guest)
    return page


async def _new_guest(request: Request) -> Player:
    rate_limits(request).check("guests", request)
    return await player_service(request).create(None)
