"""Real processes that are killed, starved and confused while they are played on: `make faults`, shorter.

With CI=true each drill plays every format and mode, otherwise the first six: alone and against each other, by streams
and by requests.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator

import pytest

from tests.support.cases import MANY
from tests.support.need import needed
from tools.faults import processes
from tools.faults.clock import clock_jumps, wrong_clock_site
from tools.faults.disk import full_disk, small_disk_site
from tools.faults.disordered import disordered_messages
from tools.faults.drill import Fault, drill
from tools.faults.failover import failovers
from tools.faults.flags import flags_and_clocks, flags_and_kills
from tools.faults.slow import slow_readers
from tools.faults.tables import FORMATS
from tools.rig import site as sites
from tools.rig.site import RunningSite

MATCHES = len(FORMATS) + 4 if MANY else 6
CALM = 0.5

ALONE = [full_disk(1.0), processes.killed(3, between=0.4), flags_and_kills()]
TOGETHER = [
    processes.killed(2, between=0.4),
    processes.database_restarted(at_once=True, down=0.7),
    processes.redis_cut(1.5),
    processes.rolled(0.4),
    clock_jumps(0.4),
    flags_and_kills(),
    flags_and_clocks(),
    disordered_messages(2.0),
    slow_readers(3.0, control=0.5, most_kib=math.inf),
]


@pytest.fixture(scope="module")
def one_worker() -> Iterator[RunningSite]:
    """SQLite on a small disk."""
    with small_disk_site() as site:
        yield site


@pytest.fixture(scope="module")
def two_workers() -> Iterator[RunningSite]:
    """PostgreSQL, Redis and two workers, whose clocks can be set."""
    with needed(), wrong_clock_site("postgresql", 2) as site:
        yield site


@pytest.fixture
def cluster() -> Iterator[RunningSite]:
    """Two workers on a cluster of PostgreSQL."""
    with needed(), sites.running("patroni", 2, redis=True) as site:
        yield site


def _check(site: RunningSite, fault: Fault) -> None:
    with needed():
        found = asyncio.run(drill(site, fault, MATCHES, calm=CALM))
    assert found.sentences() == []
    assert found.acknowledged > 10 * MATCHES
    assert found.matches >= MATCHES


@pytest.mark.slow
@pytest.mark.parametrize("fault", ALONE, ids=lambda fault: fault.name)
def test_nothing_acknowledged_is_lost_by_one_worker(one_worker: RunningSite, fault: Fault) -> None:
    _check(one_worker, fault)


@pytest.mark.slow
@pytest.mark.parametrize("fault", TOGETHER, ids=lambda fault: fault.name)
def test_nothing_acknowledged_is_lost_by_two_workers(two_workers: RunningSite, fault: Fault) -> None:
    _check(two_workers, fault)


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_by_a_cluster_whose_primary_ends(cluster: RunningSite) -> None:
    """Killed, then switched over: the first two of the ways in which `make faults` ends it."""
    _check(cluster, failovers(2, within=math.inf, charge=math.inf))
