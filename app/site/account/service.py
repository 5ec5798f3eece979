"""One guest's data as a whole: two guests become one, or everything of one is deleted.

Each is one transaction over all tables (`app.base.store.belongings`); then all workers are notified.
"""

from __future__ import annotations

import contextlib
import time
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.belongings import delete_all, hand_over, nothing_kept
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.store.ids import new_id
from app.contests.tournaments.storage import accounts as tournaments
from app.matches.core.features.team import TeamIn
from app.matches.core.match_row import MatchRow
from app.matches.core.service import MatchService
from app.people.players.bans.bans import BanList
from app.people.players.models import bans, bot_accounts, players, provider_accounts
from app.people.players.player import DEFAULT_NAME, Player
from app.people.players.service import PlayerService, end_proofs
from app.people.players.sign_in.provider_accounts import check_not_both_linked
from app.site.account import seats
from app.site.account.names import without_name
from engine.errors import EngineError

TRIES: Final = 5  # to leave all matches, while an opponent continues to play


class AccountService:
    """Merges and deletes guests. Refuses with AppError, having changed nothing."""

    def __init__(
        self, database: Database, writer: Writer, known_players: PlayerService, matches: MatchService, ban_list: BanList
    ) -> None:
        self._bans = ban_list
        self._database = database
        self._writer = writer
        self._players = known_players
        self._matches = matches

    async def has_anything(self, player: Player) -> bool:
        """True if something is stored of a guest that would be missed."""
        query = sa.select(players.c.id).where(players.c.id == player.id, *nothing_kept(players.c.id))
        return await self._database.row(query) is None

    async def merge(self, giver: Player, taker: Player) -> None:
        """Make everything of one guest another's, the seats of matches in play included, and delete the first.

        AppError: already_here, playing_each_other, both_in_tournament, both_linked.
        """
        if giver.id == taker.id:
            raise AppError(Code.already_here)

        def write(connection: sa.Connection) -> list[str]:
            _lock(connection, giver.id, taker.id)
            seats.check_not_opposed(connection, giver.id, taker.id)
            tournaments.check_not_both_in(connection, giver.id, taker.id)
            check_not_both_linked(connection, giver.id, taker.id)
            held = seats.held_by(connection, giver.id)
            _merge_rows(connection, giver.id, taker.id)
            return held

        held = await self._writer.job(write)
        await self._notify(held, giver, taker)
        await self._bans.changed_everywhere()

    async def delete(self, player: Player) -> None:
        """Delete everything of a guest, and their bot accounts. Duels in play are resigned, or left to a partner;
        finished ones stay, without the name.

        AppError(still_in_matches) if others keep on changing them meanwhile.
        """
        for _ in range(TRIES):
            going = await self._database.read(lambda connection: [player, *_bots_of(connection, player.id)])
            for each in going:
                for row in await self._database.read(seats.duels_in_play(each.id)):
                    await self._leave(row, each)
            try:
                changed = await self._writer.job(lambda connection: _delete_rows(connection, player.id))
            except seats.StillPlaying:
                continue
            await self._notify(changed, *going)
            await self._bans.changed_everywhere()
            return
        raise AppError(Code.still_in_matches)

    async def take_name_away(self, player: Player) -> None:
        """Remove a guest's name, at tables and in lists, too; a report keeps what it quotes."""

        def write(connection: sa.Connection) -> list[str]:
            without_name(connection, player.id)
            return seats.held_by(connection, player.id)

        await self._notify(await self._writer.job(write), player)

    async def _leave(self, row: MatchRow, player: Player) -> None:
        """Resign a duel, leave a side to a partner, or close a table that nobody joined; a failed write is retried."""
        with contextlib.suppress(AppError, EngineError):
            live = await self._matches.live_match(row.id)
            seat = live.row.seat_for(player.id)
            if live.row.part_of(seat, player.id) is not None:
                await self._matches.handle(row.id, player, TeamIn(do="leave"))
            elif row.status == "open":
                await self._matches.open_tables.cancel(row.id, player)
            else:
                await self._matches.act(row.id, player, live.seq, {"type": "resign", "player": seat})

    async def _notify(self, match_ids: list[str], *changed: Player) -> None:
        """Make every worker reload these matches and guests."""
        self._matches.forget(match_ids)
        for match_id in match_ids:
            live = self._matches.live_matches.cached(match_id)
            if live is not None and live.readers:
                with contextlib.suppress(AppError):  # it has been deleted
                    await self._matches.live_match(match_id)
        for player in changed:
            self._players.forget(player.id)


def _lock(connection: sa.Connection, *player_ids: str) -> None:
    """Let nothing new refer to these guests until the transaction ends, and see what just did: another worker may be
    writing an entry in a tournament."""
    mine = sa.select(players.c.id).where(players.c.id.in_(player_ids))
    connection.execute(mine.order_by(players.c.id).with_for_update()).all()


def _merge_rows(connection: sa.Connection, giver: str, taker: str) -> None:
    by_id = {row.id: row for row in connection.execute(sa.select(players).where(players.c.id.in_([giver, taker])))}
    if len(by_id) < 2:  # one of them was deleted meanwhile
        raise AppError(Code.ticket_expired)
    end_proofs(connection, giver)  # a copy of the giver's cookie would become the taker's
    hand_over(connection, giver, taker)
    connection.execute(sa.delete(players).where(players.c.id == giver))
    values = {"created_at": min(row.created_at for row in by_id.values())}
    connection.execute(sa.update(players).where(players.c.id == taker).values(values))


def _delete_rows(connection: sa.Connection, player_id: str) -> list[str]:
    changed = [match_id for bot in _bots_of(connection, player_id) for match_id in _delete_rows(connection, bot.id)]
    _lock(connection, player_id)
    changed += seats.leave(connection, player_id)
    tournaments.leave(connection, player_id)
    _leave_bans(connection, player_id)
    delete_all(connection, player_id)
    connection.execute(sa.delete(players).where(players.c.id == player_id))
    return changed


def _bots_of(connection: sa.Connection, owner_id: str) -> list[Player]:
    """Return a guest's bot accounts: nobody could end them any more."""
    query = sa.select(players.c.id, players.c.name).join(bot_accounts, bot_accounts.c.player_id == players.c.id)
    rows = connection.execute(query.where(bot_accounts.c.owner_id == owner_id))
    return [Player(row.id, row.name, program=True) for row in rows]


def _leave_bans(connection: sa.Connection, player_id: str) -> None:
    """Let what keeps a guest out hold when the same account signs in again: account, mutes and bans go to a guest with
    nothing else and no name."""
    now = time.time()
    account = sa.select(provider_accounts.c.subject).where(provider_accounts.c.player_id == player_id)
    holds = sa.and_(bans.c.player_id == player_id, bans.c.ends_at.is_(None) | (bans.c.ends_at > now))
    kept = connection.scalars(sa.select(bans.c.id).where(holds)).all()
    if not kept or connection.execute(account).first() is None:
        return
    heir = {"player_id": new_id()}
    created = {"id": heir["player_id"], "name": DEFAULT_NAME, "created_at": now, "seen_at": now}
    connection.execute(sa.insert(players), created)
    connection.execute(sa.update(provider_accounts).where(provider_accounts.c.player_id == player_id).values(heir))
    for ban_id in kept:  # by new ids, as the workers know bans by these
        renewed = {**heir, "id": new_id(), "name": DEFAULT_NAME}
        connection.execute(sa.update(bans).where(bans.c.id == ban_id).values(renewed))
