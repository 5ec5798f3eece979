"""The part of the home page that greets a player with nothing to go on with: their last match, their next island."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from starlette.requests import Request

from app.base.web.services import service_of
from app.contests.ratings.service import Profile, RatingService
from app.contests.ratings.words import OUTCOMES
from app.matches.bots.characters import Character, next_island
from app.matches.core.storage import bot_results
from app.matches.core.storage.bot_results import BotResult
from app.matches.table.match_summary import opponent_face, opponent_words
from app.people.players.player import Player
from app.people.players.shown_names import given_name


class LastMatch(NamedTuple):
    """A finished match: its replay, the opponent with their face, and how it ended."""

    link: str
    who: str
    face: str
    outcome: str
    outcome_words: str


class CameBack(NamedTuple):
    """A player, by their face and name (empty for a guest), with their last match; `island`: the next computer
    opponent of the campaign, or None where all are beaten."""

    face: str
    name: str
    last: LastMatch
    island: Character | None


async def came_back(request: Request, player: Player, results: Sequence[BotResult]) -> CameBack | None:
    """Return what a player comes back to; None before their first finished match. `results`: against computers."""
    played = await service_of(request, RatingService).history(Profile(player, "", own=True), limit=1)
    if not played:
        return None
    (last,) = played
    return CameBack(
        player.face,
        given_name(player),
        LastMatch(
            f"/match/{last.row.id}/replay?from={last.seat}",
            opponent_words(last.row, last.seat),
            opponent_face(last.row, last.seat),
            last.outcome,
            OUTCOMES[last.outcome](),
        ),
        next_island(bot_results.beaten(results)),
    )
