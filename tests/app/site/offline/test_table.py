"""A match that no site knows is begun, played and kept by the messages of a board's page."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from app.cards.gallery.starters import starters
from app.site.offline.worker import TableWorker
from engine.match import Match
from engine.record import MatchRecord
from engine.seat import SEATS
from engine.setup.solo import SoloOptions
from tools.rig.json import Json

PRESETS = ("quick-solo", "solo-3&edition=2021", "draft-solo", "computer&opponent=2", "hot-seat")


class Page:
    """A page and its worker at a match; the computer answers at once."""

    def __init__(self, wishes: str) -> None:
        self.worker = TableWorker("/static", "en")
        self.frames: list[Json] = []
        self.read(self.worker.open("m1", wishes, "[]"))

    def read(self, text: str) -> None:
        while (said := json.loads(text))["frames"]:
            self.kept, self.status, self.next = said["kept"], said["status"], said["next"]
            self.frames += map(json.loads, said["frames"])
            text = self.worker.answer()

    def send(self, **message: object) -> Json:
        """Send a message; return the last frame for it."""
        self.read(self.worker.receive(json.dumps(message)))
        return self.frames[-1]

    def match(self) -> Match:
        """Return the match by its record alone."""
        return list(MatchRecord.from_json(self.kept["record"]).replay())[-1].match

    def play(self, chance: random.Random) -> Iterator[Match]:
        """Play by chance, to the end."""
        while self.status != "over":
            match = self.match()
            seat = match.to_act[0]
            self.send(type="lift", seat=seat)
            action = chance.choice(match.legal_actions(seat))
            assert self.send(type="act", seq=len(self.kept["record"]["actions"]), action=action)["type"] == "frame"
            yield match


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_is_played_to_its_end_continued_from_its_record_and_followed_by_another(preset: str) -> None:
    page = Page(f"preset={preset}")
    play = page.play(random.Random(3))
    next(play)
    page.read(page.worker.open("m1", "", json.dumps([page.kept])))
    snapshot = page.frames[-1]
    assert snapshot["type"] == "snapshot" and 'id="log"' not in snapshot["content"] and ":#log" in snapshot["content"]
    for _match in play:
        pass
    record = MatchRecord.from_json(page.kept["record"])
    assert record.result == record.check().outcome is not None
    over = page.frames[-1]
    stored, base = json.dumps([page.kept]), "/offline/replay/m1"
    drawn = page.worker.ask(f"{base}/page?step=1&from=A", stored)
    assert 'data-step="1"' in drawn and 'id="turns"' in drawn and f"{base}?step=2" in drawn
    frame = json.loads(page.worker.ask(f"{base}/frame?step=9999", stored))
    assert frame["step"] == len(record.moves) and 'id="sides"' in frame["content"]
    assert 'data-at="1"' in page.worker.ask(f"{base}/log?step=1", stored)
    assert "result-title" in over["content"] and "/match/" not in over["content"]  # no site has anything of it
    after = page.send(type="rematch")
    assert f"/offline/match?id={page.next['id']}" in after["content"] and page.next["id"] != "m1"


def test_what_does_not_fit_is_refused_in_a_sentence_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page("preset=computer&opponent=1")
    kept = json.dumps(page.kept)
    seq, match = len(page.kept["record"]["actions"]), page.match()
    monkeypatch.setattr("app.site.offline.table.MAX_ACTIONS", seq)
    played = page.send(type="act", seq=seq, action=match.legal_actions(match.to_act[0])[0])
    assert played["code"] == "match_too_long"
    for message in (
        {"type": "act", "seq": 99, "action": {"type": "end_turn"}},
        {"type": "act", "seq": 0},
        {"type": "x"},
    ):
        frame = page.send(**message)
        assert frame["type"] == "error" and frame["error"].endswith(".") and 'id="toast"' in frame["content"]
    assert json.dumps(page.kept) == kept
    assert json.loads(page.worker.open("m2", "preset=computer&opponent=nobody", "[]"))["error"]
    assert page.send(type="hello", hello=len(page.kept["record"]["actions"]))["type"] == "beat"
    assert page.send(type="hello", hello=77)["type"] == "snapshot"
    shown = len(page.frames)
    page.send(type="front", front=False)
    assert len(page.frames) == shown, "nobody else waits: there is nothing to save"


def test_a_press_that_is_sent_again_is_answered_again_and_done_once() -> None:
    page = Page("preset=hot-seat")
    seat = page.match().to_act[0]
    seq = len(page.kept["record"]["actions"])
    act = {"type": "act", "seq": seq, "action": page.match().legal_actions(seat)[0], "press": "a-1"}
    assert page.send(**{**act, "press": "a-0"})["code"] == "not_your_seat", "behind the cover"
    page.send(type="lift", seat=seat)
    assert page.send(**act) == {"type": "taken", "press": "a-1"}
    after = json.dumps(page.kept["record"])
    assert page.kept["record"]["actions"][seq]["at"] < 3600, "seconds since the match began"
    assert page.send(**act) == {"type": "taken", "press": "a-1"}
    wrong = {**act, "action": {"type": "nothing"}, "press": "a-2"}
    refused = page.send(**wrong)
    assert (refused["type"], refused["press"]) == ("error", "a-2") and refused == page.send(**wrong)
    kept = page.kept
    page.worker = TableWorker("/static", "en")
    page.read(page.worker.open("m1", "", json.dumps([kept])))
    assert page.send(**act) == {"type": "taken", "press": "a-1"}, "the worker was ended before its answer came"
    assert json.dumps(page.kept["record"]) == after


def test_a_computer_answers_a_draw_and_gives_a_turn_back() -> None:
    page = Page("preset=computer&opponent=1")
    play = page.play(random.Random(1))
    own = next(seat for seat in SEATS if page.kept["seats"][seat][0]["player_id"])
    while not page.match().can_take_back(own):
        next(play)
    before = len(page.kept["record"]["actions"])
    page.send(type="takeback", do="offer")
    assert page.kept["record"]["actions"][before]["action"] == {"type": "takeback"}
    page.send(type="draw", do="offer")
    assert page.status == "over" or '"draw", "do": "withdraw"' not in page.frames[-1]["content"]


def test_a_hint_says_what_to_play_and_refuses_in_a_sentence() -> None:
    page = Page("preset=computer&opponent=1")
    own = next(seat for seat in SEATS if page.kept["seats"][seat][0]["player_id"])
    play = page.play(random.Random(1))
    while own not in page.match().to_act:
        next(play)
    hint = page.worker.ask("/offline/hint", "[]")
    assert "data-action" in hint and "advice-why" in hint
    assert "data-action" not in Page("preset=hot-seat").worker.ask("/offline/hint", "[]")


def test_a_form_says_how_strong_the_automaton_is_and_adds_it_up() -> None:
    form = "mode=solo&format=preconstructed&deck=2&edition=2022&solo_fixed=8&solo_starts=yes&solo_abilities=rage"
    page = Page(form)
    solo = page.match().options.solo
    assert solo == SoloOptions(fixed=8, automaton_starts=True, abilities=("rage",))
    assert "= 4" in page.worker.ask(f"/solo/sum?{form}", "[]")


@pytest.mark.parametrize("mode", ["bot&opponent=1", "hotseat"])
def test_own_decks_are_played(mode: str) -> None:
    decks = [[str(card.slug) for card in starter.cards] for starter in starters()[:2]]
    asked = f"mode={mode}&format=constructed&edition=2022&own={'.'.join(decks[0])}&other={'.'.join(decks[1])}"
    page = Page(asked)
    next(page.play(random.Random(2)))
    assert page.match().position is not None
    said = json.loads(page.worker.open("m2", asked.replace(decks[0][0], "nothing"), "[]"))
    assert said["error"].endswith(".")
