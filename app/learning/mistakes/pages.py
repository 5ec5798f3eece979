"""The pages of a guest's own mistakes: adding those of a match, the queue, and each mistake with its socket."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from app.base.i18n import _
from app.base.web.http import see_other
from app.base.web.limits import DRAWN, Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.learning.mistakes.attempt import MistakeName, exercise_of, opened
from app.learning.mistakes.mistake_page import MistakeExercise, returns_words
from app.learning.mistakes.service import Mistake, MistakeService
from app.learning.practice.page import practice_page
from app.learning.practice.socket import serve_practice
from app.learning.puzzles import daily
from app.matches.core.match_id import MatchId
from app.people.players.identity import MaybePlayer, RequiredPlayer, required_player
from app.people.players.identity.counted import counted
from app.people.players.player import Player

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class MistakeItem:
    """A mistake in the list; `when` says when it comes back, empty if it waits now."""

    mistake: Mistake
    when: str


@router.post("/match/{id}/mistakes")
async def try_mistakes(request: Request, match_id: MatchId, player: Annotated[Player, counted("mistakes")]) -> Response:
    """Put the visitor's costly turns of a match into their queue, and go to the first that waits."""
    service = service_of(request, MistakeService)
    return see_other(f"/mistakes/{await service.queue(player, match_id)}")


@router.get("/mistakes", dependencies=[Depends(Limit("ask", DRAWN))])
async def queue_page(request: Request, player: MaybePlayer) -> Response:
    """Show the visitor's queue: mistakes that wait, and the days of the others."""
    queue = await service_of(request, MistakeService).of(player) if player else []
    today = daily.today()
    lines = [MistakeItem(each, "" if each.is_due(today) else returns_words(each)) for each in queue]
    context = {"lines": lines, "waiting": [line for line in lines if not line.when], "page": "mistakes"}
    return service_of(request, Templates).page(request, "learning/mistakes/queue.html", context)


@router.get("/mistakes/{name}", dependencies=[Depends(Limit("ask", DRAWN))])
async def mistake_page(request: Request, name: MistakeName, player: RequiredPlayer) -> Response:
    """Show a mistake where the guest left it; one that has come back begins again."""
    exercise = await opened(request, player, name)
    what = _("Your mistakes")
    return await practice_page(request, player, exercise, what, what, _("All your mistakes (this one will wait)"))


@router.post("/mistakes/{name}/remove", dependencies=[Depends(Limit("ask"))])
async def remove(request: Request, name: MistakeName, player: RequiredPlayer) -> Response:
    """Take a mistake out of the queue."""
    await service_of(request, MistakeService).remove(player, name)
    return see_other("/mistakes")


@router.websocket("/mistakes/{name}/live", dependencies=[Depends(Limit("ask"))])
async def live(socket: WebSocket, name: str) -> None:
    """Serve the socket of one mistake's page."""

    async def own(player: Player | None) -> MistakeExercise:
        return await exercise_of(socket, await required_player(player), name)

    await serve_practice(socket, "mistake", own)
