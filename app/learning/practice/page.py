"""The page of an exercise: the page of a match, with the coach in place of the log."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.responses import Response

from app.base.web.http import site_url
from app.base.web.limits import Limit
from app.base.web.page_cache import cached_answer
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.learning.practice.exercise import Exercise, R, Solved
from app.learning.practice.progress import ProgressService
from app.learning.practice.renderer import PracticeRenderer
from app.matches.table.board import Board
from app.matches.table.match_page import MatchPage
from app.people.players.identity import MaybePlayer, guest, remember
from app.people.players.player import Player

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, kw_only=True)
class PracticePage(PageContext):
    """An exercise on the board; `leave`: the path of the list it is from."""

    template = "learning/practice/page.html"
    page = "learn"
    match: MatchPage
    coach_zone: Markup
    title: str
    leave: str
    leave_words: str
    site: str
    picture: str


async def practice_page(
    request: Request,
    player: Player | None,
    exercise: Exercise[R],
    title: str,
    what: str,
    leave_words: str,
    live: str = "",
    picture: str = "",
) -> Response:
    """Show an exercise where the guest left it; a visitor becomes a guest with the first touch (`become`).

    `live` is the path of its socket, by default below the list of exercises, `picture` that of a link's picture.
    """
    progress = await service_of(request, ProgressService).get(player, exercise.kind, exercise.name)
    run = exercise.resume(progress.moves)
    coach = exercise.coach(run, await exercise.solved(player) if player else Solved())
    frames = PracticeRenderer(service_of(request, Templates), exercise)
    drawn = frames.drawn(frames.zones(progress.seq, exercise.table(run), coach))
    shown = PracticePage(
        match=MatchPage(
            title=what,
            live=live or f"{coach.home}/{exercise.name}/live",
            stage=frames.stage(drawn),
            become="" if player else "/guest",
        ),
        coach_zone=drawn["coach"],
        title=title,
        leave=coach.home,
        leave_words=leave_words,
        site=site_url(request),
        picture=picture,
    )
    return service_of(request, Templates).show(request, shown)


@router.post("/guest", dependencies=[Depends(Limit("ask"))])
async def become(request: Request, player: MaybePlayer) -> Response:
    """Make the visitor a guest: progress in exercises needs an owner, and reading a page makes nobody."""
    response = Response(status_code=204)
    await remember(request, response, await guest(request, player))
    return response


async def position_picture(request: Request, key: Hashable, table: Callable[[], Board]) -> Response:
    """Show a position that everybody may see as a small picture, drawn once for each `key`."""

    def draw() -> str:
        return service_of(request, Templates).text("matches/table/picture.html", {"b": table()})

    kept = {"Cache-Control": "public, max-age=86400"}
    return await cached_answer(request, key, draw, media_type="image/svg+xml", headers=kept)
