"""The pages of the tutorial: the list of lessons, and each lesson."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from starlette.responses import RedirectResponse, Response

from app.errors import AppError
from app.learn.lessons import BY_SLUG, LESSONS
from app.learn.models import Taken
from app.learn.progress import progress
from app.learn.stage import LessonFrames, coach, resume, stops
from app.players.identity import MaybePlayer, player_service, remember
from app.players.models import Player
from app.security.limits import DRAWN, Limit, rate_limits
from app.templating import templates

router = APIRouter(include_in_schema=False)

Slug = Annotated[str, Path(max_length=32)]
SEE_OTHER = 303


async def _taken(request: Request, player: Player | None) -> dict[str, Taken]:
    return await progress(request).of(player) if player else {}


def done_of(taken: dict[str, Taken]) -> set[str]:
    """The slugs of the lessons that are done."""
    return {slug for slug, each in taken.items() if each.done}


@router.get("/learn", dependencies=[Depends(Limit("ask"))])
async def overview(request: Request, player: MaybePlayer) -> Response:
    """All lessons, and where to go on."""
    done = done_of(await _taken(request, player))
    shown = stops(done)
    context: dict[str, Any] = {
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
        await progress(request).forget(player)
    return RedirectResponse(f"/learn/{LESSONS[0].slug}", SEE_OTHER)


@router.get("/learn/{slug}", dependencies=[Depends(Limit("ask", DRAWN))])
async def lesson_page(request: Request, slug: Slug, player: MaybePlayer) -> Response:
    """A lesson where the guest left it. Progress needs somebody whose it is, so a new visitor becomes a guest here."""
    lesson = BY_SLUG.get(slug)
    if lesson is None:
        raise AppError("no_page", 404)
    guest = player or await _new_guest(request)
    taken = await _taken(request, guest)
    mine, done = taken.get(slug) or Taken(slug), done_of(taken)
    run = resume(lesson, mine)
    frames = LessonFrames(templates(request))
    zones = frames.zones(run, mine, done)
    context = {
        "stage": frames.stage(zones),
        "coach_zone": zones["coach"],
        "coach": coach(run, done),
        "lesson": lesson,
        "viewer": "A",
        "what": "",
        "page": "learn",
    }
    page = templates(request).page(request, "learn/lesson.html", context)
    if player is None:
        remember(request, page, guest)
    return page


async def _new_guest(request: Request) -> Player:
    rate_limits(request).check("guests", request)
    return await player_service(request).create(None)
