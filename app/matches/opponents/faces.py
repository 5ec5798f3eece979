"""The pictures of those whom a player meets: a guest's creature, or the character of a bot, each by its slug."""

from __future__ import annotations

from collections.abc import Sequence

from app.bots.characters import BY_NAME
from app.matches.match_row import MatchRow
from app.matches.seat_holder import Bot, SeatHolder, people_of
from app.players.preference_service import PreferenceService
from engine.seat import Viewer, other


async def faces_opposite(preferences: PreferenceService, seen: Sequence[tuple[MatchRow, Viewer]]) -> list[str]:
    """Return the picture of who sits opposite a seat in each of these matches; empty for anybody else, of a pair the
    first one's."""
    holders = [row.holders[other(seat or "A")] for row, seat in seen]
    faces = await preferences.faces({people[0].id for holder in holders if (people := people_of(holder))})
    return [_face(holder, faces) for holder in holders]


def _face(holder: SeatHolder, faces: dict[str, str]) -> str:
    if isinstance(holder, Bot):
        return BY_NAME[holder.name].slug if holder.name in BY_NAME else ""
    people = people_of(holder)
    return faces[people[0].id] if people else ""
