"""The pages of solo play: the ladder, the sum of a custom game's options, and the effect of a win on the ladder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Path, Request
from starlette.responses import Response

from app.base.drawing.sea_chart import ChartStop
from app.base.store.database import Database
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.matches.solo import fields, ladder, levels
from app.people.players.identity import MaybePlayer
from engine.editions import BY_NAME

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask"))])

EDITIONS = tuple(sorted(BY_NAME, reverse=True))


@router.get("/solo")
async def ladder_page(request: Request, player: MaybePlayer) -> Response:
    """Show the guest's ladder: their progress, and a link to each level of each edition."""
    rungs = [] if player is None else ladder.best(await service_of(request, Database).read(ladder.wins_of(player.id)))
    editions = [_steps(edition, rungs) for edition in EDITIONS]
    climbing = next((each.edition for each in editions if each.beaten < each.top), None)
    context = {"page": "solo", "editions": editions, "climbing": climbing}
    return service_of(request, Templates).page(request, "matches/solo/ladder.html", context)


@dataclass(frozen=True, slots=True)
class EditionLadder:
    """The ladder of an edition: the guest's highest level there, the top level, all levels, and their buoys on the
    chart."""

    edition: str
    rungs: list[ladder.Rung]
    beaten: int
    top: int
    steps: list[LadderStep]
    stops: list[ChartStop]


class LadderStep(NamedTuple):
    """A level, with the options that are suggested for it in words, and their points."""

    level: int
    name: str
    terms: list[tuple[str, int]]


def _steps(edition: str, rungs: list[ladder.Rung]) -> EditionLadder:
    own = [rung for rung in rungs if rung.edition == edition]
    beaten = max((rung.level for rung in own), default=-1)
    steps = [
        LadderStep(level, levels.name(level, edition), levels.terms(levels.SUGGESTED[level], False))
        for level in range(levels.highest(edition) + 1)
    ]
    stops = [
        ChartStop(
            step.name,
            "past" if step.level <= beaten else "next" if step.level == beaten + 1 else "ahead",
            mark=str(step.level) if step.level else "",
        )
        for step in steps
    ]
    return EditionLadder(edition, own, beaten, levels.highest(edition), steps, stops)


@router.get("/solo/sum")
async def sum_of_options(request: Request) -> Response:
    """Return the sum of the options in the query, for the create form while its options change (R10.9)."""
    return service_of(request, Templates).page(
        request, "matches/solo/sum.html", {"sum": fields.sum_of(request.query_params)}
    )


@router.get("/match/{id}/climb")
async def climb(
    request: Request, match_id: Annotated[str, Path(alias="id", max_length=64)], player: MaybePlayer
) -> Response:
    """Show what a won solo match means for its winner's ladder: a line on the result, nothing for anybody else."""
    found = None if player is None else await service_of(request, Database).read(ladder.climb_of(match_id, player.id))
    context: dict[str, object] = {"climb": found}
    if found is not None:
        rung = found.rung
        context |= {"name": levels.name(rung.level, rung.edition), "next": rung.level < levels.highest(rung.edition)}
    return service_of(request, Templates).page(request, "matches/solo/climb.html", context)
