"""The pages of a replay: any step of a finished match or of an uploaded record, its file, and playing on from there."""

from __future__ import annotations

import asyncio
import zlib
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Path, Query, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from app.matches.api import match_service
from app.matches.bot_results import FIRST_LEVEL
from app.matches.start import new_seed
from app.players.identity import MaybePlayer, guest, remember
from app.players.player import Player
from app.replay.files import file_name
from app.replay.play_from_here import PlayMode, play_from_here
from app.replay.service import StoredReplay, replay_service
from app.table.match_words import played_words
from app.web.limits import DRAWN, Limit, rate_limits
from app.web.templating import templates
from engine.seat import Seat

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask", DRAWN))])

SEE_OTHER: Final = 303
Id = Annotated[str, Path(alias="id", max_length=64)]
StepNumber = Annotated[int, Query()]
PerspectiveQuery = Annotated[str, Query(alias="from", max_length=8)]


@router.get("/match/{id}/replay")
async def match_replay(
    request: Request, match_id: Id, player: MaybePlayer, step: StepNumber = 0, perspective: PerspectiveQuery = ""
) -> Response:
    """Show the replay of a finished match, at a step."""
    return await _page(request, await replay_service(request).of_match(match_id), step, perspective, player)


@router.get("/replays/{id}")
async def upload_replay(
    request: Request, record_id: Id, player: MaybePlayer, step: StepNumber = 0, perspective: PerspectiveQuery = ""
) -> Response:
    """Show the replay of an uploaded record, at a step."""
    return await _page(request, await replay_service(request).of_upload(record_id), step, perspective, player)


@router.get("/match/{id}/replay/frame")
async def match_frame(request: Request, match_id: Id, step: StepNumber, perspective: PerspectiveQuery = "") -> Response:
    """Return one step of a finished match for the page's script."""
    return await _frame(request, await replay_service(request).of_match(match_id), step, perspective)


@router.get("/replays/{id}/frame")
async def upload_frame(
    request: Request, record_id: Id, step: StepNumber, perspective: PerspectiveQuery = ""
) -> Response:
    """Return one step of an uploaded record for the page's script."""
    return await _frame(request, await replay_service(request).of_upload(record_id), step, perspective)


@router.get("/match/{id}/replay/log")
async def match_log(request: Request, match_id: Id, step: StepNumber, perspective: PerspectiveQuery = "") -> Response:
    """Show the lines of the log around a step of a finished match."""
    return await _log(request, await replay_service(request).of_match(match_id), step, perspective)


@router.get("/replays/{id}/log")
async def upload_log(request: Request, record_id: Id, step: StepNumber, perspective: PerspectiveQuery = "") -> Response:
    """Show the lines of the log around a step of an uploaded record."""
    return await _log(request, await replay_service(request).of_upload(record_id), step, perspective)


@router.get("/match/{id}/replay/record")
async def match_record(request: Request, match_id: Id) -> Response:
    """Return the record of a finished match (docs/notation.md) as a file."""
    return await _file(await replay_service(request).of_match(match_id))


@router.get("/replays/{id}/record")
async def upload_record(request: Request, record_id: Id) -> Response:
    """Return an uploaded record as a file."""
    return await _file(await replay_service(request).of_upload(record_id))


@router.post("/match/{id}/replay/play")
async def play_match(
    request: Request,
    match_id: Id,
    player: MaybePlayer,
    step: Annotated[int, Form()],
    how: Annotated[PlayMode, Form()],
    seat: Annotated[Seat, Form()] = "A",
    level: Annotated[int, Form(ge=1, le=6)] = FIRST_LEVEL,
) -> Response:
    """Begin a match from a step of a finished one."""
    return await _play(request, player, await replay_service(request).of_match(match_id), step, how, seat, level)


@router.post("/replays/{id}/play")
async def play_upload(
    request: Request,
    record_id: Id,
    player: MaybePlayer,
    step: Annotated[int, Form()],
    how: Annotated[PlayMode, Form()],
    seat: Annotated[Seat, Form()] = "A",
    level: Annotated[int, Form(ge=1, le=6)] = FIRST_LEVEL,
) -> Response:
    """Begin a match from a step of an uploaded record."""
    return await _play(request, player, await replay_service(request).of_upload(record_id), step, how, seat, level)


async def _page(request: Request, stored: StoredReplay, step: int, wanted: str, player: Player | None) -> Response:
    service, facts, step, perspective = (
        replay_service(request),
        stored.facts,
        stored.clamped(step),
        stored.perspective(wanted),
    )
    sheet = await service.page_parts(stored, step, perspective)
    log = (await service.log(stored, step, perspective)).text
    here = f'data-at="{step}"'
    context = {
        "moment": sheet.moment,
        "stage": Markup(sheet.stage),  # noqa: S704, RUF100 - drawn by our own templates, as the other two
        "moving": [Markup(part) for part in sheet.moving],  # noqa: S704, RUF100
        "log": Markup(log.replace(here, f'{here} aria-current="step"')),  # noqa: S704, RUF100
        "line": await service.win_line(stored),
        "turns": sheet.turns,
        "names": sheet.names,
        "what": played_words(facts.mode, facts.format, facts.edition, facts.sets),
        "own": player is not None and stored.owner == player.id,
        "page": "replay",
    }
    return templates(request).page(request, "replay/replay.html", context)


async def _frame(request: Request, stored: StoredReplay, step: int, wanted: str) -> Response:
    frame = await replay_service(request).frame(stored, stored.clamped(step), stored.perspective(wanted))
    return frame.response(request, "application/json")


async def _log(request: Request, stored: StoredReplay, step: int, wanted: str) -> Response:
    log = await replay_service(request).log(stored, stored.clamped(step), stored.perspective(wanted))
    return log.response(request, "text/html")


async def _file(stored: StoredReplay) -> Response:
    name = file_name(stored.facts.names, stored.at, solo=stored.facts.solo)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    body = await asyncio.to_thread(zlib.decompress, stored.source.text)
    return Response(body + b"\n", media_type="application/json", headers=headers)


async def _play(
    request: Request, player: Player | None, stored: StoredReplay, step: int, how: PlayMode, seat: Seat, level: int
) -> Response:
    """Open the match and go there."""
    host = await guest(request, player)
    rate_limits(request).check("create", request, host)
    options = await replay_service(request).position(stored, stored.clamped(step), new_seed())
    live = await play_from_here(match_service(request), host, options, stored.facts.names, how, seat, level)
    response = RedirectResponse(f"/match/{live.id}", SEE_OTHER)
    remember(request, response, host)
    return response
