"""The least that a move can cost: the rules and the JSON for both players, in one process that does nothing else."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Final, TypedDict

import orjson

from engine.events import Event
from engine.match import LegalAction, Match, Options
from engine.seat import SEATS, Seat
from engine.setup.views import SetupView
from engine.view import View
from tools.load.stats import LoadStats

GAMES: Final = 40


def _begin(seed: int) -> Match:
    return Match.new(Options(format="preconstructed", decks={"A": 1, "B": 2}, first="A", seed=seed))


class PlayerNews(TypedDict):
    """One player's answer to a move: the view, the events, and the legal actions."""

    view: SetupView | View
    events: list[Event]
    legal: Sequence[LegalAction]


def _news(match: Match, events: list[Event], seat: Seat) -> PlayerNews:
    legal = match.legal_actions(seat) if seat in match.to_act else []
    return {"view": match.view_for(seat), "events": match.events_for(events, seat), "legal": legal}


def _play(match: Match, rng: random.Random) -> int:
    """Play a duel by chance to its end; the number of moves."""
    news, moves = {seat: _news(match, [], seat) for seat in SEATS}, 0
    while match.status != "over":
        seat = match.to_act[0]
        match, events = match.apply(seat, rng.choice(news[seat]["legal"]))
        news = {each: _news(match, events, each) for each in SEATS}
        for each in SEATS:
            orjson.dumps(news[each])
        moves += 1
    return moves


def measure() -> LoadStats:
    """Measure whole duels of starter decks, after a few to warm up."""
    rng = random.Random(1)
    for seed in range(GAMES // 4):
        _play(_begin(seed), rng)
    begun, cpu = time.perf_counter(), time.process_time()
    moves = sum(_play(_begin(seed), rng) for seed in range(GAMES))
    seconds, used = time.perf_counter() - begun, time.process_time() - cpu
    return LoadStats("rules and JSON alone, no server", moves, seconds, used, 0.0, ())
