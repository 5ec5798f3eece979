"""The entrance for a page's worker (static/js/offline/worker.js): texts go in and come out, JSON if they hold more."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import orjson

from app.base.drawing.renderer import Renderer
from app.base.drawing.symbols import symbol_of
from app.base.errors import AppError, Code
from app.base.i18n import use_language
from app.base.live.presses import PressAnswer, Presses, press_in
from app.base.live.server_messages import Encoded, encoded
from app.cards.gallery.drawing import HELPERS
from app.matches.solo import fields
from app.site.offline import kept
from app.site.offline.kept import FormQuery, KeptMatch
from app.site.offline.table import OfflineTable
from engine.errors import EngineError

if TYPE_CHECKING:  # elsewhere where they are needed: a page has one of them, and waits for it
    from app.site.offline.practice import PracticeAlone
    from app.site.offline.replay import ReplayAlone


REFUSED: Final = '{"type":"error"'
"""The beginning of a refusal."""


class TableWorker:
    """Plays one match after another in one language; `files` is the address of the static files."""

    def __init__(self, files: str, language: str) -> None:
        self._language = language
        self._templates = Renderer(
            lambda path: f"{files}/{path}", lambda icon: f"{files}/{symbol_of(icon)}", helpers=HELPERS
        )
        self._table: OfflineTable | PracticeAlone | None = None
        self._replay: ReplayAlone | None = None
        self._presses = Presses()

    def compile_all(self) -> None:
        """Compile all templates: only when the archive is made."""
        self._templates.compile_all()

    def open(self, name: str, wishes: str, stored: str) -> str:
        """Open a match or an exercise (its path), from what is `stored` of it; return what `receive` returns, or an
        `error`.

        A match that is not stored is begun as the query string `wishes` asks (`kept.new`); of exercises all are given.
        """
        try:
            with use_language(self._language):
                self._table = self._opening(name, wishes, orjson.loads(stored))
        except (AppError, EngineError) as error:
            return orjson.dumps({"error": AppError.of(error).sentence}).decode()
        return self._said(self._table.snapshot)

    def _opening(self, name: str, wishes: str, stored: list[Any]) -> OfflineTable | PracticeAlone:
        if "/" in name:
            from app.site.offline.practice import PracticeAlone

            return PracticeAlone(self._templates, name, stored)
        return OfflineTable(self._templates, stored[0] if stored else kept.new(FormQuery(wishes), name))

    def receive(self, message: str) -> str:
        """Carry out a message of the page; return the `frames` for it, what is to be `kept`, its `status`, and the
        `next` match where it has been begun. A press that was answered before gets the same answer."""
        content = orjson.loads(message)
        press = press_in(content)
        text = orjson.dumps(content).decode()
        return self._said(lambda: self._opened().take(text) if press is None else self._pressed(press, text))

    def _pressed(self, press: str, text: str) -> list[Encoded]:
        before = self._presses.answer_to("", press)
        if before is not None:
            return [encoded(before)]
        frames = self._opened().take(text)
        refusal = next((frame for frame in frames if frame.startswith(REFUSED)), None)
        answer: PressAnswer = {"type": "taken", "press": press}
        if refusal is not None:
            answer = orjson.loads(refusal)
            answer["press"] = press
        self._presses.keep("", press, answer)
        return [frame for frame in frames if frame is not refusal] + [encoded(answer)]

    def answer(self) -> str:
        """Let the computer act; return what `receive` returns, without frames where nobody waits for it."""
        return self._said(self._opened().answer)

    def ask(self, address: str, stored: str) -> str:
        """Return what the site would answer at this address; of a replay the match is `stored`."""
        path, _, query = address.partition("?")
        with use_language(self._language):
            if path == "/offline/hint" and isinstance(self._table, OfflineTable):
                return self._table.hint()
            if path == "/solo/sum":
                return self._templates.text("matches/solo/sum.html", {"sum": fields.sum_of(FormQuery(query))})
            return self._replay_of(path.rpartition("/")[0], orjson.loads(stored)).answer(address)

    def walk(self, address: str, roads: str, matches: str) -> str:
        """Return what comes of a request of a road's page (`walked`), or an `error`."""
        from app.site.offline.road import walked

        with use_language(self._language):
            try:
                said = walked(self._templates, address, orjson.loads(roads), orjson.loads(matches))
            except (AppError, EngineError) as error:
                return orjson.dumps({"error": AppError.of(error).sentence}).decode()
        return orjson.dumps(said).decode()

    def _replay_of(self, base: str, stored: list[KeptMatch]) -> ReplayAlone:
        """Return the replay at an address, which is made once; AppError(no_page) if there is none."""
        if self._replay is None or self._replay.base != base:
            if not stored:
                raise AppError(Code.no_page)
            from app.site.offline.replay import ReplayAlone

            self._replay = ReplayAlone(self._templates, base, stored[0])
        return self._replay

    def _opened(self) -> OfflineTable | PracticeAlone:
        assert self._table is not None, "a table is opened first"
        return self._table

    def _said(self, frames: Callable[[], list[Encoded]]) -> str:
        with use_language(self._language):
            table, said = self._opened(), frames()
        return orjson.dumps({"frames": said, "kept": table.kept, "status": table.status, "next": table.next}).decode()
