"""A hint against the computer: it can be played; between people there is none."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from app.base.errors import SENTENCES, AppError
from app.base.i18n import use_language
from app.matches.table import hint_words
from engine import actions
from engine.actions import ActionNotation, At
from engine.bots.advice import Effects, Gains, Improvement, NamedAction, NoPlay, Unforeseen
from engine.cards import ALL
from engine.errors import IllegalAction
from tests.support.boards import opened
from tests.support.bots import when_due
from tests.support.cases import case
from tools.rig.players import ApiPlayer, duel


def test_hints_can_be_played_to_the_end(visitor: TestClient) -> None:
    ann, said = ApiPlayer(visitor, "Ann"), set()
    for options in ({"opponent": "bot:1", "first": "A"}, {"mode": "solo"}, {"mode": "solo", "edition": "2021"}):
        with case(str(options)):
            match_id = ann.open(seed=4, **options)
            for _ in range(400):
                state = when_due(ann, match_id)
                if state["status"] == "over":
                    break
                hint = ann.ok("POST", f"/{match_id}/hint")
                assert hint["seq"] == state["seq"] and hint["play"] and hint["reasons"]
                assert hint["chance"] is None or 0 <= hint["chance"] <= 1
                said |= {hint["play"], *hint["reasons"]}
                ann.act(match_id, hint["seq"], hint["actions"][0])
            assert state["status"] == "over"
            ann.refused("POST", f"/{match_id}/hint", None, 422, "match_over")
    assert len(said) > 20


def test_there_is_no_hint_between_people_nor_before_the_first_turn(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    for player in (ann, bob):
        player.refused("POST", f"/{match_id}/hint", None, 403, "no_hints_here")
    waiting = ann.open()
    ann.refused("POST", f"/{waiting}/hint", None, 403, "no_hints_here")
    ApiPlayer(visitor, "Eve").refused("POST", f"/{match_id}/hint", None, 403, "not_your_seat")

    match_id = ann.open(opponent="bot:1", format="draft")
    when_due(ann, match_id)
    ann.refused("POST", f"/{match_id}/hint", None, 409, "no_hint_before_play")
    path = opened(visitor, mode="hotseat")
    assert "/hint" not in visitor.get(path).text
    assert SENTENCES["no_hints_here"] in visitor.post(f"{path}/hint").text


def test_the_page_shows_the_hint_and_says_beforehand_what_it_costs(visitor: TestClient) -> None:
    path, warning = opened(visitor, mode="solo"), "After a hint this match is no longer rated."
    page = visitor.get(path).text
    assert f'hx-post="{path}/hint"' in page and warning not in page
    said = visitor.post(f"{path}/hint")
    assert said.status_code == 200
    assert "advice-play" in said.text and "advice-why" in said.text
    path = opened(visitor, mode="bot", opponent="2", first="me")
    assert warning in visitor.get(path).text
    visitor.post(f"{path}/hint")
    assert warning not in visitor.get(path).text


def _first(action: ActionNotation, card: str | None = None, target: str | None = None) -> str:
    return hint_words.play_words(NamedAction(actions.from_json(action), card, target), "A")


def test_every_kind_of_play_is_a_sentence() -> None:
    at: At = {"player": "A", "lane": "top", "index": 0}
    assert _first({"type": "champion", "lane": "bottom"}, "alpha") == "Play Alpha into the wave lane."
    onto: Any = {"type": "play", "hand": 0, "lane": "top", "onto": 0}
    assert _first(onto, "alpha", "aberration") == "Play Alpha onto Aberration."
    for player, whose in (("A", "own"), ("B", "opponent's")):
        aimed: Any = {"type": "play", "hand": 0, "target": {**at, "player": player}}
        assert _first(aimed, "alpha", "aberration") == f"Cast Alpha on your {whose} Aberration."
    assert _first({"type": "end_summon"}) == "Attack now, without playing anything more."
    order = _first({"type": "order", "cards": ["alpha", "aberration"]})
    assert order == "Let the cards return in this order: Alpha, Aberration."


def test_the_reasons_show_what_falls_and_what_stands() -> None:
    gains = Gains(felled=("alpha",), damage=2, kept="bastion", saved=("aberration",), damage_anyway=3)
    assert hint_words.reasons(gains, alone=False, chance=0.614) == [
        "This turn destroys Alpha.",
        "It takes 2 more HP off your opponent's Stronghold.",
        "Otherwise your Bastion would fall in the next assault, even if your opponent played nothing.",
        "If your opponent played nothing, it would save Aberration from the next assault.",
        "That makes your chance of winning about 61%.",
    ]
    assert _why(Gains(kept="bastion", holds=True)) == ["It saves your Bastion, which would fall in the next assault."]
    assert _why(Gains(kept="fort", holds=True)) == ["It saves your Fort, which would fall in the next assault."]
    assert _why(Gains(kept="fort")) == [
        "Otherwise your Fort would fall in the next assault, even if your opponent played nothing."
    ]
    assert hint_words.reasons(Gains(damage=1), alone=True, chance=None) == ["It takes 1 card off the pile."]
    assert hint_words.reasons(Gains(wins=True), alone=False, chance=1.0) == ["This turn wins the match."]


def _why(effects: Effects) -> list[str]:
    return hint_words.reasons(effects, alone=False, chance=None)


def test_a_turn_that_gains_nothing_countable_says_what_it_is_good_for() -> None:
    assert _why(Improvement(("top", "bottom", "hand")))[:2] == [
        "It makes you stronger in the mountain lane.",
        "It makes you stronger in the wave lane.",
    ]
    assert _why(Improvement(("foe_hand",)))[0] == "It leaves your opponent a worse hand."
    assert _why(Improvement(quiet=True))[0] == "Nothing falls this turn, but it sets you up for the next ones."
    assert (
        _why(Improvement(quiet=False))[0]
        == "An attack alone would do as much now, but this sets you up for the next turns."
    )
    assert _why(NoPlay())[0] == "No play would serve you better right now."


def test_names_of_cards_in_hebrew_sentences_keep_their_own_direction() -> None:
    aimed: Any = {"type": "play", "hand": 0, "target": {"player": "B", "lane": "top", "index": 0}}
    boom, ogre = "\u2068Boom!\u2069", "\u2068Ogre\u2069"
    with use_language("he"):
        assert boom in _first(aimed, "boom", "ogre") and ogre in _first(aimed, "boom", "ogre")
        assert f"{ogre} ו־{boom}" in _why(Gains(felled=("ogre", "boom")))[0]
        assert boom in AppError(IllegalAction("champion_in_deck", card=ALL["boom"].term)).sentence


def test_nothing_sets_up_a_lost_match_or_makes_up_for_a_forgone_bastion() -> None:
    for quiet in (True, False):
        lost = hint_words.reasons(Improvement(quiet=quiet), alone=False, chance=0.004)
        assert lost == ["That makes your chance of winning about 0%."]
        assert len(hint_words.reasons(Improvement(quiet=quiet), alone=False, chance=0.006)) == 2
        assert hint_words.gains(Improvement(quiet=quiet), alone=False, chance=0.0) == []
        assert _why(Improvement(quiet=quiet, forgoes=True)) == []
    assert _why(Unforeseen()) == []
