"""`GET /api/cards` (docs/api.md): all cards, abilities and sets, from the same words as the gallery."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from app.base.web.api_docs import refusals
from app.base.web.limits import Limit
from app.base.web.page_cache import cached_answer
from app.cards.gallery import icons, wording
from engine import cards
from engine.abilities import BY_SLUG
from engine.cards import Card

router = APIRouter(prefix="/api", tags=["cards"])

CACHE = "public, max-age=300"
VARY = "Accept-Language, Cookie, Accept-Encoding"


class CardOut(BaseModel):
    """A printed card; an incantation's damage stands under `attack`, and its `health` is null."""

    slug: str
    name: str = Field(description="in the asker's language, English where the card was not printed in it")
    names: dict[str, str] = Field(description="the printed names by language")
    set: str
    type: str
    cost: int
    attack: int | str = Field(description='a number, or "X" with Vulnerability')
    health: int | None
    abilities: list[str] = Field(description="slugs; aura:rage lends Rage to the neighbours")
    deck: int | None = Field(description="the preconstructed deck, 1 to 4")
    text: str = Field(description="one sentence that says what it does")
    icon: str = Field(description="its drawing's name at game-icons.net")


class AbilityOut(BaseModel):
    """A special ability."""

    slug: str
    name: str
    text: str
    editions: list[str]
    lendable: bool = Field(description="whether an Aura may give it")


class SetOut(BaseModel):
    """A set of 32 cards."""

    slug: str
    name: str
    text: str
    cards: list[str]


class CatalogueOut(BaseModel):
    """All printed cards, abilities and sets."""

    cards: list[CardOut]
    abilities: list[AbilityOut]
    sets: list[SetOut]


def card_out(card: Card) -> CardOut:
    attack = wording.attack_text(card)
    return CardOut(
        slug=str(card.slug),
        name=wording.card_name(card),
        names=wording.card_names(card),
        set=card.set,
        type=card.kind,
        cost=card.cost,
        attack=attack if attack == "X" else card.attack,
        health=card.health if card.is_creature else None,
        abilities=list(card.printed),
        deck=card.deck,
        text=wording.sentence(card),
        icon=icons.card_icon(card),
    )


def ability_out(words: wording.AbilityWords) -> AbilityOut:
    known = BY_SLUG.get(words.slug)
    return AbilityOut(
        slug=words.slug,
        name=words.name,
        text=words.text,
        editions=["2021", "2022"] if words.in_2021 else ["2022"],
        lendable=bool(known and known.lendable),
    )


def set_out(slug: str) -> SetOut:
    return SetOut(slug=slug, name=wording.set_name(slug), text=wording.set_motto(slug), cards=cards.of_sets((slug,)))


UNCHANGED: dict[int | str, dict[str, object]] = {304: {"description": "what If-None-Match names is still true"}}


@router.get(
    "/cards",
    response_model=CatalogueOut,
    dependencies=[Depends(Limit("ask"))],
    responses={**refusals(429), **UNCHANGED},
)
async def all_cards(request: Request) -> Response:
    """Return all cards, abilities and sets. No token is needed.

    Ask with If-None-Match when the copy at hand may be old.
    """
    return await cached_answer(
        request, "api/cards", _catalogue, media_type="application/json", headers={"Cache-Control": CACHE, "Vary": VARY}
    )


def _catalogue() -> str:
    everything = CatalogueOut(
        cards=[card_out(card) for card in cards.ALL.values()],
        abilities=[ability_out(words) for words in wording.all_abilities()],
        sets=[set_out(slug) for slug in cards.SETS],
    )
    return everything.model_dump_json()
