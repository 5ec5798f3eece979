"""The promises of the first page, tried once each on real processes. `make drills` tries the same in full length.

That no hidden card is shown is in tests/app/matches/core/test_leaks.py and its neighbours.
"""

from __future__ import annotations

import asyncio
import math
import sys
from collections.abc import Iterator

import pytest

from tests.support.need import needed
from tools.faults import processes
from tools.faults.drill import Fault, drill
from tools.faults.failover import failovers
from tools.faults.slow import slow_readers
from tools.rig import site as sites
from tools.rig.site import RunningSite
from tools.siege.battle import SiegePlan, siege

MATCHES = 2
CALM = 0.2
PAUSE = 0.1
REFUSED = {"endless headers": "431", "many sockets": "429"}
TIGHT = {"rate_limit": "1", "connections_per_address": "30", "sockets_per_address": "10"}


@pytest.fixture(scope="module")
def two_workers() -> Iterator[RunningSite]:
    """PostgreSQL, Redis and two workers."""
    with needed(), sites.running("postgresql", 2, redis=True) as site:
        yield site


def _check(site: RunningSite, fault: Fault) -> None:
    found = asyncio.run(drill(site, fault, MATCHES, calm=CALM, pause=PAUSE))
    assert found.sentences() == []
    assert found.acknowledged > 10 * MATCHES
    assert found.matches >= MATCHES


def test_no_acknowledged_move_is_lost_when_each_worker_is_killed(two_workers: RunningSite) -> None:
    _check(two_workers, processes.killed(2, between=CALM))


def test_no_acknowledged_move_is_lost_when_the_database_ends_at_once(two_workers: RunningSite) -> None:
    _check(two_workers, processes.database_restarted(at_once=True, down=CALM))


def test_readers_that_stop_reading_stop_nobody(two_workers: RunningSite) -> None:
    _check(two_workers, slow_readers(0.2, control=CALM, most_kib=math.inf))


def test_a_primary_may_die() -> None:
    with needed(), sites.running("patroni", 1, redis=False) as cluster:
        _check(cluster, failovers(1, within=math.inf))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")
def test_one_address_that_floods_the_site_is_refused_and_stops_nobody() -> None:
    plan = SiegePlan([*REFUSED], REFUSED, matches=MATCHES, seconds=0.5, rounds=1, actions=60, strength=0.06)
    with sites.running("sqlite", 1, redis=False, settings=TIGHT) as fort:
        found = asyncio.run(siege(fort, plan))
        assert "Traceback" not in fort.workers[0].log
    assert found.sentences() == []
    assert found.acknowledged > 10 * MATCHES
    assert {row.name: row.answers[REFUSED[row.name]] > 0 for row in found.rows} == dict.fromkeys(REFUSED, True)
