"""The pages of tournaments: the list, the form, a tournament, its acts, and the page's socket."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app.base.live.connection import PAGE_PROTOCOL
from tests.support.visitors import drop, kept
from tests.support.waiting import wait_until
from tools.rig.tournaments import RunningTournament, TournamentPlayer, is_open

PAGE = {"accept": "text/html"}


def joined(client: TestClient, path: str, *names: str) -> None:
    """Let programs enter a tournament."""
    for name in names:
        TournamentPlayer(client, name).tournament("POST", f"/{path.rsplit('/', 1)[1]}/entries", {})


def test_an_evening_from_the_form_to_the_log(visitor: TestClient) -> None:
    assert "Swiss system" in visitor.get("/tournaments/new").text
    opened = visitor.post("/tournaments/new", data={"name": "Friday <b>", "system": "round_robin", "computers": "1"})
    path = opened.url.path
    assert path.startswith("/tournament/") and "Friday &lt;b&gt;" in opened.text
    assert "Enter the tournament" in opened.text and "Nobody has entered yet" in opened.text
    invitation, _own, way_in = opened.text.partition('id="entry-name"')  # first of all, until somebody has entered
    assert all(
        said in invitation for said in ("Show on the wall", "Copy link", "/qr.svg", "testserver</strong> and type")
    )
    assert "button-brass" not in way_in
    assert "/print/" not in opened.text and "export.csv" not in opened.text
    words = re.findall(r'class="spoken">([^<]+)<', opened.text)[0]
    for form in ("/tournaments/find", "/words"):  # the page says to open the site and type them: any form takes them
        assert visitor.post(form, data={"words": words}).url.path == path
    entered = visitor.post(f"{path}/enter", data={"name": "Ada"})
    shown = re.findall(r'id="(organize-zone|own-zone|link)"', entered.text)
    assert shown == ["own-zone", "organize-zone", "link"]  # the invitation is no longer the first thing
    assert "You have entered" in entered.text and "Yes, withdraw" in entered.text
    assert 'value="computer"' not in entered.text  # before there are two people
    joined(visitor, path, "Bo")
    added = visitor.post(f"{path}/organize", data={"do": "computer", "reason": "to be two"})
    assert "Added a computer player" in added.text and "to be two" in added.text
    visitor.post(f"{path}/organize", data={"do": "start"})
    wait_until(lambda: "To my table" in visitor.get(path).text)
    page = visitor.get(path).text
    for one in (opened.text, page, visitor.get(f"{path}/wall").text):
        by = "Guest" if one is opened.text else "Ada"
        for fact in ("Round robin", "Starter decks", "2022", "5 min, and 10 s more", f"organized by {by}"):
            assert fact in one, fact
    match = re.findall(r'href="(/match/[^"]+)" data-table', page)[0]
    bar = re.findall(r'hx-get="(/tournament/[^"]+/round/[^"]+)"', visitor.get(match).text)[0]
    assert "Friday &lt;b&gt;</bdi> · round 1 of 3" in visitor.get(bar).text
    assert "Boards of round 1" in page and "Crosstable" in page and "being played" in page
    wall = visitor.get(f"{path}/wall").text
    assert (
        wall.count('class="crossing"') >= 2 and 'data-a="0" data-b="0"' in wall
    )  # of the pairings, and of a small board
    for host, is_local in (("127.0.0.1:8000", True), ("clash.example", False)):
        wall = visitor.get(f"{path}/wall", headers={**PAGE, "host": host}).text
        assert ("HOST=0.0.0.0" in wall) is is_local, host
    assert 'class="stop is-next"' in page and 'class="stop is-ahead"' in page  # the rounds as ports
    landmarks = re.findall(r'(?:<section|role="region")[^>]*aria-labelledby="([^"]+)"', page)
    assert len(landmarks) == len(set(landmarks))
    ended = visitor.post(f"{path}/organize", data={"do": "end", "reason": "late"})
    assert "The tournament is over" in ended.text and "late" in ended.text
    assert "Invite others" not in ended.text and "export.csv" in ended.text
    assert path in visitor.get("/tournaments").text  # your own stay
    wall = visitor.get(f"{path}/wall").text
    assert "and type" not in wall and "qr.svg" not in wall  # the end stops inviting
    assert visitor.get(f"{path}/qr.svg").headers["content-type"] == "image/svg+xml"


def test_a_profile_lists_its_tournaments(visitor: TestClient) -> None:
    path = visitor.post("/tournaments/new", data={"name": "Club"}).url.path
    visitor.post(f"{path}/enter")
    profile = visitor.get("/profile").url.path
    fragment = f"/tournaments/of/{profile.rsplit('/', 1)[1]}"
    assert fragment in visitor.get(profile).text
    assert path in visitor.get(fragment).text
    visitor.post(f"{path}/withdraw")
    visitor.cookies.clear()
    assert path in visitor.get(fragment).text  # a player who has left stays in the table
    assert visitor.get("/tournaments/of/nobody-here", headers=PAGE).status_code == 404


def test_an_invitation_opens_the_way_in(visitor: TestClient) -> None:
    made = visitor.post("/tournaments/new", data={"name": "Club", "entry": "invitation"})
    path = made.url.path
    key = re.findall(r"\?key=([^\"]+)", made.text)[0]
    visitor.cookies.clear()
    assert "organize-title" not in visitor.get(path).text and key not in visitor.get(path).text
    visitor.post("/tournaments/new", data={"name": "Other"})  # a guest who is no organizer
    assert visitor.post(f"{path}/enter", data={"key": "wrong"}, headers=PAGE).status_code == 403
    assert f'value="{key}" form="entry-form"' in visitor.get(f"{path}?key={key}").text
    assert "You have entered" in visitor.post(f"{path}/enter", data={"key": key}).text


def test_an_organizer_gives_time_moves_the_bye_and_lets_somebody_forfeit(visitor: TestClient) -> None:
    made = visitor.post("/tournaments/new", data={"name": "Club", "system": "round_robin"})
    path = made.url.path
    joined(visitor, path, "Bo", "Cy", "Di")
    visitor.post(f"{path}/organize", data={"do": "start"})
    wait_until(lambda: "Give more time" in visitor.get(path).text)
    page = visitor.get(path).text
    seats = re.findall(r'"extend-(1\.\d+\.\d+\.\d+)"', page)
    assert len(seats) == 2 and "Give this player the bye" in page
    act = {"seat": seats[0], "minutes": "10", "reason": "late bus"}
    for do, said in (("extend", "Gave more time"), ("bye", "Moved the bye")):
        answer = visitor.post(f"{path}/organize", data=act | {"do": do})
        assert answer.status_code == 200 and said in answer.text and "late bus" in answer.text
    stale = visitor.post(f"{path}/organize", data=act | {"do": "extend"}, headers=PAGE)
    assert stale.status_code == 409 and "has moved on" in stale.text  # a page from before, where others sat there
    seats = re.findall(r'"forfeit-(1\.\d+\.\d+\.\d+)"', visitor.get(path).text)
    assert act["seat"] not in seats  # who has the bye now
    assert "Decided a result" in visitor.post(f"{path}/organize", data=act | {"do": "forfeit", "seat": seats[0]}).text
    assert visitor.post(f"{path}/organize", data=act | {"do": "extend", "seat": "x"}, headers=PAGE).status_code == 400
    named = visitor.post(f"{path}/organize", data={"do": "organizer", "number": "2"})
    assert "Named an organizer" in named.text


def test_an_open_page_is_drawn_again_after_each_change(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 2, system="knockout")
    with visitor.websocket_connect(f"/tournament/{tournament.id}/live?v={PAGE_PROTOCOL}") as page:
        names = ("head", "route", "tournament", "own", "pictures", "people")
        parts = ["tournament-clock", *(f"{name}-zone" for name in names)]
        first = _until(page, bool)[0]
        for zone in parts:
            assert f'id="{zone}"' in first, zone
        tournament.organize("start", reason="all are here")
        _until(page, lambda seen: any("Boards of round 1" in one and "Bracket" in one for one in seen))
        tournament.play(next(filter(is_open, tournament.state["boards"])), "a")
        last = _until(page, lambda seen: any("1 – 0" in one for one in seen))
        assert any("all are here" in one for one in last)  # the log is live, too


def _until(page: WebSocketTestSession, done: Callable[[list[str]], bool]) -> list[str]:
    """Return the contents of a page's frames up to the one with which they are enough."""
    seen: list[str] = []
    while not done(seen):
        frame = page.receive_json()
        if frame["type"] == "zone":
            seen.append(frame["content"])
    return seen


def test_the_boards_are_shown_small_and_each_is_sent_again_when_it_goes_on(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 4, system="round_robin")
    tournament.organize("start")
    wait_until(lambda: len(tournament.open_boards()) == 2)
    with visitor.websocket_connect(f"/tournament/{tournament.id}/live?v={PAGE_PROTOCOL}") as page:
        whole = _until(page, lambda seen: any('id="picture-1-2' in one and "picture-hp" in one for one in seen))
        assert not any("picture-card" in one for one in whole)
        board = tournament.open_boards()[0]
        for _ in range(6):
            tournament.move(board)
        one = _until(page, lambda seen: any("picture-card" in one for one in seen))[-1]
    # All boards come once more when players come to their tables, perhaps with these moves.
    if _is_picture(one, 1):
        assert 'id="picture-1-2' not in one and "<li" not in one and "<bdi>" not in one, "what moves, and nobody's name"
    page_html = visitor.get(f"/tournament/{tournament.id}").text
    assert 'id="picture-1-1"' in page_html and 'id="picture-1-2"' in page_html


def _is_picture(content: str, board: int) -> bool:
    return content.startswith(f'<span hx-swap-oob="outerMorph" id="picture-1-{board}-now"')


def test_the_page_says_who_is_here(visitor: TestClient) -> None:
    path = visitor.post("/tournaments/new", data={"name": "Club"}).url.path
    visitor.post(f"{path}/enter", data={"name": "Ann"})
    assert "0 of 1 are here" in visitor.get(path).text
    with visitor.websocket_connect(f"{path}/live?v={PAGE_PROTOCOL}") as page:
        _until(page, lambda seen: any("1 of 1 are here" in one for one in seen))
        assert "1 of 1 are here" in visitor.get(path).text


def test_an_organizers_part_is_drawn_again_and_nobody_elses(visitor: TestClient) -> None:
    path = visitor.post("/tournaments/new", data={"name": "Club", "system": "round_robin", "computers": "1"}).url.path
    joined(visitor, path, "Bo", "Cy")
    with visitor.websocket_connect(f"{path}/live?v={PAGE_PROTOCOL}") as page:
        _until(page, lambda seen: any('value="start"' in one for one in seen))
        visitor.post(f"{path}/organize", data={"do": "start"})
        drawn = _until(page, lambda seen: any('value="pair"' in one for one in seen))[-1]
        assert 'value="start"' not in drawn
    visitor.cookies.clear()
    with visitor.websocket_connect(f"{path}/live?v={PAGE_PROTOCOL}") as page:
        assert not any('value="pair"' in one for one in _until(page, bool))


@pytest.mark.parametrize("system", ["round_robin", "swiss", "knockout"])
def test_sheets_for_the_printer(visitor: TestClient, system: str) -> None:
    tournament = RunningTournament(visitor, 5, system=system)
    path = f"/tournament/{tournament.id}/print"
    assert "No round has been paired yet" in visitor.get(f"{path}/pairings").text
    tournament.organize("start")
    wait_until(lambda: len(tournament.state["boards"]) >= 3)
    pairings = visitor.get(f"{path}/pairings").text
    assert "Round 1" in pairings and all(f"P{number}" in pairings for number in range(1, 6))
    assert "P5" in visitor.get(f"{path}/standings").text
    cross = visitor.get(f"{path}/crosstable").text
    columns = 5 if system == "round_robin" else tournament.state["rounds"]
    assert cross.count('<th scope="col">') == columns + 2 and cross.count('<th scope="row">') == 5
    assert cross.count("sheet-self") == (5 if system == "round_robin" else 0)
    assert visitor.get(f"{path}/posters", headers=PAGE).status_code == 404


def test_other_pages_offer_the_way_to_an_open_match(visitor: TestClient) -> None:
    path = visitor.post("/tournaments/new", data={"name": "Club", "system": "round_robin", "computers": "1"}).url.path
    visitor.post(f"{path}/enter", data={"name": "Ann"})
    joined(visitor, path, "Bo")
    assert kept(visitor.cookies)["tournament"] == path.rsplit("/", 1)[1]
    drop(visitor, "tournament")  # another of their browsers
    assert kept(visitor.get(path).cookies)["tournament"]
    assert "has not begun yet; you have entered" in visitor.get(f"{path}/call").text
    at_a_table = {"HX-Current-URL": "http://testserver/match/other"}
    for asked, shown in (("", False), ("?over=yes", True)):  # of a table only its result says so
        assert ("has not begun" in visitor.get(f"{path}/call{asked}", headers=at_a_table).text) is shown
    visitor.post(f"{path}/organize", data={"do": "start"})
    wait_until(lambda: "To my table" in visitor.get(f"{path}/call").text)
    table = re.findall(r'href="(/match/[^"]+)"', visitor.get(f"{path}/call").text)[0]
    for here, offered in ((table, False), (path, False), ("/rules", True), ("/match/other", True)):
        answer = visitor.get(f"{path}/call", headers={"HX-Current-URL": f"http://testserver{here}"})
        assert ("To my table" in answer.text) is offered, here
    visitor.post(f"{path}/organize", data={"do": "end"})
    assert "To my table" not in visitor.get(f"{path}/call").text
    assert "tournament" not in kept(visitor.cookies)
