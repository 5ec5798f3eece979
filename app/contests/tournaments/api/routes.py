"""Tournaments for programs (docs/api.md)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Final, TypeVar

import orjson
from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from app.base.web.api_docs import file_of, refusals
from app.base.web.http import MAX_NUMBER, StrictRoute, site_url
from app.base.web.limits import Limit, RateLimits, bytes_price
from app.base.web.limits.address_hash import address_hash_of
from app.base.web.services import service_of
from app.contests.tournaments.api import exports
from app.contests.tournaments.asker import check_scope_of_host, organizes, pay_for_field
from app.contests.tournaments.caster import CasterOut
from app.contests.tournaments.entering import Entering
from app.contests.tournaments.organizing.course import DECISIONS
from app.contests.tournaments.organizing.service import Organizing
from app.contests.tournaments.permits import CourseDecision
from app.contests.tournaments.reading import TournamentReader
from app.contests.tournaments.schemas import (
    ActList,
    ActOut,
    BoardKindIn,
    BoardReportIn,
    ByeIn,
    ComputerIn,
    Entered,
    EnterIn,
    EntryActIn,
    ExtensionIn,
    ForfeitIn,
    FoundTournament,
    NewTournament,
    ReasonIn,
    RulingIn,
    TournamentList,
    TournamentOpened,
    TournamentOut,
)
from app.contests.tournaments.state import state
from app.contests.tournaments.tournament import TournamentEntry
from app.matches.core.history.match_history import MatchHistory
from app.people.players.identity import MaybePlayer, RequiredPlayer
from app.people.players.identity.counted import Count, counted, counting
from app.people.players.player import Player

T = TypeVar("T", bound=ReasonIn)
OrganizersCall = Callable[..., Awaitable[Response]]
Route = TypeVar("Route", bound=Callable[..., Awaitable[Response]])

router = APIRouter(prefix="/api/tournaments", route_class=StrictRoute, tags=["tournaments"])

RawId = Annotated[str, Path(alias="id", max_length=32)]
NO_WHY = ReasonIn()
ASKED = refusals(404, 429)
PLAYERS = refusals(400, 401, 403, 404, 409, 422, 429)


async def _state(request: Request, tournament_id: str, player: Player | None) -> Response:
    service = service_of(request, TournamentReader)
    tournament = await service.current(tournament_id)
    organizer = await organizes(request, tournament, player)
    seen = state(tournament, service.site_time(), tournament.entry_of(player), organizer=organizer)
    service_of(request, RateLimits).charge_bytes(request, len(seen))
    return Response(seen, media_type="application/json")


async def _as_organizer(request: Request, player: Annotated[Player, counted("act")], tournament_id: RawId) -> Player:
    """Count an organizer's act."""
    await pay_for_field(request, tournament_id)
    await check_scope_of_host(request, tournament_id, player)
    return player


Organizer = Annotated[Player, Depends(_as_organizer)]


def _entered(entry: TournamentEntry) -> Entered:
    return Entered(number=entry.number, state=entry.state)


@router.post("", status_code=201, responses=refusals(400, 401, 403, 409, 422, 429))
async def open_tournament(
    request: Request, player: RequiredPlayer, count: Annotated[Count, counting("tournament")], new: NewTournament
) -> TournamentOpened:
    """Open a tournament; everything but its name has a default. Times are in seconds."""
    count(player)  # not what is malformed: there are few a minute
    tournament = await service_of(request, Organizing).create(player, new)
    site = site_url(request)
    return TournamentOpened(
        id=tournament.id,
        url=f"{site}/api/tournaments/{tournament.id}",
        join_url=f"{site}/tournament/{tournament.id}",
        code=tournament.code,
        invite=tournament.invite,
        caster=tournament.caster if tournament.options.caster is not None else None,
    )


@router.get("", dependencies=[Depends(Limit("ask"))], responses=refusals(401, 429))
async def list_tournaments(request: Request, player: MaybePlayer) -> TournamentList:
    """Return the tournaments that are not over, the newest first: public ones, and those that concern the caller."""
    return TournamentList(tournaments=await service_of(request, TournamentReader).listed(player))


@router.get("/mine", responses=refusals(401, 429))
async def own_tournaments(request: Request, player: Annotated[Player, counted("ask")]) -> TournamentList:
    """Return the tournaments that the caller has entered, the newest first, also those that are over."""
    return TournamentList(tournaments=await service_of(request, TournamentReader).of_player(player.id))


@router.get("/code/{words:path}", dependencies=[Depends(Limit("code"))], responses=refusals(404, 429))
async def find_tournament(request: Request, words: Annotated[str, Path(max_length=100)]) -> FoundTournament:
    """Return the tournament that these four words stand for, in any language of the site."""
    return FoundTournament(id=await service_of(request, TournamentReader).found(words))


@router.get(
    "/{id}", response_model=TournamentOut, dependencies=[Depends(Limit("ask"))], responses=refusals(401, 404, 429)
)
async def get_tournament(request: Request, player: MaybePlayer, tournament_id: RawId) -> Response:
    """Return a tournament as the caller may see it."""
    return await _state(request, tournament_id, player)


@router.get("/{id}/acts", dependencies=[Depends(Limit("ask"))], responses=ASKED)
async def get_acts(request: Request, tournament_id: RawId) -> ActList:
    """Return the acts of organizers, with their reasons."""
    rows = await service_of(request, TournamentReader).acts(tournament_id)
    acts = [
        ActOut(number=row.number, at=row.at, by=row.by, what=row.what, about=orjson.loads(row.about), why=row.why)
        for row in rows
    ]
    return ActList(acts=acts)


@router.post("/{id}/entries", status_code=201, responses=PLAYERS)
async def enter(
    request: Request, player: Annotated[Player, counted("enter")], tournament_id: RawId, entry: EnterIn
) -> Entered:
    """Enter a tournament, or come back to it."""
    await pay_for_field(request, tournament_id)
    address = address_hash_of(request, "tournament")
    service = service_of(request, Entering)
    return _entered(await service.enter(tournament_id, player, entry.deck, entry.invite, address))


@router.delete("/{id}/entries/me", responses=PLAYERS)
async def withdraw(request: Request, player: Annotated[Player, counted("act")], tournament_id: RawId) -> Entered:
    """Withdraw: a match that is being played continues, but there is no further one."""
    await pay_for_field(request, tournament_id)
    return _entered(await service_of(request, Entering).withdraw(tournament_id, player))


@router.post("/{id}/entries/me/pause", responses=PLAYERS)
async def pause_own(request: Request, player: Annotated[Player, counted("act")], tournament_id: RawId) -> Entered:
    """Play no further round for now."""
    await pay_for_field(request, tournament_id)
    return _entered(await service_of(request, Entering).pause_own(tournament_id, player))


@router.post("/{id}/entries/me/resume", responses=PLAYERS)
async def resume_own(request: Request, player: Annotated[Player, counted("act")], tournament_id: RawId) -> Entered:
    """Play again, from the next round on; also after a match to which one has not come."""
    await pay_for_field(request, tournament_id)
    return _entered(await service_of(request, Entering).resume_own(tournament_id, player))


@router.post("/{id}/entries/me/wait", status_code=204, responses=PLAYERS)
async def wait(request: Request, player: Annotated[Player, counted("act")], tournament_id: RawId) -> None:
    """Wait for the next match of an arena, for 30 s; an open stream waits on its own."""
    await service_of(request, Entering).wait(tournament_id, player)


@router.post("/{id}/reports", response_model=TournamentOut, responses=PLAYERS)
async def report(
    request: Request, player: Annotated[Player, counted("act")], tournament_id: RawId, given: BoardReportIn
) -> Response:
    """Report the result of your own board, played with your own cards; it counts when the opponent says the same."""
    await pay_for_field(request, tournament_id)
    await service_of(request, Entering).report(tournament_id, player, given)
    return await _state(request, tournament_id, player)


@router.post("/{id}/entries/{number}", response_model=TournamentOut, responses=PLAYERS)
async def act_on_entry(
    request: Request,
    player: Organizer,
    tournament_id: RawId,
    number: Annotated[int, Path(le=MAX_NUMBER)],
    act: EntryActIn,
) -> Response:
    """Approve, remove, pause or resume an entry, or make its player an organizer, too. Organizers only."""
    await service_of(request, Organizing).act_on_entry(tournament_id, player, number, act)
    return await _state(request, tournament_id, player)


@router.post("/{id}/computers", status_code=201, responses=PLAYERS)
async def add_computer(request: Request, player: Organizer, tournament_id: RawId, wanted: ComputerIn) -> Entered:
    """Add a computer player. Organizers only."""
    service = service_of(request, Organizing)
    return _entered(await service.add_computer(tournament_id, player, wanted.level, wanted.reason))


# Decisions on the course of a tournament: the last part of the path, and what it does.
_COURSE: Final[Mapping[CourseDecision, str]] = {
    "start": "Start: the first round begins at once.",
    "pause": "Let no further round begin; matches continue.",
    "resume": "Continue after a pause.",
    "next": "Begin the next round now.",
    "end": "End: matches in play end without a result. Before the first round: cancel.",
    "pair": "Pair the newest round again, in which nobody has acted.",
}


def _organizers_call(path: str, name: str, description: str, call: OrganizersCall) -> None:
    router.add_api_route(
        f"/{{id}}/{path}",
        call,
        methods=["POST"],
        name=name,
        description=f"{description} Organizers only.",
        response_model=TournamentOut,
        responses=PLAYERS,
    )


def _course_call(act: CourseDecision) -> OrganizersCall:
    async def call(request: Request, player: Organizer, tournament_id: RawId, why: ReasonIn = NO_WHY) -> Response:
        await service_of(request, Organizing).direct(tournament_id, player, act, why.reason)
        return await _state(request, tournament_id, player)

    return call


def _board_call(do: Callable[[Organizing, str, Player, T], Awaitable[None]], body: type[T]) -> OrganizersCall:
    async def call(request: Request, player: Organizer, tournament_id: RawId, given: T) -> Response:
        await do(service_of(request, Organizing), tournament_id, player, given)
        return await _state(request, tournament_id, player)

    call.__annotations__["given"] = body
    return call


for _act, _description in _COURSE.items():
    _organizers_call(_act, DECISIONS[_act].__name__, _description, _course_call(_act))
for _path, _call, _name, _description in (
    ("rulings", _board_call(Organizing.rule, RulingIn), "rule", "Rule the result of a board; also after the fact."),
    ("forfeits", _board_call(Organizing.forfeit, ForfeitIn), "forfeit", "Let an entry forfeit its match."),
    ("extensions", _board_call(Organizing.extend, ExtensionIn), "extend", "Give a player of a board more time."),
    (
        "boards",
        _board_call(Organizing.set_kind, BoardKindIn),
        "set_kind",
        "Let a board that nobody has begun be played with the players' own cards, or on this site.",
    ),
    (
        "byes",
        _board_call(Organizing.move_bye, ByeIn),
        "move_bye",
        "Give the bye of the newest round to an entry whose match nobody has begun.",
    ),
):
    _organizers_call(_path, _name, _description, _call)


@router.get(
    "/{id}/caster/{round}/{board}", dependencies=[Depends(Limit("hint"))], responses=refusals(401, 403, 404, 429)
)
async def get_board_of_caster(
    request: Request,
    player: MaybePlayer,
    tournament_id: RawId,
    round_number: Annotated[int, Path(alias="round", le=MAX_NUMBER)],
    board: Annotated[int, Path(le=MAX_NUMBER)],
    key: Annotated[str, Query(max_length=32)],
) -> CasterOut:
    """Return a board with both hands, as it was some minutes ago, to a caster who does not play."""
    return await service_of(request, TournamentReader).cast(tournament_id, round_number, board, key, player)


def _export(end: str, media: str, limit: str) -> Callable[[Route], Route]:
    return router.get(
        f"/{{id}}/export.{end}",
        dependencies=[Depends(Limit(limit))],
        response_class=Response,
        responses=ASKED | file_of(media),
    )


@_export("trf", "text/plain", "ask")
async def export_trf(request: Request, tournament_id: RawId) -> Response:
    """Return the rounds that are over as a FIDE tournament report."""
    tournament = await service_of(request, TournamentReader).current(tournament_id)
    return exports.attachment(exports.trf_of(tournament), "text/plain; charset=utf-8", f"{tournament.id}.trf")


@_export("csv", "text/csv", "ask")
async def export_csv(request: Request, tournament_id: RawId) -> Response:
    """Return the standings as a table for spreadsheets."""
    tournament = await service_of(request, TournamentReader).current(tournament_id)
    return exports.attachment(exports.csv_of(tournament), "text/csv; charset=utf-8", f"{tournament.id}.csv")


@_export("zip", "application/zip", "tournament_records")
async def export_zip(request: Request, tournament_id: RawId) -> Response:
    """Return report, standings, the log, and the records of all matches that are over."""
    service = service_of(request, TournamentReader)
    tournament, acts = await service.tournament(tournament_id), await service.acts(tournament_id)
    async with service_of(request, RateLimits).one_at_a_time("tournament_records", request):
        packed = await exports.archive(tournament, acts, service_of(request, MatchHistory))
        await service_of(request, RateLimits).settle(request, bytes_price(len(packed)))
    return exports.attachment(packed, "application/zip", f"{tournament.id}.zip")
