"""Decks for programs: the same decks as on the pages; the token or the cookie identifies the owner."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from app.base.errors import Code, malformed
from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute, site_url
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.cards.decks.code import code_of, deck_in
from app.cards.decks.legality import verdicts
from app.cards.decks.models import MAX_CARDS, NAME_LENGTH, Deck
from app.cards.decks.service import DeckService
from app.people.players.identity import RequiredPlayer
from app.people.players.identity.counted import counted
from app.people.players.player import Player

router = APIRouter(prefix="/api/decks", route_class=StrictRoute, tags=["decks"])

DeckId = Annotated[str, Path(alias="id", max_length=64)]
CardSlug = Annotated[str, Field(max_length=40)]


class DeckIn(BaseModel):
    """A deck to keep: its cards, or a text with its code."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"name": "Tides", "code": "DECK1-0C2G-C209-30D1-T1MF"}]}
    )

    name: str | None = Field(default=None, max_length=200, description=f"shortened to {NAME_LENGTH}")
    cards: list[CardSlug] | None = Field(default=None, max_length=MAX_CARDS, description="slugs, each once")
    code: str | None = Field(default=None, max_length=4000, description="a text with a DECK1-… code, instead of cards")


class VerdictOut(BaseModel):
    """The legality of a deck in an edition (R2.5)."""

    edition: str
    legal: bool
    text: str = Field(description="one sentence")


class DeckOut(BaseModel):
    """A saved deck."""

    id: str
    name: str
    cards: list[str]
    code: str = Field(description="carries the deck through a chat; empty while there are no cards")
    url: str = Field(description="the page to share")
    mine: bool
    legality: list[VerdictOut]


class DecksOut(BaseModel):
    """Your own decks, the one changed last first."""

    decks: list[DeckOut]


def _out(request: Request, deck: Deck, player_id: str | None) -> DeckOut:
    return DeckOut(
        id=deck.id,
        name=deck.name,
        cards=list(deck.slugs),
        code=code_of(deck.slugs) if deck.slugs else "",
        url=f"{site_url(request)}/decks/{deck.id}",
        mine=deck.owner == player_id,
        legality=[
            VerdictOut(edition=verdict.edition, legal=verdict.legal, text=verdict.words)
            for verdict in verdicts(deck.slugs)
        ],
    )


def _cards(sent: DeckIn) -> list[str] | None:
    if sent.cards is not None and sent.code is not None:
        raise malformed(Code.one_deck)
    return sent.cards if sent.code is None else list(deck_in(sent.code))


@router.get("", dependencies=[Depends(Limit("ask"))], responses=refusals(401, 429))
async def my_decks(request: Request, player: RequiredPlayer) -> DecksOut:
    """Return the caller's decks."""
    decks = await service_of(request, DeckService).of(player)
    return DecksOut(decks=[_out(request, deck, player.id) for deck in decks])


@router.post("", status_code=201, responses=refusals(400, 401, 409, 422, 429))
async def keep_deck(request: Request, player: Annotated[Player, counted("create")], sent: DeckIn) -> DeckOut:
    """Store a deck; it need not be legal yet."""
    deck = await service_of(request, DeckService).create(player, sent.name or "", _cards(sent) or [])
    return _out(request, deck, player.id)


@router.get("/{id}", dependencies=[Depends(Limit("ask"))], responses=refusals(401, 404, 429))
async def get_deck(request: Request, player: RequiredPlayer, deck_id: DeckId) -> DeckOut:
    """Return a deck of the caller's, or one whose id was shared."""
    return _out(request, await service_of(request, DeckService).get(deck_id), player.id)


@router.put("/{id}", responses=refusals(400, 401, 403, 404, 422, 429))
async def change_deck(
    request: Request, player: Annotated[Player, counted("create")], deck_id: DeckId, sent: DeckIn
) -> DeckOut:
    """Change the name, the cards, or both of a deck of the caller's."""
    deck = await service_of(request, DeckService).change(player, deck_id, name=sent.name, slugs=_cards(sent))
    return _out(request, deck, player.id)


@router.delete("/{id}", status_code=204, responses=refusals(401, 403, 404, 429))
async def delete_deck(request: Request, player: Annotated[Player, counted("create")], deck_id: DeckId) -> Response:
    """Delete a deck of the caller's."""
    await service_of(request, DeckService).delete(player, deck_id)
    return Response(status_code=204)
