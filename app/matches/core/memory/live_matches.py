"""The matches that this process holds in memory: loaded on demand, brought up to date, forgotten when nobody
watches."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import orjson
import structlog

from app.base.errors import AppError, Code
from app.base.store.database import NOTHING_ELSE, Database, ExtraColumns, StoredRow
from app.base.tasks import SharedWork
from app.matches.core import stored_options
from app.matches.core.live.live_match import LiveMatch, MatchObserver
from app.matches.core.match_row import MatchRow
from app.matches.core.storage import store
from app.matches.core.storage.store import StoredMatch, StoredMove
from engine.errors import EngineError
from engine.match import Match

MATCHES: Final = 2_000  # beyond these only watched ones stay; 30 to 90 KB each
CHECK_BATCH_SIZE: Final = 8  # matches that are checked for each that is loaded or changes, while there are too many

log = structlog.get_logger(__name__)


class LiveMatches:
    """A cache over the database. Every copy may be stale; the unique key of `actions` settles who was first.

    Observers are called for each match when it is loaded, when it changes, and when it is dropped.
    """

    def __init__(self, database: Database, site_time: Callable[[], float] | None = None, most: int = MATCHES) -> None:
        self._database = database
        self._site_time = site_time
        self.most = most
        self._held: OrderedDict[str, LiveMatch] = OrderedDict()
        self._loading = SharedWork[str, LiveMatch]()
        self._observers: list[MatchObserver] = []
        self._movers: list[MatchObserver] = []

    def observe(self, *observers: MatchObserver) -> None:
        """Call these, too, from now on."""
        self._observers += observers
        self._movers += [observer for observer in observers if observer.follows_moves]

    def __len__(self) -> int:
        return len(self._held)

    def all(self) -> list[LiveMatch]:
        """Return every match in memory."""
        return list(self._held.values())

    def cached(self, match_id: str) -> LiveMatch | None:
        """Return the live match if it is in memory."""
        return self._held.get(match_id)

    def put(self, live: LiveMatch) -> LiveMatch:
        """Hold this match, unless it is held already; beyond the limit the longest unused ones are dropped."""
        is_new = live.id not in self._held
        held = self._held.setdefault(live.id, live)
        self._held.move_to_end(live.id)
        if is_new:
            live.hold(self._observers, self._movers, self._site_time)
            for observer in self._observers:
                observer.opened(live)
            self._shrink()
        return held

    def _drop(self, match_id: str) -> None:
        live = self._held.pop(match_id, None)
        if live is not None:
            live.release()
            for observer in self._observers:
                observer.closed(live)

    def _shrink(self) -> None:
        """Check a few of the longest unused: those that nobody watches are dropped, others queued again.

        Each new match brings one more, so a few looks keep up, however many are held.
        """
        for _ in range(min(CHECK_BATCH_SIZE, len(self._held) - 1)):
            if len(self._held) <= self.most:
                return
            live = next(iter(self._held.values()))
            if live.in_use:
                self._held.move_to_end(live.id)
            else:
                self._drop(live.id)

    async def get(self, match_id: str) -> LiveMatch:
        """Return the live match as this process knows it, perhaps behind another process.

        AppError(no_such_match).
        """
        live = self._held.get(match_id)
        if live is not None:
            self._held.move_to_end(match_id)
            return live
        return await self._loading.get(match_id, lambda: self._load(match_id))

    async def current(self, match_id: str) -> LiveMatch:
        """Return the live match as the database has it now; AppError(no_such_match)."""
        held = self._held.get(match_id)
        if held is None:
            return await self.get(match_id)
        async with held.lock:
            await self.refresh(held)
        return held

    async def current_joined(self, match_id: str, also: ExtraColumns) -> tuple[LiveMatch, StoredRow]:
        """Return the live match as the database has it now, and what is read with it."""
        held = await self.get(match_id)
        async with held.lock:
            return held, await self.refresh_joined(held, also)

    async def check_exists(self, match_id: str) -> None:
        """Raise AppError(no_such_match) for a match that is not there, as far as this process knows."""
        held = self._held.get(match_id)
        if held is None or held.is_stale:
            await self.current(match_id)

    async def _load(self, match_id: str) -> LiveMatch:
        for query in (store.load, store.whole):  # a snapshot is a cache, perhaps in the form of another version
            stored = await self._database.read(query(match_id))
            if stored is None:
                raise AppError(Code.no_such_match)
            try:
                match = rebuild(stored)
            except EngineError as error:
                log.error("match_does_not_load", match=match_id, after=stored.seq, code=error.code)
                continue
            seq = stored.moves[-1].seq if stored.moves else stored.seq
            return self.put(LiveMatch(stored.row, match, seq))
        raise AppError(Code.internal)

    async def refresh(self, live: LiveMatch) -> None:
        """Apply the writes of other processes; the caller holds the match's lock. Readers get it as steps."""
        await self.refresh_joined(live, NOTHING_ELSE)

    async def refresh_joined(self, live: LiveMatch, also: ExtraColumns) -> StoredRow:
        """Do what `refresh` does, and return what is read with it."""
        found = await self._database.read(store.tail(live.row, live.seq, also))
        if found is None:
            self._drop(live.id)
            raise AppError(Code.no_such_match)
        newer, read = found
        live.validate()
        bring_up_to_date(live, *newer)
        return read


def rebuild(stored: StoredMatch) -> Match | None:
    """Return the state of a match: its snapshot, or its beginning, and the moves that followed."""
    if stored.row.started_at is None:
        return None
    match = Match.from_json(orjson.loads(stored.state)) if stored.state else stored_options.begin(stored.row.options)[0]
    for move in stored.moves:
        match, _ = match.apply(move.seat, move.action)
    return match


def bring_up_to_date(live: LiveMatch, row: MatchRow, moves: list[StoredMove]) -> None:
    """Bring a live match to what is stored: the moves that follow its own, and the newest row."""
    newer = row if row.version > live.row.version else live.row
    match = live.match
    if match is None and newer.started_at is not None:
        match, events = stored_options.begin(newer.options)
        live.step("row", row=newer, match=match, events=events)
    for move in moves:
        assert match is not None
        match, events = match.apply(move.seat, move.action)
        # Together with the last move comes the row: a match is not shown as over before its end.
        then = newer if move is moves[-1] else live.row
        live.step("action", seq=move.seq, match=match, row=then, events=events)
    if newer is not live.row:
        live.step("row", row=newer)
