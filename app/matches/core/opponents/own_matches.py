"""A player's own matches and challenges that are not over, as their open pages and programs follow them."""

from __future__ import annotations

from typing import NamedTuple

from app.base.live.bus import Bus
from app.base.live.copy import Copy
from app.base.live.worker_hints import OwnMatchesHint
from app.base.tasks import TaskHealth
from app.matches.core.finding.challenge_rows import Challenge
from app.matches.core.memory.ongoing import OngoingMatch
from app.matches.core.opponents.challenges import Challenges
from app.matches.core.service import MatchService


class OwnNow(NamedTuple):
    """Matches that are not over, first those in which the player is awaited, and challenges made and received."""

    ongoing: list[OngoingMatch]
    challenges: list[Challenge]


class OwnMatchesCopy(Copy[str, OwnNow]):
    """The copies, by the player's id."""

    def __init__(
        self, matches: MatchService, challenges: Challenges, bus: Bus, health: TaskHealth | None = None
    ) -> None:
        async def load(player_id: str, _: OwnNow | None) -> OwnNow:
            return OwnNow(await matches.ongoing_of(player_id), await challenges.of(player_id))

        super().__init__(
            "own matches", load, hint=lambda player_id: bus.publish(OwnMatchesHint(player_id)), health=health
        )
        matches.on_matches_changed.subscribe(self.changed)
        matches.lobby.on_stale.subscribe(self.all_stale)
        bus.subscribe(OwnMatchesHint, lambda hint: self.stale(hint.player))
