"""A guest's own mistakes for programs (docs/api.md): the same queue, the same verdicts, the same hidden cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request

from app.base.live.client_messages import ActIn
from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute
from app.base.web.limits import DRAWN, Limit
from app.base.web.services import service_of
from app.learning.mistakes.attempt import MistakeName, exercise_of
from app.learning.mistakes.mistake_page import MistakeExercise
from app.learning.mistakes.run import MistakeRun
from app.learning.mistakes.service import Mistake, MistakeService
from app.learning.practice import attempt
from app.learning.practice.exercise import GOING, ExerciseState, Progress
from app.learning.practice.progress import ProgressService
from app.learning.puzzles import daily
from app.people.players.identity import RequiredPlayer
from app.people.players.identity.counted import counted
from app.people.players.player import Player
from engine.seat import Seat

router = APIRouter(prefix="/api/mistakes", route_class=StrictRoute, tags=["mistakes"])


class MistakesIn(BaseModel):
    """The match whose costly turns are to be practised."""

    model_config = ConfigDict(extra="forbid")

    match: str = Field(max_length=32, description="a match of the caller that is over and analysed")


class MistakeOut(BaseModel):
    """A mistake in the queue."""

    id: str
    match: str
    turn: int
    step: int = Field(description="the number of the match's actions before the turn")
    due: str | None = Field(description="the day (UTC) on which it comes back; null when it is learned")
    waits: bool = Field(description="it may be tried now for the queue")


class MistakesOut(BaseModel):
    """The caller's queue: first what has waited longest, what is learned at the end."""

    mistakes: list[MistakeOut]


class TryVerdictOut(BaseModel):
    """The verdict on a try, as chances to win."""

    passed: bool
    tried: float
    best: float = Field(description="with the expert's turn")
    expert: Sequence[Mapping[str, object]] = Field(description="the expert's turn, as actions")


class TryOut(BaseModel):
    """A mistake under way, as its player may see it."""

    id: str
    seq: int
    state: ExerciseState
    seat: Seat
    played: float = Field(description="the chance to win that the turn of the match left")
    view: Mapping[str, object]
    legal: Sequence[Mapping[str, object]] = Field(description="empty once the turn is over")
    verdict: TryVerdictOut | None = Field(description="null until the turn is over")


class TriedOut(TryOut):
    """The state of a try after an action, and what happened, the opponent's answer included."""

    events: Sequence[Mapping[str, object]]


def _listed(mistake: Mistake) -> MistakeOut:
    due = mistake.due.isoformat() if mistake.due else None
    return MistakeOut(
        id=mistake.name,
        match=mistake.match_id,
        turn=mistake.turn,
        step=mistake.step,
        due=due,
        waits=mistake.is_due(daily.today()),
    )


def _try_out(exercise: MistakeExercise, progress: Progress, run: MistakeRun) -> TryOut:
    review, verdict = run.task.missed.review, run.verdict
    expert = review.advice.actions
    return TryOut(
        id=exercise.name,
        seq=progress.seq,
        state=run.state,
        seat=exercise.seat,
        played=review.played,
        view=run.match.view_for(exercise.seat),
        legal=run.match.legal_actions(exercise.seat) if run.state == GOING else [],
        verdict=TryVerdictOut(passed=verdict.passed, tried=verdict.tried, best=verdict.best, expert=expert)
        if verdict
        else None,
    )


async def _now(request: Request, player: RequiredPlayer, exercise: MistakeExercise) -> TryOut:
    progress = await service_of(request, ProgressService).get(player, exercise.kind, exercise.name)
    return _try_out(exercise, progress, exercise.resume(progress.moves))


@router.get("", dependencies=[Depends(Limit("ask"))], responses=refusals(401, 429))
async def list_mistakes(request: Request, player: RequiredPlayer) -> MistakesOut:
    """Return the caller's mistakes."""
    return MistakesOut(mistakes=[_listed(each) for each in await service_of(request, MistakeService).of(player)])


@router.post("", status_code=201, responses=refusals(400, 401, 403, 404, 409, 429))
async def queue_mistakes(request: Request, player: Annotated[Player, counted("mistakes")], sent: MistakesIn) -> TryOut:
    """Put the caller's costly turns of a match into their queue; return the first."""
    name = await service_of(request, MistakeService).queue(player, sent.match)
    return await _now(request, player, await exercise_of(request, player, name))


@router.get("/{name}", dependencies=[Depends(Limit("ask", DRAWN))], responses=refusals(401, 404, 429))
async def get_mistake(request: Request, player: RequiredPlayer, name: MistakeName) -> TryOut:
    """Return a mistake where the caller left it."""
    return await _now(request, player, await exercise_of(request, player, name))


@router.post("/{name}/actions", responses=refusals(400, 401, 404, 409, 422, 429))
async def act(request: Request, player: Annotated[Player, counted("act")], name: MistakeName, sent: ActIn) -> TriedOut:
    """Play an action of the turn. The one that ends it is answered with the verdict."""
    exercise, progress = await exercise_of(request, player, name), service_of(request, ProgressService)
    after, run, events = await attempt.act(progress, player, exercise, sent.seq, sent.action)
    seen = run.match.events_for(events, exercise.seat)
    return TriedOut(**dict(_try_out(exercise, after, run)), events=seen)


@router.post("/{name}/again", responses=refusals(401, 404, 409, 429))
async def again(request: Request, player: Annotated[Player, counted("act")], name: MistakeName) -> TryOut:
    """Begin a try again."""
    exercise, progress = await exercise_of(request, player, name), service_of(request, ProgressService)
    after = await attempt.begin_again(progress, player, exercise)
    return _try_out(exercise, after, exercise.resume(()))


@router.delete("/{name}", status_code=204, dependencies=[Depends(Limit("ask"))], responses=refusals(401, 404, 429))
async def remove_mistake(request: Request, player: RequiredPlayer, name: MistakeName) -> None:
    """Take a mistake out of the caller's queue. Idempotent."""
    await service_of(request, MistakeService).remove(player, name)
