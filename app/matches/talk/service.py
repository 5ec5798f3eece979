"""The only writer of chat."""

from __future__ import annotations

import time
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import NamedTuple

from app.base.errors import AppError, Code
from app.base.live.bus import Bus
from app.base.live.worker_hints import MatchHint
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.reader_role import Sides
from app.matches.core.service import MatchService
from app.matches.table.marks import clean_marks
from app.matches.talk import rules, store
from app.matches.talk.emotes import Emote
from app.matches.talk.lines import Room, TalkFilter, TalkLine, listener_at
from app.matches.talk.models import TEXT_LENGTH
from app.matches.talk.rooms import Rooms, TalkReader
from app.matches.talk.rules import Allowed, Voice
from app.people.players.bans.blocks import Blocks
from app.people.players.names import clean_text
from app.people.players.player import Player
from app.people.players.shown_names import guest_words
from engine.seat import SEATS, Seat

PersonRef = Seat | int
"""Somebody at a match: the holder of that seat, or the author of the line of that number."""


class Said(NamedTuple):
    """A line to be: an emote, a text, or marks for the state after `seq` actions; for `side` alone, or for all."""

    emote: Emote | None = None
    text: str | None = None
    marks: str | None = None
    seq: int = 0
    side: Sides | None = None


class TalkService:
    """Chat of matches: its rules, its writers and readers."""

    def __init__(
        self, database: Database, writer: Writer, bus: Bus, matches: MatchService, blocks: Blocks, allowed: Allowed
    ) -> None:
        self._database = database
        self._writer = writer
        self._bus = bus
        self._matches = matches
        self._allowed = allowed
        self.blocks = blocks
        self.rooms = Rooms(database)

    # --- reading ---------------------------------------------------------------------------------------------

    def reader(self, live: LiveMatch, player: Player | None) -> AbstractAsyncContextManager[TalkReader]:
        """Subscribe to the chat of a match within the block."""
        return self.rooms.reader(live, player.id if player else None)

    async def lines(self, row: MatchRow, player: Player, after: int) -> list[TalkLine]:
        """Return the last lines after the `after`-th that this player may read."""
        listener = listener_at(row, player.id, await self._filter_of(row.id, player))
        lines = await self._database.read(store.last_lines(row.id, after))
        return [line for line in lines if listener.may_read(line)]

    async def _filter_of(self, match_id: str, player: Player) -> TalkFilter:
        _, filters = await self._database.read(store.talk_filters(match_id, [player.id]))
        return filters[player.id]

    # --- writing ---------------------------------------------------------------------------------------------

    @property
    def allows_emotes(self) -> bool:
        """True if there is any chat at tables of this site."""
        return self._allowed != "off"

    def is_at(self, row: MatchRow) -> bool:
        """True if this match has a chat, or may get one."""
        return rules.has_talk(row, self._allowed)

    def voice(self, row: MatchRow, player_id: str | None) -> Voice:
        return rules.voice_at(row, player_id, self._allowed)

    def check_may_say(self, row: MatchRow, player_id: str | None, said: Said) -> None:
        """Refuse a line that this player, or visitor, may not write here.

        AppError: no_talk_here, words_to_friends, no_side_here, nothing_said.
        """
        rules.check(self.voice(row, player_id), words=said.text is not None, side=said.side)
        if said.marks is not None and said.side is None:
            raise AppError(Code.no_side_here)
        if said.emote is None and said.marks is None and not clean_text(said.text or "", TEXT_LENGTH):
            raise AppError(Code.nothing_said)

    async def say(self, match_id: str, player: Player, said: Said) -> TalkLine:
        """Say an emote or a text, or draw marks, as a player at the table, to a side alone, or as a spectator.

        AppError: no_talk_here, words_to_friends, no_side_here, words_off, words_unread, nothing_said, bad_marks,
        talk_full.
        """
        live = await self._matches.live_match(match_id)
        row = live.row
        self.check_may_say(row, player.id, said)
        marks = None if said.marks is None else clean_marks(said.marks)
        text = clean_text(said.text, TEXT_LENGTH) if said.text is not None else None
        if text is not None:
            await self._check_words_are_read(row, player, said.side)
        seat = row.seat_of(player.id)
        room: Room = "watchers" if seat is None else "table"
        if said.side is not None:
            room, seat = "side", None if said.side == "AB" else said.side
        seq = None if marks is None else min(said.seq, live.seq)
        line = TalkLine(
            0, room, seat, player.id, player.name, said.emote, text, time.time(), marks, seq, player.program
        )
        number = await self._writer.job(store.say(match_id, line), partial(self._publish, live))
        return line._replace(number=number)

    async def _check_words_are_read(self, row: MatchRow, player: Player, side: Sides | None) -> None:
        """Raise AppError where this player, or everybody it is said to, has switched words off."""
        if not (await self._filter_of(row.id, player)).words:
            raise AppError(Code.words_off)
        seat = row.seat_of(player.id)
        to = {one for one in SEATS if one in (side or "") or (side is None and seat is not None and one != seat)}
        readers = [one for there in sorted(to) for one in row.members(there) if one.id != player.id]
        if readers and not any([(await self._filter_of(row.id, one)).words for one in readers]):
            raise AppError(Code.words_unread, player=guest_words(readers[0].name))

    def _publish(self, live: LiveMatch, number: int) -> int:
        live.publish_chat(number)
        if live.shared:
            self._bus.publish(MatchHint(live.id))
        return number

    # --- muting and blocking ---------------------------------------------------------------------------------

    async def mute(self, match_id: str, player: Player, ref: PersonRef, *, on: bool) -> None:
        """Mute somebody in this match, or unmute them. AppError: nobody_there, not_yourself."""
        live = await self._matches.live_match(match_id)
        muted = await self.person(live.row, player, ref)
        job = store.mute(match_id, player.id, muted.id, on=on)
        await self._writer.job(job, partial(self._publish, live))

    async def block(self, match_id: str, player: Player, ref: PersonRef) -> None:
        """Block somebody of this match everywhere: no chat, and no other table with them.

        AppError: nobody_there, not_yourself, too_many_blocks.
        """
        live = await self._matches.live_match(match_id)
        await self.blocks.block(player, await self.person(live.row, player, ref))
        await self._writer.job(store.touch(match_id), partial(self._publish, live))

    async def person(self, row: MatchRow, player: Player, ref: PersonRef) -> Player:
        """Return the player that `ref` names, if this player can meet them here.

        AppError: nobody_there, not_yourself.
        """
        found = await self._speaker(row, player, ref) if isinstance(ref, int) else row.holders[ref]
        if not isinstance(found, Player):
            raise AppError(Code.nobody_there)
        if found.id == player.id:
            raise AppError(Code.not_yourself)
        return found

    async def _speaker(self, row: MatchRow, player: Player, number: int) -> Player | None:
        """Return the author of a line, if this player could read it before muting anybody."""
        line = await self._database.read(store.one_line(row.id, number))
        if line is None or not listener_at(row, player.id, TalkFilter()).may_read(line):
            return None
        return Player(line.player_id, line.name, line.program)
