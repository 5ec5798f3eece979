"""The words of the site about how even cards and starter decks are, and the closest pair."""

import re

import pytest
from starlette.testclient import TestClient

from engine.balance import card_rate, deck_pair, fair_pairs, first_in_drafts, first_player, origin
from tests.support.visitors import another

HTML = {"Accept": "text/html"}


def test_a_card_says_how_often_its_drafter_won(client: TestClient) -> None:
    rate = card_rate("ogre", "2022")
    assert rate is not None
    page = client.get("/cards/ogre").text
    assert (
        f"the player who drafted it won {rate.share:.0%} of {rate.games} games ({rate.low:.0%} to {rate.high:.0%})"
        in page
    )


@pytest.mark.parametrize("path", ["/cards", "/decks/new"])
def test_lists_of_cards_are_sorted_by_how_often_they_won(client: TestClient, path: str) -> None:
    html = client.get(f"{path}?sort=won", headers=HTML).text
    shares = [int(share) for share in re.findall(r'class="won" title="[^"]+">(\d+)%', html)]
    assert shares == sorted(shares, reverse=True)
    assert len(shares) > 200
    assert html.count(" games (") >= 2 * len(shares)  # in the title, and for who cannot see it
    assert 'class="won"' not in client.get(path, headers=HTML).text


def test_an_uneven_pair_is_said_when_a_match_is_opened(client: TestClient) -> None:
    rate = deck_pair("2022", 1, 2)
    assert rate.low > 0.5, "the counts have changed: choose another pair"
    said = f"The Stalwarts won {rate.share:.0%} of {rate.games} games against The Pack"
    assert said in client.get("/new").text


@pytest.mark.parametrize("edition", ["2021", "2022"])
def test_how_often_the_starter_wins_is_said_by_edition(client: TestClient, edition: str) -> None:
    rate = first_player(edition)
    said = f"of level {origin().level} the starting player won {rate.share:.0%} of {rate.games} ({rate.low:.0%} to"
    assert f'data-when="edition={edition}">In games between computers {said}' in client.get("/new").text


@pytest.mark.parametrize(
    ("edition", "slug", "name", "when"),
    [("2021", "initiation", "Initiation", ""), ("2022", "treachery", "Treachery", " sets=treachery")],
)
def test_how_often_the_starter_wins_is_said_by_set(
    client: TestClient, edition: str, slug: str, name: str, when: str
) -> None:
    said = _drafts_from(edition, slug, name)
    assert f'data-when="format=draft edition={edition}{when}" hidden>{said}' in client.get("/new").text


@pytest.mark.parametrize("path", ["/cards", "/decks/new"])
def test_lists_by_win_rate_say_how_often_the_starter_wins_in_the_chosen_sets(client: TestClient, path: str) -> None:
    chosen = client.get(f"{path}?sort=won&set=breaching&set=treachery").text
    assert _drafts_from("2022", "treachery", "Treachery") in chosen
    assert chosen.count(" the starting player won ") == 2
    every = client.get(f"{path}?sort=won").text
    assert f"the starting player won {first_player('2022').share:.0%} of {first_player('2022').games} (" in every
    assert every.count(" the starting player won ") == 1
    assert "the starting player won" not in client.get(f"{path}?set=treachery").text


def _drafts_from(edition: str, slug: str, name: str) -> str:
    rate = first_in_drafts(edition, slug)
    won = f"{rate.share:.0%} of {rate.games} games ({rate.low:.0%} to {rate.high:.0%})"
    return f"Drafts from {name}, {edition} rules: the starting player won {won}."


@pytest.mark.parametrize("mode", ["hotseat", "bot"])
def test_the_closest_pair_can_be_asked_for(client: TestClient, mode: str) -> None:
    assert sorted(_decks(client, mode, "closest").values()) == sorted(fair_pairs("2022")[0])


@pytest.mark.parametrize("mode", ["hotseat", "bot"])
def test_a_mirror_match_can_be_asked_for(client: TestClient, mode: str) -> None:
    assert _decks(client, mode, "mirror") == {"A": 3, "B": 3}


@pytest.mark.parametrize(("pair", "decks"), [("closest", set(fair_pairs("2022")[0])), ("mirror", {3})])
def test_joining_by_link_gives_the_remaining_deck(client: TestClient, pair: str, decks: set[int]) -> None:
    fields = {"mode": "duel", "format": "preconstructed", "edition": "2022", "deck": "3", "pair": pair}
    path = client.post("/new", data=fields, headers=HTML).url.path
    bob = another(client)
    join_page = bob.get(path, headers=HTML).text
    assert "Choose your deck" not in join_page
    assert ("mirror match" in join_page) == (pair == "mirror")
    bob.post(f"{path}/join", data={"name": "Bob"}, headers=HTML)
    found = client.get(f"/api/matches/{path.removeprefix('/match/')}").json()["decks"]
    assert set(found.values()) == decks


def _decks(client: TestClient, mode: str, pair: str) -> dict[str, int]:
    fields = {"mode": mode, "format": "preconstructed", "edition": "2022", "deck": "3", "pair": pair}
    path = client.post("/new", data=fields, headers=HTML).url.path
    found: dict[str, int] = client.get(f"/api/matches/{path.removeprefix('/match/')}").json()["decks"]
    return found
