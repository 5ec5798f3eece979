"""Rows of roads, and what the end of a match writes to one."""

from __future__ import annotations

import orjson
import sqlalchemy as sa

from app.base.store.database import StoredRow
from app.contests.legacy.models import roads
from app.contests.legacy.stored_road import OUTCOMES, RoadSteps, StoredRoad
from app.matches.core.features.deal import road_of
from app.matches.core.match_row import MatchRow
from engine.legacy import Road


def road_in(row: StoredRow, name: str = "") -> StoredRoad:
    """Return the road of a row."""
    seed, steps = int.from_bytes(row.seed), tuple(orjson.loads(row.steps))
    times = row.created_at, row.ended_at
    return StoredRoad(row.id, row.player_id, row.week, row.starter, seed, steps, row.version, *times, name)


def values_after(stored: StoredRoad, steps: RoadSteps, now: float) -> dict[str, object]:
    """Return the columns of a road that has these steps now; it ends at its last island or its last life."""
    road = Road.begin(stored.seed, stored.starter, steps)
    return {
        "steps": orjson.dumps(steps).decode(),
        "version": stored.version + 1,
        "won": road.won,
        "lives": road.lives,
        "ended_at": now if road.is_over and stored.ended_at is None else stored.ended_at,
    }


def record_end(connection: sa.Connection, row: MatchRow, now: float) -> None:
    """Store the result of a match of a road, in the transaction that ends it."""
    road_id = road_of(row)
    if road_id is None or row.result is None:
        return
    found = connection.execute(sa.select(roads).where(roads.c.id == road_id).with_for_update()).one_or_none()
    if found is None:
        return
    stored = road_in(found)
    if stored.is_over or stored.current is None or stored.current["match"] != row.id:
        return
    values = values_after(stored, stored.with_last(outcome=OUTCOMES[row.result.winner]), now)
    connection.execute(sa.update(roads).where(roads.c.id == road_id).values(values))
