"""The pages around a match: create it, wait for a friend, join, play, read the log."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.i18n import _, current_language
from app.base.i18n.formats import isolated
from app.base.web.http import MAX_NUMBER, see_other, site_url
from app.base.web.limits import DRAWN, Limit
from app.base.web.limits.address_hash import address_hash_of
from app.base.web.qr_code import qr_picture
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.cards.gallery.balance_words import closest
from app.cards.gallery.starters import starters
from app.matches.core.features.clock import clock_option
from app.matches.core.features.deal import DEAL
from app.matches.core.features.tournament import CASTER, TOURNAMENT
from app.matches.core.finding.games import is_alike
from app.matches.core.history.match_history import MatchHistory
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.live.update import Presence
from app.matches.core.match_id import MatchId
from app.matches.core.match_row import MatchRow
from app.matches.core.opponents.challenges import Challenges
from app.matches.core.opponents.same_wishes import same_wishes
from app.matches.core.service import MatchService
from app.matches.core.stored_options import are_decks_settled
from app.matches.play import forms
from app.matches.play.create_page import CreatePage
from app.matches.play.hints import EACH_TURN
from app.matches.play.join_page import JoinPage
from app.matches.table import match_words
from app.matches.table.drawing import table_drawing
from app.matches.table.match_page import LinkWords, MatchPage
from app.matches.table.match_summary import match_summary, player_names, reason_words
from app.matches.table.viewpoint import viewpoint_of
from app.matches.talk.service import TalkService
from app.people.players.identity import MaybePlayer, guest, redirect_with_cookie
from app.people.players.identity.counted import Count, counting
from app.people.players.invited import INVITED
from app.people.players.player import Player
from app.people.players.preference_service import for_page_with_row, found_with_row
from app.people.players.shown_names import given_name, marked_name
from engine.balance import evenest, fair_pairs
from engine.errors import EngineError
from engine.seat import Viewer

router = APIRouter(include_in_schema=False)


async def _to_match(request: Request, match_id: str, player: Player, query: str = "") -> Response:
    return await redirect_with_cookie(request, f"/match/{match_id}{query and '?'}{query}", player)


@router.get("/new", dependencies=[Depends(Limit("ask", DRAWN)), INVITED])
async def create_page(request: Request, player: MaybePlayer, preset: str = "first-game", edition: str = "") -> Response:
    """Show the create form, filled in from a preset."""
    slug, match_form = forms.preset_of(preset, edition)
    return _create_form(request, player, match_form, preset=slug, unfolded=slug not in forms.BY_SLUG)


def _create_form(
    request: Request,
    player: Player | None,
    match_form: forms.MatchForm,
    *,
    preset: str = "",
    error: str = "",
    unfolded: bool = False,
) -> Response:
    name = match_form.name or given_name(player)
    create = CreatePage(form=match_form, name=name, preset=preset, error=error, unfolded=unfolded)
    context = {"create": create, "page": "new"}
    return service_of(request, Templates).page(
        request, "matches/play/create.html", context, status=422 if error else 200
    )


@router.post("/new", dependencies=[INVITED])
async def create(request: Request, player: MaybePlayer, count: Annotated[Count, counting("create")]) -> Response:
    """Open the match of the form; a solo one starts at once."""
    sent = await request.form()
    match_form = forms.with_decks(forms.read_form(sent))
    try:
        new = forms.new_match(match_form)
        host = await guest(request, player, match_form.name)
        count(host)
        live = await service_of(request, MatchService).opening.create(
            host,
            new,
            forms.second_player(match_form),
            address_hash_of(request, "table"),
            partner=forms.partner(match_form),
        )
    except (AppError, EngineError) as error:
        return _create_form(request, player, match_form, error=AppError.of(error).sentence)
    wishes = {"deck": str(sent["saved"])[:40]} if "saved" in sent else {}
    if sent.get("hints") == EACH_TURN:
        wishes["hints"] = EACH_TURN
    return await _to_match(request, live.id, host, urlencode(wishes))


@router.get("/match/{id}", dependencies=[Depends(Limit("ask", DRAWN))])
async def match_page(request: Request, match_id: MatchId, player: MaybePlayer, hints: str = "") -> Response:
    """Show the page of a match: the table for players and watchers, the join form while a seat is free.

    `hints`: EACH_TURN lets one open each turn where there are hints.
    """
    service = service_of(request, MatchService)
    live, read = await service.live_matches.current_joined(match_id, for_page_with_row(player))
    if live.row.free_seat is not None and live.row.seat_of(player.id if player else None) is None:
        return await _join_page(request, live.row, player)
    await service.admission.check_may_see(live.row, player)
    waits = live.row.free_seat is not None
    asked = await service_of(request, Challenges).asked_by(player, live.row) if player and waits else ""
    each_turn = hints == EACH_TURN
    return _match_page(request, live, player, found_with_row(player, read), asked, each_turn=each_turn)


async def _join_page(request: Request, row: MatchRow, player: Player | None, error: str = "") -> Response:
    await service_of(request, MatchService).joining.check_not_reserved(row, player)
    taken = frozenset(row.options["decks"].values())
    decks = starters(taken) if row.format == "preconstructed" and not are_decks_settled(row.options) else []
    chosen = evenest(row.edition, *taken) if decks and len(taken) == 1 else 0
    join = JoinPage(
        id=row.id,
        host=next((marked_name(guest.name, program=guest.program) for guest in row.guests), ""),
        what=match_words.format_words(row),
        options=match_words.option_words(row),
        decks=decks,
        chosen=chosen,
        even=closest(row.edition) if {chosen, *taken} == {*fair_pairs(row.edition)[0]} else "",
        mirrored=next((deck.name for deck in starters() if row.options.get("mirror") and deck.number in taken), ""),
        rated=row.rated,
        public=row.public,
        name=given_name(player),
        error=error,
        site=site_url(request),
    )
    context = {"join": join, "page": "join"}
    return service_of(request, Templates).page(request, "matches/play/join.html", context, status=422 if error else 200)


def _match_page(
    request: Request, live: LiveMatch, player: Player | None, prefs: str | None, asked: str, *, each_turn: bool
) -> Response:
    row = live.row
    viewpoint = viewpoint_of(row, live.match, player.id if player else None)
    update = live.now()
    table = table_drawing(service_of(request, Templates), update, viewpoint)
    watching = viewpoint.viewer is None and not viewpoint.hotseat
    talk = service_of(request, TalkService)
    match = MatchPage(
        title=match_words.format_words(row),
        live=f"/match/{row.id}/live",
        stage=table.stage(site_url(request), asked),
        tournament=TOURNAMENT.of(row) or "",
        at_table=update.match is not None and update.match.position is not None,
        id=row.id,
        menu=table.menu(),
        waiting=row.status == "open",
        watching=watching,
        coaching=viewpoint.hands is not None and row.status != "over",
        caster=(CASTER.of(row) or 0) // 60,
        rated=row.rated,
        preview=row.options["preview"] and not watching,
        hints=_has_hints(row, viewpoint.viewer),
        hints_each_turn=each_turn,
        clocks=clock_option(row) is not None or TOURNAMENT.of(row) is not None,
        ordering=row.edition == "2021",
        solo=row.mode == "solo",
        hotseat=viewpoint.hotseat,
        talk=talk.is_at(row),
        emotes=talk.allows_emotes,
        link=_link_words(site_url(request), row),
    )
    context = {"match": match, "prefs": prefs, "page": "match"}
    return service_of(request, Templates).page(request, "matches/play/match.html", context)


def _link_words(site: str, row: MatchRow) -> LinkWords | None:
    """The preview in chats of a link to a match that was played; None before, and while a deal must not be seen."""
    if row.result is None or row.result.winner is None or row.is_sealed:
        return None
    names = player_names(row)
    title = _("%(first)s against %(second)s", first=isolated(names["A"]), second=isolated(names["B"]))
    return LinkWords(site, title, f"{reason_words(row)} {match_words.format_words(row)}")


def _has_hints(row: MatchRow, viewer: Viewer) -> bool:
    alone = viewer is not None and row.is_full and len(row.guests) == 1
    return alone and row.status != "over" and DEAL.of(row) is None


@router.post("/match/{id}/join")
async def join(
    request: Request,
    match_id: MatchId,
    player: MaybePlayer,
    count: Annotated[Count, counting("join")],
    name: Annotated[str, Form()] = "",
    deck: Annotated[int | None, Form(le=MAX_NUMBER)] = None,
    rated: Annotated[str, Form(max_length=8)] = "",
) -> Response:
    """Take the free seat. A player who comes too late is offered a similar table."""
    service = service_of(request, MatchService)
    live = await service.live_matches.get(match_id)  # `join` reads whether it is still like that
    try:
        joining_player = await guest(request, player, name)
        count(joining_player)
        await service.joining.join(match_id, joining_player, deck, rated=rated == "yes")
    except (AppError, EngineError) as error:
        refusal = AppError.of(error)
        if refusal.code == "no_such_match":
            raise
        if refusal.code in ("match_full", "table_closed"):
            return await _too_late(request, live.row, player, name or given_name(player))
        return await _join_page(request, live.row, player, refusal.sentence)
    return await _to_match(request, match_id, joining_player)


async def _too_late(request: Request, row: MatchRow, player: Player | None, name: str, status: int = 409) -> Response:
    """Show a page for a seat that is gone: it offers a similar open table, else to open one."""
    tables = (await service_of(request, MatchService).lobby.now()).tables
    alike = (one for one in tables if is_alike(one, row) and not one.seats_of(player.id if player else None))
    context = {
        "summary": match_summary(row, Presence()),
        "what": match_words.format_words(row),
        "like": next(alike, None),
        "name": name,
        "page": "join",
    }
    return service_of(request, Templates).page(request, "matches/play/too_late.html", context, status=status)


@router.get("/match/{id}/join", dependencies=[Depends(Limit("ask", DRAWN))])
async def seat(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """Say that the seat is gone: a page that offers it asks every few seconds."""
    row = (await service_of(request, MatchService).live_match(match_id)).row
    asked = "HX-Request" in request.headers
    if row.free_seat is not None or row.seat_of(player.id if player else None) is not None:
        return Response(status_code=204) if asked else see_other(f"/match/{match_id}")
    if asked:
        return Response(status_code=204, headers={"HX-Redirect": f"/match/{match_id}/join"})
    await service_of(request, MatchService).admission.check_may_see(row, player)
    return await _too_late(request, row, player, given_name(player), 200)


@router.post("/match/{id}/like", dependencies=[Depends(Limit("join")), INVITED])
async def open_like(
    request: Request,
    match_id: MatchId,
    player: MaybePlayer,
    count: Annotated[Count, counting("create")],
    name: Annotated[str, Form(max_length=400)] = "",
) -> Response:
    """Open a table like one whose seat is taken, or that was closed."""
    service = service_of(request, MatchService)
    row = (await service.live_match(match_id)).row
    host = await guest(request, player, name)
    count(host)
    new = same_wishes(row, host).model_copy(update={"public": row.public, "rated": row.rated})
    live = await service.opening.create(host, new, address=address_hash_of(request, "table"))
    return await _to_match(request, live.id, host)


@router.post("/match/{id}/cancel", dependencies=[Depends(Limit("join"))])
async def cancel(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """Close a table that nobody has joined; only its host may."""
    if player is None:
        raise AppError(Code.not_your_seat)
    await service_of(request, MatchService).open_tables.cancel(match_id, player)
    return see_other("/")


@router.get("/match/{id}/qr.svg", dependencies=[Depends(Limit("ask", DRAWN))])
async def qr_code(request: Request, match_id: MatchId) -> Response:
    """Return the room link as a QR code."""
    row = (await service_of(request, MatchService).live_match(match_id)).row
    return qr_picture(f"{site_url(request)}/match/{row.id}")


@router.get("/match/{id}/log", dependencies=[Depends(Limit("ask", DRAWN))])
async def log(
    request: Request,
    match_id: MatchId,
    player: MaybePlayer,
    before: Annotated[int | None, Query(le=MAX_NUMBER)] = None,
) -> Response:
    """Show the log as the viewer may know it: the last steps, or those before step `before`."""
    live = await service_of(request, MatchService).live_match(match_id)
    await service_of(request, MatchService).admission.check_may_see(live.row, player)
    viewer = live.row.seat_of(player.id if player else None)
    lines = await service_of(request, MatchHistory).log(live, viewer, current_language().code, before)
    return lines.html.response(request, "text/html")
