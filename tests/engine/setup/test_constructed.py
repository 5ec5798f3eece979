"""Constructed duels of both editions (R2.5, R2.6)."""

from __future__ import annotations

from engine import cards
from engine.setup.setup import Setup
from tests.engine.setup.acting import EIGHT, OTHER_TEN, TEN, act, begin, cards_on_offer, refused, seen, types


def both_tens() -> Setup:
    setup, _ = act(begin(edition="2021", format="constructed"), "A", "deck", TEN)
    return act(setup, "B", "deck", OTHER_TEN)[0]


def test_R2_5_2022_both_build_eight_cards_at_the_same_time() -> None:
    setup = begin(format="constructed")
    assert (setup.phase, setup.to_act) == ("deck", ("A", "B"))
    assert setup.legal("A") == setup.legal("B") == [{"type": "deck", "choose": 8}]
    setup, events = act(setup, "B", "deck", EIGHT)
    assert events == [{"type": "deck_chosen", "player": "B", "cards": EIGHT}] and setup.to_act == ("A",)
    assert setup.legal("B") == []
    setup, events = act(setup, "A", "deck", list(cards.ALL)[-8:])
    assert types(events) == ["deck_chosen", "coin"]
    deal = setup.deal()
    assert sorted(deal.hands["B"]) == sorted(EIGHT) and sorted(deal.hands["A"]) == sorted(list(cards.ALL)[-8:])


def test_R2_5_a_deck_is_handed_in_once() -> None:
    setup, _ = act(begin(format="constructed"), "A", "deck", EIGHT)
    assert refused(setup, "A", {"type": "deck", "cards": EIGHT}) == "not_your_turn"


def test_R2_5_a_bad_deck_is_refused_with_its_reason(edition: str) -> None:
    setup = begin(edition=edition, format="constructed")
    good = EIGHT if edition == "2022" else TEN

    def code(value: object) -> str:
        return refused(setup, "A", {"type": "deck", "cards": value})

    assert code(good[:-1]) == "deck_size" and code([*good, "zombie"]) == "deck_size" and code([]) == "deck_size"
    assert code([*good[:-1], good[0]]) == "deck_repeated" and code([*good[:-1], "nobody"]) == "deck_unknown_card"
    assert code([*good[:-1], 3]) == "deck_unknown_card" and code([*good[:-1], ["zombie"]]) == "deck_unknown_card"
    assert code([*good[:-1], "*"]) == "deck_unknown_card" and code("zombie") == "malformed"
    assert code(None) == "malformed" and refused(setup, "A", {"type": "deck", "card": good}) == "malformed"
    assert refused(setup, "A", {"type": "deck", "choose": len(good)}) == "malformed"


def test_R2_5_2021_only_the_starter_kit_2022_all_sets() -> None:
    elsewhere = "titan"
    assert (
        refused(begin(edition="2021", format="constructed"), "A", {"type": "deck", "cards": [*TEN[:9], elsewhere]})
        == "deck_wrong_set"
    )
    act(begin(format="constructed"), "A", "deck", [*EIGHT[:7], elsewhere])


def test_R2_5_2021_both_tens_become_public_together() -> None:
    setup = begin(edition="2021", format="constructed")
    assert setup.legal("A") == [{"type": "deck", "choose": 10}]
    setup, events = act(setup, "A", "deck", TEN)
    assert types(events) == ["deck_chosen"]
    setup, events = act(setup, "B", "deck", OTHER_TEN)
    assert events[1:] == [{"type": "decks_revealed", "A": TEN, "B": OTHER_TEN}]
    for viewer in ("A", "B", None):
        assert seen(setup, viewer)["decks"] == {"A": TEN, "B": OTHER_TEN}


def test_R2_5_2021_the_bans_in_their_order() -> None:
    setup = both_tens()
    assert (setup.phase, setup.to_act) == ("ban", ("B",))
    assert setup.legal("B") == [{"type": "ban", "card": slug} for slug in TEN] and setup.legal("A") == []
    setup, events = act(setup, "B", "ban", TEN[0])
    assert events == [{"type": "banned", "player": "A", "by": "B", "card": TEN[0]}] and setup.to_act == ("A",)
    setup, _ = act(setup, "A", "ban", OTHER_TEN[0])
    assert setup.to_act == ("A",) and cards_on_offer(setup, "A") == OTHER_TEN[1:]
    setup, _ = act(setup, "A", "ban", OTHER_TEN[1])
    assert setup.to_act == ("B",) and cards_on_offer(setup, "B") == TEN[1:]
    assert seen(setup, None)["banned"] == {"A": [TEN[0]], "B": OTHER_TEN[:2]}
    setup, events = act(setup, "B", "ban", TEN[9])
    assert types(events) == ["banned", "coin"]
    deal = setup.deal()
    assert sorted(deal.hands["A"]) == sorted(TEN[1:9]) and sorted(deal.hands["B"]) == sorted(OTHER_TEN[2:])


def test_R2_5_2021_only_the_opponents_cards_can_be_banned_and_once() -> None:
    setup = both_tens()
    assert refused(setup, "B", {"type": "ban", "card": OTHER_TEN[0]}) == "not_offered"
    assert refused(setup, "A", {"type": "ban", "card": OTHER_TEN[0]}) == "not_your_turn"
    setup, _ = act(setup, "B", "ban", TEN[0])
    setup, _ = act(setup, "A", "ban", OTHER_TEN[0])
    assert refused(setup, "A", {"type": "ban", "card": OTHER_TEN[0]}) == "not_offered"
    assert refused(setup, "A", {"type": "deck", "cards": TEN}) == "wrong_phase"


def test_R2_5_2021_the_same_card_in_both_decks_is_banned_from_one() -> None:
    setup, _ = act(begin(edition="2021", format="constructed"), "A", "deck", TEN)
    setup, _ = act(setup, "B", "deck", TEN)
    setup, _ = act(setup, "B", "ban", TEN[0])
    setup, _ = act(setup, "A", "ban", TEN[1])
    setup, _ = act(setup, "A", "ban", TEN[2])
    setup, _ = act(setup, "B", "ban", TEN[3])
    assert set(setup.decks["A"]) == set(TEN) - {TEN[0], TEN[3]}
    assert set(setup.decks["B"]) == set(TEN) - {TEN[1], TEN[2]}


def test_after_a_resignation_everything_is_shown() -> None:
    setup, _ = act(begin(format="constructed"), "A", "deck", EIGHT)
    view = seen(setup, None, winner="A")
    assert (view["phase"], view["to_act"], view["winner"]) == ("over", [], "A")
    assert view["decks"] == {"A": EIGHT, "B": None}
