"""The visitor's friends, and others they have met, as lists show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from app.base.web.services import service_of
from app.matches.core.opponents.challenges import Challenges, Opponent
from app.matches.core.opponents.friends import Friend, Friends
from app.matches.core.opponents.friends_here import FriendsHere
from app.people.players.player import Player
from app.people.players.shown_names import marked_name


@dataclass(frozen=True, slots=True)
class FriendItem:
    """A friend in the list of the start page, with their picture, and whether they are online."""

    id: str
    name: str
    face: str
    here: bool


async def friend_items(connection: HTTPConnection, player: Player | None) -> list[FriendItem]:
    """Return the visitor's friends, those who are online first."""
    return await items_of(connection, await service_of(connection, Friends).of(player)) if player else []


async def items_of(connection: HTTPConnection, friends: Sequence[Friend]) -> list[FriendItem]:
    """Return these friends, those who are online first."""
    here = await service_of(connection, FriendsHere).among(one.player.id for one in friends if one.shows)
    lines = [FriendItem(one.id, one.player.name, one.player.face, one.player.id in here) for one in friends]
    return sorted(lines, key=lambda line: not line.here)


async def met(connection: HTTPConnection, player: Player | None) -> list[Opponent]:
    """Return the players the visitor may challenge, by their names as lists show them."""
    found = await service_of(connection, Challenges).opponents(player) if player else []
    return [one._replace(name=marked_name(one.name, program=one.program)) for one in found]
