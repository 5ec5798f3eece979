"""Random play of every edition, mode and format: what must hold at every moment of every match."""

from __future__ import annotations

import json
import random
from typing import Any

from engine import notation
from engine.audience import KINDS as EVENT_KINDS
from engine.audience import OWNERS_KEYS
from engine.errors import IllegalAction
from engine.match import Match
from engine.record import MatchRecord, ReplayStep
from engine.seat import Seat
from tests.engine.playing import KINDS, VIEWERS, record, steps
from tests.engine.properties.table import candidates, cards_on
from tests.support.cases import in_turn, seeds

SEEDS = seeds(2, 12)
every_match = in_turn(("kind", "seed"), [(kind, seed) for kind in KINDS for seed in SEEDS])


def stored(match: Match) -> str:
    return json.dumps(match.to_json(), sort_keys=True)


def in_play(kind: str, seed: int) -> list[Match]:
    return [step.match for step in steps(kind, seed) if step.match.position is not None]


@every_match
def test_cards_are_conserved(kind: str, seed: int) -> None:
    tables = [cards_on(match.position) for match in in_play(kind, seed) if match.position is not None]
    assert all(table == tables[0] for table in tables)
    assert not tables or sum(tables[0].values()) in (16, 32) or kind.endswith("position")


@every_match
def test_R1_2_each_hand_has_one_fortress_with_cards_to_its_right(kind: str, seed: int) -> None:
    for match in in_play(kind, seed):
        position: Any = notation.to_json(match.position) if match.position else {}
        for seat in ("A", "B"):
            if "hand" in position[seat]:
                assert position[seat]["hand"].count("*") == 1
                assert position[seat]["hand"][-1] != "*" or position["phase"] == "over"
                assert position[seat]["fortress"] in ("bastion", "fort")


@every_match
def test_a_position_survives_its_notation(kind: str, seed: int) -> None:
    for match in in_play(kind, seed):
        assert match.position is not None
        text = notation.to_json(match.position)
        assert notation.to_json(notation.from_json(json.loads(json.dumps(text)))) == text


@every_match
def test_a_match_survives_storage_and_goes_on_alike(kind: str, seed: int) -> None:
    before: Match | None = None
    for step in steps(kind, seed):
        if before is not None and step.move is not None:
            restored = Match.from_json(json.loads(stored(before)))
            assert stored(restored) == stored(before)
            after, events = restored.apply(step.move.by, step.move.action)
            assert (stored(after), events) == (stored(step.match), step.events)
        before = step.match


@every_match
def test_a_record_replays_to_the_same_positions(kind: str, seed: int) -> None:
    played = steps(kind, seed)
    text = json.dumps(record(kind, seed).to_json())
    again = MatchRecord.from_json(json.loads(text))
    assert json.dumps(again.to_json()) == text
    for right, step in zip(played, again.replay(), strict=True):
        assert (step.move, step.events) == (right.move, right.events) and stored(step.match) == stored(right.match)
    assert again.check().outcome == played[-1].match.outcome


@every_match
def test_apply_leaves_the_match_as_it_was(kind: str, seed: int) -> None:
    before: tuple[Match, str] | None = None
    for step in steps(kind, seed):
        if before is not None:
            assert stored(before[0]) == before[1]
        before = (step.match, stored(step.match))


@every_match
def test_legal_actions_are_unique_and_belong_to_those_who_may_act(kind: str, seed: int) -> None:
    for step in steps(kind, seed):
        match = step.match
        for seat in ("A", "B"):
            legal = [json.dumps(action, sort_keys=True) for action in match.legal_actions(seat)]
            assert len(legal) == len(set(legal)) and bool(legal) == (seat in match.to_act)
        assert bool(match.to_act) == (match.status != "over") == (match.outcome is None)


def accepted(match: Match, seat: Seat, action: object) -> bool:
    try:
        match.apply(seat, action)
    except IllegalAction:
        return False
    return True


@every_match
def test_all_legal_actions_are_accepted_and_all_others_refused(kind: str, seed: int) -> None:
    dice = random.Random(seed)
    for match in in_play(kind, seed):
        if dice.random() > 0.2:
            continue
        seat = match.to_act[0] if match.to_act else "A"
        legal = match.legal_actions(seat)
        assert all(accepted(match, seat, action) for action in legal)
        for action in candidates(match):
            assert accepted(match, seat, action) == (action in legal), action
            assert not accepted(match, "B" if seat == "A" else "A", action)


@every_match
def test_legal_picks_and_bans_are_accepted(kind: str, seed: int) -> None:
    for step in steps(kind, seed):
        if step.match.status == "setup":
            for seat in step.match.to_act:
                for action in step.match.legal_actions(seat):
                    assert accepted(step.match, seat, action) == ("choose" not in action)


@every_match
def test_what_viewers_get_is_json_with_known_keys_only(kind: str, seed: int) -> None:
    for step in steps(kind, seed):
        for event in step.events:
            assert event.keys() <= {"type", *EVENT_KINDS[event["type"]], *OWNERS_KEYS.get(event["type"], ())}
        for viewer in VIEWERS:
            view = step.match.view_for(viewer)
            assert json.loads(json.dumps(view)) == view
            events = step.match.events_for(step.events, viewer)
            assert [event["type"] for event in events] == [event["type"] for event in step.events]


def _narrated_turns(played: tuple[ReplayStep, ...]) -> list[int]:
    return [event["turn"] for step in played for event in step.events if event["type"] == "turn_began"]


@in_turn("kind", KINDS)
def test_R3_turns_alternate_and_are_counted(kind: str) -> None:
    for seed in SEEDS:
        played = steps(kind, seed)
        if not any(event["type"] == "taken_back" for step in played for event in step.events):
            turns = _narrated_turns(played)
            assert turns == [turns[0] + number for number in range(len(turns))]
        last = played[-1].match
        assert last.outcome is not None
        assert played[-1].events[-1] == {"type": "over", "winner": last.outcome.winner, "reason": last.outcome.reason}
