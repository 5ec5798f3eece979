"""The pages of ratings: a guest's profile with its history, the leaderboard, what counts, and a match's result."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.i18n import formats
from app.base.web.http import see_other
from app.base.web.limits import DRAWN, Limit
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.cards.decks.service import DeckService
from app.cards.gallery.starters import starters
from app.contests.ratings import figures
from app.contests.ratings.api import Handle
from app.contests.ratings.ending import deck_mark
from app.contests.ratings.graph import DrawnGraph, drawn_graph
from app.contests.ratings.kinds import KINDS, Kind
from app.contests.ratings.queries import FIRST, DeckRecord, Filters, PlayedMatch, RatingNow
from app.contests.ratings.service import Profile, RatingService
from app.contests.ratings.verdicts import FREE, OF_A_PAIR
from app.contests.ratings.words import FORMATS, OUTCOMES, format_name, verdict_words
from app.matches.bots.characters import CHARACTERS, Character
from app.matches.core.service import MatchService
from app.matches.core.storage import bot_results
from app.matches.solo import levels
from app.matches.solo.ladder import Rung
from app.matches.table.match_summary import opponent_face, opponent_words
from app.matches.table.match_words import format_words
from app.people.players.identity import MaybePlayer
from app.people.players.player import Player
from app.people.players.shown_names import marked_name
from engine.seat import Seat

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask", DRAWN))])

A_PAGE: Final = 30
Word = Annotated[str, Query(max_length=24)]


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """A finished match in a history."""

    link: str
    who: str
    what: str
    deck: str
    outcome: str
    outcome_words: str
    gain: int | None
    day: str
    iso: str
    face: str


@dataclass(frozen=True, slots=True)
class DeckItem:
    """The results with a deck."""

    name: str
    value: str
    record: DeckRecord


@router.get("/profile")
async def own_profile(request: Request, player: MaybePlayer) -> Response:
    """Redirect to the visitor's profile; a visitor who has not played yet has none."""
    if player is None:
        return service_of(request, Templates).page(
            request,
            "contests/ratings/nobody.html",
            {"page": "profile", "listed": service_of(request, RatingService).listed},
        )
    profile = await service_of(request, RatingService).own(player)
    query = f"?{request.url.query}" if request.url.query else ""
    return see_other(f"/profile/{profile.handle}{query}")


@router.get("/profile/figures")
async def own_figures(request: Request, player: MaybePlayer) -> Response:
    """Show how often the visitor won, by who began, length, decks and drafted cards; nobody else sees that."""
    if player is None:
        return see_other("/profile")
    service = service_of(request, RatingService)
    profile = await service.own(player)
    rows = await service.counted(profile)
    context = {
        "profile": profile,
        "matches": len(rows),
        "tables": figures.tables(rows, await _deck_names(request, profile)),
        "page": "profile",
    }
    return service_of(request, Templates).page(request, "contests/ratings/figures.html", context)


@dataclass(frozen=True, kw_only=True)
class ProfilePage(PageContext):
    """A guest's profile; `rungs`: of the ladder, with the names of levels; `beaten`: computer opponents, by matches
    that the reader may see; `older`: where the next page begins."""

    template = "contests/ratings/profile.html"
    page = "profile"
    formats = FORMATS
    outcomes = OUTCOMES
    profile: Profile
    name: str
    ratings: list[RatingNow]
    kind: Kind | None
    graph: DrawnGraph | None
    decks: list[DeckItem]
    opponents: list[str]
    rungs: list[tuple[Rung, str]]
    beaten: list[Character]
    wanted: Filters
    lines: list[HistoryItem]
    older: float | None
    newest: bool
    listed: bool


@router.get("/profile/{handle}")
async def profile_page(
    request: Request,
    player: MaybePlayer,
    handle: Handle,
    played: Annotated[str, Query(alias="format", max_length=24)] = "",
    against: Word = "",
    deck: Word = "",
    opponent: Word = "",
    result: Word = "",
    kind: Annotated[str, Query(max_length=64)] = "",
    before: Annotated[float | None, Query(allow_inf_nan=False)] = None,
) -> Response:
    """Show a guest's ratings, results by deck, ladder, and history as filtered."""
    service = service_of(request, RatingService)
    profile = await service.profile(handle, player)
    ratings = await service.ratings(profile)
    shown_kind = KINDS.get(kind) or (ratings[0].kind if ratings else None)
    wanted = Filters(played, against, deck, opponent, result)
    found = await service.history(profile, wanted, before, A_PAGE + 1)
    names = await _deck_names(request, profile)
    records = [
        DeckItem(names.get(record.deck or "", format_name(record.format)), record.deck or "", record)
        for record in await service.decks(profile)
    ]
    against_bots = await service_of(request, MatchService).bot_results.of(profile.player, in_public=not profile.own)
    beaten = bot_results.beaten(against_bots)
    shown = ProfilePage(
        profile=profile,
        name=marked_name(profile.player.name, program=profile.player.program),
        ratings=ratings,
        kind=shown_kind,
        graph=drawn_graph(await service.points(profile, shown_kind)) if shown_kind else None,
        decks=records,
        opponents=await service.opponents(profile),
        rungs=[(rung, levels.name(rung.level, rung.edition)) for rung in await service.rungs(profile)],
        beaten=[bot for bot in CHARACTERS if bot.name in beaten],
        wanted=wanted,
        lines=[_line(one, names) for one in found[:A_PAGE]],
        older=found[A_PAGE - 1].at if len(found) > A_PAGE else None,
        newest=before is None,
        listed=service.listed,
    )
    return service_of(request, Templates).show(request, shown)


async def _deck_names(request: Request, profile: Profile) -> dict[str, str]:
    """Return the names of decks: of preconstructed ones, and of those that a guest has built, for that guest."""
    names = {str(deck.number): deck.name for deck in starters()}
    for deck in await service_of(request, DeckService).of(profile.player if profile.own else None):
        names.setdefault(deck_mark(deck.slugs), deck.name)
    return names


def _line(played: PlayedMatch, names: dict[str, str]) -> HistoryItem:
    row = played.row
    return HistoryItem(
        f"/match/{row.id}/replay?from={played.seat}",
        opponent_words(row, played.seat),
        format_words(row),
        names.get(played.deck or "", ""),
        played.outcome,
        OUTCOMES[played.outcome](),
        None if played.gain is None or played.number <= FIRST else round(played.gain),
        formats.day(played.at),
        datetime.fromtimestamp(played.at, UTC).date().isoformat(),
        opponent_face(row, played.seat),
    )


@router.get("/match/{id}/profile/{seat}")
async def profile_at(
    request: Request, match_id: Annotated[str, Path(alias="id", max_length=64)], seat: Annotated[Seat, Path()]
) -> Response:
    """Lead to the profile of the guest at a seat; AppError(no_such_profile) without a guest there."""
    holder = (await service_of(request, MatchService).live_match(match_id)).row.holders[seat]
    if not isinstance(holder, Player):
        raise AppError(Code.no_such_profile)
    return see_other(f"/profile/{await service_of(request, RatingService).handle_of(holder.id)}")


@router.get("/match/{id}/ratings")
async def match_ratings(
    request: Request, match_id: Annotated[str, Path(alias="id", max_length=64)], player: MaybePlayer
) -> Response:
    """Show the effect of a finished match on its players' ratings: a line on the result."""
    live = await service_of(request, MatchService).live_match(match_id)
    seat = live.row.seat_of(player.id if player else None)
    found = [one for one in await service_of(request, RatingService).of_match(match_id) if one.seat == seat]
    context: dict[str, object] = {"found": found[0] if found else None, "first": FIRST}
    if found:
        context["words"] = verdict_words(found[0].verdict, asked=live.row.rated)
    return service_of(request, Templates).page(request, "contests/ratings/after.html", context)


@router.get("/leaderboard")
async def leaderboard(request: Request, kind: Annotated[str, Query(max_length=64)] = "") -> Response:
    """Show the players with the best ratings of a kind; 404 where the host has switched that off."""
    service = service_of(request, RatingService)
    shown = KINDS.get(kind) or KINDS["people.preconstructed.none"]
    ranked = await service.leaderboard(shown)
    players = [one._replace(name=marked_name(one.name, program=one.program)) for one in ranked]
    context = {"kinds": [each for each in KINDS.values() if each.was_seen], "kind": shown, "players": players}
    return service_of(request, Templates).page(
        request, "contests/ratings/leaderboard.html", context | {"page": "leaderboard"}
    )


@router.get("/fair-play")
async def fair_play(request: Request) -> Response:
    """A page on what counts for ratings, and on aborting, abandoning and playing against yourself."""
    context = {
        "free": FREE,
        "pair": OF_A_PAIR,
        "listed": service_of(request, RatingService).listed,
        "grace": service_of(request, MatchService).grace,
        "page": "fair-play",
    }
    return service_of(request, Templates).page(request, "contests/ratings/fair_play.html", context)
