"""A page's state: the stage that a match is at, and the zones on it, for one viewpoint in the current language."""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from app.i18n import current_language
from app.matches.features import FeatureFacts, feature_facts
from app.matches.live.update import Presence, Update
from app.matches.match_row import MatchRow
from app.matches.reader_role import ReaderRole
from app.table import board, draft, forecast, match_summary, preparing
from app.table.clocks import clock_faces
from app.table.match_summary import Person
from app.table.standing import standing_of
from app.table.viewpoint import Viewpoint
from app.table.zones import (
    AwayZone,
    ClocksZone,
    DrawnZone,
    PageContext,
    People,
    TurnZone,
    Zones,
    draft_zones,
    match_zones,
    table_zones,
)
from app.web.templating import FragmentCache
from engine.match import Match
from engine.seat import BySeat, Seat
from engine.turn import FIRST_MANA

TABLE: Final = "board"
KEPT_CONTEXTS: Final = 4096


Kept = dict[Hashable, Any]  # Any: each key has a value of its own
"""Values cached with one update, for all viewers."""


@dataclass(frozen=True, slots=True, eq=False)
class PageState:
    """A page's state for one kind of viewer: its stage, and its zones. Shared by all such viewers; equal to itself
    only."""

    kind: str
    zones: Zones
    seq: int
    viewpoint: Viewpoint


class Around(NamedTuple):
    """The part that stays while only cards move: the match apart from its cards, its people by seat, the near seat, and
    the zones that need nothing else."""

    page: PageContext
    people: BySeat[Person]
    near: Seat
    zones: Zones
    role: ReaderRole


def page_state(fragments: FragmentCache, update: Update, viewpoint: Viewpoint, kept: Kept) -> PageState:
    """Return the state after an update."""
    match, viewer = update.match, viewpoint.viewer
    position = match.position if match else None
    facts = feature_facts(update, viewer, viewpoint.hotseat)
    around = _around(current_language().code, update.row, update.presence, facts, viewpoint, position is not None)
    kind, zones, choices = _stage(fragments, update, around, kept)
    page, people = around.page, around.people
    turn_of = position.turn if position else 0
    mine = viewer in update.to_act and (match is None or viewpoint.part is None or around.role.is_awaited(match))
    standing = standing_of(page.summary, people, viewpoint, update.to_act, turn_of, mine=mine)
    turn = TurnZone(update.seq, viewer, choices, standing)
    shown = {"turn": turn, **around.zones, **zones, "away": _away(update, page, people)}
    return PageState(kind, shown, update.seq, viewpoint)


@lru_cache(KEPT_CONTEXTS)
def _around(
    _language: str, row: MatchRow, presence: Presence, facts: FeatureFacts, viewpoint: Viewpoint, playing: bool
) -> Around:
    people = match_summary.people(row, presence, viewpoint.viewer)
    summary = match_summary.match_summary(row, presence, facts, viewpoint.viewer)
    page = PageContext(summary, People(people["A"], people["B"]), viewpoint)
    return Around(page, people, viewpoint.near, match_zones(page, playing), viewpoint.role)


def _stage(
    fragments: FragmentCache, update: Update, around: Around, kept: Kept
) -> tuple[str, Zones, tuple[board.OfferedAction, ...]]:
    """Return the kind of stage, the zones that only this kind has, and the viewer's choices."""
    match, page, people = update.match, around.page, around.people
    if match is None or (match.position is None and page.summary.over):
        return *_waiting(fragments, page, people), ()
    if match.position is None:
        return *_setup(fragments, update, page, people, match), ()
    model = _model(update, match, around, kept)
    return TABLE, table_zones(people, model, clock_faces(update.row)), model.choices


def _waiting(fragments: FragmentCache, page: PageContext, people: BySeat[Person]) -> tuple[str, Zones]:
    if not page.summary.gathering:
        return "waiting", {}
    return "gathering", {"gathering": _ready(fragments, "play/gathering.html", {"people": people})}


def _setup(
    fragments: FragmentCache, update: Update, page: PageContext, people: BySeat[Person], match: Match
) -> tuple[str, Zones]:
    viewpoint = page.viewpoint
    context = {**page._asdict(), "people": people, "viewer": viewpoint.viewer}
    if match.setup.phase == "draft":
        model = draft.build(match, viewpoint.viewer)
        context["d"] = model
        zones = draft_zones(fragments, context, people, model) | {
            "draft-status": _ready(fragments, "table/draft/status.html", context),
            "offers": _ready(fragments, "table/draft/offers.html", context),
        }
    else:
        context["p"] = preparing.build(match, viewpoint.viewer, viewpoint.near)
        zones = {
            f"prepare-{name}": _ready(fragments, f"table/prepare/{name}.html", context) for name in ("status", "body")
        }
    return match.setup.phase, zones | _clocks(update, page)


def _ready(fragments: FragmentCache, template: str, context: Mapping[str, object]) -> DrawnZone:
    return DrawnZone(fragments.fresh(template, **context))


def _model(update: Update, match: Match, around: Around, kept: Kept) -> board.Board:
    """Return the table from one side; what all see alike is made once for an update."""
    viewpoint = around.page.viewpoint
    viewer, role = viewpoint.viewer, around.role
    view, legal = update.view_of(role), update.legal_of(role)
    assert view is not None and "turn" in view, "the match is past its set-up"
    gained = update.last.gained or (FIRST_MANA if view["turn"] == 1 else 0)
    public = kept.get("board")
    model = board.build(match, viewer, gained, near=around.near, view=view, legal=legal, public=public)
    kept["board"] = model.public
    if viewpoint.part is not None and not legal:
        return board.looked_on(model)
    preview = match.preview() if forecast.is_shown_to(match, viewer) else None  # to one player alone
    return model if preview is None else forecast.with_forecast(model, preview)


def _clocks(update: Update, page: PageContext) -> Zones:
    """Return the zone of the clocks before the first turn; nothing where there are none."""
    faces = clock_faces(update.row)
    return {"clocks": ClocksZone(tuple(faces.items()), page.people, page.viewpoint.viewer)} if faces else {}


def _away(update: Update, page: PageContext, people: BySeat[Person]) -> AwayZone:
    """The awaited players who are away, until the viewer may claim a win."""
    viewer = page.viewpoint.viewer
    gone = next((seat for seat in update.due if seat != viewer), None)
    if gone is None or page.summary.over or page.summary.features["absent"]:
        return AwayZone()
    due = round(time.time() + update.due[gone] - time.monotonic())
    return AwayZone(people[gone].name, due if viewer else None)
