"""From an update to what a page receives: the HTML of the zones that changed, and the events beside them.

The zones of a page are found once per update, kind of viewer and language, and so are those that changed and their
HTML; a connection adds what it alone has missed (docs/drawing.md). htmx swaps each zone in place (`hx-swap-oob`), so
focus and elements survive.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from markupsafe import Markup

from app.i18n import current_language
from app.live.server_messages import Encoded, Frame, Snapshot, encoded
from app.matches.features import FeatureFacts, feature_facts
from app.matches.features.clock import clock_option
from app.matches.live.live_match import LiveMatch, Presence, Update
from app.matches.storage.match_row import MatchRow
from app.table import board, draft, event_payload, forecast, match_summary, narration, preparing
from app.table.clocks import clock_faces
from app.table.match_words import format_words
from app.table.standing import standing_of
from app.table.viewpoint import Viewpoint
from app.table.zones import (
    NO_CHOICES,
    AwayZone,
    ClocksZone,
    DrawnZone,
    PageContext,
    People,
    TurnZone,
    Zones,
    draft_zones,
    drawn_zones,
    match_zones,
    rendered,
    shared_zones,
    side_zones,
)
from app.web.templating import FragmentCache, Templates
from engine.match import Match
from engine.seat import Viewer, other
from engine.turn import FIRST_MANA

SWAP: Final = ' hx-swap-oob="outerMorph" '
TABLE: Final = "board"
KEPT_CONTEXTS: Final = 4096


@dataclass(frozen=True, slots=True, eq=False)
class PageState:
    """A page's state for one kind of viewer: which stage, and its zones. Shared by all who look so; only itself is
    equal to it.
    """

    kind: str
    zones: Zones
    seq: int
    viewpoint: Viewpoint

    def since(self, before: PageState) -> Zones:
        """Return the zones that differ."""
        old = before.zones
        return {name: zone for name, zone in self.zones.items() if old.get(name) != zone}


def swapped(html: str) -> str:
    """Return an element with the attribute that makes htmx put it in its place; it must have another one already."""
    return str(html).lstrip().replace(" ", SWAP, 1)


def mana_gained(live: LiveMatch, seq: int) -> int:
    """Return the mana with which the turn in progress began, from the events still kept; 0 if that is forgotten."""
    for change in reversed(live.changes):
        if change.seq > seq:
            continue
        for event in reversed(change.events):
            if event["type"] == "mana":
                return int(event["amount"])
            if event["type"] == "taken_back":
                return change.mana
    return 0


class FrameRenderer:
    """Renders page states, pages and socket frames; `site` is where players reach this server, for the room link."""

    def __init__(self, templates: Templates, site: str) -> None:
        self._templates = templates
        self._site = site

    @property
    def _fragments(self) -> FragmentCache:
        return self._templates.fragments()

    def page_state(self, live: LiveMatch, update: Update, viewpoint: Viewpoint) -> PageState:
        """Return the state after `update` for those who look so, in the current language."""
        key = ("scene", viewpoint, current_language().code)
        return update.shared(key, lambda: self._page_state(live, update, viewpoint))

    def _page_state(self, live: LiveMatch, update: Update, viewpoint: Viewpoint) -> PageState:
        page = self._page_context(update, viewpoint)
        state = self._stage_state(live, update, viewpoint, page)
        return replace(state, zones={**state.zones, "away": _away(live, page)})

    def _stage_state(self, live: LiveMatch, update: Update, viewpoint: Viewpoint, page: PageContext) -> PageState:
        match = update.match
        if match is None or (match.position is None and page.summary.over):
            return self._waiting(update, page)
        if match.position is None:
            return self._setup(update, page, match)
        return self._table(update, page, self._model(live, update, match, viewpoint))

    def _page_context(self, update: Update, viewpoint: Viewpoint) -> PageContext:
        facts = feature_facts(update.row, update.seq, update.match, viewpoint.viewer, viewpoint.hotseat)
        return _page_context(current_language().code, update.row, update.presence, facts, viewpoint)

    def _model(self, live: LiveMatch, update: Update, match: Match, viewpoint: Viewpoint) -> board.Board:
        view, legal = update.view(viewpoint.viewer), update.legal(viewpoint.viewer)
        assert view is not None and "turn" in view, "the match is past its set-up"
        gained = FIRST_MANA if view["turn"] == 1 else 0
        public = update.shared(
            "board", lambda: board.public_board(match, view, mana_gained(live, update.seq) or gained)
        )
        model = board.build(match, viewpoint.viewer, near=viewpoint.near, view=view, legal=legal, public=public)
        preview = update.shared("preview", match.preview) if forecast.is_shown_to(match, viewpoint.viewer) else None
        return forecast.with_forecast(model, preview) if preview is not None else model

    def _waiting(self, update: Update, page: PageContext) -> PageState:
        if not page.summary.gathering:
            return self._staged("waiting", update, page, {})
        context = {"people": page.people.by_seat}
        return self._staged("gathering", update, page, {"gathering": self._ready("play/gathering.html", context)})

    def _staged(
        self, kind: str, update: Update, page: PageContext, zones: Zones, choices: str = NO_CHOICES
    ) -> PageState:
        """Return the state of these zones and those that every kind of stage has."""
        position = update.match.position if update.match else None
        standing = standing_of(
            page.summary, page.people.by_seat, page.viewpoint, update.to_act, position.turn if position else 0
        )
        turn = TurnZone(update.seq, page.viewpoint.viewer, choices, standing)
        return PageState(kind, {"turn": turn, **match_zones(page, kind == TABLE), **zones}, update.seq, page.viewpoint)

    def _setup(self, update: Update, page: PageContext, match: Match) -> PageState:
        viewpoint = page.viewpoint
        context = {**page._asdict(), "people": page.people.by_seat, "viewer": viewpoint.viewer}
        if match.setup.phase == "draft":
            return self._draft(update, page, context, draft.build(match, viewpoint.viewer))
        context["p"] = preparing.build(match, viewpoint.viewer, viewpoint.near)
        zones: Zones = {
            f"prepare-{name}": self._ready(f"table/prepare/{name}.html", context) for name in ("status", "body")
        }
        return self._staged(match.setup.phase, update, page, zones | _clocks(update, page))

    def _draft(
        self, update: Update, page: PageContext, context: Mapping[str, object], model: draft.DraftBoard
    ) -> PageState:
        context = {**context, "d": model}
        zones = draft_zones(self._fragments, context, page.people.by_seat, model) | {
            "draft-status": self._ready("table/draft/status.html", context),
            "offers": self._ready("table/draft/offers.html", context),
        }
        return self._staged("draft", update, page, zones | _clocks(update, page))

    def _ready(self, template: str, context: Mapping[str, object]) -> DrawnZone:
        return DrawnZone(self._fragments.fresh(template, **context))

    def _table(self, update: Update, page: PageContext, model: board.Board) -> PageState:
        people = page.people.by_seat
        zones = shared_zones(people, model) | side_zones(people, model, clock_faces(update.row))
        return self._staged(TABLE, update, page, zones, model.choices_json)

    def _zone(self, template: str, context: Mapping[str, object]) -> Markup:
        return rendered(self._templates, template, context)

    def stage(self, live: LiveMatch, update: Update, viewpoint: Viewpoint) -> Markup:
        """Return the whole stage: what a page begins with, and what a connection gets first."""
        key = ("stage", viewpoint, current_language().code, self._site)
        return update.shared(key, lambda: self._stage(live, update, viewpoint))

    def _stage(self, live: LiveMatch, update: Update, viewpoint: Viewpoint) -> Markup:
        state = self.page_state(live, update, viewpoint)
        shown = {
            "kind": state.kind,
            "zones": drawn_zones(self._fragments, state.zones),
            "near": viewpoint.near,
            "far": other(viewpoint.near),
            "mode": "hotseat" if viewpoint.hotseat else update.row.mode,
            "summary": match_summary.match_summary(update.row, update.presence),
            "viewer": viewpoint.viewer,
            "link": f"{self._site}/match/{update.row.id}",
            "what": format_words(update.row),
        }
        return self._zone("play/stage.html", shown)

    def menu(self, live: LiveMatch, update: Update, viewpoint: Viewpoint) -> Markup:
        """Return the menu of what a player may do besides playing: it stands outside the stage."""
        state = self.page_state(live, update, viewpoint)
        return Markup(state.zones["menu"].html(self._fragments))

    def snapshot(self, live: LiveMatch, update: Update, viewpoint: Viewpoint) -> Encoded:
        """Return the frame that shows everything afresh, without animation."""
        content = self._whole(live, update, viewpoint)
        frame: Snapshot = {"type": "snapshot", "seq": update.seq, "now": time.time(), "content": content}
        if (now := _site_time(live)) is not None:
            frame["clock"] = now
        return encoded(frame)

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
        faces: set[str],
        *,
        more: bool = False,
    ) -> Encoded | None:
        """Return the frame that leads from `before` to `update`: what differs, and what happened; None if nothing did.

        `faces` are the keys of those that this connection has got; what is sent now is added. `more` tells the page
        that another action of its player follows by itself.
        """
        state = self.page_state(live, update, viewpoint)
        if update.full or (state.kind != before.kind and "waiting" in (state.kind, before.kind)):
            return self.snapshot(live, update, viewpoint)
        content = self._content(live, update, before, state)
        events, _log = self._narrated(update, viewpoint.audience)
        if not (content or events):
            return None
        frame: Frame = {"type": "frame", "seq": state.seq, "content": content}
        if events:
            frame["from"], frame["events"] = before.seq, events
            frame["faces"] = self._faces(update, viewpoint.audience, faces)
        if more:
            frame["more"] = True
        if (now := _site_time(live)) is not None:
            frame["clock"] = now
        return encoded(frame)

    def _content(self, live: LiveMatch, update: Update, before: PageState, state: PageState) -> str:
        """Return the HTML of what differs and the new lines of the log: once for all who saw and see the same."""
        return update.shared(("content", before, state), lambda: self._make_content(live, update, before, state))

    def _make_content(self, live: LiveMatch, update: Update, before: PageState, state: PageState) -> str:
        _events, log = self._narrated(update, state.viewpoint.audience)
        if (state.kind, state.viewpoint) != (before.kind, before.viewpoint):
            return f"{self._whole(live, update, state.viewpoint)}{log}"
        fragments = self._fragments
        return "".join([swapped(zone.html(fragments)) for zone in state.since(before).values()]) + log

    def _narrated(self, update: Update, viewer: Viewer) -> tuple[list[event_payload.EventPayload], str]:
        """Return the events with their sentences, and those as lines of the log: once for all who hear the same."""
        audience = update.audience(viewer)
        return update.shared(("told", audience, current_language().code), lambda: self._narrate(update, audience))

    def _narrate(self, update: Update, viewer: Viewer) -> tuple[list[event_payload.EventPayload], str]:
        events = update.events(viewer)
        if not events:
            return [], ""
        lines = narration.narrate(events, match_summary.player_names(update.row))
        log = f'<ol hx-swap-oob="beforeend:#log">{narration.as_html(lines)}</ol>'
        return event_payload.event_payloads(events, lines), log

    def _faces(self, update: Update, viewer: Viewer, sent: set[str]) -> dict[str, str]:
        """Return HTML of the cards that the animation may need and the page does not have."""
        audience = update.audience(viewer)
        key = ("faces", audience, current_language().code)
        faces = update.shared(key, lambda: event_payload.card_faces(self._fragments, update.events(audience)))
        new = {key: html for key, html in faces.items() if key not in sent}
        sent.update(new)
        return new


def _site_time(live: LiveMatch) -> float | None:
    """Return the site's time, by which clocks run; None for a match without."""
    if clock_option(live.row) is None or live.site_time is None:
        return None
    return round(live.site_time(), 2)


def _clocks(update: Update, page: PageContext) -> Zones:
    """Return the zone of the clocks before the first turn; nothing where there are none."""
    faces = clock_faces(update.row)
    return {"clocks": ClocksZone(tuple(faces.items()), page.people, page.viewpoint.viewer)} if faces else {}


def _away(live: LiveMatch, page: PageContext) -> AwayZone:
    """Return who is awaited and away, up to the moment at which the viewer may claim a win."""
    viewer = page.viewpoint.viewer
    gone = next((seat for seat in live.due if seat != viewer), None)
    if gone is None or page.summary.over or page.summary.features["absent"]:
        return AwayZone()
    due = round(time.time() + live.due[gone] - time.monotonic())
    return AwayZone(page.people.by_seat[gone].name, due if viewer else None)


@lru_cache(KEPT_CONTEXTS)
def _page_context(
    _language: str, row: MatchRow, presence: Presence, facts: FeatureFacts, viewpoint: Viewpoint
) -> PageContext:
    people = match_summary.people(row, presence, viewpoint.viewer)
    summary = match_summary.match_summary(row, presence, facts)
    return PageContext(summary, People(people["A"], people["B"]), viewpoint)
