"""`GET /match/{id}/workshop`: where a player builds a deck for the match or searches for a Champion (R2.5, R9.1). A
fragment for the match page. It has the player's own things, such as saved decks, which the match's zones, shared by all
viewers of a seat, cannot have. The choice itself goes through the page's socket like any action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import parse_qs, urlsplit

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse

from app.base.errors import AppError, Code
from app.base.web.limits import DRAWN, Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.cards.decks.builder import BuilderQuery, QueriedDeck, text_of
from app.cards.decks.legality import is_legal
from app.cards.decks.models import Deck, shown
from app.cards.decks.service import DeckService
from app.cards.designer.models import Design
from app.cards.designer.service import DesignService
from app.cards.gallery import catalogue, wording
from app.cards.gallery.catalogue import CardFilter
from app.cards.gallery.curve import curve
from app.cards.gallery.filter_query import QueriedFilter, filter_words
from app.cards.gallery.starters import Starter, starters
from app.matches.core.match_id import MatchId
from app.matches.core.match_row import MatchRow
from app.matches.core.service import MatchService
from app.people.players.identity import RequiredPlayer
from app.people.players.player import Player
from engine import editions
from engine.cards import ALL, Card
from engine.errors import IllegalAction
from engine.match import Match
from engine.seat import Seat
from engine.setup.champions import check_champion

router = APIRouter(include_in_schema=False)

DESIGN = "design:"


@router.get("/match/{id}/workshop", dependencies=[Depends(Limit("ask", DRAWN))])
async def workshop(
    request: Request,
    match_id: MatchId,
    player: RequiredPlayer,
    seat: Seat,
    asked: QueriedDeck,
    card_filter: QueriedFilter,
    champion: Annotated[str, Query(max_length=60)] = "",
    chosen: Annotated[str, Query(max_length=60)] = "",
) -> HTMLResponse:
    """Show the deck builder or the Champions, if the match awaits that choice of the player at `seat`; else nothing."""
    live = await service_of(request, MatchService).live_match(match_id)
    if seat not in live.row.seats_of(player.id):
        raise AppError(Code.not_your_seat)
    match = live.match
    if match is None or match.position is not None or seat not in match.to_act:
        return HTMLResponse("", headers={"Cache-Control": "no-store"})
    address = f"/match/{match_id}/workshop?seat={seat}"
    if match.setup.phase == "deck":
        return await _deck(request, player, live.row, asked, address)
    if match.setup.phase == "champion":
        return await _champion(request, player, ChampionSearch(match, seat, card_filter, champion, chosen), address)
    return HTMLResponse("", headers={"Cache-Control": "no-store"})


# -- a deck


async def _deck(request: Request, player: Player, row: MatchRow, asked: BuilderQuery, address: str) -> HTMLResponse:
    rules = editions.BY_NAME[row.edition]
    builder = asked.builder(pool=rules.sets, editions=(rules.name,))
    context = {"b": builder, "address": address, "purpose": "match", **filter_words(builder.card_filter)}
    context |= {"sets": rules.sets if len(rules.sets) > 1 else ()}
    target = request.headers.get("hx-target", "")
    if "#found" in target:
        return _part(request, "cards/decks/found.html", context)
    if "#deck-panel" in target:
        toggled = request.query_params.get("toggle", "") if asked.one_card else ""
        return _part(request, "cards/decks/changed.html", {**context, "toggled": toggled})
    if "#workbench" in target:
        return _part(request, "cards/decks/workbench.html", context)
    wished = parse_qs(urlsplit(request.headers.get("hx-current-url", "")).query).get("deck")
    decks = sorted(await service_of(request, DeckService).of(player), key=lambda deck: [deck.id] != wished)
    context["ready"] = [_offer(deck) for deck in decks if is_legal(deck.slugs, rules)]
    context["others"] = [_offer(deck) for deck in decks if not is_legal(deck.slugs, rules)]
    context["starters"] = [_starter(words) for words in starters()]
    context["starters_legal"] = not rules.bans
    context["edition"] = rules.name
    return _part(request, "matches/table/prepare/deck_workshop.html", context)


def _offer(deck: Deck) -> dict[str, object]:
    return {"name": deck.name, "slugs": deck.slugs, "cards": deck.cards, "text": text_of(deck.slugs)}


def _starter(words: Starter) -> dict[str, object]:
    slugs = tuple(str(card.slug) for card in words.cards)
    return {"name": words.name, "slugs": slugs, "cards": shown(slugs), "text": text_of(slugs)}


def _part(request: Request, name: str, context: dict[str, object]) -> HTMLResponse:
    return service_of(request, Templates).page(request, name, context)


# -- a Champion


@dataclass(frozen=True, slots=True)
class ChampionSearch:
    """A search for a Champion: filters, the one chosen before and the one now, a slug, or `design:` and an id."""

    match: Match
    seat: Seat
    card_filter: CardFilter
    champion: str
    before: str

    @property
    def chosen(self) -> str:
        """The choice; pressing the same again takes it back."""
        if not self.champion:
            return self.before
        return "" if self.champion == self.before else self.champion

    def fits(self, card: Card) -> bool:
        """True if the engine would take this Champion."""
        try:
            check_champion(card.notation, self.match.setup.decks[self.seat])
        except IllegalAction:
            return False
        return True

    @property
    def found(self) -> list[Card]:
        """The printed Champions on offer, as the filters ask."""
        return [card for card in catalogue.find(self.card_filter) if self.fits(card)]

    @property
    def total(self) -> int:
        """The number of Champions without filters."""
        return sum(map(self.fits, ALL.values()))


async def _champion(request: Request, player: Player, wanted: ChampionSearch, address: str) -> HTMLResponse:
    designs = await service_of(request, DesignService).of(player)
    stage = wanted.match.setup.stage
    deck = shown(wanted.match.setup.decks[wanted.seat])
    context = {
        "w": wanted,
        "address": address,
        "designs": designs,
        "card": _card(wanted.chosen, designs),
        "optional": bool(getattr(stage, "optional", False)),
        "sentence": wording.sentence,
        "deck": deck,
        "curve": curve(deck),
        **filter_words(wanted.card_filter),
    }
    target = request.headers.get("hx-target", "")
    if "#found" in target:
        return _part(request, "matches/table/prepare/champions_found.html", context)
    if "#champion-panel" in target:
        changed = [value for value in (wanted.before, wanted.champion) if value]
        return _part(request, "matches/table/prepare/champion_changed.html", {**context, "changed": changed})
    return _part(request, "matches/table/prepare/champion_workshop.html", context)


def _card(chosen: str, designs: list[Design]) -> Card | None:
    """Return the card of a choice; None for one that does not exist."""
    if chosen.startswith(DESIGN):
        return next((design.card for design in designs if chosen == DESIGN + design.id), None)
    return ALL.get(chosen)
