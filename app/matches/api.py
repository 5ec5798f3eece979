"""Matches for programs (api.md): the same service as the board's, so a move made here shows there."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Depends, Path, Query
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from app.api_docs import refusals
from app.http import StrictRoute, json_response, site_url
from app.matches.models import SEATS, Meta, Seat
from app.matches.past import past
from app.matches.room import Room
from app.matches.schemas import (
    Acted,
    ActIn,
    ClaimIn,
    DrawIn,
    JoinIn,
    MatchList,
    MatchOpened,
    MatchState,
    NewMatch,
    OpenMatch,
    Record,
    Seated,
    TakebackIn,
)
from app.matches.service import MatchService
from app.players.identity import RequiredPlayer
from app.players.models import Player
from app.security.limits import Limit, rate_limits
from app.security.marks import mark_of

router = APIRouter(prefix="/api/matches", route_class=StrictRoute, tags=["matches"])

MatchId = Annotated[str, Path(alias="id")]


def match_service(connection: HTTPConnection) -> MatchService:
    """The application's match service."""
    service: MatchService = connection.app.state.matches
    return service


def _state(room: Room, player: Player) -> Response:
    return json_response(room.now().state_json(room.meta.seat_of(player.id)))


def _seat(meta: Meta, player: Player) -> Seat:
    seat = meta.seat_of(player.id)
    assert seat is not None
    return seat


@router.post("", status_code=201, responses=refusals(400, 401, 422, 429))
async def open_match(request: Request, player: RequiredPlayer, new: NewMatch) -> MatchOpened:
    """Open a match; everything has a default. A `seed` makes it casual and is shown to both."""
    rate_limits(request).check("create", request, player)
    meta = (await match_service(request).create(player, new, address=mark_of(request, "table"))).meta
    site = site_url(request)
    return MatchOpened(
        id=meta.id,
        seat=_seat(meta, player),
        url=f"{site}/api/matches/{meta.id}",
        join_url=f"{site}/match/{meta.id}",
    )


@router.get("", dependencies=[Depends(Limit("ask"))], responses=refusals(400, 429))
async def list_matches(request: Request, limit: Annotated[int, Query(ge=1, le=100)] = 50) -> MatchList:
    """Public matches that wait for an opponent, the newest first.

    A match is listed while its host is connected, or asks for it, and for five minutes after that.
    """
    return MatchList(matches=[_open_match(meta) for meta in await match_service(request).lobby.tables(limit)])


def _open_match(meta: Meta) -> OpenMatch:
    host = next(meta.names[seat] for seat in SEATS if meta.seats[seat] is not None)
    return OpenMatch(
        id=meta.id,
        host=host or "",
        mode=meta.mode,
        edition=meta.edition,
        format=meta.format,
        sets=meta.options["sets"],
        champions=bool(meta.options["champions"]),
        created_at=meta.created_at,
    )


@router.post("/{id}/join", responses=refusals(400, 401, 404, 409, 422, 429))
async def join_match(
    request: Request, player: RequiredPlayer, match_id: MatchId, how: Annotated[JoinIn | None, Body()] = None
) -> Seated:
    """Take the free seat (the room link). Who already sits there just hears their seat again."""
    rate_limits(request).check("join", request, player)
    meta = (await match_service(request).join(match_id, player, how.deck if how else None)).meta
    return Seated(id=meta.id, seat=_seat(meta, player))


@router.get("/{id}", response_model=MatchState, dependencies=[Depends(Limit("ask"))], responses=refusals(401, 404, 429))
async def get_match(request: Request, player: RequiredPlayer, match_id: MatchId) -> Response:
    """What the caller may see; `legal` is empty when it is not theirs to act."""
    service = match_service(request)
    room = await service.room(match_id)
    seat = room.meta.seat_of(player.id)
    await service.absence.heard_from(room, seat)
    await service.lobby.heard_from(room, seat)
    return _state(room, player)


@router.delete("/{id}", response_model=MatchState, responses=refusals(401, 403, 404, 409, 429))
async def cancel_match(request: Request, player: RequiredPlayer, match_id: MatchId) -> Response:
    """Close one's own match that nobody has joined."""
    rate_limits(request).check("join", request, player)
    return _state(await match_service(request).cancel(match_id, player), player)


@router.post("/{id}/actions", response_model=Acted, responses=refusals(400, 401, 403, 404, 409, 422, 429))
async def act(request: Request, player: RequiredPlayer, match_id: MatchId, sent: ActIn) -> Response:
    """Play an action (notation.md). `seq` is the number of actions so far: another value changes nothing (409)."""
    rate_limits(request).check("act", request, player)
    update = await match_service(request).act(match_id, player, sent.seq, sent.action)
    return json_response(update.answer_json(update.meta.seat_of(player.id)))


@router.post("/{id}/draw", response_model=MatchState, responses=refusals(400, 401, 403, 404, 409, 422, 429))
async def draw(request: Request, player: RequiredPlayer, match_id: MatchId, sent: DrawIn) -> Response:
    """A draw by agreement (R7.1). An offer stands until it is answered, taken back, or the opponent plays on."""
    rate_limits(request).check("act", request, player)
    return _state(await match_service(request).draw(match_id, player, sent.do), player)


@router.post("/{id}/takeback", response_model=MatchState, responses=refusals(400, 401, 403, 404, 409, 422, 429))
async def takeback(request: Request, player: RequiredPlayer, match_id: MatchId, sent: TakebackIn) -> Response:
    """Take one's last finished turn back, if the opponent accepts. The offer lapses with the next action."""
    rate_limits(request).check("act", request, player)
    return _state(await match_service(request).takeback(match_id, player, sent.do), player)


@router.post("/{id}/claim", response_model=MatchState, responses=refusals(400, 401, 403, 404, 409, 429))
async def claim(request: Request, player: RequiredPlayer, match_id: MatchId, sent: ClaimIn) -> Response:
    """Take what the opponent's absence gives, once `absent` names the opponent's seat."""
    rate_limits(request).check("act", request, player)
    return _state(await match_service(request).claim(match_id, player, sent.take), player)


@router.post("/{id}/rematch", response_model=MatchState, responses=refusals(401, 403, 404, 409, 429))
async def rematch(request: Request, player: RequiredPlayer, match_id: MatchId) -> Response:
    """Ask for another match, seats changed; when both have asked, `next` is its id (solo: at once)."""
    rate_limits(request).check("create", request, player)
    return _state(await match_service(request).offer_rematch(match_id, player), player)


@router.get(
    "/{id}/record", response_model=Record, dependencies=[Depends(Limit("ask"))], responses=refusals(401, 403, 404, 429)
)
async def get_record(request: Request, player: RequiredPlayer, match_id: MatchId) -> Response:
    """The whole match, replayable, once it is over; also to spectators."""
    return json_response(await past(request).record(await match_service(request).room(match_id)))
