"""The pages of a replay: any step of a finished match or of an uploaded record, its file, and playing on from there."""

from __future__ import annotations

from typing import Annotated, Final

import orjson
from fastapi import APIRouter, Depends, Form, Path, Query, Request
from starlette.responses import RedirectResponse, Response

from app.designer.service import know_icons
from app.http import json_response
from app.matches.api import match_service
from app.matches.forms import played_words
from app.matches.models import Seat
from app.players.identity import MaybePlayer, guest, remember
from app.players.models import Player
from app.replay.eyes import eyes_of
from app.replay.files import file_name
from app.replay.film import Film
from app.replay.onward import How, play_on
from app.replay.scenes import Scenes
from app.replay.service import Reel, replay_service
from app.security.limits import Limit, rate_limits
from app.templating import templates

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask"))])

SEE_OTHER: Final = 303
Id = Annotated[str, Path(alias="id", max_length=64)]
Step = Annotated[int, Query()]
From = Annotated[str, Query(alias="from", max_length=8)]


@router.get("/match/{id}/replay")
async def match_replay(
    request: Request, match_id: Id, player: MaybePlayer, step: Step = 0, eyes: From = ""
) -> Response:
    """The replay of a finished match, at a step."""
    reel = await replay_service(request).of_match(match_id)
    return await _page(request, reel, f"/match/{match_id}/replay", step, eyes, player)


@router.get("/replays/{id}")
async def upload_replay(
    request: Request, record_id: Id, player: MaybePlayer, step: Step = 0, eyes: From = ""
) -> Response:
    """The replay of an uploaded record, at a step."""
    reel = await replay_service(request).of_upload(record_id)
    return await _page(request, reel, f"/replays/{record_id}", step, eyes, player)


@router.get("/match/{id}/replay/frame")
async def match_frame(request: Request, match_id: Id, step: Step, eyes: From = "") -> Response:
    """One step of a finished match for the page's script."""
    reel = await replay_service(request).of_match(match_id)
    return await _frame(request, reel, f"/match/{match_id}/replay", step, eyes)


@router.get("/replays/{id}/frame")
async def upload_frame(request: Request, record_id: Id, step: Step, eyes: From = "") -> Response:
    """One step of an uploaded record for the page's script."""
    reel = await replay_service(request).of_upload(record_id)
    return await _frame(request, reel, f"/replays/{record_id}", step, eyes)


@router.get("/match/{id}/replay/record")
async def match_record(request: Request, match_id: Id) -> Response:
    """The record of a finished match (notation.md) as a file."""
    return _file(await replay_service(request).of_match(match_id))


@router.get("/replays/{id}/record")
async def upload_record(request: Request, record_id: Id) -> Response:
    """An uploaded record as a file."""
    return _file(await replay_service(request).of_upload(record_id))


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
    reel = await replay_service(request).of_match(match_id)
    return await _play(request, player, reel.film, step, how, seat)


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
    reel = await replay_service(request).of_upload(record_id)
    return await _play(request, player, reel.film, step, how, seat)


async def _page(request: Request, reel: Reel, base: str, step: int, wanted: str, player: Player | None) -> Response:
    film = reel.film
    options = film.record.options
    await _know_icons(request, reel)
    scenes = Scenes(templates(request), film, base)
    place = scenes.place(film.clamped(step), eyes_of(film, wanted))
    context = {
        "place": place,
        "stage": scenes.stage(place),
        "moving": scenes.moving(place),
        "log": scenes.log(place.eyes),
        "turns": film.turns,
        "names": scenes.names,
        "what": played_words(options.mode, options.format, options.edition, options.sets),
        "own": player is not None and reel.owner == player.id,
        "page": "replay",
    }
    return templates(request).page(request, "replay/replay.html", context)


async def _frame(request: Request, reel: Reel, base: str, step: int, wanted: str) -> Response:
    film = reel.film
    await _know_icons(request, reel)
    scenes = Scenes(templates(request), film, base)
    return json_response(scenes.frame(scenes.place(film.clamped(step), eyes_of(film, wanted))))


async def _know_icons(request: Request, reel: Reel) -> None:
    """Before designed Champions are drawn: learn how they were designed to look."""
    if reel.film.record.options.champions:
        await know_icons(request, reel.people)


def _file(reel: Reel) -> Response:
    record = reel.film.record
    name = file_name(record, reel.at)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    body = orjson.dumps(record.to_json(), option=orjson.OPT_APPEND_NEWLINE)
    return Response(body, media_type="application/json", headers=headers)


async def _play(request: Request, player: Player | None, film: Film, step: int, how: How, seat: Seat) -> Response:
    """Open the match and go there."""
    host = await guest(request, player)
    rate_limits(request).check("create", request, host)
    room = await play_on(match_service(request), host, film, film.clamped(step), how, seat)
    response = RedirectResponse(f"/match/{room.id}", SEE_OTHER)
    remember(request, response, host)
    return response
