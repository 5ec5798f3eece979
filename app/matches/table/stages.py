"""A page's state: the stage that a match is at, and the zones on it, for one viewpoint in the current language."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from app.base.drawing.renderer import FragmentCache
from app.matches.core.features import MovingFacts, feature_facts, moving_facts
from app.matches.core.features.clock import clock_option, without_times
from app.matches.core.live.update import Presence, Update
from app.matches.core.match_row import MatchRow
from app.matches.core.reader_role import ReaderRole
from app.matches.table import board, draft, forecast, match_summary, preparing
from app.matches.table.arranging import draft_zones, table_zones
from app.matches.table.clocks import ClockFace, clock_faces
from app.matches.table.match_summary import Person
from app.matches.table.scene import PeopleAtTable, Scene
from app.matches.table.standing import standing_of
from app.matches.table.touched import Touched, touched_by
from app.matches.table.viewpoint import Viewpoint
from app.matches.table.zones import (
    AwayZone,
    ClocksZone,
    DrawnZone,
    TurnZone,
    Zones,
    match_zones,
)
from engine.match import Match
from engine.position import ORDER
from engine.seat import BySeat, Seat
from engine.turn import FIRST_MANA

TABLE: Final = "board"
CACHE_SIZE: Final = 4096


@dataclass(slots=True)
class UpdateCache:
    """Values cached with one update, for all viewers: the part of the board that all see alike, and what the update
    can have changed."""

    public: board.PublicBoard | None = None
    touched: Touched | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PageState:
    """A page's state for one kind of viewer: its stage, and its zones. Shared by all such viewers; equal to itself
    only."""

    kind: str
    zones: Zones
    seq: int
    row: MatchRow
    viewpoint: Viewpoint
    number: int
    """The step that it shows."""
    model: board.Board | None
    timed: bool
    """True if the site's time goes with its frames: clocks run by it, and players must come by it."""


class StageFrame(NamedTuple):
    """The part that stays while only cards and clocks move: the scene, its people by seat, the near seat, and the zones
    that need nothing else; `timed` as in `PageState`."""

    scene: Scene
    people: BySeat[Person]
    timed: bool
    near: Seat
    zones: Zones
    role: ReaderRole


def page_state(
    fragments: FragmentCache,
    language: str,
    update: Update,
    viewpoint: Viewpoint,
    kept: UpdateCache,
    before: PageState | None,
) -> PageState:
    """Return the state after an update: the same whether or not the one `before` is known, only made with less work."""
    match, viewer = update.match, viewpoint.viewer
    position = match.position if match else None
    moving = moving_facts(update, viewer, viewpoint.hotseat)
    around = _static_part(language, without_times(update.row), update.presence, moving, viewpoint, position is not None)
    clocks = clock_faces(update.row)
    model = None
    if match is None or position is None:
        kind, zones = _without_table(fragments, update, around, clocks)
    else:
        model = _model(update, match, around, kept, _untouched(update, viewpoint, kept, before))
        kind, zones = TABLE, table_zones(around.people, model, clocks)
    scene, people = around.scene, around.people
    turn_of = position.turn if position else 0
    mine = viewer in update.to_act and (match is None or viewpoint.part is None or around.role.is_awaited(match))
    standing = standing_of(scene.summary, people, viewpoint, update.to_act, turn_of, mine=mine)
    turn = TurnZone(update.seq, viewer, model.choices if model else (), standing)
    shown = {"turn": turn, **around.zones, **zones, "away": _away(update, scene, people)}
    return PageState(kind, shown, update.seq, update.row, viewpoint, update.last.number, model, around.timed)


@lru_cache(CACHE_SIZE)
def _static_part(
    _language: str, row: MatchRow, presence: Presence, moving: MovingFacts, viewpoint: Viewpoint, playing: bool
) -> StageFrame:
    people = match_summary.people(row, presence, viewpoint.viewer)
    facts = feature_facts(row, moving, viewpoint.viewer, viewpoint.hotseat)
    summary = match_summary.match_summary(row, presence, facts, viewpoint.viewer)
    scene = Scene(summary, PeopleAtTable(people["A"], people["B"]), viewpoint, playing)
    timed = clock_option(row) is not None or row.features["show_by"] is not None
    return StageFrame(scene, people, timed, viewpoint.near, match_zones(scene), viewpoint.role)


def _without_table(
    fragments: FragmentCache, update: Update, around: StageFrame, clocks: BySeat[ClockFace]
) -> tuple[str, Zones]:
    """Return the kind of a stage before the first turn, and the zones that only this kind has."""
    scene, people = around.scene, around.people
    if update.match is None or scene.over:
        return _waiting(fragments, scene)
    return _setup(fragments, clocks, scene, people, update.match)


def _untouched(
    update: Update, viewpoint: Viewpoint, kept: UpdateCache, before: PageState | None
) -> board.Untouched | None:
    """Return the parts of the state before that the update has not changed; None where that is unknown."""
    if before is None or before.model is None or before.viewpoint != viewpoint or update.full:
        return None
    if before.number + len(update.changes) != update.last.number or before.model.public.phase == ORDER:
        return None
    if kept.touched is None:
        kept.touched = touched_by(update.changes)
    return kept.touched.rest_of(before.model)


def _waiting(fragments: FragmentCache, scene: Scene) -> tuple[str, Zones]:
    if scene.over:
        return "closed", {}
    if not scene.summary.gathering:
        return "waiting", {}
    return "gathering", {"gathering": _ready(fragments, "matches/play/gathering.html", {"scene": scene})}


def _setup(
    fragments: FragmentCache, clocks: BySeat[ClockFace], scene: Scene, people: BySeat[Person], match: Match
) -> tuple[str, Zones]:
    viewpoint = scene.viewpoint
    context: dict[str, object] = {"scene": scene}
    if match.setup.phase == "draft":
        model = draft.build(match, viewpoint.viewer)
        context["d"] = model
        zones = draft_zones(fragments, context, people, model) | {
            "draft-status": _ready(fragments, "matches/table/draft/status.html", context),
            "offers": _ready(fragments, "matches/table/draft/offers.html", context),
        }
    else:
        context["p"] = preparing.build(match, viewpoint.viewer, viewpoint.near)
        zones = {
            f"prepare-{name}": _ready(fragments, f"matches/table/prepare/{name}.html", context)
            for name in ("status", "body")
        }
    return match.setup.phase, zones | _clocks(clocks, scene)


def _ready(fragments: FragmentCache, template: str, context: Mapping[str, object]) -> DrawnZone:
    return DrawnZone(fragments.fresh(template, **context))


def _model(
    update: Update, match: Match, around: StageFrame, kept: UpdateCache, untouched: board.Untouched | None
) -> board.Board:
    """Return the board as one viewer sees it; what all viewers share is cached in `kept`, once for each update."""
    viewer, role = around.role.seat, around.role
    view, legal = update.view_of(role), update.legal_of(role)
    assert view is not None and "turn" in view, "the match is past its set-up"
    gained = update.last.gained or (FIRST_MANA if view["turn"] == 1 else 0)
    model = board.build(
        match, viewer, gained, near=around.near, view=view, legal=legal, public=kept.public, untouched=untouched
    )
    kept.public = model.public
    if role.part is not None and not legal:
        return board.looked_on(model)
    preview = match.preview() if forecast.is_shown_to(match, viewer) else None  # for one player alone
    return model if preview is None else forecast.with_forecast(model, match, preview)


def _clocks(faces: BySeat[ClockFace], scene: Scene) -> Zones:
    """Return the zone of the clocks before the first turn; nothing where there are none."""
    return {"clocks": ClocksZone(tuple(faces.items()), scene.people, scene.viewer)} if faces else {}


def _away(update: Update, scene: Scene, people: BySeat[Person]) -> AwayZone:
    """The awaited players who are away, until the viewer may claim a win."""
    viewer = scene.viewpoint.viewer
    gone = next(iter([seat for seat in update.due if seat != viewer]), None)
    if gone is None or scene.over or scene.facts["absent"] or "awaited" in scene.facts:
        return AwayZone()
    due = round(time.time() + update.due[gone] - time.monotonic())
    return AwayZone(people[gone].name, due if viewer else None)
