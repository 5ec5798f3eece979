"""The only writer of chat."""

from __future__ import annotations

import time
from contextlib import AbstractAsyncContextManager
from functools import partial

from app.errors import AppError, Code
from app.live.bus import Bus
from app.live.worker_hints import MatchHint
from app.matches.live.live_match import LiveMatch
from app.matches.match_row import MatchRow
from app.matches.service import MatchService
from app.players.blocks import Blocks
from app.players.names import clean_text
from app.players.player import Player
from app.players.shown_names import guest_words
from app.store.database import Database
from app.store.group_commit import Writer
from app.talk import rules, store
from app.talk.emotes import Emote
from app.talk.lines import Room, TalkFilter, TalkLine, listener_at
from app.talk.models import TEXT_LENGTH
from app.talk.rooms import Rooms, TalkReader
from app.talk.rules import Allowed, Voice
from engine.seat import Seat, other

PersonRef = Seat | int
"""Somebody at a match: the holder of that seat, or the author of the line of that number."""


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
        matches.live_matches.observers.append(self.rooms)

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
        return (await self._database.read(store.talk_filters(match_id, [player.id])))[player.id]

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

    def check_may_say(self, row: MatchRow, player_id: str | None, emote: Emote | None, text: str | None) -> None:
        """Refuse a line that this player, or visitor, may not write here.

        AppError: no_talk_here, words_to_friends, nothing_said.
        """
        rules.check(self.voice(row, player_id), words=text is not None)
        if emote is None and not clean_text(text or "", TEXT_LENGTH):
            raise AppError(Code.nothing_said)

    async def say(self, match_id: str, player: Player, emote: Emote | None = None, text: str | None = None) -> TalkLine:
        """Say an emote or a text, as a player at the table or as a spectator.

        AppError: no_talk_here, words_to_friends, words_off, words_unread, nothing_said, talk_full.
        """
        live = await self._matches.live_match(match_id)
        row = live.row
        self.check_may_say(row, player.id, emote, text)
        said = clean_text(text, TEXT_LENGTH) if text is not None else None
        if said is not None:
            await self._check_words_are_read(row, player)
        seat = row.seat_of(player.id)
        room: Room = "watchers" if seat is None else "table"
        line = TalkLine(0, room, seat, player.id, player.name, emote, said, time.time(), player.program)
        number = await self._writer.job(store.say(match_id, line), partial(self._publish, live))
        return line._replace(number=number)

    async def _check_words_are_read(self, row: MatchRow, player: Player) -> None:
        """Raise AppError where this player, or the one opposite, has switched words off."""
        if not (await self._filter_of(row.id, player)).words:
            raise AppError(Code.words_off)
        seat = row.seat_of(player.id)
        opposite = row.holders[other(seat)] if seat is not None else None
        if isinstance(opposite, Player) and not (await self._filter_of(row.id, opposite)).words:
            raise AppError(Code.words_unread, player=guest_words(opposite.name))

    def _publish(self, live: LiveMatch, number: int) -> None:
        live.publish_chat(number)
        if live.shared:
            self._bus.publish(MatchHint(live.id))

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
