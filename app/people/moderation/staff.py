"""The staff of the site: hosts, who may do everything, and moderators, who deal with players, tables and matches.

The password of the page /admin makes a host; every other role is a row, read at each request, so that it ends at once
when it is withdrawn.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.seconds import DAY
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.people.moderation.models import moderators
from app.people.players.models import players
from app.people.players.player import Player
from app.people.players.sign_in.tickets import TicketService

StaffRole = Literal["moderator", "host"]
Role = Literal["organizer", StaffRole]
"""An `organizer` has no staff powers: a host has named them to open tournaments in which own cards are rated."""
STAFF_ROLES: Final[tuple[StaffRole, ...]] = get_args(StaffRole)
LINK_SECONDS: Final = DAY


@dataclass(frozen=True, slots=True)
class Staff:
    """Somebody who may act on the page /admin; `player` None: by the password."""

    role: StaffRole
    player: Player | None = None

    @property
    def is_host(self) -> bool:
        """True for a host, who may do everything."""
        return self.role == "host"


class RoleHolder(NamedTuple):
    """A player with a role, since a moment in seconds since 1970."""

    player: Player
    role: Role
    since: float


class StaffService:
    """The only writer of roles."""

    def __init__(self, database: Database, writer: Writer, tickets: TicketService) -> None:
        self._database = database
        self._writer = writer
        self._tickets = tickets

    async def role_of(self, player_id: str) -> StaffRole | None:
        """Return a player's role among the staff as it is stored now."""
        query = sa.select(moderators.c.role).where(moderators.c.player_id == player_id)
        role: StaffRole | None = await self._database.value(query.where(moderators.c.role.in_(STAFF_ROLES)))
        return role

    async def may_rate_own_cards(self, player: Player) -> bool:
        """True for a host, and for an organizer named by a host."""
        named = moderators.c.role.in_(("organizer", "host"))
        query = sa.select(moderators.c.role).where(moderators.c.player_id == player.id, named)
        return await self._database.value(query) is not None

    async def all(self) -> list[RoleHolder]:
        """Return all who have a role, hosts first."""
        query = sa.select(moderators, players.c.name).join(players, players.c.id == moderators.c.player_id)
        query = query.order_by(moderators.c.role, players.c.name, players.c.id)
        return await self._database.all(
            query, lambda row: RoleHolder(Player(row.player_id, row.name), row.role, row.since)
        )

    async def grant(self, player: Player, role: Role) -> None:
        """Give a player a role, in place of another; AppError(no_role_for_programs)."""
        if player.program:
            raise AppError(Code.no_role_for_programs)
        row = {"player_id": player.id, "role": role, "since": time.time()}

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(moderators).where(moderators.c.player_id == player.id))
            connection.execute(sa.insert(moderators).values(row))

        await self._writer.job(write)

    async def withdraw(self, player_id: str) -> None:
        """Take a player's role away, from this moment on."""
        gone = sa.delete(moderators).where(moderators.c.player_id == player_id)
        await self._writer.execute(gone)

    async def link_ticket(self) -> str:
        """Return a ticket that makes one player a moderator, within a day."""
        return await self._tickets.issue("moderator", seconds=LINK_SECONDS)

    async def accept(self, player: Player, ticket: str) -> None:
        """Make a player a moderator by such a ticket; AppError(ticket_expired). A host stays one."""
        if player.program:
            raise AppError(Code.no_role_for_programs)
        await self._tickets.take("moderator", ticket)
        if await self.role_of(player.id) is None:
            await self.grant(player, "moderator")
