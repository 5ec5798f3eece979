"""The pages of puzzles: the list by theme and difficulty, the puzzle of the day, and each puzzle."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import RedirectResponse, Response

from app.cards.wording import ability_name
from app.errors import AppError
from app.i18n import _
from app.players.identity import MaybePlayer, player_service, remember
from app.players.player import Player
from app.puzzles import daily, puzzle_run
from app.puzzles.keeper import puzzle_keeper
from app.puzzles.models import PuzzleProgress
from app.puzzles.puzzle_page import PuzzleRenderer, Solved, goal_title, link_of, puzzle_links
from app.puzzles.puzzle_run import by_id
from app.web.limits import DRAWN, Limit, rate_limits
from app.web.templating import templates
from engine.bots.puzzles import GOALS, SOLVER, Puzzle

router = APIRouter(include_in_schema=False)

Id = Annotated[str, Path(max_length=32)]
Wanted = Annotated[str, Query(max_length=32)]
SEE_OTHER: Final = 303


async def _solved_by(request: Request, player: Player | None) -> Solved:
    if player is None:
        return Solved()
    keeper = puzzle_keeper(request)
    return Solved(await keeper.solved(player), await keeper.days(player))


@router.get("/puzzles", dependencies=[Depends(Limit("ask", DRAWN))])
async def overview(
    request: Request, player: MaybePlayer, theme: Wanted = "", level: Wanted = "", goal: Wanted = ""
) -> Response:
    """Show the puzzle of the day, and all puzzles or those of a theme, a difficulty, a goal; unknown ones hold none."""
    solved = await _solved_by(request, player)
    wanted = {each.id for each in by_id().values() if _fits(each, theme, level, goal)}
    puzzles = list(by_id().values())
    context: dict[str, object] = {
        "puzzles": [link for link in puzzle_links(solved) if link.id in wanted],
        "solved": len(solved.puzzles),
        "total": len(puzzles),
        "today": link_of(daily.puzzle_of(daily.today()), solved),
        "today_done": daily.today() in solved.days,
        "streak": solved.streak,
        "themes": sorted(((slug, ability_name(slug)) for slug in _themes(puzzles)), key=lambda each: each[1]),
        "levels": sorted({puzzle.difficulty for puzzle in puzzles}),
        "goals": [(each, goal_title(each)) for each in GOALS],
        "chosen": {"theme": theme, "level": level, "goal": goal},
        "page": "learn",
    }
    return templates(request).page(request, "puzzles/overview.html", context)


def _fits(puzzle: Puzzle, theme: str, level: str, goal: str) -> bool:
    return (
        theme in ("", *puzzle.themes) and level in ("", str(puzzle.difficulty)) and goal in ("", puzzle.goal)
    )  # fmt: skip


def _themes(puzzles: list[Puzzle]) -> set[str]:
    return {theme for puzzle in puzzles for theme in puzzle.themes}


@router.get("/puzzles/daily", dependencies=[Depends(Limit("ask"))])
async def of_today() -> Response:
    """Go to the puzzle of the day."""
    return RedirectResponse(f"/puzzles/{daily.puzzle_of(daily.today()).id}", SEE_OTHER)


@router.get("/puzzles/{puzzle_id}", dependencies=[Depends(Limit("ask", DRAWN))])
async def puzzle_page(request: Request, puzzle_id: Id, player: MaybePlayer) -> Response:
    """Show a puzzle where the guest left it. Tries need an owner, so a new visitor becomes a guest here."""
    puzzle = by_id().get(puzzle_id)
    if puzzle is None:
        raise AppError("no_page", 404)
    guest = player or await _new_guest(request)
    progress = await puzzle_keeper(request).get(guest, puzzle_id) if player else PuzzleProgress(puzzle_id)
    solved = await _solved_by(request, player)
    frames = PuzzleRenderer(templates(request))
    zones = frames.zones(puzzle_run.replay(puzzle, progress.moves), progress, solved)
    what = _("Puzzle {number}").format(number=link_of(puzzle, solved).number)
    context = {
        "stage": frames.stage(zones),
        "coach_zone": zones["coach"],
        "title": f"{goal_title(puzzle.goal)} · {what}",
        "what": what,
        "live": f"/puzzles/{puzzle_id}/live",
        "leave": "/puzzles",
        "leave_words": _("All puzzles; this one waits for you"),
        "viewer": SOLVER,
        "page": "learn",
    }
    page = templates(request).page(request, "learn/lesson.html", context)
    if player is None:
        remember(request, page, guest)
    return page


async def _new_guest(request: Request) -> Player:
    rate_limits(request).check("guests", request)
    return await player_service(request).create(None)
