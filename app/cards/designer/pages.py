"""The pages of the card designer: the visitor's Champions, the editor, a shared card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.base.errors import AppError
from app.base.web.http import see_other, site_url
from app.base.web.limits import Limit
from app.base.web.link_pictures import COSTLY, link_picture
from app.base.web.page_cache import cached_page, cached_part
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.cards.designer import card_draft as sketches
from app.cards.designer.card_draft import CardDraft, QueriedDraft
from app.cards.designer.code import card_in, code_of
from app.cards.designer.comparison import Comparison, comparison
from app.cards.designer.models import MAX_DESIGNS, Design
from app.cards.designer.service import DesignService
from app.cards.gallery import wording
from app.cards.gallery.card_sheet import CardSheet
from app.cards.gallery.designed_icons import labels
from app.cards.gallery.filter_query import wants_fragment
from app.people.players.identity import MaybePlayer, redirect_with_cookie
from app.people.players.identity.counted import Count, counted, counting
from app.people.players.owned_pages import RowId, add_owned_pages, create_owned
from app.people.players.player import Player
from engine.cards import MAX_ABILITIES, MAX_VALUE, Card
from engine.design import MAX_NAME
from engine.errors import EngineError

router = APIRouter(prefix="/designer", include_in_schema=False)

NEW: Final = "/designer/new"
TABLE: Final = "cards/designer/table.html"
PART: Final = "cards/designer/sheet.html"


@dataclass(frozen=True, kw_only=True)
class DesignsPage(PageContext):
    """The visitor's Champions; `pasted`: what they sent, where it was refused."""

    template = "cards/designer/index.html"
    page = "decks"
    most = MAX_DESIGNS
    designs: list[Design]
    comparison: Comparison
    error: str
    pasted: str


async def _index(request: Request, player: Player | None, error: str = "", pasted: str = "") -> Response:
    shown = DesignsPage(
        designs=await service_of(request, DesignService).of(player),
        comparison=comparison(),
        error=error,
        pasted=pasted,
    )
    return service_of(request, Templates).show(request, shown, status=422 if error else 200)


@router.get("/new", dependencies=[Depends(Limit("ask"))])
async def new_design(request: Request, card_draft: QueriedDraft) -> Response:
    """Show the designer with a card that is not saved yet; its state is in the address."""
    if wants_fragment(request):
        return await cached_part(request, PART, card_draft, lambda: _drawing(card_draft, NEW, "/designer"))
    return await cached_page(request, TABLE, card_draft, lambda: _drawing(card_draft, NEW, "/designer") | _choices())


def _table(request: Request, card_draft: CardDraft, address: str, action: str, **more: object) -> Response:
    """Return the designer's page; to htmx only the card and its sum."""
    context = _drawing(card_draft, address, action) | more
    if wants_fragment(request):
        return service_of(request, Templates).page(request, PART, context)
    status = 422 if context["error"] else 200
    return service_of(request, Templates).page(request, TABLE, context | _choices(), status=status)


def _drawing(card_draft: CardDraft, address: str, action: str) -> dict[str, object]:
    """Return the context with which the card and its sum are drawn."""
    bounds = {"most_abilities": MAX_ABILITIES, "most_value": MAX_VALUE, "most_name": MAX_NAME}
    return {"page": "decks", "s": card_draft, "address": address, "action": action, "error": "", **bounds}


def _choices() -> dict[str, object]:
    return {"icons": labels(), "own": sketches.ability_choices(), "auras": sketches.ability_choices(aura=True)}


async def _sent(request: Request) -> CardDraft:
    form = await request.form()
    name, attack, health, icon = (str(form.get(key, "")) for key in ("name", "attack", "health", "icon"))
    return sketches.queried_draft(name, attack, health, [str(slug) for slug in form.getlist("ability")], icon)


@router.post("")
async def create(request: Request, player: MaybePlayer, count: Annotated[Count, counting("create")]) -> Response:
    """Store a card that was designed, shared or imported."""
    card_draft = await _sent(request)
    try:
        card = card_draft.card()
        service = service_of(request, DesignService)
        owner, design = await create_owned(request, player, count, lambda owner: service.create(owner, card))
    except (AppError, EngineError) as error:
        return _table(request, card_draft, NEW, "/designer", error=AppError.of(error).sentence)
    return await _to(request, owner, design)


async def _to(request: Request, owner: Player, design: Design) -> Response:
    return await redirect_with_cookie(request, f"/designer/{design.id}", owner)


def _pasted(request: Request, text: str) -> Response:
    return _page(request, card_in(text), None, owned=False)


def _design_page(request: Request, row: Design, *, owned: bool, error: str = "") -> Response:
    return _page(request, row.card, row, owned=owned, error=error)


@dataclass(frozen=True, kw_only=True)
class DesignPage(PageContext):
    """A designed card: `s` as a draft; `design` None: it is not stored."""

    template = "cards/designer/card.html"
    page = "decks"
    s: CardDraft
    card: Card
    design: Design | None
    owned: bool
    sentence: str
    abilities: list[wording.AbilityWords]
    code: str
    link: str
    error: str


def _page(request: Request, card: Card, design: Design | None, *, owned: bool, error: str = "") -> Response:
    shown = DesignPage(
        s=CardDraft.of(card),
        card=card,
        design=design,
        owned=owned,
        sentence=wording.sentence(card),
        abilities=[wording.ability(slug) for slug in card.printed],
        code=code_of(card),
        link=f"{site_url(request)}/designer/{design.id}" if design else "",
        error=error,
    )
    return service_of(request, Templates).show(request, shown, status=422 if error else 200)


@router.get("/{id}/edit", dependencies=[Depends(Limit("ask"))])
async def edit_design(request: Request, design_id: RowId, player: MaybePlayer, card_draft: QueriedDraft) -> Response:
    """Show the designer with the visitor's card; another player's card is shown as a page instead."""
    design = await service_of(request, DesignService).get(design_id)
    if not design.belongs_to(player):
        return see_other(f"/designer/{design.id}")
    if "health" not in request.query_params:
        card_draft = CardDraft.of(design.card)
    return _table(request, card_draft, f"/designer/{design.id}/edit", f"/designer/{design.id}", kept=design)


@router.get("/{id}/print", dependencies=[Depends(Limit("ask"))])
async def print_design(request: Request, design_id: RowId) -> Response:
    """Show a designed card for the printer, in the size of a sleeve."""
    design = await service_of(request, DesignService).get(design_id)
    sheet = CardSheet(cards=[design.card], title=design.card.name, back=f"/designer/{design.id}")
    return service_of(request, Templates).show(request, sheet)


@router.get("/{id}/picture.png", dependencies=[COSTLY])
async def design_link_picture(request: Request, design_id: RowId) -> Response:
    """Show a designed card as chats do next to a link, a PNG file."""
    card = (await service_of(request, DesignService).get(design_id)).card
    context: dict[str, object] = {"cards": [card], "title": card.name}
    return await link_picture(request, ("design", code_of(card)), "matches/table/link_scene.html", lambda: context)


@router.post("/{id}")
async def save(request: Request, design_id: RowId, player: Annotated[Player, counted("create")]) -> Response:
    """Save the changes of the visitor's card."""
    card_draft = await _sent(request)
    try:
        design = await service_of(request, DesignService).change(player, design_id, card_draft.card())
    except EngineError as error:
        sentence = AppError.of(error).sentence
        return _table(request, card_draft, f"/designer/{design_id}/edit", f"/designer/{design_id}", error=sentence)
    return await _to(request, player, design)


add_owned_pages(router, DesignService, index=_index, page=_design_page, pasted=_pasted)
