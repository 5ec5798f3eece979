"""The rows of a site that has grown, written into its database while it runs: copies of a match that was really
played. The tables are those of the database, so a site of an earlier commit grows, too."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import httpx
import sqlalchemy as sa

from tools.rig.guests import CLOCK
from tools.rig.players import duel, play_on
from tools.rig.site import RunningSite

Tables: TypeAlias = Mapping[str, sa.Table]

BATCH_SIZE: Final = 2_000  # copies in one transaction: the site itself writes between two of them
WAIT: Final = 60.0
"""Seconds for an answer of the site, and for its own writing."""
SEATED: Final = ("matches", "seats")
"""The tables that name the players of a match; 48548a41 has no table of seats."""
COPIED: Final = ("actions", "snapshots", "results")


def fill(site: RunningSite, guests: int, stored: int) -> None:
    """Add guests, each known in one browser, and matches that they have played to the end."""
    with httpx.Client(base_url=site.url(0), timeout=WAIT) as http:
        ann, bob, model = duel(http, clock=CLOCK)
        play_on({"A": ann, "B": bob}, model, random.Random(1))
    address = f"sqlite:///{site.workers[0].folder / 'data' / 'clash.db'}"
    engine = sa.create_engine(address, connect_args={"timeout": WAIT})
    found = sa.MetaData()
    found.reflect(engine)
    ids = [f"guest{number:011}" for number in range(guests)]
    _add_guests(engine, found.tables, ids)
    with engine.connect() as connection:
        seated = {
            table: [dict(row) for row in connection.execute(_of_match(table, model)).mappings()]
            for table in (found.tables[name] for name in SEATED if name in found.tables)
        }
    chance = random.Random(2)
    for start in range(0, stored, BATCH_SIZE):
        copies = [f"done{number:012}" for number in range(start, min(start + BATCH_SIZE, stored))]
        swaps = [{model: copy, **dict(zip((ann.id, bob.id), chance.sample(ids, 2), strict=True))} for copy in copies]
        with engine.begin() as connection:
            for table, rows in seated.items():
                new = [{name: swap.get(value, value) for name, value in row.items()} for swap in swaps for row in rows]
                connection.execute(sa.insert(table), new)
            for name in COPIED:
                connection.execute(_copied(found.tables, name, model, copies[0], copies[-1]))
    engine.dispose()


def _add_guests(engine: sa.Engine, tables: Tables, ids: list[str]) -> None:
    now = time.time()
    times = {"created_at": now, "seen_at": now}
    guests = [{"id": one, "name": f"Guest {one[-5:]}", **times} for one in ids]
    known = [{"id": f"s{one}", "player_id": one, "device": "", **times} for one in ids]
    with engine.begin() as connection:
        connection.execute(sa.insert(tables["players"]), guests)
        connection.execute(sa.insert(tables["sessions"]), known)


def _of_match(table: sa.Table, match_id: str) -> sa.Select[Any]:
    return sa.select(table).where(table.c["id" if table.name == "matches" else "match_id"] == match_id)


def _copied(tables: Tables, name: str, model: str, first: str, last: str) -> sa.Insert:
    """Return the statement that copies the model's rows of a table for the matches from `first` to `last`."""
    table, matches = tables[name], tables["matches"]
    columns = [column.name for column in table.columns]
    values = [matches.c.id if column == "match_id" else table.c[column] for column in columns]
    rows = sa.select(*values).select_from(table.join(matches, matches.c.id.between(first, last)))
    return sa.insert(table).from_select(columns, rows.where(table.c.match_id == model))
