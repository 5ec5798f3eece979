"""The caster's pages: the boards of the newest round, and each with both hands as it was some minutes ago."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from app.base.web.limits import DRAWN, Limit
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.contests.tournaments import caster
from app.contests.tournaments.asker import TournamentId
from app.contests.tournaments.caster import CasterBoard
from app.contests.tournaments.drawing import contexts
from app.contests.tournaments.reading import TournamentReader
from app.contests.tournaments.tournament import StoredTournament
from app.people.players.identity import MaybePlayer

router = APIRouter(include_in_schema=False)

CasterKey = Annotated[str, Query(alias="key", max_length=32)]
BoardNumber = Annotated[int, Path(ge=1, le=10_000)]


@router.get("/tournament/{id}/caster", dependencies=[Depends(Limit("ask", DRAWN))])
async def boards(request: Request, player: MaybePlayer, tournament_id: TournamentId, key: CasterKey = "") -> Response:
    """Show the boards of the newest round to a reader of the caster's link."""
    tournament = await service_of(request, TournamentReader).for_caster(tournament_id, key, player)
    context = {
        "tournament": tournament,
        "boards": contexts.board_lines(tournament, tournament.round),
        "key": key,
        "page": "tournaments",
    }
    return service_of(request, Templates).page(request, "contests/tournaments/caster.html", context)


@dataclass(frozen=True, kw_only=True)
class CasterBoardPage(PageContext):
    """A board with both hands, `minutes` late."""

    template = "contests/tournaments/caster_board.html"
    page = "tournaments"
    tournament: StoredTournament
    line: contexts.BoardItem
    round: int
    key: str
    b: CasterBoard | None
    minutes: int


@router.get("/tournament/{id}/caster/{round_number}/{board}", dependencies=[Depends(Limit("hint"))])
async def board_page(
    request: Request,
    player: MaybePlayer,
    tournament_id: TournamentId,
    round_number: BoardNumber,
    board: BoardNumber,
    key: CasterKey = "",
) -> Response:
    """Show a board with both hands, some minutes late; the page reloads it on its own."""
    service = service_of(request, TournamentReader)
    seen = await service.cast(tournament_id, round_number, board, key, player)
    tournament = await service.for_caster(tournament_id, key, player)
    shown = CasterBoardPage(
        tournament=tournament,
        line=contexts.board_line(tournament, tournament.board(round_number, board)),
        round=round_number,
        key=key,
        b=caster.drawn_board(seen),
        minutes=seen.seconds // 60,
    )
    return service_of(request, Templates).show(request, shown)
