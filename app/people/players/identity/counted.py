"""FastAPI dependencies that count a call of a player at the door of its route, and yield the player."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from fastapi import params
from starlette.requests import HTTPConnection

from app.base.web.limits import Price, RateLimits
from app.base.web.services import service_of
from app.people.players.identity import player_or_none, required_player
from app.people.players.player import Player

Count: TypeAlias = Callable[[Player | None], None]


# They call the dependencies that identify a player, as FastAPI would: solving each costs more than all they do.


class _Counted(Price):
    async def __call__(self, connection: HTTPConnection) -> Player:
        player = await required_player(await player_or_none(connection))
        service_of(connection, RateLimits).check(self.what, connection, player)
        return player


class _CountedVisitor(Price):
    async def __call__(self, connection: HTTPConnection) -> Player | None:
        player = await player_or_none(connection)
        service_of(connection, RateLimits).check(self.what, connection, player)
        return player


class _Counting(Price):
    async def __call__(self, connection: HTTPConnection) -> Count:
        def count(player: Player | None) -> None:
            service_of(connection, RateLimits).check(self.what, connection, player)

        return count


def counted(what: str) -> params.Depends:
    """Count one `what` of a player and their address before anything else, and yield the player.

    AppError(no_token) for an unidentified visitor, AppError(too_many).
    """
    return params.Depends(_Counted(what))


def counted_visitor(what: str) -> params.Depends:
    """Count one `what` of a visitor and their address before anything else, and yield the guest, None for a visitor who
    is none yet; AppError(too_many)."""
    return params.Depends(_CountedVisitor(what))


def counting(what: str) -> params.Depends:
    """Yield a `Count`, which counts one `what` of the guest it is given, or of a visitor's address.

    For pages that show again what was typed after AppError(too_many), and for those that make a guest first.
    """
    return params.Depends(_Counting(what))
