"""From an update to what a page receives: the HTML of the zones that changed, and the events with them.

A `TableDrawing` is made once per update, kind of viewer and language, and remembered by the update: so are the zones
that differ and their HTML. A connection adds what it alone has missed (docs/drawing.md). htmx swaps each zone in place
(`hx-swap-oob`), so focus and elements survive.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from markupsafe import Markup

from app.base.drawing.renderer import FragmentCache, Renderer
from app.base.errors import AppError
from app.base.i18n import current_language
from app.base.live.server_messages import Encoded, Frame, Refused, Snapshot, encoded
from app.matches.core.live.update import Update
from app.matches.table import event_payload, match_summary, narration
from app.matches.table.log_html import log_html
from app.matches.table.match_words import format_words
from app.matches.table.stages import TABLE, PageState, UpdateCache, page_state
from app.matches.table.viewpoint import Viewpoint
from app.matches.table.voice import voice_of
from app.matches.table.zones import Gaps, Zones, drawn_changes, drawn_zones, filled
from engine.seat import Viewer, other

SWAP: Final = ' hx-swap-oob="outerMorph" '
UNPLAYED: Final = {"waiting", "closed"}
"""Stages that come and go as a whole."""


class Narrated(NamedTuple):
    """The events, for all who get the same ones: payloads for the animation, lines of the log, faces of cards."""

    events: list[event_payload.EventPayload]
    log: str
    faces: dict[str, str]


NOTHING_HAPPENED: Final = Narrated([], "", {})


def swapped(*elements: str) -> str:
    """Return elements with the attribute that makes htmx put each in its place; each must have another one already."""
    return "".join([str(html).lstrip().replace(" ", SWAP, 1) for html in elements])


def changed(fragments: FragmentCache, before: Zones, now: Zones) -> str:
    """Return the HTML of the zones, or pieces of rows, that differ from those before, each to be put in its place."""
    return swapped(*drawn_changes(fragments, before, now))


def toast(templates: Renderer, error: AppError) -> Refused:
    """Return the message that a page gets for one that is refused."""
    html = swapped(templates.text("matches/play/toast.html", {"sentence": error.sentence}))
    return {"type": "error", "error": error.sentence, "code": error.code, "content": html}


class TableDrawing:
    """A match after an update as one kind of viewer sees it, in the language that was current when this was made."""

    __slots__ = (
        "_contents", "_fragments", "_full", "_narrated", "_presence", "_row", "_site_time", "_stages", "_templates",
        "state",
    )  # fmt: skip

    def __init__(
        self,
        templates: Renderer,
        language: str,
        update: Update,
        viewpoint: Viewpoint,
        kept: Drawings,
        before: PageState | None,
    ) -> None:
        self._templates = templates
        self._fragments = templates.fragments()
        # Not the update itself, which remembers this drawing: they would be a circle.
        self._row, self._presence, self._full, self._site_time = (
            update.row, update.presence, update.full, update.site_time,
        )  # fmt: skip
        self._narrated = _narrated(self._fragments, language, update, viewpoint, kept)
        self._stages: dict[tuple[str, str], Markup] = {}
        self._contents: dict[PageState, str] = {}
        self.state = page_state(self._fragments, language, update, viewpoint, kept, before)

    def stage(self, site: str, asked: str = "") -> Markup:
        """Return the whole stage: what a page begins with, and what a connection gets first.

        `site` is where players reach this server, for the room link; `asked` who is challenged to an open table.
        """
        key = (site, asked)
        if key not in self._stages:
            self._stages[key] = self._stage(site, asked)
        return self._stages[key]

    def _stage(self, site: str, asked: str) -> Markup:
        row, state, viewpoint = self._row, self.state, self.state.viewpoint
        drawn, near = drawn_zones(self._fragments, state.zones), viewpoint.near
        mode = "hotseat" if viewpoint.hotseat else row.mode
        if state.kind == TABLE:
            frame = self._fragments.fragment(
                "matches/play/stage.html", kind=TABLE, zones=Gaps.of(state.zones), near=near, far=other(near),
                mode=mode, voice=voice_of(row),
            )  # fmt: skip
            return filled(frame, drawn)
        shown = {
            "kind": state.kind,
            "zones": drawn,
            "near": near,
            "far": other(near),
            "mode": mode,
            "summary": match_summary.match_summary(row, self._presence),
            "viewer": viewpoint.viewer,
            "link": f"{site}/match/{row.id}",
            "asked": asked,
            "what": format_words(row),
        }
        return Markup(self._templates.text("matches/play/stage.html", shown).strip())

    def menu(self) -> Markup:
        """Return the menu of a player's other actions; it is outside the stage."""
        return Markup(self.state.zones["menu"].html(self._fragments))

    def snapshot(self, site: str, log: str = "") -> Encoded:
        """Return the frame that shows everything, without animation; `log`: the whole log, where no site has it."""
        content = self._whole(site) + log
        frame: Snapshot = {"type": "snapshot", "seq": self.state.seq, "now": time.time(), "content": content}
        if (now := self._clock()) is not None:
            frame["clock"] = now
        return encoded(frame)

    def _whole(self, site: str) -> str:
        """Return everything that changes with the match. Behind a cover no sentence about a hidden card
        stays, either."""
        html = swapped(self.stage(site), self.menu())
        if self.state.viewpoint.viewer:
            self._stages.clear()  # its only page has it now; spectators share theirs
        if self.state.viewpoint.cover:
            html += swapped(self._templates.text("matches/play/toast.html", {"sentence": ""}).strip())
        return html

    def change(self, before: PageState, faces: set[str], site: str, *, more: bool = False) -> Encoded | None:
        """Return the frame that leads here from `before`: the zones that differ, and the events; None if there is
        neither. `faces` are the keys of those that this connection has got; new ones are added. `more`: another action
        of its player follows on its own."""
        state = self.state
        if self._full or (state.kind != before.kind and {state.kind, before.kind} & UNPLAYED):
            return self.snapshot(site)
        content, events = self._content(before, site), self._narrated.events
        if not (content or events):
            return None
        frame: Frame = {"type": "frame", "seq": state.seq, "content": content}
        if events:
            frame["from"], frame["events"] = before.seq, events
            frame["faces"] = {key: html for key, html in self._narrated.faces.items() if key not in faces}
            faces.update(frame["faces"])
        if more:
            frame["more"] = True
        if (now := self._clock()) is not None:
            frame["clock"] = now
        return encoded(frame)

    def _content(self, before: PageState, site: str) -> str:
        """Return the HTML of the zones that differ and the new lines of the log: once for all with the same two
        states."""
        content = self._contents.get(before)
        if content is None:
            state = self.state
            if (state.kind, state.viewpoint) == (before.kind, before.viewpoint):
                content = changed(self._fragments, before.zones, state.zones)
            else:
                content = self._whole(site)
            content = self._contents[before] = content + self._narrated.log
        return content

    def _clock(self) -> float | None:
        """Return the site's time, by which clocks run and players must come; None for a match without either."""
        return round(self._site_time(), 2) if self._site_time is not None and self.state.timed else None


@dataclass(slots=True)
class Drawings(UpdateCache):
    """The drawings of one update, by language, for all who see the same."""

    whole: dict[tuple[Viewpoint, str], TableDrawing] = field(default_factory=dict)
    narrated: dict[tuple[Viewer, str], Narrated] = field(default_factory=dict)


def table_drawing(
    templates: Renderer, update: Update, viewpoint: Viewpoint, before: PageState | None = None
) -> TableDrawing:
    """Return the drawing of an update for this viewpoint, in the current language.

    `before` is the state that a page shows: what the update has not touched is taken over from it.
    """
    kept = update.shared("drawings", Drawings)
    language = current_language().code
    key = (viewpoint, language)
    drawing = kept.whole.get(key)
    if drawing is None:
        drawing = kept.whole[key] = TableDrawing(templates, language, update, viewpoint, kept, before)
    return drawing


def _narrated(
    fragments: FragmentCache, language: str, update: Update, viewpoint: Viewpoint, kept: Drawings
) -> Narrated:
    """Return the events in words, made once for all who get the same ones."""
    audience = update.audience(viewpoint.audience)
    key = (audience, language)
    narrated = kept.narrated.get(key)
    if narrated is None:
        narrated = kept.narrated[key] = _narration(fragments, update, audience)
    return narrated


def _narration(fragments: FragmentCache, update: Update, audience: Viewer) -> Narrated:
    events = update.events(audience)
    if not events:
        return NOTHING_HAPPENED
    lines = narration.narrate_marked(events, match_summary.player_names(update.row))
    return Narrated(
        event_payload.event_payloads(events, narration.plain(lines)),
        f'<ol hx-swap-oob="beforeend:#log">{log_html(fragments, events, lines)}</ol>',
        event_payload.card_faces(fragments, events),
    )
