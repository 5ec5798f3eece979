"""Accounts at the provider: whose they are here, who has signed in lately, and who may open tournaments."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa
from cachetools import TTLCache
from sqlalchemy.exc import IntegrityError

from app.base.errors import AppError, Code
from app.base.seconds import DAY
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.people.players.models import bot_accounts, players, provider_accounts
from app.people.players.player import Player
from app.people.players.service import CACHED, FRESH, PlayerService, end_proofs, proven_player
from app.people.players.sign_in.provider import ProvenAccount, Provider

SIGNED_IN_SECONDS: Final = 30 * DAY
"""The time for which a sign-in counts where one is required; an account closed at the provider is out after that."""


@dataclass(frozen=True, slots=True)
class LinkedAccount:
    """The account of a guest: when it was linked, and when it last signed in."""

    created_at: float
    used_at: float


class ProviderAccounts:
    """Links guests with their accounts. At a guest there is one account of a provider, at an account one guest."""

    def __init__(self, database: Database, writer: Writer, known_players: PlayerService, provider: Provider) -> None:
        self._database = database
        self._writer = writer
        self._provider = provider
        self._known_players = known_players
        self._signed_in: TTLCache[str, bool] = TTLCache(CACHED, FRESH)  # a "no" is read each time: it ends elsewhere
        known_players.on_change.subscribe(self._forget)

    async def of(self, player: Player) -> LinkedAccount | None:
        """Return a guest's account."""
        if not self._provider.offered:
            return None
        query = sa.select(provider_accounts.c.created_at, provider_accounts.c.used_at).where(self._mine(player.id))
        row = await self._database.row(query)
        return None if row is None else LinkedAccount(row.created_at, row.used_at)

    async def signed_in(self, account: ProvenAccount) -> Player | None:
        """Return the guest of an account that has just signed in; None for an account that is new here."""
        this = sa.and_(
            provider_accounts.c.issuer == self._provider.issuer, provider_accounts.c.subject == account.subject
        )
        used = sa.update(provider_accounts).where(this)
        used = used.values(used_at=time.time(), organizer=account.organizer)
        return await self._writer.job(proven_player(used.returning(provider_accounts.c.player_id)))

    async def link(self, player: Player, account: ProvenAccount, *, takes_over: bool = False) -> None:
        """Let an account sign in as this guest, which it takes over or which adds it; AppError(account_linked) if one
        of the two is linked already."""
        now = time.time()
        row = {
            "issuer": self._provider.issuer,
            "subject": account.subject,
            "player_id": player.id,
            "organizer": account.organizer,
            "created_at": now,
            "used_at": now,
        }

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.insert(provider_accounts), row)
            if takes_over:
                end_proofs(connection, player.id)

        try:
            await self._writer.job(write)
        except IntegrityError as error:
            raise self._provider.refusal(Code.account_linked) from error
        if takes_over:
            self._known_players.forget(player.id)

    async def unlink(self, player: Player) -> None:
        """Forget a guest's account; AppError: no_such_account, account_stays where the site is for accounts only."""
        if self._provider.required:
            raise self._provider.refusal(Code.account_stays)
        gone = sa.delete(provider_accounts).where(self._mine(player.id))
        if not await self._writer.execute(gone):
            raise self._provider.refusal(Code.no_such_account)
        self._known_players.forget(player.id)

    async def lets_in(self, player: Player) -> bool:
        """True on a site for everybody; else if the guest, or the owner of a bot account, has signed in lately, as of
        some seconds ago."""
        if not self._provider.required or player.id in self._signed_in:
            return True
        if not await self.signed_in_of((player.id,)):
            return False
        self._signed_in[player.id] = True
        return True

    async def check_let_in(self, player: Player | None) -> None:
        """Raise AppError(sign_in_needed) for a visitor or a player that a site for accounts only keeps out."""
        if player is None or not await self.lets_in(player):
            raise self._provider.refusal(Code.sign_in_needed)

    async def signed_in_of(self, player_ids: Collection[str]) -> set[str]:
        """Return those of these players who have signed in lately, or whose owners have."""
        here = provider_accounts.c.issuer == self._provider.issuer
        owner = sa.outerjoin(players, bot_accounts, bot_accounts.c.player_id == players.c.id)
        mine = provider_accounts.c.player_id.in_((players.c.id, bot_accounts.c.owner_id))
        lately = sa.exists().where(here, mine, provider_accounts.c.used_at > time.time() - SIGNED_IN_SECONDS)
        query = sa.select(players.c.id).select_from(owner).where(players.c.id.in_(player_ids), lately)
        return set(await self._database.values(query))

    async def strangers(self, player_ids: Collection[str]) -> set[str]:
        """Return the others of these players."""
        return set(player_ids) - await self.signed_in_of(player_ids)

    async def may_organize(self, player: Player | None) -> bool:
        """True if this visitor may open tournaments."""
        if not self._provider.organizers:
            return True
        last = await self._organized_at(player)
        return last is not None and last > time.time() - SIGNED_IN_SECONDS

    async def check_may_organize(self, player: Player | None) -> None:
        """Raise AppError for a visitor who may not open tournaments: organizer_needed, or sign_in_again for an
        organizer whose sign-in is too old to tell whether they still are one."""
        if not await self.may_organize(player):
            if await self._organized_at(player) is not None:
                raise self._provider.refusal(Code.sign_in_again)
            raise AppError(Code.organizer_needed)

    async def _organized_at(self, player: Player | None) -> float | None:
        """Return when somebody last signed in as an organizer."""
        if player is None:
            return None
        query = sa.select(provider_accounts.c.used_at).where(self._mine(player.id), provider_accounts.c.organizer)
        since: float | None = await self._database.value(query)
        return since

    def _forget(self, player_id: str) -> None:
        self._signed_in.pop(player_id, None)

    def _mine(self, player_id: str) -> sa.ColumnElement[bool]:
        here = provider_accounts.c.issuer == self._provider.issuer
        return sa.and_(here, provider_accounts.c.player_id == player_id)


def check_not_both_linked(connection: sa.Connection, one: str, another: str) -> None:
    """Raise AppError(both_linked) if two guests have two accounts of one provider."""
    rival = provider_accounts.alias()
    both = (
        sa.select(rival.c.subject)
        .join_from(provider_accounts, rival, provider_accounts.c.issuer == rival.c.issuer)
        .where(provider_accounts.c.player_id == one, rival.c.player_id == another)
    )
    if connection.execute(both.limit(1)).first():
        raise AppError(Code.both_linked)
