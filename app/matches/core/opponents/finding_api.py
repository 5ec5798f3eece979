"""Finding an opponent, for programs (docs/api.md): quick match, and tables by their words."""

from __future__ import annotations

import time
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request

from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute
from app.base.web.limits import Limit
from app.base.web.limits.address_hash import address_hash_of
from app.base.web.services import service_of
from app.matches.core.clocks.clock_option import KINDS
from app.matches.core.finding.spoken_codes import MAX_TEXT
from app.matches.core.opponents.quick import QuickMatch
from app.matches.core.schemas import FoundMatch, QuickIn, QuickSeat, WaitOut, Waits
from app.matches.core.service import MatchService
from app.people.players.identity.counted import counted
from app.people.players.player import Player

router = APIRouter(prefix="/api/matches", route_class=StrictRoute, tags=["matches"])

CLOCK: Final = f"^({'|'.join(KINDS)}) [0-9]{{1,7}} [0-9]{{1,7}}$"
Words = Annotated[str, Path(alias="words", max_length=MAX_TEXT)]


@router.post("/quick", status_code=201, responses=refusals(400, 401, 409, 429))
async def find_opponent(request: Request, player: Annotated[Player, counted("create")], wish: QuickIn) -> QuickSeat:
    """Sit down where somebody waits for the same game, else open a table for the next who does.

    Asked again, it answers with the table at which the caller waits.
    """
    new, address, chosen = wish.new_match(), address_hash_of(request, "table"), wish.deck is not None
    row = (await service_of(request, QuickMatch).play(player, new, address, chosen=chosen)).row
    return QuickSeat(id=row.id, seat="A" if "A" in row.seats_of(player.id) else "B", status=row.status)


@router.get("/quick", dependencies=[Depends(Limit("ask"))], responses=refusals(400, 429))
async def how_long(
    request: Request,
    edition: Literal["2021", "2022"] = "2022",
    format: Literal["preconstructed", "draft", "constructed"] = "preconstructed",
    clock: Annotated[str | None, Query(pattern=CLOCK, description='as in "fischer 300 5"; none without')] = None,
) -> Waits:
    """Return the waiting players, and the last waits of tables of one format and clock."""
    now = await service_of(request, MatchService).lobby.now()
    game = " ".join((edition, format, clock) if clock else (edition, format))
    last = await service_of(request, QuickMatch).waits(edition, format, clock, time.time())
    return Waits(
        waiting=sum(waiting == game for waiting in now.games.values()),
        last=[WaitOut(seconds=round(wait.seconds, 1), met=wait.met) for wait in last],
    )


@router.get("/code/{words:path}", dependencies=[Depends(Limit("code"))], responses=refusals(404, 429))
async def find_by_code(request: Request, words: Words) -> FoundMatch:
    """Return the table that waits under these four words; capitals, hyphens and endings do not matter."""
    return FoundMatch(id=await service_of(request, MatchService).lobby.match_of(words))
