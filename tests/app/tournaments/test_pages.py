"""The pages of tournaments: the list, the form, an event, its acts, and the page's socket."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app.live.connection import PAGE_PROTOCOL
from tests.support.waiting import wait_until
from tools.rig.events import EventPlayer, RunningEvent, is_open

PAGE = {"accept": "text/html"}


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.tournaments.driver.SOON", 0.05)


def test_an_evening_from_the_form_to_the_log(client: TestClient) -> None:
    assert "No tournament is open" in client.get("/tournaments").text
    assert "Swiss system" in client.get("/tournaments/new").text
    opened = client.post("/tournaments/new", data={"name": "Friday <b>", "system": "round_robin", "computers": "1"})
    path = opened.url.path
    assert path.startswith("/tournament/") and "Friday &lt;b&gt;" in opened.text
    assert "Enter the tournament" in opened.text and "Nobody has entered yet" in opened.text
    words = re.findall(r'class="spoken">([^<]+)<', opened.text)[0]
    assert client.post("/tournaments/find", data={"words": words}).url.path == path
    entered = client.post(f"{path}/enter")
    assert "You have entered" in entered.text and "Withdraw" in entered.text
    added = client.post(f"{path}/organize", data={"do": "computer", "reason": "to be two"})
    assert "Added a computer player" in added.text and "to be two" in added.text
    client.post(f"{path}/organize", data={"do": "start"})
    wait_until(lambda: "To my table" in client.get(path).text)
    page = client.get(path).text
    assert "Boards of round 1" in page and "Crosstable" in page and "being played" in page
    ruled = client.post(f"{path}/organize", data={"do": "rule", "seat": "1.1", "outcome": "draw", "reason": "agreed"})
    assert "½ – ½" in ruled.text and "Decided a result" in ruled.text
    wait_until(lambda: "The tournament is over" in client.get(path).text)
    assert path in client.get("/tournaments").text  # one's own stay
    assert client.get(f"{path}/wall").status_code == 200
    assert client.get(f"{path}/qr.svg").headers["content-type"] == "image/svg+xml"


def test_a_player_pauses_comes_back_and_withdraws(client: TestClient) -> None:
    path = client.post("/tournaments/new", data={"name": "Club"}).url.path
    client.post(f"{path}/enter")
    assert "You pause" in client.post(f"{path}/pause").text
    assert "You have entered" in client.post(f"{path}/resume").text
    assert "Enter the tournament" in client.post(f"{path}/withdraw").text


@pytest.mark.parametrize(
    "sent", [{"name": ""}, {"name": "x", "clock": "sundial"}, {"name": "x", "system": "league", "clock": ""}]
)
def test_a_form_that_does_not_fit_is_shown_again(client: TestClient, sent: dict[str, str]) -> None:
    answer = client.post("/tournaments/new", data=sent)
    assert answer.status_code in (400, 422) and 'role="alert"' in answer.text
    assert "No tournament is open" in client.get("/tournaments").text


def test_a_profile_lists_its_tournaments(client: TestClient) -> None:
    path = client.post("/tournaments/new", data={"name": "Club"}).url.path
    client.post(f"{path}/enter")
    profile = client.get("/profile").url.path
    fragment = f"/tournaments/of/{profile.rsplit('/', 1)[1]}"
    assert fragment in client.get(profile).text
    assert path in client.get(fragment).text
    client.post(f"{path}/withdraw")
    client.cookies.clear()
    assert path in client.get(fragment).text  # who has left stays in the table
    assert client.get("/tournaments/of/nobody-here", headers=PAGE).status_code == 404


def test_an_invitation_opens_the_way_in(client: TestClient) -> None:
    made = client.post("/tournaments/new", data={"name": "Club", "entry": "invitation"})
    path = made.url.path
    key = re.findall(r"\?key=([^\"]+)", made.text)[0]
    client.cookies.clear()
    assert "Organize" not in client.get(path).text and key not in client.get(path).text
    client.post("/tournaments/new", data={"name": "Other"})  # a guest who is no organizer
    assert client.post(f"{path}/enter", data={"key": "wrong"}, headers=PAGE).status_code == 403
    assert f'value="{key}" form="entry-form"' in client.get(f"{path}?key={key}").text
    assert "You have entered" in client.post(f"{path}/enter", data={"key": key}).text


def test_an_organizer_gives_time_moves_the_bye_and_lets_somebody_forfeit(client: TestClient) -> None:
    others = [EventPlayer(client, name) for name in ("Bo", "Cy")]
    made = client.post("/tournaments/new", data={"name": "Club", "system": "round_robin"})
    path = made.url.path
    client.post(f"{path}/enter")
    for player in others:
        player.event("POST", f"/{path.rsplit('/', 1)[1]}/entries", {})
    client.post(f"{path}/organize", data={"do": "start"})
    wait_until(lambda: "Give more time" in client.get(path).text)
    page = client.get(path).text
    seats = re.findall(r'value="(1\.\d+\.\d+)"', page)
    assert len(seats) == 2 and "Give this player the bye" in page
    act = {"seat": seats[0], "minutes": "10", "reason": "late bus"}
    for do, said in (("extend", "Gave more time"), ("bye", "Moved the bye")):
        answer = client.post(f"{path}/organize", data=act | {"do": do})
        assert answer.status_code == 200 and said in answer.text and "late bus" in answer.text
    seats = re.findall(r'value="(1\.\d+\.\d+)"', client.get(path).text)
    assert act["seat"] not in seats  # who has the bye now
    assert "Decided a result" in client.post(f"{path}/organize", data=act | {"do": "forfeit", "seat": seats[0]}).text
    assert client.post(f"{path}/organize", data=act | {"do": "extend", "seat": "x"}, headers=PAGE).status_code == 400
    named = client.post(f"{path}/organize", data={"do": "organizer", "number": "2"})
    assert "Named an organizer" in named.text


def test_refusals_change_nothing(client: TestClient) -> None:
    event = RunningEvent(client, 2, system="round_robin")
    path = f"/tournament/{event.id}"
    client.post("/tournaments/new", data={"name": "Other"})  # makes this browser a guest
    refused = client.post(f"{path}/organize", data={"do": "start"}, headers=PAGE)
    assert refused.status_code == 403 and 'role="alert"' in refused.text
    assert event.state["status"] == "open"
    for form in ({"do": "rule", "seat": "0.1"}, {"do": "rule"}, {"do": "fly", "number": "1"}):
        assert client.post(f"{path}/organize", data=form, headers=PAGE).status_code in (400, 422)
    assert client.get("/tournament/none", headers=PAGE).status_code == 404
    assert "Organize" not in client.get(path).text


def test_an_open_page_is_drawn_again_after_each_change(client: TestClient) -> None:
    event = RunningEvent(client, 2, system="knockout")
    with client.websocket_connect(f"/tournament/{event.id}/live?v={PAGE_PROTOCOL}") as page:
        first = _until(page, lambda seen: len(seen) >= 5)
        for zone in ("event-clock", "event-zone", "own-zone", "pictures-zone", "people-zone"):
            assert any(f'id="{zone}"' in content for content in first), zone
        event.organize("start", reason="all are here")
        _until(page, lambda seen: any("Boards of round 1" in one and "Bracket" in one for one in seen))
        event.play(next(filter(is_open, event.state["boards"])), "a")
        last = _until(page, lambda seen: any("1 – 0" in one for one in seen))
        assert any("all are here" in one for one in last)  # the log is live, too


def _until(page: WebSocketTestSession, done: Callable[[list[str]], bool]) -> list[str]:
    """Return the contents of a page's frames up to the one with which they are enough."""
    seen: list[str] = []
    while not done(seen):
        frame = page.receive_json()
        if frame["type"] == "lobby_zone":
            seen.append(frame["content"])
    return seen


def test_the_boards_are_shown_small_and_each_is_sent_again_when_it_goes_on(client: TestClient) -> None:
    event = RunningEvent(client, 4, system="round_robin")
    event.organize("start")
    wait_until(lambda: len(event.open_boards()) == 2)
    with client.websocket_connect(f"/tournament/{event.id}/live?v={PAGE_PROTOCOL}") as page:
        whole = _until(page, lambda seen: any('id="picture-1-2"' in one and "picture-hp" in one for one in seen))
        assert not any("picture-card" in one for one in whole)
        board = event.open_boards()[0]
        for _ in range(6):
            event.move(board)
        one = _until(page, lambda seen: any(_is_picture(one, 1) and "picture-card" in one for one in seen))[-1]
    assert 'id="picture-1-2"' not in one and one.count("<li") == 1
    page_html = client.get(f"/tournament/{event.id}").text
    assert 'id="picture-1-1"' in page_html and 'id="picture-1-2"' in page_html


def _is_picture(content: str, board: int) -> bool:
    return content.startswith(f'<li hx-swap-oob="outerMorph" id="picture-1-{board}"')


def test_the_page_says_who_is_here(client: TestClient) -> None:
    path = client.post("/tournaments/new", data={"name": "Club"}).url.path
    client.post(f"{path}/enter", data={"name": "Ann"})
    assert "0 of 1 are here" in client.get(path).text
    with client.websocket_connect(f"{path}/live?v={PAGE_PROTOCOL}") as page:
        _until(page, lambda seen: any("1 of 1 are here" in one for one in seen))
        assert "1 of 1 are here" in client.get(path).text


def test_an_organizers_part_is_drawn_again_and_nobody_elses(client: TestClient) -> None:
    path = client.post("/tournaments/new", data={"name": "Club", "system": "round_robin", "computers": "1"}).url.path
    for _ in range(2):
        client.post(f"{path}/organize", data={"do": "computer"})
    with client.websocket_connect(f"{path}/live?v={PAGE_PROTOCOL}") as page:
        _until(page, lambda seen: any('value="start"' in one for one in seen))
        client.post(f"{path}/organize", data={"do": "start"})
        drawn = _until(page, lambda seen: any('value="pair"' in one for one in seen))[-1]
        assert 'value="start"' not in drawn
    client.cookies.clear()
    with client.websocket_connect(f"{path}/live?v={PAGE_PROTOCOL}") as page:
        assert not any('value="pair"' in one for one in _until(page, lambda seen: len(seen) >= 5))


@pytest.mark.parametrize("system", ["round_robin", "swiss", "knockout"])
def test_sheets_for_the_printer(client: TestClient, system: str) -> None:
    event = RunningEvent(client, 5, system=system)
    path = f"/tournament/{event.id}/print"
    assert "No round has been paired yet" in client.get(f"{path}/pairings").text
    event.organize("start")
    wait_until(lambda: len(event.state["boards"]) >= 3)
    pairings = client.get(f"{path}/pairings").text
    assert "Round 1" in pairings and all(f"P{number}" in pairings for number in range(1, 6))
    assert "P5" in client.get(f"{path}/standings").text
    cross = client.get(f"{path}/crosstable").text
    columns = 5 if system == "round_robin" else event.state["rounds"]
    assert cross.count('<th scope="col">') == columns + 2 and cross.count('<th scope="row">') == 5
    assert cross.count("sheet-self") == (5 if system == "round_robin" else 0)
    assert client.get(f"{path}/posters", headers=PAGE).status_code == 404


def test_a_form_says_everything_that_the_api_takes(client: TestClient) -> None:
    sent = {"format": "draft", "sets": "all", "champions": "optional", "late": "3", "programs": "yes", "listed": "no"}
    made = client.post("/tournaments/new", data={"name": "Club", "caster": "10", **sent})
    options = client.get(f"/api/tournaments/{made.url.path.rsplit('/', 1)[1]}").json()["options"]
    assert (options["champions"], options["late_until"], options["programs"]) == ("optional", 3, True)
    assert (options["spectators"], options["caster"], len(options["sets"])) == (False, 600, 7)
    arena = client.post("/tournaments/new", data={"name": "Club", "system": "arena", "streak": "no", "sets": "starter"})
    options = client.get(f"/api/tournaments/{arena.url.path.rsplit('/', 1)[1]}").json()["options"]
    assert options["streak"] is False and options["sets"] == ["initiation"]


def test_other_pages_offer_the_way_to_an_open_match(client: TestClient) -> None:
    path = client.post("/tournaments/new", data={"name": "Club", "system": "round_robin", "computers": "1"}).url.path
    client.post(f"{path}/enter", data={"name": "Ann"})
    client.post(f"{path}/organize", data={"do": "computer"})
    assert client.cookies["event"] == path.rsplit("/", 1)[1]
    assert "To my table" not in client.get(f"{path}/call").text
    client.post(f"{path}/organize", data={"do": "start"})
    wait_until(lambda: "To my table" in client.get(f"{path}/call").text)
    table = re.findall(r'href="(/match/[^"]+)"', client.get(f"{path}/call").text)[0]
    for here, offered in ((table, False), (path, False), ("/rules", True), ("/match/other", True)):
        answer = client.get(f"{path}/call", headers={"HX-Current-URL": f"http://testserver{here}"})
        assert ("To my table" in answer.text) is offered, here
    client.post(f"{path}/organize", data={"do": "end"})
    assert "To my table" not in client.get(f"{path}/call").text
    assert "event" not in client.cookies
