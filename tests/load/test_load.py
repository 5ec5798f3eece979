"""`make load` at its smallest: real players of both kinds play at a real site, and every figure is there."""

from __future__ import annotations

import asyncio

import pytest

from tools.load import __main__ as load
from tools.load import alone, relay
from tools.load.play import Round
from tools.load.play import relay as through_relay
from tools.load.stats import COLUMNS, line
from tools.rig import site as sites
from tools.rig.guests import ClientKind


@pytest.mark.parametrize("kind", load.KINDS)
def test_players_of_both_kinds_play_without_a_refusal(kind: ClientKind) -> None:
    with sites.running("sqlite", 2, redis=False) as site:
        found = asyncio.run(load.measure(site, kind, kind, matches=2, seconds=2, crowd=10))
    flat_out, half, lobby, _ = found
    assert len(lobby.news) % 10 == 0
    assert 0 < lobby.news_ms < 60_000
    assert lobby.times == lobby.cost / half.cost
    for figures in found:
        assert figures.moves > 0
        assert figures.errors == ""
        assert 0 < figures.milliseconds(0.5) <= figures.milliseconds(0.99)
    assert flat_out.opening > 0


@pytest.mark.parametrize("kind", load.KINDS)
def test_spectators_of_both_kinds_are_let_in(kind: ClientKind) -> None:
    async def looked_on() -> int:
        tables = Round(site, kind, 1, spectators=2)
        try:
            return (await tables.measure("", 0.1)).moves
        finally:
            await tables.close()

    with sites.running("sqlite", 1, redis=False) as site:
        assert asyncio.run(looked_on()) > 0


def test_the_relay_passes_messages_on_and_is_the_measure() -> None:
    with relay.running() as (url, pid):
        limit = asyncio.run(through_relay(url, pid, 2, 1))
    assert limit.moves > 0
    assert limit.cost > 0
    shown = line(limit, limit)
    assert len(shown) == len(COLUMNS)
    assert " 1.0 " in shown  # times itself


def test_the_rules_alone_are_measured_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alone, "GAMES", 4)
    figures = alone.measure()
    assert figures.moves > 40
    assert 0 < figures.cpu < 60
    shown = line(figures, figures)
    assert len(shown) == len(COLUMNS)
    assert "nan" not in shown


def test_tables_that_stand_ready_beyond_what_is_wanted_stay_counted() -> None:
    async def played() -> int:
        tables = Round(site, "api", 1)
        try:
            await tables.stock(4)
            await tables.measure("", 0.1)
            return tables.opened
        finally:
            await tables.close()

    with sites.running("sqlite", 1, redis=False) as site:
        assert asyncio.run(played()) >= 4
