"""An event goes on while its workers are killed, twenty times: `make faults` does it longer and with more players."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.need import needed
from tools.faults.clock import wrong_clock_site
from tools.faults.events import LIVE, EventDrill

SWISS = {"system": "swiss", "rounds": 3, "gap": 2, "clock": LIVE}
KILLS = 20


@pytest.mark.slow
def test_an_event_withstands_twenty_kills() -> None:
    drill = EventDrill(
        "event",
        lambda: wrong_clock_site("postgresql", 2),
        8,
        SWISS,
        kills=KILLS,
        between=0.2,
        database=True,
        clocks=True,
        pace=0.6,  # 12 matches
    )
    with needed(), drill.site() as site:
        found = asyncio.run(drill.run(site, 0))
    assert found.sentences() == []
    assert found.matches == 12
    assert found.note.startswith(f"{KILLS} kills")
