"""Friends for programs (docs/api.md)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path
from starlette.requests import Request

from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute
from app.base.web.limits import Limit
from app.base.web.limits.address_hash import address_hash_of
from app.base.web.services import service_of
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.opponents.challenges import Challenges
from app.matches.core.opponents.friends import Friends
from app.matches.core.opponents.friends_here import FriendsHere
from app.matches.core.opponents.same_wishes import same_wishes
from app.matches.core.schemas import FriendIn, FriendKept, FriendList, FriendOut, QuickSeat
from app.people.players.identity import RequiredPlayer
from app.people.players.identity.counted import counted
from app.people.players.player import Player

router = APIRouter(prefix="/api/friends", route_class=StrictRoute, tags=["matches"])

FriendId = Annotated[str, Path(alias="id", max_length=32)]


@router.get("", dependencies=[Depends(Limit("ask"))], responses=refusals(401, 429))
async def list_friends(request: Request, player: RequiredPlayer) -> FriendList:
    """Return the caller's friends: those who keep the caller, too."""
    found = await service_of(request, Friends).of(player)
    here = await service_of(request, FriendsHere).among(one.player.id for one in found if one.shows)
    last = await service_of(request, Friends).last_matches(player, [one.player.id for one in found])
    friends = [
        FriendOut(
            id=one.id,
            name=one.player.name,
            face=one.player.face,
            here=one.player.id in here if one.shows else None,
            last_match=last[one.player.id].id if one.player.id in last else None,
        )
        for one in found
    ]
    return FriendList(friends=friends)


@router.post("", dependencies=[Depends(Limit("join"))], responses=refusals(401, 403, 404, 409, 429))
async def keep_friend(request: Request, player: RequiredPlayer, kept: FriendIn) -> FriendKept:
    """Keep the opponent of a match by link that is over. They are a friend as soon as they keep the caller, too."""
    friends = service_of(request, Friends)
    met = await friends.keep(player, kept.met_in)
    return FriendKept(id=next((one.id for one in await friends.of(player) if one.player.id == met.id), None))


@router.delete("/{id}", status_code=204, dependencies=[Depends(Limit("join"))], responses=refusals(401, 404, 429))
async def drop_friend(request: Request, player: RequiredPlayer, friend_id: FriendId) -> None:
    """Remove a friend."""
    await service_of(request, Friends).drop(player, friend_id)


@router.post("/{id}/challenge", status_code=201, responses=refusals(401, 403, 404, 409, 429))
async def challenge(request: Request, player: Annotated[Player, counted("create")], friend_id: FriendId) -> QuickSeat:
    """Challenge a friend with all options of the last match of the two."""
    row = (await challenge_friend(request, player, friend_id)).row
    return QuickSeat(id=row.id, seat="A" if "A" in row.seats_of(player.id) else "B", status=row.status)


async def challenge_friend(request: Request, player: Player, friend_id: str) -> LiveMatch:
    """Open a table for a friend, with the wishes of the last time; AppError as `Challenges.ask`, and no_such_friend."""
    friends = service_of(request, Friends)
    met = (await friends.friend(player, friend_id)).player
    last = (await friends.last_matches(player, [met.id])).get(met.id)
    new = same_wishes(last, player)
    return await service_of(request, Challenges).ask(player, met, new, address_hash_of(request, "table"))
