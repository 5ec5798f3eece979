"""A table without a line: it plays one kept match, and carries the messages of a board's page, as a socket does on the
site. What the page shows and is answered is the same at both (app/matches/play/board_session.py)."""

from __future__ import annotations

import math
import time
import uuid
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import replace
from typing import Final

from pydantic import ValidationError

from app.base.drawing.renderer import Renderer
from app.base.errors import AppError, Code
from app.base.live.client_messages import ActIn, FeatureIn, FrontIn, HelloIn, LiftIn, WhyIn
from app.base.live.server_messages import Encoded, encoded
from app.matches.bots.seeds import BotSeeds
from app.matches.core.features import BY_ACTION, BY_MESSAGE, PAGE, PageMessage, that_have
from app.matches.core.features.draw import OFFER, Draw
from app.matches.core.features.feature import PlayedAction, RowChange
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.live.update import Presence, Update
from app.matches.play.board_session import WHOLE, BoardSession
from app.matches.table import match_summary, narration
from app.matches.table.drawing import toast
from app.matches.table.log_html import log_html
from app.site.offline import kept
from app.site.offline.finished import finished
from app.site.offline.kept import ME, KeptMatch
from engine.audience import events_for
from engine.errors import EngineError
from engine.events import Event
from engine.match import ABORT
from engine.record import MAX_ACTIONS, MatchRecord, Move
from engine.seat import Seat, Viewer

MAX_FINGERPRINTS: Final = 40


class OfflineTable:
    """One match. Messages to its page come as a list of frames; it stands for the service to the match's features
    (`MatchActions`), so that a turn taken back or a rematch is theirs here, too."""

    grace = math.inf
    is_banned: Callable[[str], bool] = staticmethod(lambda player_id: False)

    def __init__(self, templates: Renderer, match: KeptMatch) -> None:
        self._templates = templates
        self.kept = match
        self.next: KeptMatch | None = None
        self._record = record = MatchRecord.from_json(match["record"])
        self._events: list[Event] = []
        for step in record.replay():
            self._events += step.events
        row = kept.row_after(kept.row_of(match, record.options), step.match, {})
        self.live = LiveMatch(row, step.match, len(record.moves))
        self.live.set_presence(Presence(True, True), None)
        self._seeds = BotSeeds(str(record.options.seed))
        self._fingerprints: list[int] = []
        self._session = BoardSession(templates, self.live, ME, "")
        self._number = self.live.last.number  # the step that the page has got

    @property
    def status(self) -> str:
        """ "setup", "playing" or "over"."""
        return self.live.row.status

    # -- what the page is sent

    def snapshot(self) -> list[Encoded]:
        """Return the frame that shows everything: what a page begins with."""
        self._number = self.live.last.number
        return [self._session.snapshot(self._log())]

    def take(self, message: str) -> list[Encoded]:
        """Carry out a message of the page (`app.base.live.client_messages`); a refusal changes nothing."""
        try:
            return self._handle(PAGE.validate_json(message))
        except ValidationError:
            return [self._refusal(AppError(Code.malformed, detail="type"))]
        except (AppError, EngineError) as error:
            return [*self._news(), self._refusal(AppError.of(error))]

    def answer(self) -> list[Encoded]:
        """Let the computer do what it is to do; nothing where nobody waits for it."""
        from app.site.offline import computer  # here: the table is shown before

        live = self.live
        for seat, bot in live.row.bots.items():
            if live.match is None or live.row.status == "over":
                break
            if OFFER.of(live.row) not in (None, seat):
                agrees = computer.agrees(live.match, bot.level, seat, self._seed("draw"))
                return self._done(Draw(self).say(live, seat, "accept" if agrees else "decline"))
            if seat in live.match.to_act:
                return [frame for _ in self._turn(seat, bot.level) for frame in self._news()]
        return []

    def hint(self) -> str:
        """Return a hint for the player, or why there is none, as HTML."""
        from app.site.offline import computer

        hint, refusal = None, ""
        try:
            hint = computer.hint(self.live, ME, self._seed("hint"))
        except AppError as error:
            refusal = error.sentence
        context = {"hint": hint, "refusal": refusal, "quiet_page": ""}
        return self._templates.text("matches/play/hint.html", context)

    def _turn(self, seat: Seat, level: int) -> Iterator[None]:
        """Play a computer's plan, action by action."""
        from app.site.offline import computer

        live = self.live
        assert live.match is not None
        plan = computer.plan(live.match, level, seat, self._seed("try 0"), tuple(self._fingerprints))
        for action in plan.actions:
            self._play(seat, action)
            yield
        self._fingerprints = [*self._fingerprints, plan.fingerprint][-MAX_FINGERPRINTS:]

    def _seed(self, use: str) -> str:
        return self._seeds.of(self.kept["id"], self.live.seq, use)

    def _news(self) -> list[Encoded]:
        """Return the frames that lead the page to the newest state, and play what follows on its own."""
        live, frames = self.live, list[Encoded]()
        while self._number != live.last.number:
            update = live.after(self._number, len(live.changes))
            frame, follows = self._session.news(update)
            self._number = update.number
            if frame is not None:
                frames.append(frame)
            for seat, action in follows:
                self._play(seat, action)
        return frames

    def _log(self) -> str:
        """Return the lines of everything that has happened, as the page may know it."""
        row = self.live.row
        events = events_for(self._events, self._session.viewpoint().audience, over=row.status == "over")
        lines = narration.narrate_marked(events, match_summary.player_names(row))
        return f'<ol hx-swap-oob="innerHTML:#log">{log_html(self._templates.fragments(), events, lines)}</ol>'

    def _refusal(self, error: AppError) -> Encoded:
        return encoded(toast(self._templates, error))

    # -- what the page sends

    def _handle(self, message: PageMessage) -> list[Encoded]:
        match message:
            case ActIn():
                return self._act(message, self._session.viewpoint().viewer)
            case HelloIn() | WhyIn() | LiftIn():
                answer = self._session.answer(message)
                return self.snapshot() if answer == WHOLE else [encoded(answer)] if answer is not None else []
            case FrontIn():
                return []
            case FeatureIn():
                feature, seat = BY_MESSAGE[type(message)](self), self._session.spoken_for()
                return self._done(feature.handle(self.live, ME, message, seat))

    def _act(self, sent: ActIn, seat: Viewer) -> list[Encoded]:
        if self._was_played(sent):
            return self._news()
        live, kind = self.live, sent.action.get("type")
        if live.match is None or seat is None:
            raise AppError(Code.not_your_seat)
        if sent.seq != live.seq:
            raise AppError(Code.stale_seq, seq=live.seq)
        if isinstance(kind, str) and (kind in BY_ACTION or kind == ABORT["type"]):
            raise AppError(Code[f"{kind}_by_offer"])
        self._session.act()
        self._play(seat, sent.action)
        return self._news()

    def _was_played(self, sent: ActIn) -> bool:
        """True if this action came before: the page did not hear of it, because its worker was ended."""
        if sent.seq >= len(self._record.moves):
            return False
        move = self._record.moves[sent.seq]
        return move.by in self.live.row.seats_of(ME) and move.action == sent.action

    def _done(self, work: Coroutine[object, None, None]) -> list[Encoded]:
        """Return the news of a feature's work, which waits for nothing here."""
        finished(work)
        return self._news()

    def _play(self, seat: Seat, action: Mapping[str, object]) -> None:
        live = self.live
        assert live.match is not None
        after, events = live.match.apply(seat, action)
        if live.seq >= MAX_ACTIONS and after.status != "over":
            raise AppError(Code.match_too_long, most=MAX_ACTIONS)
        now, record = time.time(), self._record
        at = max(now - self.kept["begun"], record.moves[-1].at if record.moves else 0.0)  # a clock may be set back
        self._record = replace(
            record, moves=(*record.moves, Move(seat, dict(action), round(at, 3))), result=after.outcome
        )
        self.kept["record"] = self._record.to_json()
        played = PlayedAction(seat, str(action.get("type")), live.match, after, len(events), now)
        columns = [feature.after(live.row, played) for feature in that_have("after")]
        if played.kind in BY_ACTION:
            columns.append(dict(BY_ACTION[played.kind].conditions(live.row, seat).values))
        row = kept.row_after(live.row, after, {name: value for each in columns for name, value in each.items()})
        self._events += events
        live.step("action", seq=live.seq + 1, match=after, row=row, events=events)

    # -- what features do (`MatchActions`)

    async def play(self, live: LiveMatch, seat: Seat, action: Mapping[str, object]) -> Update:
        """Play an action that a feature has made sure of."""
        self._play(seat, action)
        return live.now()

    async def change(self, live: LiveMatch, change: RowChange) -> None:
        """Change the match's row: nobody else does, so the conditions hold."""
        assert live.match is not None
        live.step("row", row=kept.row_after(live.row, live.match, change.values))

    async def open_next(self, live: LiveMatch) -> str:
        """Begin the match after this one, which the worker finds in `next`."""
        assert live.match is not None
        self.next = kept.again(live.row, live.match, uuid.uuid4().hex)
        return self.next["id"]

    async def live_match(self, match_id: str) -> LiveMatch:
        raise AppError(Code.no_such_match)

    async def begin(self, live: LiveMatch) -> None:
        raise AppError(Code.already_begun)

    async def close_ungathered(self) -> None:
        """Do nothing: no player waits for another here."""

    def site_time(self) -> float:
        return time.time()

    async def confirmed_time(self) -> float:
        return time.time()

    async def overdue(self, column: str, before: float) -> list[LiveMatch]:
        return []
