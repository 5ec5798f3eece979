"""The rows of a site that has grown, written into its database while it runs: copies of a match that was really
played."""

from __future__ import annotations

import random
import time
from contextlib import closing
from typing import Final

import httpx
import sqlalchemy as sa

from app.base.store.database import Database
from app.contests.ratings.models import results
from app.matches.core.storage.models import actions, matches, seats, snapshots
from app.people.players.models import players, sessions
from tools.rig.guests import CLOCK
from tools.rig.players import duel, play_on
from tools.rig.site import RunningSite

BATCH_SIZE: Final = 2_000  # copies in one transaction: the site itself writes between two of them
COPIED: Final = (actions, snapshots, results)


def fill(site: RunningSite, guests: int, stored: int) -> None:
    """Add guests, each known in one browser, and matches that they have played to the end."""
    with httpx.Client(base_url=site.url(0), timeout=60) as http:
        ann, bob, model = duel(http, clock=CLOCK)
        play_on({"A": ann, "B": bob}, model, random.Random(1))
    now, ids = time.time(), [f"guest{number:011}" for number in range(guests)]
    times = {"created_at": now, "seen_at": now}
    with closing(Database(f"sqlite:///{site.workers[0].folder / 'data' / 'clash.db'}")) as database:
        with database.engine.begin() as connection:
            connection.execute(sa.insert(players), [{"id": one, "name": f"Guest {one[-5:]}", **times} for one in ids])
            connection.execute(
                sa.insert(sessions), [{"id": f"s{one}", "player_id": one, "device": "", **times} for one in ids]
            )
            row = dict(connection.execute(sa.select(matches).where(matches.c.id == model)).mappings().one())
            query = sa.select(seats).where(seats.c.match_id == model)
            held = [dict(one) for one in connection.execute(query).mappings()]
        chance = random.Random(2)
        for start in range(0, stored, BATCH_SIZE):
            copies = [f"done{number:012}" for number in range(start, min(start + BATCH_SIZE, stored))]
            pairs = {one: dict(zip("AB", chance.sample(ids, 2), strict=True)) for one in copies}
            with database.engine.begin() as connection:
                connection.execute(sa.insert(matches), [{**row, "id": one} for one in copies])
                rows = [
                    {**seat, "match_id": one, "player_id": pair[seat["seat"]]}
                    for one, pair in pairs.items() for seat in held
                ]  # fmt: skip
                connection.execute(sa.insert(seats), rows)
                for table in COPIED:
                    connection.execute(_copied(table, model, copies[0], copies[-1]))


def _copied(table: sa.Table, model: str, first: str, last: str) -> sa.Insert:
    """Return the statement that copies the model's rows of a table for the matches from `first` to `last`."""
    names = [column.name for column in table.columns]
    values = [matches.c.id if name == "match_id" else table.c[name] for name in names]
    rows = sa.select(*values).select_from(table.join(matches, matches.c.id.between(first, last)))
    return sa.insert(table).from_select(names, rows.where(table.c.match_id == model))
