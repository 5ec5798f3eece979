"""The page of a question of a study: the real board, with a coach; and its socket."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from app.base.i18n import _
from app.base.web.limits import DRAWN, Limit
from app.base.web.services import service_of
from app.learning.practice.page import practice_page
from app.learning.practice.socket import serve_practice
from app.learning.studies.question import HOME
from app.learning.studies.reading import StudyReader
from app.people.players.identity import MaybePlayer

router = APIRouter(include_in_schema=False)

QuestionName = Annotated[str, Path(max_length=32)]


@router.get(HOME + "/{name}", dependencies=[Depends(Limit("ask", DRAWN))])
async def question_page(request: Request, name: QuestionName, player: MaybePlayer) -> Response:
    """Show a question on the real board, where the reader left it."""
    exercise = await service_of(request, StudyReader).exercise(name)
    title, leave = exercise.title, _("Back to the study")
    return await practice_page(request, player, exercise, title, _("Question"), leave, live=f"{HOME}/{name}/live")


@router.websocket(HOME + "/{name}/live", dependencies=[Depends(Limit("ask"))])
async def question_socket(socket: WebSocket, name: str) -> None:
    """Serve the socket of a question's page."""
    reader = service_of(socket, StudyReader)
    await serve_practice(socket, "study", lambda _player: reader.exercise(name))
