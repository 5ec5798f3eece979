"""The forms by which a player, or a tournament's organizer, gives an address for messages; a player's own calendar."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Form, Query, Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.i18n import _, current_language, use_language
from app.base.web.http import site_url
from app.base.web.limits import DRAWN, Limit
from app.base.web.limits.address_hash import address_hash_of
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.contests.tournaments.asker import PART_PRICE, TournamentId
from app.contests.tournaments.drawing.calendar import CalendarEntry, calendar_answer, entries_of
from app.contests.tournaments.permits import HERE, RUNNING
from app.contests.tournaments.reading import TournamentReader
from app.contests.tournaments.tournament import StoredTournament
from app.matches.core.features.clock import clock_option, clock_state
from app.matches.core.service import MatchService
from app.matches.table.match_summary import player_names
from app.people.players.bans.bans import BanList
from app.people.players.identity import RequiredPlayer
from app.people.players.identity.counted import counted
from app.people.players.player import Player
from app.people.players.preference_service import PreferenceService
from app.people.players.service import PlayerService
from app.people.players.sign_in.provider_accounts import ProviderAccounts
from app.site.push import answered
from app.site.push.models import CALENDAR
from app.site.push.service import PushService, id_of, language_of
from app.site.push.target import Target
from app.site.push.webhook import new_secret
from app.site.push.words import trial
from engine.seat import other

router = APIRouter(include_in_schema=False)
KEY_BYTES = 24

HookAct = Annotated[str, Form(alias="do", max_length=20)]
HookAddress = Annotated[str, Form(max_length=2000)]


class HookState(NamedTuple):
    """A hook as its form shows it; its secret only when it is new. `sent`: it has just accepted a test message."""

    known: Target | None
    secret: str = ""
    sent: bool = False
    error: str = ""


async def after(
    request: Request, player: Player, hook: str, do: str, address: str = "", tournament_id: str | None = None
) -> HookState:
    """Return a hook after this request of its form: `save` an address, `renew` its secret, `try` it, `drop` it."""
    push, secret = service_of(request, PushService), ""
    known = await push.hook(player.id, hook)
    try:
        if do == "drop":
            await push.drop_hook(player, hook)
        elif do == "save" or (do == "renew" and known is not None):
            secret = new_secret()
            wanted = new_hook(request, hook, address if do == "save" or known is None else known.endpoint, secret)
            await push.set_hook(player, wanted, tournament_id)
        elif known is not None:
            message = trial(0) | {"id": secrets.token_hex(16), "at": int(time.time())}
            answered.note(None)
            if await push.send(player.id, known, message) != "sent":
                status = answered.noted()
                raise AppError(Code.hook_refused, status=status) if status else AppError(Code.hook_silent)
            return HookState(replace(known, is_off=False, failing_since=None), sent=True)
    except AppError as error:
        return HookState(await push.hook(player.id, hook), error=error.sentence)
    return HookState(await push.hook(player.id, hook), secret)


def new_hook(request: Request, hook: str, address: str, secret: str = "") -> Target:
    """Return a hook to keep, in the visitor's language."""
    hook_id = id_of(address) if hook == CALENDAR else secrets.token_hex(16)
    setter = address_hash_of(request, "hook")
    return Target(hook_id, address, "", secret, current_language().code, site_url(request), hook, address=setter)


def new_calendar(request: Request) -> Target:
    """Return a calendar to keep, with a key of its own."""
    return new_hook(request, CALENDAR, secrets.token_urlsafe(KEY_BYTES))


@router.get("/tournament/{id}/word", dependencies=[Depends(Limit("ask", DRAWN))])
async def channel_page(request: Request, player: RequiredPlayer, tournament_id: TournamentId) -> Response:
    """Show the form by which an organizer gives the address of their club's channel."""
    tournament = await _organized(request, player, tournament_id)
    return _channel(
        request, tournament, HookState(await service_of(request, PushService).hook(player.id, tournament.id))
    )


@router.post("/tournament/{id}/word")
async def channel(
    request: Request,
    player: Annotated[Player, counted("push")],
    tournament_id: TournamentId,
    do: HookAct = "",
    address: HookAddress = "",
) -> Response:
    """Carry out an organizer's request about this address."""
    tournament = await _organized(request, player, tournament_id)
    return _channel(request, tournament, await after(request, player, tournament.id, do, address, tournament.id))


def _channel(request: Request, tournament: StoredTournament, hook: HookState) -> Response:
    context = {"tournament": tournament, "hook": hook, "page": "tournaments"}
    return service_of(request, Templates).page(request, "site/push/channel.html", context)


async def _organized(request: Request, player: Player, tournament_id: str) -> StoredTournament:
    tournament = await service_of(request, TournamentReader).current(tournament_id)
    if not tournament.is_organizer(player):
        raise AppError(Code.organizers_only)
    return tournament


# The key is no part of the path, because paths are logged.
@router.get("/calendar.ics", dependencies=[Depends(Limit("ask", PART_PRICE))])
async def calendar(request: Request, key: Annotated[str, Query(max_length=64)] = "") -> Response:
    """Return a player's calendar to anybody who has its address: their tournaments, and when their time runs out.

    AppError: no_such_calendar; banned or sign_in_needed where the player would be kept out.
    """
    found = await service_of(request, PushService).calendar(key)
    player = None if found is None else await service_of(request, PlayerService).by_id(found[0])
    if found is None or player is None:
        raise AppError(Code.no_such_calendar)
    await service_of(request, BanList).check("ban", player, request)
    await service_of(request, ProviderAccounts).check_let_in(player)
    player_id, target = found
    chosen = await service_of(request, PreferenceService).of(player_id)
    with use_language(language_of(target, chosen.language)):
        now = time.time()
        return calendar_answer(_("Clash of Decks"), await _own_entries(request, player_id, target.site, now), now)


async def _own_entries(request: Request, player_id: str, site: str, now: float) -> list[CalendarEntry]:
    reader, matches = service_of(request, TournamentReader), service_of(request, MatchService)
    ahead = now - reader.site_time()
    found: list[CalendarEntry] = []
    for item in await reader.of_player(player_id):
        if item.status not in RUNNING:
            continue
        tournament = (await reader.feed.current(item.id)).tournament
        if any(one.player and one.player.id == player_id and one.state in HERE for one in tournament.entries):
            found += entries_of(tournament, site, ahead)
    for one in await matches.ongoing_of(player_id):
        state, clock = clock_state(one.row), clock_option(one.row)
        if state is None or one.seat is None or clock is None or clock.is_live:
            continue
        if (due := state.due(one.seat)) is not None:
            title = _("Your move against %(player)s is due", player=player_names(one.row)[other(one.seat)])
            at, name = due + ahead, f"{one.row.id}-{one.seat}"
            found.append(CalendarEntry(name, at, at, title, f"{site}/matches/next"))
    return found
