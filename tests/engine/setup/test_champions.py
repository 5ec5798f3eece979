"""The choice of Champions (R9.1)."""

from __future__ import annotations

from typing import Any

from engine import cards, design
from engine.setup.setup import Setup
from engine.setup.solo import SoloOptions
from tests.engine.setup.acting import EIGHT, act, begin, draft_first_offered, refused, seen, types
from tests.support.cases import in_turn
from tools.rig.json import Json

REX: Json = {
    "name": "Rex", "type": "creature", "cost": 5, "attack": 3, "health": 3, "abilities": ["rage", "aura:sprint"],
}  # fmt: skip
DECLINE = {"type": "champion_choice", "card": None}


def choosing(champions: Any = True) -> Setup:
    """Return a constructed duel whose decks are in: A's are the first eight cards, B's the next."""
    setup, _ = act(begin(format="constructed", champions=champions), "A", "deck", EIGHT)
    return act(setup, "B", "deck", list(cards.ALL)[8:16])[0]


def alone(**options: Any) -> Setup:
    return begin(mode="solo", champions=True, decks={"A": 1}, solo=SoloOptions(fixed=8), **options)


def code(value: object, setup: Setup | None = None) -> str:
    return refused(setup or choosing(), "A", {"type": "champion_choice", "card": value})


def test_R9_1_both_choose_after_the_decks_are_known() -> None:
    setup = choosing()
    assert (setup.phase, setup.to_act) == ("champion", ("A", "B"))
    assert setup.legal("A") == setup.legal("B") == [{"type": "champion_choice", "choose": 1}]
    setup, events = act(setup, "B", "champion_choice", REX)
    assert events == [{"type": "champion_chosen", "player": "B", "card": REX}] and setup.to_act == ("A",)
    setup, events = act(setup, "A", "champion_choice", "titan")
    assert types(events) == ["champion_chosen", "champions_revealed", "coin"]
    assert events[1] == {"type": "champions_revealed", "A": "titan", "B": REX}
    assert setup.deal().champions == {"A": "titan", "B": REX}


def test_R9_1_after_a_draft_too() -> None:
    setup = draft_first_offered(begin(format="draft", champions=True))
    assert (setup.phase, setup.to_act) == ("champion", ("A", "B"))
    in_deck = next(slug for slug in setup.decks["A"] if cards.ALL[slug].is_creature)
    assert code(in_deck, setup) == "champion_in_deck"
    assert seen(setup, None)["decks"] == {seat: sorted(deck) for seat, deck in setup.decks.items()}


def test_R9_1_alone_only_the_player_chooses() -> None:
    setup = alone()
    assert (setup.phase, setup.to_act, setup.legal("B")) == ("champion", ("A",), [])
    setup, events = act(setup, "A", "champion_choice", "titan")
    assert events[-1] == {"type": "champions_revealed", "A": "titan", "B": None}
    assert setup.deal().champions == {"A": "titan", "B": None}


def test_R9_1_a_card_of_the_opponents_deck_may_be_chosen_and_the_same_by_both() -> None:
    setup = choosing()
    theirs = next(slug for slug in setup.decks["B"] if cards.ALL[slug].is_creature)
    act(setup, "A", "champion_choice", theirs)
    setup, _ = act(setup, "A", "champion_choice", "titan")
    setup, _ = act(setup, "B", "champion_choice", "titan")
    assert setup.deal().champions == {"A": "titan", "B": "titan"}


@in_turn("slug", [slug for slug, card in cards.ALL.items() if not card.is_creature][:5])
def test_R9_1_a_champion_is_a_creature(slug: str) -> None:
    assert code(slug) == "champion_not_creature"


@in_turn("slug", [s for s, c in cards.ALL.items() if c.is_creature and "mercenary" in c.printed])
def test_R9_6_a_champion_cannot_be_mercenary(slug: str) -> None:
    assert code(slug) == "champion_mercenary"


def test_R9_1_a_champion_is_not_in_ones_deck() -> None:
    setup = choosing()
    own = next(slug for slug in setup.decks["A"] if cards.ALL[slug].is_creature)
    assert code(own, setup) == "champion_in_deck"


@in_turn("value", ["nobody", 7, ["titan"], "", True])
def test_R9_1_a_champion_exists(value: object) -> None:
    assert code(value) == "champion_unknown"


def test_R9_6_a_designed_champion_pays_its_cost() -> None:
    assert code({**REX, "cost": 4}) == "design_cost"
    assert code({**REX, "abilities": ["mercenary"]}) == "champion_mercenary" and code({}) == "design_keys"


def test_R9_1_a_designed_champion_is_stored_as_checked() -> None:
    _, events = act(choosing(), "A", "champion_choice", {**REX, "name": " Rex "})
    assert events[0] == {"type": "champion_chosen", "player": "A", "card": REX}
    assert design.check_design(events[0].get("card")).name == "Rex"


def test_R9_1_where_champions_were_agreed_nobody_declines() -> None:
    assert refused(choosing(), "A", DECLINE) == "champion_required"


def test_R9_1_where_they_are_optional_both_must_agree() -> None:
    setup = choosing("optional")
    assert DECLINE in setup.legal("A")
    setup, _ = act(setup, "A", "champion_choice", "titan")
    declined, events = act(setup, "B", "champion_choice", None)
    assert events[1] == {"type": "champions_revealed", "A": None, "B": None}
    assert declined.deal().champions == {"A": None, "B": None}
    agreed, _ = act(setup, "B", "champion_choice", REX)
    assert agreed.deal().champions == {"A": "titan", "B": REX}


def test_R9_1_a_choice_is_not_shown_before_both_are_in() -> None:
    setup, _ = act(choosing(), "A", "champion_choice", "titan")
    assert seen(setup, "A")["champions"] == {"A": "titan", "B": None}
    for viewer in ("B", None):
        view = seen(setup, viewer)
        assert view["champions"] == {"A": None, "B": None} and view["ready"] == {"A": True, "B": False}


def test_R9_1_a_malformed_choice_is_refused() -> None:
    assert refused(choosing(), "A", {"type": "champion_choice"}) == "malformed"
    assert refused(choosing(), "A", {"type": "champion_choice", "choose": 1}) == "malformed"
    assert refused(choosing(), "A", {"type": "deck", "cards": EIGHT}) == "wrong_phase"
