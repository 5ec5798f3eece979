"""The log of moderation: actor, act, subject, reason and time."""

from __future__ import annotations

import time
from typing import Final, Literal, NamedTuple

import sqlalchemy as sa

from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.store.ids import new_id
from app.people.moderation.models import SUBJECT_LENGTH, moderation_log
from app.people.moderation.staff import Staff
from app.people.players.models import REASON_LENGTH
from app.people.players.names import clean_text
from app.people.players.player import DEFAULT_NAME, Player

Act = Literal[
    "mute", "ban", "lift", "rename", "close", "end", "report", "grant", "join", "withdraw", "link",
    "announce", "stop", "invite", "uninvite", "remove",
]  # fmt: skip
LISTED: Final = 100


class LogEntry(NamedTuple):
    """An entry of the log. `actor_id` None with an empty `actor`: the host, by password."""

    id: str
    at: float
    actor_id: str | None
    actor: str
    act: Act
    player_id: str | None
    subject: str
    match_id: str | None
    reason: str


class ModerationLog:
    """The only writer of the log."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    async def add(
        self,
        staff: Staff,
        act: Act,
        subject: Player | str = "",
        *,
        reason: str = "",
        match_id: str | None = None,
    ) -> None:
        """Add an entry."""
        player = subject if isinstance(subject, Player) else None
        row = LogEntry(
            id=new_id(),
            at=time.time(),
            actor_id=staff.player.id if staff.player else None,
            actor=staff.player.name if staff.player else "",
            act=act,
            player_id=player.id if player else None,
            subject=clean_text(player.name if player else str(subject), SUBJECT_LENGTH),
            match_id=match_id,
            reason=clean_text(reason, REASON_LENGTH),
        )
        await self._writer.execute(sa.insert(moderation_log).values(row._asdict()))

    async def why_nameless(self, player: Player) -> str | None:
        """Return the reason for which a player's name was removed, while they have not chosen another."""
        if player.name != DEFAULT_NAME:
            return None
        about = sa.and_(moderation_log.c.player_id == player.id, moderation_log.c.act == "rename")
        query = sa.select(moderation_log.c.reason).where(about).order_by(moderation_log.c.at.desc()).limit(1)
        why: str | None = await self._database.value(query)
        return why

    async def newest(self, player_id: str | None = None) -> list[LogEntry]:
        """Return the newest entries, all or those about a player."""
        query = sa.select(moderation_log).order_by(moderation_log.c.at.desc(), moderation_log.c.id).limit(LISTED)
        if player_id is not None:
            query = query.where(moderation_log.c.player_id == player_id)
        return await self._database.read(
            lambda connection: [LogEntry(**row) for row in connection.execute(query).mappings()]
        )
