"""A mistake as it is opened, by a page or by a program."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import Path
from starlette.requests import HTTPConnection

from app.base.web.limits import RateLimits
from app.base.web.services import service_of
from app.learning.mistakes.mistake_page import MistakeExercise
from app.learning.mistakes.service import MistakeService
from app.learning.practice import attempt
from app.learning.practice.exercise import GOING
from app.learning.practice.progress import ProgressService
from app.people.players.player import Player

MistakeName = Annotated[str, Path(max_length=40)]


async def exercise_of(connection: HTTPConnection, player: Player, name: str) -> MistakeExercise:
    """Return a mistake of the guest; AppError(no_page) where they have no such mistake."""
    service = service_of(connection, MistakeService)
    turn = partial(service_of(connection, RateLimits).wait, connection, "since")
    return MistakeExercise(await service.get(player, name), service, turn)


async def opened(connection: HTTPConnection, player: Player, name: str) -> MistakeExercise:
    """Return a mistake where the guest left it; one that has come back begins again."""
    exercise = await exercise_of(connection, player, name)
    progress = service_of(connection, ProgressService)
    left = await progress.get(player, exercise.kind, exercise.name)
    if exercise.is_due and exercise.resume(left.moves).state != GOING:
        await attempt.begin_again(progress, player, exercise)
    return exercise
