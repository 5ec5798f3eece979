"""The digest of a match: what to remember of it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace

from app.learning.replay.digest import best_step, digest_of
from app.matches.helpers.timeline import ReplayTimeline
from engine.events import Event
from engine.match import Match, Options, Outcome
from engine.narration import Names
from engine.record import MatchRecord, Move
from engine.seat import Seat
from tests.app.learning.replay.records import GOLDEN, golden
from tests.support.cases import case
from tools.rig.json import Json

RECORD = MatchRecord.from_json(golden("2021-duel-constructed"))
NAMES: Names = {"A": "Anna", "B": "Bo"}


def test_a_duel_in_short() -> None:
    timeline = ReplayTimeline(RECORD)
    found = digest_of(timeline, NAMES)
    assert found.best is not None and any(event["type"] == "bastion_fell" for event in timeline.events[found.best.step])
    assert "Bastion falls!" in found.best.text
    assert [player for player, _ in found.decks] == ["Anna", "Bo"]
    assert all(len(cards) == 8 for _, cards in found.decks)
    assert "Ogre" in found.decks[0][1]


def test_a_match_is_best_shown_where_its_fort_falls_else_at_its_best_moment() -> None:
    played_out = ReplayTimeline(RECORD)
    given_up = ReplayTimeline(RECORD)
    given_up.record = replace(RECORD, result=Outcome("A", "resignation"))
    best = digest_of(given_up, NAMES).best
    assert best is not None and best.step < given_up.last
    assert best_step(given_up, NAMES) == best.step
    assert RECORD.result is not None and RECORD.result.reason == "fort"
    assert best_step(played_out, NAMES) == played_out.last
    unplayed = ReplayTimeline(replace(RECORD, moves=RECORD.moves[:1], result=None))
    assert best_step(unplayed, NAMES) == unplayed.last


def _damage(sentence: str) -> list[int]:
    return [int(number) for number in re.findall(r"Stronghold takes (\d+) damage", sentence)]


def test_the_heaviest_blow_is_the_most_that_one_blow_took() -> None:
    for path in GOLDEN:
        with case(path.stem):
            timeline = ReplayTimeline(MatchRecord.from_json(json.loads(path.read_text("utf-8"))))
            blow = digest_of(timeline, NAMES).blow
            lost = [event["lost"] for events in timeline.events for event in events if event["type"] == "fortress_hit"]
            assert _damage(blow) == ([max(lost)] if lost else []), blow


def test_a_blow_takes_no_more_than_there_is_and_counts_once() -> None:
    flood: Json = {"name": "Deluge", "type": "creature", "cost": 3, "attack": 9, "health": 9, "abilities": []}
    own: Json = {"hand": ["*", "ogre"], "fortress": "bastion", "top": [{"card": flood}], "bottom": [], "champion": None}
    header: Json = {"edition": "2022", "turn": 9, "active": "A", "phase": "summon", "mana": 9, "winner": None}
    rules: Json = {"fixed": 6, "per_creature": 1, "weakened": False, "abilities": [], "last_turn": False, "seed": 3}
    pile: Json = {"pile": ["titan", "ogre"], "discard": ["lich"] * 9, "fortress": "bastion", "top": [], "bottom": []}
    position = {**header, "mode": "solo", "A": own, "B": pile, "solo": {**rules, "shuffles": 0}}
    options = Options(mode="solo", format="position", position=position, seed=1)
    timeline = ReplayTimeline(MatchRecord(options, NAMES, (Move("A", {"type": "end_summon"}, 0.0),), None))
    found = digest_of(timeline, NAMES)
    assert _damage(found.blow) == [2]
    assert found.best is not None and found.best.text == "Bo's Bastion falls!"


def test_what_was_taken_back_did_not_happen() -> None:
    match, moves = Match.new(Options(seed=11, first="A", decks={"A": 1, "B": 2})), list[Move]()

    def make(by: Seat, action: Mapping[str, object]) -> list[Event]:
        nonlocal match
        match, events = match.apply(by, action)
        moves.append(Move(by, action, 0.0))
        return events

    while True:  # a play into a free lane a turn, until a fortress is hit
        seat = match.to_act[0]
        play = next((each for each in match.legal_actions(seat) if each["type"] == "play" and "lane" in each), None)
        if play is not None:
            make(seat, play)
        if any(event["type"] == "fortress_hit" for event in make(seat, {"type": "end_summon"})):
            break
    hit = digest_of(ReplayTimeline(MatchRecord(match.options, NAMES, tuple(moves), None)), NAMES)
    assert _damage(hit.blow)
    make(seat, {"type": "takeback"})
    found = digest_of(ReplayTimeline(MatchRecord(match.options, NAMES, tuple(moves), None)), NAMES)
    assert found.blow == "" and found.best != hit.best
