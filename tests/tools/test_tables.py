"""The tables of docs/opponents.md: each command finds its place, and what was counted is read back."""

from __future__ import annotations

import random
import re

import pytest

from app.matches.bots.characters import CHARACTERS
from engine import balance
from engine.bots.levels import LEVELS
from engine.bots.steps import kinds, step
from engine.legacy import LIVES, Road
from tools.bots import days, islands, road, steps, tables
from tools.bots.mistakes import VerdictCount

PAGE = "before\n\n<!-- make bots ARE=one -->\n| old |\n|---|\n\nbetween\n\n<!-- make bots ARE=two -->\n"


def test_a_command_replaces_its_own_table_alone() -> None:
    lines = tables.table(["share"], [[tables.shown(balance.rate(3, 4))], [tables.shown(None)]])
    page = tables.replaced(tables.replaced(PAGE, "one", lines), "two", ["| new |"])
    assert page == (
        "before\n\n<!-- make bots ARE=one -->\n| share |\n|---|\n| 75% (30% to 95%) of 4 |\n| – |\n\nbetween\n\n"
        "<!-- make bots ARE=two -->\n| new |\n"
    )
    with pytest.raises(ValueError, match="three"):
        tables.replaced(PAGE, "three", lines)


def test_what_an_island_was_counted_to_be_stays_until_its_decks_change() -> None:
    pip = CHARACTERS[1]
    line = (
        f"| 2 | {pip.name} | {pip.level} | {pip.deck} | {pip.facing} | 50% (1% to 2%) of 9 | – | 9% (1% to 2%) of 9 |"
    )
    known = islands.counted(f"{tables.row(islands.HEAD)}\n{line}\n")
    island = (pip.name, str(pip.level), str(pip.deck), str(pip.facing))
    assert known == {
        (*island, "won by level 1"): "50% (1% to 2%) of 9",
        (*island, "won by level 4"): "9% (1% to 2%) of 9",
    }


def test_an_island_is_counted_again_where_that_is_asked_for() -> None:
    known: dict[tuple[str, ...], str] = {
        (bot.name, f"{bot.level}", f"{bot.deck}", f"{bot.facing}", name): "known"
        for bot in CHARACTERS
        for name in islands.HEAD[5:]
    }
    found = list(islands.rows(known, seed=1, games=2, jobs=1, again=(1,)))
    assert all("of 2" in str(cell) for cell in found[0][5:]), "Biscuit's, of two games for each player"
    assert {cell for row in found[1:] for cell in row[5:]} == {"known"}


def test_the_page_says_the_steps_that_the_site_says() -> None:
    stored = kinds()
    found = {level.number: [tables.shown(step(level.number, kind)) for kind in stored] for level in LEVELS[1:]}
    rows = [[f"{number} beats {number - 1}", *rates] for number, rates in found.items()]
    assert "\n".join(tables.table(["step", *stored], rows)) in tables.PATH.read_text("utf-8")
    assert steps.PATH.is_file()


def test_the_page_says_the_lives_that_roads_of_legacy_have() -> None:
    rows = re.findall(r"^\| (\d) \| (\d) \| level \d \|", tables.PATH.read_text("utf-8"), re.MULTILINE)
    assert {int(starter): int(lives) for starter, lives in rows} == LIVES and len(rows) == len(LIVES) * len(
        road.PLAYERS
    )


def test_a_road_is_walked_alike_each_time_and_loses_a_life_at_each_loss() -> None:
    plan = road.PlannedRoad(starter=2, level=1, best=True, seed=4, positions=20)
    walk = road.walked(plan)
    assert walk == road.walked(plan) == sorted(walk) and 1 < len(walk) <= road.MAX_LIVES + 1
    waits = Road.begin(1, 2).after({"outcome": "won"})
    best = road.chosen(waits, 3, True, random.Random(1))
    assert waits.taken(best, 3) == best and road.worth(waits.foretold(best)) > road.worth(waits.faces[best["card"]])


def test_verdicts_on_mistakes_have_their_intervals() -> None:
    line = VerdictCount(costly=4, kept=3).line("draft")
    assert "costly    4, verdict kept 75% (30% to 95%) of 4;" in line
    assert "offered    0, verdict kept –;" in line, "nothing was counted"


def test_a_weekday_is_counted_again_alone() -> None:
    kept = days.known(tables.PATH.read_text("utf-8"))
    assert tuple(kept) == days.DAYS
    found = list(days.rows(seed=1, games=1, jobs=1, days=["Monday"], kept=kept))
    assert found[1:] == list(kept.values())[1:]
    assert all("of 1" in str(cell) for cell in found[0][2:])
