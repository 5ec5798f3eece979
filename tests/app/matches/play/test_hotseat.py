"""Hot seat: one browser, both seats, and never a card for the wrong eyes."""

from __future__ import annotations

import random
import re

import pytest
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.matches.play.forced_action import forced_action
from engine import cards
from engine.match import Match
from engine.seat import Seat, Viewer
from tests.support.boards import HTML, BoardPage, board, opened
from tests.support.cases import case, in_turn
from tests.support.service import site_of
from tests.support.visitors import another
from tools.rig.guests import LIVE
from tools.rig.json import Json
from tools.rig.players import ApiPlayer
from tools.rig.random_moves import choose


@pytest.fixture(scope="module")
def shared_settings(shared_settings: Settings) -> Settings:
    """Provide settings of a site whose limits are wide: both players come by one socket, and think in no time."""
    return shared_settings.model_copy(update={"rate_limit": 100})


def start(visitor: TestClient, **fields: str) -> str:
    """Return the path of a hot seat of Ann and Bob."""
    names = {"name": "Ann", "second_name": "Bob"}
    return opened(visitor, **{"mode": "hotseat", "format": "preconstructed", "first": "me", **names, **fields})


def match_of(visitor: TestClient, path: str) -> Match:
    """Return the engine's match, hidden cards included."""
    service = site_of(visitor).matches.service
    live = service.live_matches.cached(path.removeprefix("/match/"))
    assert live is not None and live.match is not None
    return live.match


def hidden_from(match: Match, viewer: Viewer) -> set[str]:
    """Return the cards in hands that `viewer` may not know."""
    whole: Json = match.table_view(None, everything=True)  # type: ignore[assignment]
    seen: Json = match.table_view(viewer)  # type: ignore[assignment]
    return {
        slug
        for seat in ("A", "B")
        for slug, shown in zip(whole[seat]["hand"], seen[seat]["hand"], strict=True)
        if shown == "?" and slug in cards.ALL
    }


def private(match: Match, frame: Json) -> set[str]:
    """Return the cards of each hand that the other player may not know, but for those picked before
    both players' eyes."""
    picked = {event["card"] for event in frame.get("events", ()) if event["type"] == "picked"}
    return (hidden_from(match, "A") | hidden_from(match, "B")) - picked


def leaked(text: str, secrets: set[str]) -> list[str]:
    """Return those of these cards that a text names, by slug or by name."""
    return [
        slug
        for slug in secrets
        if re.search(rf"(?<![\w#-]){slug}(?![\w-])", text)
        or re.search(rf">{re.escape(cards.ALL[slug].name)}[,<]", text)
    ]


def cover_of(content: str) -> str | None:
    """Return the seat for which a page waits behind its cover."""
    found = re.search(r'hx-vals=\'\{"type": "lift", "seat": "([AB])"\}', content)
    return found[1] if found else None


class Device:
    """The page of a hot seat on its socket; every frame that it gets is searched for cards that it may not show."""

    def __init__(self, visitor: TestClient, path: str, socket: BoardPage) -> None:
        self.visitor, self.path, self.socket = visitor, path, socket
        self.viewer: Viewer = None
        self.first = self.next()

    def next(self) -> Json:
        """Return the next frame that shows something."""
        while True:
            frame: Json = self.socket.receive_json()
            if "content" in frame and ("seq" in frame or "error" in frame):
                return frame

    def say(self, **message: object) -> Json:
        """Send a message; the frame that answers it."""
        self.socket.send_json(message)
        return self.next()

    def lift(self, seat: Seat) -> Json:
        """Take the cover away."""
        self.viewer = seat
        frame = self.say(type="lift", seat=seat)
        while frame["type"] != "snapshot":  # what was under way already
            frame = self.next()
        return frame


@in_turn(("form", "seed"), [({}, 1), ({"format": "draft", "sets": "treachery"}, 2), ({"edition": "2021"}, 3)])
def test_a_whole_match_shows_no_hand_to_the_wrong_eyes(visitor: TestClient, form: dict[str, str], seed: int) -> None:
    path = start(visitor, **form)
    chance = random.Random(seed)
    covers = 0
    with board(visitor, path) as socket:
        device = Device(visitor, path, socket)
        frame, lifted = device.first, None
        for _ in range(3000):
            match = match_of(visitor, path)
            if match.status == "over":
                break
            seq = frame["seq"]
            seat = match.to_act[0]
            if match.position is not None:
                text = visitor.get(path, headers=HTML).text
                assert not leaked(text.split("ability-")[0], hidden_from(match, None))  # a reload is always covered
                assert cover_of(text) == seat
                if cover_of(frame["content"]):  # 2021: also after an order in the other's assault, which then continued
                    lifted = None
                if lifted != seat:
                    covers += 1
                    assert cover_of(frame["content"]) == seat
                    assert not leaked(frame["content"].split("beforeend:#log")[0], hidden_from(match, None))
                    assert not leaked(str(frame), private(match, frame))
                    frame, lifted = device.lift(seat), seat
                assert not leaked(str(frame), hidden_from(match, seat) & private(match, frame))
                assert cover_of(frame["content"]) is None
            action = choose({"legal": match.legal_actions(seat)}, chance)
            frame = device.say(type="act", seq=seq, action=action)
            while is_behind(visitor, path, frame["seq"]):
                frame = device.next()
        assert match.status == "over"
        assert covers > 1
        assert cover_of(frame["content"]) is None
        assert "Play again" in frame["content"] or "Play again" in visitor.get(path, headers=HTML).text


def is_behind(visitor: TestClient, path: str, seq: int) -> bool:
    """True if a page that shows action `seq` gets more: what has been played, or continues on its own (2021)."""
    service = site_of(visitor).matches.service
    live = service.live_matches.cached(path.removeprefix("/match/"))
    assert live is not None
    last = live.last  # one look: the site continues meanwhile
    assert last.match is not None
    return seq < last.seq or any(forced_action(last.match, seat) for seat in last.match.to_act)


def test_who_is_covered_cannot_act_and_nobody_lifts_for_the_other(visitor: TestClient) -> None:
    path = start(visitor)
    with board(visitor, path) as socket:
        device = Device(visitor, path, socket)
        assert cover_of(device.first["content"]) == "A"
        refused = device.say(type="act", seq=0, action={"type": "end_summon"})
        assert refused["code"] == "not_your_seat"
        still = device.say(type="lift", seat="B")
        assert cover_of(still["content"]) == "A"
        assert not leaked(str(still), hidden_from(match_of(visitor, path), None))
        socket.send_json({"type": "why", "hand": 3})
        socket.send_json({"type": "lift", "seat": "A"})
        assert cover_of(device.next()["content"]) is None
        assert device.say(type="lift", seat="C")["code"] == "malformed"


def test_another_tab_is_covered_again_when_the_turn_comes_back(visitor: TestClient) -> None:
    path = start(visitor)
    with board(visitor, path) as one, board(visitor, path) as two:
        first, second = Device(visitor, path, one), Device(visitor, path, two)
        first.lift("A")
        second.lift("A")
        second.say(type="act", seq=0, action={"type": "end_summon"})
        second.lift("B")
        second.say(type="act", seq=1, action={"type": "end_summon"})
        assert match_of(visitor, path).to_act == ("A",)
        frame = first.next()
        while frame["seq"] < 2:
            frame = first.next()
        assert cover_of(frame["content"]) == "A"


def test_a_line_that_breaks_covers_only_what_somebody_else_may_have_changed(visitor: TestClient) -> None:
    path = start(visitor)

    def comes_back(lifted: str, seq: object) -> str | None:
        """Return the seat for which the page's next connection begins behind its cover."""
        with visitor.websocket_connect(f"{path}/{LIVE}&lifted={lifted}&seq={seq}") as again:
            frame = Device(visitor, path, again).first
        match = match_of(visitor, path)
        assert not leaked(str(frame), hidden_from(match, None if cover_of(frame["content"]) else match.to_act[0]))
        return cover_of(frame["content"])

    with board(visitor, path) as socket:
        device = Device(visitor, path, socket)
        device.lift("A")
        for lifted, seq in (("B", 0), ("C", 0), ("", 0), ("A", 1), ("A", -1), ("A", ""), ("A", "٣"), ("A", 10**30)):
            with case(f"{lifted} {seq}"):
                assert comes_back(lifted, seq) == "A"
        assert comes_back("A", 0) is None
        action = next(action for action in match_of(visitor, path).legal_actions("A") if action["type"] == "play")
        device.say(type="act", seq=0, action=action)
        assert comes_back("A", 0) is None  # only that player was to act since
        device.say(type="act", seq=1, action={"type": "end_summon"})
        assert comes_back("A", 1) == comes_back("A", 2) == comes_back("A", 0) == "B"
        device.lift("B")
        device.say(type="act", seq=2, action={"type": "end_summon"})
        assert comes_back("A", 1) == comes_back("B", 2) == "A"
        assert comes_back("A", 3) is None


def test_both_names_stand_on_the_table_and_others_watch(visitor: TestClient) -> None:
    path = start(visitor, second_name="<b>Bob</b>")
    text = visitor.get(path, headers=HTML).text
    assert "Ann" in text and "&lt;b&gt;Bob&lt;/b&gt;" in text and "<b>Bob" not in text
    seen = another(visitor).get(path, headers=HTML).text
    assert "You are watching" in seen
    assert cover_of(seen) is None
    assert not leaked(seen.split("ability-")[0], hidden_from(match_of(visitor, path), None))
    with board(another(visitor), path) as socket:
        watching = Device(visitor, path, socket)
        assert cover_of(watching.first["content"]) is None
        assert cover_of(watching.say(type="lift", seat="A")["content"]) is None
        assert watching.say(type="act", seq=0, action={"type": "end_summon"})["code"] == "not_your_seat"


def test_the_api_sees_a_hot_seat_as_a_spectator(visitor: TestClient) -> None:
    match_id = start(visitor).removeprefix("/match/")
    state = visitor.get(f"/api/matches/{match_id}").json()  # by the owner's cookie
    assert (state["seat"], state["legal"]) == (None, [])
    for seat in "AB":
        assert set(state["view"][seat]["hand"]) == {"*", "?"}
    body = {"seq": 0, "action": {"type": "end_summon"}}
    answer = visitor.post(f"/api/matches/{match_id}/actions", json=body)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")
    ApiPlayer(another(visitor), "Eve").refused("POST", f"/{match_id}/join", {}, 409, "match_full")
    for opponent in ("hotseat", "bot:none"):
        answer = visitor.post("/api/matches", json={"opponent": opponent})
        assert (answer.status_code, answer.json()["code"]) == (422, "no_such_bot")


def test_an_agreed_draw_ends_it_and_the_next_match_begins_at_once(visitor: TestClient) -> None:
    path = start(visitor)
    with board(visitor, path) as socket:
        device = Device(visitor, path, socket)
        assert device.say(type="draw", do="offer")["code"] == "not_your_seat"  # behind the cover nobody speaks
        device.lift("A")
        frame = device.say(type="draw", do="offer")
        while match_of(visitor, path).status != "over" or "Analysis" not in frame["content"]:
            frame = device.next()
        frame = device.say(type="rematch")
        while "Go to the rematch" not in frame["content"]:
            frame = device.next()
        found = re.search(r'href="(/match/[\w-]+)"', frame["content"])
    assert found and found[1] != path
    text = visitor.get(found[1], headers=HTML).text
    assert cover_of(text) == "B"  # seats are changed: Ann, who began, sits at B and begins again
    assert "Pass the device to <bdi>Ann</bdi>" in text
    assert "A draw" in visitor.get("/matches", headers=HTML).text
    assert "Ann and Bob on this device" in visitor.get("/matches", headers=HTML).text
