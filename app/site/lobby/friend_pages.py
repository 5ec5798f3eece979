"""Friends on pages: the offer after a match, a challenge, and the page of the two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse, Response

from app.base.web.http import see_other
from app.base.web.limits import DRAWN, Limit
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.contests.ratings.service import RatingService
from app.learning.replay.library import PlayedItem, played_line
from app.matches.core.clocks.clock_option import offered_clocks
from app.matches.core.match_id import MatchId
from app.matches.core.opponents.friend_api import FriendId, challenge_friend
from app.matches.core.opponents.friends import Friend, Friends, Score
from app.people.players.identity import MaybePlayer, RequiredPlayer
from app.people.players.identity.counted import counted
from app.people.players.invited import INVITED
from app.people.players.player import Player
from app.people.players.preference_service import PreferenceService
from app.site.lobby.friend_items import friend_items, met
from app.site.lobby.zones import games

router = APIRouter(include_in_schema=False)

A_PAGE: Final = 50


@dataclass(frozen=True, kw_only=True)
class FriendPage(PageContext):
    """A friend, the address of their `profile` if they show one, the score of the two and a page of
    their matches; those before the time `older` are on the next."""

    template = "site/lobby/friend.html"
    page = "friend"
    friend: Friend
    profile: str
    score: Score
    lines: Sequence[PlayedItem]
    older: float | None


@router.get("/match/{id}/friend", dependencies=[Depends(Limit("ask"))])
async def offer(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """Show the offer to keep the opponent to players who have just met by link; nothing to anybody else."""
    friends = service_of(request, Friends)
    opponent = await friends.met_by_link(player, match_id) if player else None
    if player is None or opponent is None:
        return HTMLResponse("", headers={"Cache-Control": "no-store"})
    mutual = next((one for one in await friends.of(player) if one.player.id == opponent.id), None)
    context = {"id": match_id, "name": opponent.name, "kept": await friends.keeps(player, opponent), "mutual": mutual}
    return service_of(request, Templates).page(request, "site/lobby/keep_friend.html", context)


@router.post("/match/{id}/friend", dependencies=[Depends(Limit("join"))])
async def keep(request: Request, match_id: MatchId, player: RequiredPlayer) -> Response:
    """Keep the opponent of a match."""
    await service_of(request, Friends).keep(player, match_id)
    return await offer(request, match_id, player)


@router.get("/friends", dependencies=[Depends(Limit("ask"))])
async def all_friends(request: Request, player: MaybePlayer) -> Response:
    """Show the visitor's friends, or how to make them and the people they have met."""
    friends = await friend_items(request, player)
    opponents = [] if friends else await met(request, player)
    context: dict[str, object] = {"page": "friends", "friends": friends}
    context |= {"opponents": opponents, "games": games(), "clocks": offered_clocks()}
    return service_of(request, Templates).page(request, "site/lobby/friends_page.html", context)


@router.get("/friends/{id}", dependencies=[Depends(Limit("ask", DRAWN))])
async def page_of_two(
    request: Request,
    friend_id: FriendId,
    player: RequiredPlayer,
    before: Annotated[float | None, Query(allow_inf_nan=False)] = None,
) -> Response:
    """Show two friends their matches and the score."""
    friends = service_of(request, Friends)
    friend = await friends.friend(player, friend_id)
    found = await friends.played(player, friend.player, before, A_PAGE + 1)
    theirs = await service_of(request, PreferenceService).of(friend.player.id)
    has_profile, ratings = theirs.profile == "on", service_of(request, RatingService)
    shown = FriendPage(
        friend=friend,
        profile=f"/profile/{await ratings.handle_of(friend.player.id)}" if has_profile else "",
        score=await friends.score(player, friend.player),
        lines=[played_line(row, player) for row in found[:A_PAGE]],
        older=found[A_PAGE - 1].finished_at if len(found) > A_PAGE else None,
    )
    return service_of(request, Templates).show(request, shown)


@router.post("/friends/{id}/challenge", dependencies=[INVITED])
async def challenge(request: Request, friend_id: FriendId, player: Annotated[Player, counted("create")]) -> Response:
    """Challenge a friend with the wishes of their last match, and wait at the table."""
    live = await challenge_friend(request, player, friend_id)
    return see_other(f"/match/{live.id}")


@router.post("/friends/{id}/drop", dependencies=[Depends(Limit("join"))])
async def drop(request: Request, friend_id: FriendId, player: RequiredPlayer) -> Response:
    """Remove a friend."""
    await service_of(request, Friends).drop(player, friend_id)
    return see_other("/")
