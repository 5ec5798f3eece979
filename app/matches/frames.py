"""From an update to what a page receives: fragments by zone, of which a connection gets those that changed.

A zone is an element with a stable id; how it is drawn is found once per update, kind of viewer and language, and shared
by all connections; zones are compared by that, and drawn only where they are sent. htmx swaps each zone in place
(`hx-swap-oob`), so focus and elements survive.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import orjson
from markupsafe import Markup, escape

from app.i18n import current_language
from app.matches import about, board, draft, forecast, preparing, story, telling
from app.matches.about import Person
from app.matches.forms import format_words
from app.matches.looking import Look
from app.matches.models import SEATS, Meta, Viewer, other
from app.matches.room import Presence, Room, Update
from app.matches.texts import Known
from app.matches.zones import (
    NO_CHOICES,
    Around,
    Parts,
    People,
    Recipe,
    decks,
    draw,
    drawn,
    middle,
    parts,
    ready,
    seldom,
    sides,
    turn,
)
from app.templating import KEPT_ZONES, Pen, Templates
from engine.match import Match

SWAP: Final = ' hx-swap-oob="outerMorph"'
FIRST_MANA: Final = 6  # R3.1
TABLE: Final = "board"
HOLES: Final = People(*(Person(f"\x02{seat}\x03", False, "", "") for seat in SEATS))
ID_HOLE: Final = "\x02id\x03"
"""What stands for the names and the id in drawn zones, so that these fit every match in the same state;
`Scene.filled` puts them in."""

Zones = dict[str, Recipe]
_HOLE: Final = re.compile("\x02(?:id|A|B)\x03")
_ROOT: Final = re.compile(r"\s*<\w+")


@dataclass(frozen=True, slots=True)
class Scene:
    """A page's present state for one viewer: which kind of stage, and how its zones are drawn.

    `fillings` are the match's id and the players' names, which are left out there.
    """

    kind: str
    zones: Zones
    seq: int
    look: Look
    fillings: Mapping[str, str]
    pen: Pen

    def html(self, zone: str) -> Markup:
        """A zone with holes for what belongs to the match."""
        return draw(self.pen, self.zones[zone])

    def filled(self, html: str) -> str:
        """The HTML with the match's id and the players' names in their places."""
        return _HOLE.sub(lambda hole: self.fillings[hole[0]], html) if "\x02" in html else html

    def since(self, before: Scene) -> tuple[str, list[str]]:
        """The zones that differ, each in its element to be swapped: the turn, which never comes again; the others in
        parts."""
        old = before.zones
        new = {name: recipe for name, recipe in self.zones.items() if old.get(name) != recipe}
        turned = new.pop("turn", None)
        fleeting = swapped("".join(parts(self.pen, turned))) if turned else ""
        return fleeting, [part for recipe in new.values() for part in self._parts(recipe)]

    def _parts(self, recipe: Recipe) -> Parts:
        first, *others = parts(self.pen, recipe)
        return (_beginning(first), *others)


def swapped(html: str) -> str:
    """The fragment, or its first part, with the attribute that makes htmx put it in its place."""
    root = _ROOT.match(html)
    assert root is not None, "a fragment begins with its element"
    text, end = str(html), root.end()
    return f"{text[:end]}{SWAP}{text[end:]}".lstrip()


_beginning = lru_cache(maxsize=KEPT_ZONES)(swapped)
"""The same of a zone's first part: one object for all pages that remember it."""


def gained(room: Room, seq: int) -> int:
    """The mana with which the turn in progress began, from the events still kept; 0 if that is forgotten."""
    for step in reversed(room.steps):
        if step.seq > seq:
            continue
        for event in reversed(step.events):
            if event["type"] == "mana":
                return int(event["amount"])
            if event["type"] == "taken_back" and step.match is not None and step.match.position is not None:
                return int(step.match.position.mana)
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
        match = update.match
        around = self._around(update, look)
        if match is None or (match.position is None and around.about.over):
            return self._waiting(update, around)
        if match.position is None:
            return self._setup(update, around, match)
        return self._table(update, around, self._model(room, update, match, look))

    def _around(self, update: Update, look: Look) -> Around:
        takes_back = _can_take_back(update.match, look)
        return self._templates.pen().zone(
            _around, update.meta, update.presence, update.absent, update.takeback, takes_back, look
        )

    def _model(self, room: Room, update: Update, match: Match, look: Look) -> board.Board:
        assert match.position is not None
        mana = update.shared("gained", lambda: gained(room, update.seq))
        if not mana and match.position.turn == 1:
            mana = FIRST_MANA
        view, legal = update.view(look.viewer), update.legal(look.viewer)
        model = board.build(match, look.viewer, mana, near=look.near, view=view, legal=legal)
        preview = update.shared("preview", match.preview) if forecast.wanted(match, look.viewer) else None
        return forecast.shown(model, preview) if preview is not None else model

    def _waiting(self, update: Update, around: Around) -> Scene:
        return self._staged("waiting", update, around, {})

    def _staged(self, kind: str, update: Update, around: Around, zones: Zones, choices: str = NO_CHOICES) -> Scene:
        """The scene of these zones and those that every kind of stage has."""
        always = {"turn": turn(update.seq, around.look.viewer, choices), **seldom(around, kind == TABLE)}
        fillings = update.shared(("fillings", current_language().code), lambda: _fillings(update.meta))
        return Scene(kind, always | zones, update.seq, around.look, fillings, self._templates.pen())

    def _setup(self, update: Update, around: Around, match: Match) -> Scene:
        look = around.look
        context = {**around._asdict(), "people": around.people.by_seat, "viewer": look.viewer}
        if match.setup.phase == "draft":
            return self._draft(update, around, {**context, "d": draft.build(match, look.viewer)})
        context["p"] = preparing.build(match, look.viewer, look.near)
        zones = {f"prepare-{name}": self._ready(f"prepare/{name}.html", context) for name in ("status", "body")}
        return self._staged(match.setup.phase, update, around, zones)

    def _draft(self, update: Update, around: Around, context: dict[str, Any]) -> Scene:
        zones = {name: ready(html) for name, html in decks(self._templates, context, context["d"]).items()}
        zones |= {
            "draft-status": self._ready("draft/status.html", context),
            "offers": self._ready("draft/offers.html", context),
        }
        return self._staged("draft", update, around, zones)

    def _ready(self, template: str, context: Mapping[str, Any]) -> Recipe:
        return ready(self._zone(template, context))

    def _table(self, update: Update, around: Around, model: board.Board) -> Scene:
        zones = middle(around.people, model) | sides(around.people.by_seat, model)
        return self._staged(TABLE, update, around, zones, model.choices_json)

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
            "zones": {name: scene.html(name) for name in scene.zones},
            "near": look.near,
            "far": other(look.near),
            "mode": update.meta.mode,
            "about": about.about(update.meta, update.presence),
            "viewer": look.viewer,
            "link": f"{self._site}/match/{update.meta.id}",
            "what": format_words(update.meta),
        }
        return Markup(scene.filled(self._zone("match/stage.html", shown)))

    def menu(self, room: Room, update: Update, look: Look) -> Markup:
        """What a player may do besides playing: it stands outside the stage."""
        scene = self.scene(room, update, look)
        return Markup(scene.filled(scene.html("menu")))

    def snapshot(self, room: Room, update: Update, look: Look) -> bytes:
        """The frame that shows everything afresh, without animation."""
        return orjson.dumps({"seq": update.seq, "fresh": True, "content": self._whole(room, update, look)})

    def _whole(self, room: Room, update: Update, look: Look) -> Markup:
        """Everything that changes with the match. Behind a cover no sentence about a hidden card stays, either."""
        html = swapped(self.stage(room, update, look)) + swapped(self.menu(room, update, look))
        if look.cover:
            html += swapped(self._zone("match/toast.html", {"sentence": ""}))
        return Markup(html)

    def change(
        self, room: Room, update: Update, look: Look, before: Scene, known: Known, *, more: bool = False
    ) -> bytes | None:
        """The frame that leads from `before` to `update`: what differs, and what happened; None if nothing did.

        `known` is what this connection has got; what is sent now is added. `more` tells the page that another action of
        its player follows by itself.
        """
        scene = self.scene(room, update, look)
        if update.full or (scene.kind != before.kind and "waiting" in (scene.kind, before.kind)):
            return self.snapshot(room, update, look)
        events, lines = self._told(update, look.ears)
        frame: dict[str, Any] = {"seq": scene.seq}
        if (scene.kind, scene.look) != (before.kind, before.look):
            frame["content"] = f"{self._whole(room, update, look)}{lines}"
        else:
            fleeting, changed = scene.since(before)
            if not (fleeting or changed or events):
                return None
            frame["texts"] = known.texts.count
            frame["content"] = [f"{fleeting}{lines}", *known.texts.pieces(changed, scene.filled, scene.fillings)]
        if events:
            frame |= {"from": before.seq, "events": events, "faces": self._faces(update, look.ears, known.faces)}
        if more:
            frame["more"] = True
        return orjson.dumps(frame)

    def _told(self, update: Update, viewer: Viewer) -> tuple[list[dict[str, Any]], str]:
        """The events with their sentences, and those as lines of the log: once for all who hear the same."""
        ears = update.ears(viewer)
        return update.shared(("told", ears, current_language().code), lambda: self._tell(update, ears))

    def _tell(self, update: Update, viewer: Viewer) -> tuple[list[dict[str, Any]], str]:
        events = update.events(viewer)
        if not events:
            return [], ""
        lines = story.tell(events, about.names(update.meta))
        return telling.worded(events, lines), f'<ol hx-swap-oob="beforeend:#log">{story.as_html(lines)}</ol>'

    def _faces(self, update: Update, viewer: Viewer, known: set[str]) -> dict[str, str]:
        """HTML of the cards that the animation may need and the page has not got."""
        ears = update.ears(viewer)
        key = ("faces", ears, current_language().code)
        faces = update.shared(key, lambda: telling.faces(self._templates.pen(), update.events(ears)))
        new = {key: html for key, html in faces.items() if key not in known}
        known.update(new)
        return new


def _around(
    _: Pen, meta: Meta, presence: Presence, absent: Viewer, takeback: Viewer, takes_back: bool, look: Look
) -> Around:
    people = about.people(meta, presence, look.viewer)
    unnamed = (people[seat]._replace(name=hole.name) for seat, hole in zip(SEATS, HOLES, strict=True))
    words = about.about(meta, presence, absent, takeback, can_take_back=takes_back)
    return Around(words._replace(id=ID_HOLE), People(*unnamed), look)


def _fillings(meta: Meta) -> dict[str, str]:
    names = about.names(meta)
    return {ID_HOLE: meta.id} | {hole.name: str(escape(names[seat])) for seat, hole in zip(SEATS, HOLES, strict=True)}
