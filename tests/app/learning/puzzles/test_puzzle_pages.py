"""The pages of puzzles and their socket: the list, a wrong try and its answer, the solution, the puzzle of the day."""

import re
from datetime import timedelta
from itertools import groupby

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app.learning.practice.models import exercises
from app.learning.puzzles import daily, service
from app.learning.puzzles.pages import PART
from app.people.players.models import players
from engine.bots.puzzles import GOALS, Puzzle, load
from tests.support.accounts import keep
from tests.support.site_time import noon
from tests.support.visitors import kept
from tools.rig.guests import LIVE
from tools.rig.json import Json

EASY = load()[0]
SURVIVAL = next(puzzle for puzzle in load() if puzzle.goal == "survive" and puzzle.edition == "2022")


def _live(visitor: TestClient, puzzle: Puzzle) -> WebSocketTestSession:
    visitor.post("/guest")
    return visitor.websocket_connect(f"/puzzles/{puzzle.id}/{LIVE}")


def _play(socket: WebSocketTestSession, seq: int, *actions: object) -> Json:
    """Play these actions; the last frame."""
    frame: Json = {}
    for number, action in enumerate(actions):
        socket.send_json({"type": "act", "seq": seq + number, "action": action})
        frame = socket.receive_json()
        assert "error" not in frame, frame
    return frame


def _solve(visitor: TestClient, puzzle: Puzzle) -> Json:
    assert visitor.get(f"/puzzles/{puzzle.id}").status_code == 200
    with _live(visitor, puzzle) as socket:
        return _play(socket, socket.receive_json()["seq"], *puzzle.solution)


def _list(visitor: TestClient, query: str = "?") -> str:
    """Return all parts of the list, one after another."""
    first = visitor.get(f"/puzzles{query}").text
    others = re.findall(r'href="(/puzzles\?part=(?!1[&"])[^"]+)"', first)
    pages = [first, *(visitor.get(path.replace("&amp;", "&")).text for path in others)]
    counts = [page.count('class="lesson-card') for page in pages]
    assert all(count == PART for count in counts[:-1]) and counts[-1] <= PART, counts
    return "".join(pages)


def _listed(visitor: TestClient, query: str = "?") -> list[str]:
    return re.findall(r'lesson-card[^"]*" href="/puzzles/([\w-]+)"', _list(visitor, query))


def _ticked(visitor: TestClient) -> list[str]:
    return re.findall(r'lesson-card-done" href="/puzzles/([\w-]+)"', _list(visitor))


def test_a_wrong_try_is_answered_and_tried_again_to_the_end(visitor: TestClient) -> None:
    visitor.get(f"/puzzles/{SURVIVAL.id}")
    with _live(visitor, SURVIVAL) as socket:
        assert socket.receive_json()["seq"] == 0
        lost = _play(socket, 0, {"type": "end_summon"})
        assert "The Admiral has found a way to win" in lost["content"] and "Try again" in lost["content"]
        assert any(event["type"] == "over" and event["winner"] == "B" for event in lost["events"])
        socket.send_json({"type": "act", "seq": 1, "action": {"type": "end_summon"}})
        assert socket.receive_json()["code"] == "puzzle_over"
        socket.send_json({"type": "why", "hand": 0})
        assert socket.receive_json()["code"] == "puzzle_over"
        assert "Not this time." in visitor.get(f"/puzzles/{SURVIVAL.id}").text
        assert _ticked(visitor) == []
        socket.send_json({"type": "again"})
        again = socket.receive_json()
        assert (again["type"], again["seq"]) == ("snapshot", 2)
        done = _play(socket, 2, *SURVIVAL.solution)
        assert "Puzzle solved!" in done["content"] and 'id="go-on" href="/puzzles/' in done["content"]
        assert _ticked(visitor) == [SURVIVAL.id]
        socket.send_json({"type": "again"})
        socket.receive_json()
    assert _ticked(visitor) == [SURVIVAL.id], "once solved, it stays solved"


def test_a_play_sends_what_differs_and_each_face_once(visitor: TestClient) -> None:
    """A hand of the opponent, bridges and the coach stay; of a played card only the first event has the face."""
    puzzle = next(each for each in load() if [action["type"] for action in each.solution[:2]] == ["play", "play"])
    with _live(visitor, puzzle) as socket:
        whole = socket.receive_json()["content"]
        first, second = _play(socket, 0, puzzle.solution[0]), _play(socket, 1, puzzle.solution[1])
        socket.send_json({"type": "hello", "hello": 1})
        shown = socket.receive_json()
        *_, last = [_play(socket, seq, action) for seq, action in enumerate(puzzle.solution[2:], 2)]
    stays = ('id="hand-B"', 'id="bridge-top"', 'id="bridge-bottom"', 'id="coach"')
    for frame in (first, second):
        assert [zone for zone in stays if zone in frame["content"]] == []
        assert 'id="turn"' in frame["content"] and len(frame["content"]) < len(whole) / 2
        assert frame["faces"]
    for frame in (first, second, last):
        assert frame["content"].count('hx-swap-oob="outerMorph"') == frame["content"].count("hx-swap-oob") > 1
    assert 'id="coach"' in last["content"]
    assert not first["faces"].keys() & second["faces"].keys()
    assert (shown["type"], shown["seq"]) == ("snapshot", 2) and all(zone in shown["content"] for zone in stays)


def test_a_try_goes_on_where_it_was_left_and_an_outdated_tab_is_refused(visitor: TestClient) -> None:
    visitor.get(f"/puzzles/{EASY.id}")
    with _live(visitor, EASY) as one, _live(visitor, EASY) as two:
        one.receive_json()
        two.receive_json()
        _play(one, 0, EASY.solution[0])
        two.send_json({"type": "act", "seq": 0, "action": EASY.solution[0]})
        assert two.receive_json()["code"] == "stale_seq"
        assert two.receive_json()["seq"] == 1
    assert 'data-seq="1" data-seat="A"' in visitor.get(f"/puzzles/{EASY.id}").text


def test_the_list_by_goal_ability_and_difficulty(visitor: TestClient) -> None:
    by_id = {puzzle.id: puzzle for puzzle in load()}
    listed = [by_id[each] for each in _listed(visitor)]
    assert len(listed) == len(by_id)
    assert [each.difficulty for each in listed] == sorted(each.difficulty for each in listed)
    for difficulty, alike in groupby(listed, lambda each: each.difficulty):
        first = {each.goal for each in list(alike)[:6]}
        assert first == set(GOALS), f"difficulty {difficulty} begins with {first} alone"
    wanted = [
        puzzle.id
        for puzzle in load()
        if puzzle.goal == "survive" and "rage" in puzzle.themes and puzzle.difficulty == 5
    ]
    assert wanted and _listed(visitor, "?goal=survive&theme=rage&level=5") == wanted
    assert _listed(visitor, "?goal=bastion") and not _listed(visitor, "?goal=bastion&level=5")
    assert _listed(visitor, "?theme=nonsense") == []
    unfound, said = sum(not puzzle.found for puzzle in load()), _list(visitor)
    assert said.count("not solved by any computer") == unfound > 0 and "New puzzle in " in said
    assert said.count('<span class="soft">Difficulty 6') == sum(
        each.difficulty == 6 and each.goal != "bastion" for each in load()
    )
    for path in ("/", "/learn"):
        assert 'href="/puzzles"' in visitor.get(path).text


def test_what_visitors_solve_moves_a_difficulty(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    hard = next(puzzle for puzzle in load() if puzzle.difficulty == 4 and puzzle.goal == "win")
    others = [puzzle for puzzle in load() if puzzle is not hard][:40]

    def begun(puzzle: Puzzle, visitors: range, *, done: bool) -> None:
        for number in visitors:
            guest = f"g{number}"
            keep(client, exercises, player_id=guest, kind="puzzle", name=puzzle.id, seq=1, moves="[]", done=done)

    for number in range(60):
        keep(client, players, id=f"g{number}", name="Zoe", created_at=0.0, seen_at=0.0)
    for each in others:
        begun(each, range(2), done=each.id > others[20].id)
    begun(hard, range(1), done=True)
    assert hard.id in _listed(client, "?level=4")
    begun(hard, range(1, 60), done=True)
    assert hard.id in _listed(client, "?level=4"), "counted lately"
    monkeypatch.setattr(service, "COUNTED_EVERY", -1.0)
    assert hard.id in _listed(client, "?level=3") and hard.id not in _listed(client, "?level=4")


def test_the_puzzle_of_the_day_makes_a_streak(visitor: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    now = daily.today()
    monkeypatch.setattr(daily, "now", lambda: noon(now))
    other = next(puzzle for puzzle in load() if puzzle is not daily.puzzle_of(now))
    assert "in a row" not in _solve(visitor, other)["content"], "another puzzle counts for no day"
    for days, said in ((0, "1 day in a row"), (1, "2 days in a row"), (3, "1 day in a row")):
        day = now + timedelta(days=days)
        monkeypatch.setattr(daily, "now", lambda day=day: noon(day))
        assert "Solved today" not in visitor.get("/puzzles").text
        assert visitor.get("/puzzles/daily").url.path == f"/puzzles/{daily.puzzle_of(day).id}"
        assert said in _solve(visitor, daily.puzzle_of(day))["content"]
        page = visitor.get("/puzzles").text
        assert "Solved today" in page and said in page


def test_a_try_counts_for_the_day_on_which_it_begins(visitor: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    day = daily.today() + timedelta(days=1)
    puzzle = daily.puzzle_of(day)
    first, *rest = puzzle.solution

    def at(hours: float) -> None:
        monkeypatch.setattr(daily, "now", lambda: noon(day) + timedelta(hours=hours))

    at(-24)
    assert "puzzle of the day" not in _solve(visitor, puzzle)["content"], "from the list"
    at(11.9)
    page = visitor.get(f"/puzzles/{puzzle.id}").text
    assert "It is the puzzle of the day for another 6 minutes" in page and "Solved: these plays" not in page
    with _live(visitor, puzzle) as socket:
        seq = socket.receive_json()["seq"]
        _play(socket, seq, first)
        at(15)
        visitor.get(f"/puzzles/{puzzle.id}")  # a try that has begun stays
        last = _play(socket, seq + 1, *rest)
    assert "Solved: these plays" in last["content"]
    assert "1 day in a row" in visitor.get("/puzzles").text
    assert "puzzle of the day" not in visitor.get(f"/puzzles/{puzzle.id}").text


def _hidden(puzzle: Puzzle) -> set[str]:
    """Return the opponent's cards that the solver can see nowhere else."""
    rows = [puzzle.position[seat][lane] for seat in "AB" for lane in ("top", "bottom")]
    known = {"*", *puzzle.position["A"]["hand"], *(creature["card"] for row in rows for creature in row)}
    return set(puzzle.position["B"]["hand"]) - known


def test_the_opponents_hand_stays_hidden_where_it_decides_nothing(visitor: TestClient) -> None:
    puzzle, hidden = next((each, _hidden(each)) for each in load() if each.goal == "win" and len(_hidden(each)) > 1)
    page = visitor.get(f"/puzzles/{puzzle.id}").text
    assert not any(f'data-card="{slug}"' in page or f"-{slug}" in page for slug in hidden)


def test_looking_at_the_list_makes_nobody_a_guest(visitor: TestClient) -> None:
    _listed(visitor)
    assert visitor.get("/puzzles/nothing").status_code == 404
    assert not kept(visitor.cookies).get("guest")


def test_the_list_shows_each_puzzle_by_a_picture_of_what_everybody_may_see(visitor: TestClient) -> None:
    puzzle = load()[0]
    assert f'src="/puzzles/{puzzle.id}/picture"' in visitor.get("/puzzles").text
    picture = visitor.get(f"/puzzles/{puzzle.id}/picture")
    assert picture.headers["content-type"].startswith("image/svg+xml") and "<svg" in picture.text
    assert visitor.get("/puzzles/nothing/picture").status_code == 404
