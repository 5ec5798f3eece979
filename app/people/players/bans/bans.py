"""Mutes and bans by the host: of talk or of the site, by player or by network, with a reason.

A row holds until its end, by the stored time. Each worker keeps the current bans in memory, and reads them again after
a hint from another worker, and every few seconds (`socket_guard.py`). See docs/decisions/bans.md.
"""

from __future__ import annotations

import contextlib
import ipaddress
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import sqlalchemy as sa
from starlette.requests import HTTPConnection

from app.base.errors import AppError, Code
from app.base.i18n import _
from app.base.i18n.formats import LocalMoment
from app.base.seconds import DAY
from app.base.signals import Signal
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.store.ids import new_id
from app.base.tasks import SharedWork
from app.people.players.models import REASON_LENGTH, bans, bot_accounts, is_program
from app.people.players.names import clean_text
from app.people.players.player import Player
from app.people.players.shown_names import marked_name

BanKind = Literal["mute", "ban"]
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

MIN_PREFIX_BITS: Final = {
    4: 8,
    6: 19,
}  # bits of the widest network that can be kept out: more would be a slip of the hand
_BOTS: Final = sa.select(bot_accounts.c.owner_id, bot_accounts.c.player_id).where(
    bot_accounts.c.owner_id.in_(sa.select(bans.c.player_id))
)
LISTED: Final = 500  # shown on the page /admin: all that hold are enforced


@dataclass(frozen=True, slots=True)
class Ban:
    """A mute or a ban of a player or a network; `ends_at` None: for good. `bots`: the player's bot accounts, which it
    is of, too."""

    id: str
    kind: BanKind
    player_id: str | None
    name: str
    program: bool
    network: Network | None
    reason: str
    created_at: float
    ends_at: float | None
    bots: frozenset[str] = frozenset()

    def holds(self, now: float) -> bool:
        """True if the ban holds at `now`."""
        return self.ends_at is None or self.ends_at > now

    def meets(self, player_id: str | None, address: str) -> bool:
        """True if the ban applies to this player or this address."""
        if self.network is None:
            return player_id is not None and player_id in self.player_ids
        host = read_address(address)
        return host is not None and host in self.network

    @property
    def player_ids(self) -> frozenset[str]:
        """The player and their bots; nobody for a network."""
        return self.bots if self.player_id is None else self.bots | {self.player_id}

    @property
    def who(self) -> str:
        """The network, or the player's name in the language of the page."""
        return marked_name(self.name, program=self.program) if self.network is None else str(self.network)

    def refusal(self) -> AppError:
        """Return the refusal that the banned player gets."""
        until = _("for good") if self.ends_at is None else LocalMoment(self.ends_at)
        words = {"until": until, "reason": self.reason or "–"}
        return AppError(Code.banned if self.kind == "ban" else Code.muted, **words)


class BanList:
    """The only writer of bans; `notify` has the other workers read again.

    `on_change` is called when there is something to read, `on_new` with the bans that are new to this worker.
    """

    def __init__(self, database: Database, writer: Writer, notify: Callable[[], None] = lambda: None) -> None:
        self._database = database
        self._writer = writer
        self._notify = notify
        self.on_change = Signal[[]]()
        self.on_new = Signal[[Sequence[Ban]]]()
        self._known: tuple[Ban, ...] = ()
        self._known_at = 0.0  # when the reading of those began
        self._changes = 1  # changes that this worker knows of, its start being the first
        self._changes_read = 0  # how many of them the last reading has seen
        self._reading = SharedWork[int, tuple[Ban, ...]]()  # by the changes that it has seen

    def changed(self) -> None:
        """Mark the list as stale after a change, here or at another worker."""
        self._changes += 1
        self.on_change()

    async def refresh(self) -> None:
        """Wait until the bans have been read since the last change."""
        if self._changes_read != self._changes:
            await self._reading.get(self._changes, self.read)

    async def newest(self) -> tuple[Ban, ...]:
        """Return the newest of those that hold, for the host's page."""
        return (await self.read())[:LISTED]

    def keeps_out(self, player_id: str) -> bool:
        """True if a player is banned, as far as this worker knows."""
        now = time.time()
        return any(ban.kind == "ban" and ban.meets(player_id, "") and ban.holds(now) for ban in self._known)

    async def read(self) -> tuple[Ban, ...]:
        """Return all that hold, the newest first, and keep them in memory."""
        query = sa.select(bans, is_program(bans.c.player_id)).order_by(bans.c.created_at.desc(), bans.c.id)
        query = query.where(bans.c.ends_at.is_(None) | (bans.c.ends_at > time.time()))

        def read(connection: sa.Connection) -> tuple[Ban, ...]:
            bots: dict[str, set[str]] = {}
            for bot in connection.execute(_BOTS):
                bots.setdefault(bot.owner_id, set()).add(bot.player_id)
            return tuple(
                Ban(
                    row.id, row.kind, row.player_id, row.name, row.program,
                    ipaddress.ip_network(row.network) if row.network else None,
                    row.reason, row.created_at, row.ends_at, frozenset(bots.get(row.player_id, ())),
                )
                for row in connection.execute(query)
            )  # fmt: skip

        asked, changes = time.monotonic(), self._changes
        known = await self._database.read(read)
        if asked >= self._known_at:
            before = {(ban.id, ban.player_ids) for ban in self._known}
            self._known_at, self._known, self._changes_read = asked, known, changes
            new = [ban for ban in known if ban.kind == "ban" and (ban.id, ban.player_ids) not in before]
            if new:
                self.on_new(new)
        return known

    async def check(self, kind: BanKind, player: Player | None, connection: HTTPConnection) -> None:
        """Raise AppError(banned or muted) for a player, or an address, that is banned or muted."""
        await self.refresh()
        now, address = time.time(), connection.client.host if connection.client else ""
        for ban in self._known:
            if ban.kind == kind and ban.holds(now) and ban.meets(player.id if player else None, address):
                raise ban.refusal()

    async def add(self, kind: BanKind, banned: Player | Network, reason: str, days: int | None) -> None:
        """Mute or ban a player or a network for so many days; None: until it is lifted."""
        now = time.time()
        of_player = isinstance(banned, Player)
        row = {
            "id": new_id(),
            "kind": kind,
            "player_id": banned.id if isinstance(banned, Player) else None,
            "name": banned.name if isinstance(banned, Player) else "",
            "network": None if of_player else str(banned),
            "reason": clean_text(reason, REASON_LENGTH),
            "created_at": now,
            "ends_at": None if days is None else now + days * DAY,
        }
        await self._writer.execute(sa.insert(bans).values(row))
        await self.changed_everywhere()

    async def lift(self, ban_id: str) -> None:
        """Lift a ban. Idempotent."""
        gone = sa.delete(bans).where(bans.c.id == ban_id)
        await self._writer.execute(gone)
        await self.changed_everywhere()

    async def changed_everywhere(self) -> None:
        """Apply what was written at this worker before anybody gets the answer, and at the others by a hint."""
        self.changed()
        self._notify()
        with contextlib.suppress(AppError):  # the database is away now: read when it is back
            await self.refresh()


def banned_players(now: float) -> sa.Select[tuple[str]]:
    """Return a query of the ids of the players who are banned at this time, their bot accounts among them, for
    conditions of other queries."""
    holds = sa.and_(bans.c.kind == "ban", bans.c.ends_at.is_(None) | (bans.c.ends_at > now))
    owned = sa.select(bot_accounts.c.player_id).join(bans, bans.c.player_id == bot_accounts.c.owner_id).where(holds)
    themselves = sa.select(bans.c.player_id).where(bans.c.player_id.is_not(None), holds)
    return sa.select(sa.union_all(themselves, owned).subquery().c[0])


def read_network(text: str) -> Network:
    """Return an address or a network such as 203.0.113.0/24; AppError(bad_network)."""
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise AppError(Code.bad_network) from None
    if network.prefixlen < MIN_PREFIX_BITS[network.version]:
        raise AppError(Code.bad_network)
    return network


def read_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, ipaddress.IPv6Address) else address
