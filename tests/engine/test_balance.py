"""The balance report: rates with their intervals, from either side."""

from itertools import combinations

import pytest

from engine import balance, cards
from engine.editions import BY_NAME
from engine.setup.options import DECKS
from tests.support.cases import in_turn

editions = in_turn("edition", list(BY_NAME))


@editions
def test_a_pair_shows_the_same_from_both_sides(edition: str) -> None:
    for a, b in combinations(DECKS, 2):
        one, other = balance.deck_pair(edition, a, b), balance.deck_pair(edition, b, a)
        assert one.games == other.games >= 100 and one.wins + other.wins == one.games
        assert one.low == pytest.approx(1 - other.high) and one.low < one.share < one.high


@editions
def test_every_card_of_the_edition_was_drafted(edition: str) -> None:
    for slug in cards.of_sets(BY_NAME[edition].sets):
        found = balance.card_rate(slug, edition)
        assert found is not None and found.games >= 40 and 0 <= found.low <= found.share <= found.high <= 1


@editions
def test_the_first_player_is_counted_by_format(edition: str) -> None:
    duels = sum(balance.deck_pair(edition, a, b).games for a, b in combinations(DECKS, 2))
    drafts = [balance.first_in_drafts(edition, name) for name in BY_NAME[edition].sets]
    assert all(0 < drafted.wins < drafted.games >= 40 for drafted in drafts)
    assert balance.first_with_starters(edition).games == duels
    assert balance.first_in_all_drafts(edition).games == sum(drafted.games for drafted in drafts)


def test_what_nobody_counted_is_not_there() -> None:
    assert balance.card_rate(cards.of_sets(("treachery",))[0], "2021") is None
    with pytest.raises(KeyError):
        balance.deck_pair("2022", 1, 1)
    with pytest.raises(KeyError):
        balance.first_with_starters("1999")
    with pytest.raises(KeyError):
        balance.first_in_drafts("2021", "treachery")


def test_wilson_is_the_interval_of_the_textbooks() -> None:
    """8 of 10 give 49 % to 94 %; nothing played says nothing."""
    assert balance.wilson(8, 10) == pytest.approx((0.490, 0.943), abs=0.001) and balance.wilson(0, 0) == (0.0, 1.0)
    assert balance.rate(0, 0).share == 0.5
