"""A match that a browser keeps, as a replay: the parts that the page of a replay asks the site for."""

from __future__ import annotations

from urllib.parse import urlsplit

from app.base.drawing.renderer import Renderer
from app.base.errors import AppError, Code
from app.learning.replay.perspective import perspective_of
from app.learning.replay.renderer import ReplayRenderer
from app.matches.helpers.timeline import ReplayTimeline
from app.matches.table.drawing import swapped
from app.site.offline.kept import FormQuery, KeptMatch
from engine.record import MatchRecord


class ReplayAlone(ReplayRenderer):
    """One kept match at `base`, from which no other match and no study can be made."""

    parts = ("sides",)

    def __init__(self, templates: Renderer, base: str, match: KeptMatch) -> None:
        timeline = ReplayTimeline(MatchRecord.from_json(match["record"]))
        super().__init__(templates, timeline, base)
        self.base, self.clamped = base, timeline.clamped

    def answer(self, address: str) -> str:
        """Return what a page or its script asks for: `page`, `frame` or `log`, at a `step`, seen `from` a side."""
        asked = urlsplit(address)
        wishes, part = FormQuery(asked.query), asked.path.removeprefix(f"{self.base}/")
        wanted = wishes.get("step", "0")
        step = self.clamped(int(wanted) if wanted.isdecimal() and len(wanted) < 6 else 0)
        perspective = perspective_of(wishes.get("from"), solo=self.solo)
        if part == "log":
            return str(self.log_html(perspective, step))
        moment = self.place(step, perspective)
        if part == "frame":
            return self.frame(moment).decode()
        if part != "page":
            raise AppError(Code.no_page)
        drawn = [self.stage(moment), *self.moving(moment), self.log_html(perspective, step), self.turns(moment)]
        return "".join(map(swapped, drawn))
