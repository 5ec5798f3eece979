"""The start page: presets, one's own matches, open tables."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.i18n import _
from app.matches.about import names
from app.matches.api import match_service
from app.matches.forms import PRESETS, format_words
from app.matches.models import Meta
from app.players.identity import MaybePlayer
from app.players.models import Player
from app.security.limits import DRAWN, Limit
from app.templating import templates
from engine.cards import ALL

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
    """The start page."""
    service = match_service(request)
    tables = await service.lobby.tables(LISTED)
    mine = await service.matches_of(player) if player else []
    own = {meta.id for meta in mine}
    context = {
        "presets": PRESETS,
        "tables": [_open_line(meta) for meta in tables if meta.id not in own],
        "mine": [_own_line(meta, player) for meta in mine if player and meta.status != "over"],
        "hero": [ALL[slug] for slug in HERO],
        "page": "home",
    }
    return templates(request).page(request, "home.html", context)


def _open_line(meta: Meta) -> TableLine:
    who = next((name for name in meta.names.values() if name), _("Guest"))
    return TableLine(meta.id, who, format_words(meta), "open")


def _own_line(meta: Meta, player: Player) -> TableLine:
    seat = meta.seat_of(player.id)
    shown = names(meta)
    if meta.status == "open":
        return TableLine(meta.id, _("Waiting for an opponent"), format_words(meta), meta.status)
    if meta.hotseat:
        both = _("{first} and {second} at this device").format(first=shown["A"], second=shown["B"])
        return TableLine(meta.id, both, format_words(meta), meta.status)
    opponent = shown["B" if seat == "A" else "A"]
    return TableLine(meta.id, _("Against {player}").format(player=opponent), format_words(meta), meta.status)
