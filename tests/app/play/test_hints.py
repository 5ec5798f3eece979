"""A hint against the computer: it can be played; between people there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.errors import SENTENCES
from app.main import create_app
from app.settings import Settings
from app.table import hint_words
from engine import actions
from engine.actions import ActionNotation, At
from engine.bots.advice import Effects, NamedAction
from tests.app.matches.computers.test_bots import when_due
from tests.app.play.test_bot_pages import opened
from tools.rig.players import ApiPlayer, duel

MATCHES: list[dict[str, Any]] = [
    {"opponent": "bot:1"},
    {"opponent": "bot:1", "edition": "2021"},
    {"mode": "solo"},
    {"mode": "solo", "edition": "2021"},
]


@pytest.fixture
def eager(settings: Settings) -> Iterator[TestClient]:
    """Provide a client of a site where one may ask as often as one likes."""
    with TestClient(create_app(settings.model_copy(update={"rate_limit": 0}))) as started:
        yield started


@pytest.mark.parametrize("options", MATCHES, ids=str)
def test_a_match_is_played_to_its_end_by_hints(eager: TestClient, options: dict[str, Any]) -> None:
    ann = ApiPlayer(eager, "Ann")
    match_id = ann.open(seed=4, **options)
    said = set()
    for _ in range(400):
        state = when_due(ann, match_id)
        if state["status"] == "over":
            break
        hint = ann.ok("POST", f"/{match_id}/hint")
        assert hint["seq"] == state["seq"]
        assert hint["chance"] is None or 0 <= hint["chance"] <= 1
        assert hint["play"]
        assert hint["reasons"]
        said |= {hint["play"], *hint["reasons"]}
        ann.act(match_id, hint["seq"], hint["actions"][0])
    assert state["status"] == "over"
    assert len(said) > 10
    ann.refused("POST", f"/{match_id}/hint", None, 422, "match_over")


def test_there_is_no_hint_between_people(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    for player in (ann, bob):
        player.refused("POST", f"/{match_id}/hint", None, 403, "no_hints_here")
    waiting = ann.open()
    ann.refused("POST", f"/{waiting}/hint", None, 403, "no_hints_here")
    ApiPlayer(client, "Eve").refused("POST", f"/{match_id}/hint", None, 403, "not_your_seat")


def test_there_is_no_hint_before_the_first_turn(client: TestClient) -> None:
    ann = ApiPlayer(client, "Ann")
    match_id = ann.open(opponent="bot:1", format="draft")
    when_due(ann, match_id)
    ann.refused("POST", f"/{match_id}/hint", None, 409, "no_hint_before_play")


def test_the_page_shows_the_hint(client: TestClient) -> None:
    path = opened(client, mode="solo")
    assert f'hx-post="{path}/hint"' in client.get(path).text
    assert "no longer rated" not in client.get(path).text
    said = client.post(f"{path}/hint")
    assert said.status_code == 200
    assert "advice-play" in said.text
    assert "advice-why" in said.text


def test_the_button_says_beforehand_what_a_hint_costs(client: TestClient) -> None:
    path = opened(client, mode="bot", opponent="2", first="me")
    warning = "After a hint this match is no longer rated."
    assert warning in client.get(path).text
    client.post(f"{path}/hint")
    assert warning not in client.get(path).text


def test_the_page_of_two_people_offers_none(client: TestClient) -> None:
    path = opened(client, mode="hotseat")
    assert "/hint" not in client.get(path).text
    assert SENTENCES["no_hints_here"] in client.post(f"{path}/hint").text


def _first(action: ActionNotation, card: str | None = None, target: str | None = None) -> str:
    return hint_words.play_words(NamedAction(actions.from_json(action), card, target), "A")


def test_every_kind_of_play_is_a_sentence() -> None:
    at: At = {"player": "A", "lane": "top", "index": 0}
    assert _first({"type": "play", "hand": 0, "lane": "top"}, "alpha") == "Play Alpha into the mountain lane."
    assert _first({"type": "champion", "lane": "bottom"}, "alpha") == "Play Alpha into the wave lane."
    assert (
        _first({"type": "play", "hand": 0, "lane": "top", "onto": 0}, "alpha", "aberration")
        == "Play Alpha onto Aberration."
    )
    assert (
        _first({"type": "play", "hand": 0, "target": at}, "alpha", "aberration") == "Cast Alpha on your own Aberration."
    )
    theirs = _first({"type": "play", "hand": 0, "target": {**at, "player": "B"}}, "alpha", "aberration")
    assert theirs == "Cast Alpha on your opponent's Aberration."
    assert _first({"type": "end_summon"}) == "Attack now, without playing anything more."
    assert (
        _first({"type": "order", "cards": ["alpha", "aberration"]})
        == "Let the cards return in this order: Alpha, Aberration."
    )


def test_the_reasons_show_what_falls_and_what_stands() -> None:
    gains = Effects(felled=("alpha",), damage=2, kept="bastion", saved=("aberration",), damage_anyway=3, quiet=False)
    assert hint_words.reasons(gains, alone=False, chance=0.614) == [
        "This turn destroys Alpha.",
        "It takes 2 more HP off your opponent's fortress.",
        "Otherwise your Bastion would fall in the next assault, even if your opponent played nothing.",
        "If your opponent played nothing, it would save Aberration from the next assault.",
        "That makes your chance of winning about 61%.",
    ]
    assert _why(kept="bastion", holds=True) == ["It saves your Bastion, which would fall in the next assault."]
    assert _why(kept="fort", holds=True) == ["It saves your Fort, which would fall in the next assault."]
    assert _why(kept="fort") == [
        "Otherwise your Fort would fall in the next assault, even if your opponent played nothing."
    ]
    assert hint_words.reasons(Effects(damage=1), alone=True, chance=None) == ["It takes 1 card off the pile."]
    assert hint_words.reasons(Effects(wins=True), alone=False, chance=1.0) == ["This turn wins the match."]


def _why(*, alone: bool = False, **gains: Any) -> list[str]:
    return hint_words.reasons(Effects(**gains), alone=alone, chance=None)


def test_more_is_said_only_beside_what_an_attack_alone_takes() -> None:
    assert _why(damage=8, plain=True) == ["It takes 8 HP off your opponent's fortress."]
    assert _why(damage=2) == ["It takes 2 HP off your opponent's fortress."]
    assert _why(damage=2, damage_anyway=1) == ["It takes 2 more HP off your opponent's fortress."]
    assert _why(damage=2, damage_anyway=1, alone=True) == ["It takes 2 more cards off the pile."]


def test_that_nothing_falls_is_said_only_where_nothing_does() -> None:
    assert _why() == ["Nothing falls this turn, but it sets you up for the next ones."]
    assert _why(quiet=False) == ["An attack alone would do as much now, but this sets you up for the next turns."]
    assert _why(plain=True, quiet=False) == ["No play would serve you better right now."]
    assert _why(better=("foe_fortress", "bottom", "top")) == [
        "It puts your opponent's fortress in greater danger.",
        "It makes you stronger in the wave lane.",
    ]
    assert _why(felled=("alpha",), better=("top",)) == ["This turn destroys Alpha."]
