"""The pages of decks: the visitor's decks, the builder, a shared deck, import by code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from app.base.errors import AppError
from app.base.web.http import see_other, site_url
from app.base.web.limits import DRAWN, Limit
from app.base.web.link_pictures import COSTLY, link_picture
from app.base.web.page_cache import cached_page, cached_part
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.cards.decks.builder import MAX_TEXT, Builder, BuilderQuery, QueriedDeck, cards_of, text_of
from app.cards.decks.code import code_of, deck_in
from app.cards.decks.legality import Legality, verdicts
from app.cards.decks.models import MAX_CARDS, MAX_DECKS, NAME_LENGTH, Deck, shown
from app.cards.decks.service import DeckService
from app.cards.gallery.card_sheet import CardSheet
from app.cards.gallery.curve import Curve, curve
from app.cards.gallery.filter_query import filter_words, wants_fragment
from app.cards.gallery.starters import Starter, starters
from app.people.players.identity import MaybePlayer, redirect_with_cookie
from app.people.players.identity.counted import Count, counted, counting
from app.people.players.owned_pages import RowId, add_owned_pages, create_owned
from app.people.players.player import Player
from engine.cards import Card

router = APIRouter(prefix="/decks", include_in_schema=False)

NEW: Final = "/decks/new"
WHOLE: Final = "cards/decks/builder.html"
REPLACE: Final = "HX-Replace-Url"
Name = Annotated[str, Form(max_length=NAME_LENGTH * 16)]
DeckText = Annotated[str, Form(alias="deck", max_length=MAX_TEXT)]


@dataclass(frozen=True, kw_only=True)
class DeckSummary(PageContext):
    """A deck in short; `deck` None: it is not saved; `verdicts`: in which editions it is legal."""

    deck: Deck | None
    text: str
    cards: tuple[Card, ...]
    curve: Curve
    verdicts: list[Legality]


@dataclass(frozen=True, kw_only=True)
class DeckPage(DeckSummary):
    """A deck; `pasted` or shared, where it is not `owned`."""

    template = "cards/decks/deck.html"
    page = "decks"
    owned: bool
    code: str
    error: str
    link: str


@dataclass(frozen=True, kw_only=True)
class DecksPage(PageContext):
    """The visitor's decks and the starter decks; `pasted`: what was refused."""

    template = "cards/decks/index.html"
    page = "decks"
    most = MAX_DECKS
    decks: list[DeckSummary]
    starters: list[tuple[Starter, DeckSummary]]
    error: str
    pasted: str


async def _index(request: Request, player: Player | None, error: str = "", pasted: str = "") -> Response:
    decks = await service_of(request, DeckService).of(player)
    shown = DecksPage(
        decks=[_summary(deck.slugs, deck) for deck in decks],
        starters=[(words, _summary(tuple(str(card.slug) for card in words.cards))) for words in starters()],
        error=error,
        pasted=pasted,
    )
    return service_of(request, Templates).show(request, shown, status=422 if error else 200)


def _summary(slugs: tuple[str, ...], deck: Deck | None = None) -> DeckSummary:
    row = shown(slugs)
    judged = verdicts(slugs)
    return DeckSummary(deck=deck, text=text_of(slugs), cards=row, curve=curve(row), verdicts=judged)


@router.get("/new", dependencies=[Depends(Limit("ask"))])
async def new_deck(request: Request, asked: QueriedDeck) -> Response:
    """Show the builder with a deck that is not saved yet; its state is in the address."""
    builder = asked.builder()
    name, toggled = _wanted(request, asked)

    def context() -> dict[str, object]:
        return _building(builder, NEW, toggled) | {"action": "/decks"}

    if name == WHOLE:
        return await cached_page(request, name, builder, context)
    replaced = {REPLACE: builder.address(NEW)}
    return await cached_part(request, name, (builder, toggled), context, headers=replaced)


def _show_builder(request: Request, builder: Builder, address: str, asked: BuilderQuery, **more: object) -> Response:
    name, toggled = _wanted(request, asked)
    page = service_of(request, Templates).page(request, name, _building(builder, address, toggled) | more)
    if name != WHOLE:
        page.headers[REPLACE] = builder.address(address)
    return page


def _building(builder: Builder, address: str, toggled: str) -> dict[str, object]:
    context = {"page": "decks", "b": builder, "address": address, "most": MAX_CARDS, "toggled": toggled}
    return context | filter_words(builder.card_filter)


def _wanted(request: Request, asked: BuilderQuery) -> tuple[str, str]:
    """Return the template to draw: for htmx only the changed part, the list found, or the deck and the one card (slug)
    that went in or out."""
    target = request.headers.get("hx-target", "") if wants_fragment(request) else ""
    if "#found" in target:
        return "cards/decks/found.html", ""
    if target:
        return "cards/decks/changed.html", asked.toggle if asked.one_card else ""
    return WHOLE, ""


@router.post("")
async def create(
    request: Request,
    player: MaybePlayer,
    count: Annotated[Count, counting("create")],
    name: Name = "",
    deck: DeckText = "",
) -> Response:
    """Store a deck that was built, shared or imported."""
    try:
        service, slugs = service_of(request, DeckService), cards_of(deck)
        owner, kept = await create_owned(request, player, count, lambda owner: service.create(owner, name, slugs))
    except AppError as error:
        return await _index(request, player, error.sentence)
    return await _to(request, owner, kept)


async def _to(request: Request, owner: Player, deck: Deck) -> Response:
    return await redirect_with_cookie(request, f"/decks/{deck.id}", owner)


def _pasted(request: Request, text: str) -> Response:
    return _page(request, deck_in(text), None, owned=False)


def _deck_page(request: Request, row: Deck, *, owned: bool, error: str = "") -> Response:
    return _page(request, row.slugs, row, owned=owned, error=error)


def _page(request: Request, slugs: tuple[str, ...], deck: Deck | None, *, owned: bool, error: str = "") -> Response:
    code = code_of(slugs) if slugs else ""
    link = f"{site_url(request)}/decks/{deck.id}" if deck else ""
    shown = DeckPage.of(_summary(slugs, deck), owned=owned, code=code, error=error, link=link)
    return service_of(request, Templates).show(request, shown, status=422 if error else 200)


@router.get("/{id}/edit", dependencies=[Depends(Limit("ask"))])
async def edit_deck(request: Request, deck_id: RowId, player: MaybePlayer, asked: QueriedDeck) -> Response:
    """Show the builder with the visitor's deck; another player's deck is shown as a page instead."""
    deck = await service_of(request, DeckService).get(deck_id)
    if not deck.belongs_to(player):
        return see_other(f"/decks/{deck.id}")
    builder = asked.builder(deck.slugs, deck.name)
    return _show_builder(request, builder, f"/decks/{deck.id}/edit", asked, action=f"/decks/{deck.id}", kept=deck)


@router.get("/{id}/print", dependencies=[Depends(Limit("ask", DRAWN))])
async def print_deck(request: Request, deck_id: RowId) -> Response:
    """Show the cards of a deck for the printer, each in the size of a sleeve."""
    deck = await service_of(request, DeckService).get(deck_id)
    sheet = CardSheet(cards=shown(deck.slugs), title=deck.name, back=f"/decks/{deck.id}")
    return service_of(request, Templates).show(request, sheet)


@router.get("/{id}/picture.png", dependencies=[COSTLY])
async def deck_link_picture(request: Request, deck_id: RowId) -> Response:
    """Show the cards of a deck as chats do next to a link, a PNG file."""
    deck = await service_of(request, DeckService).get(deck_id)
    context: dict[str, object] = {"cards": shown(deck.slugs), "title": deck.name}
    return await link_picture(
        request, ("deck", deck.name, deck.slugs), "matches/table/link_scene.html", lambda: context
    )


@router.post("/{id}")
async def save(
    request: Request,
    deck_id: RowId,
    player: Annotated[Player, counted("create")],
    deck: DeckText = "",
    name: Name = "",
) -> Response:
    """Save the changes of the visitor's deck."""
    slugs = cards_of(deck)
    try:
        kept = await service_of(request, DeckService).change(player, deck_id, name=name, slugs=slugs)
    except AppError as error:
        if error.status != 422:
            raise
        return await _refused(request, deck_id, player, error)
    return await _to(request, player, kept)


@router.post("/{id}/rename")
async def rename(
    request: Request, deck_id: RowId, player: Annotated[Player, counted("create")], name: Name = ""
) -> Response:
    """Rename a deck of the visitor's."""
    return await _to(request, player, await service_of(request, DeckService).change(player, deck_id, name=name))


async def _refused(request: Request, deck_id: str, player: Player, error: AppError) -> Response:
    deck = await service_of(request, DeckService).get(deck_id)
    return _deck_page(request, deck, owned=deck.belongs_to(player), error=error.sentence)


add_owned_pages(router, DeckService, index=_index, page=_deck_page, pasted=_pasted, price=DRAWN)
