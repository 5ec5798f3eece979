"""The campaign against computer opponents; and the offer to play one of them at a table that nobody joins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import HTMLResponse, Response

from app.base.drawing.sea_chart import ChartStop
from app.base.errors import AppError, Code
from app.base.web.http import see_other
from app.base.web.limits import DRAWN, Limit
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.cards.gallery.starters import starters
from app.matches.bots import characters
from app.matches.bots.characters import CHARACTERS, FOR_LEVELS, Character, next_island
from app.matches.core.match_id import MatchId
from app.matches.core.opening import start
from app.matches.core.service import MatchService
from app.matches.core.storage import bot_results
from app.matches.core.storage.bot_results import BotResult
from app.people.players.identity import MaybePlayer
from engine import balance

HELP_AFTER: Final = 3
"""Losses in a row against a computer opponent after which another deck, and hints, are offered."""

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Help:
    """Help against an opponent that has won a few times in a row: the deck with the best odds, by number and name."""

    bot: Character
    losses: int
    deck: int
    name: str


@dataclass(frozen=True, kw_only=True)
class CampaignPage(PageContext):
    """The computer opponents, and their islands as `stops` of the chart; `beaten`: their names; `decks`: the names of
    the decks; `helps`: where help is offered, by slug."""

    template = "matches/bots/campaign.html"
    page = "campaign"
    bots = CHARACTERS
    beaten: frozenset[str]
    stops: tuple[ChartStop, ...]
    decks: dict[int, str]
    helps: dict[str, Help]


@router.get("/campaign", dependencies=[Depends(Limit("ask", DRAWN))])
async def campaign(request: Request, player: MaybePlayer) -> Response:
    """Show the computer opponents, easiest first, and which of them the guest has beaten."""
    results = await service_of(request, MatchService).bot_results.of(player)
    beaten = bot_results.beaten(results)
    decks = {deck.number: deck.name for deck in starters()}
    helps = {bot.slug: found for bot in CHARACTERS if (found := _help(bot, results)) is not None}
    shown = CampaignPage(
        beaten=beaten,
        stops=_islands(beaten),
        decks=decks,
        helps=helps,
    )
    return service_of(request, Templates).show(request, shown)


def _islands(beaten: frozenset[str]) -> tuple[ChartStop, ...]:
    following = next_island(beaten)
    return tuple(
        ChartStop(
            bot.name,
            "past" if bot.name in beaten else "next" if bot is following else "ahead",
            face=bot.slug,
            id=f"bot-{bot.slug}",
        )
        for bot in CHARACTERS
    )


@router.get("/match/{id}/help", dependencies=[Depends(Limit("ask"))])
async def offer_help(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """Offer help on the result of a match that was another loss to a computer opponent; nothing to anybody else."""
    service = service_of(request, MatchService)
    row = (await service.live_match(match_id)).row
    if player is None or row.seat_of(player.id) is None or row.status != "over" or len(row.bots) != 1:
        return HTMLResponse("", headers={"Cache-Control": "no-store"})
    (bot,) = row.bots.values()
    found = _help(characters.BY_NAME[bot.name], await service.bot_results.of(player))
    return service_of(request, Templates).page(request, "matches/bots/help.html", {"help": found})


def _help(bot: Character, results: Sequence[BotResult]) -> Help | None:
    losses = bot_results.losses_in_a_row(results).get(bot.name, 0)
    if losses < HELP_AFTER:
        return None
    best = balance.best_against(bot.deck, bot.level)
    return Help(bot, losses, best, next(deck.name for deck in starters() if deck.number == best))


@router.get("/match/{id}/bot", dependencies=[Depends(Limit("ask"))])
async def offer(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """Show the offer to the host of a table that waits; nothing to anybody else."""
    service = service_of(request, MatchService)
    row = (await service.live_match(match_id)).row
    if player is None or row.free_seat is None or row.seat_of(player.id) is None:
        return HTMLResponse("", headers={"Cache-Control": "no-store"})
    context = {"id": row.id, "bots": FOR_LEVELS, "level": await service.bot_results.level_of(player)}
    return service_of(request, Templates).page(request, "matches/bots/offer.html", context)


@router.post("/match/{id}/bot", dependencies=[Depends(Limit("join"))])
async def sit_down(
    request: Request, match_id: MatchId, player: MaybePlayer, level: Annotated[int, Form(ge=0, le=6)]
) -> Response:
    """Let a computer opponent take the free seat. If somebody has joined meanwhile, the match with them continues."""
    if player is None:
        raise AppError(Code.not_your_seat)
    try:
        bot = start.bot_of(characters.of_level(level))
        await service_of(request, MatchService).joining.seat_bot(match_id, player, bot)
    except AppError as error:
        if error.code not in ("match_full", "table_closed"):
            raise
    return see_other(f"/match/{match_id}")
