"""The start page: presets, one's own matches, open tables."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.bots.characters import FOR_LEVELS
from app.i18n import _
from app.matches.api import match_service
from app.matches.match_row import MatchRow
from app.play.forms import PRESETS
from app.players.identity import MaybePlayer
from app.players.player import Player
from app.table.match_summary import opponent_words, player_names
from app.table.match_words import format_words
from app.web.limits import DRAWN, Limit
from app.web.templating import templates
from engine.cards import ALL
from engine.setup.options import DECKS

router = APIRouter(include_in_schema=False)

LISTED = 50  # open tables on the page
HERO = ("ogre", "microctopus", "meteorite", "martyr")


@dataclass(frozen=True, slots=True)
class TableLine:
    """A match in a list: whom one meets there and what is played."""

    id: str
    who: str
    what: str
    state: str


@router.get("/", dependencies=[Depends(Limit("ask", DRAWN))])
async def home(request: Request, player: MaybePlayer) -> Response:
    """Show the start page."""
    service = match_service(request)
    tables = await service.lobby.tables(LISTED)
    mine = await service.matches_of(player) if player else []
    own = {row.id for row in mine}
    context = {
        "presets": PRESETS,
        "bots": FOR_LEVELS,
        "level": await service.bot_level_of(player),
        "deck": secrets.choice(DECKS),
        "tables": [_open_line(row) for row in tables if row.id not in own],
        "mine": [_own_line(row, player) for row in mine if player and row.status != "over"],
        "hero": [ALL[slug] for slug in HERO],
        "page": "home",
    }
    return templates(request).page(request, "lobby/home.html", context)


def _open_line(row: MatchRow) -> TableLine:
    who = next((guest.name for guest in row.guests if guest.name), _("Guest"))
    return TableLine(row.id, who, format_words(row), "open")


def _own_line(row: MatchRow, player: Player) -> TableLine:
    seat = row.seat_of(player.id)
    shown = player_names(row)
    if row.status == "open":
        return TableLine(row.id, _("Waiting for an opponent"), format_words(row), row.status)
    if row.hotseat:
        both = _("{first} and {second} on this device").format(first=shown["A"], second=shown["B"])
        return TableLine(row.id, both, format_words(row), row.status)
    return TableLine(row.id, opponent_words(row, seat or "A"), format_words(row), row.status)
