"""The pages around a match: create it, wait for a friend, join, play, read the log."""

from __future__ import annotations

import io
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Depends, Form, Path, Query, Request
from starlette.responses import RedirectResponse, Response

from app.cards.starters import starters
from app.designer.service import know_icons
from app.errors import AppError
from app.http import site_url
from app.i18n import current_language
from app.matches import about, forms
from app.matches.api import match_service
from app.matches.frames import Frames
from app.matches.looking import look_of
from app.matches.models import Meta
from app.matches.past import past
from app.matches.room import Room
from app.players.identity import MaybePlayer, guest, remember
from app.players.invites import invite_service
from app.players.models import Player
from app.security.limits import DRAWN, Limit, rate_limits
from app.security.marks import mark_of
from app.solo import fields, levels
from app.templating import templates
from engine.errors import EngineError

router = APIRouter(include_in_schema=False)

MatchId = Annotated[str, Path(alias="id", max_length=64)]
SEE_OTHER = 303


def frames(request: Request) -> Frames:
    """What renders the fragments of matches."""
    return Frames(templates(request), site_url(request))


def _to_match(request: Request, match_id: str, player: Player) -> Response:
    response = RedirectResponse(f"/match/{match_id}", SEE_OTHER)
    remember(request, response, player)
    return response


@router.get("/new", dependencies=[Depends(Limit("ask", DRAWN))])
async def create_page(request: Request, player: MaybePlayer, preset: str = "first-game", edition: str = "") -> Response:
    """The create form, filled in as a preset says."""
    if not await invite_service(request).may_open(player):
        return RedirectResponse("/invite", SEE_OTHER)
    slug, choice = forms.preset_of(preset, edition)
    return _create_form(request, player, choice, preset=slug)


def _create_form(request: Request, player: Player | None, choice: forms.Choice, **more: Any) -> Response:
    context = {"choice": choice, "presets": forms.PRESETS, "decks": starters(), "sets": forms.ALL_SETS, "page": "new"}
    context |= {"name": choice.name or (player.name if player else ""), "preset": "", "error": "", **more}
    context |= {
        "sum": fields.total(choice.solo, choice.edition, choice.champions == "yes"),
        "solo": {"abilities": fields.offered()},
    }
    context["quick_game"] = levels.SUGGESTED[0]
    return templates(request).page(request, "create.html", context, status=422 if more.get("error") else 200)


@router.post("/new")
async def create(request: Request, player: MaybePlayer) -> Response:
    """Open the match that the form asks for; a solo one starts at once."""
    if not await invite_service(request).may_open(player):
        return RedirectResponse("/invite", SEE_OTHER)
    choice = forms.read(await request.form())
    try:
        new = forms.new_match(choice)
        host = await guest(request, player, choice.name)
        rate_limits(request).check("create", request, host)
        room = await match_service(request).create(host, new, forms.beside(choice), mark_of(request, "table"))
    except (AppError, EngineError) as error:
        return _create_form(request, player, choice, error=AppError.of(error).sentence)
    return _to_match(request, room.id, host)


@router.get("/match/{id}", dependencies=[Depends(Limit("ask", DRAWN))])
async def match_page(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """The page of a match: the table for players and watchers, the door for whoever may still sit down."""
    room = await match_service(request).room(match_id)
    if room.meta.free_seat is not None and room.meta.seat_of(player.id if player else None) is None:
        return _door(request, room.meta, player)
    if room.meta.options["champions"]:
        await know_icons(request, room.meta.seats.values())
    return _match_page(request, room, player)


def _door(request: Request, meta: Meta, player: Player | None, error: str = "") -> Response:
    taken = frozenset(meta.options.get("decks", {}).values())
    context = {
        "about": meta,
        "what": forms.format_words(meta),
        "host": next((name for name in meta.names.values() if name), ""),
        "decks": starters(taken) if meta.format == "preconstructed" else [],
        "name": player.name if player else "",
        "error": error,
        "page": "join",
    }
    return templates(request).page(request, "rooms/join.html", context, status=422 if error else 200)


def _match_page(request: Request, room: Room, player: Player | None) -> Response:
    meta = room.meta
    look = look_of(meta, room.match, player.id if player else None)
    renderer = frames(request)
    update = room.now()
    watching = look.viewer is None and not look.hotseat
    context = {
        "about": about.about(meta, update.presence),
        "what": forms.format_words(meta),
        "watching": watching,
        "preview": meta.options.get("preview", True) and not watching,
        "stage": renderer.stage(room, update, look),
        "menu": renderer.menu(room, update, look),
        "page": "match",
    }
    return templates(request).page(request, "match/match.html", context)


@router.post("/match/{id}/join")
async def join(
    request: Request,
    match_id: MatchId,
    player: MaybePlayer,
    name: Annotated[str, Form()] = "",
    deck: Annotated[int | None, Form()] = None,
) -> Response:
    """Take the free seat. Whoever comes too late watches."""
    service = match_service(request)
    room = await service.room(match_id)
    try:
        comer = await guest(request, player, name)
        rate_limits(request).check("join", request, comer)
        await service.join(match_id, comer, deck)
    except (AppError, EngineError) as error:
        refusal = AppError.of(error)
        if refusal.code == "match_full":
            return RedirectResponse(f"/match/{match_id}", SEE_OTHER)
        return _door(request, room.meta, player, refusal.sentence)
    return _to_match(request, match_id, comer)


@router.post("/match/{id}/cancel", dependencies=[Depends(Limit("join"))])
async def cancel(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """The host closes a table at which nobody has sat down."""
    if player is None:
        raise AppError("not_your_seat", 403)
    await match_service(request).cancel(match_id, player)
    return RedirectResponse("/", SEE_OTHER)


@router.get("/match/{id}/qr.svg", dependencies=[Depends(Limit("ask", DRAWN))])
async def qr_code(request: Request, match_id: MatchId) -> Response:
    """The room link as a QR code."""
    meta = (await match_service(request).room(match_id)).meta
    drawing = io.BytesIO()
    segno.make(f"{site_url(request)}/match/{meta.id}", micro=False, error="m").save(
        drawing, kind="svg", scale=4, border=2
    )
    return Response(drawing.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


@router.get("/match/{id}/log", dependencies=[Depends(Limit("ask", DRAWN))])
async def log(
    request: Request, match_id: MatchId, player: MaybePlayer, before: Annotated[int | None, Query()] = None
) -> Response:
    """What happened, in words, as the asker may know it: the last steps, or those before step `before`."""
    room = await match_service(request).room(match_id)
    viewer = room.meta.seat_of(player.id if player else None)
    told = await past(request).log(room, viewer, current_language().code, before)
    return told.html.response(request, "text/html")
