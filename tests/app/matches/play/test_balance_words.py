"""The words of the site about how even cards and starter decks are, and the closest pair."""

import re

from starlette.testclient import TestClient

from engine.balance import (
    Rate,
    card_rate,
    deck_pair,
    fair_pairs,
    first_in_all_drafts,
    first_in_drafts,
    first_with_starters,
)
from tests.support.boards import HTML, opened
from tests.support.visitors import another


def test_a_card_says_how_often_its_drafter_won(visitor: TestClient) -> None:
    rate = card_rate("ogre", "2022")
    assert rate is not None
    won = f"won {rate.share:.0%} of {rate.games} games ({rate.low:.0%} to {rate.high:.0%})"
    assert f"the player who drafted it {won}" in visitor.get("/cards/ogre").text


def test_what_is_uneven_is_said_when_a_match_is_opened(visitor: TestClient) -> None:
    page, rate = visitor.get("/new").text, deck_pair("2022", 1, 2)
    assert rate.low > 0.5, "the counts have changed: choose another pair"
    assert f"The Stalwarts won {rate.share:.0%} of {rate.games} games against The Pack" in page
    for edition, slug, name, when in (
        ("2021", "initiation", "Initiation", ""), ("2022", "treachery", "Treachery", " sets=treachery"),
    ):  # fmt: skip
        said = _between_computers("Starter decks", edition, first_with_starters(edition))
        assert f'data-when="format=preconstructed edition={edition}">{said}' in page
        said = _between_computers("Drafts", edition, first_in_all_drafts(edition))
        assert f'data-when="format=draft edition={edition}">{said}' in page
        said = _drafts_from(edition, slug, name)
        assert f'data-when="format=draft edition={edition}{when}" hidden>{said}' in page


def _between_computers(what: str, edition: str, rate: Rate) -> str:
    won = f"{rate.share:.0%} of {rate.games} games between computers ({rate.low:.0%} to {rate.high:.0%})"
    return f"{what}, {edition} rules: the starting player won {won}."


def _drafts_from(edition: str, slug: str, name: str) -> str:
    rate = first_in_drafts(edition, slug)
    won = f"{rate.share:.0%} of {rate.games} games ({rate.low:.0%} to {rate.high:.0%})"
    return f"Drafts from {name}, {edition} rules: the starting player won {won}."


def test_the_closest_pair_or_a_mirror_match_can_be_asked_for(visitor: TestClient) -> None:
    for pair, decks in (("closest", sorted(fair_pairs("2022")[0])), ("mirror", [3, 3])):
        for mode in ("hotseat", "bot", "duel"):
            path = opened(visitor, mode=mode, format="preconstructed", edition="2022", deck="3", pair=pair)
            if mode == "duel":  # joining by link gives the remaining deck
                bob = another(visitor)
                join_page = bob.get(path, headers=HTML).text
                assert "Choose your deck" not in join_page
                assert ("mirror match" in join_page) == (pair == "mirror")
                bob.post(f"{path}/join", data={"name": "Bob"}, headers=HTML)
            found = visitor.get(f"/api/matches/{path.removeprefix('/match/')}").json()["decks"]
            assert sorted(found.values()) == decks, (pair, mode)


def test_who_chooses_no_deck_gets_an_even_pair(visitor: TestClient) -> None:
    """By quick match, against a computer by its level, and where one sits down at a table that waits."""
    home = visitor.get("/", headers=HTML).text
    deck = re.findall(r'name="deck" value="(\d)"', home)[0]
    waiting = opened(visitor, mode="duel", public="yes", deck=deck)
    visitor.post(f"{waiting}/bot", data={"level": "3"})
    quick = {"game": "2022 preconstructed"}
    met = visitor.post("/quick", data=quick, headers=HTML, follow_redirects=False).headers["location"]
    another(visitor).post("/quick", data=quick, headers=HTML)
    paths = {
        "level": opened(visitor, mode="bot", opponent="1", deck=deck),
        "waiting": waiting,
        "quick": met,
    }
    for door, path in paths.items():
        found = visitor.get(f"/api/matches/{path.removeprefix('/match/')}").json()["decks"]
        assert sorted(found.values()) == sorted(fair_pairs("2022")[0]), door
