"""The pages around a match: create, wait, join, play, read the log."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import DefaultCookiePolicy

from jinja2.runtime import Context
from starlette.testclient import TestClient

from engine import cards
from tests.support.accounts import stored
from tests.support.boards import HTML, opened, seated
from tests.support.visitors import another


def page(visitor: TestClient, path: str) -> str:
    """Return the HTML of a page that must be there."""
    answer = visitor.get(path, headers=HTML)
    assert answer.status_code == 200
    return answer.text


def stage(html: str) -> str:
    """Return the kind of stage of a match page."""
    found = re.search(r'data-stage="(\w+)"', html)
    assert found is not None
    return found[1]


def sent(visitor: TestClient) -> str:
    """Return the cookies of a browser, for a request at another name of the site."""
    return "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())


def others(visitor: TestClient) -> tuple[TestClient, TestClient]:
    """Return two more browsers."""
    return another(visitor), another(visitor)


@contextmanager
def circular() -> Iterator[set[str]]:
    """Provide a set that has, after the block, the templates whose contexts were left in circles."""
    found = set[str]()
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield found
        gc.collect()
        found.update(str(each.name) for each in gc.garbage if isinstance(each, Context))
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


def test_a_visitor_without_a_cookie_sees_home_and_gets_none(client: TestClient) -> None:
    assert "No open tables" in page(client, "/")
    assert not client.cookies


def test_the_form_is_filled_in_by_presets_and_refuses_what_does_not_fit(visitor: TestClient) -> None:
    html = page(visitor, "/new?preset=everything")
    assert re.search(r'name="format" value="draft" checked', html)
    assert len(re.findall(r'name="sets" value="\w+" checked', html)) == 7
    assert re.search(r'name="format" value="preconstructed" checked', page(visitor, "/new?preset=no-such"))
    for fields in ({"mode": "war"}, {"format": "poker"}, {"edition": "1999"}, {"deck": "9"}, {"deck": "two"}):
        answer = visitor.post("/new", data=fields, headers=HTML, follow_redirects=False)
        assert answer.status_code == 422, fields
        assert 'role="alert"' in answer.text and 'id="create"' in answer.text


def test_a_duel_waits_is_joined_and_begins(visitor: TestClient) -> None:
    guest, late = others(visitor)
    path = opened(visitor, name="<b>Anna</b>\u202e", mode="duel", format="preconstructed", deck="2")
    assert stage(page(visitor, path)) == "waiting"
    join_page = page(guest, path)
    assert "&lt;b&gt;Anna" in join_page and "<b>Anna" not in join_page and "is waiting for you" in join_page
    assert 'value="4" checked' in join_page and "Most even pair: The Pack and The Sprinters" in join_page
    assert re.findall(r'name="deck" value="(\d)"', join_page) == ["1", "3", "4"]
    taken = guest.post(f"{path}/join", data={"deck": "2"}, headers=HTML)
    assert (taken.status_code, 'role="alert"' in taken.text) == (422, True)
    assert stage(page(visitor, path)) == "waiting"
    assert visitor.get(f"{path}/log").text.strip() == ""
    answer = visitor.get(f"{path}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml" and answer.text.startswith("<?xml")
    assert stage(guest.post(f"{path}/join", data={"name": "Bo", "deck": "3"}, headers=HTML).text) == "board"
    assert stage(page(visitor, path)) == "board"
    watching = page(late, path)
    assert "You are watching" in watching and "Anna" in watching and "Bo" in watching


def test_only_matches_with_clocks_or_cards_to_order_load_the_scripts_for_them(visitor: TestClient) -> None:
    for options, scripts in (({}, []), ({"clock": "fischer 300 10"}, ["clocks"]), ({"edition": "2021"}, ["order"])):
        html = page(visitor, opened(visitor, mode="duel", format="draft", **options))
        assert re.findall(r'<script type="module" src="[^"]*/match/(clocks|order)\.js"', html) == scripts, options


def test_a_link_that_only_this_device_opens_says_what_to_do(visitor: TestClient) -> None:
    path = opened(visitor, mode="duel", format="preconstructed", deck="2")
    for host, local in (
        ("127.0.0.1:8000", True), ("localhost:8000", True), ("[::1]:8000", True), ("192.168.1.5:8000", False),
        ("clash.example", False),
    ):  # fmt: skip
        waiting = visitor.get(path, headers={**HTML, "host": host, "cookie": sent(visitor)}).text
        assert stage(waiting) == "waiting" and ("HOST=0.0.0.0" in waiting) is local, host


def test_the_host_takes_another_deck_while_nobody_has_come(visitor: TestClient) -> None:
    guest, _ = others(visitor)
    path = opened(visitor, mode="duel", format="preconstructed", deck="2")
    assert re.search(r'value="2" checked', page(visitor, f"{path}/deck"))
    assert re.search(r'value="4" checked', visitor.post(f"{path}/deck", data={"deck": "4"}, headers=HTML).text)
    assert page(guest, f"{path}/deck") == ""
    assert guest.post(f"{path}/deck", data={"deck": "1"}, headers=HTML).status_code == 401
    assert re.findall(r'name="deck" value="(\d)"', page(guest, path)) == ["1", "2", "3"]
    guest.post(f"{path}/join", data={"deck": "2"}, headers=HTML)
    assert visitor.post(f"{path}/deck", data={"deck": "1"}, headers=HTML).status_code == 422
    assert page(visitor, f"{path}/deck") == ""


def test_joining_too_late_is_refused_and_a_similar_table_offered(visitor: TestClient) -> None:
    guest, late = others(visitor)
    game = {"mode": "duel", "format": "draft", "public": "yes"}
    path = opened(visitor, clock="fischer 300 10", **game)
    guest.post(f"{path}/join", headers=HTML)
    opened(visitor, **game)  # without a clock: not like it
    answer = late.post(f"{path}/join", data={"name": "Lara"}, headers=HTML)
    assert answer.status_code == 409
    for words in ("Somebody was faster", 'value="Lara"', f'action="{path}/like"'):
        assert words in answer.text
    alike = late.post(f"{path}/like", data={"name": "Lara"}, headers=HTML, follow_redirects=False)
    assert alike.status_code == 303
    assert stage(visitor.post(f"{path}/join", headers=HTML).text) == "draft", "who sits there is led to the table"
    other = opened(visitor, clock="turn 60 0", **game)
    assert guest.post(f"{other}/join", headers=HTML).status_code == 200
    like = alike.headers["location"]
    assert f'action="{like}/join"' in another(late).post(f"{path}/join", headers=HTML).text


def test_who_waits_sees_what_others_wait_for_and_changes_over_with_one_press(visitor: TestClient) -> None:
    other, _ = others(visitor)
    mine = opened(visitor, mode="duel", format="preconstructed", deck="1", public="yes")
    theirs = opened(other, mode="duel", format="draft", public="yes", name="Bob", edition="2021")
    my_id, their_id = (path.removeprefix("/match/") for path in (mine, theirs))
    assert "sees your challenge" not in page(visitor, mine)
    seen = visitor.get(f"{mine}/others", headers=HTML).text
    assert "Bob" in seen and f'value="{their_id}"' in seen
    assert my_id in other.get(f"{theirs}/others", headers=HTML).text
    changed = visitor.post(f"{mine}/change", data={"to": their_id}, headers=HTML)
    assert stage(changed.text) == "draft"
    third = others(visitor)[1]
    for one in (visitor, third):  # nobody has won or lost
        closed = page(one, mine)
        assert "The table was closed" in closed and "Table closed" in closed and f'action="{mine}/like"' in closed
        assert "trophy" not in closed.split('id="result"')[1].split("</section>")[0] and "Rematch" not in closed
    moved = third.get(f"{mine}/join", headers={**HTML, "HX-Request": "true"})
    assert moved.headers["HX-Redirect"] == f"{mine}/join", "a page that still offers the seat"
    assert "Table closed" in page(third, f"{mine}/join")
    assert "Play that instead" not in other.get(f"{mine}/others", headers=HTML).text
    late = visitor.post(f"{theirs}/change", data={"to": my_id}, headers=HTML)
    assert stage(late.text) == "draft"  # it has begun: nobody leaves it so


def test_solo_starts_at_once_is_found_again_and_its_log_begins_with_the_beginning(visitor: TestClient) -> None:
    path = opened(visitor, mode="solo", format="preconstructed", deck="1")
    assert stage(page(visitor, path)) == "board"
    assert "Turn 1: Guest" in visitor.get(f"{path}/log").text
    html = page(visitor, "/")
    assert f'href="{path}"' in html and "Against the automaton" in html
    draft = opened(visitor, mode="solo", format="draft", sets=["elusive", "treachery"])
    assert stage(page(visitor, draft)) == "draft"


def test_open_tables_are_listed_and_closed_ones_are_not(visitor: TestClient) -> None:
    guest, _ = others(visitor)
    path = opened(visitor, name="Anna", mode="duel", format="draft", public="yes")
    assert path in page(guest, "/") and "Anna" in page(guest, "/")
    assert guest.post(f"{path}/cancel", headers=HTML).status_code == 403
    visitor.post(f"{path}/cancel", headers=HTML)
    assert path not in page(guest, "/")
    for missing in ("/match/nothing", "/match/nothing/log", "/match/nothing/qr.svg"):
        assert visitor.get(missing, headers=HTML).status_code == 404


def said(visitor: TestClient, path: str, css_class: str) -> str:
    """Return the text of the first element of this class on a page."""
    found = re.search(rf'<p class="{css_class}">(.*?)</p>', page(visitor, path), re.DOTALL)
    assert found is not None
    return " ".join(re.sub("<[^>]+>", " ", found[1]).split())


def act(visitor: TestClient, path: str, seq: int, **action: object) -> None:
    """Play an action by the API, as the browser's guest."""
    sent = {"seq": seq, "action": action}
    answer = visitor.post(f"/api/matches/{path.rpartition('/')[2]}/actions", json=sent)
    assert answer.status_code == 200, answer.text


def test_who_bans_reads_whose_deck_it_is(visitor: TestClient) -> None:
    guest, _ = others(visitor)
    path = seated(visitor, guest, format="constructed", edition="2021")
    ten = list(cards.of_sets(("initiation",))[:10])
    for seq, player in enumerate((visitor, guest)):
        act(player, path, seq, type="deck", cards=ten)
    assert "Ban a card from Anna" in said(guest, path, "status-line")
    act(guest, path, 2, type="ban", card=ten[0])
    assert "Ban a card from Bo" in said(visitor, path, "status-line")


def test_a_browser_without_cookies_is_told_and_makes_nobody(visitor: TestClient) -> None:
    browser, form = {"Sec-Fetch-Mode": "navigate", **HTML}, {"mode": "solo"}
    kept = visitor.post("/new", data=form, headers=browser, follow_redirects=True)
    assert kept.url.path.startswith("/match/"), "the form comes again with the cookie"
    there = len(stored(visitor)["players"])
    refusing = another(visitor)
    refusing.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=()))
    answer = refusing.post("/new", data=form, headers=browser, follow_redirects=True)
    assert (answer.status_code, "allow cookies for it" in answer.text) == (422, True)
    assert refusing.post("/guest", headers={"Sec-Fetch-Mode": "cors"}, follow_redirects=True).status_code == 403
    assert len(stored(visitor)["players"]) == there


def test_a_page_that_was_drawn_is_forgotten_at_once(visitor: TestClient) -> None:
    """A macro that knows its page's context makes a circle with it, and keeps the page until the next search."""
    guest = another(visitor)
    for _ in range(2):  # the first fills caches
        path = opened(visitor, name="Ann", mode="duel", format="preconstructed", deck="2")
        with circular() as left:
            assert stage(page(visitor, path)) == "waiting"
            guest.post(f"{path}/join", data={"name": "Bo", "deck": "3"}, headers=HTML, follow_redirects=False)
            assert stage(page(guest, path)) == "board"
    assert left == set()
