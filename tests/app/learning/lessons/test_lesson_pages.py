"""The tutorial's pages and its socket, from the first visit to the last lesson."""

import re

from starlette.testclient import TestClient, WebSocketTestSession

from app.learning.lessons.course import BY_SLUG, LESSONS
from engine import cards
from tests.support.cases import in_turn
from tests.support.visitors import another, kept
from tools.rig.guests import LIVE
from tools.rig.json import Json

Frame = Json


def _visit(client: TestClient, slug: str) -> str:
    answer = client.get(f"/learn/{slug}")
    assert answer.status_code == 200
    client.post("/guest")
    return answer.text


def _live(client: TestClient, slug: str) -> WebSocketTestSession:
    return client.websocket_connect(f"/learn/{slug}/{LIVE}")


def _first(socket: WebSocketTestSession) -> Frame:
    """Return the frame that a new connection begins with."""
    frame: Frame = socket.receive_json()
    assert frame["type"] == "snapshot"
    return frame


def _seq(html: str) -> int:
    found = re.search(r'data-seq="(\d+)" data-seat="A"', html)
    assert found is not None
    return int(found[1])


def _solve(client: TestClient, slug: str) -> Frame:
    """Play a lesson's solution; the last frame."""
    with _live(client, slug) as socket:
        frame = _first(socket)
        for action in BY_SLUG[slug].solution:
            socket.send_json({"type": "act", "seq": frame["seq"], "action": action})
            frame = socket.receive_json()
            assert "error" not in frame and frame["events"]
    return frame


def _ticked(client: TestClient) -> list[str]:
    return re.findall(r'lesson-card-done[^"]*" href="/learn/(\w+)"', client.get("/learn").text)


def test_the_whole_tutorial(visitor: TestClient) -> None:
    """Each lesson is won by its solution, leads to the next, and is ticked off; after the last one the page says so."""
    assert "Set sail" in visitor.get("/learn").text
    for place, lesson in enumerate(LESSONS):
        _visit(visitor, lesson.slug)
        content = _solve(visitor, lesson.slug)["content"]
        assert lesson.words().done in content.replace("&#39;", "'")
        following = LESSONS[place + 1].slug if place + 1 < len(LESSONS) else ""
        assert f'id="go-on" href="/learn{"/" if following else ""}{following}"' in content
        assert _ticked(visitor) == [each.slug for each in LESSONS[: place + 1]]
    page = visitor.get("/learn").text
    form = re.search(r'<form method="post" action="/new">(.*?)</form>', page, re.S)
    assert "Well fought, Captain!" in page and form is not None
    answer = visitor.post("/new", data=dict(re.findall(r'name="(\w+)" value="(\w+)"', form[1])))
    assert all(f'id="card-A-{slug}"' in answer.text for slug in cards.preconstructed(1)), "a solo game with this deck"


def test_a_lesson_is_taken_up_where_it_was_left(visitor: TestClient) -> None:
    """The page and a new connection show the second step after the first one was played and the tab closed."""
    _visit(visitor, "hand")
    with _live(visitor, "hand") as socket:
        socket.send_json({"type": "act", "seq": _first(socket)["seq"], "action": BY_SLUG["hand"].solution[0]})
        socket.receive_json()
    page = _visit(visitor, "hand")
    assert BY_SLUG["hand"].words().steps[1].say in page and _seq(page) == 1
    with _live(visitor, "hand") as socket:
        assert _first(socket)["seq"] == 1


def test_a_lost_lesson_says_why_and_can_be_tried_again(visitor: TestClient) -> None:
    """The wrong target; then once more from the start, under a new number, so that no tab takes one for the other."""
    _visit(visitor, "incantations")
    wrong = {"type": "play", "hand": 1, "target": {"player": "B", "lane": "top", "index": 0}}
    with _live(visitor, "incantations") as socket:
        socket.send_json({"type": "act", "seq": _first(socket)["seq"], "action": wrong})
        lost = socket.receive_json()
        assert BY_SLUG["incantations"].words().lost in lost["content"]
        socket.send_json({"type": "act", "seq": lost["seq"], "action": {"type": "end_summon"}})
        assert socket.receive_json()["code"] == "lesson_over"
        socket.send_json({"type": "again"})
        again = socket.receive_json()
        assert (again["type"], again["seq"]) == ("snapshot", 2)
        assert BY_SLUG["incantations"].words().steps[0].say.split("'")[0] in again["content"]
    assert _solve(visitor, "incantations")["seq"] == 4


def test_a_tab_that_is_behind_is_shown_the_present(visitor: TestClient) -> None:
    """A move for an old number changes nothing; the tab gets the sentence and the table as it is."""
    _visit(visitor, "hand")
    moves = BY_SLUG["hand"].solution
    with _live(visitor, "hand") as one, _live(visitor, "hand") as two:
        _first(one)
        _first(two)
        one.send_json({"type": "act", "seq": 0, "action": moves[0]})
        one.receive_json()
        two.send_json({"type": "act", "seq": 0, "action": moves[0]})
        assert two.receive_json()["code"] == "stale_seq" and _first(two)["seq"] == 1
        two.send_json({"type": "hello", "hello": 1})
        assert two.receive_json() == {"type": "beat", "beat": 1}
        two.send_json({"type": "hello", "hello": 0})
        assert _first(two)["seq"] == 1


def test_why_a_card_cannot_be_played(visitor: TestClient) -> None:
    """The rules' reason where there is one, else that the lesson is about something else; one card is on offer."""
    page = _visit(visitor, "return")
    assert 'id="attack"' not in page and page.count("held-legal") == 1
    with _live(visitor, "return") as socket:
        _first(socket)
        for place, code in ((4, "not_leftmost"), (2, "not_enough_mana"), (1, "not_in_lesson")):
            socket.send_json({"type": "why", "hand": place})
            assert socket.receive_json()["code"] == code


@in_turn(
    "message",
    [
        "[]", "7", "{}x", '{"type": "act", "seq": 0}', '{"type": "act", "seq": -1, "action": {}}',
        '{"type": "act", "seq": 0, "action": "attack"}', '{"seq": 0, "action": {"type": "end_summon"}}', '{"again": 1}',
        '{"type": "act", "seq": 0, "action": {"type": "attack"}, "more": 1}', '{"type": "again", "more": 1}',
        '{"type": "dance"}',
        '{"type": "why", "hand": "x"}', '{"type": "hello", "hello": 1e9}', "x" * 20_000,
    ],
)  # fmt: skip
def test_junk_is_answered_and_changes_nothing(visitor: TestClient, message: str) -> None:
    """Whatever comes in gets one sentence and a code, and the lesson stays where it was."""
    _visit(visitor, "hand")
    with _live(visitor, "hand") as socket:
        before = _first(socket)
        socket.send_text(message)
        answer = socket.receive_json()
        assert answer["code"] in ("malformed", "too_large") and answer["error"]
        socket.send_json({"type": "hello", "hello": before["seq"]})
        assert socket.receive_json() == {"type": "beat", "beat": before["seq"]}


def test_a_visitor_looks_on_and_becomes_a_guest_to_play(client: TestClient) -> None:
    moves = BY_SLUG["hand"].solution
    with _live(client, "hand") as socket:
        assert _first(socket)["seq"] == 0
        for message in ({"type": "act", "seq": 0, "action": moves[0]}, {"type": "again"}):
            socket.send_json(message)
            assert socket.receive_json()["code"] == "no_token"
    assert 'data-become="/guest"' in client.get("/learn/hand").text
    assert "guest" not in kept(client.cookies)
    assert client.post("/guest").status_code == 204
    _solve(client, "hand")
    assert "data-become" not in client.get("/learn/hand").text


def test_the_tutorial_can_be_begun_afresh(visitor: TestClient) -> None:
    """All ticks are gone, and the first lesson opens."""
    _visit(visitor, "assault")
    _solve(visitor, "assault")
    assert _ticked(another(visitor)) == [], "progress is the guest's own"
    assert str(visitor.post("/learn/again").url).endswith("/learn/hand") and _ticked(visitor) == []


def test_the_opponents_hand_stays_hidden(visitor: TestClient) -> None:
    """R2.5a holds in lessons too: nothing that the page receives names a card of the Admiral's hand."""
    received = _visit(visitor, "fortress") + str(_solve(visitor, "fortress"))
    for slug in ("scribe", "shaman", "alpha", "abomination", "lieutenant", "microctopus", "combustion"):
        assert f'data-card="{slug}"' not in received and f'"{slug}"' not in received
