"""The pages of puzzles: the list by theme and difficulty, the puzzle of the day, and each puzzle with its socket."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.websockets import WebSocket

from app.base.errors import AppError, Code
from app.base.i18n import _, formats
from app.base.i18n.comparing import plain
from app.base.web.http import MAX_NUMBER, see_other
from app.base.web.limits import DRAWN, Limit, RateLimits
from app.base.web.link_pictures import COSTLY, link_picture
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.cards.gallery.wording import ability_name
from app.learning.practice import attempt
from app.learning.practice.exercise import Solved
from app.learning.practice.page import position_picture, practice_page
from app.learning.practice.progress import ProgressService
from app.learning.practice.socket import serve_practice
from app.learning.puzzles import daily
from app.learning.puzzles.puzzle_page import (
    PuzzleExercise,
    PuzzleLink,
    first_board,
    goal_title,
    puzzle_for,
    puzzle_links,
)
from app.learning.puzzles.puzzle_run import by_id
from app.learning.puzzles.service import PuzzleService
from app.people.players.identity import MaybePlayer
from app.people.players.player import Player
from engine.bots.puzzles import GOALS, Goal, Puzzle

router = APIRouter(include_in_schema=False)

PuzzleId = Annotated[str, Path(max_length=32)]
PART: Final = 40  # puzzles of the list on a page
Wanted = Annotated[str, Query(max_length=32)]


async def _solved_by(request: Request, player: Player | None) -> Solved:
    if player is None:
        return Solved()
    return Solved(
        await service_of(request, ProgressService).done(player, "puzzle"),
        await service_of(request, PuzzleService).days(player),
    )


@dataclass(frozen=True, kw_only=True)
class PuzzlesPage(PageContext):
    """A part of the list of puzzles as chosen, with the one of the day and the id of the one before; `left`: until the
    next."""

    template = "learning/puzzles/overview.html"
    page = "puzzles"
    puzzles: list[PuzzleLink]
    part: int
    parts: int
    solved: int
    total: int
    left: str
    yesterday: str
    today_done: bool
    streak: int
    themes: list[tuple[str, str]]
    levels: list[int]
    goals: list[tuple[Goal, str]]
    chosen: dict[str, str]


@router.get("/puzzles", dependencies=[Depends(Limit("ask", DRAWN))])
async def overview(
    request: Request,
    player: MaybePlayer,
    theme: Wanted = "",
    level: Wanted = "",
    goal: Wanted = "",
    part: Annotated[int, Query(ge=1, le=MAX_NUMBER)] = 1,
) -> Response:
    """Show the puzzle of the day, and all puzzles or those of a theme, a difficulty, a goal; none for unknown ones."""
    solved = await _solved_by(request, player)
    service = service_of(request, PuzzleService)
    await service.count()
    wanted = {each.id for each in by_id().values() if theme in ("", *each.themes) and goal in ("", each.goal)}
    links = puzzle_links(solved, service)
    puzzles = list(by_id().values())
    chosen = [each for each in links if each.id in wanted and level in ("", str(each.difficulty))]
    parts = max(1, math.ceil(len(chosen) / PART))
    part = min(part, parts)
    shown = PuzzlesPage(
        puzzles=chosen[PART * (part - 1) : PART * part],
        part=part,
        parts=parts,
        solved=len(solved.names),
        total=len(puzzles),
        left=formats.duration(daily.left(daily.today())),
        yesterday=daily.before(daily.today()).id,
        today_done=daily.today() in solved.days,
        streak=daily.streak(solved.days, daily.today()),
        themes=sorted(((slug, ability_name(slug)) for slug in _themes(puzzles)), key=lambda each: plain(each[1])),
        levels=sorted({each.difficulty for each in links if each.difficulty}),
        goals=[(each, goal_title(each)) for each in GOALS],
        chosen={"theme": theme, "level": level, "goal": goal},
    )
    return service_of(request, Templates).show(request, shown)


def _themes(puzzles: list[Puzzle]) -> set[str]:
    return {theme for puzzle in puzzles for theme in puzzle.themes}


@router.get("/puzzles/daily", dependencies=[Depends(Limit("ask"))])
async def of_today() -> Response:
    """Go to the puzzle of the day."""
    return see_other(f"/puzzles/{daily.puzzle_of(daily.today()).id}")


@router.get("/puzzles/today", dependencies=[Depends(Limit("ask", DRAWN))])
async def small_board(request: Request, easier: str = "") -> Response:
    """Show the board of the puzzle of the day, or of an easy one, in small, as a part of the start page."""
    context = {"b": first_board(puzzle_for(bool(easier)))}
    return service_of(request, Templates).page(request, "learning/puzzles/small.html", context)


@router.get("/puzzles/{puzzle_id}/picture", dependencies=[Depends(Limit("ask"))])
async def picture(request: Request, puzzle_id: PuzzleId) -> Response:
    """Show the position of a puzzle as a small picture, drawn once."""
    puzzle = by_id().get(puzzle_id)
    if puzzle is None:
        raise AppError(Code.no_page)

    return await position_picture(request, ("puzzle", puzzle.id), lambda: first_board(puzzle))


@router.get("/puzzles/{puzzle_id}/picture.png", dependencies=[COSTLY])
async def puzzle_link_picture(request: Request, puzzle_id: PuzzleId) -> Response:
    """Show the position of a puzzle as chats do next to a link, a PNG file."""
    puzzle = by_id().get(puzzle_id)
    if puzzle is None:
        raise AppError(Code.no_page)
    return await link_picture(
        request,
        ("puzzle", puzzle.id),
        "matches/table/link_scene.html",
        lambda: {"b": first_board(puzzle), "title": goal_title(puzzle.goal)},
    )


@router.get("/puzzles/{puzzle_id}", dependencies=[Depends(Limit("ask", DRAWN))])
async def puzzle_page(request: Request, puzzle_id: PuzzleId, player: MaybePlayer) -> Response:
    """Show a puzzle where the guest left it; that of the day begins again where they tried it on another."""
    exercise = await _exercise(request, puzzle_id)
    if player is not None and exercise.counts_for() is not None:
        await _begin_for_the_day(request, player, exercise)
    await service_of(request, PuzzleService).count()
    number = list(by_id()).index(puzzle_id) + 1
    what = _("Puzzle %(number)s", number=number)
    title = f"{goal_title(by_id()[puzzle_id].goal)} · {what}"
    return await practice_page(
        request,
        player,
        exercise,
        title,
        what,
        _("All puzzles (this one will wait)"),
        picture=f"/puzzles/{puzzle_id}/picture.png",
    )


@router.websocket("/puzzles/{puzzle_id}/live", dependencies=[Depends(Limit("ask"))])
async def live(socket: WebSocket, puzzle_id: str) -> None:
    """Serve the socket of one puzzle's page."""
    await serve_practice(socket, "puzzle", lambda _: _exercise(socket, puzzle_id))


async def _begin_for_the_day(request: Request, player: Player, exercise: PuzzleExercise) -> None:
    progress, day = service_of(request, ProgressService), exercise.counts_for()
    left = await progress.get(player, exercise.kind, exercise.name)
    if left.moves and left.day != day and day not in (await exercise.solved(player)).days:
        await attempt.begin_again(progress, player, exercise)


async def _exercise(connection: HTTPConnection, puzzle_id: str) -> PuzzleExercise:
    puzzle = by_id().get(puzzle_id)
    if puzzle is None:
        raise AppError(Code.no_page)
    turn = partial(service_of(connection, RateLimits).wait, connection, "since")
    return PuzzleExercise(puzzle, service_of(connection, ProgressService), service_of(connection, PuzzleService), turn)
