"""The pages around a match: create, wait, join, play, read the log."""

from __future__ import annotations

import re

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from engine import cards
from tests.support.visitors import another

HTML = {"Accept": "text/html"}


@pytest.fixture
def visitors(client: TestClient) -> list[TestClient]:
    """Provide three browsers of the same site."""
    return [client, another(client), another(client)]


def opened(host: TestClient, **fields: str | list[str]) -> str:
    """Return the address of a match that this visitor opens with the form."""
    answer = host.post("/new", data=fields, headers=HTML, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def page(visitor: TestClient, path: str) -> str:
    """Return the HTML of a page that must be there."""
    answer = visitor.get(path, headers=HTML)
    assert answer.status_code == 200
    return str(answer.text)


def stage(html: str) -> str:
    """Return the kind of stage of a match page."""
    found = re.search(r'data-stage="(\w+)"', html)
    assert found is not None
    return found[1]


def test_a_visitor_without_a_cookie_sees_home_and_gets_none(client: TestClient) -> None:
    html = page(client, "/")
    assert "No open tables" in html
    assert not client.cookies


def test_presets_fill_the_form_in(client: TestClient) -> None:
    html = page(client, "/new?preset=everything")
    assert re.search(r'name="format" value="draft" checked', html)
    assert len(re.findall(r'name="sets" value="\w+" checked', html)) == 7
    assert re.search(r'name="format" value="preconstructed" checked', page(client, "/new?preset=no-such"))


def test_a_duel_waits_is_joined_and_begins(visitors: list[TestClient]) -> None:
    host, guest, late = visitors
    path = opened(host, name="Anna", mode="duel", format="preconstructed", deck="2")
    assert stage(page(host, path)) == "waiting"
    join_page = page(guest, path)
    assert "Anna is waiting for you" in join_page
    assert re.findall(r'name="deck" value="(\d)"', join_page) == ["1", "3", "4"]
    answer = guest.post(f"{path}/join", data={"name": "Bo", "deck": "3"}, headers=HTML)
    assert stage(answer.text) == "board"
    assert stage(page(host, path)) == "board"
    watching = page(late, path)
    assert "You are watching" in watching
    assert "Anna" in watching
    assert "Bo" in watching


def test_the_host_takes_another_deck_while_nobody_has_come(visitors: list[TestClient]) -> None:
    host, guest, _ = visitors
    path = opened(host, mode="duel", format="preconstructed", deck="2")
    assert re.search(r'value="2" checked', page(host, f"{path}/deck"))
    assert re.search(r'value="4" checked', host.post(f"{path}/deck", data={"deck": "4"}, headers=HTML).text)
    assert page(guest, f"{path}/deck") == ""
    assert guest.post(f"{path}/deck", data={"deck": "1"}, headers=HTML).status_code == 401
    assert re.findall(r'name="deck" value="(\d)"', page(guest, path)) == ["1", "2", "3"]
    guest.post(f"{path}/join", data={"deck": "2"}, headers=HTML)
    assert host.post(f"{path}/deck", data={"deck": "1"}, headers=HTML).status_code == 422
    assert page(host, f"{path}/deck") == ""


def test_a_deck_that_is_taken_is_refused_when_joining(visitors: list[TestClient]) -> None:
    host, guest, _ = visitors
    path = opened(host, mode="duel", format="preconstructed", deck="2")
    answer = guest.post(f"{path}/join", data={"deck": "2"}, headers=HTML)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert stage(page(host, path)) == "waiting"


def test_joining_too_late_is_refused_and_a_similar_table_offered(visitors: list[TestClient]) -> None:
    host, guest, late = visitors
    path = opened(host, mode="duel", format="draft", public="yes", clock="fischer 300 10")
    guest.post(f"{path}/join", headers=HTML)
    opened(host, mode="duel", format="draft", public="yes")  # without a clock: not like it
    answer = late.post(f"{path}/join", data={"name": "Lara"}, headers=HTML)
    assert answer.status_code == 409
    assert "Somebody was faster" in answer.text
    assert 'value="Lara"' in answer.text
    assert f'action="{path}/like"' in answer.text
    alike = late.post(f"{path}/like", data={"name": "Lara"}, headers=HTML, follow_redirects=False)
    assert alike.status_code == 303
    again = host.post(f"{path}/join", headers=HTML)  # who sits there already is led to the table
    assert stage(again.text) == "draft"
    other = guest.post(
        f"{opened(host, mode='duel', format='draft', public='yes', clock='turn 60 0')}/join", headers=HTML
    )
    assert other.status_code == 200
    like = alike.headers["location"]
    fourth = another(late)
    assert f'action="{like}/join"' in fourth.post(f"{path}/join", headers=HTML).text


def test_who_waits_sees_what_others_wait_for_and_changes_over_with_one_press(visitors: list[TestClient]) -> None:
    host, other, _ = visitors
    mine = opened(host, mode="duel", format="preconstructed", deck="1", public="yes")
    theirs = opened(other, mode="duel", format="draft", public="yes", name="Bob")
    assert "sees your challenge" not in host.post(f"{mine}/waiting", headers=HTML).text
    seen = host.get(f"{mine}/others", headers=HTML).text
    assert "Bob" in seen
    assert f'value="{theirs.removeprefix("/match/")}"' in seen
    assert mine.removeprefix("/match/") in other.get(f"{theirs}/others", headers=HTML).text
    changed = host.post(f"{mine}/change", data={"to": theirs.removeprefix("/match/")}, headers=HTML)
    assert stage(changed.text) == "draft"
    assert "The table was closed" in page(host, mine)
    assert "Play that instead" not in other.get(f"{mine}/others", headers=HTML).text
    late = host.post(f"{theirs}/change", data={"to": mine.removeprefix("/match/")}, headers=HTML)
    assert stage(late.text) == "draft"  # it has begun: nobody leaves it so


def test_solo_starts_at_once(client: TestClient) -> None:
    assert stage(page(client, opened(client, mode="solo", format="preconstructed", deck="1"))) == "board"
    draft = page(client, opened(client, mode="solo", format="draft", sets=["elusive", "treachery"]))
    assert stage(draft) == "draft"


@pytest.mark.parametrize(
    "fields",
    [
        {"mode": "war"},
        {"format": "poker"},
        {"edition": "1999"},
        {"deck": "9"},
        {"deck": "two"},
    ],
)
def test_what_does_not_fit_is_refused_in_the_form(client: TestClient, fields: dict[str, str]) -> None:
    answer = client.post("/new", data=fields, headers=HTML, follow_redirects=False)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'id="create"' in answer.text


def test_open_tables_are_listed_and_closed_ones_are_not(visitors: list[TestClient]) -> None:
    host, guest, _ = visitors
    path = opened(host, name="Anna", mode="duel", format="draft", public="yes")
    assert path in page(guest, "/")
    assert "Anna" in page(guest, "/")
    refused = guest.post(f"{path}/cancel", headers=HTML)
    assert refused.status_code == 403
    host.post(f"{path}/cancel", headers=HTML)
    assert path not in page(guest, "/")


def test_own_matches_are_found_again(client: TestClient) -> None:
    path = opened(client, mode="solo", format="preconstructed")
    html = page(client, "/")
    assert f'href="{path}"' in html
    assert "Against the automaton" in html


def test_the_name_is_made_harmless(visitors: list[TestClient]) -> None:
    host, guest, _ = visitors
    path = opened(host, name="<b>Anna</b>\u202e", mode="duel", format="draft")
    assert "<b>Anna" not in page(guest, path)
    assert "&lt;b&gt;Anna" in page(guest, path)


def test_the_qr_code_is_a_picture(client: TestClient) -> None:
    answer = client.get(f"{opened(client, mode='duel', format='draft')}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<?xml")


def test_the_log_begins_with_the_beginning(client: TestClient) -> None:
    log = client.get(f"{opened(client, mode='solo', format='preconstructed')}/log")
    assert "Turn 1: Guest" in log.text


def test_the_log_of_an_open_table_is_empty(client: TestClient) -> None:
    assert client.get(f"{opened(client, mode='duel', format='draft')}/log").text.strip() == ""


@pytest.mark.parametrize("path", ["/match/nothing", "/match/nothing/log", "/match/nothing/qr.svg"])
def test_no_such_match(client: TestClient, path: str) -> None:
    answer: Response = client.get(path, headers=HTML)
    assert answer.status_code == 404


def test_another_site_cannot_create_or_join(visitors: list[TestClient]) -> None:
    host, guest, _ = visitors
    foreign = {**HTML, "Origin": "https://elsewhere.example"}
    assert host.post("/new", headers=foreign).status_code == 403
    path = opened(host, mode="duel", format="draft")
    assert guest.post(f"{path}/join", headers=foreign).status_code == 403


def said(visitor: TestClient, path: str, css_class: str) -> str:
    """Return the text of the first element of this class on a page."""
    found = re.search(rf'<p class="{css_class}">(.*?)</p>', page(visitor, path), re.DOTALL)
    assert found is not None
    return " ".join(re.sub("<[^>]+>", " ", found[1]).split())


def test_who_bans_reads_whose_deck_it_is(visitors: list[TestClient]) -> None:
    host, guest, _ = visitors
    path = opened(host, name="Anna", mode="duel", format="constructed", edition="2021", first="me")
    guest.post(f"{path}/join", data={"name": "Bo"}, headers=HTML)
    actions = f"/api/matches/{path.rpartition('/')[2]}/actions"
    ten = list(cards.of_sets(("initiation",))[:10])
    for seq, visitor in enumerate((host, guest)):
        deck = {"seq": seq, "action": {"type": "deck", "cards": ten}}
        assert visitor.post(actions, json=deck).status_code == 200
    assert "Ban a card from Anna" in said(guest, path, "status-line")
    assert guest.post(actions, json={"seq": 2, "action": {"type": "ban", "card": ten[0]}}).status_code == 200
    assert "Ban a card from Bo" in said(host, path, "status-line")


def test_the_result_of_a_series_begins_with_the_viewer(visitors: list[TestClient]) -> None:
    host, guest, watcher = visitors
    path = opened(host, name="Anna", mode="duel", format="preconstructed", deck="2", best_of="3", first="me")
    guest.post(f"{path}/join", data={"name": "Bo", "deck": "3"}, headers=HTML)
    resign = {"seq": 0, "action": {"type": "resign", "player": "A"}}
    assert host.post(f"/api/matches/{path.rpartition('/')[2]}/actions", json=resign).status_code == 200
    for visitor, standing in ((host, "Anna 0 : 1 Bo"), (guest, "Bo 1 : 0 Anna"), (watcher, "Anna 0 : 1 Bo")):
        assert said(visitor, path, "result-series").startswith(standing)
