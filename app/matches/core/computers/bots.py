"""Bots at the table: whenever a bot is to act in a match in memory, its plan is computed and played. Its actions go
through the service with the number of actions, as a player's do; a worker that dies loses nothing that is kept here.
See docs/decisions/bots.md."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

import structlog
from sqlalchemy.exc import IntegrityError

from app.base.errors import AppError, Code
from app.base.tasks import TaskHealth, TaskSet
from app.matches.bots.thinkers import Thinkers
from app.matches.bots.thinking import Plan, question_of, quick_plan
from app.matches.core.computers.bot_turns import BotTurns
from app.matches.core.computers.pace import TurnPace, turn_seconds
from app.matches.core.features.deal import DEAL
from app.matches.core.live.live_match import LiveMatch, MatchObserver
from app.matches.core.live.update import Change, Presence
from app.matches.core.match_row import MatchRow
from app.matches.core.seat_holder import Bot
from app.matches.core.service import MatchService
from engine.seat import Seat

AGAIN_SECONDS: Final = 3.0
"""Seconds until a turn is tried again that another worker plays, or that could not be played."""
BEGINNING: Final = 1.2
"""Seconds in which pages show who starts, and the hands being dealt: a bot waits for it."""
CHECK_SECONDS: Final = 2.0
"""Seconds between two searches for turns whose worker has died."""
MAX_FINGERPRINTS: Final = 40
TRIES: Final = 3
"""Plans that are tried at one moment of a match; after so many refused ones anything legal is played."""

log = structlog.get_logger(__name__)


class Due(NamedTuple):
    """A bot that is to act, and after how many actions."""

    seat: Seat
    bot: Bot
    seq: int


def due_in(live: LiveMatch) -> Due | None:
    """Return the bot that is to act now; of two the one at A."""
    if live.match is None or live.row.status == "over":
        return None
    for seat, bot in live.row.bots.items():
        if seat in live.match.to_act:
            return Due(seat, bot, live.seq)
    return None


def _chance(live: LiveMatch, seq: int) -> tuple[str, int]:
    """Return the moment from which a bot's chance comes: in a deal its turn, the same for all who play the deal."""
    deal = DEAL.of(live.row)
    position = live.match.position if live.match is not None else None
    return (live.id, seq) if deal is None or position is None else (deal, position.turn)


IsAttended = Callable[[MatchRow], Awaitable[bool]]


class BotPlayers(MatchObserver):
    """Plays for the bots of this worker's matches. `pause` is the seconds from one action to the next where people
    look on; `is_attended` says whether enough people are there for a match that only computers play."""

    def __init__(
        self,
        service: MatchService,
        turns: BotTurns,
        thinkers: Thinkers,
        pause: float,
        is_attended: IsAttended,
        health: TaskHealth | None = None,
    ) -> None:
        self._is_attended = is_attended
        self._service = service
        self._turns = turns
        self._thinkers = thinkers
        self.pause = pause
        self._playing: set[str] = set()
        self._later: dict[str, asyncio.TimerHandle] = {}
        self._fingerprints: dict[str, list[int]] = {}
        self._tasks = TaskSet(health)
        self._refused: dict[str, tuple[int, int]] = {}
        self._stopped = False

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Play within the block, also what was left by workers which have died: this one's last run, too."""
        self._tasks.forever("bots", self._resume_unfinished)
        try:
            yield
        finally:
            await self.stop()

    async def stop(self) -> None:
        """Play no more."""
        self._stopped = True
        for timer in self._later.values():
            timer.cancel()
        await self._tasks.stop()

    # -- what it observes

    def opened(self, live: LiveMatch) -> None:
        """Play on where a bot is to act: nobody may have done so since the match was last in memory."""
        self._consider(live)

    def changed(self, live: LiveMatch, change: Change) -> None:
        if live.row.bots or live.id in self._later:
            self._consider(live)

    def closed(self, live: LiveMatch) -> None:
        """Forget the tables that its bot has left behind."""
        self._fingerprints.pop(live.id, None)
        self._refused.pop(live.id, None)

    def _consider(self, live: LiveMatch) -> None:
        if due_in(live) is None:
            self._wait_no_more(live.id)
        elif live.id not in self._later:
            self._begin(live.id)

    def _wait_no_more(self, match_id: str) -> None:
        timer = self._later.pop(match_id, None)
        if timer is not None:
            timer.cancel()

    def _begin(self, match_id: str) -> None:
        self._wait_no_more(match_id)
        if self._stopped or match_id in self._playing:
            return
        self._playing.add(match_id)
        task = self._tasks.run(self._play(match_id))
        task.add_done_callback(lambda done: self._ended(match_id, done))

    def _ended(self, match_id: str, task: asyncio.Task[bool]) -> None:
        """Continue at once if something has happened meanwhile, later if it did not go."""
        self._playing.discard(match_id)
        if task.cancelled() or self._stopped:
            return
        live = self._service.live_matches.cached(match_id)
        if task.exception() is None and task.result():
            if live is not None:
                self._consider(live)
            return
        if live is not None and due_in(live) is not None:
            loop = asyncio.get_running_loop()
            self._later[match_id] = loop.call_later(AGAIN_SECONDS, self._begin, match_id)

    async def _resume_unfinished(self) -> None:
        while True:
            try:
                for match_id in await self._turns.left():
                    self._begin(match_id)
            except AppError:
                log.debug("no_look_for_bots")  # the database is away, which is logged where it happened
            await asyncio.sleep(CHECK_SECONDS)

    # -- playing

    async def _play(self, match_id: str) -> bool:
        """Play until no bot is to act in this match; returns False where that is to be tried again."""
        try:
            if not await self._turns.claim(match_id):
                return False
            live = await self._service.live_match(match_id)
            while (due := due_in(live)) is not None:
                await self._turn(live, due)
                live = await self._service.live_matches.get(match_id)
            await self._turns.release(match_id)
        except AppError as error:  # the database is away, or the process ended over its thoughts
            log.info("bot_waits", match=match_id, code=error.code)
            return error.code == "no_such_match"
        except IntegrityError:  # this worker has been taken for dead, or the match is gone
            return False
        return True

    async def _turn(self, live: LiveMatch, due: Due) -> None:
        """Ask for a plan and play it, until the match takes another course."""
        now = asyncio.get_running_loop().time
        pace = TurnPace(now(), self.pause, turn_seconds(live.row, due.seat, self._service.site_time()))
        if self.pause and live.match is not None and live.match.position is not None and live.match.position.turn == 1:
            pace.acts(now() + BEGINNING)
        try:
            plan = await self._plan(live, due, pace)
        except AppError as error:
            live.set_stuck(is_stuck=error.code == Code.helper_away.name)
            raise
        live.set_stuck(is_stuck=False)
        seq = due.seq
        for number, action in enumerate(plan.actions):
            if live.last.presence != Presence():
                await asyncio.sleep(pace.wait(now(), len(plan.actions) - number))
            pace.acts(now())
            try:
                seq = (await self._service.act_for_bot(live.id, due.seat, seq, action)).seq
            except AppError as error:
                self._on_refusal(live, seq, error)
                return
        self._fingerprints[live.id] = [*self._fingerprints.get(live.id, []), plan.fingerprint][-MAX_FINGERPRINTS:]

    async def _plan(self, live: LiveMatch, due: Due, pace: TurnPace) -> Plan:
        assert live.match is not None
        tries = self._tries(live.id, due.seq)
        if tries >= TRIES:
            return Plan((dict(live.match.legal_actions(due.seat)[-1]),), 0)
        seed = self._thinkers.seeds.of(*_chance(live, due.seq), f"try {tries}")
        fingerprints = tuple(self._fingerprints.get(live.id, ()))
        question = question_of(live.match, due.bot.level, due.seat, seed, fingerprints)
        owner = self._thinkers.queues.owner_of(live.id, next((guest.id for guest in live.row.guests), ""))
        try:
            async with asyncio.timeout_at(pace.plan_by):
                last = not live.row.guests
                attended = not last or await self._is_attended(live.row)
                return await self._thinkers.ask(question, owner, pace.thought_by, last=last, attended=attended)
        except (AppError, TimeoutError):
            if pace.plan_by is None:
                raise
            log.info("bot_in_haste", match=live.id, seq=due.seq)
            return quick_plan(question)

    def _tries(self, match_id: str, seq: int) -> int:
        at, tries = self._refused.get(match_id, (seq, 0))
        return tries if at == seq else 0

    def _on_refusal(self, live: LiveMatch, seq: int, error: AppError) -> None:
        """Log what the engine refuses, a mistake of the bot's; a plan simply ends where the match has moved on."""
        if error.status >= 500:
            raise error
        if error.code in ("stale_seq", "match_over", "time_is_up"):
            return
        log.error("bot_refused", match=live.id, seq=seq, code=error.code)
        self._refused[live.id] = (seq, self._tries(live.id, seq) + 1)
