"""Friends on pages: the offer after a match, the list of the start page, and the page of the two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import HTMLResponse, Response

from app.lobby.feed import LobbyFeed
from app.matches.clocks.clock_option import CLOCKS
from app.matches.features.clock import OPTION
from app.matches.match_id import MatchId
from app.matches.match_row import MatchRow
from app.matches.opponents.friends import Friends
from app.players.identity import MaybePlayer, RequiredPlayer
from app.players.player import Player
from app.replay.library import played_line
from app.web.http import see_other
from app.web.limits import DRAWN, Limit
from app.web.services import service_of
from app.web.templating import Templates
from engine.setup.options import CONSTRUCTED, DRAFT, PRECONSTRUCTED

router = APIRouter(include_in_schema=False)

A_PAGE: Final = 50
FriendId = Annotated[str, Path(alias="id", max_length=32)]


@dataclass(frozen=True, slots=True)
class FriendLine:
    """A friend in the list of the start page: whether they are online, and the options of the last match."""

    id: str
    name: str
    here: bool
    met_in: str
    game: str
    clock: str


async def friend_lines(request: Request, player: Player | None) -> list[FriendLine]:
    """Return the visitor's friends, those who are online first."""
    friends = service_of(request, Friends)
    kept = await friends.of(player) if player else []
    if player is None or not kept:
        return []
    shown = [one.player.id for one in kept if one.shows]
    here = await friends.at_tables(shown) | service_of(request, LobbyFeed).present(shown)
    last = await friends.last_matches(player, [one.player.id for one in kept])
    lines = [
        FriendLine(one.id, one.player.name, one.player.id in here, row.id, *_wish(row))
        for one in kept
        if (row := last.get(one.player.id)) is not None
    ]
    return sorted(lines, key=lambda line: not line.here)


def _wish(row: MatchRow) -> tuple[str, str]:
    """Return the game and the clock of a match as the form of challenges names them."""
    played = row.format if row.format in (PRECONSTRUCTED, DRAFT, CONSTRUCTED) else PRECONSTRUCTED
    clock = OPTION.of(row) or ""
    return f"{row.edition} {played}", clock if clock in CLOCKS else ""


@router.get("/match/{id}/friend", dependencies=[Depends(Limit("ask"))])
async def offer(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """Show the offer to keep the opponent to players who have just met by link; nothing to anybody else."""
    friends = service_of(request, Friends)
    met = await friends.met_by_link(player, match_id) if player else None
    if player is None or met is None:
        return HTMLResponse("", headers={"Cache-Control": "no-store"})
    mutual = next((one for one in await friends.of(player) if one.player.id == met.id), None)
    context = {"id": match_id, "name": met.name, "kept": await friends.keeps(player, met), "mutual": mutual}
    return service_of(request, Templates).page(request, "lobby/keep_friend.html", context)


@router.post("/match/{id}/friend", dependencies=[Depends(Limit("join"))])
async def keep(request: Request, match_id: MatchId, player: RequiredPlayer) -> Response:
    """Keep the opponent of a match."""
    await service_of(request, Friends).keep(player, match_id)
    return await offer(request, match_id, player)


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
    context = {
        "friend": friend,
        "score": await friends.score(player, friend.player),
        "lines": [played_line(row, player) for row in found[:A_PAGE]],
        "older": found[A_PAGE - 1].finished_at if len(found) > A_PAGE else None,
        "page": "friend",
    }
    return service_of(request, Templates).page(request, "lobby/friend.html", context)


@router.post("/friends/{id}/drop", dependencies=[Depends(Limit("join"))])
async def drop(request: Request, friend_id: FriendId, player: RequiredPlayer) -> Response:
    """Keep a friend no longer."""
    await service_of(request, Friends).drop(player, friend_id)
    return see_other("/")
