"""The pages of a replay: any step of a finished match or of an uploaded record, its file, and playing on from there."""

from __future__ import annotations

import asyncio
import zlib
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Path, Query, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from app.matches.api import match_service
from app.matches.forms import played_words
from app.matches.models import Seat
from app.matches.start import new_seed
from app.players.identity import MaybePlayer, guest, remember
from app.players.models import Player
from app.replay.files import file_name
from app.replay.onward import How, play_on
from app.replay.service import Reel, replay_service
from app.security.limits import DRAWN, Limit, rate_limits
from app.templating import templates

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask", DRAWN))])

SEE_OTHER: Final = 303
Id = Annotated[str, Path(alias="id", max_length=64)]
Step = Annotated[int, Query()]
From = Annotated[str, Query(alias="from", max_length=8)]


@router.get("/match/{id}/replay")
async def match_replay(
    request: Request, match_id: Id, player: MaybePlayer, step: Step = 0, eyes: From = ""
) -> Response:
    """The replay of a finished match, at a step."""
    return await _page(request, await replay_service(request).of_match(match_id), step, eyes, player)


@router.get("/replays/{id}")
async def upload_replay(
    request: Request, record_id: Id, player: MaybePlayer, step: Step = 0, eyes: From = ""
) -> Response:
    """The replay of an uploaded record, at a step."""
    return await _page(request, await replay_service(request).of_upload(record_id), step, eyes, player)


@router.get("/match/{id}/replay/frame")
async def match_frame(request: Request, match_id: Id, step: Step, eyes: From = "") -> Response:
    """One step of a finished match for the page's script."""
    return await _frame(request, await replay_service(request).of_match(match_id), step, eyes)


@router.get("/replays/{id}/frame")
async def upload_frame(request: Request, record_id: Id, step: Step, eyes: From = "") -> Response:
    """One step of an uploaded record for the page's script."""
    return await _frame(request, await replay_service(request).of_upload(record_id), step, eyes)


@router.get("/match/{id}/replay/log")
async def match_log(request: Request, match_id: Id, step: Step, eyes: From = "") -> Response:
    """The lines of the log around a step of a finished match."""
    return await _log(request, await replay_service(request).of_match(match_id), step, eyes)


@router.get("/replays/{id}/log")
async def upload_log(request: Request, record_id: Id, step: Step, eyes: From = "") -> Response:
    """The lines of the log around a step of an uploaded record."""
    return await _log(request, await replay_service(request).of_upload(record_id), step, eyes)


@router.get("/match/{id}/replay/record")
async def match_record(request: Request, match_id: Id) -> Response:
    """The record of a finished match (notation.md) as a file."""
    return await _file(await replay_service(request).of_match(match_id))


@router.get("/replays/{id}/record")
async def upload_record(request: Request, record_id: Id) -> Response:
    """An uploaded record as a file."""
    return await _file(await replay_service(request).of_upload(record_id))


@router.post("/match/{id}/replay/play")
async def play_match(
    request: Request,
    match_id: Id,
    player: MaybePlayer,
    step: Annotated[int, Form()],
    how: Annotated[How, Form()],
    seat: Annotated[Seat, Form()] = "A",
) -> Response:
    """Begin a match from a step of a finished one."""
    return await _play(request, player, await replay_service(request).of_match(match_id), step, how, seat)


@router.post("/replays/{id}/play")
async def play_upload(
    request: Request,
    record_id: Id,
    player: MaybePlayer,
    step: Annotated[int, Form()],
    how: Annotated[How, Form()],
    seat: Annotated[Seat, Form()] = "A",
) -> Response:
    """Begin a match from a step of an uploaded record."""
    return await _play(request, player, await replay_service(request).of_upload(record_id), step, how, seat)


async def _page(request: Request, reel: Reel, step: int, wanted: str, player: Player | None) -> Response:
    service, facts, step, eyes = replay_service(request), reel.facts, reel.clamped(step), reel.eyes(wanted)
    sheet = await service.sheet(reel, step, eyes)
    log = (await service.log(reel, step, eyes)).text
    here = f'data-at="{step}"'
    context = {
        "place": sheet.place,
        "stage": Markup(sheet.stage),  # noqa: S704, RUF100 - drawn by our own templates, as the other two
        "moving": [Markup(part) for part in sheet.moving],  # noqa: S704, RUF100
        "log": Markup(log.replace(here, f'{here} aria-current="step"')),  # noqa: S704, RUF100
        "turns": sheet.turns,
        "names": sheet.names,
        "what": played_words(facts.mode, facts.format, facts.edition, facts.sets),
        "own": player is not None and reel.owner == player.id,
        "page": "replay",
    }
    return templates(request).page(request, "replay/replay.html", context)


async def _frame(request: Request, reel: Reel, step: int, wanted: str) -> Response:
    frame = await replay_service(request).frame(reel, reel.clamped(step), reel.eyes(wanted))
    return frame.response(request, "application/json")


async def _log(request: Request, reel: Reel, step: int, wanted: str) -> Response:
    log = await replay_service(request).log(reel, reel.clamped(step), reel.eyes(wanted))
    return log.response(request, "text/html")


async def _file(reel: Reel) -> Response:
    name = file_name(reel.facts.names, reel.at, solo=reel.facts.solo)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    body = await asyncio.to_thread(zlib.decompress, reel.source.text)
    return Response(body + b"\n", media_type="application/json", headers=headers)


async def _play(request: Request, player: Player | None, reel: Reel, step: int, how: How, seat: Seat) -> Response:
    """Open the match and go there."""
    host = await guest(request, player)
    rate_limits(request).check("create", request, host)
    options = await replay_service(request).position(reel, reel.clamped(step), new_seed())
    room = await play_on(match_service(request), host, options, reel.facts.names, how, seat)
    response = RedirectResponse(f"/match/{room.id}", SEE_OTHER)
    remember(request, response, host)
    return response
