"""The end of a match and the ratings after it, over the API."""

from __future__ import annotations

import random
import re
from collections import Counter, namedtuple
from html import unescape
from typing import Any, cast

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.base.store.database import StoredRow
from app.cards.gallery.wording import card_name
from app.contests.ratings import figures, pages, queries
from app.contests.ratings.models import ratings
from app.main import create_app
from engine.cards import ALL
from engine.record import MatchRecord
from tests.support.cases import in_turn
from tests.support.service import site_of
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, play_on

LATER = 2  # turns after which each has had one


def sit(host: ApiPlayer, guest: ApiPlayer, *, agreed: bool = False, **options: object) -> str:
    """Open a duel of two, by default a public one, and return its id."""
    match_id = host.open(**{"public": True, **options})
    guest.ok("POST", f"/{match_id}/join", {"rated": agreed})
    return match_id


def past_the_first_turns(players: dict[str, ApiPlayer], match_id: str) -> Json:
    """End the summon phases of the first turns, so that each has had one."""
    state = players["A"].state(match_id)
    while state["status"] == "playing" and state["view"]["turn"] <= LATER:
        mover = players[state["to_act"][0]]
        state = mover.act(match_id, state["seq"], {"type": "end_summon"})
    return state


def resigned(host: ApiPlayer, guest: ApiPlayer, match_id: str, *, at_once: bool = False) -> None:
    """Let the guest, who sits at B, resign: at once, or when both have had a turn."""
    if not at_once:
        past_the_first_turns({"A": host, "B": guest}, match_id)
    state = guest.act(match_id, guest.state(match_id)["seq"], {"type": "resign", "player": "B"})
    assert state["result"]["winner"] == "A"


def verdicts(player: ApiPlayer, match_id: str) -> list[Json]:
    """Return the effect of a match on its players."""
    players: list[Json] = player.ok("GET", f"/{match_id}/ratings")["players"]
    return players


def profile(player: ApiPlayer) -> Json:
    """Return the player's own profile."""
    found: Json = player.client.request("GET", "/api/players/me/profile", headers=player.headers).json()
    return found


def choose(player: ApiPlayer, setting: str, value: str) -> None:
    """Let a player choose something on the page of settings."""
    client: Any = player.client
    sent = client.put("/api/players/me/settings", json={setting: value}, headers=player.headers)
    assert sent.status_code == 200


def asked(player: ApiPlayer, path: str) -> Json:
    """Return the answer to a request of somebody for /api…"""
    answer = player.client.request("GET", f"/api{path}", headers=player.headers)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


@pytest.fixture
def pair(visitor: TestClient) -> tuple[ApiPlayer, ApiPlayer]:
    """Provide two players."""
    return ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")


def test_a_match_with_a_stranger_moves_both_ratings(pair: tuple[ApiPlayer, ApiPlayer]) -> None:
    ann, bob = pair
    match_id = sit(ann, bob)
    assert ann.state(match_id)["rated"] and verdicts(ann, match_id) == []
    resigned(ann, bob, match_id)
    first, second = verdicts(ann, match_id)
    assert (first["seat"], first["verdict"], second["verdict"]) == ("A", "counted", "counted")
    assert first["gain"] == -second["gain"] == 162
    html = {**bob.headers, "Accept": "text/html"}
    for path, said in ((f"/match/{match_id}/ratings", "Finding your level: 1 of 5."), ("/profile", "1 match")):
        shown = bob.client.request("GET", path, headers=html).text
        assert said in shown and not re.search(r"\b162\b", shown), "what a newcomer's match changes says nothing yet"
    (rating,) = profile(ann)["ratings"]
    assert (rating["against"], rating["format"], rating["clock"]) == ("people", "preconstructed", "none")
    assert (rating["rating"], rating["matches"], rating["provisional"]) == (1662, 1, True)
    assert profile(ann)["decks"] == [{"format": "preconstructed", "deck": "1", "won": 1, "drawn": 0, "lost": 0}]


def test_own_figures_count_who_began_the_length_decks_and_drafted_cards(pair: tuple[ApiPlayer, ApiPlayer]) -> None:
    ann, bob = pair
    html = {**ann.headers, "Accept": "text/html"}
    assert "Nothing to count yet" in ann.client.request("GET", "/profile/figures", headers=html).text
    expected: Counter[str] = Counter()
    for seed in range(3):
        match_id = sit(ann, bob, format="draft")
        play_on({"A": ann, "B": bob}, match_id, random.Random(seed))
        steps = list(MatchRecord.from_json(ann.ok("GET", f"/{match_id}/record")).replay())
        began = next(step.match.to_act for step in steps if step.match.position is not None)
        turns = max(step.match.position.turn for step in steps if step.match.position is not None)
        drafted = steps[-1].match.setup.decks["A"]
        expected.update([card_name(ALL[slug]) for slug in set(drafted)])
        expected["You began" if began == ("A",) else "The opponent began"] += 1
        expected["Up to 8 turns" if turns <= 8 else "Up to 16 turns" if turns <= 16 else "Longer"] += 1
    shown = ann.client.request("GET", "/profile/figures", headers=html).text
    rows = re.findall(r"<bdi>([^<]+)</bdi></th><td>(\d+)</td>\s*<td>(.*?)</td>", shown)
    found = {unescape(name): int(matches) for name, matches, _ in rows}
    assert found and found == {name: expected[name] for name in found}, "no row counts what did not happen"
    assert {"You began", "The opponent began"} & set(found) and "too few to say" in rows[0][2]
    assert (
        "Your figures"
        not in bob.client.request("GET", f"/profile/{profile(ann)['handle']}", headers=html | bob.headers).text
    )


def test_figures_say_a_share_where_its_interval_is_narrow_enough() -> None:
    row = namedtuple("row", "outcome began turns deck foe_deck cards")
    rows = [row("won" if n < 15 else "lost", n < 3, 9, "1", None, None) for n in range(20)]
    began, length, own = figures.tables(cast("list[StoredRow]", rows), {"1": "One"})
    assert [(one.rate.games, one.is_sure) for one in began.figures] == [(17, True), (3, False)]
    (longer,), (deck,) = length.figures, own.figures
    assert (longer.name, longer.rate.wins, longer.rate.share, deck.name) == ("Up to 16 turns", 15, 0.75, "One")
    assert deck.rate.low == pytest.approx(0.531, abs=0.001) and deck.rate.high == pytest.approx(0.888, abs=0.001)


def test_a_bot_account_is_rated_among_bots(visitor: TestClient) -> None:
    ann, bolt = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bolt", bot=True)
    match_id = sit(ann, bolt)
    resigned(ann, bolt, match_id)
    assert [one["gain"] for one in verdicts(ann, match_id)] == [162, -162]
    for player in (ann, bolt):
        assert [rating["against"] for rating in profile(player)["ratings"]] == ["bots"]


@in_turn(("wanted", "agreed", "counts"), [(None, True, False), (True, False, False), (True, True, True)])
def test_by_link_it_counts_only_if_both_agree(
    pair: tuple[ApiPlayer, ApiPlayer], wanted: bool | None, agreed: bool, counts: bool
) -> None:
    ann, bob = pair
    match_id = sit(ann, bob, agreed=agreed, public=False, rated=wanted)
    assert ann.state(match_id)["rated"] is counts
    resigned(ann, bob, match_id)
    assert {one["verdict"] for one in verdicts(ann, match_id)} == {"counted" if counts else "friendly"}


def test_a_host_can_make_an_open_table_friendly_and_the_list_says_so(pair: tuple[ApiPlayer, ApiPlayer]) -> None:
    ann, bob = pair
    ann.open(public=True, rated=False)
    assert [table["rated"] for table in bob.ok("GET", "")["matches"]] == [False]


@in_turn("options", [{"seed": 7}, {"mode": "solo"}])
def test_alone_or_with_a_chosen_seed_nothing_counts(visitor: TestClient, options: Json) -> None:
    ann = ApiPlayer(visitor, "Ann")
    assert not ann.state(ann.open(rated=True, public=True, **options))["rated"]


def test_what_is_broken_off_early_counts_for_nobody_but_not_every_time(pair: tuple[ApiPlayer, ApiPlayer]) -> None:
    ann, bob = pair
    found = []
    for _time in range(3):
        match_id = sit(ann, bob)
        resigned(ann, bob, match_id, at_once=True)
        found.append({one["verdict"] for one in verdicts(ann, match_id)})
    assert found == [{"early"}, {"early"}, {"counted"}] and profile(bob)["ratings"][0]["rating"] < 1500


def test_the_same_two_play_for_ratings_five_times_a_day(pair: tuple[ApiPlayer, ApiPlayer]) -> None:
    ann, bob = pair
    ids = [sit(ann, bob) for _time in range(3)]  # more public tables at once a guest may not have
    for match_id in ids:
        resigned(ann, bob, match_id)
    ids += [sit(ann, bob) for _time in range(3)]
    for match_id in ids[3:]:
        resigned(ann, bob, match_id)
    assert [verdicts(ann, match_id)[0]["verdict"] for match_id in ids] == ["counted"] * 5 + ["often"]
    carl = ApiPlayer(ann.client, "Carl")
    another = sit(ann, carl)
    resigned(ann, carl, another)
    assert verdicts(ann, another)[0]["verdict"] == "counted"


def test_against_a_bot_it_counts_apart_until_a_turn_is_taken_back(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor, "Ann")
    for helped in (False, True):
        match_id = ann.open(opponent="bot:1", first="A")
        assert ann.state(match_id)["rated"]
        state = ann.act(match_id, 0, {"type": "end_summon"})
        state = mine_again(ann, match_id)
        if helped:
            ann.ok("POST", f"/{match_id}/takeback", {"do": "offer"})
            state = until(ann, match_id, lambda now: not now["rated"])
        while state["view"]["turn"] <= LATER:
            ann.act(match_id, state["seq"], {"type": "end_summon"})
            state = mine_again(ann, match_id)
        ann.act(match_id, state["seq"], {"type": "resign", "player": "A"})
        (only,) = verdicts(ann, match_id)
        assert only["verdict"] == ("friendly" if helped else "counted")
    (rating,) = profile(ann)["ratings"]
    assert (rating["against"], rating["matches"]) == ("bots", 1) and rating["rating"] < 1500


def test_a_hint_makes_a_match_against_a_bot_friendly_and_says_so(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor, "Ann")
    match_id = ann.open(opponent="bot:1", first="A")
    assert [ann.ok("POST", f"/{match_id}/hint")["unrated"] for _time in range(2)] == [True, False]
    assert not ann.state(match_id)["rated"]


def until(player: ApiPlayer, match_id: str, holds: Any) -> Json:
    """Return the match as soon as something holds."""
    while True:
        state = player.state(match_id)
        if holds(state):
            return state


def mine_again(player: ApiPlayer, match_id: str) -> Json:
    """Return the match when it is A's turn."""
    return until(player, match_id, lambda state: state["to_act"] == ["A"] or state["status"] == "over")


def test_history_has_filters_and_others_see_only_what_was_public(pair: tuple[ApiPlayer, ApiPlayer]) -> None:
    ann, bob = pair
    public, private = sit(ann, bob), sit(ann, bob, public=False)
    for match_id in (public, private):
        resigned(ann, bob, match_id)
    carl = ApiPlayer(ann.client, "Carl")
    lost = sit(carl, ann)
    resigned(carl, ann, lost)
    at = f"/profiles/{profile(ann)['handle']}/matches"

    def ids(player: ApiPlayer, query: str = "") -> list[str]:
        return [one["id"] for one in asked(player, at + query)["matches"]]

    assert ids(ann) == [lost, private, public] and ids(bob) == [lost, public]
    assert ids(ann, "?result=won") == [private, public]
    assert ids(ann, "?opponent=Carl") == ids(ann, "?result=lost") == [lost]
    assert ids(ann, "?deck=1") == [private, public] and ids(ann, "?format=draft") == []
    last = asked(ann, at + "?limit=1")["matches"][0]
    assert ids(ann, f"?before={last['finished_at']!r}") == [private, public]
    line = asked(bob, f"/profiles/{profile(ann)['handle']}/line")["points"]
    assert line[0]["rating"] == 1662 and len(line) == 2
    assert asked(bob, f"/profiles/{profile(ann)['handle']}")["decks"][0]["won"] == 1
    assert profile(ann)["decks"][0]["won"] == 2


def test_who_has_a_sure_rating_stands_on_the_leaderboard(pair: tuple[ApiPlayer, ApiPlayer]) -> None:
    ann, bob = pair
    resigned(ann, bob, sit(ann, bob))
    assert asked(ann, "/leaderboard")["players"] == [], "one match makes no rating sure"
    client: Any = ann.client
    sure = sa.update(ratings).where(ratings.c.player_id == ann.id).values(deviation=80.0)
    with site_of(client).base.database.engine.execution_options(writing=True).begin() as connection:
        connection.execute(sure)
    (first,) = asked(bob, "/leaderboard")["players"]
    assert (first["name"], first["rating"], first["deviation"], first["matches"]) == ("Ann", 1662, 80, 1)
    assert first["handle"] == profile(ann)["handle"] and asked(bob, "/leaderboard?format=draft")["players"] == []
    assert f"/profile/{first['handle']}" in client.get("/leaderboard").text
    for path in ("/", "/profile"):
        assert 'href="/leaderboard"' in client.get(path).text
    for choice in ("listed", "profile"):
        choose(ann, choice, "off")
        assert asked(bob, "/leaderboard")["players"] == [], "only who wants that stands there"
        choose(ann, choice, "on")
    assert len(asked(bob, "/leaderboard")["players"]) == 1


def test_those_who_hide_leave_their_places_to_others(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "A_READ", 1)  # the second comes with another portion
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    resigned(ann, bob, sit(ann, bob))
    with site_of(client).base.database.engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.update(ratings).values(deviation=80.0))
    assert [one["name"] for one in asked(ann, "/leaderboard")["players"]] == ["Ann", "Bob"]
    choose(ann, "listed", "off")
    assert [one["name"] for one in asked(ann, "/leaderboard")["players"]] == ["Bob"]


def test_a_profile_may_be_kept_to_oneself(pair: tuple[ApiPlayer, ApiPlayer]) -> None:
    ann, bob = pair
    resigned(ann, bob, sit(ann, bob))
    handle = profile(ann)["handle"]
    choose(ann, "profile", "off")
    client: Any = ann.client
    for way in ("", "/line", "/matches"):
        answer = client.get(f"/api/profiles/{handle}{way}", headers=bob.headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "profile_closed"), way
    page = client.get(f"/profile/{handle}", headers=bob.headers)
    assert page.status_code == 403 and "profile is private" in page.text
    assert client.get(f"/profile/{handle}", headers=ann.headers).status_code == 200


def test_a_host_can_do_without_a_leaderboard(settings: Settings) -> None:
    with TestClient(create_app(settings.model_copy(update={"leaderboard": False}))) as client:
        assert client.get("/api/leaderboard").json()["code"] == "no_page"
        assert client.get("/leaderboard").status_code == 404
        for path in ("/fair-play", "/", "/profile"):
            assert "/leaderboard" not in client.get(path).text


def test_pages_show_a_profile_and_what_a_match_did(
    pair: tuple[ApiPlayer, ApiPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = pair
    for _time in range(2):
        match_id = sit(ann, bob)
        resigned(ann, bob, match_id)
    client: Any = ann.client
    shown = client.get("/profile", headers=ann.headers)
    assert "1662" not in shown.text.partition("<main")[0]
    assert "rating-path" in shown.text
    assert f"/match/{match_id}/replay" in shown.text
    assert ann.id not in shown.text and bob.id not in shown.text
    assert "2 of 5" in client.get(f"/match/{match_id}/ratings", headers=ann.headers).text
    monkeypatch.setattr(pages, "FIRST", 1)
    assert "(<bdi>+" in client.get(f"/match/{match_id}/ratings", headers=ann.headers).text
    led = client.get(f"/match/{match_id}/profile/B", headers=ann.headers)
    assert "Bob" in led.text and client.get("/profile/nobody").status_code == 404
    assert "friendly" in client.get("/fair-play").text
    client.cookies.clear()
    assert client.get("/profile").status_code == 200
