"""The bounds of a position, an action and a record: all that play can reach, and nothing that hurts a reader."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from engine import actions, cards, notation, play
from engine.errors import BadPosition, IllegalAction
from engine.match import Match, Options
from engine.notation import bounds
from engine.record import MAX_SECONDS, MatchRecord
from tests.engine.language import automaton, card, duel, side, solo
from tests.engine.playing import record
from tests.engine.test_notation import CAST, OLD, REVEALED, REX, SOLO, Change, changed
from tests.support.cases import in_turn, seeds
from tools.rig import extremes
from tools.rig.json import Json

DUEL = duel(A=side("* zombie brute boom", top="ogre", bottom="troll:done"), B=side("* grrr", top="gnome"), mana=7).shown
OVER = duel(A=side(top="titan"), B=side("* lich", fort=True)).end_summon().shown
DESIGNED = duel(A=side("* Rex brute", champion="Rex ready")).shown

Put = Callable[[Json, int], object]


def put_to(put: Put, number: int) -> Change:
    """Return the change that puts a number in its place."""
    return lambda p: put(p, number)


def refused(value: object) -> str:
    """Return the sentence with which a position is refused."""
    with pytest.raises(BadPosition) as caught:
        notation.from_json(value)
    sentence = str(caught.value)
    assert caught.value.code == "bad_position"
    assert sentence.endswith(".") and sentence.isprintable() and len(sentence) < 200
    return sentence


# -- numbers: the greatest is taken, the next one is not

NUMBERS: dict[str, tuple[Json, Put, int]] = {
    "mana": (DUEL, lambda p, n: p.update(mana=n), bounds.MAX_MANA),
    "turn": (DUEL, lambda p, n: p.update(turn=n), 199),
    "wounds": (DUEL, lambda p, n: p["A"]["top"][0].update(wounds=n), 3),
    "sprint": (DUEL, lambda p, n: p["A"]["top"][0].update(sprint=n), bounds.MAX_CARDS),
    "sprint of one that has acted": (DUEL, lambda p, n: p["A"]["bottom"][0].update(sprint=n), 2 * bounds.MAX_CARDS),
    "sprint at the end": (OVER, lambda p, n: p["A"]["top"][0].update(sprint=n), 20 * bounds.MAX_CARDS),
    "fixed": (SOLO, lambda p, n: p["solo"].update(fixed=n), 10),
    "per_creature": (SOLO, lambda p, n: p["solo"].update(per_creature=n), 2),
    "seed": (SOLO, lambda p, n: p["solo"].update(seed=n), 2**128 - 1),
    "shuffles under a Bastion": (SOLO, lambda p, n: p["solo"].update(shuffles=n), 198),
    "shuffles under a Fort": (
        changed(SOLO, lambda p: p["B"].update(fortress="fort")), lambda p, n: p["solo"].update(shuffles=n), 199,
    ),
    "cost of a design": (DESIGNED, lambda p, n: p["A"]["hand"][1].update(cost=n), 99),
    "attack of a design": (DESIGNED, lambda p, n: p["A"]["hand"][1].update(attack=n), 9),
    "health of a design": (DESIGNED, lambda p, n: p["A"]["champion"]["card"].update(health=n), 9),
}  # fmt: skip
HUGE = (2**31, 2**53, 2**63, 2**64 - 1, 2**64, 10**30, 10**4299, 10**5000, -1, -(2**64), -(10**5000))


@in_turn(("shown", "put", "most"), NUMBERS.values(), ids=NUMBERS)
def test_each_number_has_its_bound(shown: Json, put: Put, most: int) -> None:
    notation.from_json(changed(shown, put_to(put, most)))
    for number in (most + 1, *HUGE):
        if number not in range(most + 1) and not (most == 2**128 - 1 and abs(number) <= most):
            refused(changed(shown, put_to(put, number)))


# -- texts and lists


@in_turn("name", ["", " ", "x" * 41, "a\x00b", "a\nb", "a\u202eb", "a\u2066b", "a\u200bb", "a\ud800b"])
def test_a_designed_card_has_a_name_that_can_be_shown(name: str) -> None:
    assert "printable" in refused(changed(DESIGNED, lambda p: p["A"]["hand"][1].update(name=name)))
    assert "printable" in refused(changed(DESIGNED, lambda p: p["A"]["champion"]["card"].update(name=name)))


def test_a_designed_card_has_a_name_in_any_letters() -> None:
    for name in ("x" * 40, "Ølaf Ó", "דנה", "漢🂡"):
        assert cards.from_notation({**card(REX), "name": name}).name == name


@in_turn("seed", ["x" * 65, "\x00", "\u202e", "\ud800"])
def test_a_seed_is_a_short_text(seed: str) -> None:
    refused(changed(SOLO, lambda p: p["solo"].update(seed=seed)))


def test_as_many_cards_as_two_games_together() -> None:
    creature = {"card": "zombie"}
    for shown, seat, zone, item in (
        (DUEL, "A", "hand", "zombie"), (DUEL, "A", "top", creature), (DUEL, "B", "bottom", creature),
        (SOLO, "B", "pile", "zombie"), (SOLO, "B", "discard", "boom"), (OLD, "A", "bottom", creature),
    ):  # fmt: skip
        full = copy.deepcopy(shown)
        row = full[seat][zone]
        row += [item] * (bounds.MAX_CARDS - held(shown))
        notation.from_json(full)
        for more in (1, 2, 4_000, 20_000):
            row += [item] * more
            refused(full)


def held(shown: Json) -> int:
    """The number of cards in a position, without Champions that are not in play."""
    found = -sum("hand" in shown[seat] for seat in "AB")
    for seat in "AB":
        found += sum(len(shown[seat].get(zone, ())) for zone in ("hand", "pile", "discard", "top", "bottom"))
    return found


def test_a_symbiote_counts_and_a_champion_does_not() -> None:
    lane = "Rex:champion " + "rascal+familiar " * 31
    full = duel(A=side("* brute", top=lane, champion="Rex in_play"), B=side("* brute")).shown
    assert held(full) == 2 + 1 + 31
    refused(changed(full, lambda p: p["B"]["hand"].append("brute")))


# -- what waits for its order

SPLASH = duel(A=side("* boom brute", top="parasite"), B=side(top="zombie microctopus", bottom="zombie"), edition="2021")
WAITING = SPLASH.end_summon().attack().shown
BACK = (
    solo(
        A=side(top="zombie:new", bottom="gnome:new"), B=automaton("ogre ogre troll", top="abomination"), edition="2021"
    )
    .end_summon()
    .attack_all()
    .end_turn()
    .shown
)


def then(shown: Json) -> Json:
    """The rest to resolve."""
    found: Json = shown["pending"]["then"]
    return found


PENDING: dict[str, tuple[Json, Change]] = {
    "four cards": (WAITING, lambda p: p["pending"].update(cards=["zombie"] * 4)),
    "nine cards": (WAITING, lambda p: p["pending"].update(cards=cards.of_sets(("initiation",))[:9])),
    "eleven cards": (WAITING, lambda p: p["pending"].update(cards=cards.of_sets(("initiation",))[:11])),
    "more than a creature hits": (WAITING, lambda p: p["A"]["top"].insert(0, {"card": "ogre", "done": True})),
    "more than an incantation hits": (REVEALED, lambda p: p["pending"]["cards"].append("zombie")),
    "of the attacker's own": (WAITING, lambda p: p["pending"].update(owner="A")),
    "by a creature of the other player": (WAITING, lambda p: then(p)["attacker"].update(player="B", index=0)),
    "by a creature that has not acted": (WAITING, lambda p: p["A"]["top"][0].update(done=False)),
    "by one that is no longer new": (WAITING, lambda p: then(p)["attacker"].update(limited=True)),
    "by one with Berserk that stops": (WAITING, lambda p: then(p).update(again=False)),
    "in the summon phase": (WAITING, lambda p: then(p).update(phase="summon")),
    "by an incantation that goes on": (CAST, lambda p: then(p).update(again=True)),
    "by a creature in the hand": (CAST, lambda p: then(p).update(cast=1)),
    "by an incantation that cannot be played yet": (
        CAST, lambda p: (p["A"].update(hand=["*", *["brute"] * 4, "cyclone"]), then(p).update(cast=4)),
    ),
    "by a revealed card of another edition": (REVEALED, lambda p: then(p)["revealed"].update(card="tsunami")),
    "by a revealed design": (
        REVEALED,
        lambda p: then(p)["revealed"].update(
            card={"name": "Wave", "type": "incantation", "cost": 2, "attack": 4, "abilities": ["splash"]}
        ),
    ),
    "by what was revealed too late": (REVEALED, lambda p: then(p)["revealed"].update(spent=9, mana=6)),
    "for less than it costs": (REVEALED, lambda p: then(p)["revealed"].update(spent=1)),
    "with endless mana": (REVEALED, lambda p: then(p)["revealed"].update(mana=2**64)),
    "with endless costs": (REVEALED, lambda p: then(p)["revealed"].update(spent=2**64)),
    "revealed in the assault": (REVEALED, lambda p: then(p).update(phase="assault")),
    "revealed by nobody": (REVEALED, lambda p: then(p).pop("automaton")),
    "revealed by an automaton that is none": (REVEALED, lambda p: then(p).update(automaton=False)),
    "by the automaton's creature that leaves it at that": (BACK, lambda p: then(p).update(all=False)),
    "a then of nothing": (WAITING, lambda p: p["pending"].update(then={})),
}  # fmt: skip


@in_turn(("shown", "change"), PENDING.values(), ids=PENDING)
def test_what_waits_fits_what_is_left_to_resolve(shown: Json, change: Change) -> None:
    notation.from_json(shown)
    refused(changed(shown, change))


def test_three_cards_can_wait_and_have_six_orders() -> None:
    assert len(WAITING["pending"]["cards"]) == 3
    different = changed(WAITING, lambda p: p["pending"].update(cards=["zombie", "gnome", "ogre"]))
    assert len(play.legal_actions(notation.from_json(different))) == 6
    assert len(play.legal_actions(notation.from_json(WAITING))) == 3  # two of them are equal


# -- properties


@in_turn(("edition", "mode"), extremes.KINDS)
def test_play_keeps_a_position_within_the_bounds(edition: str, mode: str) -> None:
    most, waited, ended = 0, 0, 0
    for seed in seeds(16, 120):
        dice = random.Random(seed)
        position = notation.from_json(extremes.position(dice, edition, mode))
        for _ in range(25):
            legal = play.legal_actions(position)
            most = max(most, len(legal))
            if not legal:
                ended += 1
                break
            play.advance(position, dice.choice(legal))
            shown = json.loads(json.dumps(notation.to_json(position)))
            assert notation.to_json(notation.from_json(shown)) == shown
            waited += position.pending is not None
    # Four cards of the hand and the Champion, each into two lanes, or on or against each creature.
    assert 40 < most <= 5 * (2 + bounds.MAX_LANE + 1) + 1 and ended and bool(waited) == (edition == "2021")


@in_turn(("edition", "mode"), extremes.KINDS)
def test_a_finished_match_may_show_more(edition: str, mode: str) -> None:
    for seed in range(8):
        shown = extremes.position(random.Random(seed), edition, mode, over=True)
        assert play.legal_actions(notation.from_json(shown)) == []


# -- actions

DEEP: Any = "x"
for _ in range(500):
    DEEP = [DEEP]


@in_turn(
    "action",
    [
        {"type": {}}, {"type": []}, {"type": DEEP}, {"type": "x" * 100_000}, {"type": "\u202e\x00\ud800"},
        {"type": "play", "hand": 10**5000, "lane": "top"},
        {"type": "play", "hand": 2**64, "target": {"player": "A", "lane": "top", "index": 0}},
        {"type": "play", "hand": 3, "target": {"player": "A", "lane": "top", "index": 2**64}},
        {"type": "play", "hand": 1, "lane": "top", "onto": 2**64},
        {"type": "play", "hand": 1, "lane": "top", "x" * 100_000: 1}, {"type": "play", "hand": DEEP, "lane": DEEP},
        {"type": "order", "cards": ["zombie"] * 100_000}, {"type": "order", "cards": [DEEP]},
        {"type": "resign", "player": DEEP}, {"type": "pick", "card": DEEP},
        {"type": "deck", "cards": ["zombie"] * 100_000}, {"type": "deck", "cards": [DEEP] * 8},
        {"type": "champion_choice", "card": DEEP}, {"type": "champion_choice", "card": {"name": "a\x00"}},
    ],
)  # fmt: skip
def test_every_stage_of_a_match_refuses_an_impossible_action_in_a_sentence(action: object) -> None:
    for options in (
        Options(seed=1, first="A"),
        Options(seed=1, format="draft"),
        Options(seed=1, format="constructed"),
        Options(seed=1, edition="2021", format="position", position=WAITING),
    ):
        match = Match.new(options)
        seat = match.to_act[0]
        with pytest.raises(IllegalAction) as caught:
            match.apply(seat, action)
        assert len(str(caught.value)) < 200 and str(caught.value).isprintable()


def test_an_order_names_as_many_cards_as_can_wait() -> None:
    with pytest.raises(IllegalAction) as caught:
        actions.from_json({"type": "order", "cards": ["zombie"] * 4})
    assert caught.value.code == "bad_order"


# -- records

GOOD = json.loads(json.dumps(record("2022-duel-preconstructed", 1).to_json()))
RECORDS: dict[str, Change] = {
    "an action at no time": lambda r: r["actions"][0].update(at=10**4000),
    "an action after the end of time": lambda r: r["actions"][0].update(at=MAX_SECONDS + 1),
    "an infinite action": lambda r: r["actions"][0].update(at=float("inf")),
    "a deep action": lambda r: r["actions"][0].update(action={"type": "play", "hand": DEEP}),
    "a deep format": lambda r: r.update(format=DEEP),
    "a huge format": lambda r: r.update(format=10**5000),
    "deep rules": lambda r: r["setup"].update(rules=DEEP),
    "a huge seed": lambda r: r["setup"].update(seed=10**5000),
    "a deep option": lambda r: r["setup"].update(sets=[DEEP]),
    "a long option": lambda r: r["setup"].update({"x" * 100_000: 1}),
    "a huge level": lambda r: (
        r.update(mode="solo"), r["setup"].update(mode="solo", solo={"level": 10**5000}, first=None, decks={}),
    ),
    "a half of a character in a name": lambda r: r["names"].update(A="\ud800"),
    "a name without end": lambda r: r["names"].update(A="x" * 100_000),
    "a reason that there is not": lambda r: r["result"].update(reason="x" * 100_000),
    "a deep winner": lambda r: r["result"].update(winner=DEEP),
}  # fmt: skip


@in_turn("change", RECORDS.values(), ids=RECORDS)
def test_records_have_their_bounds(change: Change) -> None:
    with pytest.raises(BadPosition) as caught:
        MatchRecord.from_json(changed(GOOD, change)).check()
    assert len(str(caught.value)) < 250


def test_a_record_whose_table_is_too_rich_is_refused() -> None:
    rich = changed(DUEL, lambda p: p.update(mana=3_000_000))
    options = Options(seed=1, format="position", position=rich)
    with pytest.raises(BadPosition) as caught:
        MatchRecord.from_json(MatchRecord(options, {"A": "Ann", "B": "Bob"}, (), None).to_json()).check()
    assert "mana" in str(caught.value)


def test_time_goes_on_in_a_long_match() -> None:
    slow = changed(GOOD, lambda r: [move.update(at=float(MAX_SECONDS)) for move in r["actions"]])
    assert [a.at for a, b in pairwise(MatchRecord.from_json(slow).moves) if a.at != b.at] == []
