"""`make siege` at its smallest: every attack is made while people play, nothing is lost, and strangers are refused."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator

import pytest

from tools.rig import site as sites
from tools.rig.site import RunningSite
from tools.siege.__main__ import COLUMNS, line, summary
from tools.siege.attacks import ATTACKS, EVERYTHING
from tools.siege.battle import Siege, SiegePlan, siege
from tools.siege.slow_service import slow_push_service

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")

TIGHT = {"rate_limit": "1", "connections_per_address": "30", "sockets_per_address": "10"}
REFUSED = {"endless headers": "431", "half-sent requests": "429", "many sockets": "429"}


@pytest.fixture(scope="module")
def push() -> Iterator[str]:
    """Provide the origin of a push service that answers nobody."""
    with slow_push_service() as origin:
        yield origin


@pytest.fixture(scope="module")
def fort(push: str) -> Iterator[RunningSite]:
    """Provide a site where strangers meet the limits soon."""
    with sites.running("sqlite", 1, redis=False, settings={**TIGHT, "push_services": push}) as site:
        yield site


@pytest.fixture(scope="module")
def found(fort: RunningSite, push: str) -> Siege:
    """The findings of a short siege."""
    plan = SiegePlan(
        [*ATTACKS, EVERYTHING], REFUSED, matches=6, seconds=1.0, rounds=1, actions=60, strength=0.06, push=push
    )
    return asyncio.run(siege(fort, plan))


def test_nothing_is_lost_and_everybody_plays_on(found: Siege) -> None:
    assert found.sentences() == []
    assert found.acknowledged > 100
    assert found.lost == 0


def test_every_attack_was_made_while_pages_were_read(found: Siege) -> None:
    assert [row.name for row in found.rows if not row.answers] == []
    assert sum(len(pages) for row in found.rows for pages in row.peace_pages + row.war_pages) > 0


@pytest.mark.parametrize(("name", "status"), REFUSED.items())
def test_strangers_are_refused(found: Siege, name: str, status: str) -> None:
    row = next(row for row in found.rows if row.name == name)
    assert row.answers[status] > 0
    assert row.refused > 0


def test_the_server_has_not_stumbled(found: Siege, fort: RunningSite) -> None:
    assert found.matches > 0
    assert "Traceback" not in fort.workers[0].log


def test_the_table_shows_it(found: Siege) -> None:
    shown = [line(row) for row in found.rows]
    assert all("431" in row for row in shown if row.startswith("endless"))
    assert min(map(len, shown)) > len(COLUMNS) - len("attacker was answers")
    assert "0 lost" in summary(found)[0]
