"""Studies: made from a replay, written, read as far as the questions allow, copied, saved as files, shown elsewhere."""

from __future__ import annotations

import json
import re

from httpx2 import Response
from starlette.testclient import TestClient, WebSocketTestSession

from app.learning.studies.models import MAX_CHAPTERS, MAX_STUDY
from tests.app.learning.replay.records import golden
from tests.support.cases import in_turn
from tests.support.visitors import another
from tools.rig.guests import LIVE
from tools.rig.json import Json

HTML = {"Accept": "text/html"}
GOLDEN = golden("2022-duel-draft")


def uploaded(client: TestClient, record: object = GOLDEN) -> str:
    sent = client.post("/replays", data={"text": json.dumps(record)}, headers=HTML, follow_redirects=False)
    assert sent.status_code == 303, sent.text
    return str(sent.headers["location"])


def made(client: TestClient, record: object = GOLDEN, **more: str) -> str:
    """Return the address of the first chapter of a new study."""
    form = {"step": "3", "of": "replay", **more}
    sent = client.post(f"{uploaded(client, record)}/study", data=form, headers=HTML, follow_redirects=False)
    assert sent.status_code == 303, sent.text
    return str(sent.headers["location"]).partition("?")[0]


def version(client: TestClient, chapter: str) -> str:
    found = re.search(r'id="study-version" name="version" value="(\d+)"', client.get(chapter, headers=HTML).text)
    assert found
    return found[1]


def say(client: TestClient, chapter: str, step: int, text: str = "", question: str = "", **more: str) -> Response:
    form = {"step": str(step), "version": version(client, chapter), "text": text, "question": question, **more}
    return client.post(f"{chapter}/comment", data=form)


def turns(record: Json, seat: str) -> list[int]:
    """Return the steps at which a turn of `seat` ends in a record."""
    return [step for step, move in enumerate(record["actions"]) if move["by"] == seat and ends(move["action"])]


def ends(action: Json) -> bool:
    return bool(action["type"] == "end_summon")


def asked(client: TestClient, chapter: str, seat: str) -> tuple[int, int]:
    """Ask for the last action of a turn of `seat`: the steps at which it is asked, and at which it is over."""
    end = turns(GOLDEN, seat)[1]
    assert say(client, chapter, end, question="Find the attack").status_code == 200
    return end, end + 1


def test_a_study_is_made_from_a_replay_and_keeps_what_is_written(visitor: TestClient) -> None:
    chapter = made(visitor)
    answer = say(visitor, chapter, 3, "The first pick\nof the draft")
    assert answer.status_code == 200 and '<p dir="auto">of the draft</p>' in answer.text
    marks = {"step": "30", "version": version(visitor, chapter), "marks": "Bt0>Ah0 Bh2 Bh2"}
    drawn = visitor.post(f"{chapter}/marks", data=marks).text
    assert 'data-marks="Bt0&gt;Ah0 Bh2"' in drawn, "each once"
    assert "an arrow from Lich" in drawn
    reader = another(visitor)
    page = reader.get(f"{chapter}?step=3", headers=HTML).text
    assert "The first pick" in page and 'id="study-editor"' not in page


def test_a_position_alone_is_a_chapter_too(visitor: TestClient) -> None:
    base = uploaded(visitor)
    form = {"step": "30", "of": "position"}
    sent = visitor.post(f"{base}/study", data=form, headers=HTML, follow_redirects=False)
    assert 'data-step="0" data-last="0"' in visitor.get(sent.headers["location"], headers=HTML).text
    assert visitor.post(f"{base}/study", data={"step": "0", "of": "position"}).json()["code"] == "not_from_here"


def test_a_second_chapter_and_its_removal(visitor: TestClient) -> None:
    first = made(visitor)
    study = first.rpartition("/")[0].rpartition("/")[2]
    second = made(visitor, golden("2021-duel-draft"), into=study)
    assert second.startswith(f"/studies/{study}/") and second != first
    seen = version(visitor, second)
    named = visitor.post(f"{second}/titles", data={"version": seen, "title": "Two", "chapter_title": "Old rules"})
    assert "Old rules" in named.text
    stale = visitor.post(f"{second}/remove", data={"version": seen})
    assert (stale.status_code, stale.json()["code"]) == (409, "study_changed")
    assert visitor.post(f"{second}/remove", data={"version": version(visitor, first)}).status_code == 200
    assert visitor.get(second).status_code == 404
    last = visitor.post(f"{first}/remove", data={"version": version(visitor, first)})
    assert last.json()["code"] == "last_chapter"


@in_turn("seat", ["A", "B"])
def test_a_reader_sees_nothing_beyond_a_question_until_it_is_answered(visitor: TestClient, seat: str) -> None:
    chapter = made(visitor)
    at, over = asked(visitor, chapter, seat)
    say(visitor, chapter, over, "This was it")
    reader = another(visitor)
    page = reader.get(f"{chapter}?step=999", headers=HTML).text
    assert f'data-step="{at}" data-last="{at}"' in page and "This was it" not in page
    assert reader.get(f"{chapter}/frame?step=999").json()["step"] == at
    assert f'data-at="{over}"' not in reader.get(f"{chapter}/log?step=999").text
    assert f'data-last="{len(GOLDEN["actions"])}"' in visitor.get(chapter, headers=HTML).text, "its author sees all"

    question = re.search(r'href="(/studies/questions/[^"]+)"', page)
    assert question
    address = question[1]
    assert "Find the attack" in reader.get(address, headers=HTML).text
    assert reader.post("/guest").status_code == 204  # as the page does at the first move
    with live(reader, address) as socket:
        seq = socket.receive_json()["seq"]
        socket.send_json({"type": "act", "seq": seq, "action": {"type": "end_summon"}})
        done = socket.receive_json()
        assert "Correct: this is how the turn was played." in done["content"]
        assert f"{chapter}?step={over}" in done["content"]
    page = reader.get(f"{chapter}?step=999", headers=HTML).text
    assert f'data-last="{len(GOLDEN["actions"])}"' in page and "This was it" in page


def live(client: TestClient, address: str) -> WebSocketTestSession:
    return client.websocket_connect(f"{address}/{LIVE}")


def test_another_turn_is_wrong_and_may_be_tried_again(visitor: TestClient) -> None:
    chapter = made(visitor)
    begins = turns(GOLDEN, "B")[0] + 1
    assert GOLDEN["actions"][begins]["by"] == "A" and GOLDEN["actions"][begins]["action"]["type"] == "play"
    assert say(visitor, chapter, begins, question="What now?").status_code == 200
    found = re.search(r'href="(/studies/questions/[^"]+)"', visitor.get(f"{chapter}?step={begins}", headers=HTML).text)
    assert found
    visitor.get(found[1], headers=HTML)
    with live(visitor, found[1]) as socket:
        seq = socket.receive_json()["seq"]
        socket.send_json({"type": "act", "seq": seq, "action": {"type": "end_summon"}})
        assert "That is not the turn that was played." in socket.receive_json()["content"]
        socket.send_json({"type": "act", "seq": seq + 1, "action": {"type": "end_summon"}})
        assert socket.receive_json()["code"] == "puzzle_over"
        socket.send_json({"type": "again"})
        seq = socket.receive_json()["seq"]
        for move in GOLDEN["actions"][begins:]:
            if move["by"] != "A":
                break
            socket.send_json({"type": "act", "seq": seq, "action": move["action"]})
            shown = socket.receive_json()
            seq = shown["seq"]
        assert "Correct: this is how the turn was played." in shown["content"]


def test_what_nobody_can_be_asked_is_refused(visitor: TestClient) -> None:
    chapter = made(visitor)
    for step in (0, len(GOLDEN["actions"])):
        assert say(visitor, chapter, step, question="What now?").json()["code"] == "no_question_here"


def test_a_reader_is_asked_about_a_match_against_the_automaton(visitor: TestClient) -> None:
    record = golden("2022-solo-preconstructed")
    end = turns(record, "A")[0]
    chapter = made(visitor, record)
    assert say(visitor, chapter, end, question="What now?").status_code == 200
    reader = another(visitor)
    found = re.search(r'href="(/studies/questions/[^"]+)"', reader.get(f"{chapter}?step={end}", headers=HTML).text)
    assert found and "The automaton" in reader.get(found[1], headers=HTML).text
    assert reader.post("/guest").status_code == 204
    with live(reader, found[1]) as socket:
        socket.send_json({"type": "act", "seq": socket.receive_json()["seq"], "action": {"type": "end_summon"}})
        assert "Correct: this is how the turn was played." in socket.receive_json()["content"]


def test_only_the_author_writes_and_an_old_window_is_refused(visitor: TestClient) -> None:
    chapter = made(visitor)
    stranger = another(visitor)
    made(stranger)
    form = {"step": "3", "version": version(visitor, chapter), "text": "mine"}
    assert stranger.post(f"{chapter}/comment", data=form).json()["code"] == "not_your_study"
    assert stranger.get(f"{chapter}/editor?step=3").json()["code"] == "not_your_study"
    study = chapter.rpartition("/")[0]
    assert stranger.post(f"{study}/delete").json()["code"] == "not_your_study"
    assert stranger.post(f"{study}/moderate", data={"reason": "x"}).json()["code"] == "not_your_study"
    assert another(visitor).post(f"{chapter}/comment", data=form).status_code == 401
    beyond = visitor.post(f"{chapter}/comment", data={**form, "step": "9999", "question": "And now?"})
    assert (beyond.status_code, beyond.json()["code"]) == (422, "no_such_step")
    assert visitor.post(f"{chapter}/comment", data=form).status_code == 200
    late = visitor.post(f"{chapter}/comment", data={**form, "text": "from another window"})
    assert (late.status_code, late.json()["code"]) == (409, "study_changed")
    assert "from another window" not in visitor.get(f"{chapter}?step=3", headers=HTML).text


@in_turn("marks", ["Zt0", "At0>At0", "At999", " ".join(f"Ah{n}" for n in range(13))])
def test_marks_that_cannot_be_read_are_refused(visitor: TestClient, marks: str) -> None:
    chapter = made(visitor)
    form = {"step": "3", "version": version(visitor, chapter), "marks": marks}
    assert visitor.post(f"{chapter}/marks", data=form).json()["code"] == "bad_marks"


def test_a_copy_names_what_it_comes_from_and_a_file_comes_back_whole(visitor: TestClient) -> None:
    chapter = made(visitor)
    at, _over = asked(visitor, chapter, "A")
    study = chapter.rpartition("/")[0]
    reader = another(visitor)
    copied = reader.post(f"{study}/copy", headers=HTML).text
    assert "Copied from" in copied and f'href="{study}"' in copied
    file = visitor.get(f"{study}/file").content
    sent = reader.post("/studies/import", files={"file": ("s.json", file)}, headers=HTML, follow_redirects=False)
    assert reader.get(f"{sent.headers['location']}/file").content == file
    assert json.loads(file)["chapters"][0]["record"]["notes"] == [{"step": at, "question": "Find the attack"}]
    visitor.post(f"{study}/delete")
    assert visitor.get(chapter).status_code == 404
    assert "Copied from" not in reader.get(f"{sent.headers['location']}", headers=HTML).text


@in_turn(
    ("text", "code"),
    [
        (b"", "record_missing"), (b"{", "record_not_json"), (b"[]", "bad_record"),
        (b'{"study": 2, "title": "x", "chapters": []}', "study_unreadable"),
        (b'{"study": 1, "title": "x", "chapters": []}', "study_unreadable"),
        (b'{"study": 1, "title": 5, "chapters": [{"title": "x", "record": {}}]}', "study_unreadable"),
        (b'{"study": 1, "title": "x", "chapters": [{"title": "x", "record": {}}]}', "bad_record"),
        (json.dumps({**GOLDEN, "notes": [{"step": 1, "marks": "what"}]}).encode(), "bad_marks"),
        (b" " * MAX_STUDY + b"1", "study_too_large"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_study_is_refused_in_one_sentence(visitor: TestClient, text: bytes, code: str) -> None:
    sent = visitor.post("/studies/import", files={"file": ("s.json", text)}, headers=HTML)
    assert sent.status_code in (413, 422) and 'class="error-line"' in sent.text
    assert visitor.get("/studies", headers=HTML).text.count("table-list-item") == 0


def test_a_study_has_so_many_chapters(visitor: TestClient) -> None:
    study = made(visitor).rpartition("/")[0].rpartition("/")[2]
    base, form = uploaded(visitor), {"step": "3", "of": "replay", "into": study}
    for _ in range(MAX_CHAPTERS - 1):
        assert visitor.post(f"{base}/study", data=form).status_code == 200
    full = visitor.post(f"{base}/study", data=form)
    assert (full.status_code, full.json()["code"]) == (409, "too_many_chapters")


def test_nothing_of_the_reader_is_in_a_page_shown_elsewhere(visitor: TestClient) -> None:
    chapter = made(visitor)
    at, _over = asked(visitor, chapter, "A")
    base = uploaded(visitor)
    stranger = another(visitor)
    for path in (f"{chapter}?step={at}", base):
        visitor.cookies.set("language", "he")
        own, others = (each.get(f"/embed{path}", headers=HTML) for each in (visitor, stranger))
        assert own.text == others.text and "set-cookie" not in own.headers
        assert "frame-ancestors *" in own.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in visitor.get(path, headers=HTML).headers["content-security-policy"]
    shown = visitor.get(f"/embed{chapter}?step=999", headers=HTML).text
    assert f'data-last="{at}"' in shown, "not even for its author"
    assert visitor.get(f"/embed{base}/frame?step=2").json()["step"] == 2


def test_a_link_has_a_picture_of_the_table(visitor: TestClient) -> None:
    chapter = made(visitor)
    page = visitor.get(f"{chapter}?step=30", headers=HTML).text
    found = re.search(r'og:image" content="http://testserver([^"]+)"', page)
    assert found
    picture = visitor.get(found[1].replace("&amp;", "&"))
    assert picture.headers["content-type"] == "image/png" and picture.content.startswith(b"\x89PNG")
