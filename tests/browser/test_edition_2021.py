"""The 2021 edition on the board: an assault that stops where an incantation could be cast, and cards put in order."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Page, expect

from engine.cards import ALL
from engine.match import Match, Options
from engine.seat import Seat
from tests.support.browser import Visitors
from tests.support.table import MatchPage, open_match

Action = Mapping[str, Any]
Game = Mapping[str, Any]


def way_to(wanted: Callable[[Match], bool], played: str = "preconstructed") -> tuple[Game, list[Action]]:
    """Return a solo game of 2021, and the actions after which it is in a state that is wanted.

    Creatures are drafted first.
    """
    for seed in range(400):
        chance = random.Random(seed)
        decks: dict[Seat, int] = {"A": 1} if played == "preconstructed" else {}
        match = Match.new(Options(seed=seed, mode="solo", edition="2021", format=played, decks=decks))
        actions: list[Action] = []
        while match.status != "over" and len(actions) < 40:
            if match.position is not None and wanted(match):
                return {"mode": "solo", "edition": "2021", "format": played, "deck": 1, "seed": seed}, actions
            legal: Any = match.legal_actions("A")
            creatures = [action for action in legal if "card" in action and ALL[action["card"]].is_creature]
            actions.append(chance.choice(creatures or legal))
            match, _ = match.apply("A", actions[-1])
    raise AssertionError("no such game")


def open_at(page: Page, game: Game, actions: list[Action]) -> MatchPage:
    """Return the page of a game after these actions, which its guest has sent to the API."""
    match_id = open_match(page, **game)
    for seq, action in enumerate(actions):
        answer = page.request.post(f"/api/matches/{match_id}/actions", data={"seq": seq, "action": action})
        assert answer.ok, answer.text()
    page.goto(f"/match/{match_id}")
    table = MatchPage(page)
    table.settle()
    return table


def test_the_owner_orders_cards_that_return_together(visitors: Visitors) -> None:
    table = open_at(visitors.visitor(reduced_motion="reduce"), *way_to(lambda match: _phase(match) == "order"))
    page = table.page
    cards = page.locator(".order-row")
    first, second = (cards.nth(n).locator(".card").get_attribute("data-card") for n in (0, 1))
    cards.nth(0).get_by_role("button").last.click()
    expect(cards.nth(1).locator(".card")).to_have_attribute("data-card", first or "")
    before = table.seq
    page.get_by_role("button", name="Return in this order").click()
    table.after(before)
    assert table.differences() == []
    hand = page.locator("[data-own] .held[data-place] .card")
    row = [hand.nth(n).get_attribute("data-card") for n in range(hand.count())]
    assert row.index(second) < row.index(first)


def test_the_default_order_can_be_taken_as_it_is(visitors: Visitors) -> None:
    table = open_at(
        visitors.visitor(phone=True, reduced_motion="reduce"), *way_to(lambda match: _phase(match) == "order")
    )
    before = table.seq
    table.page.get_by_role("button", name="Return in this order").click()
    table.after(before)
    expect(table.page.locator(".order")).to_have_count(0)


def test_the_assault_stops_where_an_incantation_could_be_cast(visitors: Visitors) -> None:
    def stops(match: Match) -> bool:
        legal = match.legal_actions("A")
        attacks = any(action["type"] == "attack" for action in legal)
        return _phase(match) == "assault" and attacks and any(map(_hits_the_automaton, legal))

    table = open_at(visitors.visitor(reduced_motion="reduce"), *way_to(stops))
    assert any(_hits_the_automaton(choice["action"]) for choice in table.choices())
    before = table.seq
    table.page.get_by_role("button", name="Next attack").click()
    table.after(before)
    assert table.differences() == []


def test_who_has_no_incantation_is_not_asked_in_between(visitors: Visitors) -> None:
    def only_creatures(match: Match) -> bool:
        view: Any = match.table_view("A")
        hand = [ALL[slug] for slug in view["A"]["hand"] if slug != "*"]
        attackers = view["A"]["top"] + view["A"]["bottom"]
        return _phase(match) == "summon" and bool(attackers) and all(card.is_creature for card in hand)

    table = open_at(visitors.visitor(reduced_motion="reduce"), *way_to(only_creatures, "draft"))
    before = table.seq
    table.attack.click()
    table.reach(before + 3)  # the summons end, all attack, the turn ends
    assert table.differences() == []


def _hits_the_automaton(action: Action) -> bool:
    return bool(action.get("target", {}).get("player") == "B")


def _phase(match: Match) -> str:
    return str(match.view_for("A")["phase"])
