"""A try at an exercise, from a page by its socket or from a program by the API."""

from __future__ import annotations

from app.base.errors import AppError, Code
from app.learning.practice.exercise import DONE, Exercise, Progress, ProgressKeeper, R
from app.people.players.player import Player
from engine.events import Event


async def act(
    progress: ProgressKeeper, player: Player, exercise: Exercise[R], seq: int, action: object
) -> tuple[Progress, R, list[Event]]:
    """Play an action and store it; return the progress, the try after it, and what happened.

    AppError: stale_seq where the exercise has continued since `seq`; what `Exercise.act` raises.
    """
    before = await progress.get(player, exercise.kind, exercise.name)
    if seq != before.seq:
        raise AppError(Code.stale_seq, seq=before.seq)
    day = before.day if before.moves else exercise.counts_for()
    run, events = await exercise.act(exercise.resume(before.moves), action)
    after = before.moved(run.moves, done=run.state == DONE, day=day)
    await progress.keep(player, before, after, exercise.also_write(player, run, day))
    return after, run, events


async def begin_again(progress: ProgressKeeper, player: Player, exercise: Exercise[R]) -> Progress:
    """Begin an exercise again."""
    before = await progress.get(player, exercise.kind, exercise.name)
    after = before.moved(())
    await progress.keep(player, before, after)
    return after
