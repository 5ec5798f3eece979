"""Tokens that guests make for their programs: shown once, kept hashed, listed and ended; and their bot accounts."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.database import Database, StoredRow
from app.base.store.group_commit import Writer
from app.base.store.ids import new_id, new_token
from app.people.players.models import LABEL_LENGTH, bot_accounts, is_program, players, tokens
from app.people.players.names import clean_text
from app.people.players.player import Player
from app.people.players.scopes import Scopes, read_scopes, written
from app.people.players.service import PlayerService, hash_of

MAX_TOKENS: Final = 20
MAX_BOTS: Final = 10
NEVER: Final = 0.0  # stored of a token that was not used yet


@dataclass(frozen=True, slots=True)
class Token:
    """A token without its secret: its player, its scopes, when it was made and last used."""

    id: str
    player: Player
    label: str
    scopes: Scopes
    created_at: float
    used_at: float | None


class TokenService:
    """Makes, lists and ends tokens; `players` makes bot accounts, and drops ended tokens at once, at every worker."""

    def __init__(self, database: Database, writer: Writer, players: PlayerService) -> None:
        self._database = database
        self._writer = writer
        self._players = players

    async def of(self, maker: Player) -> list[Token]:
        """Return the tokens that a guest has made, the newest first."""
        query = (
            sa.select(tokens, players.c.name, is_program(tokens.c.player_id))
            .join_from(tokens, players, players.c.id == tokens.c.player_id)
            .where(tokens.c.maker_id == maker.id)
            .order_by(tokens.c.created_at.desc(), tokens.c.id)
        )

        def token(row: StoredRow) -> Token:
            player, scopes = Player(row.player_id, row.name, row.program), read_scopes(row.scopes)
            return Token(row.id, player, row.label, scopes, row.created_at, row.used_at or None)

        return await self._database.all(query, token)

    async def bots_of(self, owner: Player) -> list[Player]:
        """Return a guest's bot accounts, the oldest first."""
        query = (
            sa.select(players.c.id, players.c.name)
            .join_from(bot_accounts, players, players.c.id == bot_accounts.c.player_id)
            .where(bot_accounts.c.owner_id == owner.id)
            .order_by(bot_accounts.c.created_at, players.c.id)
        )
        return await self._database.all(query, lambda row: Player(row.id, row.name, program=True))

    async def add_bot(self, owner: Player, name: str) -> Player:
        """Return a new bot account of this guest; AppError(too_many_bots)."""
        if len(await self.bots_of(owner)) >= MAX_BOTS:
            raise AppError(Code.too_many_bots, most=MAX_BOTS)
        return await self._players.create_bot(owner, name)

    async def own_bot(self, owner: Player, bot_id: str) -> Player:
        """Return one of a guest's bot accounts; AppError(no_such_bot_account)."""
        for bot in await self.bots_of(owner):
            if bot.id == bot_id:
                return bot
        raise AppError(Code.no_such_bot_account)

    async def mint(self, maker: Player, player: Player, label: str, scopes: Scopes) -> tuple[Token, str]:
        """Return a new token by which a program acts as `player`, and its secret, which cannot be shown again.

        AppError(too_many_tokens).
        """
        secret, now = new_token(), time.time()
        token = Token(new_id(), player, clean_text(label, LABEL_LENGTH), scopes, now, None)
        row = {
            "id": token.id,
            "player_id": player.id,
            "maker_id": maker.id,
            "hash": hash_of(secret),
            "label": token.label,
            "scopes": written(scopes),
            "created_at": now,
            "used_at": NEVER,
        }
        count = sa.select(sa.func.count()).select_from(tokens).where(tokens.c.maker_id == maker.id)

        def write(connection: sa.Connection) -> None:
            if connection.execute(count).scalar_one() >= MAX_TOKENS:
                raise AppError(Code.too_many_tokens, most=MAX_TOKENS)
            connection.execute(sa.insert(tokens).values(row))

        await self._writer.job(write)
        return token, secret

    async def end(self, maker: Player, token_id: str) -> None:
        """End a token that a guest has made, at every worker; AppError(no_such_token)."""
        mine = sa.and_(tokens.c.id == token_id, tokens.c.maker_id == maker.id)
        gone = sa.delete(tokens).where(mine).returning(tokens.c.player_id)
        player_id = await self._writer.job(lambda connection: connection.execute(gone).scalar_one_or_none())
        if player_id is None:
            raise AppError(Code.no_such_token)
        self._players.forget(player_id)
