"""Profiles, ratings and the leaderboard for programs (docs/api.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query
from pydantic import BaseModel, Field
from starlette.requests import Request

from app.base.live.server_messages import NamesOut, Players, ResultOut
from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.contests.ratings.kinds import Against, ClockFamily, Format, Kind
from app.contests.ratings.queries import DeckRecord, Filters, PlayedMatch, PlayerOutcome, RatingNow
from app.contests.ratings.service import Profile, RatingService
from app.contests.ratings.verdicts import Verdict
from app.matches.core.seat_holder import to_json
from app.people.players.identity import MaybePlayer, RequiredPlayer
from engine.seat import Seat

router = APIRouter(prefix="/api", route_class=StrictRoute, tags=["ratings"], dependencies=[Depends(Limit("ask"))])

Handle = Annotated[str, Path(max_length=64)]


class KindOut(BaseModel):
    """A kind of match."""

    against: Against
    format: Format
    clock: ClockFamily


class RatingOut(KindOut):
    """A rating."""

    rating: int
    deviation: int = Field(description="the true strength lies within two of them, most likely")
    provisional: bool = Field(description="the deviation is above 110: the rating says little yet")
    matches: int


class DeckResultsOut(BaseModel):
    """The results with a deck: the number of a preconstructed one, a mark of a built one, null for drafted ones."""

    format: str
    deck: str | None
    won: int
    drawn: int
    lost: int


class ProfileOut(BaseModel):
    """A guest as others see them."""

    handle: str = Field(description="the last part of the page's address")
    name: str
    program: bool = Field(description="a bot account")
    ratings: list[RatingOut]
    decks: list[DeckResultsOut]


class HistoryMatch(BaseModel):
    """A finished match as one of its players had it."""

    id: str
    seat: Seat
    finished_at: float
    names: NamesOut
    players: Players
    mode: str
    edition: str
    format: str
    against: str
    deck: str | None
    outcome: PlayerOutcome
    result: ResultOut
    verdict: Verdict = Field(description="whether it counted for ratings, or why not")
    rating: int | None = Field(description="afterwards; null where it did not count")
    gain: int | None


class HistoryOut(BaseModel):
    """Finished matches, the last first."""

    matches: list[HistoryMatch]


class PointOut(BaseModel):
    """A rating after a match."""

    at: float
    rating: int


class RatingLineOut(BaseModel):
    """The history of a rating, oldest first: at most the last 200 matches."""

    points: list[PointOut]


class RankedOut(BaseModel):
    """A player on the leaderboard."""

    handle: str
    name: str
    program: bool = Field(description="a bot account")
    rating: int
    deviation: int
    matches: int


class Leaderboard(BaseModel):
    """The players with the best ratings of a kind, the best first."""

    players: list[RankedOut]


class MatchRatingOut(BaseModel):
    """The effect of a finished match on the rating of the guest at a seat."""

    seat: Seat
    verdict: Verdict
    rating: int | None
    gain: int | None


class MatchRatings(BaseModel):
    """The effect of a finished match on ratings."""

    players: list[MatchRatingOut]


def _kind(
    against: Annotated[Against, Query()] = "people",
    played: Annotated[Format, Query(alias="format")] = "preconstructed",
    clock: Annotated[ClockFamily, Query()] = "none",
) -> Kind:
    return Kind(against, played, clock)


KindAsked = Annotated[Kind, Depends(_kind)]


def rounded(value: float | None) -> int | None:
    return None if value is None else round(value)


def _rating_out(rating: RatingNow) -> RatingOut:
    return RatingOut(
        **rating.kind._asdict(),
        rating=round(rating.rating),
        deviation=round(rating.deviation),
        provisional=rating.provisional,
        matches=rating.matches,
    )


def _deck_out(record: DeckRecord) -> DeckResultsOut:
    return DeckResultsOut(**record._asdict())


async def _profile_out(service: RatingService, profile: Profile) -> ProfileOut:
    return ProfileOut(
        handle=profile.handle,
        name=profile.player.name,
        program=profile.player.program,
        ratings=[_rating_out(rating) for rating in await service.ratings(profile)],
        decks=[_deck_out(record) for record in await service.decks(profile)],
    )


def _match_out(played: PlayedMatch) -> HistoryMatch:
    row = played.row
    assert row.result is not None
    return HistoryMatch(
        id=row.id,
        seat=played.seat,
        finished_at=played.at,
        names={"A": row.names["A"], "B": row.names["B"]},
        players={"A": to_json(row.holders["A"]), "B": to_json(row.holders["B"])},
        mode=row.mode,
        edition=row.edition,
        format=row.format,
        against=played.against,
        deck=played.deck,
        outcome=played.outcome,
        result=row.result.to_json(),
        verdict=played.verdict,
        rating=rounded(played.rating),
        gain=rounded(played.gain),
    )


@router.get("/players/me/profile", responses=refusals(401, 429))
async def own_profile(request: Request, player: RequiredPlayer) -> ProfileOut:
    """Return the caller's profile, all matches included; `handle` is for others."""
    service = service_of(request, RatingService)
    return await _profile_out(service, await service.own(player))


@router.get("/profiles/{handle}", responses=refusals(401, 403, 404, 429))
async def get_profile(request: Request, player: MaybePlayer, handle: Handle) -> ProfileOut:
    """Return a guest's ratings, and the results by deck of matches that everybody may know of."""
    service = service_of(request, RatingService)
    return await _profile_out(service, await service.profile(handle, player))


@router.get("/profiles/{handle}/matches", responses=refusals(400, 401, 403, 404, 429))
async def get_history(
    request: Request,
    player: MaybePlayer,
    handle: Handle,
    played: Annotated[Literal["", "preconstructed", "draft", "constructed", "position"], Query(alias="format")] = "",
    against: Annotated[Literal["", "people", "bots", "automaton", "cards"], Query()] = "",
    deck: Annotated[str, Query(max_length=16)] = "",
    opponent: Annotated[str, Query(max_length=24, description="a name")] = "",
    result: Annotated[Literal["", "won", "lost", "draw"], Query()] = "",
    before: Annotated[float | None, Query(allow_inf_nan=False)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> HistoryOut:
    """Return a guest's finished matches, the last first: all of the caller's, of other players the public ones."""
    service = service_of(request, RatingService)
    profile = await service.profile(handle, player)
    wanted = Filters(played, against, deck, opponent, result)
    found = await service.history(profile, wanted, before, limit)
    return HistoryOut(matches=[_match_out(one) for one in found])


@router.get("/profiles/{handle}/line", responses=refusals(400, 401, 403, 404, 429))
async def get_line(request: Request, player: MaybePlayer, handle: Handle, kind: KindAsked) -> RatingLineOut:
    """Return the history of a guest's rating of one kind."""
    service = service_of(request, RatingService)
    points = await service.points(await service.profile(handle, player), kind)
    return RatingLineOut(points=[PointOut(at=point.at, rating=round(point.rating)) for point in points])


@router.get("/leaderboard", responses=refusals(400, 404, 429))
async def get_leaderboard(request: Request, kind: KindAsked) -> Leaderboard:
    """Return the players with the best ratings of a kind; 404 where the host has switched that off."""
    found = await service_of(request, RatingService).leaderboard(kind)
    return Leaderboard(
        players=[
            RankedOut(
                handle=one.handle,
                name=one.name,
                program=one.program,
                rating=round(one.rating),
                deviation=round(one.deviation),
                matches=one.matches,
            )
            for one in found
        ]
    )


@router.get("/matches/{id}/ratings", responses=refusals(404, 429))
async def get_match_ratings(
    request: Request, match_id: Annotated[str, Path(alias="id", max_length=64)]
) -> MatchRatings:
    """Return the effect of a finished match on ratings; no players while it continues."""
    found = await service_of(request, RatingService).of_match(match_id)
    return MatchRatings(
        players=[
            MatchRatingOut(seat=one.seat, verdict=one.verdict, rating=rounded(one.rating), gain=rounded(one.gain))
            for one in found
        ]
    )
