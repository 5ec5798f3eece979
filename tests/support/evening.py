"""A tournament of a site in this process, with players who do what a test says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from app.base.errors import AppError
from app.contests.tournaments.schemas import NEW_TOURNAMENT
from app.contests.tournaments.tournament import StoredTournament, TournamentBoard
from app.people.players.player import Player
from app.site.site import Site
from tests.support.waiting import until_found
from tools.rig.json import Json

ROUND_ROBIN: Json = {"name": "Evening", "system": "round_robin", "gap": None}


class Evening:
    """A tournament of a site, with its organizer and players in the order of their numbers."""

    def __init__(self, site: Site, organizer: Player, players: list[Player], tournament_id: str) -> None:
        self.site = site
        self.organizer = organizer
        self.players = players
        self.id = tournament_id

    @property
    async def tournament(self) -> StoredTournament:
        """The tournament as it is stored."""
        return await self.site.contests.tournaments.tournament(self.id)

    async def started(self) -> StoredTournament:
        """Start, and return the tournament when its first round has begun."""
        await self.site.contests.organizing.direct(self.id, self.organizer, "start", "")
        return await self.round(1)

    async def round(self, number: int) -> StoredTournament:
        """Return the tournament when this round has begun."""

        async def begun() -> bool:
            return (await self.tournament).round >= number

        await until_found(begun)
        return await self.tournament

    async def over(self) -> StoredTournament:
        """Return the tournament when it is over."""

        async def is_over() -> bool:
            return (await self.tournament).status == "over"

        await until_found(is_over)
        return await self.tournament

    async def resign(self, board: TournamentBoard, side: str = "b") -> None:
        """Resign a board's match for one side."""
        number = board.result.a if side == "a" else board.result.b
        seat = side.upper()
        assert number is not None
        assert board.match_id is not None
        live = await self.site.matches.service.live_match(board.match_id)
        player = self.players[number - 1]
        await self.site.matches.service.act(board.match_id, player, live.seq, {"type": "resign", "player": seat})

    async def next(self) -> None:
        """Begin the next round now."""
        await self.site.contests.organizing.direct(self.id, self.organizer, "next", "")


async def evening(site: Site, count: int, **options: object) -> Evening:
    """Open a tournament that so many players have entered."""
    organizer = await site.people.players.create("Olga")
    if options.get("box") and options.get("rated"):
        await site.people.staff.grant(organizer, "organizer")
    tournament = await site.contests.organizing.create(
        organizer, NEW_TOURNAMENT.validate_python({**ROUND_ROBIN, **options})
    )
    players = [await site.people.players.create(f"P{number}") for number in range(1, count + 1)]
    for player in players:
        await site.contests.entering.enter(tournament.id, player, None, None, None)
    return Evening(site, organizer, players, tournament.id)


async def refused(call: Awaitable[object], code: str) -> None:
    """Make a call that must be refused so."""
    with pytest.raises(AppError) as error:
        await call
    assert error.value.code == code


async def tried(*calls: Callable[[], Awaitable[object]]) -> list[str]:
    """Make calls at once, and return what each was refused with; "" where it was done."""

    async def one(call: Callable[[], Awaitable[object]]) -> str:
        try:
            await call()
        except AppError as error:
            return error.code
        return ""

    return list(await asyncio.gather(*map(one, calls)))
