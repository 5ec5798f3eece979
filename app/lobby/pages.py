"""The start page: presets, the visitor's matches, open tables."""

from __future__ import annotations

import secrets
from typing import Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.bots.characters import FOR_LEVELS
from app.lobby.friend_lines import friend_lines
from app.lobby.own_matches import own_lines
from app.lobby.zones import EDITIONS, FORMATS, QUICK, TABLES, WATCHED, Rows, asked, games, others_of, parted
from app.matches.clocks.clock_option import CLOCKS
from app.matches.finding.lobby import LobbyNow
from app.matches.opponents.challenges import Challenges, Opponent
from app.matches.service import MatchService
from app.moderation.log import ModerationLog
from app.play.forms import PRESETS
from app.players.identity import MaybePlayer
from app.players.invites import InviteService
from app.players.player import Player
from app.players.preference_service import PreferenceService
from app.players.shown_names import marked_name
from app.puzzles.puzzle_page import todays_puzzle
from app.puzzles.service import PuzzleService
from app.ratings.service import RatingService
from app.table import showpiece
from app.table.clocks import clock_words
from app.web.http import site_url
from app.web.limits import DRAWN, Limit
from app.web.services import service_of
from app.web.templating import Templates
from engine.setup.options import DECKS

router = APIRouter(include_in_schema=False)

USUAL: Final = f"{EDITIONS[0]} {FORMATS[0]}"


@router.get("/", dependencies=[Depends(Limit("ask", DRAWN))])
async def home(request: Request, player: MaybePlayer) -> Response:
    service = service_of(request, MatchService)
    now = await service.lobby.now()
    others = others_of(now.tables, player.id if player else None)
    mine = await own_lines(request, player)
    context = {
        "uninvited": not await service_of(request, InviteService).may_open(player),
        "presets": PRESETS,
        "bots": FOR_LEVELS,
        "level": await service.bot_level_of(player),
        "deck": secrets.choice(DECKS),
        "games": games(),
        "clocks": [(stored, clock_words(clock)) for stored, clock in CLOCKS.items()],
        "quick": QUICK.context(now, others),
        "asked": asked(now, player.id if player else None),
        "opponents": await _opponents(request, player),
        "wanted": _wanted(now, others),
        "listed": service_of(request, RatingService).listed,
        "tables": TABLES.context(now, others),
        "watched": WATCHED.context(now, now.watched),
        "mine": mine,
        "friends": await friend_lines(request, player),
        "today": await todays_puzzle(service_of(request, PuzzleService), player),
        "blow": showpiece.BLOW,
        "site": site_url(request),
        "why_nameless": await service_of(request, ModerationLog).why_nameless(player) if player else None,
        "prefs": await service_of(request, PreferenceService).for_page(player),
        "page": "home",
    }
    return service_of(request, Templates).page(request, "lobby/home.html", context)


async def _opponents(request: Request, player: Player | None) -> list[Opponent]:
    """Return the players the visitor may challenge, by their names as lists show them."""
    met = await service_of(request, Challenges).opponents(player) if player else []
    return [one._replace(name=marked_name(one.name, program=one.program)) for one in met]


def _wanted(now: LobbyNow, others: Rows) -> tuple[str, str]:
    """Return the game and the clocks for which somebody waits, among those that the form of quick match offers."""
    waited = (parted(now.games[row.id]) for row in others if row.id in now.games)
    return next((game for game in waited if not game[1] or game[1] in CLOCKS), parted(USUAL))
