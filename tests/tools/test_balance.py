"""Counting how even decks and cards are: a few games of a quick level, and the tables as they are printed."""

from __future__ import annotations

import pytest

from engine import balance
from engine.editions import BY_NAME
from tools.bots.balance import DealtGame, drafts, edition_counts, played, report

LEVEL, SEED = 1, 5


@pytest.mark.parametrize("edition", list(BY_NAME))
def test_the_first_players_wins_are_counted_by_edition_and_by_set(edition: str) -> None:
    counted = edition_counts(edition, LEVEL, SEED, duel_games=2, draft_games=2, jobs=1)
    by_set = {name: [0.0, 0] for name in BY_NAME[edition].sets}
    for options in drafts(edition, SEED, 2):
        by_set[options.sets[0]][0] += played(DealtGame(LEVEL, options)).points[0]
        by_set[options.sets[0]][1] += 1
    assert counted["sets"] == by_set
    assert counted["first"][1] == sum(count[1] for count in (*counted["decks"].values(), *by_set.values()))
    assert sum(count[1] for count in counted["cards"].values()) == 2 * 2 * 8 * len(by_set)


@pytest.mark.parametrize("edition", list(BY_NAME))
def test_the_report_shows_the_first_players_share_by_set(edition: str) -> None:
    lines = list(report(edition))
    for name in BY_NAME[edition].sets:
        rate = balance.first_in_drafts(edition, name)
        assert f"| {name} | {rate.share:.0%} ({rate.low:.0%} to {rate.high:.0%}), {rate.games} |" in lines
