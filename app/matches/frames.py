"""From an update to what a page receives: fragments by zone, of which a connection gets those that changed.

A zone is an element with a stable id; its HTML is made once per update, kind of viewer and language, and shared by all
connections. htmx swaps each zone in place (`hx-swap-oob`), so focus and elements survive.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson
from markupsafe import Markup

from app.i18n import current_language
from app.matches import about, board, draft, forecast, preparing, story, telling
from app.matches.forms import format_words
from app.matches.looking import Look
from app.matches.models import SEATS, Viewer, other
from app.matches.room import Room, Update
from app.matches.zones import decks, drawn, sides
from app.templating import Templates
from engine.match import Match

SWAP: Final = ' hx-swap-oob="outerMorph"'
FIRST_MANA: Final = 6  # R3.1
NOBODY_ABSENT: Final = Markup('<div id="absent"></div>')  # nearly always: not worth a template's time at every move

Zones = Mapping[str, Markup]


@dataclass(frozen=True, slots=True)
class Scene:
    """A page's present state for one viewer: which kind of stage, and the HTML of its zones."""

    kind: str
    zones: Zones
    seq: int
    look: Look


def swapped(html: str) -> str:
    """The fragment with the attribute that makes htmx put it in its place."""
    return re.sub(r"<(\w+)", rf"<\1{SWAP}", str(html).lstrip(), count=1)


def gained(room: Room, seq: int) -> int:
    """The mana with which the turn in progress began, from the events still kept; 0 if that is forgotten."""
    for step in reversed(room.steps):
        if step.seq > seq:
            continue
        for event in reversed(step.events):
            if event["type"] == "mana":
                return int(event["amount"])
    return 0


def _can_take_back(match: Match | None, look: Look) -> bool:
    """Whether there is a finished turn of the viewer's to ask for; at a hot seat, of whoever moved last."""
    if match is None or match.position is None:
        return False
    seat = SEATS[1 - match.position.active] if look.hotseat else look.viewer
    return seat is not None and match.can_take_back(seat)


class Frames:
    """Renders scenes, pages and socket frames; `site` is where players reach this server, for the room link."""

    def __init__(self, templates: Templates, site: str) -> None:
        self._templates = templates
        self._site = site

    def scene(self, room: Room, update: Update, look: Look) -> Scene:
        """The state after `update` for those who look so, in the current language."""
        key = ("scene", look, current_language().code)
        return update.shared(key, lambda: self._scene(room, update, look))

    def _scene(self, room: Room, update: Update, look: Look) -> Scene:
        match, viewer = update.match, look.viewer
        words = about.about(
            update.meta, update.presence, update.absent, update.takeback, can_take_back=_can_take_back(match, look)
        )
        context: dict[str, Any] = {
            "seq": update.seq,
            "about": words,
            "people": about.people(update.meta, update.presence, viewer),
            "viewer": viewer,
            "other": "A" if viewer == "B" else "B",
            "look": look,
        }
        if match is None or (words.over and match.position is None):
            return self._waiting(context)
        if match.position is None:
            return self._setup(context, match, look)
        mana = gained(room, update.seq) or (FIRST_MANA if match.position.turn == 1 else 0)
        model = board.build(match, viewer, mana, near=look.near)
        preview = update.shared("preview", match.preview) if forecast.wanted(match, viewer) else None
        if preview is not None:
            model = forecast.shown(model, preview)
        return self._table(context, model)

    def _waiting(self, context: dict[str, Any]) -> Scene:
        return Scene("waiting", self._always("board/turn_only.html", context), context["seq"], context["look"])

    def _always(self, turn: str, context: dict[str, Any]) -> dict[str, Markup]:
        """The zones that every kind of stage has."""
        shown = {"turn": turn, "result": "board/result.html", "menu": "board/menu.html", "cover": "match/cover.html"}
        zones = {name: self._zone(template, context) for name, template in shown.items()}
        return zones | {
            "absent": self._zone("match/absent.html", context) if context["about"].absent else NOBODY_ABSENT
        }

    def _setup(self, context: dict[str, Any], match: Match, look: Look) -> Scene:
        if match.setup.phase == "draft":
            return self._draft(context, draft.build(match, look.viewer))
        context["p"] = preparing.build(match, look.viewer, look.near)
        zones = self._always("board/turn_only.html", context)
        zones |= {f"prepare-{name}": self._zone(f"prepare/{name}.html", context) for name in ("status", "body")}
        return Scene(match.setup.phase, zones, context["seq"], context["look"])

    def _draft(self, context: dict[str, Any], model: draft.Draft) -> Scene:
        context["d"] = model
        zones = self._always("board/turn_only.html", context)
        zones |= {
            "draft-status": self._zone("draft/status.html", context),
            "offers": self._zone("draft/offers.html", context),
        }
        zones |= decks(self._templates, context, model)
        return Scene("draft", zones, context["seq"], context["look"])

    def _table(self, context: dict[str, Any], model: board.Board) -> Scene:
        context["b"] = model
        zones = self._always("board/turn.html", context)
        zones |= {name: self._zone(f"board/{name}.html", context) for name in ("status", "order", "offer")}
        zones |= sides(self._templates, context["people"], model)
        return Scene("board", zones, context["seq"], context["look"])

    def _zone(self, template: str, context: Mapping[str, Any]) -> Markup:
        return drawn(self._templates, template, context)

    def stage(self, room: Room, update: Update, look: Look) -> Markup:
        """The whole stage: what a page begins with, and what a connection gets first."""
        key = ("stage", look, current_language().code, self._site)
        return update.shared(key, lambda: self._stage(room, update, look))

    def _stage(self, room: Room, update: Update, look: Look) -> Markup:
        scene = self.scene(room, update, look)
        shown = {
            "kind": scene.kind,
            "zones": scene.zones,
            "near": look.near,
            "far": other(look.near),
            "mode": update.meta.mode,
            "about": about.about(update.meta, update.presence),
            "viewer": look.viewer,
            "link": f"{self._site}/match/{update.meta.id}",
            "what": format_words(update.meta),
        }
        return self._zone("match/stage.html", shown)

    def snapshot(self, room: Room, update: Update, look: Look) -> bytes:
        """The frame that shows everything afresh, without animation."""
        return orjson.dumps({"seq": update.seq, "fresh": True, "content": self._whole(room, update, look)})

    def _whole(self, room: Room, update: Update, look: Look) -> str:
        """Everything that changes with the match. Behind a cover no sentence about a hidden card stays, either."""
        html = swapped(self.stage(room, update, look)) + swapped(self.scene(room, update, look).zones["menu"])
        return html + swapped(self._zone("match/toast.html", {"sentence": ""})) if look.cover else html

    def change(self, room: Room, update: Update, look: Look, before: Scene) -> bytes | None:
        """The frame that leads from `before` to `update`: what differs, and what happened; None if nothing did."""
        scene = self.scene(room, update, look)
        if update.full or (scene.kind != before.kind and "waiting" in (scene.kind, before.kind)):
            return self.snapshot(room, update, look)
        events, lines = self._told(update, look.ears)
        if (scene.kind, scene.look) != (before.kind, before.look):
            content = self._whole(room, update, look)
        else:
            content = "".join(swapped(html) for name, html in scene.zones.items() if before.zones.get(name) != html)
        if not content and not events:
            return None
        frame: dict[str, Any] = {"seq": scene.seq, "content": content + lines}
        if events:
            frame |= {"events": events, "faces": self._faces(update, look.ears)}
        return orjson.dumps(frame)

    def _told(self, update: Update, viewer: Viewer) -> tuple[list[dict[str, Any]], str]:
        key = ("told", viewer, current_language().code)
        return update.shared(key, lambda: self._tell(update, viewer))

    def _tell(self, update: Update, viewer: Viewer) -> tuple[list[dict[str, Any]], str]:
        events = update.events(viewer)
        if not events:
            return [], ""
        lines = story.tell(events, about.names(update.meta))
        html = self._templates.text("match/log_lines.html", {"lines": lines})
        return telling.worded(events, lines), f'<ol hx-swap-oob="beforeend:#log">{html}</ol>'

    def _faces(self, update: Update, viewer: Viewer) -> dict[str, str]:
        """HTML of the cards that the animation may need and the page may not have."""
        key = ("faces", viewer, current_language().code)
        return update.shared(key, lambda: telling.faces(self._templates, update.events(viewer)))
