"""The start page: the visitor's matches, open tables."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.base.web.http import site_url
from app.base.web.limits import DRAWN, Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.contests.deals.service import DealService
from app.contests.deals.words import fortress_words, outcome_words, plan_words
from app.contests.tournaments.reading import TournamentReader
from app.learning.mistakes.service import MistakeService
from app.learning.puzzles import daily
from app.learning.puzzles.puzzle_page import todays_puzzle
from app.learning.puzzles.service import PuzzleService
from app.matches.core.clocks.clock_option import CLOCKS
from app.matches.core.finding.lobby import LobbyNow
from app.matches.core.schemas import even_deck
from app.matches.core.service import MatchService
from app.matches.core.storage.bot_results import level_for
from app.people.moderation.log import ModerationLog
from app.people.players.identity import MaybePlayer
from app.people.players.invites import InviteService
from app.people.players.player import Player
from app.people.players.preference_service import PreferenceService
from app.people.players.sign_in.provider import Provider
from app.people.players.sign_in.provider_accounts import ProviderAccounts
from app.site.lobby.came_back import came_back
from app.site.lobby.copies import LobbyCopy
from app.site.lobby.friend_items import friend_items, met
from app.site.lobby.home_page import HomePage
from app.site.lobby.own_matches import own_items
from app.site.lobby.showcase import ShowcaseCopy
from app.site.lobby.zones import (
    EDITIONS,
    FORMATS,
    Rows,
    challenge_items,
    others_of,
    parted,
    showcase_of,
    table_items,
    waited_for,
    watched_items,
)
from app.site.ops.status_page import SiteStatus
from engine.editions import DEFAULT

router = APIRouter(include_in_schema=False)

TOURNAMENTS: Final = 2
USUAL: Final = f"{EDITIONS[0]} {FORMATS[0]}"


@router.get("/", dependencies=[Depends(Limit("ask", DRAWN))])
async def home(request: Request, player: MaybePlayer) -> Response:
    context = {
        "home": await _home_page(request, player),
        "prefs": await service_of(request, PreferenceService).for_page(player),
        "page": "home",
    }
    return service_of(request, Templates).page(request, "site/lobby/home.html", context)


async def _provider(request: Request, player: Player | None) -> str:
    linked = player is not None and await service_of(request, ProviderAccounts).of(player) is not None
    return "" if linked else service_of(request, Provider).name


async def _home_page(request: Request, player: Player | None) -> HomePage:
    service = service_of(request, MatchService)
    now = await service_of(request, LobbyCopy).current(None)
    player_id = player.id if player else None
    others = others_of(now.tables, player_id)
    deals = service_of(request, DealService)
    deal = await deals.get(daily.today().isoformat())
    tried = (await deals.tries_of(player)).get(deal.id) if player else None
    mine = await service_of(request, TournamentReader).of_player(player.id) if player else []
    own = [line for line in mine if line.status != "over"]
    listed = await service_of(request, TournamentReader).listed(player)
    results = await service.bot_results.of(player)
    challenges = challenge_items(now.challenges.get(player_id or "", ()))
    matches, friends = await own_items(request, player), await friend_items(request, player)
    waits = own or challenges or matches or friends
    return HomePage(
        uninvited=not await service_of(request, InviteService).may_open(player),
        why_nameless=await service_of(request, ModerationLog).why_nameless(player) if player else None,
        site=site_url(request),
        provider=await _provider(request, player),
        level=level_for(results),
        deck=even_deck(DEFAULT),
        wanted=_wanted(now, others),
        waited_for=waited_for(now, others),
        opponents=await met(request, player),
        challenges=challenges,
        mine=matches,
        friends=friends,
        came_back=await came_back(request, player, results) if player and not waits else None,
        mistakes=await service_of(request, MistakeService).waiting(player),
        today=await todays_puzzle(service_of(request, PuzzleService), player),
        deal_plan=plan_words(deal),
        deal_done=f"{outcome_words(tried)} · {fortress_words(tried)}" if tried and tried.outcome else "",
        here=counts if (counts := (await service_of(request, SiteStatus).now()).site) and counts.players else None,
        shown=showcase_of(await service_of(request, ShowcaseCopy).current(None)),
        own_tournaments=own,
        tournaments=[line for line in listed if line not in own][:TOURNAMENTS],
        watched=watched_items(now.watched),
        tables=table_items(others),
    )


def _wanted(now: LobbyNow, others: Rows) -> tuple[str, str]:
    """Return the game and the clocks for which somebody waits, among those that the form of quick match offers."""
    waited = (parted(now.games[row.id]) for row in others if row.id in now.games)
    return next((game for game in waited if not game[1] or game[1] in CLOCKS), parted(USUAL))
