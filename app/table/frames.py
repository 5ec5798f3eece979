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

from markupsafe import Markup, escape

from app.i18n import current_language
from app.live.server_messages import Encoded, Frame, encoded
from app.matches.live_match import LiveMatch, Presence, Update
from app.matches.match_row import MatchRow
from app.matches.seats import SEATS, Viewer, other
from app.table import board, draft, event_payload, forecast, match_summary, narration, preparing
from app.table.client_cache import ClientCache
from app.table.match_summary import Person
from app.table.match_words import format_words
from app.table.viewpoint import Viewpoint
from app.table.zones import (
    NO_CHOICES,
    PageContext,
    Parts,
    People,
    ZoneSpec,
    draft_zones,
    fixed_zone,
    match_zones,
    rendered,
    shared_zones,
    side_zones,
    turn_zone,
    zone_html,
    zone_parts,
)
from app.web.templating import KEPT_ZONES, FragmentCache, Templates
from engine.match import Match

SWAP: Final = ' hx-swap-oob="outerMorph"'
FIRST_MANA: Final = 6  # R3.1
TABLE: Final = "board"
PLACEHOLDERS: Final = People(*(Person(f"\x02{seat}\x03", False, "", "") for seat in SEATS))
ID_PLACEHOLDER: Final = "\x02id\x03"
"""What stands for the names and the id in drawn zones, so that these fit every match in the same state;
`PageState.filled` puts them in."""

Zones = dict[str, ZoneSpec]
_PLACEHOLDER: Final = re.compile("\x02(?:id|A|B)\x03")
_ROOT: Final = re.compile(r"\s*<\w+")


@dataclass(frozen=True, slots=True)
class PageState:
    """A page's present state for one viewer: which kind of stage, and how its zones are drawn.

    `replacements` are the match's id and the players' names, which are left out there.
    """

    kind: str
    zones: Zones
    seq: int
    viewpoint: Viewpoint
    replacements: Mapping[str, str]
    fragments: FragmentCache

    def html(self, zone: str) -> Markup:
        """Return a zone with placeholders for what belongs to the match."""
        return zone_html(self.fragments, self.zones[zone])

    def filled(self, html: str) -> str:
        """Return the HTML with the match's id and the players' names in their places."""
        return _PLACEHOLDER.sub(lambda hole: self.replacements[hole[0]], html) if "\x02" in html else html

    def since(self, before: PageState) -> tuple[str, list[str]]:
        """Return the zones that differ, each in its element to be swapped: the turn, which never comes again.

        The others in parts.
        """
        old = before.zones
        new = {name: spec for name, spec in self.zones.items() if old.get(name) != spec}
        turned = new.pop("turn", None)
        fleeting = swapped("".join(zone_parts(self.fragments, turned))) if turned else ""
        return fleeting, [part for spec in new.values() for part in self._parts(spec)]

    def _parts(self, spec: ZoneSpec) -> Parts:
        first, *others = zone_parts(self.fragments, spec)
        return (_swapped_beginning(first), *others)


def swapped(html: str) -> str:
    """Return the fragment, or its first part, with the attribute that makes htmx put it in its place."""
    root = _ROOT.match(html)
    assert root is not None, "a fragment begins with its element"
    text, end = str(html), root.end()
    return f"{text[:end]}{SWAP}{text[end:]}".lstrip()


_swapped_beginning = lru_cache(maxsize=KEPT_ZONES)(swapped)
"""The same of a zone's first part: one object for all pages that remember it."""


def mana_gained(live: LiveMatch, seq: int) -> int:
    """Return the mana with which the turn in progress began, from the events still kept; 0 if that is forgotten."""
    for change in reversed(live.changes):
        if change.seq > seq:
            continue
        for event in reversed(change.events):
            if event["type"] == "mana":
                return int(event["amount"])
            if event["type"] == "taken_back" and change.match is not None and change.match.position is not None:
                return int(change.match.position.mana)
    return 0


def _can_take_back(match: Match | None, viewpoint: Viewpoint) -> bool:
    """Return whether there is a finished turn of the viewer's to ask for; at a hot seat, of whoever moved last."""
    if match is None or match.position is None:
        return False
    seat = SEATS[1 - match.position.active] if viewpoint.hotseat else viewpoint.viewer
    return seat is not None and match.can_take_back(seat)


class FrameRenderer:
    """Renders page states, pages and socket frames; `site` is where players reach this server, for the room link."""

    def __init__(self, templates: Templates, site: str) -> None:
        self._templates = templates
        self._site = site

    def page_state(self, live: LiveMatch, update: Update, viewpoint: Viewpoint) -> PageState:
        """Return the state after `update` for those who look so, in the current language."""
        key = ("scene", viewpoint, current_language().code)
        return update.shared(key, lambda: self._page_state(live, update, viewpoint))

    def _page_state(self, live: LiveMatch, update: Update, viewpoint: Viewpoint) -> PageState:
        match = update.match
        page = self._page_context(update, viewpoint)
        if match is None or (match.position is None and page.summary.over):
            return self._waiting(update, page)
        if match.position is None:
            return self._setup(update, page, match)
        return self._table(update, page, self._model(live, update, match, viewpoint))

    def _page_context(self, update: Update, viewpoint: Viewpoint) -> PageContext:
        takes_back = _can_take_back(update.match, viewpoint)
        return self._templates.fragments().zone(
            _page_context, update.row, update.presence, update.absent, update.takeback, takes_back, viewpoint
        )

    def _model(self, live: LiveMatch, update: Update, match: Match, viewpoint: Viewpoint) -> board.Board:
        assert match.position is not None
        mana = update.shared("gained", lambda: mana_gained(live, update.seq))
        if not mana and match.position.turn == 1:
            mana = FIRST_MANA
        view, legal = update.view(viewpoint.viewer), update.legal(viewpoint.viewer)
        model = board.build(match, viewpoint.viewer, mana, near=viewpoint.near, view=view, legal=legal)
        preview = update.shared("preview", match.preview) if forecast.is_shown_to(match, viewpoint.viewer) else None
        return forecast.with_forecast(model, preview) if preview is not None else model

    def _waiting(self, update: Update, page: PageContext) -> PageState:
        return self._staged("waiting", update, page, {})

    def _staged(
        self, kind: str, update: Update, page: PageContext, zones: Zones, choices: str = NO_CHOICES
    ) -> PageState:
        """Return the scene of these zones and those that every kind of stage has."""
        always = {"turn": turn_zone(update.seq, page.viewpoint.viewer, choices), **match_zones(page, kind == TABLE)}
        fillings = update.shared(("fillings", current_language().code), lambda: _replacements(update.row))
        return PageState(kind, always | zones, update.seq, page.viewpoint, fillings, self._templates.fragments())

    def _setup(self, update: Update, page: PageContext, match: Match) -> PageState:
        viewpoint = page.viewpoint
        context = {**page._asdict(), "people": page.people.by_seat, "viewer": viewpoint.viewer}
        if match.setup.phase == "draft":
            return self._draft(update, page, {**context, "d": draft.build(match, viewpoint.viewer)})
        context["p"] = preparing.build(match, viewpoint.viewer, viewpoint.near)
        zones = {f"prepare-{name}": self._ready(f"table/prepare/{name}.html", context) for name in ("status", "body")}
        return self._staged(match.setup.phase, update, page, zones)

    def _draft(self, update: Update, page: PageContext, context: dict[str, Any]) -> PageState:
        zones = {name: fixed_zone(html) for name, html in draft_zones(self._templates, context, context["d"]).items()}
        zones |= {
            "draft-status": self._ready("table/draft/status.html", context),
            "offers": self._ready("table/draft/offers.html", context),
        }
        return self._staged("draft", update, page, zones)

    def _ready(self, template: str, context: Mapping[str, Any]) -> ZoneSpec:
        return fixed_zone(self._zone(template, context))

    def _table(self, update: Update, page: PageContext, model: board.Board) -> PageState:
        zones = shared_zones(page.people, model) | side_zones(page.people.by_seat, model)
        return self._staged(TABLE, update, page, zones, model.choices_json)

    def _zone(self, template: str, context: Mapping[str, Any]) -> Markup:
        return rendered(self._templates, template, context)

    def stage(self, live: LiveMatch, update: Update, viewpoint: Viewpoint) -> Markup:
        """Return the whole stage: what a page begins with, and what a connection gets first."""
        key = ("stage", viewpoint, current_language().code, self._site)
        return update.shared(key, lambda: self._stage(live, update, viewpoint))

    def _stage(self, live: LiveMatch, update: Update, viewpoint: Viewpoint) -> Markup:
        state = self.page_state(live, update, viewpoint)
        shown = {
            "kind": state.kind,
            "zones": {name: state.html(name) for name in state.zones},
            "near": viewpoint.near,
            "far": other(viewpoint.near),
            "mode": update.row.mode,
            "summary": match_summary.match_summary(update.row, update.presence),
            "viewer": viewpoint.viewer,
            "link": f"{self._site}/match/{update.row.id}",
            "what": format_words(update.row),
        }
        return Markup(state.filled(self._zone("play/stage.html", shown)))

    def menu(self, live: LiveMatch, update: Update, viewpoint: Viewpoint) -> Markup:
        """Return the menu of what a player may do besides playing: it stands outside the stage."""
        state = self.page_state(live, update, viewpoint)
        return Markup(state.filled(state.html("menu")))

    def snapshot(self, live: LiveMatch, update: Update, viewpoint: Viewpoint) -> Encoded:
        """Return the frame that shows everything afresh, without animation."""
        return encoded({"seq": update.seq, "fresh": True, "content": self._whole(live, update, viewpoint)})

    def _whole(self, live: LiveMatch, update: Update, viewpoint: Viewpoint) -> Markup:
        """Return everything that changes with the match. Behind a cover no sentence about a hidden card
        stays, either."""
        html = swapped(self.stage(live, update, viewpoint)) + swapped(self.menu(live, update, viewpoint))
        if viewpoint.cover:
            html += swapped(self._zone("play/toast.html", {"sentence": ""}))
        return Markup(html)

    def change(
        self,
        live: LiveMatch,
        update: Update,
        viewpoint: Viewpoint,
        before: PageState,
        cache: ClientCache,
        *,
        more: bool = False,
    ) -> Encoded | None:
        """Return the frame that leads from `before` to `update`: what differs, and what happened; None if nothing did.

        `cache` is what this connection has got; what is sent now is added. `more` tells the page that another action of
        its player follows by itself.
        """
        state = self.page_state(live, update, viewpoint)
        if update.full or (state.kind != before.kind and "waiting" in (state.kind, before.kind)):
            return self.snapshot(live, update, viewpoint)
        events, lines = self._narrated(update, viewpoint.audience)
        frame: Frame = {"seq": state.seq}
        if (state.kind, state.viewpoint) != (before.kind, before.viewpoint):
            frame["content"] = f"{self._whole(live, update, viewpoint)}{lines}"
        else:
            fleeting, changed = state.since(before)
            if not (fleeting or changed or events):
                return None
            frame["texts"] = cache.texts.count
            frame["content"] = [f"{fleeting}{lines}", *cache.texts.pieces(changed, state.filled, state.replacements)]
        if events:
            frame["from"], frame["events"] = before.seq, events
            frame["faces"] = self._faces(update, viewpoint.audience, cache.faces)
        if more:
            frame["more"] = True
        return encoded(frame)

    def _narrated(self, update: Update, viewer: Viewer) -> tuple[list[dict[str, Any]], str]:
        """Return the events with their sentences, and those as lines of the log: once for all who hear the same."""
        audience = update.audience(viewer)
        return update.shared(("told", audience, current_language().code), lambda: self._narrate(update, audience))

    def _narrate(self, update: Update, viewer: Viewer) -> tuple[list[dict[str, Any]], str]:
        events = update.events(viewer)
        if not events:
            return [], ""
        lines = narration.narrate(events, match_summary.player_names(update.row))
        return event_payload.event_payloads(
            events, lines
        ), f'<ol hx-swap-oob="beforeend:#log">{narration.as_html(lines)}</ol>'

    def _faces(self, update: Update, viewer: Viewer, cache: set[str]) -> dict[str, str]:
        """Return HTML of the cards that the animation may need and the page does not have."""
        audience = update.audience(viewer)
        key = ("faces", audience, current_language().code)
        faces = update.shared(
            key, lambda: event_payload.card_faces(self._templates.fragments(), update.events(audience))
        )
        new = {key: html for key, html in faces.items() if key not in cache}
        cache.update(new)
        return new


def _page_context(
    _: FragmentCache,
    row: MatchRow,
    presence: Presence,
    absent: Viewer,
    takeback: Viewer,
    takes_back: bool,
    viewpoint: Viewpoint,
) -> PageContext:
    people = match_summary.people(row, presence, viewpoint.viewer)
    unnamed = (people[seat]._replace(name=hole.name) for seat, hole in zip(SEATS, PLACEHOLDERS, strict=True))
    words = match_summary.match_summary(row, presence, absent, takeback, can_take_back=takes_back)
    return PageContext(words._replace(id=ID_PLACEHOLDER), People(*unnamed), viewpoint)


def _replacements(row: MatchRow) -> dict[str, str]:
    names = match_summary.player_names(row)
    return {ID_PLACEHOLDER: row.id} | {
        hole.name: str(escape(names[seat])) for seat, hole in zip(SEATS, PLACEHOLDERS, strict=True)
    }
