"""The pages of tournaments: the list, the form, a tournament with its acts, the wall for a projector."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Query, Request
from starlette.responses import Response

from app.base.errors import AppError
from app.base.web.http import see_other, site_url
from app.base.web.limits import DRAWN, Limit, RateLimits
from app.base.web.limits.address_hash import address_hash_of
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.contests.ratings.api import Handle
from app.contests.ratings.service import RatingService
from app.contests.tournaments.asker import ORGANIZERS, TournamentId, pay_for_field, pay_for_pairing
from app.contests.tournaments.drawing import contexts, words
from app.contests.tournaments.entering import Entering
from app.contests.tournaments.live.decks import deck_of
from app.contests.tournaments.live.frames import TournamentFrames
from app.contests.tournaments.live.live_state import LiveStates
from app.contests.tournaments.live.own_facts import own_facts
from app.contests.tournaments.organizing.course import DECISIONS
from app.contests.tournaments.organizing.service import Organizing
from app.contests.tournaments.pages import forms
from app.contests.tournaments.pages.call import remember_tournament
from app.contests.tournaments.reading import TournamentReader
from app.contests.tournaments.schemas import (
    BoardKindIn,
    BoardReportIn,
    ByeIn,
    EntryActIn,
    ExtensionIn,
    ForfeitIn,
    RulingIn,
    TournamentItem,
)
from app.contests.tournaments.tournament import BoardPart, StoredTournament
from app.matches.core.finding.spoken_codes import MAX_TEXT
from app.people.players.identity import MaybePlayer, guest, redirect_with_cookie
from app.people.players.identity.counted import Count, counted, counting
from app.people.players.player import Player
from app.people.players.preference_service import PreferenceService
from engine.errors import EngineError

router = APIRouter(include_in_schema=False)

PLAYERS_ACTS: Final = frozenset({"withdraw", "pause", "resume", "report"})

FormText = Annotated[str, Form(max_length=200)]
FormNumber = Annotated[int, Form(ge=0, le=10_000)]


@router.get("/tournaments", dependencies=[Depends(Limit("ask", DRAWN))])
async def list_page(request: Request, player: MaybePlayer) -> Response:
    """Show the tournaments that are not over, and those that the visitor has entered."""
    return await _list(request, player)


@dataclass(frozen=True, kw_only=True)
class TournamentsPage(PageContext):
    """The lists of tournaments, each with its heading."""

    template = "contests/tournaments/list.html"
    page = "tournaments"
    parts: list[tuple[str, list[TournamentItem]]]
    systems: dict[str, str]
    statuses: dict[str, str]
    may_organize: bool
    error: str


async def _list(request: Request, player: Player | None, error: AppError | None = None) -> Response:
    service = service_of(request, TournamentReader)
    mine = await service.of_player(player.id) if player else []
    own = {line.id for line in mine}
    others = [line for line in await service.listed(player) if line.id not in own]
    shown = TournamentsPage(
        parts=forms.parts(mine, others),
        systems=words.systems(),
        statuses=words.statuses(),
        may_organize=await service_of(request, Organizing).may_organize(player),
        error=error.sentence if error else "",
    )
    status = error.status if error else 200
    return service_of(request, Templates).show(request, shown, status=status)


@router.post("/tournaments/find", dependencies=[Depends(Limit("code"))])
async def find(
    request: Request, player: MaybePlayer, typed: Annotated[str, Form(alias="words", max_length=MAX_TEXT)] = ""
) -> Response:
    """Lead to the tournament with these four words."""
    try:
        return see_other(f"/tournament/{await service_of(request, TournamentReader).found(typed)}")
    except AppError as error:
        return await _list(request, player, error)


@router.get("/tournaments/new", dependencies=[Depends(Limit("ask", DRAWN))])
async def new_page(request: Request, player: MaybePlayer) -> Response:
    """Show the form."""
    await service_of(request, Organizing).check_may_organize(player)
    return await _form(request, player, forms.TournamentForm())


async def _form(
    request: Request, player: Player | None, form: forms.TournamentForm, error: AppError | None = None
) -> Response:
    may_rate = await service_of(request, TournamentReader).may_rate_own_cards(player)
    context: dict[str, object] = {"form": form, "error": error.sentence if error else "", "page": "tournaments"}
    context |= forms.choices(may_rate_own_cards=may_rate)
    status = 422 if error else 200
    return service_of(request, Templates).page(request, "contests/tournaments/new.html", context, status=status)


@router.post("/tournaments/new")
async def create(request: Request, player: MaybePlayer, count: Annotated[Count, counting("tournament")]) -> Response:
    """Open the tournament of the form."""
    form = forms.TournamentForm.read(await request.form())
    try:
        new = form.new_tournament()
        await service_of(request, Organizing).check_may_organize(player)
        host = await guest(request, player)
        count(host)
        tournament = await service_of(request, Organizing).create(host, new)
    except (AppError, EngineError) as error:
        return await _form(request, player, form, AppError.of(error))
    return await redirect_with_cookie(request, f"/tournament/{tournament.id}", host)


@router.get("/tournaments/of/{handle}", dependencies=[Depends(Limit("ask", DRAWN))])
async def of_profile(request: Request, player: MaybePlayer, handle: Handle) -> Response:
    """Show the tournaments of a guest's profile."""
    profile = await service_of(request, RatingService).profile(handle, player)
    found = await service_of(request, TournamentReader).of_player(profile.player.id, listed=not profile.own)
    context = {"lines": found, "systems": words.systems(), "statuses": words.statuses()}
    return service_of(request, Templates).page(request, "contests/tournaments/of_profile.html", context)


@dataclass(frozen=True, kw_only=True)
class TournamentPage(PageContext):
    """A tournament; `key`: of an invitation; `sheets`: by what is on them."""

    template = "contests/tournaments/tournament.html"
    page = "tournaments"
    tournament: StoredTournament
    site: str
    invitation: contexts.Invitation
    zones: dict[str, str]
    sheets: dict[str, str]
    key: str
    error: str
    prefs: str | None


@router.get("/tournament/{id}", dependencies=[Depends(Limit("ask", DRAWN))])
async def tournament_page(
    request: Request, player: MaybePlayer, tournament_id: TournamentId, key: Annotated[str, Query(max_length=32)] = ""
) -> Response:
    """Show a tournament; by the link of an invitation with its key."""
    return await _tournament(request, player, tournament_id, key=key)


async def _tournament(
    request: Request, player: Player | None, tournament_id: str, error: AppError | None = None, key: str = ""
) -> Response:
    service, frames = service_of(request, TournamentReader), service_of(request, TournamentFrames)
    tournament, acts = await service.feed.current(tournament_id)
    live, site = service_of(request, LiveStates).of(tournament_id), site_url(request)
    zones = {
        "head": frames.head(tournament),
        "own": frames.own(tournament, player, await own_facts(request, player, tournament), site),
        "clock": frames.clock(tournament, service.site_time()),
        "pictures": frames.figures(tournament, live).whole,
        "route": frames.route(tournament),
        "shared": frames.shared(tournament, acts),
        "people": frames.people(tournament, live.here),
    }
    if player is not None and await service.is_organizer(tournament, player):
        zones["organizers"] = frames.organizers(await service.moment(tournament, player), player, site)
    shown = TournamentPage(
        tournament=tournament,
        site=site,
        invitation=contexts.invitation(tournament, site),
        zones={name: zone.html for name, zone in zones.items()},
        sheets=words.filled_sheets(tournament),
        key=key,
        error=error.sentence if error else "",
        prefs=await service_of(request, PreferenceService).for_page(player),
    )
    response = service_of(request, Templates).show(request, shown, status=error.status if error else 200)
    service_of(request, RateLimits).charge_bytes(request, len(response.body))
    if tournament.is_running and tournament.entry_of(player):
        remember_tournament(request, response, tournament_id)
    return response


@router.post("/tournament/{id}/enter")
async def enter(
    request: Request,
    player: MaybePlayer,
    count: Annotated[Count, counting("enter")],
    tournament_id: TournamentId,
    name: FormText = "",
    deck: FormText = "",
    key: FormText = "",
) -> Response:
    try:
        joining_player = await guest(request, player, name)
        count(joining_player)
        await pay_for_field(request, tournament_id)
        slugs = await deck_of(request, joining_player, deck)
        address = address_hash_of(request, "tournament")
        await service_of(request, Entering).enter(tournament_id, joining_player, slugs, key or None, address)
    except (AppError, EngineError) as error:
        return await _tournament(request, player, tournament_id, AppError.of(error), key)
    return await redirect_with_cookie(request, f"/tournament/{tournament_id}", joining_player)


@router.post("/tournament/{id}/{do}")
async def act(
    request: Request,
    player: Annotated[Player, counted("act")],
    tournament_id: TournamentId,
    do: str,
    what: Annotated[str, Form(alias="do", max_length=20)] = "",
    reason: FormText = "",
    number: FormNumber = 0,
    outcome: Annotated[str, Form(max_length=10)] = "",
    seat: Annotated[str, Form(max_length=20)] = "",
    minutes: FormNumber = 0,
    rated: Annotated[bool, Form()] = False,
) -> Response:
    """Carry out the request of a player for themselves, or of an organizer for the tournament."""
    await pay_for_field(request, tournament_id, 1 if do in PLAYERS_ACTS else ORGANIZERS)
    service = service_of(request, Entering)
    asked = forms.OrganizerForm(what, reason, number, outcome, seat, minutes)
    try:
        if do == "withdraw":
            await service.withdraw(tournament_id, player)
        elif do == "pause":
            await service.pause_own(tournament_id, player)
        elif do == "resume":
            await service.resume_own(tournament_id, player)
        elif do == "report":
            chosen = asked.board()
            part = BoardPart(player.id, chosen.round, chosen.board)  # not all of a large field
            at = asked.at_board(await service_of(request, TournamentReader).part(tournament_id, part))
            said = asked.checked(BoardReportIn, **at, outcome=outcome, rated=rated)
            await service.report(tournament_id, player, said)
        else:
            tournament = await service_of(request, TournamentReader).current(tournament_id)
            await _organize(request, tournament, player, asked)
    except AppError as error:
        service_of(request, RateLimits).charge(request, DRAWN)  # a refusal is drawn, too
        return await _tournament(request, player, tournament_id, error)
    return see_other(f"/tournament/{tournament_id}")


async def _organize(request: Request, tournament: StoredTournament, player: Player, asked: forms.OrganizerForm) -> None:
    service = service_of(request, Organizing)
    decision = next((one for one in DECISIONS if one == asked.do), None)
    if decision is not None:
        await pay_for_pairing(request, tournament.id, decision)
        await service.direct(tournament.id, player, decision, asked.reason)
    elif asked.do == "computer":
        await service.add_computer(tournament.id, player, None, asked.reason)
    elif asked.do == "rule":
        ruling = asked.checked(RulingIn, **asked.at_board(tournament), outcome=asked.outcome or None)
        await service.rule(tournament.id, player, ruling)
    elif asked.do == "extend":
        more = asked.checked(ExtensionIn, **asked.at_seat(tournament), seconds=60 * asked.minutes)
        await service.extend(tournament.id, player, more)
    elif asked.do == "forfeit":
        await service.forfeit(tournament.id, player, asked.checked(ForfeitIn, **asked.at_seat(tournament)))
    elif asked.do in ("box", "online"):
        kind = "box" if asked.do == "box" else "match"
        await service.set_kind(
            tournament.id, player, asked.checked(BoardKindIn, **asked.at_board(tournament), kind=kind)
        )
    elif asked.do == "bye":
        await service.move_bye(tournament.id, player, asked.checked(ByeIn, number=asked.at_seat(tournament)["number"]))
    else:
        wanted = asked.checked(EntryActIn, do=asked.do.removesuffix("_entry"))
        await service.act_on_entry(tournament.id, player, asked.number, wanted)
