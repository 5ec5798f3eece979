"""Drafts (R2.3, R2.4, R2.6)."""

from __future__ import annotations

from engine import cards
from engine.setup.options import Options
from engine.setup.setup import Setup
from tests.engine.setup.acting import act, begin, cards_on_offer, draft_first_offered, refused, seen, types
from tests.support.cases import in_turn
from tools.rig.json import Json

DUELS: list[Json] = [
    {"edition": "2021"}, {"edition": "2022"}, {"sets": ("elusive",)}, {"sets": ("treachery", "submersion")},
    {"sets": cards.SETS},
]  # fmt: skip


def test_R2_3_four_cards_are_revealed_and_A_chooses_first() -> None:
    setup, events = Setup.new(Options(seed=7, format="draft"))
    assert events[0]["type"] == "draft_revealed"
    revealed = events[0]["cards"]
    assert events == [{"type": "draft_revealed", "cards": revealed, "first": "A"}]
    assert (len(revealed), setup.phase, setup.to_act) == (4, "draft", ("A",))
    assert setup.legal("A") == [{"type": "pick", "card": slug} for slug in revealed] and setup.legal("B") == []


def test_R2_3_the_first_takes_one_the_other_two_the_first_the_last() -> None:
    setup = begin(format="draft")
    one, two, three, four = cards_on_offer(setup, "A")
    setup, events = act(setup, "A", "pick", three)
    assert events == [{"type": "picked", "player": "A", "card": three}] and setup.to_act == ("B",)
    setup, events = act(setup, "B", "pick", four)
    assert setup.to_act == ("B",)
    setup, events = act(setup, "B", "pick", one)
    assert types(events) == ["picked", "picked", "draft_revealed"]
    assert events[1] == {"type": "picked", "player": "A", "card": two}
    assert seen(setup, None)["picks"] == {"A": [three, two], "B": [four, one]}


def test_R2_3_rounds_alternate_the_first_chooser() -> None:
    setup = begin(format="draft")
    order: list[str] = []
    while setup.phase == "draft":
        (seat,) = setup.to_act
        order.append(seat)
        setup, _ = act(setup, seat, "pick", cards_on_offer(setup, seat)[-1])
    assert "".join(order) == "ABB" + "BAA" + "ABB" + "BAA"


@in_turn("options", DUELS)
def test_R2_3_both_have_eight_different_cards_of_the_chosen_sets(options: Json) -> None:
    setup = draft_first_offered(begin(format="draft", **options))
    deal = setup.deal()
    dealt = deal.hands["A"] + deal.hands["B"]
    assert (len(deal.hands["A"]), len(deal.hands["B"]), len(set(dealt))) == (8, 8, 16)
    assert {cards.ALL[slug].set for slug in dealt} <= set(options.get("sets", ("initiation",)))
    assert setup.phase == "done"


def test_R2_4_alone_one_is_taken_and_the_automaton_gets_three() -> None:
    setup = begin(mode="solo", format="draft")
    one, two, three, four = cards_on_offer(setup, "A")
    setup, events = act(setup, "A", "pick", two)
    assert types(events) == ["picked"] * 4 + ["draft_revealed"] and setup.to_act == ("A",)
    view = seen(setup, "A")
    assert view["picks"] == {"A": [two], "B": [one, three, four]}
    assert (view["round"], view["left"], view["first"]) == (2, 24, "A")


@in_turn("name", cards.SETS)
def test_R2_4_alone_one_set_is_drafted_whole(name: str) -> None:
    deal = draft_first_offered(begin(mode="solo", format="draft", sets=(name,))).deal()
    assert (len(deal.hands["A"]), len(deal.pile)) == (8, 24)
    assert sorted(deal.hands["A"] + deal.pile) == sorted(cards.of_sets((name,)))


def test_R2_4_alone_32_cards_are_drawn_from_several_sets() -> None:
    deal = draft_first_offered(begin(mode="solo", format="draft", sets=cards.SETS)).deal()
    drawn = deal.hands["A"] + deal.pile
    assert len(drawn) == len(set(drawn)) == 32 and len({cards.ALL[slug].set for slug in drawn}) > 3


@in_turn(
    ("action", "code"),
    [
        (None, "malformed"), ([], "malformed"), ({}, "malformed"), ({"type": 3}, "malformed"),
        ({"type": "pick"}, "malformed"), ({"type": "pick", "card": "ogre", "round": 1}, "malformed"),
        ({"type": "pick", "card": None}, "not_offered"), ({"type": "pick", "card": ["ogre"]}, "not_offered"),
        ({"type": "pick", "card": {"name": "ogre"}}, "not_offered"),
        ({"type": "pick", "card": "dragon-of-another-game"}, "not_offered"),
        ({"type": "ban", "card": "ogre"}, "wrong_phase"), ({"type": "end_summon"}, "wrong_phase"),
    ],
)  # fmt: skip
def test_what_is_no_pick_is_refused(action: object, code: str) -> None:
    assert refused(begin(format="draft"), "A", action) == code


def test_only_what_lies_there_can_be_picked_and_only_in_turn() -> None:
    setup = begin(format="draft")
    offered = cards_on_offer(setup, "A")
    elsewhere = next(slug for slug in cards.ALL if slug not in offered)
    assert refused(setup, "A", {"type": "pick", "card": elsewhere}) == "not_offered"
    assert refused(setup, "B", {"type": "pick", "card": offered[0]}) == "not_your_turn"
    setup, _ = act(setup, "A", "pick", offered[0])
    assert refused(setup, "B", {"type": "pick", "card": offered[0]}) == "not_offered"
    assert refused(setup, "A", {"type": "pick", "card": offered[1]}) == "not_your_turn"


def test_R2_5a_picks_are_public_and_the_draw_pile_is_a_number() -> None:
    setup = begin(format="draft")
    assert seen(setup, "A") == seen(setup, "B") == seen(setup, None)
    view = seen(setup, None)
    assert view == {
        "edition": "2022", "mode": "duel", "format": "draft", "phase": "draft", "to_act": ["A"], "winner": None,
        "first": "A", "revealed": view["revealed"], "picks": {"A": [], "B": []}, "round": 1, "left": 28,
    }  # fmt: skip
    done = draft_first_offered(setup)
    assert done.known_decks(None) == done.known_decks("A") == {seat: sorted(deck) for seat, deck in done.decks.items()}
