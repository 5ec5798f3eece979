"""The end of a duel that one player has left: the engine trusts that its caller has made sure of that."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.match import CLAIMS, Match, Options, Outcome
from engine.record import MatchRecord, Move
from engine.replay import lines
from engine.seat import Seat
from tests.support.cases import in_turn

PLAYING = Options(seed=1, decks={"A": 1, "B": 2}, first="A")
DRAFTING = Options(format="draft", seed=1, first="A")
SECRET = Options(format="constructed", seed=1)


@in_turn("options", [PLAYING, DRAFTING, SECRET])
@in_turn("seat", ["A", "B"])
@in_turn("take", ["win", "draw"])
def test_it_ends_with_a_win_or_a_draw_and_says_why(options: Options, seat: Seat, take: str) -> None:
    match = Match.new(options)
    ended, events = match.apply(seat, CLAIMS[take])
    winner = seat if take == "win" else "draw"
    assert ended.outcome == Outcome(winner, "abandonment")
    assert events[-1] == {"type": "over", "winner": winner, "reason": "abandonment"}
    assert (ended.status, ended.to_act, ended.legal_actions("A")) == ("over", (), [])
    assert Match.from_json(ended.to_json()).outcome == ended.outcome and ended.view_for(None)["winner"] == winner
    assert match.outcome is None
    for again in (CLAIMS["win"], CLAIMS["draw"], {"type": "resign", "player": "A"}):
        with pytest.raises(IllegalAction, match="over"):
            ended.apply("A", again)


@in_turn("options", [PLAYING, DRAFTING])
def test_the_record_replays_with_its_reason(options: Options) -> None:
    record = MatchRecord(
        options, {"A": "Ann", "B": "Bob"}, [Move("A", CLAIMS["win"], 3.5)], Outcome("A", "abandonment")
    )
    again = MatchRecord.from_json(record.to_json())
    assert again.check().outcome == Outcome("A", "abandonment") and "    Ann wins the match" in list(lines(again))


def test_it_is_never_listed_as_legal() -> None:
    types: set[str] = {action["type"] for action in Match.new(PLAYING).legal_actions("A")}
    assert "claim" not in types


@in_turn("action", [{"type": "claim"}, {"type": "claim", "take": "all"}, {"type": "claim", "take": "win", "by": "A"}])
def test_other_claims_are_malformed(action: dict[str, str]) -> None:
    with pytest.raises(IllegalAction) as refused:
        Match.new(PLAYING).apply("A", action)
    assert refused.value.code == "malformed"


def test_nobody_leaves_a_solo_game() -> None:
    with pytest.raises(IllegalAction) as refused:
        Match.new(Options(mode="solo", seed=1)).apply("A", CLAIMS["win"])
    assert refused.value.code == "malformed"
