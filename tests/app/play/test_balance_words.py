"""What the site says about how even cards and starter decks are, and the closest pair."""

from starlette.testclient import TestClient

from engine.balance import card_rate, deck_pair, fair_pairs

HTML = {"Accept": "text/html"}


def test_a_card_says_how_often_its_drafter_won(client: TestClient) -> None:
    rate = card_rate("ogre", "2022")
    assert rate is not None
    page = client.get("/cards/ogre").text
    assert f"whoever drafted it won {rate.share:.0%} of {rate.games} games ({rate.low:.0%} to {rate.high:.0%})" in page


def test_an_uneven_pair_is_said_when_a_match_is_opened(client: TestClient) -> None:
    rate = deck_pair("2022", 1, 2)
    assert rate.low > 0.5, "the counts have changed: choose another pair"
    said = f"The Stalwarts won {rate.share:.0%} of {rate.games} games against The Pack"
    assert said in client.get("/new").text


def test_two_at_one_device_get_the_closest_pair(client: TestClient) -> None:
    fields = {"mode": "hotseat", "format": "preconstructed", "edition": "2022", "deck": "1", "pair": "closest"}
    path = client.post("/new", data=fields, headers=HTML).url.path
    decks = client.get(f"/api/matches/{path.removeprefix('/match/')}").json()["decks"]
    assert sorted(decks.values()) == sorted(fair_pairs("2022")[0])
