"""The model of a table: arranged from the engine's view, deciding nothing, leaking nothing."""

from __future__ import annotations

import json
import random
import re
from html import unescape

from app.matches.table import board, draft, zones
from app.matches.table.hands import OpenHand
from app.matches.table.pile import Pile, automaton_mana
from engine import cards
from engine.actions import LANES
from engine.match import Match, Options
from engine.seat import Viewer
from engine.setup.solo import SoloOptions
from tests.engine.setup.acting import seen
from tests.support.cases import in_turn
from tests.support.states import permuted, played
from tests.support.tables import fragments, html_of, table
from tools.rig.json import Json


def view_of(match: Match, viewer: Viewer) -> Json:
    """Return the view as a reader of JSON has it."""
    view: Json = match.table_view(viewer)  # type: ignore[assignment]
    return view


@in_turn("seed", range(6))
def test_the_model_shows_what_the_view_says(seed: int) -> None:
    for match in played(seed):
        for viewer in ("A", "B", None):
            view, model = view_of(match, viewer), board.build(match, viewer)
            assert (model.near, model.far) == (("B", "A") if viewer == "B" else ("A", "B"))
            for seat in ("A", "B"):
                hand = model.hands[seat]
                assert isinstance(hand, OpenHand)
                shown = ["*" if i.fortress else i.card.slug if i.card else "?" for i in hand.items]
                assert shown == view[seat]["hand"]
                assert hand.hp == view["stats"][seat]["hp"]
                for lane in LANES:
                    row = model.realms[f"{seat}-{lane}"].creatures
                    assert [c.card.slug for c in row] == [c["card"] for c in view[seat][lane]]


@in_turn("seed", range(6))
def test_choices_are_the_engines_and_the_marks_follow_them(seed: int) -> None:
    for match in played(seed):
        for viewer in ("A", "B"):
            model = board.build(match, viewer)
            assert [dict(choice.action) for choice in model.choices] == match.legal_actions(viewer)
            hand = model.hands[viewer]
            assert isinstance(hand, OpenHand)
            playable = {action["hand"] for action in match.legal_actions(viewer) if action["type"] == "play"}
            assert {place for place, item in enumerate(hand.items) if item.legal} == playable
            assert sum(item.standing for item in hand.items) == min(4, len(hand.items) - 1)
            drawn = zones.TurnZone(0, viewer, model.choices).html(fragments())
            listed = json.loads(unescape(drawn.split("data-choices='")[1].split("'")[0]))
            assert all(entry["action"]["type"] in ("play", "champion") for entry in listed)
            assert {entry["action"].get("hand") for entry in listed} - {None} == playable


def test_every_play_that_fells_an_own_fortress_asks_first() -> None:
    found = set()
    for seed in range(40):
        for match in played(seed, format="draft", sets=("breaching", "deliquescence")):
            seat = match.to_act[0] if match.to_act else None
            if seat is None:
                continue
            for choice in board.build(match, seat).choices:
                if choice.action["type"] != "play":
                    continue
                _after, events = match.apply(seat, dict(choice.action))
                felled = {event["type"] for event in events if event.get("player") == seat}
                truth = "fort" if "fort_fell" in felled else "bastion" if "bastion_fell" in felled else ""
                assert choice.ask == truth
                found.add(truth)
    assert found == {"", "bastion", "fort"}


@in_turn(
    ("position", "place", "code"),
    [
        ({"mana": 0}, 1, "not_enough_mana"),
        ({"A": {"hand": ["*", "zombie", "gnome", "grrr", "ogre", "brute"]}}, 5, "not_leftmost"),
        ({"A": {"hand": ["*", "zombie"]}}, 1, "last_card"),
        ({"A": {"hand": ["*", "boom", "zombie"]}}, 1, "no_target"),
        ({"A": {"hand": ["*", "zombie", "brute"]}}, 0, "is_fortress"),
        ({"active": "B"}, 1, "not_your_turn"),
    ],
)
def test_why_a_card_cannot_be_played_is_the_engines_answer(position: Json, place: int, code: str) -> None:
    error = board.why_not(table(**position), "A", place)
    assert error is not None and error.code == code
    assert board.why_not(table(), "A", 1) is None


def test_buttons_of_the_editions() -> None:
    ogre = {"hand": ["*", "zombie", "brute"], "top": [{"card": "ogre"}]}
    first = table(edition="2021", A=ogre)
    assert board.build(first, "A").buttons == ("end_summon",)
    assault, _ = first.apply("A", {"type": "end_summon"})
    shown = board.build(assault, "A")
    assert shown.buttons == ("attack", "attack_all")
    done, _ = assault.apply("A", {"type": "attack_all"})
    assert board.build(done, "A").buttons == ("end_turn",)
    assert board.build(done, "B").buttons == ()
    caster = {"hand": ["*", "zombie", "boom"], "top": [{"card": "ogre"}]}
    assault, _ = table(edition="2021", A=caster).apply("A", {"type": "end_summon"})
    assert board.build(assault, "A").playable, "2021: incantations in the assault too (R4.8)"


def test_cards_that_return_together_are_listed_for_their_owner() -> None:
    fall = {"hand": ["*", "shaman", "troll"], "top": [{"card": "zombie"}, {"card": "assassin"}]}
    splash = table(edition="2021", A={"hand": ["*", "baron", "boom"], "top": [{"card": "parasite"}]}, B=fall)
    waiting, _ = splash.apply("A", {"type": "end_summon"})[0].apply("A", {"type": "attack_all"})
    mine, theirs = board.build(waiting, "B").returning, board.build(waiting, "A").returning
    assert mine is not None and theirs is not None
    assert (mine.mine, theirs.mine) == (True, False)
    assert [json.loads(text) for text, _card in mine.cards] == waiting.table_view("B")["pending"]["cards"]


def test_the_automaton_shows_its_pile_and_the_mana_it_would_have() -> None:
    for match in played(3, mode="solo"):
        view, model = match.table_view("A"), board.build(match, "A")
        pile = model.hands["B"]
        assert isinstance(pile, Pile)
        assert pile.count == view["stats"]["B"]["hp"]
        creatures = len(view["A"]["top"]) + len(view["A"]["bottom"])
        assert pile.mana >= 6 + creatures
    chosen = Match.new(Options(seed=4, mode="solo", solo=SoloOptions(fixed=8, per_creature=2)))
    assert automaton_mana(chosen.table_view("A")) == 8
    spent = table(mana=2)
    assert [board.build(spent, "A", *began).public.gems for began in ((9,), ())] == [9, 2]


@in_turn(("fixed", "each"), [(6, 1), (8, 2)])
def test_the_automatons_mana_is_what_its_explanation_adds_up_to(fixed: int, each: int) -> None:
    own: Json = {
        "hand": ["*", "ogre"],
        "fortress": "bastion",
        "top": [{"card": "lich"}],
        "bottom": [],
        "champion": None,
    }
    pile: Json = {"pile": ["titan", "ogre"], "discard": [], "fortress": "bastion", "top": [], "bottom": []}
    pile["bottom"] = [{"card": "mana-golem"}, {"card": "mana-forge"}]
    rules: Json = {"fixed": fixed, "per_creature": each, "weakened": False, "abilities": [], "last_turn": False}
    header: Json = {"edition": "2022", "mode": "solo", "turn": 9, "active": "A", "phase": "summon", "mana": 9}
    position = {**header, "winner": None, "A": own, "B": pile, "solo": {**rules, "seed": 3, "shuffles": 0}}
    model = board.build(Match.new(Options(mode="solo", format="position", position=position, seed=1)), "A")
    shown = model.hands["B"]
    assert isinstance(shown, Pile)
    if shown.rules.richer:
        said = fragments().fragment("matches/table/pile.html", pile=shown)
        words = (
            r"Each turn it has (\d+) mana, plus (\d+) for each of your creatures in play, plus (\d+) for each Catalyst"
        )
    else:
        said = fragments().fragment("matches/table/mana.html", seat="B", gems=0, mana=0, next_mana=shown.mana)
        words = (
            r"Its mana next turn: (\d+), plus (\d+) for each creature you have in play, plus (\d+) for each Catalyst"
        )
    found = re.search(words, said)
    assert found is not None
    base, creatures, catalysts = map(int, found.groups())
    assert base + creatures * 1 + catalysts * 2 == shown.mana


def test_ids_are_unique_and_stay_with_their_card() -> None:
    for seed in range(4):
        before: dict[str, str] = {}
        for match in played(seed):
            model = board.build(match, "A")
            ids = [c.id for realm in model.realms.values() for c in realm.creatures]
            hand = model.hands["A"]
            assert isinstance(hand, OpenHand)
            ids += [item.id for item in hand.items]
            assert len(ids) == len(set(ids))
            now = {item.id: str(item.card) for item in hand.items if item.card}
            assert all(before.get(key, name) == name for key, name in now.items())
            before |= now


@in_turn("seed", range(4))
def test_hidden_cards_change_nothing_that_others_are_shown(seed: int) -> None:
    chance = random.Random(seed)
    changed = 0
    for number, match in enumerate(played(seed)):
        if number % 6 or match.status == "over":
            continue
        other = permuted(match, "B", chance)
        changed += match.table_view("B") != other.table_view("B")
        for viewer in ("A", None):
            assert html_of(match, viewer) == html_of(other, viewer)
    assert changed


def test_the_draft_shows_public_picks_and_a_curve() -> None:
    match = Match.new(Options(seed=2, format="draft"))
    model = draft.build(match, "A")
    assert (len(model.revealed), model.rounds, model.sizes) == (4, 4, {"A": 8, "B": 8})
    assert model.can_act
    assert not draft.build(match, "B").can_act
    match, _ = match.apply("A", match.legal_actions("A")[0])
    model = draft.build(match, "B")
    assert model.near == "B"
    assert [card.slug for card in model.picks["A"]] == seen(match.setup, "B")["picks"]["A"]
    assert sum(draft.build(match, "A").curve.counts) == 1


def test_a_champion_shows_what_it_costs_now() -> None:
    creature = {"card": "ogre"}
    equals = [slug for slug, card in cards.ALL.items() if card.is_creature and card.cost == cards.ALL["ogre"].cost]
    equals.remove("ogre")
    champion = {"card": equals[0], "ready": True, "in_play": False}
    alone = html_of(table(A={"champion": champion}), "A")
    helped = html_of(table(A={"champion": champion}, B={"top": [creature]}), "A")
    printed = cards.ALL["ogre"].cost
    assert f'<span class="card-cost up">{printed - 1}<' in helped
    assert f"costs {printed - 1} mana now" in helped
    assert "card-cost up" not in alone
    assert "mana now" not in alone


def test_a_gem_says_why_a_card_cannot_be_played_all_over_the_hand() -> None:
    def gems(mana: int, **sides: object) -> dict[str, str]:
        hand = ["*", "boom", "zombie", "brute", "troll", "combustion", "ogre"]
        row = board.build(table(mana=mana, A={"hand": hand}, **sides), "A").hands["A"]
        assert isinstance(row, OpenHand)
        return {str(item.card.slug): item.gem for item in row.items if item.card}

    nothing = gems(4)
    assert {slug for slug, gem in nothing.items() if gem == "dear"} == {
        slug for slug in nothing if cards.ALL[slug].cost > 4
    }
    assert nothing["boom"] == nothing["combustion"] == "aimless"  # one stands, one lies
    something = gems(4, B={"top": [{"card": "gnome"}]})
    assert something["boom"] == something["combustion"] == ""
    waiting = gems(4, active="B")
    assert set(waiting.values()) == {""}
