"""A match against the master with ten seconds for all of it, on a real server."""

from __future__ import annotations

import asyncio

import pytest

from tests.conftest import StartServer
from tools.bots.clocks import SETTINGS, play_all


@pytest.mark.slow
def test_the_masters_flag_does_not_fall(start_server: StartServer) -> None:
    found = asyncio.run(play_all(start_server(**SETTINGS), [6], seconds=10, matches=1, at_once=1))
    assert found[6].total() == 1
    assert not found[6]["its flag"]
