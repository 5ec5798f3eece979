"""The rows of a site that has grown, written into its database while it runs: copies of matches that were really
played."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, TypeVar

import httpx
import orjson
import sqlalchemy as sa

from app.deals.models import deals, tries
from app.deals.results import TryOutcome, score_of
from app.deals.service import deal_of_day
from app.matches.storage.models import actions, matches, snapshots
from app.players.models import players, sessions
from app.ratings.models import results
from app.store.database import Database
from app.store.upsert import insert_if_new
from tools.rig.guests import CLOCK
from tools.rig.players import duel, play_on
from tools.rig.site import RunningSite

PORTION: Final = 2_000  # copies in one transaction: the site itself writes between two of them
BEGINNING: Final = 10  # moves of a match in play
COPIED: Final = (actions, snapshots, results)

Row = TypeVar("Row")


class SiteRows:
    """Direct access to the database of a running site."""

    def __init__(self, site: RunningSite) -> None:
        worker = site.workers[0]
        self._url = worker.url
        self._database = Database(f"sqlite:///{worker.folder / 'data' / 'clash.db'}")
        self._guests: list[str] = []

    def close(self) -> None:
        self._database.close()

    def add_guests(self, count: int) -> None:
        """Add guests, each known in one browser."""
        now, ids = time.time(), [f"guest{number:011}" for number in range(count)]
        times = {"created_at": now, "seen_at": now}
        people = [{"id": each, "name": f"Guest {each[-5:]}", **times} for each in ids]
        devices = [{"id": f"s{each}", "player_id": each, "device": "", **times} for each in ids]
        with self._database.engine.begin() as connection:
            connection.execute(sa.insert(players), people)
            connection.execute(sa.insert(sessions), devices)
        self._guests = ids

    def add_finished(self, count: int) -> None:
        """Add matches that were played to their end."""
        self._copy(self._played(), "done", count)

    def add_in_play(self, count: int) -> list[str]:
        """Add matches that are being played; their ids."""
        return self._copy(self._played(BEGINNING), "live", count)

    def add_tries(self, day: str, count: int, begin: int = 0) -> None:
        """Add results of the deal of a day, of as many guests."""
        ids = [f"try{number:013}" for number in range(begin, begin + count)]
        now = time.time()
        people = [{"id": each, "name": f"Guest {each[-5:]}", "created_at": now, "seen_at": now} for each in ids]
        results = [_result(number) for number in range(begin, begin + count)]
        deal = {
            "id": day,
            "options": orjson.dumps(deal_of_day(date.fromisoformat(day)).plan.options),
            "created_at": now,
        }
        with self._database.engine.begin() as connection:
            connection.execute(insert_if_new(self._database.engine, deals).values(deal))
            connection.execute(sa.insert(players), people)
            own = [{"deal_id": day, "player_id": each, "counts": True, "ended_at": now} for each in ids]
            connection.execute(sa.insert(tries), [one | result for one, result in zip(own, results, strict=True)])

    def _played(self, moves: int = 10_000) -> str:
        """Return the id of a new duel of which so many moves have been played."""
        with httpx.Client(base_url=self._url, timeout=60) as http:
            ann, bob, match_id = duel(http, clock=CLOCK)
            play_on({"A": ann, "B": bob}, match_id, random.Random(1), moves)
        return match_id

    def _copy(self, model: str, name: str, count: int) -> list[str]:
        ids = [f"{name}{number:012}" for number in range(count)]
        seats = self._seats(count)
        with self._database.engine.connect() as connection:
            row = dict(connection.execute(sa.select(matches).where(matches.c.id == model)).mappings().one())
        copies = [{**row, "id": each, **seat} for each, seat in zip(ids, seats, strict=True)]
        for some in _portions(copies):
            with self._database.engine.begin() as connection:
                connection.execute(sa.insert(matches), some)
                for table in COPIED:
                    connection.execute(_copied(table, model, some[0]["id"], some[-1]["id"]))
        return ids

    def _seats(self, count: int) -> Iterator[dict[str, str]]:
        chance = random.Random(2)
        for _ in range(count):
            first, second = chance.sample(self._guests, 2)
            yield {"seat_a": first, "seat_b": second}


def _result(number: int) -> dict[str, object]:
    """Return one of many results of a deal."""
    outcome: TryOutcome = "won" if number % 3 else "lost"
    turns, hp = 5 + number % 17, number % 12
    score = score_of(outcome, turns, hp, bastion=not number % 2)
    return {"outcome": outcome, "turns": turns, "hp": hp, "bastion": not number % 2, "score": score}


def _portions(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    return (rows[start : start + PORTION] for start in range(0, len(rows), PORTION))


def _copied(table: sa.Table, model: str, first: str, last: str) -> sa.Insert:
    """Return the statement that copies the model's rows of a table for the matches from `first` to `last`."""
    names = [column.name for column in table.columns]
    values = [matches.c.id if name == "match_id" else table.c[name] for name in names]
    rows = sa.select(*values).select_from(table.join(matches, matches.c.id.between(first, last)))
    return sa.insert(table).from_select(names, rows.where(table.c.match_id == model))
