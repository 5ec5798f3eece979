"""The common part of the sockets of programs: a token in the first message, and what the token allows."""

from __future__ import annotations

import asyncio
from typing import Final

from pydantic import ValidationError

from app.base.errors import AppError, Code
from app.base.live.client_messages import TokenIn
from app.base.live.connection import Connection
from app.people.players.identity import player_of_token
from app.people.players.player import Player
from app.people.players.scopes import Scope, check_scope

TOKEN_SECONDS: Final = 15.0  # seconds within which a new socket must send its token


class ProgramConnection(Connection):
    """An accepted socket of a program, which may send its token only now."""

    async def ask_token(self) -> Player | None:
        """Return the player named by the first message; None, and a closed socket, if none comes."""
        try:
            async with asyncio.timeout(TOKEN_SECONDS):
                async for content in self.contents():
                    player = await self._player_of(content)
                    if player is not None:
                        return player
        except TimeoutError:
            await self.refuse(AppError(Code.no_token))
            await self.close()
        return None

    async def _player_of(self, content: object) -> Player | None:
        try:
            token = TokenIn.model_validate(content).token
        except ValidationError:
            await self.refuse(AppError(Code.no_token))
            return None
        try:
            player = await player_of_token(self.socket, token)
        except AppError as error:  # banned, for example; another token may work
            await self.refuse(error)
            return None
        if player is None:
            await self.refuse(AppError(Code.bad_token))
        return player

    def check(self, needed: Scope) -> None:
        """Raise AppError(scope_needed) for a program whose token does not allow this."""
        check_scope(self.socket, needed)
