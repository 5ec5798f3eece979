"""One's own matches that are not over: the list, and the way to the next one in which somebody waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from app.i18n import _
from app.matches.api import match_service
from app.matches.match_row import MatchRow
from app.matches.ongoing import OngoingMatch, awaited_in
from app.players.identity import MaybePlayer
from app.players.player import Player
from app.table.match_summary import opponent_words, player_names
from app.table.match_words import format_words
from app.web.http import see_other
from app.web.limits import Limit
from app.web.templating import templates

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask"))])

Here = Annotated[str, Query(max_length=64)]


@dataclass(frozen=True, slots=True)
class TableLine:
    """A match in a list: whom one meets there, what is played, with which options, and of one's own whether one is
    awaited."""

    id: str
    who: str
    what: str
    state: str = "open"
    awaited: bool = False
    tags: tuple[str, ...] = ()


async def own_lines(request: Request, player: Player | None) -> list[TableLine]:
    """Return the player's unfinished matches, first those in which somebody waits for them."""
    return [_own_line(one) for one in await _ongoing(request, player)]


async def _ongoing(request: Request, player: Player | None) -> list[OngoingMatch]:
    return await match_service(request).ongoing_of(player) if player else []


def _own_line(one: OngoingMatch) -> TableLine:
    row = one.row
    return TableLine(row.id, _who(row, one), format_words(row), row.status, one.awaited)


def _who(row: MatchRow, one: OngoingMatch) -> str:
    if row.status == "open":
        return _("Waiting for an opponent")
    if row.hotseat:
        shown = player_names(row)
        return _("{first} and {second} on this device").format(first=shown["A"], second=shown["B"])
    return opponent_words(row, one.seat or "A")


@router.get("/matches/ongoing")
async def ongoing_matches(request: Request, player: MaybePlayer) -> Response:
    """Show the list of one's unfinished matches alone, as it is now."""
    return templates(request).page(request, "lobby/ongoing.html", {"mine": await own_lines(request, player)})


@router.get("/matches/awaiting")
async def awaiting(request: Request, player: MaybePlayer, here: Here = "") -> Response:
    """Show the link to the next match in which somebody waits, at the table of another one (`here`)."""
    others = awaited_in(await _ongoing(request, player), but=here)
    return templates(request).page(request, "lobby/next.html", {"count": len(others), "here": here})


@router.get("/matches/next")
async def next_match(request: Request, player: MaybePlayer, here: Here = "") -> Response:
    """Lead to the match in which somebody has waited longest, other than `here`; to the start page if there is none."""
    others = awaited_in(await _ongoing(request, player), but=here)
    return see_other(f"/match/{others[0].row.id}" if others else "/")
