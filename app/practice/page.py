"""The page of an exercise: the page of a match, with the coach in place of the log."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from app.players.identity import remember
from app.players.player import Player
from app.players.service import PlayerService
from app.practice.exercise import Exercise, R
from app.practice.progress import ProgressService
from app.practice.renderer import PracticeRenderer
from app.table.match_page import MatchPage
from app.web.limits import RateLimits
from app.web.services import service_of
from app.web.templating import Templates


async def practice_page(
    request: Request,
    player: Player | None,
    exercise: Exercise[R],
    title: str,
    what: str,
    leave_words: str,
    live: str = "",
) -> Response:
    """Show an exercise where the guest left it. Progress needs an owner, so a new visitor becomes a guest here.

    `live` is the path of its socket, by default below the list of exercises.
    """
    guest = player or await _new_guest(request)
    progress = await service_of(request, ProgressService).get(guest, exercise.kind, exercise.name)
    run = exercise.resume(progress.moves)
    coach = exercise.coach(run, await exercise.solved(guest))
    frames = PracticeRenderer(service_of(request, Templates), exercise)
    zones = frames.zones(progress.seq, exercise.table(run), coach)
    context = {
        "match": MatchPage(title=what, live=live or f"{coach.home}/{exercise.name}/live", stage=frames.stage(zones)),
        "coach_zone": zones["coach"],
        "title": title,
        "leave": coach.home,
        "leave_words": leave_words,
        "page": "learn",
    }
    page = service_of(request, Templates).page(request, "practice/page.html", context)
    if player is None:
        await remember(request, page, guest)
    return page


async def _new_guest(request: Request) -> Player:
    service_of(request, RateLimits).check("guests", request)
    return await service_of(request, PlayerService).create(None)
