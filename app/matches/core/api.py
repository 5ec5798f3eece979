"""Matches for programs (docs/api.md): the same service as the board's, so a move made here shows there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Body, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from app.base.errors import AppError
from app.base.live.client_messages import ActIn, FeatureIn
from app.base.live.server_messages import Acted, MatchState
from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute, json_response, site_url
from app.base.web.limits import Limit, RateLimits, bytes_price
from app.base.web.limits.address_hash import address_hash_of
from app.base.web.services import service_of
from app.matches.core.features import BY_MESSAGE
from app.matches.core.features.feature import Feature
from app.matches.core.finding.listing import listed_match, listed_table, own_match
from app.matches.core.history.match_history import MatchHistory
from app.matches.core.history.public_records import PageStart, PublicRecords
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.match_state import answer_json, state_json
from app.matches.core.schemas import (
    JoinIn,
    MatchList,
    MatchOpened,
    NewMatch,
    OwnMatches,
    Record,
    Seated,
    WatchedMatches,
)
from app.matches.core.service import MatchService
from app.matches.core.storage.store import ID
from app.people.players.identity import MaybePlayer, RequiredPlayer, required_player
from app.people.players.identity.counted import counted
from app.people.players.player import Player
from engine.seat import Seat

router = APIRouter(prefix="/api/matches", route_class=StrictRoute, tags=["matches"])
records = APIRouter(prefix="/api/records", route_class=StrictRoute, tags=["matches"])

ROW_PRICE: Final = 0.2  # of a match that is read for a page of them

RawMatchId = Annotated[str, Path(alias="id")]


def _state(live: LiveMatch, player: Player | None) -> Response:
    return json_response(state_json(live.now(), live.row.reader_of(player.id if player else None)))


async def _visible(request: Request, match_id: str, player: Player | None) -> LiveMatch:
    """Return a match; AppError(no_token) for a visitor without a token, unless it is public and over."""
    try:
        live = await service_of(request, MatchService).live_match(match_id)
    except AppError:
        await required_player(player)  # others must not learn whether the match exists
        raise
    if not (live.row.public and live.row.status == "over"):
        await required_player(player)
    await service_of(request, MatchService).admission.check_may_see(live.row, player)
    return live


def _seat(row: MatchRow, player: Player) -> Seat:
    seat = row.seat_of(player.id)
    assert seat is not None
    return seat


@router.post("", status_code=201, responses=refusals(400, 401, 409, 422, 429))
async def open_match(request: Request, player: Annotated[Player, counted("create")], new: NewMatch) -> MatchOpened:
    """Open a match; everything has a default. A `seed` makes it casual and is shown to both."""
    address = address_hash_of(request, "table")
    row = (await service_of(request, MatchService).opening.create(player, new, address=address)).row
    site = site_url(request)
    return MatchOpened(
        id=row.id,
        seat=_seat(row, player),
        url=f"{site}/api/matches/{row.id}",
        join_url=f"{site}/match/{row.id}",
        code=await service_of(request, MatchService).lobby.code_of(row.id),
    )


@router.get("", dependencies=[Depends(Limit("ask"))], responses=refusals(400, 429))
async def list_matches(request: Request, limit: Annotated[int, Query(ge=1, le=100)] = 50) -> MatchList:
    """Return public matches that wait for an opponent, the newest first.

    A match is listed while its host is connected, or asks for it, and for half a minute after that.
    """
    return MatchList(matches=[listed_table(row) for row in await service_of(request, MatchService).lobby.tables(limit)])


@router.get("/playing", dependencies=[Depends(Limit("ask"))], responses=refusals(400, 429))
async def list_playing(request: Request, limit: Annotated[int, Query(ge=1, le=100)] = 20) -> WatchedMatches:
    """Return public matches that are being played and of which a player is connected, the latest first.

    Anybody may watch them.
    """
    rows = await service_of(request, MatchService).lobby.watched(limit)
    return WatchedMatches(matches=[listed_match(row) for row in rows])


@router.get("/mine", dependencies=[Depends(Limit("ask"))], responses=refusals(401, 429))
async def own_matches(request: Request, player: RequiredPlayer) -> OwnMatches:
    """Return the caller's matches that are not over, first those in which another person waits for them."""
    service = service_of(request, MatchService)
    now = service.site_time()
    return OwnMatches(matches=[own_match(one, now) for one in await service.ongoing_of(player.id)])


@router.post("/{id}/join", responses=refusals(400, 401, 404, 409, 422, 429))
async def join_match(
    request: Request,
    player: Annotated[Player, counted("join")],
    match_id: RawMatchId,
    how: Annotated[JoinIn | None, Body()] = None,
) -> Seated:
    """Take the free seat (the room link). A player who already sits here gets their seat again."""
    wish = how or JoinIn()
    row = (await service_of(request, MatchService).joining.join(match_id, player, wish.deck, rated=wish.rated)).row
    return Seated(id=row.id, seat=_seat(row, player))


@router.get("/{id}", response_model=MatchState, dependencies=[Depends(Limit("ask"))], responses=refusals(401, 404, 429))
async def get_match(request: Request, player: MaybePlayer, match_id: RawMatchId) -> Response:
    """Return the match as the caller may see it; `legal` is empty when it is not their turn to act.

    A public match that is over needs no token.
    """
    live = await _visible(request, match_id, player)
    if player is not None:
        await service_of(request, MatchService).touch(live, player)
    return _state(live, player)


@router.delete("/{id}", response_model=MatchState, responses=refusals(401, 403, 404, 409, 429))
async def cancel_match(request: Request, player: Annotated[Player, counted("join")], match_id: RawMatchId) -> Response:
    """Close the caller's match that nobody has joined."""
    return _state(await service_of(request, MatchService).open_tables.cancel(match_id, player), player)


@router.post("/{id}/actions", response_model=Acted, responses=refusals(400, 401, 403, 404, 409, 422, 429))
async def act(
    request: Request, player: Annotated[Player, counted("act")], match_id: RawMatchId, sent: ActIn
) -> Response:
    """Play an action (docs/notation.md). `seq` is the number of actions so far: another value changes nothing (409)."""
    update = await service_of(request, MatchService).act(match_id, player, sent.seq, sent.action)
    return json_response(answer_json(update, update.row.reader_of(player.id)))


def _call_of(feature: type[Feature]) -> Callable[..., Awaitable[Response]]:
    message, payer = feature.message, Annotated[Player, counted(feature.price)]
    assert message is not None

    async def with_body(request: Request, player: Player, match_id: RawMatchId, sent: FeatureIn) -> Response:
        return _state(await service_of(request, MatchService).handle(match_id, player, sent), player)

    async def without(request: Request, player: Player, match_id: RawMatchId) -> Response:
        return await with_body(request, player, match_id, message(type=feature.name))

    with_body.__annotations__ |= {"player": payer, "sent": message}
    without.__annotations__["player"] = payer
    return with_body if len(message.model_fields) > 1 else without


for _feature in BY_MESSAGE.values():
    router.add_api_route(
        f"/{{id}}/{_feature.name}",
        _call_of(_feature),
        methods=["POST"],
        name=_feature.name,
        description=_feature.__doc__,
        response_model=MatchState,
        responses=refusals(*_feature.refusals),
    )


@router.get(
    "/{id}/record", response_model=Record, dependencies=[Depends(Limit("ask"))], responses=refusals(401, 403, 404, 429)
)
async def get_record(request: Request, player: MaybePlayer, match_id: RawMatchId) -> Response:
    """Return the whole match, replayable, once it is over; also for spectators, of a public match without a token."""
    return json_response(await service_of(request, MatchHistory).record(await _visible(request, match_id, player)))


@records.get(
    "",
    response_class=Response,
    dependencies=[Depends(Limit("ask"))],
    responses=refusals(400, 429) | {200: {"content": {"application/x-ndjson": {}}, "description": "One match a line."}},
)
async def get_records(
    request: Request,
    since: Annotated[float, Query(ge=0, le=1e11, description="seconds since 1970")] = 0,
    after: Annotated[str, Query(max_length=32, description="the last match that is known of those")] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 100,
) -> Response:
    """Return public matches that ended at `since` or later as JSON lines, oldest first: `id`, `finished_at` and
    the record, without names.

    While there may be more, the header `Link` has the address of the next page (`rel="next"`). Matches whose decks are
    still played with are left out; they stand at the time of their end once they are opened.
    """
    limits = service_of(request, RateLimits)
    async with limits.one_at_a_time("records", request):
        page = await service_of(request, PublicRecords).page(
            PageStart(since, after if ID.fullmatch(after) else ""), limit
        )
        body = b"".join(page.lines)
        await limits.settle(request, page.rows * ROW_PRICE + bytes_price(len(body)))
    answer = Response(body, media_type="application/x-ndjson")
    if page.following is not None:
        values = {"since": repr(page.following.since), "after": page.following.after, "limit": limit}
        answer.headers["Link"] = f'<{site_url(request)}/api/records?{urlencode(values)}>; rel="next"'
    return answer
