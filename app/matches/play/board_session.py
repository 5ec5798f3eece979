"""The board's protocol: what one open page of a match shows, and how it is answered.

Its messages are carried by the site's socket (app/matches/play/page_socket.py), and without a connection by a worker of
the browser (app/site/offline/table.py).
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from app.base.drawing.renderer import Renderer
from app.base.errors import AppError
from app.base.live.client_messages import HelloIn, LiftIn, WhyIn
from app.base.live.server_messages import Beat, Encoded
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.live.update import Update
from app.matches.play.forced_action import Forced, forced_actions
from app.matches.table import board
from app.matches.table.drawing import TableDrawing, table_drawing
from app.matches.table.stages import PageState
from app.matches.table.viewpoint import LiftedCover, Viewpoint, lifted_at, still_lifted, viewpoint_of
from engine.seat import Seat, Viewer

WHOLE: Final = "whole"
BoardAnswer: TypeAlias = Beat | Literal["whole"] | None
"""An answer to a small question: a beat, `WHOLE` for the frame that shows everything (`BoardSession.snapshot`), or
nothing."""


class BoardNews(NamedTuple):
    """The frame that leads a page to an update, None where nothing differs; and the actions that follow on their
    own."""

    frame: Encoded | None
    follows: list[Forced]


class BoardSession:
    """One open page of a match: the state that it shows, and the answers to it. `site` is where players reach this
    server.

    It keeps the state that is `shown`, the keys of the `faces` that the page has got for its animations, the `lifted`
    cover of a hot seat, and the turn in which the page last `acted`.
    """

    def __init__(self, templates: Renderer, live: LiveMatch, player_id: str | None, site: str) -> None:
        self._templates = templates
        self._live = live
        self._player_id = player_id
        self._site = site
        self.shown: PageState | None = None
        self.faces: set[str] = set()
        self.lifted: LiftedCover | None = None
        self.acted = 0

    def viewpoint(self, update: Update | None = None) -> Viewpoint:
        """Return the page's viewpoint after an update, by default now."""
        if self.lifted is not None:
            self.lifted = still_lifted(self.lifted, self._live)
        lifted, now = self.lifted, update or self._live
        shown = self.shown
        if shown is not None and shown.row is now.row and not now.row.hotseat:
            return shown.viewpoint  # only at a hot seat do moves change it
        return viewpoint_of(now.row, now.match, self._player_id, lifted.seat if lifted else None)

    def spoken_for(self) -> Viewer:
        """Return the seat for which the page acts at a hot seat; None elsewhere, where its player has one only."""
        return self.viewpoint().viewer if self._live.row.hotseat else None

    def lift_again(self, seat: str | None, seq: int) -> None:
        """Take the cover away that another connection of the page had lifted for `seat`, and that still was when it
        showed `seq` actions; nothing if somebody else was to act since."""
        cover = self.viewpoint().cover
        if cover and cover == seat:
            self.lifted = lifted_at(cover, seq, self._live)

    def act(self) -> None:
        """Note that the page acts in the present turn: what it then cannot decide follows on its own."""
        position = self._live.match.position if self._live.match else None
        self.acted = position.turn if position else 0

    def news(self, update: Update) -> BoardNews:
        """Lead the page to an update; the first one shows everything."""
        before, follows = self.shown, forced_actions(update, self._live.seq, self._player_id, self.acted)
        table = self._drawing(update, before)
        self.shown = table.state
        if before is None:
            return BoardNews(table.snapshot(self._site), follows)
        return BoardNews(table.change(before, self.faces, self._site, more=bool(follows)), follows)

    def snapshot(self, log: str = "") -> Encoded:
        """Return the frame that shows everything as it is now; `log`: the whole log, where no site has it.

        A page that gets its updates one by one goes on from what it has been shown. Only a cover that is lifted, or
        falls, changes that.
        """
        table = self._drawing(self._live.now())
        if self.shown is None or table.state.viewpoint.hotseat:
            self.shown = table.state
        return table.snapshot(self._site, log)

    def answer(self, message: HelloIn | WhyIn | LiftIn) -> BoardAnswer:
        """Answer a small question of the page; it changes nothing but the cover. AppError, sent as a refusal: why
        a card cannot be played."""
        match message:
            case HelloIn(hello=seq):
                # What it has not got is on its way, or waits with reason.
                is_known = seq == self._live.seq or (self.shown is not None and seq == self.shown.seq)
                return {"type": "beat", "beat": seq} if is_known else WHOLE
            case WhyIn(hand=place):
                self._check_playable(place)
                return None
            case LiftIn(seat=seat):
                self._lift(seat)
                return WHOLE

    def _drawing(self, update: Update, before: PageState | None = None) -> TableDrawing:
        return table_drawing(self._templates, update, self.viewpoint(update), before)

    def _lift(self, seat: Seat) -> None:
        """Lift the cover of a hot seat for the player it waits for. Lifting twice, or for another, changes nothing."""
        if self.viewpoint().cover == seat:
            self.lifted = LiftedCover(seat, self._live.last.number)

    def _check_playable(self, place: int) -> None:
        match, viewer = self._live.match, self.viewpoint().viewer
        if match is None or viewer is None or match.position is None:
            return
        error = board.why_not(match, viewer, place)
        if error is not None:
            raise AppError.of(error)
